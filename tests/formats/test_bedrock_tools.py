"""The Converse API: tools, those of other formats too, and the tool that the model must call."""

import pytest
from attrs import evolve

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.json_values import freeze, same_json
from segue.prompts import Prompt, Request, ToolDefinition, user

MARK = {"cachePoint": {"type": "default"}}
SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}}
FIND = {"toolSpec": {"name": "find", "description": "Find", "inputSchema": {"json": SCHEMA}}}
SPECS = [
    FIND,
    {"toolSpec": {"inputSchema": {"json": {}}, "name": "bare", "strict": True}},
    {"toolSpec": {"name": "null", "description": None, "inputSchema": {"json": SCHEMA}, "strict": None}},
    {"toolSpec": {"name": "", "description": "", "inputSchema": {"json": SCHEMA}}},
    {"toolSpec": {"name": "odd", "inputSchema": {}}},
    {"toolSpec": {"name": "odd", "inputSchema": {"json": [1]}}},
    {"toolSpec": {"name": "odd", "inputSchema": {"json": None}}},
    {"toolSpec": {"name": "odd", "inputSchema": {"json": SCHEMA, "more": 1}}},
]
HOSTED = [
    {"systemTool": {"name": "nova_grounding"}},
    {"systemTool": {"name": "nova_grounding", "more": 1}},
    {"systemTool": {"name": 5}},
    {"systemTool": None},
    {"futureTool": {"name": "a"}},
    {"toolSpec": {"name": "a", "inputSchema": {}}, "systemTool": None},
    {},
]
CONFIGS = {
    "specs": {"tools": SPECS, "toolChoice": {"tool": {"name": "find"}}},
    "hosted": {"toolChoice": {"auto": {}}, "tools": HOSTED},
    "markers": {
        "tools": [
            MARK,
            FIND,
            MARK,
            MARK,
            HOSTED[0],
            {"cachePoint": {"ttl": "1h", "type": "default"}},
            HOSTED[4],
            MARK,
            {"cachePoint": None},
        ]
    },
    "markers alone": {"tools": [MARK]},
    "odd markers": {"tools": [FIND, {"cachePoint": 5}, MARK]},
    "none": {"tools": []},
    "nulls": {"tools": None, "toolChoice": None, "more": None},
    "odd choices": {"tools": [FIND], "toolChoice": {"tool": {"name": 5}}, "more": {"a": -0.0}},
    "odd choice": {"toolChoice": "find"},
    "empty": {},
}


def body(config):
    """Return a body with this configuration of tools."""
    return {"toolConfig": config, "messages": []}


def config(request):
    """Return the configuration of tools that a request is written with."""
    return BEDROCK_CONVERSE.encode(request).get("toolConfig")


def decoded(config):
    """Return the request of a body with this configuration."""
    return BEDROCK_CONVERSE.decode(body(config)).unwrap()


def made(*tools, choice=None):
    """Return a request with tools of another format."""
    return Request(Prompt((user("Hi"),)), tools, choice)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_a_configuration_comes_back_to_the_letter(config):
    """Tools, markers among them, and what stands beside them are written as they came."""
    assert same_json(BEDROCK_CONVERSE.encode(decoded(config)), body(config))


def test_tools_are_read():
    """The caller's tools have a schema, Amazon's a name; what is neither is kept whole."""
    find, bare, null, empty, odd, *_ = decoded(CONFIGS["specs"]).tools
    assert find == ToolDefinition("find", "Find", freeze(SCHEMA))
    assert (bare.input_schema, bare.extras.fields) == ({}, {"strict": True})
    assert (null.description, empty.description, odd.input_schema) == (None, "", None)
    grounding, more, *_, nothing = decoded(CONFIGS["hosted"]).tools
    assert grounding == ToolDefinition("nova_grounding", hosted="bedrock.nova_grounding")
    assert (more.hosted, more.args) == ("bedrock.systemTool", HOSTED[1])
    assert nothing.name == ""


def test_a_marker_behind_a_tool_is_its_option():
    """Markers that stand behind no tool, or are the second in a row, are kept out of the records' sight."""
    find, grounding, _ = decoded(CONFIGS["markers"]).tools
    assert find.provider_options == freeze({"bedrock": MARK})
    assert grounding.provider_options == freeze({"bedrock": {"cachePoint": {"ttl": "1h", "type": "default"}}})


def test_the_tool_that_must_be_called():
    """Its name is read from the choice."""
    assert decoded(CONFIGS["specs"]).tool_choice == "find"
    assert [decoded(CONFIGS[name]).tool_choice for name in ("hosted", "odd choices", "odd choice")] == [None] * 3


def test_tools_of_others():
    """A definition is a spec; a description that says nothing, and markers of others, are left out; a schema there is always."""
    marked = freeze({"anthropic": {"cacheControl": {"type": "ephemeral"}}, "bedrock": MARK})
    tools = (ToolDefinition("find", "Find", freeze(SCHEMA)), ToolDefinition("bare", "", provider_options=marked))
    bare = {"toolSpec": {"name": "bare", "inputSchema": {"json": {"type": "object"}}}}
    assert config(made(*tools)) == {"tools": [FIND, bare, MARK]}


def test_tools_that_others_run_are_left_out():
    """Amazon's own are written, whoever read them; where none is left there is no configuration."""
    grounding = ToolDefinition("nova_grounding", hosted="bedrock.nova_grounding")
    search = ToolDefinition("web_search", hosted="anthropic.web_search_20250305")
    assert config(made(search, grounding)) == {"tools": [HOSTED[0]]}
    assert config(made(search)) is None


def test_a_choice_is_written_if_the_tool_is_on_offer():
    """The API refuses the name of a tool that it was not told of."""
    assert config(made(ToolDefinition("find", "Find", freeze(SCHEMA)), choice="find"))["toolChoice"] == {"tool": {"name": "find"}}
    assert "toolChoice" not in config(made(ToolDefinition("find"), choice="other"))
    assert config(made(choice="find")) is None


def test_a_changed_choice_is_written():
    """A tool that has an alias now is demanded by that; a demand that was taken back is left out."""
    request = decoded({"tools": [FIND], "toolChoice": {"tool": {"name": "find", "more": 1}}})
    renamed = evolve(request, tools=(evolve(request.tools[0], name="seek"),), tool_choice="seek")
    assert config(renamed)["toolChoice"] == {"tool": {"name": "seek", "more": 1}}
    assert "toolChoice" not in config(evolve(request, tool_choice=None))
    assert config(evolve(decoded(CONFIGS["nulls"]), tools=request.tools, tool_choice="find")) == {
        "tools": [FIND], "toolChoice": {"tool": {"name": "find"}}, "more": None,
    }  # fmt: skip


def test_a_configuration_without_tools_is_left_out():
    """Where the last tool went there is no configuration, unless it says something else."""
    assert config(evolve(decoded({"tools": [FIND]}), tools=())) is None
    assert config(evolve(decoded({"tools": [FIND], "toolChoice": {"any": {}}}), tools=())) == {"toolChoice": {"any": {}}}


def test_markers_keep_their_places_among_changed_tools():
    """A marker that no tool carries stands where it did, as far as there are tools before it."""
    request = decoded(CONFIGS["markers"])
    assert config(evolve(request, tools=request.tools[:1]))["tools"] == [MARK, FIND, MARK, MARK, {"cachePoint": None}]
