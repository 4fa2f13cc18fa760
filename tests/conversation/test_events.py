"""Each step of a send is an event; none holds keys or words unless asked, and no listener can break a send."""

from __future__ import annotations

import logging

import pytest
from attrs import fields

from segue.failures import CallFailure
from segue.json_values import JsonObject
from segue.prompts import assistant, call
from segue.targets import Target
from segue_shell.conversation import events as told
from segue_shell.providers import Reply, TextDelta
from segue_shell.stores import MemoryStore, StoreError
from segue_shell.telemetry import LogEvents, line
from tests.conversation.scripted import CLAUDE, DOWN, GPT, Scripted
from tests.conversation.test_sending import RESPONSES, SEALED, UNREADABLE

SECRET = "the sluice code is 4711"
KINDS = {kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, told.Event)} - {told.Event}


@pytest.fixture
def heard():
    """Hold the events that a listener got."""
    return []


def names(events):
    """Name the events."""
    return [type(event).__name__ for event in events]


def test_a_send_step_by_step(talk, way, heard):
    """The steps come in their order, with what each did."""
    made = talk(Reply(assistant("At six."), JsonObject(output_tokens=5), "end_turn"), listeners=[heard.append])
    way(made, "When is low tide?")

    assert names(heard) == ["Recalled", "Saved", "Sent", "Replied", "Saved"]
    recalled, saved, sent, replied, _ = heard
    assert (recalled.messages, saved.messages, sent.messages, sent.call, str(sent.target)) == (0, 1, 1, 1, CLAUDE)
    assert (replied.finish, replied.usage, replied.tool_calls) == ("end_turn", {"output_tokens": 5}, 0)
    assert ({event.thread_id for event in heard}, len({event.send_id for event in heard})) == ({"tides"}, 1)


def test_sends_are_told_apart(talk, way, heard):
    """Each send has an id of its own; the history that it recalled is counted."""
    made = talk("At six.", "At noon.", listeners=[heard.append])
    way(made, "When is low tide?")
    way(made, "And high tide?")

    assert len({event.send_id for event in heard}) == 2
    assert [event.messages for event in heard if isinstance(event, told.Recalled)] == [0, 2]


def test_a_repair_is_told(talk, way, heard):
    """What was rewritten, what was refused, and by which rule it was corrected."""
    made = talk(Reply(assistant(SEALED, "At six.")), UNREADABLE, "At noon.", to=RESPONSES, listeners=[heard.append])
    way(made, "When is low tide?")
    heard.clear()
    way(made, "And high tide?")

    assert names(heard) == ["Recalled", "Saved", "Rewrote", "Sent", "Rejected", "Repaired", "Sent", "Replied", "Saved"]
    rejected, repaired = heard[4:6]
    assert (rejected.status, rejected.call) == (400, 1)
    assert (repaired.rule, repaired.stored, len(repaired.changes)) == ("openai-responses-foreign-reasoning", False, 1)


def test_a_rewrite_is_told(talk, way, heard):
    """The changes for a target are told before the request goes out."""
    made = talk(Reply(assistant(SEALED, "At six.")), to=RESPONSES)
    way(made, "When is low tide?")
    way(made.to(Scripted(CLAUDE, ["At noon."])), "And high tide?")
    listening = talk("As I said.", listeners=[heard.append])
    way(listening, "Sure?")

    assert names(heard)[:4] == ["Recalled", "Saved", "Rewrote", "Sent"]
    assert [change.place for change in heard[2].changes] == [("messages", 1, "content", 0)]


def test_functions_are_told(talk, way, heard):
    """A function that was run, and whether it failed."""
    made = talk(assistant(call("c1", "look"), call("c2", "moon")), "So.", tools={"look": lambda: "seen", "moon": lambda: 1 / 0}, listeners=[heard.append])
    way(made, "Look.")

    ran = [event for event in heard if isinstance(event, told.ToolRan)]
    assert [(event.name, event.tool_call_id, event.error) for event in ran] == [("look", "c1", False), ("moon", "c2", True)]
    assert next(event for event in heard if isinstance(event, told.Replied)).tool_calls == 2


def test_failures_are_told(talk, way, heard):
    """Who was tried, and by which rules."""
    way(talk(providers=[Scripted(CLAUDE, [DOWN]), Scripted(GPT, [DOWN])], listeners=[heard.append]), "When?")

    assert names(heard)[2:] == ["Sent", "Rejected", "Sent", "Rejected", "Failed"]
    assert (list(map(str, heard[-1].tried)), heard[-1].rules) == ([CLAUDE, GPT], ())


def test_an_interrupt_is_told(talk, heard):
    """Who stopped listening is told, and that the words were kept."""
    stream = talk("At six.", listeners=[heard.append]).stream("When?")
    next(stream)
    stream.close()

    assert names(heard)[2:] == ["Sent", "Interrupted", "Saved"]


class Full(MemoryStore):
    """A store with room for one turn."""

    def append(self, thread_id, resource_id, messages):
        if self.list_messages(thread_id, resource_id):
            raise StoreError(SECRET)
        return super().append(thread_id, resource_id, messages)


def everything_told(talk, way, **options):
    """Send in every way that makes events, and return them."""
    heard = []
    options |= {"listeners": [heard.append], "tools": {"look": lambda: SECRET}}
    way(talk(Reply(assistant(SEALED, SECRET)), CallFailure(f"{UNREADABLE.message} {SECRET}", 400, SECRET), assistant(call("c", "look")), "So.", to=RESPONSES, **options), SECRET)
    way(talk(CallFailure(f"{UNREADABLE.message} {SECRET}", 400, SECRET), assistant(call("c", "look")), "So.", to=RESPONSES, **options), SECRET)
    way(talk(CallFailure(SECRET, 400), **options), SECRET)
    way(talk("Hm.", **options), SECRET)
    way(talk(SECRET, store=Full(), **options), SECRET)
    stream = talk([TextDelta(SECRET), "never"], **options).stream(SECRET)
    next(stream)
    stream.close()
    return heard


def test_events_hold_no_words(talk, way):
    """Of all events, not one holds what was said, called, answered or complained of."""
    heard = everything_told(talk, way)

    assert {type(event) for event in heard} == KINDS
    assert [event for event in heard if "4711" in repr(event) or "4711" in line(event)] == []


def test_events_hold_the_words_if_asked(talk, way):
    """With `contents` the request, the reply, the failure and the result are there."""
    heard = everything_told(talk, way, contents=True)

    assert {type(event) for event in heard if "4711" in repr(event)} == {kind for kind in KINDS if "contents" in {one.name for one in fields(kind)}}


def test_a_listener_cannot_break_a_send(talk, way, heard, caplog):
    """What it raises is logged, and the other listeners are told."""

    def broken(event):
        raise ValueError(type(event).__name__)

    *_, sent = way(talk("At six.", listeners=[broken, heard.append]), "When?")

    assert sent.unwrap().text == "At six."
    assert len(heard) == 5
    assert caplog.records[0].getMessage() == "a listener failed on Recalled"


def test_events_are_logged(talk, way, caplog):
    """A line an event: steps as INFO, what goes wrong as WARNING."""
    with caplog.at_level(logging.INFO, "segue"):
        way(talk(DOWN, listeners=[LogEvents()]), "When?")

    assert [(record.levelname, record.getMessage().split()[0]) for record in caplog.records] == [
        ("INFO", "Recalled"), ("INFO", "Saved"), ("INFO", "Sent"), ("WARNING", "Rejected"), ("WARNING", "Failed"),
    ]  # fmt: skip


def test_a_line_is_short():
    """Targets and changes are named, seconds rounded, what is empty left out."""
    event = told.Rejected(thread_id="tides", send_id="s", target=Target.of(CLAUDE), call=1, seconds=0.12345, status=529)
    assert line(event) == f"Rejected thread_id='tides' send_id='s' target={CLAUDE} call=1 seconds=0.123 status=529"
    failed = told.Failed(thread_id="tides", send_id="s", tried=(Target.of(CLAUDE),))
    assert line(failed) == f"Failed thread_id='tides' send_id='s' tried=['{CLAUDE}']"
