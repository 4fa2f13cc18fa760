"""A result belongs to the call it answers, also where an id is used again, shared by two tools, or missing."""

from __future__ import annotations

from functools import partial

import pytest

from segue.filters._exchanges import exchanges
from segue.json_values import EMPTY
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import assistant, call, prompt, result, system, tool, user
from tests.repairs.settling import steps

ASK = user("Go.")
RUN, DONE = assistant(call("k", "t")), tool(result("k", "1", name="t"))


def groups(*messages):
    """Return for each call and result, in order, the number of its exchange."""
    keys = exchanges(prompt(*messages)).keys
    order = list(dict.fromkeys(keys))
    return [order.index(key) for key in keys]


def run(*calls):
    """Return an assistant message of calls, each id and name."""
    return assistant(*(call(id, name) for id, name in calls))


def told(*results):
    """Return a tool message of results, each id and name."""
    return tool(*(result(id, name=name) for id, name in results))


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((ASK, RUN, DONE), [0, 0]),
        ((run(("a", "t"), ("b", "z")), told(("b", "z"), ("a", "t"))), [0, 1, 1, 0]),
        ((told(("a", "t")), ASK, run(("a", "t"))), [0, 0]),
        ((run(("a", "t")), told(("a", "other"), ("a", ""))), [0, 0, 0]),
        ((run(("a", "t")), told(("b", "t"), ("b", "t"))), [0, 1, 1]),
    ],
)
def test_an_id_of_one_call_names_its_exchange(messages, expected):
    """Wherever the results stand and whatever tool they name; results without a call are together."""
    assert expected == groups(*messages)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((RUN, DONE, RUN, DONE), [0, 0, 1, 1]),
        ((RUN, ASK, RUN, DONE), [0, 1, 1]),
        ((RUN, ASK, RUN, DONE, DONE, DONE), [0, 1, 1, 0, 1]),
        ((RUN, RUN, DONE, DONE), [0, 1, 0, 1]),
        ((RUN, DONE, RUN, DONE, DONE), [0, 0, 1, 1, 1]),
        ((RUN, ASK, DONE, RUN, DONE), [0, 0, 1, 1]),
        ((DONE, DONE, RUN, RUN), [0, 1, 0, 1]),
        ((DONE, RUN, RUN, DONE), [0, 1, 0, 1]),
        ((DONE, RUN, DONE, RUN, DONE), [0, 1, 1, 2, 2]),
        ((RUN, DONE, RUN, ASK, run(("other", "t")), DONE), [0, 0, 1, 2, 1]),
    ],
)
def test_of_calls_under_one_id_each_has_its_own_result(messages, expected):
    """That of the latest turn waits; a further result belongs to the last call, one that comes early to one that is left waiting."""
    assert expected == groups(*messages)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([("k", "z")], [0, 1, 1]),
        ([("k", "t"), ("k", "z")], [0, 1, 0, 1]),
        ([("k", "z"), ("k", "t")], [0, 1, 1, 0]),
        ([("k", ""), ("k", "")], [0, 1, 0, 1]),
        ([("k", "z"), ("k", "other")], [0, 1, 1, 0]),
        ([("k", "z"), ("k", "z")], [0, 1, 1, 0]),
    ],
)
def test_an_id_shared_by_two_tools_is_told_apart_by_name(results, expected):
    """A result that names another tool, or none, belongs to the first that waits."""
    assert expected == groups(run(("k", "t"), ("k", "z")), told(*results))


def test_the_latest_turn_comes_before_the_name():
    """A result is of the turn it stands in, whatever it calls the tool."""
    assert groups(run(("k", "t")), ASK, run(("k", "z")), told(("k", "t"), ("k", "t"), ("k", "t"))) == [0, 1, 1, 0, 1]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((run(("", "t"), ("", "z"), ("", "t")), told(("", "z"), ("", "t"), ("", "t"))), [0, 1, 2, 1, 0, 2]),
        ((run(("", "t"), ("", "z")), told(("", ""), ("", ""))), [0, 1, 0, 1]),
        ((run(("", "t")), told(("", "z"), ("", "z"))), [0, 1, 2]),
        ((run(("a", "t"), ("b", "z")), told(("", "z"), ("", ""))), [0, 1, 1, 0]),
        ((run(("a", "t"), ("b", "t")), told(("a", "t"), ("", "t"))), [0, 1, 0, 1]),
        ((run(("a", "t")), told(("", "t"), ("", "t"))), [0, 0, 1]),
        ((run(("a", "t"), ("", "z")), told(("", "t"))), [0, 1, 2]),
        ((told(("", "t"), ("", "t")), run(("", "t"))), [0, 1, 2]),
    ],
)
def test_without_ids_name_and_order_tell(messages, expected):
    """Calls that have none come first; a result without id may answer a call with one."""
    assert expected == groups(*messages)


def test_hosted_results_belong_to_the_call_beside_them():
    """In the assistant's own message, under an id that comes back."""
    both = assistant(call("k", "t"), result("k", "1", name="t"))
    assert groups(both, ASK, both) == [0, 0, 1, 1]


def test_hosted_calls_are_apart_from_the_callers_own():
    """Under a shared id each result goes to a call of its own kind, to one of the other only where there is none."""
    own, hosted = call("k", "t"), ToolCallPart("k", "t", EMPTY, hosted=True)
    answer, hosted_answer = result("k", name="t"), ToolResultPart("k", "t", (), hosted=True)

    assert groups(assistant(hosted, own), tool(answer)) == [0, 1, 1]
    assert groups(assistant(hosted, own, hosted_answer, hosted_answer), tool(answer)) == [0, 1, 0, 0, 1]
    assert groups(assistant(hosted, hosted), tool(answer)) == [0, 1, 0]


def test_exchanges_are_told_apart_by_where_they_begin():
    """Each stands once in the half in which its first part is."""
    found = exchanges(prompt(told(("x", "t")), run(("a", "t")), ASK, told(("a", "t")), run(("b", "t")), told(("b", "t"))))
    assert found.split(2) == (("x", "a"), ("b",))
    assert [found.split(place) for place in (-1, 0, 9)] == [((), ("x", "a", "b"))] * 2 + [(("x", "a", "b"), ())]


def test_only_assistants_and_tools_are_looked_at():
    """A user's message holds no calls, whatever it says."""
    assert exchanges(prompt(system("Go."), ASK)).parts == []


@pytest.mark.parametrize("names", [("t",), ("t", "z"), ("t", "z", "")])
@pytest.mark.parametrize("id", ["k", ""])
def test_shared_ids_take_linear_time(id, names):
    """Twice the calls in one message, twice the steps."""

    def long(size):
        pairs = [(id, names[number % len(names)]) for number in range(size)]
        return prompt(run(*pairs), told(*pairs[::-1]))

    once, twice = (steps(partial(exchanges, long(size))) for size in (200, 400))
    assert twice < 2.2 * once
