"""Tools have names that the target takes, the same in calls, results, definitions and the choice, and distinct ones for distinct names."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import EMPTY
from segue.parts import ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import Prompt, Request, ToolDefinition, assistant, call, prompt, result, tool, user
from segue.repairs.tool_names import aliases_of, spell_tool_names
from tests.repairs.settling import settled, spared

ASK = user("Rain?")
SPELLING = Spelling("[a-zA-Z0-9_-]", 64)
ALIAS = "weather_get_0da847a4ae"
respell = partial(spell_tool_names, spelling=SPELLING)


def calling(*names, tools=(), choice=None):
    """Return a request with a call of each name, and tools of these names."""
    calls = (call(str(index), name) for index, name in enumerate(names))
    return Request(prompt(ASK, assistant(*calls)), tuple(map(ToolDefinition, tools)), choice)


def names(request):
    """Return the names of all calls, results and tools, in order."""
    parts = (part for message in request.prompt.messages for part in message.content)
    return [*(part.name for part in parts if isinstance(part, ToolCallPart | ToolResultPart)), *(tool.name for tool in request.tools)]


def test_a_name_is_respelled_everywhere():
    """In calls, results, the definition and the forced choice."""
    given = Request(
        prompt(ASK, assistant("Now:", call("c1", "weather.get")), tool(result("c1", name="weather.get"), result("c2"))),
        (ToolDefinition("weather.get", "W"), ToolDefinition("run")),
        "weather.get",
    )
    after = settled(respell, given)

    assert names(after) == [ALIAS, ALIAS, "", ALIAS, "run"]
    assert after.tool_choice == ALIAS
    assert after.tools[0] == evolve(given.tools[0], name=ALIAS)


def test_what_has_an_allowed_name_is_the_same_object():
    """Messages, parts and definitions; the prompt too where only a definition is respelled."""
    given = calling("run", "weather.get", tools=("run", "weather.get"))
    after = settled(respell, given)

    spared(given.prompt, after.prompt, 1)
    assert after.prompt.messages[1].content[0] is given.prompt.messages[1].content[0]
    assert after.tools[0] is given.tools[0]
    defined = calling("run", tools=("weather.get",))
    assert settled(respell, defined).prompt is defined.prompt
    called = calling("weather.get", tools=("run",))
    assert settled(respell, called).tools is called.tools


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("weather.get", ALIAS),
        ("caf\xe9 \u2615", "caf____8af87fdd3c"),
        ("x" * 100, f"{'x' * 53}_e3937cf472"),
        ("", "unknown_tool"),
        ("\ud800", "__bca6ed9fc6"),
    ],
)
def test_aliases_are_fixed(name, expected):
    """These very spellings; a call without name says so."""
    assert names(settled(respell, calling(name, "run"))) == [expected, "run"]
    assert aliases_of(calling(name, "run"), SPELLING) == {name: expected}


@pytest.mark.parametrize("given", [calling("a.b", "a:b"), calling("weather.get", ALIAS), calling(ALIAS, "weather.get"), calling("weather.get", tools=(ALIAS,))])
def test_distinct_names_stay_distinct(given):
    """Also where one is spelled like the alias of another; those of the history come first, then those on offer."""
    after = settled(respell, given)

    assert len(set(names(after))) == 2
    assert names(after)[0] in (names(given)[0], ALIAS, "a_b_fc7d33be47")


def test_one_name_has_one_alias():
    """However often, and wherever."""
    assert set(names(settled(respell, calling(*["weather.get"] * 5, tools=["weather.get"])))) == {ALIAS}


def test_a_result_without_name_stays():
    """It needs none; the empty name of a call is another thing."""
    given = Request(prompt(ASK, assistant(call("c1", "")), tool(result("c1"))))

    assert names(settled(respell, given)) == ["unknown_tool", ""]


def test_a_result_alone_is_respelled():
    """Its call may be cut off, or named otherwise."""
    assert names(settled(respell, Request(prompt(tool(result("c1", name="weather.get")), ASK)))) == [ALIAS]


def test_a_choice_without_name_stays():
    """It is not that of the call without name."""
    assert settled(respell, calling("", choice="")).tool_choice == ""


def test_server_tools_keep_their_names():
    """Calls, results and definitions alike."""
    hosted = ToolCallPart("s1", "weather.get", EMPTY, hosted=True)
    found = ToolResultPart("s1", "weather.get", (), hosted=True)
    offered = ToolDefinition("weather.get", hosted="anthropic.web_search_20250305")
    given = Request(prompt(ASK, assistant(hosted, found), ASK, assistant(call("c1", "weather.get"))), (offered,))

    alone = Request(prompt(ASK, assistant(hosted, found)), (offered,))
    assert respell(alone) is alone
    assert aliases_of(alone, SPELLING) == {}
    assert names(settled(respell, given)) == ["weather.get", "weather.get", ALIAS, "weather.get"]


def test_allowed_names_stay():
    """Up to the limit; an odd choice without such a tool, and none, are left alone."""
    for given in (Request(Prompt()), calling("run", "-", "x" * 64, tools=("run",), choice="run"), calling("run", choice="weather.get"), calling(choice="")):
        assert respell(given) is given
