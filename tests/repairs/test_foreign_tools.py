"""Definitions of tools that another provider runs are left out; the caller's own and the target's stay."""

from __future__ import annotations

from functools import partial

from segue.prompts import Prompt, Request, ToolDefinition, user
from segue.repairs.foreign_tools import drop_foreign_tools
from tests.repairs.settling import settled

MINE, OWN, FOREIGN = ToolDefinition("run"), ToolDefinition("find", hosted="here.find"), ToolDefinition("search", hosted="elsewhere.search")
drop = partial(drop_foreign_tools, is_own=lambda tool: tool.hosted.startswith("here."))


def test_foreign_definitions_go():
    """The others are the same objects in the same order, and the prompt is the same."""
    before = Request(Prompt((user("Hi"),)), (FOREIGN, MINE, FOREIGN, OWN), "run")
    after = settled(drop, before)

    assert [tool is one for tool, one in zip(after.tools, (MINE, OWN), strict=True)] == [True, True]
    assert after.prompt is before.prompt
    assert after.tool_choice == "run"


def test_a_request_without_any_stays():
    """With the caller's own tools, the target's, or none."""
    for given in (Request(Prompt()), Request(Prompt(), (MINE, OWN, MINE))):
        assert drop(given) is given
