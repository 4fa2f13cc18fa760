"""With the rules of the documents a conversation does what they say, the stored fix included."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from segue import BUILT_IN, DOCUMENTED, CompatRule
from segue.failures import CallFailure
from segue.parts import ReasoningPart, TextPart
from segue.prompts import assistant, call
from segue_shell.conversation import events as told
from segue_shell.providers import Reply
from segue_shell.stores import MemoryStore, StoreError
from tests.conversation.scripted import CLAUDE, DOWN, Scripted

BAD_ID = CallFailure("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", 400)
KIMI = "moonshot/kimi-k2"


def call_ids(request):
    """Return the ids of calls and results in a request."""
    return [part.id for message in request.prompt.messages for part in message.content if hasattr(part, "id")]


def stored_ids(store):
    """Return the ids of stored calls."""
    return [part.id for row in store.list_messages("tides", "ada") for part in row.parts if hasattr(part, "state")]


@pytest.fixture
def begun(talk, way):
    """A conversation with a call whose id Anthropic refuses."""
    made = talk(assistant(call("functions.tides:0", "tides")), "At six.", to=KIMI, tools={"tides": lambda: "6:12"}, rules=DOCUMENTED)
    way(made, "When is low tide?")
    return made


def test_the_stored_call_is_respelled(begun, way, store):
    """After the rejection the stored id is another one, for this retry and all turns that follow."""
    made = begun.to(Scripted(CLAUDE, [BAD_ID, "At noon.", "As I said."]))
    *_, sent = way(made, "And high tide?")
    way(made, "Sure?")

    assert sent.unwrap().text == "At noon."
    assert stored_ids(store) == ["functions_tides_0"]
    assert [set(call_ids(request)) for request in made.providers[0].requests] == [{"functions.tides:0"}, {"functions_tides_0"}, {"functions_tides_0"}]


def test_the_correction_is_told(begun, way):
    """The event names the rule, and that the rows were corrected."""
    heard = []
    way(evolve(begun.to(Scripted(CLAUDE, [BAD_ID, "At noon."])), listeners=[heard.append]), "And high tide?")

    (repaired,) = (event for event in heard if isinstance(event, told.Repaired))
    assert (repaired.rule, repaired.stored) == ("anthropic-tool-id-format", True)


def test_the_correction_is_tried_once(begun, way):
    """A second rejection is a failure that names the rule."""
    *_, sent = way(begun.to(Scripted(CLAUDE, [BAD_ID, BAD_ID, "never"])), "And high tide?")

    assert [(attempt.rule, attempt.failure) for attempt in sent.failure().attempts] == [("anthropic-tool-id-format", BAD_ID)]


def test_a_rejection_that_the_documents_do_not_know(begun, way, store):
    """Nothing is corrected, and nothing is sent again."""
    *_, sent = way(begun.to(Scripted(CLAUDE, [DOWN, "never"])), "And high tide?")

    assert sent.failure().attempts[0].rule == ""
    assert stored_ids(store) == ["functions.tides:0"]


def test_the_prompt_is_rewritten_for_the_call_only(talk, way, store):
    """Thoughts go out of the prompt for Cerebras, and stay in the rows."""
    made = talk(Reply(assistant(ReasoningPart("Ebb."), "At six.")), to=KIMI, rules=DOCUMENTED)
    way(made, "When is low tide?")
    other = made.to(Scripted("cerebras/gpt-oss-120b", ["At noon."]))
    way(other, "And high tide?")

    assert other.providers[0].requests[0].prompt.messages[1].content == (TextPart("At six."),)
    assert len(store.list_messages("tides", "ada")[1].parts) == 2


def test_stored_messages_tell_some_rules_who_thought(talk, way):
    """A rule that asks for the stored messages gets them."""
    asked = []
    rule = CompatRule(name="x-stored", apply_with_messages=lambda prompt, _, messages: asked.append(messages) or prompt)
    way(talk("At six.", rules=(rule,)), "When is low tide?")

    assert [[message.role for message in messages] for messages in asked] == [["user"]]


def test_in_a_store_that_cannot_replace_the_retry_is_corrected_all_the_same(talk, way):
    """As in the original, which corrects messages in memory; the event says that nothing was stored."""

    class Plain(MemoryStore):
        replace_messages = None

    heard, store = [], Plain()
    made = talk(assistant(call("functions.tides:0", "tides")), "At six.", store=store, to=KIMI, tools={"tides": lambda: "6:12"}, rules=DOCUMENTED)
    way(made, "When is low tide?")
    *_, sent = way(evolve(made.to(Scripted(CLAUDE, [BAD_ID, "At noon."])), listeners=[heard.append]), "And high tide?")

    assert sent.unwrap().text == "At noon."
    assert [event.stored for event in heard if isinstance(event, told.Repaired)] == [False]
    assert stored_ids(store) == ["functions.tides:0"]


def test_a_correction_that_cannot_be_stored_is_sent_all_the_same(talk, way):
    """The reply counts; that the store refused the correction is an event."""

    class Stuck(MemoryStore):
        def replace_messages(self, *_):
            raise StoreError("locked")

    heard, store = [], Stuck()
    made = talk(assistant(call("functions.tides:0", "tides")), "At six.", store=store, to=KIMI, tools={"tides": lambda: "6:12"}, rules=DOCUMENTED)
    way(made, "When is low tide?")
    *_, sent = way(evolve(made.to(Scripted(CLAUDE, [BAD_ID, "At noon."])), listeners=[heard.append]), "And high tide?")

    assert sent.unwrap().text == "At noon."
    assert [event.error for event in heard if isinstance(event, told.NotSaved)] == ["StoreError"]


def test_a_fix_of_ones_own_beside_the_catalogue(talk, way, store):
    """Rules that fix and rules that rewrite go together."""
    def shout(messages):
        return tuple(evolve(row, parts=(TextPart("LOUDER"),)) if row.role == "user" else row for row in messages)

    rule = CompatRule(name="x-loud", error_patterns=(re.compile("louder"),), fix=shout)
    *_, sent = way(talk(CallFailure("louder, please", 400), "Ah.", rules=(*BUILT_IN, rule)), "Hello?")

    assert sent.unwrap().text == "Ah."
    assert [row.parts[0].text for row in sent.unwrap().rows] == ["LOUDER", "Ah."]
    assert store.list_messages("tides", "ada")[0].parts == (TextPart("LOUDER"),)
