"""A server tool's call and its result stand in one message; a lone half is told as text."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import EMPTY, freeze_object
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.open_server_tools import tell_open_server_tools
from tests.repairs.settling import roles, said, settled, spared, steps, untouched

ASK = user("When?")
ASKED, GAVE = "[web_search, a server tool, was called with]\nquery: Züge ☕", "[result of web_search, a server tool]\n7:10"


def search(id="s1"):
    """Return a call that the provider runs."""
    return ToolCallPart(id, "web_search", freeze_object({"query": "Züge ☕"}), hosted=True)


def found(id="s1"):
    """Return what it gave."""
    return ToolResultPart(id, "web_search", (TextPart("7:10"),), hosted=True)


def test_a_call_without_result_is_told():
    """In its place, beside parts that are the same objects."""
    before = prompt(ASK, assistant("Hm.", search(), "So?"), user("Well?"))
    after = settled(tell_open_server_tools, before)

    assert said(after.messages[1]) == ["Hm.", ASKED, "So?"]
    assert after.messages[1].content[2] is before.messages[1].content[2]
    spared(before, after, 1)


def test_a_result_without_call_is_told():
    """Also one that stands before its call; the call then has none."""
    assert said(settled(tell_open_server_tools, prompt(ASK, assistant(found(), "At 7:10."), ASK)).messages[1]) == [GAVE, "At 7:10."]
    assert said(settled(tell_open_server_tools, prompt(ASK, assistant(found(), search()), ASK)).messages[1]) == [GAVE, ASKED]


def test_pairs_beside_a_half_stay():
    """Only the halves are told."""
    after = settled(tell_open_server_tools, prompt(ASK, assistant(search("a"), search("b"), found("a"), found("c")), ASK))

    assert said(after.messages[1]) == ["ToolCallPart", ASKED, "ToolResultPart", GAVE]


def test_neighbours_with_the_two_halves_are_joined():
    """All parts in order; then nothing is told. Several messages may share several calls."""
    before = prompt(ASK, assistant("Hm.", search("a"), search("b")), assistant(found("b")), assistant(found("a"), "At 7:10."), ASK)
    after = settled(tell_open_server_tools, before)

    assert roles(after) == "uau"
    assert said(after.messages[1]) == ["Hm.", "ToolCallPart", "ToolCallPart", "ToolResultPart", "ToolResultPart", "At 7:10."]
    spared(before, after, 1, 2, 3)


@pytest.mark.parametrize("between", [user("?"), assistant("Hm."), tool(result("c1"))])
def test_halves_that_are_no_neighbours_are_told(between):
    """The provider demands both in one message, and what stands between is not moved."""
    after = settled(tell_open_server_tools, prompt(ASK, assistant(search()), between, assistant(found()), ASK))

    assert (said(after.messages[1]), said(after.messages[3])) == ([ASKED], [GAVE])


def test_neighbours_without_a_common_call_stay_apart():
    """Each is told its own halves."""
    after = settled(tell_open_server_tools, prompt(ASK, assistant(search("a")), assistant(found("b")), ASK))

    assert [said(message) for message in after.messages[1:3]] == [[ASKED], [GAVE]]


def test_a_result_that_has_its_call_joins_nothing():
    """Though the neighbour waits for one of that id, and though the call is there twice."""
    after = settled(tell_open_server_tools, prompt(ASK, assistant(search()), assistant(search(), search(), found()), ASK))

    assert [said(message) for message in after.messages[1:3]] == [[ASKED], [ASKED, "ToolCallPart", "ToolResultPart"]]


def test_a_running_call_stays():
    """In the last assistant message, with nothing but results of the caller's tools behind it."""
    run = assistant(search(), call("c1", "run"))

    untouched(tell_open_server_tools, prompt(ASK, run), prompt(ASK, run, tool(result("c1"))), prompt(ASK, run, tool(result("c1")), tool()), prompt(run))


def test_a_lone_result_in_the_last_message_is_told():
    """It will not get its call."""
    assert said(settled(tell_open_server_tools, prompt(ASK, assistant(found(), search("b")))).messages[1]) == [GAVE, "ToolCallPart"]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ((search(), found(), search()), ["ToolCallPart", "ToolResultPart", ASKED]),
        ((search(), search(), found()), [ASKED, "ToolCallPart", "ToolResultPart"]),
        ((search(), found(), search(), found(), found()), ["ToolCallPart", "ToolResultPart", "ToolCallPart", "ToolResultPart", "ToolResultPart"]),
    ],
)
def test_an_id_that_is_used_again(parts, told):
    """A result is that of the call right before it; only the call that has none is told."""
    before = prompt(ASK, assistant(*parts), ASK)
    after = tell_open_server_tools(before)

    assert said(after.messages[1]) == told
    assert tell_open_server_tools(after) is after


def test_whole_pairs_and_the_callers_tools_stay():
    """In one or in many messages."""
    pair = assistant(search(), found(), "At 7:10.")

    untouched(tell_open_server_tools, Prompt(), prompt(ASK, pair, pair, ASK, assistant(call("c1", "web_search", EMPTY)), ASK, assistant()))


def test_it_is_linear():
    """A chain in which each message brings the result of the one before takes twice the steps for twice the length."""

    def chain(count):
        return prompt(ASK, *(assistant(found(f"s{index}"), search(f"s{index + 1}")) for index in range(count)), ASK)

    once, twice = (steps(partial(tell_open_server_tools, chain(count))) for count in (1000, 2000))

    assert twice <= 2.1 * once


def test_halves_are_rejoined_wherever_they_stand():
    """At the beginning, and behind others that were rejoined; a second result of the same call finds it answered."""
    first = settled(tell_open_server_tools, prompt(assistant(search()), assistant(found()), ASK, assistant(search("s2")), assistant(found("s2")), ASK))
    assert [message.content for message in first.messages] == [(search(), found()), ASK.content, (search("s2"), found("s2")), ASK.content]

    again = settled(tell_open_server_tools, prompt(ASK, assistant(search()), assistant(found()), assistant(found()), ASK))
    assert [said(message) for message in again.messages[1:]] == [["ToolCallPart", "ToolResultPart"], [GAVE], ["When?"]]
