"""What the model is to go on with holds no thoughts."""

from __future__ import annotations

from segue.json_values import EMPTY, freeze_object
from segue.parts import FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.closing_reasoning import strip_closing_reasoning
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK = user("2 + 2?")
THOUGHT, SIGNED = ReasoningPart("Add. é☕"), ReasoningPart("", freeze_object({"anthropic": {"signature": "Eq"}}))


def test_a_closing_message_loses_its_thoughts():
    """Signed or not, wherever in the message; its words are the same objects."""
    before = prompt(ASK, assistant(THOUGHT, "It", SIGNED, "is", THOUGHT))
    after = settled(strip_closing_reasoning, before)

    assert said(after.messages[1]) == ["It", "is"]
    assert after.messages[1].content[0] is before.messages[1].content[1]
    spared(before, after, 1)


def test_a_message_of_thoughts_alone_goes():
    """And then the one before it is looked at, until someone else spoke last."""
    before = prompt(ASK, assistant("4"), ASK, assistant(THOUGHT, "So"), assistant(SIGNED), assistant(THOUGHT, THOUGHT))
    after = settled(strip_closing_reasoning, before)

    assert roles(after) == "uaua"
    assert said(after.messages[3]) == ["So"]
    spared(before, after, 3, 4, 5)


def test_messages_in_a_row_are_one():
    """What is joined before it is sent closes as one; an empty message among them stays, and a message whose calls wait ends the row."""
    before = prompt(ASK, assistant(THOUGHT, "So"), assistant(), assistant(THOUGHT), assistant(SIGNED, "it"), assistant("is"))
    after = settled(strip_closing_reasoning, before)

    assert [said(message) for message in after.messages[1:]] == [["So"], [], ["it"], ["is"]]
    waiting = prompt(ASK, assistant(THOUGHT, call("c1", "add")), assistant(SIGNED, "So"))
    spared(waiting, settled(strip_closing_reasoning, waiting), 2)


def test_nothing_may_be_left():
    """A history of one thought is an empty one then."""
    assert settled(strip_closing_reasoning, prompt(assistant(THOUGHT))) == Prompt()


def test_a_clean_message_before_it_stays():
    """Where the last message went and the one before it holds no thoughts, it is the same object."""
    before = prompt(ASK, assistant("It"), assistant(THOUGHT))
    spared(before, settled(strip_closing_reasoning, before), 2)


def test_thoughts_elsewhere_stay():
    """In earlier messages, before a user's, a tool's or a system's word."""
    untouched(
        strip_closing_reasoning,
        Prompt(),
        prompt(ASK, assistant(THOUGHT, "4"), user("Sure?")),
        prompt(ASK, assistant(SIGNED, call("c1", "add")), tool(result("c1", "4"))),
        prompt(ASK, assistant(SIGNED), system("Be brief.")),
        prompt(ASK, assistant(THOUGHT, "4"), user("Sure?"), assistant("Yes")),
    )


def test_a_message_whose_calls_wait_stays():
    """Its thoughts are asked for when the results come."""
    untouched(strip_closing_reasoning, prompt(ASK, assistant(SIGNED, call("c1", "add"))))


def test_a_message_without_thoughts_stays():
    """Also an empty one, and one of a file."""
    untouched(strip_closing_reasoning, prompt(ASK, assistant()), prompt(ASK, assistant("It is")), prompt(ASK, assistant(FilePart("image/png", "iVBORw0KGgo="))))


def test_a_tool_that_the_provider_ran_does_not_wait():
    """Its result stands in the same message."""
    ran = ToolCallPart("s1", "search", EMPTY, hosted=True), ToolResultPart("s1", "search", (TextPart("4"),), hosted=True)
    after = settled(strip_closing_reasoning, prompt(ASK, assistant(THOUGHT, *ran, "It is")))
    assert after.messages[1].content == (*ran, TextPart("It is"))
    untouched(strip_closing_reasoning, prompt(ASK, assistant(THOUGHT, ran[0])))
