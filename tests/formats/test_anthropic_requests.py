"""The Messages API: bodies, tools and the choice among them, of other formats or changed by repairs."""

from attrs import evolve

from segue.formats.anthropic import ANTHROPIC
from segue.json_values import freeze, freeze_object
from segue.parts import TextPart
from segue.prompts import Prompt, Request, ToolDefinition, ToolMessage, UserMessage, prompt, result, system, tool
from segue.shapes import Extras, Shape

CACHED = {"type": "ephemeral"}
MARKED = freeze({"anthropic": {"cacheControl": CACHED}})


def written(*messages):
    """Return the body that messages are written as."""
    return ANTHROPIC.encode(Request(prompt(*messages)))


def test_a_bare_list_becomes_a_body_where_it_must():
    """System text, tools or a forced tool need a body."""
    request = ANTHROPIC.decode([{"role": "user", "content": "a"}]).unwrap()
    assert ANTHROPIC.encode(evolve(request, prompt=Prompt((system("s"), *request.prompt.messages))))["system"] == "s"
    assert ANTHROPIC.encode(evolve(request, tools=(ToolDefinition("n"),)))["tools"] == [{"name": "n", "input_schema": {"type": "object"}}]
    assert ANTHROPIC.encode(evolve(request, tool_choice="n"))["tool_choice"] == {"type": "tool", "name": "n"}


def test_a_changed_tool_choice():
    """The forced tool's name follows the request, whatever else the choice says."""
    forced = {"messages": [], "tool_choice": {"type": "tool", "name": "a.b", "disable_parallel_tool_use": True}}
    request = ANTHROPIC.decode(forced).unwrap()
    assert ANTHROPIC.encode(evolve(request, tool_choice="a_b"))["tool_choice"] == {**forced["tool_choice"], "name": "a_b"}
    assert "tool_choice" not in ANTHROPIC.encode(evolve(request, tool_choice=None))
    auto = ANTHROPIC.decode({"messages": [], "tool_choice": {"type": "auto"}}).unwrap()
    assert ANTHROPIC.encode(evolve(auto, tool_choice="n"))["tool_choice"] == {"type": "tool", "name": "n"}


def test_tools():
    """The caller's tools have a schema; Anthropic's own are named by date, with settings as the wire spells them; others go."""
    tools = (
        ToolDefinition("a", "A", freeze_object({"type": "object"}), provider_options=MARKED),
        ToolDefinition(
            "web_search",
            hosted="anthropic.web_search_20250305",
            args=freeze_object({"maxUses": 3, "userLocation": {"city": "x"}, "allowedDomains": ["a"]}),
        ),
        ToolDefinition("tool_search_tool_bm25", hosted="anthropic.tool_search_bm25_20251119"),
        ToolDefinition("web_search", hosted="openai.web_search"),
    )
    assert ANTHROPIC.encode(Request(Prompt(), tools))["tools"] == [
        {"name": "a", "description": "A", "input_schema": {"type": "object"}, "cache_control": CACHED},
        {"type": "web_search_20250305", "name": "web_search", "max_uses": 3, "user_location": {"city": "x"}, "allowed_domains": ["a"]},
        {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"},
    ]


def test_joined_records_keep_their_extras():
    """Where a record joins another's wire message the unclaimed keys of both are written."""
    first = ToolMessage((result("a", "b"),), extras=Extras("anthropic", freeze_object({"x": 1})))
    second = UserMessage((TextPart("c"),), extras=Extras("anthropic", freeze_object({"x": 2, "y": 3})))
    assert {"x": 1, "y": 3}.items() <= written(first, second)["messages"][0].items()


def test_shapes_and_extras_of_another_format_are_not_heeded():
    """What only another format knows is not written."""
    other = Shape("openai-chat", ("content", "role"), "list", apart=True)
    part = TextPart("a", extras=Extras("openai-chat", freeze_object({"x": 1})), shape=other)
    assert written(tool(result("c", "r")), UserMessage((part,), name="Ann", shape=other))["messages"][0]["content"][1] == {
        "type": "text",
        "text": "a",
    }
    request = Request(prompt(UserMessage((part,), shape=other)), (), "n", Extras("openai-chat", freeze_object({"n": 1})), other)
    assert ANTHROPIC.encode(request) == {"messages": [{"role": "user", "content": "a"}]}
