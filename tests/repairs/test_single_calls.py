"""One call a message, each with its results behind it."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import FilePart, ReasoningPart, ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.single_calls import call_one_by_one
from segue.shapes import Extras, Shape
from tests.repairs.settling import ids, roles, said, settled, spared, untouched

ASK = user("Oslo and Rome?")
BOTH = assistant(ReasoningPart("Two."), "I look.", call("a", "weather"), call("b", "weather"))


def test_calls_and_results_take_turns():
    """In the order of the calls, whatever that of the results; words and thoughts stay with the first."""
    before = prompt(ASK, BOTH, tool(result("b", "12")), tool(result("a", "4")), assistant("So."))
    after = settled(call_one_by_one, before)

    assert roles(after) == "uatata"
    assert ids(after) == [[], ["a"], ["a"], ["b"], ["b"], []]
    assert said(after.messages[1]) == ["Two.", "I look.", "ToolCallPart"]
    assert [message is before.messages[index] for message, index in zip(after.messages[2::2], (3, 2), strict=False)] == [True, True]
    spared(before, after, 1, 2, 3)


def test_results_of_one_message_are_parted():
    """Several of one call stay together; three calls make three turns."""
    trio = assistant(call("a", "x"), call("b", "x"), call("c", "x"))
    after = settled(
        call_one_by_one, prompt(ASK, trio, tool(result("c", "3"), result("a", "1"), result("a", "one")), tool(result("b", "2")))
    )

    assert ids(after)[1:] == [["a"], ["a", "a"], ["b"], ["b"], ["c"], ["c"]]


def test_an_answer_to_an_earlier_call_of_the_same_id_is_left():
    """It would stand behind a call that it does not answer."""
    twice = assistant(call("b", "weather")), BOTH
    untouched(call_one_by_one, prompt(ASK, *twice, tool(result("b", "12")), tool(result("a", "4"))))


def test_words_behind_a_call_go_before_it():
    """A call ends its message."""
    after = settled(
        call_one_by_one, prompt(ASK, assistant(call("a", "x"), "Wait.", call("b", "x")), tool(result("a", "1"), result("b", "2")))
    )

    assert said(after.messages[1]) == ["Wait.", "ToolCallPart"]


def test_each_turn_is_looked_at():
    """The unclaimed fields of the message stay on the first one."""
    marked = evolve(BOTH, extras=Extras("openai-chat", freeze_object({"x": 1})))
    turn = (marked, tool(result("a", "1")), tool(result("b", "2")))
    after = settled(call_one_by_one, prompt(ASK, *turn, ASK, *turn))

    assert roles(after) == "uatatuatat"
    assert [message.extras is not None for message in after.messages[1:4:2]] == [True, False]


def test_what_marks_a_message_stays_once():
    """Its layout and its options are the first message's; a message of one result is kept with what it carries."""
    options = freeze_object({"anthropic": {"cacheControl": {}}})
    marked = evolve(BOTH, provider_options=options, shape=Shape("openai-chat"))
    answers = [evolve(tool(result(id, "1")), provider_options=options) for id in "ab"]
    after = settled(call_one_by_one, prompt(ASK, marked, *answers))

    assert [(message.provider_options, message.shape) for message in after.messages[1:4:2]] == [(options, marked.shape), (EMPTY, None)]
    assert [one is other for one, other in zip(after.messages[2::2], answers, strict=True)] == [True, True]


def test_a_later_result_is_not_one_of_the_turn():
    """Where one of the turn answers an earlier call, a second result further on does not make up for it."""
    twice = assistant(call("b", "weather")), BOTH
    untouched(call_one_by_one, prompt(ASK, *twice, tool(result("b", "12")), tool(result("a", "4")), ASK, tool(result("b", "13"))))


def test_what_a_provider_ran_stays_beside_the_first_call():
    """It needs no result of ours; the words after the turn stay behind it."""
    hosted = ToolCallPart("s", "search", freeze_object({}), hosted=True)
    after = settled(call_one_by_one, prompt(ASK, assistant(hosted, *BOTH.content[1:]), tool(result("b", "2"), result("a", "1")), ASK))

    assert (roles(after), ids(after)[1:]) == ("uatatu", [["s", "a"], ["a"], ["b"], ["b"], []])


def test_what_is_single_or_unclear_is_left_alone():
    """One call; calls of one id; one without result; results of others or files among them; a server's own call beside."""
    hosted = ToolCallPart("s", "search", freeze_object({}), hosted=True)
    untouched(
        call_one_by_one,
        Prompt(),
        prompt(ASK, assistant(call("a", "x")), tool(result("a", "1"))),
        prompt(ASK, assistant(hosted, call("a", "x")), tool(result("a", "1"))),
        prompt(ASK, assistant(call("a", "x"), call("a", "y")), tool(result("a", "1"), result("a", "2"))),
        prompt(ASK, BOTH, tool(result("a", "1"))),
        prompt(ASK, BOTH),
        prompt(ASK, BOTH, tool(result("a", "1"), result("b", "2"), result("z", "3"))),
        prompt(
            ASK,
            BOTH,
            evolve(tool(result("a", "1")), content=(result("a", "1"), FilePart("image/png", "iVBORw0KGgo="))),
            tool(result("b", "2")),
        ),
        prompt(
            ASK,
            BOTH,
            evolve(tool(result("a", "1"), result("b", "2")), extras=Extras("openai-chat", freeze_object({"x": 1}))),
            tool(result("b", "3")),
        ),
        prompt(
            ASK, BOTH, evolve(tool(result("a", "1"), result("b", "2")), provider_options=freeze_object({"anthropic": {"cacheControl": {}}}))
        ),
    )
