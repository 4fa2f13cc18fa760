"""Gemini: what is read is written back to the letter, and read as what it means."""

import json
from pathlib import Path

import pytest

from segue.formats.gemini import GEMINI
from segue.json_values import EMPTY, JsonObject, freeze, same_json
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, SystemMessage, ToolMessage, UserMessage

HISTORIES = [
    history
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if (history := json.loads(path.read_text(encoding="utf-8")))["format"] == "gemini"
]
GOOGLE = Model("google")
PNG = {"mimeType": "image/png", "data": "iVBORw0KGgo="}
SIGNED = {"thoughtSignature": "Cs8B"}


def signed(token="Cs8B", **more):
    """Return the options of a part that carries a signature."""
    return freeze({"google": {"thoughtSignature": token, **more}})


SAID = [
    {"text": "Hello"},
    {"text": ""},
    {"thoughtSignature": "Cs8B", "text": "keys in another order"},
    {"text": "", **SIGNED},
    SIGNED,
    {},
    {"text": "Hm.", "thought": True},
    {"thought": True, **SIGNED, "text": ""},
    {"thought": True},
    {"thought": False, "text": "Hello"},
    {"text": "x", "thought": None, "inlineData": None, "future": [-0.0], "partMetadata": {"a": 1}},
    {"text": "", "functionCall": {"name": "read", "args": {}}},
    {"functionCall": {"name": "read", "args": {"line": 1, "share": 1.0, "deep": [{"a": None}]}}, **SIGNED},
    {**SIGNED, "functionCall": {"args": {}, "id": "a1", "name": "read"}},
    {"functionCall": {"name": "read", "id": "", "args": None}},
    {"functionCall": {"name": "", "args": "{broken"}, "thought": True},
    {"functionCall": {"id": 'a"1', "willContinue": False, "partialArgs": [{"jsonPath": "$.a"}], "future": 1}, "future": 2},
    {"functionCall": {}},
    {"function_call": {"name": "read", "args": {}}, "thought_signature": "__4="},
    {"function_call": {"name": "read", "args": {}, "will_continue": None}, "thoughtSignature": "Cs8B", "video_metadata": None},
    {"inlineData": PNG, "thought": True, **SIGNED},
    {"inlineData": {"data": "__79_Ps=", "mimeType": "image/png", "displayName": "a.png"}, "mediaResolution": {"level": "LOW"}},
    {"inline_data": {"mime_type": "", "data": "//79/Ps=", "display_name": None}, "video_metadata": {"fps": 1}},
    {"inlineData": {"data": "a-b+"}},
    {"inlineData": {"mimeType": "application/octet-stream", "data": ""}},
    {"inlineData": {"mimeType": "image/png"}},
    {"fileData": {"fileUri": "https://example.org/a.jpg", "mimeType": "image/jpeg", "future": 1}, "future": 2},
    {"file_data": {"file_uri": "gs://b/a"}},
    {"fileData": {"mimeType": None, "fileUri": "files/a", "displayName": "a"}},
    {"executableCode": {"language": "PYTHON", "code": "1+1"}, **SIGNED},
    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2\n"}},
    {"codeExecutionResult": {"id": "c1", "outcome": "OUTCOME_FAILED"}},
    {"executableCode": {"id": "c1", "code": "1", "future": 1}},
    {"executableCode": {}},
    {"codeExecutionResult": {}},
    {"toolCall": {"toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["x"]}, "id": "s1"}, **SIGNED},
    {"toolResponse": {"tool_type": "GOOGLE_SEARCH_WEB", "response": {"a": 1}, "id": "s1"}},
    {"tool_call": {"args": {}}},
    {"toolCall": {"id": None}},
    {"toolCall": {"toolType": "", "id": ""}},
    {"toolResponse": {}},
    {"functionResponse": {"name": "read", "response": {}}},
    {"poll": {"question": "Tea?"}, **SIGNED},
    {"text": "a", "inlineData": PNG},
    {"functionCall": {"name": "a"}, "function_call": {"name": "b"}},
    {"text": "a", "inlineData": None, "inline_data": None},
    {"functionCall": None, "function_call": {"name": "a", "args": {}}, "text": None},
]  # fmt: skip
RESULTS = [
    {"name": "read", "response": {"result": "21 C"}},
    {"id": "a1", "name": "read", "response": {"output": "21 C"}},
    {"response": {"error": "Not found"}, "name": "read"},
    {"name": "read", "response": {"result": {"celsius": 21.0}}},
    {"name": "read", "response": {"output": None}},
    {"name": "read", "response": {"celsius": 21, "result": "fine"}},
    {"name": "read", "response": {"error": "Not found", "code": 404}},
    {"name": "read", "response": {"error": None}},
    {"name": "read", "response": {"error": None, "code": 0}},
    {"name": "read", "response": {"error": {"code": 404}}},
    {"name": "read", "response": {}},
    {"name": "read", "response": None},
    {"name": "read"},
    {"name": None, "id": "", "response": {"result": 1}},
    {"response": {"result": True}},
    {"name": "", "response": "text"},
    {"name": "read", "response": [1, {"a": 2}]},
    {"name": "read", "response": {"a": 1}, "parts": []},
    {
        "name": "read",
        "response": {"result": "ok"},
        "parts": [{"inlineData": {**PNG, "displayName": "a.png"}}, {"fileData": {"fileUri": "u"}}],
    },
    {
        "name": "read",
        "response": {},
        "parts": [{"inline_data": PNG, "media_resolution": {}, "future": 1}, {"poll": 1}, {}, {"inlineData": {}}],
    },
    {"name": "read", "parts": [{"inlineData": PNG, "inline_data": PNG}, {"inlineData": PNG, "fileData": {"fileUri": "u"}}]},
    {"name": "read", "will_continue": True, "scheduling": "SILENT", "response": {"result": "x"}, "future": 1},
]
CONTENTS = [
    {"role": "user", "parts": [{"text": "a"}, {"text": "b"}]},
    {"parts": [{"text": "a"}], "role": "model"},
    {"parts": [{"text": "a"}]},
    {"role": None, "parts": None},
    {"role": "user"},
    {"role": "model", "parts": []},
    {"role": "user", "parts": []},
    {"role": "function", "parts": [{"functionResponse": {"name": "read", "response": {}}}]},
    {"role": "tool", "parts": [{"text": "a"}], "future": 1},
    {"role": "assistant", "parts": [{"text": "a"}]},
    {"role": "system", "parts": [{"text": "a"}, {"inlineData": PNG}, {"text": "b", "thought": True}]},
    {
        "role": "user",
        "parts": [{"text": "a", "thought": True}, {"functionCall": {"name": "read"}}, *({"functionResponse": r} for r in RESULTS[:2])],
    },
    {
        "role": "user",
        "parts": [*({"functionResponse": r} for r in RESULTS[:2]), {"text": "a"}, {"functionResponse": RESULTS[2]}],
        "future": 1,
    },
]


def back(payload):
    """Return what is written of what was read."""
    return GEMINI.encode(GEMINI.decode(payload).unwrap())


def read(*contents):
    """Return the messages of contents."""
    return GEMINI.decode(list(contents)).unwrap().prompt.messages


def part(raw, role="model"):
    """Return the one record that a part is read as."""
    (message,) = read({"role": role, "parts": [raw]})
    (found,) = message.content
    return found


def result(raw):
    """Return the record of a result."""
    return part({"functionResponse": raw}, "user")


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history["id"])
def test_a_history_comes_back(history):
    """A stored history is written as it was, as a body and as its contents alone."""
    assert same_json(back(history["history"]), history["history"])
    assert same_json(back(history["history"]["contents"]), history["history"]["contents"])


@pytest.mark.parametrize("raw", SAID, ids=json.dumps)
@pytest.mark.parametrize("role", ["model", "user", "system"])
def test_a_part_comes_back(raw, role):
    """Whatever a part holds, however it is spelled, it is written as it came, alone and among others."""
    for parts in ([raw], [{"text": "x"}, raw, raw]):
        assert same_json(back([{"role": role, "parts": parts}]), [{"role": role, "parts": parts}])


@pytest.mark.parametrize("raw", RESULTS, ids=json.dumps)
def test_a_result_comes_back(raw):
    """A result is written as it came, alone and among others, in both spellings of its key."""
    payload = [
        {"role": "user", "parts": [{"functionResponse": raw}]},
        {"role": "user", "parts": [{"function_response": raw, **SIGNED}] * 2},
    ]
    assert same_json(back(payload), payload)


@pytest.mark.parametrize("content", CONTENTS, ids=json.dumps)
def test_a_content_comes_back(content):
    """Contents without role or parts, and in roles that Gemini does not take, are written as they came, also in a row."""
    assert same_json(back([content]), [content])
    assert same_json(back([content, content, CONTENTS[1], content]), [content, content, CONTENTS[1], content])


def test_the_messages_of_contents():
    """A user's content is a user message or a tool message, a model's an assistant message."""
    kinds = [type(message) for message in read(*CONTENTS)]
    assert kinds[:8] == [UserMessage, AssistantMessage, UserMessage, UserMessage, UserMessage, AssistantMessage, UserMessage, ToolMessage]
    assert kinds[8:11] == [UserMessage, AssistantMessage, SystemMessage]
    assert kinds[11:] == [UserMessage, ToolMessage, ToolMessage, UserMessage, ToolMessage]


def test_contents_of_one_role_in_a_row():
    """A content whose role is that of the one before stood apart; a message that was split off from its content did not."""
    said, given = {"role": "user", "parts": [{"text": "a"}]}, {"role": "user", "parts": [{"functionResponse": RESULTS[0]}, {"text": "a"}]}
    model, absent = {"role": "model", "parts": []}, {"parts": []}
    apart = [
        message.shape.apart for message in read(said, said, given, absent, model, model, {**model, "x": 1}, said, "a", {"text": "a"}, said)
    ]
    assert apart == [False, True, True, False, True, False, True, True, False, True, True, True]


def test_texts_and_thoughts():
    """A thought is reasoning; a signature is in the options, on whatever it stood; no data is an empty text."""
    assert part({"text": "a"}) == TextPart("a")
    assert part({"text": "a", **SIGNED}) == TextPart("a", signed())
    assert part(SIGNED) == TextPart("", signed())
    assert part({}) == TextPart("")
    assert part({"text": "a", "thought": False}) == TextPart("a")
    assert part({"text": "a", "thought": True}) == ReasoningPart("a")
    assert part({"text": "a", "thought": True, "thought_signature": "x"}) == ReasoningPart("a", signed("x"))
    assert part({"text": "a", "partMetadata": {"b": 1}}) == TextPart("a", freeze({"google": {"partMetadata": {"b": 1}}}))


def test_calls():
    """A call has its name and input, an absent input is empty, an id is made where there is none."""
    assert part({"functionCall": {"id": "a1", "name": "read", "args": {"a": 1}}, **SIGNED}) == ToolCallPart(
        "a1", "read", freeze({"a": 1}), provider_options=signed()
    )
    assert part({"functionCall": {"name": "read"}}) == ToolCallPart("gemini-0-read", "read", EMPTY)
    assert part({"functionCall": {"name": "read", "args": {}, "willContinue": True}}).provider_options == {"google": {"willContinue": True}}
    assert part({"functionCall": {"name": "read", "args": [1], "id": ""}}) == ToolCallPart("gemini-0-read", "read", (1,))
    assert part({"text": "", "functionCall": {"name": "read"}}).name == "read"


def test_files():
    """A file has its media type, base64 in the common alphabet, and its name; what only Google can follow is an id."""
    assert part({"inlineData": {**PNG, "displayName": "a"}}, "user") == FilePart("image/png", "iVBORw0KGgo=", "base64", "a")
    assert part({"inlineData": {"mimeType": "image/png", "data": "__79_Ps="}}).data == "//79/Ps="
    assert part({"inlineData": {"data": ""}}).media_type == "application/octet-stream"
    assert part({"inlineData": {"data": "", "mimeType": ""}}).media_type == ""
    assert part({"inlineData": PNG, "thought": True}).provider_options == {"google": {"thought": True}}
    uris = ("https://example.org/a", "gs://b/a", "files/a", "https://generativelanguage.googleapis.com/v1beta/files/a")
    found = [part({"fileData": {"fileUri": uri, "mimeType": "a/b"}}, "user") for uri in uris]
    assert [(file.data, file.encoding) for file in found] == list(zip(uris, ("url", "id", "id", "id"), strict=True))


@pytest.mark.parametrize(
    ("response", "output", "error"),
    [
        ({"result": "a"}, (TextPart("a"),), False),
        ({"output": {"b": 1}}, (JsonPart(freeze({"b": 1})),), False),
        ({"error": "a"}, (TextPart("a"),), True),
        ({"error": {"b": 1}}, (JsonPart(freeze({"b": 1})),), True),
        ({"output": [1]}, (JsonPart((1,)),), False),
        ({"result": 5}, (JsonPart(freeze({"result": 5})),), False),
        ({"output": False}, (JsonPart(freeze({"output": False})),), False),
        ({"error": True}, (JsonPart(freeze({"error": True})),), True),
        ({"error": None}, (JsonPart(freeze({"error": None})),), False),
        ({"result": "a", "b": 1}, (JsonPart(freeze({"result": "a", "b": 1})),), False),
        ({"error": "a", "b": 1}, (JsonPart(freeze({"error": "a", "b": 1})),), True),
        ({"error": None, "b": 1}, (JsonPart(freeze({"error": None, "b": 1})),), False),
        ({}, (), False),
        (None, (), False),
        ("a", (TextPart("a"),), False),
    ],
)
def test_what_a_response_says(response, output, error):
    """A lone `result` or `output` that is more than a bare value is what a call gave, a lone `error` an error, all else is given whole."""
    found = result({"name": "read", "response": response})
    assert (found.output, found.error) == (output, error)


def test_results():
    """A result has its name, its id, its settings, and the files that stand in it behind what it says."""
    raw = {"id": "a1", "name": "read", "response": {"result": "a"}, "parts": [{"inlineData": PNG}, {"poll": {}}], "scheduling": "SILENT"}
    file, poll = FilePart("image/png", "iVBORw0KGgo="), OpaquePart("poll", freeze({"poll": {}}), "gemini")
    settings = freeze({"google": {"scheduling": "SILENT"}})
    assert result(raw) == ToolResultPart("a1", "read", (TextPart("a"), file, poll), provider_options=settings)


def test_code_that_was_run():
    """Code and what it gave are a hosted call and its result, paired by id or by order."""
    code, ran = {"executableCode": {"language": "PYTHON", "code": "1+1"}}, {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}}
    failed = {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "id": "c"}}
    (message,) = read({"role": "model", "parts": [code, ran, {"executableCode": {"code": "x", "id": "c"}}, failed]})
    given, told = freeze({"language": "PYTHON", "code": "1+1"}), JsonPart(freeze({"outcome": "OUTCOME_OK", "output": "2"}))
    name = "code_execution"
    assert message.content == (
        ToolCallPart("gemini-0-code_execution", name, given, hosted=True, origin=GOOGLE),
        ToolResultPart("gemini-0-code_execution", name, (told,), hosted=True, origin=GOOGLE),
        ToolCallPart("c", name, freeze({"code": "x"}), hosted=True, origin=GOOGLE),
        ToolResultPart("c", name, (JsonPart(freeze({"outcome": "OUTCOME_FAILED"})),), error=True, hosted=True, origin=GOOGLE),
    )


def test_other_tools_of_google():
    """Calls of Google's other tools are named and their ids kept as the AI SDK does it."""
    call = {"toolCall": {"toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["x"]}, "id": "s1"}, **SIGNED}
    response = {"toolResponse": {"toolType": "GOOGLE_SEARCH_WEB", "response": {"a": 1}}}
    (message,) = read({"role": "model", "parts": [call, response]})
    asked, given = message.content
    assert (asked.id, asked.name, asked.input, asked.hosted) == ("s1", "server:GOOGLE_SEARCH_WEB", freeze({"queries": ["x"]}), True)
    assert asked.provider_options == signed(serverToolCallId="s1", serverToolType="GOOGLE_SEARCH_WEB")
    assert (given.id, given.output) == ("s1", (JsonPart(JsonObject(a=1)),))
    assert given.provider_options == {"google": {"serverToolType": "GOOGLE_SEARCH_WEB"}}


def test_what_is_carried_unread():
    """What has no meaning where it stands, or none that is known, is carried as it is, under the name of what it holds."""
    held = [
        part({"poll": {"question": "Tea?"}}), part({"text": "a", "inlineData": PNG}), part({"text": "a", "thought": True}, "user"),
        part({"functionCall": {"name": "a"}}, "user"), part({"functionResponse": {"name": "a"}}), part({"inlineData": PNG}, "system"),
        part({"functionCall": {"name": "a"}, "function_call": {"name": "b"}}), part({"inlineData": {}}),
    ]  # fmt: skip
    kinds = ["poll", "text", "text", "functionCall", "functionResponse", "inlineData", "functionCall", "inlineData"]
    assert [(type(part), part.kind, part.format) for part in held] == [(OpaquePart, kind, "gemini") for kind in kinds]


def test_what_nobody_claims():
    """Unknown fields are extras, those of the object inside under its name; empty ones are none."""
    found = part({"functionCall": {"name": "a", "future": 1, "other": None}, "past": 2})
    assert found.extras.fields == {"past": 2, "functionCall": {"future": 1}}
    assert part({"text": "a", "inlineData": None, "future": None}).extras is None
    (message,) = read({"role": "user", "parts": [{"text": "a"}], "future": 1})
    assert message.extras.fields == {"future": 1}


def test_a_field_without_a_name_stays():
    """An unclaimed field comes back whatever its key is."""
    payload = [{"role": "user", "parts": [{"text": "Low tide?", "": [1]}]}]

    assert same_json(GEMINI.encode(GEMINI.decode(payload).unwrap()), payload)
