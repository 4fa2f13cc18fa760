"""A tool that the provider defines bears the provider's name, wherever it is named."""

from __future__ import annotations

from functools import partial

from segue.json_values import EMPTY, freeze_object
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, Request, ToolDefinition, assistant, call, prompt, result, tool, user
from segue.repairs.provided_names import spell_provided_names
from tests.repairs.settling import settled, spared, untouched

NAMES = {"x.search": "search", "x.shell": "bash"}
FIND, SHELL = ToolDefinition("find", hosted="x.search", args=freeze_object({"most": 3})), ToolDefinition("shell", hosted="x.shell")
OWN = ToolDefinition("look", "Looks.", EMPTY)
SEARCH, FOUND = ToolCallPart("s1", "find", EMPTY, hosted=True), ToolResultPart("s1", "find", (TextPart("7:10"),), hosted=True)
HISTORY = prompt(
    user("When?"), assistant(SEARCH, FOUND, call("c1", "shell"), call("c2", "look")), tool(result("c1", "a", name="shell"), result("c2", "b")), user("?")
)
repair = partial(spell_provided_names, demanded=lambda given: NAMES.get(given.hosted, ""))


def names(request):
    """All names in a request: of tools, of calls and results, and the forced one."""
    parts = [part.name for message in request.prompt.messages for part in message.content if hasattr(part, "name")]
    return [given.name for given in request.tools], parts, request.tool_choice


def test_it_is_named_alike_everywhere():
    """Definition, calls of both kinds, results and the forced choice; what a result leaves out stays out."""
    after = settled(repair, Request(HISTORY, (FIND, SHELL, OWN), "shell"))

    assert names(after) == (["search", "bash", "look"], ["search", "search", "bash", "look", "bash", ""], "bash")
    assert (after.tools[0].args, after.tools[2]) == (FIND.args, OWN)
    assert after.tools[2] is OWN
    spared(HISTORY, after.prompt, 1, 2)


def test_another_choice_stays():
    """Of a tool of the caller's own, and none."""
    assert repair(Request(HISTORY, (FIND, OWN), "look")).tool_choice == "look"
    assert repair(Request(HISTORY, (FIND,))).tool_choice is None


def test_a_name_that_another_tool_has_is_not_given_twice():
    """Two of one kind cannot both have it, nor one beside the caller's own of that name."""
    untouched(repair, Request(HISTORY, (FIND, ToolDefinition("search"))), Request(HISTORY, (SHELL, ToolDefinition("bash", hosted="x.shell"))))
    after = settled(repair, Request(Prompt(), (FIND, ToolDefinition("seek", hosted="x.search"))))
    assert [given.name for given in after.tools] == ["search", "seek"]


def test_what_bears_its_name_stays():
    """And so do the caller's own tools, and a request without any."""
    untouched(repair, Request(HISTORY), Request(Prompt(), (OWN, ToolDefinition("search", hosted="x.search"))), Request(HISTORY, (OWN,)))


def test_a_tool_of_the_callers_under_the_same_name_keeps_its_definition():
    """It is on offer twice under one name, which the provider will tell; the definition of one is not the other's."""
    after = repair(Request(Prompt(), (FIND, ToolDefinition("find", "Finds."))))
    assert [given.name for given in after.tools] == ["search", "find"]
