"""Fields that the target does not know go; those on its list and all that records claim stay."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, prompt, result, system, tool, user
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.shapes import Extras
from tests.repairs.settling import settled, spared, untouched

TAKEN = {"AssistantMessage": frozenset({"refusal"}), "TextPart": frozenset({"note"})}
drop = partial(drop_unknown_fields, format="openai-chat", taken=TAKEN)


def extra(record, format="openai-chat", **fields):
    """Return a record with these unclaimed fields."""
    return evolve(record, extras=Extras(format, freeze_object(fields)))


def test_fields_go_from_messages_parts_results_and_what_is_in_them():
    """Whatever stood there; records beside them are the same objects."""
    text, plain = extra(TextPart("é☕"), index=0), TextPart("x")
    before = prompt(extra(system("S"), a=1), user(text, plain), tool(extra(ToolResultPart("c1", "", (text, plain)), b=1), result("c2")), user("?"))
    after = settled(drop, before)

    assert [message.extras for message in after.messages] == [None] * 4
    found = after.messages[2].content[0]
    assert (after.messages[1].content[0].extras, found.extras, found.output[0].extras) == (None, None, None)
    assert (after.messages[1].content[1] is plain, found.output[1] is plain) == (True, True)
    assert after.messages[2].content[1] is before.messages[2].content[1]
    spared(before, after, 0, 1, 2)


def test_fields_on_the_list_stay():
    """By the kind of record, in their order."""
    before = prompt(extra(assistant(extra(TextPart("A"), note=1, refusal=2)), x=1, refusal=None, note=3))
    after = settled(drop, before).messages[0]

    assert after.extras == Extras("openai-chat", freeze_object({"refusal": None}))
    assert after.content[0].extras == Extras("openai-chat", freeze_object({"note": 1}))


def test_everything_else_stays():
    """Fields of another format, allowed ones alone, no fields, and opaque parts, also in results."""
    note = OpaquePart("note", freeze_object({"x": 1}), "openai-chat")

    untouched(
        drop,
        Prompt(),
        prompt(extra(assistant("A"), refusal=None), extra(user("B"), "anthropic", x=1), user("C", note)),
        prompt(tool(note, ToolResultPart("c1", "", (note, TextPart("x"))))),
        prompt(extra(user("D"))),
    )


def test_many_fields_go_at_once():
    """A whole reply that was pushed back."""
    assert settled(drop, prompt(extra(assistant("A"), **{f"f{index}": index for index in range(10_000)}))).messages[0].extras is None


def test_a_function_may_say_what_stays():
    """It is asked of each record of the format; what it returns as it was is not touched."""
    left = partial(drop_unknown_fields, format="openai-chat", taken=lambda holder: holder.extras.fields.without("x"))
    before = prompt(user("Hi"), extra(assistant(extra(TextPart("A"), x=1), extra(TextPart("B"), y=1)), x=1, z=2), user("?"))
    after = settled(left, before)

    assert [part.extras and part.extras.fields for part in (after.messages[1], *after.messages[1].content)] == [{"z": 2}, None, {"y": 1}]
    assert after.messages[1].content[1] is before.messages[1].content[1]
    spared(before, after, 1)
