"""Ids are spelled as the target takes them, on calls and results alike, and distinct ones stay distinct."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import EMPTY
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._pairing import pair
from segue.repairs.call_ids import spell_call_ids
from tests.repairs.settling import ids, settled, spared, steps, untouched

ASK = user("Go.")
plain = partial(spell_call_ids, spelling=Spelling("[a-zA-Z0-9_-]"))
short = partial(spell_call_ids, spelling=Spelling(r"[\s\S]", 40))


def history(*names):
    """Return one turn for each id: a call and its result."""
    return prompt(ASK, *(message for name in names for message in (assistant(call(name, "run")), tool(result(name)))))


@pytest.mark.parametrize(
    ("repair", "id", "expected"),
    [
        (plain, "functions.read:0", "functions_read_0_9918a9222f"),
        (plain, "caf\xe9 \u2615", "caf____8af87fdd3c"),
        (plain, "\ud800", "__bca6ed9fc6"),
        (plain, " ", "__474f2af475"),
        (short, "x" * 100, f"{'x' * 29}_e3937cf472"),
        (plain, "a." * 100_000, f"{'a_' * 26}a_67fd8c0456"),
    ],
)
def test_an_id_is_respelled_on_call_and_result(repair, id, expected):
    """Fixed spellings; whatever else the messages hold is the same object."""
    before = prompt(ASK, assistant("Now:", call(id, "run")), tool(result("ok"), result(id)), ASK)
    after = settled(repair, before)

    assert ids(after) == [[], [expected], ["ok", expected], []]
    assert after.messages[1].content[0] is before.messages[1].content[0]
    assert after.messages[2].content[0] is before.messages[2].content[0]
    spared(before, after, 1, 2)


def test_empty_ids_are_numbered():
    """By their number in the history; results have that of their call, by name and order, and one without call its own."""
    before = prompt(
        ASK,
        assistant(call("", "trains"), call("", "buses")),
        tool(result("", name="buses"), result("")),
        assistant(call("", "trains")),
        tool(result(""), result("")),
    )
    first, second, third, lone = "call_e79e418e48", "call_913da1f8df", "call_ac11339ffa", "call_6e340b9cff"

    assert ids(settled(plain, before)) == [[], [first, second], [second, first], [third], [third, lone]]


def test_a_result_without_id_gets_that_of_its_call():
    """Also where the call's is allowed."""
    assert ids(settled(plain, prompt(ASK, assistant(call("c1", "run")), tool(result(""))))) == [[], ["c1"], ["c1"]]


@pytest.mark.parametrize("names", [("a.b", "a_b_fc7d33be47"), ("a_b_fc7d33be47", "a.b"), ("a.b", "a:b"), ("", "call_e79e418e48"), ("call_e79e418e48", "")])
def test_distinct_ids_stay_distinct(names):
    """Also where one is spelled like the alias of another, before it or behind."""
    after = settled(plain, history(*names))

    assert len({id for message in ids(after) for id in message}) == 2
    assert pair(after) == pair(history(*names))


def test_one_id_has_one_spelling():
    """On all calls and results of it, early, late, twice and without call."""
    before = prompt(tool(result("a.b")), ASK, assistant(call("a.b", "x"), call("a.b", "y")), tool(result("a.b")), ASK, tool(result("a.b"), result("a.b")))

    assert {id for message in ids(settled(plain, before)) for id in message} == {"a_b_fc7d33be47"}


def test_what_comes_later_changes_no_id():
    """The beginning of a longer history is respelled as it was alone."""
    names = ("a.b", "", "x", "a_b_fc7d33be47", "", "a:b")
    whole = ids(plain(history(*names)))

    assert all(whole[: 2 * count + 1] == ids(plain(history(*names[:count]))) for count in range(len(names)))


def test_server_tools_keep_their_ids():
    """And what they are called is given to nothing else."""
    hosted = [ToolCallPart("a_b_fc7d33be47", "s", EMPTY, hosted=True), ToolResultPart("a_b_fc7d33be47", "s", (TextPart("x"),), hosted=True)]
    before = prompt(ASK, assistant(*hosted), ASK, assistant(call("a.b", "run")), tool(result("a.b")))

    assert ids(settled(plain, before))[1:] == [["a_b_fc7d33be47"] * 2, [], ["a_b_296d8778d1"], ["a_b_296d8778d1"]]
    untouched(plain, prompt(ASK, assistant(ToolCallPart("a.b", "s", EMPTY, hosted=True))))


def test_allowed_ids_stay():
    """Of any length where there is no limit, and up to it where there is."""
    untouched(plain, Prompt(), history("toolu_01A", "-", "x" * 1000), prompt(tool(result("c9"))))
    untouched(short, Prompt(), history("a.b", "é☕ \n", "x" * 40))


def test_it_is_linear():
    """Thousands of odd, empty and equal ids take a bounded number of steps each."""

    def grown(count):
        return prompt(ASK, assistant(*[call("", "x")] * count, *[call("a.b", "x")] * count), tool(*[result("", name="x")] * count, *[result("a.b")] * count))

    once, twice = (steps(partial(plain, grown(count))) for count in (2_500, 5_000))

    assert twice <= 2.1 * once
    assert twice <= 20_000 * 120
