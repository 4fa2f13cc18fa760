"""Gemini: bodies, the arguments of the SDKs, system instructions and tools."""

import json

import pytest
from attrs import evolve

from segue.formats.gemini import GEMINI
from segue.formats.gemini_tools import json_schema
from segue.json_values import freeze, same_json
from segue.parts import OpaquePart, TextPart
from segue.prompts import Prompt, Request, SystemMessage, ToolDefinition, UserMessage, prompt, system, user

ASK = {"role": "user", "parts": [{"text": "Go."}]}
PNG = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
DIALECT = {"type": "OBJECT", "properties": {"type": {"type": "STRING", "nullable": True}}, "required": ["type"]}
COMMON = {"type": "object", "properties": {"type": {"type": ["string", "null"]}}, "required": ["type"]}
ADD = {"name": "add", "description": "Add.", "parameters": DIALECT}
CALLING = {"mode": "ANY", "allowedFunctionNames": ["add"]}

BODIES = [
    {"contents": [ASK]},
    {"contents": []},
    {"contents": ASK},
    {"contents": "Go."},
    {"contents": ["Go.", ASK, {"text": "x"}, {"text": ""}, PNG, {"thought": True, "text": "x"}, {}, {"functionCall": {"name": "a"}}, "y"]},
    {"contents": [{"functionResponse": {"name": "a", "response": {}}}, {"functionResponse": {"name": "a"}}, ASK]},
    {"contents": {"text": "Go."}},
    {"contents": [ASK], "generationConfig": {"temperature": 1.0, "topK": 1}, "cachedContent": None},
    {"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": [ASK]},
    {"contents": [ASK], "system_instruction": {"role": "system", "parts": [{"text": "a"}, PNG, {"text": "b", "thoughtSignature": "x"}], "future": 1}},
    {"contents": [ASK], "systemInstruction": {"parts": None, "role": 1}},
    {"contents": [ASK], "systemInstruction": {"parts": []}},
    {"contents": [ASK], "systemInstruction": {}},
    {"contents": [ASK], "systemInstruction": "Be brief."},
    {"contents": [ASK], "systemInstruction": {"text": "Be brief.", "thought": None}},
    {"contents": [ASK], "systemInstruction": ["a", {"text": "b"}, "", PNG]},
    {"contents": [ASK], "systemInstruction": []},
    {"contents": [ASK], "systemInstruction": None, "tools": None, "toolConfig": None},
    {"contents": [ASK], "tools": []},
    {"contents": [ASK], "tools": [{}, {"functionDeclarations": []}, {"functionDeclarations": [ADD], "googleSearch": {}}, {"codeExecution": {}}]},
    {"tools": [{"function_declarations": [{**ADD, "response": None}], "google_search": None}, {"mcp_servers": []}], "contents": [ASK]},
    {"contents": [ASK], "tool_config": {"function_calling_config": {"mode": "any", "allowed_function_names": ["add"]}}},
    {"contents": [ASK], "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}},
    {"contents": [ASK], "toolConfig": 3},
    {"model": "gemini-3-pro", "contents": "Go.", "config": {"systemInstruction": "a", "tools": [{"codeExecution": {}}], "topK": 1, "seed": None}},
    {"contents": [ASK], "config": {"tool_config": {"functionCallingConfig": CALLING}}, "systemInstruction": {"parts": []}},
    {"contents": [ASK], "config": None},
    [ASK],
    ["Go.", {"text": "x"}],
    [],
    ASK,
    {"parts": []},
    {"role": "user"},
    {"text": "Go."},
    "Go.",
]  # fmt: skip
SPELLINGS = [ADD | {key: DIALECT} for key in ("response", "parametersJsonSchema")] + [
    {"name": "add", "parametersJsonSchema": COMMON, "behavior": "BLOCKING", "future": 1},
    {"name": "add", "parameters_json_schema": COMMON, "description": None},
    {"parameters": COMMON, "name": "add"},
    {"name": "add"},
]


def read(body):
    """Return the request of a body."""
    return GEMINI.decode(body).unwrap()


@pytest.mark.parametrize("body", BODIES, ids=json.dumps)
def test_a_body_comes_back(body):
    """A body, its contents alone, one content, a part or a text are written as they came."""
    assert same_json(GEMINI.encode(read(body)), body)


@pytest.mark.parametrize("declaration", SPELLINGS, ids=json.dumps)
def test_a_declaration_comes_back(declaration):
    """A function's declaration is written as it came, and after a change of another tool as well."""
    request = read({"contents": [], "tools": [{"functionDeclarations": [declaration]}]})
    more = evolve(request, tools=(*request.tools, ToolDefinition("more")))
    assert GEMINI.encode(request)["tools"] == [{"functionDeclarations": [declaration]}]
    assert GEMINI.encode(more)["tools"] == [{"functionDeclarations": [declaration, {"name": "more"}]}]


def test_the_system_instruction():
    """It is the first message, of texts; what is no text of the operator's is carried unread."""
    (first, _) = read(
        {"contents": [ASK], "systemInstruction": {"parts": [{"text": "a"}, PNG, {"text": "b", "thought": True}]}}
    ).prompt.messages
    assert isinstance(first, SystemMessage)
    assert [type(part) for part in first.content] == [TextPart, OpaquePart, OpaquePart]
    assert [read({"contents": [], "systemInstruction": said}).prompt.messages for said in ("a", {"text": "a"}, ["a"])] == [
        (system("a"),)
    ] * 3


def test_texts_and_parts_in_place_of_contents():
    """A text or part of the Python SDK's is the user's, a call the model's."""
    messages = read(["Go.", {"text": "x"}, {"functionCall": {"name": "a"}}, {"functionResponse": {"name": "a"}}]).prompt.messages
    assert messages[:2] == (user("Go."), user("x"))
    assert messages[2].content[0].id == messages[3].content[0].id


def test_the_tools():
    """A declaration is a tool of the caller's with a common schema, another key a tool that Google runs."""
    tools = [
        {"functionDeclarations": [ADD, {"name": "b", "parametersJsonSchema": {"type": "object"}}]},
        {"fileSearch": {"topK": 1}},
        {"mcpServers": [1]},
    ]
    assert read({"contents": [], "tools": tools}).tools == (
        ToolDefinition("add", "Add.", freeze(COMMON)),
        ToolDefinition("b", None, freeze({"type": "object"})),
        ToolDefinition("file_search", hosted="google.file_search", args=freeze({"topK": 1})),
        ToolDefinition("mcp_servers", hosted="google.mcp_servers"),
    )


def test_a_schema_of_the_sdk_is_a_common_one():
    """Types are in lower case, null is a type, keys are in camelCase, counts are numbers, nulls are gone; examples stay as they are."""
    dumped = {
        "type": "ARRAY", "min_items": "1", "maxItems": 2, "title": None, "items": {"any_of": [{"type": "STRING"}, {"type": "NULL"}]}, "nullable": False,
        "example": "OBJECT", "max_length": "many", "anyOf": "odd",
    }  # fmt: skip
    assert json_schema(freeze(dumped)) == {
        "type": "array", "minItems": 1, "maxItems": 2, "items": {"anyOf": ({"type": "string"}, {"type": "null"})}, "example": "OBJECT",
        "maxLength": "many", "anyOf": "odd",
    }  # fmt: skip
    assert json_schema(freeze({"nullable": True, "type": ["A"]})) == {"type": ("A",)}


def test_a_changed_schema_is_a_common_one():
    """Parameters in Google's dialect that were changed are written as a common schema, others under their key."""
    request = read({"contents": [], "tools": [{"functionDeclarations": [ADD, {"name": "b", "parameters": {"type": "object"}}]}]})
    bare = read({"contents": [], "tools": [{"functionDeclarations": [{"name": "c"}]}]})
    schema = freeze({"type": "object", "properties": {}})
    given = evolve(bare, tools=(evolve(bare.tools[0], input_schema=schema),))
    assert GEMINI.encode(given)["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"] == {"type": "object", "properties": {}}
    changed = evolve(request, tools=tuple(evolve(tool, input_schema=schema) for tool in request.tools))
    (written,) = GEMINI.encode(changed)["tools"]
    assert written["functionDeclarations"][0] == {
        "name": "add",
        "description": "Add.",
        "parametersJsonSchema": {"type": "object", "properties": {}},
    }
    assert written["functionDeclarations"][1] == {"name": "b", "parameters": {"type": "object", "properties": {}}}


def test_tools_of_others():
    """The caller's tools stand in one object; of hosted ones Google's are written, others left out."""
    tools = (
        ToolDefinition("web", hosted="google.google_search", args=freeze({"x": 1})),
        ToolDefinition(
            "a", "Do it.", freeze({"type": "object"}), provider_options=freeze({"google": {"behavior": "BLOCKING"}, "openai": {"x": 1}})
        ),
        ToolDefinition("b"),
        ToolDefinition("new", hosted="google.of_tomorrow"),
        ToolDefinition("search", hosted="anthropic.web_search_20250305"),
    )
    declared = [{"name": "a", "description": "Do it.", "parametersJsonSchema": {"type": "object"}, "behavior": "BLOCKING"}, {"name": "b"}]
    assert GEMINI.encode(Request(Prompt(), tools)) == {
        "contents": [],
        "tools": [{"functionDeclarations": declared}, {"googleSearch": {"x": 1}}],
    }
    assert GEMINI.encode(Request(Prompt(), tools[-2:])) == {"contents": []}


def test_a_tool_that_changed_leaves_the_others():
    """Where a tool is new the others are written anew, hosted ones with what they were given."""
    request = read({"contents": [], "tools": [{"googleSearch": {}, "functionDeclarations": [{"name": "a"}]}, {"mcp_servers": [1]}]})
    changed = evolve(request, tools=(*request.tools, ToolDefinition("b")))
    tools = [{"functionDeclarations": [{"name": "a"}, {"name": "b"}]}, {"googleSearch": {}}, {"mcp_servers": [1]}]
    assert GEMINI.encode(changed)["tools"] == tools


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ({"functionCallingConfig": CALLING}, "add"),
        ({"function_calling_config": {"mode": "any", "allowed_function_names": ["add"]}}, "add"),
        ({"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["add"]}}, None),
        ({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["add", "b"]}}, None),
        ({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [3]}}, None),
        ({"functionCallingConfig": {"mode": 3, "allowedFunctionNames": ["add"]}}, None),
        ({"functionCallingConfig": []}, None),
        ({}, None),
    ],
)
def test_the_forced_tool(config, name):
    """A configuration that allows one function and demands a call forces that one."""
    assert read({"contents": [], "toolConfig": config}).tool_choice == name


def test_another_forced_tool():
    """The configuration says what the request demands, in the keys that it has; where nothing is demanded any more it goes."""
    tools = (ToolDefinition("b"),)
    config = {"function_calling_config": {"mode": "ANY", "allowed_function_names": ["add"]}, "retrieval_config": {}}
    request = evolve(read({"contents": [], "tool_config": config}), tools=tools)
    assert GEMINI.encode(evolve(request, tool_choice="b"))["tool_config"] == {
        "function_calling_config": {"mode": "ANY", "allowed_function_names": ["b"]},
        "retrieval_config": {},
    }
    assert GEMINI.encode(evolve(request, tool_choice=None))["tool_config"] == {"retrieval_config": {}}
    bare = read({"contents": [], "toolConfig": {"functionCallingConfig": CALLING}})
    assert GEMINI.encode(evolve(bare, tool_choice=None)) == {"contents": []}
    assert GEMINI.encode(evolve(bare, tool_choice="gone"))["toolConfig"] == {"functionCallingConfig": CALLING}


def test_a_forced_tool_of_others():
    """A request of another format forces its tool by a configuration, if that tool is written."""
    tools = (ToolDefinition("a"), ToolDefinition("web", hosted="openai.web_search"))
    calling = {"mode": "ANY", "allowedFunctionNames": ["a"]}
    assert GEMINI.encode(Request(Prompt(), tools, "a"))["toolConfig"] == {"functionCallingConfig": calling}
    assert "toolConfig" not in GEMINI.encode(Request(Prompt(), tools, "web"))


def test_bare_contents_become_a_body_where_they_must():
    """A system message or a tool needs a body; the arguments of an SDK keep their settings in `config`."""
    request = read([ASK])
    spoken = evolve(request, prompt=Prompt((system("Be brief."), *request.prompt.messages)))
    assert GEMINI.encode(spoken) == {"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": [ASK]}
    within = read({"contents": [ASK], "config": {}})
    assert GEMINI.encode(evolve(spoken, shape=within.shape)) == {
        "contents": [ASK],
        "config": {"systemInstruction": {"parts": [{"text": "Be brief."}]}},
    }
    odd = evolve(within, extras=evolve(read({"contents": [], "x": 1}).extras, fields=freeze({"config": 3})))
    assert GEMINI.encode(odd) == {"contents": [ASK], "config": {}}


def test_a_text_that_became_more_is_a_list():
    """A text in place of contents, or of an instruction, is written as one only where it still is one."""
    request = read({"contents": "Go.", "systemInstruction": "a"})
    first, last = request.prompt.messages
    grown = evolve(request, prompt=prompt(evolve(first, content=(*first.content, TextPart("b"))), last, user("x")))
    assert GEMINI.encode(grown) == {
        "contents": ["Go.", {"role": "user", "parts": [{"text": "x"}]}],
        "systemInstruction": {"parts": [{"text": "a"}, {"text": "b"}]},
    }
    longer = evolve(last, content=(TextPart("a", freeze({"google": {"thoughtSignature": "x"}})),))
    assert GEMINI.encode(evolve(request, prompt=prompt(longer)))["contents"] == [{"text": "a", "thoughtSignature": "x"}]
    double = evolve(last, content=(TextPart("a"), TextPart("b")))
    assert GEMINI.encode(evolve(request, prompt=prompt(double)))["contents"] == [{"role": "user", "parts": [{"text": "a"}, {"text": "b"}]}]


def test_an_empty_instruction():
    """An instruction without texts is none, unless it came so; extras of a request of another format stay out."""
    assert GEMINI.encode(Request(prompt(SystemMessage(()), UserMessage(())))) == {"contents": [{"role": "user", "parts": []}]}
    assert GEMINI.encode(evolve(read({"contents": [], "x": 1}), extras=None, shape=None)) == {"contents": []}


@pytest.mark.parametrize(
    ("kind", "args", "written"),
    [
        ("google_search", {"mode": "MODE_DYNAMIC", "dynamicThreshold": 0.5}, {"googleSearch": {}}),
        ("google_search_retrieval", {"mode": "MODE_DYNAMIC"}, {"googleSearchRetrieval": {"mode": "MODE_DYNAMIC"}}),
        ("file_search", {"fileSearchStoreNames": ["s"], "topK": 3}, {"fileSearch": {"fileSearchStoreNames": ["s"], "topK": 3}}),
        ("vertex_rag_store", {"ragCorpus": "c", "topK": 2}, {"retrieval": {"vertexRagStore": {"ragResources": [{"ragCorpus": "c"}], "similarityTopK": 2}}}),
        ("vertex_rag_store", {}, {"retrieval": {"vertexRagStore": {"ragResources": []}}}),
        ("vertex_rag_store", {"ragCorpus": "c"}, {"retrieval": {"vertexRagStore": {"ragResources": [{"ragCorpus": "c"}]}}}),
    ],
)
def test_googles_tools_as_the_ai_sdk_has_them(kind, args, written):
    """Settings of older models go, a corpus is spelled as Google spells it; Google's types take what is written."""
    request = Request(Prompt((user("Hi"),)), (ToolDefinition("tool", hosted=f"google.{kind}", args=freeze(args)),))
    assert GEMINI.encode(request)["tools"] == [written]
