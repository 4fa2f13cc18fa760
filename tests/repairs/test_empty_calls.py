"""A field for calls that holds none is left out; all other fields stay."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import freeze_object
from segue.prompts import Prompt, assistant, call, prompt, system, user
from segue.repairs.empty_calls import drop_empty_calls
from segue.shapes import Extras
from tests.repairs.settling import settled, spared, untouched

drop = partial(drop_empty_calls, format="openai-chat", field="tool_calls")


def extra(message, format="openai-chat", **fields):
    """Return a message with these unclaimed fields."""
    return evolve(message, extras=Extras(format, freeze_object(fields)))


def test_the_field_goes():
    """On every message that has it; one that had no other unclaimed field has none then."""
    before = prompt(user("Hi"), extra(assistant("A"), tool_calls=[]), extra(user("B"), tool_calls=None), extra(assistant("C"), refusal=None))
    after = settled(drop, before)

    assert [message.extras for message in after.messages[:3]] == [None, None, None]
    assert after.messages[1].content[0] is before.messages[1].content[0]
    spared(before, after, 1, 2)


def test_other_fields_stay():
    """In their order."""
    extras = settled(drop, prompt(extra(assistant("A"), b=1, tool_calls=[], a=2))).messages[0].extras

    assert list(extras.fields.items()) == [("b", 1), ("a", 2)]
    assert extras.format == "openai-chat"


def test_what_has_no_such_field_stays():
    """No unclaimed fields, others, those of another format, calls that a record holds."""
    untouched(
        drop,
        Prompt(),
        prompt(system("S"), user("Hi"), assistant(call("c1", "run"))),
        prompt(extra(assistant("A"), tool_call=[], Tool_Calls=[])),
        prompt(extra(assistant("A"), "mistral", tool_calls=[])),
        prompt(extra(assistant("A"))),
    )
