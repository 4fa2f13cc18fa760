"""Rules that look at the tools on offer: those of other providers go, own ones and the caller's stay."""

from __future__ import annotations

import pytest

from segue.engine import find_faults, rewrite_request
from segue.json_values import freeze_object
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Request, ToolDefinition, assistant, prompt, user

ASK = prompt(user("When?"))
MINE = ToolDefinition("trains", input_schema=freeze_object({"type": "object"}))
CLAUDE, OPENAI, CUSTOM = (
    ToolDefinition("web_search", hosted="anthropic.web_search_20250305"),
    ToolDefinition("web_search", hosted="openai.web_search"),
    ToolDefinition("grep", hosted="openai.custom"),
)


@pytest.mark.parametrize(
    ("target", "kept", "gone"),
    [("anthropic/claude-sonnet-4-5", (MINE, CLAUDE), (OPENAI, CUSTOM)), ("openai/gpt-5.2", (MINE, CUSTOM), (CLAUDE, OPENAI))],
)
def test_only_own_server_tools_stay(target, kept, gone):
    """The others are named as faults at their place, and left out."""
    request = Request(ASK, (*gone, *kept))
    rule = f"{target.partition('/')[0]}-foreign-tool"

    assert [(fault.rule, fault.place) for fault in find_faults(request, target)] == [(rule, ("tools", index)) for index in range(len(gone))]
    assert rewrite_request(request, target).request.tools == kept
    assert rewrite_request(Request(ASK, kept), target).request.tools is kept


def test_a_tool_is_own_by_the_beginning_of_its_kind():
    """One of another provider's that is called alike is not."""
    other = ToolDefinition("grep", hosted="gateway.openai.custom")
    assert rewrite_request(Request(ASK, (other, CUSTOM)), "openai/gpt-5.2").request.tools == (CUSTOM,)


def test_a_hundred_and_twenty_eight_tools_are_not_too_many():
    """One more is."""
    tools = tuple(ToolDefinition(f"t{number}") for number in range(129))
    found = [[(fault.rule, fault.place) for fault in find_faults(Request(ASK, some), "openai/gpt-5.2")] for some in (tools[:128], tools)]
    assert found == [[], [("openai-too-many-tools", ("tools",))]]


def test_a_definition_alone_can_be_at_fault():
    """Its name is respelled, though the history holds no call of it."""
    after = rewrite_request(Request(ASK, (ToolDefinition("weather.get"),)), "openai/gpt-5.2").request

    assert after.tools[0].name == "weather_get_0da847a4ae"
    assert after.prompt is ASK


def test_the_input_of_a_server_tool_is_looked_at():
    """Also where no call of the caller's own tools has an odd one."""
    search = ToolCallPart("srvtoolu_1", "web_search", "frost", hosted=True)
    odd = prompt(user("When?"), assistant(search, ToolResultPart("srvtoolu_1", "web_search", (), hosted=True), "In May."), user("Sure?"))

    assert [fault.rule for fault in find_faults(odd, "anthropic/claude-sonnet-4-5")] == ["anthropic-input-not-object"]
