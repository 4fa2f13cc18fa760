"""Texts without words go; every word and all white space around words stays."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import FilePart, JsonPart, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import Prompt, SystemMessage, assistant, call, prompt, result, tool, user
from segue.repairs.blank_text import drop_blank_text
from segue.shapes import Shape
from tests.repairs.settling import said, settled, spared, untouched

ASK = user("Hi")
TOKEN = freeze_object({"google": {"thoughtSignature": "Cs"}})


@pytest.mark.parametrize("blank", ["", " ", "\n\n", "\t \r\n", "\u00a0", "\u2003\u3000", " " * 100_000])
def test_a_text_without_words_goes(blank):
    """Empty or white space of any kind, from every role."""
    before = prompt(SystemMessage((TextPart("S"), TextPart(blank))), user(blank, "Hi"), assistant("Ho", blank), ASK)
    after = settled(drop_blank_text, before)

    assert [said(message) for message in after.messages] == [["S"], ["Hi"], ["Ho"], ["Hi"]]
    spared(before, after, 0, 1, 2)


@pytest.mark.parametrize("text", ["a", " a ", "\n.\n", "\u200b", "0", "é", "☕"])
def test_a_text_with_words_stays(text):
    """With its white space; a zero-width character is none."""
    untouched(drop_blank_text, Prompt(), prompt(user(text), assistant(text), tool(result("c1", text))))


def test_a_message_may_be_left_without_parts():
    """That is for another rule to mend."""
    assert settled(drop_blank_text, prompt(ASK, assistant("", " "), user("?"))).messages[1] == assistant()


def test_neighbours_are_the_same_objects():
    """Parts beside a blank text are not made anew."""
    run = call("c1", "run")
    before = prompt(ASK, assistant("Go:", "", run))

    after = settled(drop_blank_text, before).messages[1]
    assert (after.content[0] is before.messages[1].content[0], after.content[1] is run) == (True, True)


def test_a_result_loses_its_blank_texts():
    """Its other pieces stay, and so do the results beside it."""
    before = prompt(tool(ToolResultPart("c1", "", (TextPart(" "), TextPart("ok"), JsonPart(1))), result("c2", "fine")))
    after = settled(drop_blank_text, before).messages[0]

    assert after.content[0].output == (TextPart("ok"), JsonPart(1))
    assert after.content[1] is before.messages[0].content[1]


def test_a_result_of_white_space_alone_is_left_empty():
    """The result itself stays, as its call's answer."""
    assert settled(drop_blank_text, prompt(tool(result("c1", " \n")))).messages[0].content[0].output == ()


def test_a_result_that_says_nothing_stays():
    """A lone empty text is written as no content at all, and so is no output."""
    untouched(drop_blank_text, prompt(tool(result("c1", ""))), prompt(tool(evolve(result("c1", ""), shape=Shape("anthropic")))))
    untouched(drop_blank_text, prompt(tool(ToolResultPart("c1", "", ()))))


def test_a_lone_empty_text_with_options_goes():
    """Its options would be written with it, as a block."""
    marked = TextPart("", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))

    assert settled(drop_blank_text, prompt(tool(ToolResultPart("c1", "", (marked,))))).messages[0].content[0].output == ()


def test_a_lone_empty_text_that_came_as_a_block_goes():
    """It would be written as a block again, and blocks are refused."""
    listed = evolve(result("c1", ""), shape=Shape("anthropic", form="list"))

    assert settled(drop_blank_text, prompt(tool(listed))).messages[0].content[0].output == ()


def test_hosted_results_stay():
    """What a provider's own tool gave is its to read."""
    untouched(drop_blank_text, prompt(ASK, assistant(ToolResultPart("h", "search", (TextPart(" "),), hosted=True))))


@pytest.mark.parametrize(("output", "left"), [(("",), ()), ((" ",), ()), (("", "a"), ("a",))])
def test_a_lone_blank_text_of_a_result_goes_where_it_would_be_written(output, left):
    """With `lone`, also the one that most formats write as no content."""
    before = prompt(ASK, assistant(call("c1", "run")), tool(ToolResultPart("c1", "", tuple(map(TextPart, output)))))
    after = settled(partial(drop_blank_text, lone=True), before)

    assert after.messages[2].content[0].output == tuple(map(TextPart, left))


def test_a_blank_text_may_be_spared():
    """It carries something that counts."""
    before = prompt(user("Hi"), assistant(TextPart("", freeze_object({"google": {"thoughtSignature": "Cs8B"}})), ""))
    after = drop_blank_text(before, spares=lambda part: bool(part.provider_options))

    assert after.messages[1].content == before.messages[1].content[:1]


def test_an_empty_text_beside_calls_or_thoughts_may_stay():
    """With `beside`, the only one; not a blank, not two, not a block of a list, not one alone, nor a user's."""
    beside = partial(drop_blank_text, beside=True)
    run, thought = call("c1", "run"), ReasoningPart("Hm.")
    untouched(beside, prompt(ASK, assistant("", run)), prompt(ASK, assistant(thought, "")), prompt(ASK, assistant(thought, "", run)), prompt(ASK, assistant(run)))

    for odd in (assistant(" ", run), assistant("", "", run), evolve(assistant("", run), shape=Shape("openai-chat", form="list")), assistant(""), assistant(TextPart("", freeze_object({"google": {"x": 1}})), run)):
        assert len(settled(beside, prompt(ASK, odd)).messages[1].content) < len(odd.content)
    assert settled(beside, prompt(user("", FilePart("image/png", "iVBORw0KGgo=")))).messages[0].content[0].media_type == "image/png"


beside = partial(drop_blank_text, beside=True)


@pytest.mark.parametrize("other", [call("c1", "f"), ReasoningPart("Hm.")], ids=["call", "thought"])
def test_an_empty_text_beside_a_call_or_thought_may_stay(other):
    """As an empty string beside it; without `beside` it goes, and so it does from a list, with more words, with a token, or alone."""
    plain = assistant(other, "")
    untouched(beside, prompt(ASK, plain), prompt(ASK, evolve(plain, shape=Shape("openai-chat", ("role", "content"), "string"))))
    assert settled(drop_blank_text, prompt(ASK, plain)).messages[1].content == (other,)
    for message in (evolve(plain, shape=Shape("openai-chat", ("role", "content"), "list")), assistant(other, " "), assistant(other, TextPart("", TOKEN))):
        assert settled(beside, prompt(ASK, message)).messages[1].content == (other,)
    assert settled(beside, prompt(ASK, assistant(other, "", "Ho"))).messages[1].content == (other, TextPart("Ho"))
    assert settled(beside, prompt(ASK, assistant(""), user(""))).messages[1:] == (assistant(), user())


def test_a_file_beside_a_call_is_no_empty_text():
    """What has no words for another reason is left alone."""
    untouched(beside, prompt(ASK, assistant(FilePart("image/png", "iVBORw0KGgo="), call("c1", "f"))))


def test_what_a_provider_ran_is_no_text_beside_a_call():
    """Its output stays, blank or not."""
    ran = ToolResultPart("s1", "search", (TextPart(""),), hosted=True)
    untouched(partial(drop_blank_text, beside=True), prompt(ASK, assistant(ran, call("c1", "run")), tool(result("c1", "ok"))))
