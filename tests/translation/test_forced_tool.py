"""A tool that the model must call is demanded in every format, where that tool is on offer."""

from __future__ import annotations

import pytest

from segue import FORMATS, Prompt, Request, prompt, user
from segue.prompts import ToolDefinition

CHOICES = {
    "openai-chat": ("tool_choice", {"type": "function", "function": {"name": "read"}}),
    "anthropic": ("tool_choice", {"type": "tool", "name": "read"}),
    "ai-sdk": ("toolChoice", {"type": "tool", "toolName": "read"}),
    "openai-responses": ("tool_choice", {"type": "function", "name": "read"}),
    "gemini": ("toolConfig", {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["read"]}}),
}
OFFERED = (ToolDefinition("read"), ToolDefinition("find"), ToolDefinition("web", hosted="example.web"))
FORCED = Request(prompt(user("Go.")), OFFERED, "read")


@pytest.mark.parametrize("name", CHOICES)
def test_it_is_demanded(name):
    """The choice names the tool as the format does."""
    key, choice = CHOICES[name]
    assert FORMATS[name].encode(FORCED)[key] == choice


@pytest.mark.parametrize("name", [*CHOICES, "bedrock-converse"])
@pytest.mark.parametrize("other", [*CHOICES, "bedrock-converse"])
def test_it_stays_on_the_way(name, other):
    """From one format by way of another it is the same."""
    there = FORMATS[name].decode(FORMATS[name].encode(FORCED)).unwrap()
    back = FORMATS[other].decode(FORMATS[other].encode(there)).unwrap()

    assert (there.tool_choice, back.tool_choice) == ("read", "read")


@pytest.mark.parametrize("name", FORMATS)
def test_where_nothing_is_forced_nothing_is_demanded(name):
    """A request that leaves the choice has none anywhere, tools without a name or not."""
    unnamed = {"input": [], "tools": [{"type": "web_search"}, {"type": "function", "name": "read"}]}
    for request in (Request(Prompt(), OFFERED), FORMATS["openai-responses"].decode(unnamed).unwrap()):
        written = FORMATS[name].encode(request)
        assert not isinstance(written, dict) or not {"tool_choice", "toolChoice", "toolConfig"} & {*written} - {"toolConfig"}
        assert FORMATS[name].decode(written).unwrap().tool_choice is None


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("forced", ["gone", "web"])
def test_what_is_not_on_offer_is_not_demanded(name, forced):
    """A tool that is not written, since nobody offers it or only another provider runs it, is no choice."""
    written = FORMATS[name].encode(Request(Prompt(), OFFERED, forced))
    if name != "ai-sdk" or forced == "gone":
        assert FORMATS[name].decode(written).unwrap().tool_choice is None
    else:
        assert written["toolChoice"]["toolName"] in {tool["name"] for tool in written["tools"]}
