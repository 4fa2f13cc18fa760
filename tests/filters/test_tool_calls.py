"""The filter itself: its options, a run step by step, its state, and stored messages."""

from __future__ import annotations

import json
import math

import pytest
from attrs.exceptions import FrozenInstanceError

from segue.filters import ToolCallFilter
from segue.json_values import freeze_object
from segue.messages import RESPONSE, StoredMessage, ToolInvocation
from segue.parts import TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from tests.repairs.settling import ids, said

ASK, NOW = user("q"), user("now")
OLD = (ASK, assistant(call("old", "t")), tool(result("old", name="t")), assistant("earlier"))


def step(id, name="t"):
    """Return a call and its result."""
    return assistant(call(id, name)), tool(result(id, name=name))


def run(filter, *prompts, state=None):
    """Filter the prompts of a run; return the ids that are left in each, and the last state."""
    left = []
    for given in prompts:
        after, state = filter.process_llm_request(given, state)
        left.append([id for of_message in ids(after) for id in of_message])
    return left, state


def plain(state):
    """Return the state as it comes back from where it was stored."""
    return json.loads(json.dumps(state))


def stored(id, *parts, role="assistant", **fields):
    """Return a stored message; a string is a call of that id, of tool t, that has its result."""
    return StoredMessage(id, role, tuple(done(part) if isinstance(part, str) else part for part in parts), **fields)


def done(id, name="t"):
    """Return a call with its result."""
    return ToolInvocation(id, name, "result", output=1)


HISTORY = (stored("u", TextPart("q"), role="user"), stored("h", "old", TextPart("earlier")))


def left_of(messages):
    """Return the ids of the calls and the texts that are left in messages."""
    return [[getattr(part, "id", None) or part.text for part in message.parts] for message in messages]


def test_it_is_known_by_id_and_name():
    """Those of the documents."""
    assert (ToolCallFilter.id, ToolCallFilter().id, ToolCallFilter().name) == ("tool-call-filter", "tool-call-filter", "ToolCallFilter")


def test_nothing_is_given_as_a_rule():
    """All tools, before the run only, no output kept."""
    made = ToolCallFilter()
    assert (made.exclude, made.filter_after_tool_steps, made.preserve_model_output) == (None, None, False)


@pytest.mark.parametrize("names", [["a", "b"], ("a", "b", "a"), {"a", "b"}, {"a": 1, "b": 2}, (name for name in "ab")])
def test_names_may_be_in_any_collection(names):
    """A generator is read once."""
    assert ToolCallFilter(names) == ToolCallFilter(["b", "a"])
    assert ToolCallFilter(["a", "b"]).exclude == {"a", "b"}


@pytest.mark.parametrize("names", ["orderFlour", "", b"order", 5, True, ["a", 5], [None], [["a"]]])
def test_bad_names_are_refused(names):
    """A string alone is a mistake; letters are no names. The message shows what was given."""
    with pytest.raises(ValueError, match=r"^exclude must be a collection of tool names, not ") as refused:
        ToolCallFilter(names)
    assert str(refused.value).endswith(repr(tuple(names) if isinstance(names, list) else names))


@pytest.mark.parametrize("steps", [0.5, 1.5, 2.0, math.nan, -1, True, False, "2", [2]])
def test_a_bad_number_of_steps_is_refused(steps):
    """Neither rounded, nor taken for all or none."""
    with pytest.raises(ValueError, match=r"^filter_after_tool_steps must be a whole number from 0 on, not ") as refused:
        ToolCallFilter(filter_after_tool_steps=steps)
    assert str(refused.value).endswith(repr(steps))


@pytest.mark.parametrize("keep", [None, 0, 1, "yes"])
def test_output_is_kept_or_not(keep):
    """Nothing in between."""
    with pytest.raises(ValueError, match=f"^preserve_model_output must be True or False, not {keep!r}$"):
        ToolCallFilter(preserve_model_output=keep)


def test_it_cannot_be_changed():
    """One filter may serve many runs."""
    with pytest.raises(FrozenInstanceError):
        ToolCallFilter().exclude = None


def test_the_history_goes_and_what_the_run_calls_stays():
    """Step by step, also a message that a user adds meanwhile, and the same prompt once more."""
    second = prompt(*OLD, NOW, *step("k1"))
    third = prompt(*second.messages, user("Hurry."), *step("k2"))
    left, state = run(ToolCallFilter(), prompt(*OLD, NOW), second, third, third)

    assert left == [[], ["k1", "k1"], ["k1", "k1", "k2", "k2"], ["k1", "k1", "k2", "k2"]]
    assert state["history_call_ids"] == ("old",)


def test_of_named_tools_the_history_goes():
    """Other tools' stays."""
    first = prompt(*OLD, *step("z1", "z"), NOW)
    left, _ = run(ToolCallFilter(["t"]), first, prompt(*first.messages, *step("k1")))
    assert left == [["z1", "z1"], ["z1", "z1", "k1", "k1"]]


def test_an_id_used_again_is_the_runs_own():
    """Some providers begin anew with `call_0` in every reply."""
    left, _ = run(ToolCallFilter(), prompt(*OLD, NOW), prompt(*OLD, NOW, *step("old")), prompt(*OLD, NOW, *step("old"), NOW))
    assert left == [[], ["old", "old"], ["old", "old"]]


def test_a_state_is_plain_json():
    """It works after it was stored; the run goes on as if it had not been."""
    first, second = prompt(*OLD, NOW), prompt(*OLD, NOW, *step("k1"))
    _, state = run(ToolCallFilter(), first)

    assert plain(state) == {"history_call_ids": ["old"], "trailing_call_ids": [], "user_messages": 2}
    assert run(ToolCallFilter(), second, state=plain(state))[0] == run(ToolCallFilter(), second, state=state)[0] == [["k1", "k1"]]


def test_a_state_is_not_changed():
    """It is returned as it came; what it holds beside the filter's own is kept."""
    _, first = ToolCallFilter().process_llm_request(prompt(*OLD), {"other": 1})
    _, second = ToolCallFilter().process_llm_request(prompt(*OLD, NOW), first)

    assert first["other"] == 1
    assert second is first


def test_a_run_that_goes_on_without_its_state_keeps_the_call_it_answers():
    """The state for it is made of the prompt. Without it all is history, as for the original."""
    resumed = prompt(*OLD, NOW, *step("k1"))
    more = prompt(*resumed.messages, *step("k2"))

    assert run(ToolCallFilter(), resumed, more, state=ToolCallFilter().resumed(resumed))[0] == [["k1", "k1"], ["k1", "k1", "k2", "k2"]]
    assert run(ToolCallFilter(), resumed, more)[0] == [[], ["k2", "k2"]]


def test_the_latest_steps_are_kept_at_each_step():
    """Nothing is remembered for it."""
    left, state = run(ToolCallFilter(filter_after_tool_steps=1), prompt(*OLD), prompt(*OLD, *step("k1")), prompt(*OLD, *step("k1"), NOW, *step("k2")))
    assert left == [["old", "old"], ["k1", "k1"], ["k2", "k2"]]
    assert state == {}


def test_no_steps_are_kept():
    """0 filters every earlier call."""
    assert run(ToolCallFilter(filter_after_tool_steps=0), prompt(*OLD, *step("k1")))[0] == [[]]


def test_nothing_to_exclude_is_no_filter():
    """The very prompt and state come back."""
    state, given = {"other": 1}, prompt(*OLD)
    after, kept = ToolCallFilter([]).process_llm_request(given, state)
    assert (after is given, kept is state, ToolCallFilter([]).process_llm_request(given)[1]) == (True, True, {})


def test_a_prompt_without_calls_is_the_same_prompt():
    """Its history is empty, and known to be."""
    after, state = ToolCallFilter().process_llm_request(Prompt())
    assert (after, state["history_call_ids"]) == (Prompt(), ())


def test_compact_output_stays_if_asked_for():
    """In prompts and in stored messages."""
    shown = freeze_object({"mastra": {"modelOutput": "nine"}})
    given = prompt(ASK, assistant(call("k", "t")), tool(ToolResultPart("k", "t", (TextPart("nine"),), provider_options=shown)))
    rows = (stored("a", ToolInvocation("k", "t", "result", output="raw", provider_options=shown)),)
    filter = ToolCallFilter(preserve_model_output=True, filter_after_tool_steps=0)

    assert said(filter.process_llm_request(given)[0].messages[1]) == ["t result:\nnine"]
    assert left_of(filter.process_input(rows)) == left_of(filter.process_input_step(rows)[0]) == [["t result:\nnine"]]


@pytest.mark.parametrize("filter", [ToolCallFilter(), ToolCallFilter(["t"]), ToolCallFilter(filter_after_tool_steps=9)])
def test_stored_messages_are_filtered_before_a_run(filter):
    """However many steps are kept later."""
    assert left_of(filter.process_input(HISTORY)) == [["q"], ["earlier"]]
    assert filter.process_input(HISTORY[:1]) == HISTORY[:1]


def test_steps_are_not_filtered_if_not_asked_for():
    """Then nothing changes."""
    assert ToolCallFilter().process_input_step(HISTORY) == (None, {})
    assert ToolCallFilter().process_input_step(HISTORY, {"a": 1}) == (None, {"a": 1})


def steps(filter, *made, state=None):
    """Filter the steps of a run, each with the calls it has made so far; return what is left of these, and the state."""
    left = []
    for calls in made:
        messages = (*HISTORY, stored("r", *calls)) if calls else HISTORY
        filtered, state = filter.process_input_step(messages, state, response_ids=["r"])
        left.append(left_of(filtered)[2:])
    return left, state


def test_steps_are_filtered_as_a_run_goes_on():
    """What a step brings that was not there before are its calls; the history is never kept."""
    left, state = steps(ToolCallFilter(filter_after_tool_steps=2), (), ("a",), ("a", "b", "c"), ("a", "b", "c", "d"))

    assert left == [[], [["a"]], [["a", "b", "c"]], [["b", "c", "d"]]]
    assert plain(state) == {"seen_call_ids": ["a", "b", "c", "d"], "step_call_ids": [[], ["a"], ["b", "c"], ["d"]]}


def test_a_step_that_calls_nothing_takes_a_place():
    """As in the original, so that pipelines over stored messages see the same."""
    left, _ = steps(ToolCallFilter(filter_after_tool_steps=1), ("a",), ("a",), ("a", "b"), ("a", "b"))
    assert left == [[["a"]], [], [["b"]], []]


def test_a_step_may_keep_nothing():
    """0 filters every call there is."""
    assert steps(ToolCallFilter(filter_after_tool_steps=0), ("a",), ("a", "b"))[0] == [[], []]


def test_the_state_of_steps_works_after_it_was_stored():
    """Lists where there were tuples."""
    _, state = steps(ToolCallFilter(filter_after_tool_steps=1), ("a",))
    assert steps(ToolCallFilter(filter_after_tool_steps=1), ("a", "b"), state=plain(state))[0] == [[["b"]]]


def test_messages_tell_themselves_whether_the_run_made_them():
    """Where no ids are given."""
    rows = (stored("h", "old", TextPart("x")), stored("r", "a", sources=RESPONSE))
    filtered, state = ToolCallFilter(filter_after_tool_steps=1).process_input_step(rows)
    assert (left_of(filtered), state["seen_call_ids"]) == ([["x"], ["a"]], ("a",))


def test_calls_listed_beside_the_parts_are_calls_of_the_run():
    """In rows that have them only there."""
    rows = (StoredMessage("r", "assistant", (TextPart("x"),), invocations=(done("a"),)),)
    filtered, state = ToolCallFilter(filter_after_tool_steps=1).process_input_step(rows, response_ids={"r"})
    assert (filtered is rows, state["step_call_ids"]) == (True, (("a",),))


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"history_call_ids": {}}, "history_call_ids of the state must be a list of ids, not {}"),
        ({"history_call_ids": "old"}, "history_call_ids of the state must be a list of ids, not 'old'"),
        ({"history_call_ids": [5]}, r"history_call_ids of the state must be a list of ids, not \[5\]"),
        ({"history_call_ids": [], "trailing_call_ids": None}, "trailing_call_ids of the state must be a list of ids, not None"),
        ({"history_call_ids": [], "user_messages": "2"}, "user_messages of the state must be a whole number, not '2'"),
        ({"history_call_ids": [], "user_messages": -1}, "user_messages of the state must be a whole number, not -1"),
    ],
)
def test_what_is_no_state_is_refused(state, told):
    """The message shows what is wrong with it."""
    with pytest.raises(ValueError, match=f"^{told}$"):
        ToolCallFilter().process_llm_request(Prompt(), state)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"seen_call_ids": 5}, "seen_call_ids of the state must be a list of ids, not 5"),
        ({"step_call_ids": 5}, "step_call_ids of the state must be a list of steps, not 5"),
        ({"step_call_ids": ["a"]}, "step_call_ids of the state must be a list of ids, not 'a'"),
    ],
)
def test_what_is_no_state_of_steps_is_refused(state, told):
    """As well."""
    with pytest.raises(ValueError, match=f"^{told}$"):
        ToolCallFilter(filter_after_tool_steps=1).process_input_step((), state)
