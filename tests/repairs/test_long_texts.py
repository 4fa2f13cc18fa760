"""A text that is too long is cut in its middle, as long as may be; arguments that are cut stand as text in an object."""

from __future__ import annotations

from functools import partial

from segue.json_values import JsonText, freeze_object
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.long_texts import cut_long_texts
from tests.repairs.settling import said, settled, spared, untouched

LONG = "a" * 200 + "b" * 200
NOTE = "[the middle of this text of 400 characters is left out]"
repair = partial(cut_long_texts, longest=200, longest_input=300)


def test_head_and_tail_are_kept():
    """In equal parts around the note, and no more than may be."""
    text = said(settled(repair, prompt(user(LONG))).messages[0])[0]
    head, note, tail = text.split("\n")

    assert (note, set(head), set(tail)) == (NOTE, {"a"}, {"b"})
    assert len(head) == len(tail)
    assert 198 < len(text) <= 200


def test_every_text_is_measured():
    """The operator's, the model's, those of results; what is short stays the same object."""
    before = prompt(system(LONG), user("Hi"), assistant("Ho", LONG), tool(ToolResultPart("c1", "", (TextPart("See:"), TextPart(LONG)))))
    after = settled(repair, before)

    assert all(NOTE in str(after.messages[index]) for index in (0, 2, 3))
    spared(before, after, 0, 2, 3)


def test_options_stay():
    """Only the words change."""
    marked = TextPart(LONG, freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    assert settled(repair, prompt(user(marked))).messages[0].content[0].provider_options == marked.provider_options


def test_where_there_is_no_room_for_a_note_the_head_is_kept():
    """So that it settles."""
    assert said(settled(partial(cut_long_texts, longest=20, longest_input=20), prompt(user(LONG))).messages[0]) == ["a" * 20]


def test_arguments_that_are_cut_are_text_in_an_object():
    """JSON in its text, and text that is none."""
    for given in (JsonText('{"x": "' + LONG + '"}'), LONG):
        part = settled(repair, prompt(assistant(ToolCallPart("c1", "x", given)))).messages[0].content[0]
        assert [*part.input] == ["_raw"]
        assert part.input["_raw"].startswith(str(given)[:20])
        assert len(part.input["_raw"]) <= 150


def test_what_is_short_enough_stays():
    """At the limit itself; arguments that are an object are not measured, nor those of a hosted call."""
    hosted = ToolCallPart("s1", "search", LONG, hosted=True)
    untouched(repair, Prompt(), prompt(user("x" * 200), assistant("Hi", call("c1", "x", {"y": LONG}), hosted), tool(result("c1", "z" * 200))))


def test_room_for_a_note_alone_is_none():
    """Then the head stays; with one letter more on each side the note stands between them."""
    size = len(f"\n{NOTE}\n")
    for longest in (size - 1, size, size + 1):
        assert said(repair(prompt(user(LONG)), longest=longest).messages[0]) == [LONG[:longest]]
    assert said(repair(prompt(user(LONG)), longest=size + 2).messages[0]) == [f"a\n{NOTE}\nb"]


def test_arguments_of_other_forms_stay():
    """Objects, none, and text that is just short enough."""
    given = [freeze_object({str(number): number for number in range(400)}), None, 7, "x", "x" * 300]
    untouched(repair, prompt(user("Go."), assistant(*(ToolCallPart("c1", "run", one) for one in given))))


def test_arguments_are_cut_to_half():
    """Where there is no room for what is escaped in them."""
    (cut,) = settled(repair, prompt(assistant(ToolCallPart("c1", "run", JsonText("x" * 301))))).messages[0].content[0].input.values()
    assert 147 < len(cut) <= 150
