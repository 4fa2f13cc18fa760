"""Gemini: what the Python SDK's own types hold comes back, in every way that they are dumped."""

from typing import Any

import pytest

from segue.formats.gemini import GEMINI
from segue.parts import FilePart, OpaquePart

DUMPS: list[dict[str, Any]] = [
    {"mode": mode, "exclude_none": bare, "by_alias": camel}
    for mode in ("python", "json")
    for bare in (True, False)
    for camel in (True, False)
]
TOKEN = b"\xff\xfe\xfd\xfc\xfb"


def back(payload):
    """Return what is written of what was read."""
    return GEMINI.encode(GEMINI.decode(payload).unwrap())


def parts(types):
    """Return a part of every kind, one for each field, and one of every setting."""
    blob, link = types.Blob(data=TOKEN, mime_type="image/png", display_name="a"), types.FileData(file_uri="gs://b/a", mime_type="a/b")
    inside = types.FunctionResponsePart(inline_data=types.FunctionResponseBlob(data=TOKEN, mime_type="image/png"))
    given = types.FunctionResponse(name="a", response={"result": 1}, parts=[inside], scheduling="SILENT")
    held = {
        "text": "a", "inline_data": blob, "file_data": link, "function_call": types.FunctionCall(name="a", args={"b": 1.0}),
        "function_response": given, "executable_code": types.ExecutableCode(language="PYTHON", code="1"),
        "code_execution_result": types.CodeExecutionResult(outcome="OUTCOME_OK", output="1"),
        "tool_call": types.ToolCall(tool_type="GOOGLE_SEARCH_WEB", args={}), "tool_response": types.ToolResponse(response={"a": 1}),
    }  # fmt: skip
    settings = {"media_resolution": types.PartMediaResolution(level="MEDIA_RESOLUTION_LOW"), "video_metadata": types.VideoMetadata(fps=1.0)}
    alone = [types.Part(**{kind: value}) for kind, value in held.items()]
    signed = [types.Part(**{kind: value}, thought_signature=TOKEN, **settings) for kind, value in held.items()]
    return [
        *alone,
        *signed,
        types.Part(text="a", thought=True, thought_signature=b""),
        types.Part(),
        types.Part(inline_data=blob, text="b"),
    ]


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_every_part_of_the_sdk_comes_back(dump):
    """Parts of each kind survive in either role, with their bytes, nulls and enums, in both spellings."""
    types = pytest.importorskip("google.genai.types")
    for role in ("user", "model"):
        payload = [types.Content(role=role, parts=parts(types)).model_dump(**dump)]
        written = back(payload)
        assert written == payload
        assert [list(part) for part in written[0]["parts"]] == [list(part) for part in payload[0]["parts"]]


def test_every_part_is_known():
    """The parts above have every field of the SDK's part that can be sent."""
    types = pytest.importorskip("google.genai.types")
    seen = {field for part in parts(types) for field, value in part.model_dump().items() if value is not None}
    rest = {"part_metadata", "audio_transcription", "media_processing", "speech_metadata"}
    metadata = {f"{kind}_metadata" for kind in ("document", "spreadsheet", "audio")}
    assert set(types.Part.model_fields) - seen <= rest | metadata


def test_bytes_are_base64():
    """Bytes, and base64 in the alphabet for URLs, are base64 in the common alphabet; a signature in text stays as it is."""
    types = pytest.importorskip("google.genai.types")
    part = types.Part(inline_data=types.Blob(data=TOKEN, mime_type="image/png"), thought_signature=TOKEN)
    read = [
        GEMINI.decode([{"role": "user", "parts": [part.model_dump(mode=mode)]}]).unwrap().prompt.messages[0].content[0]
        for mode in ("python", "json")
    ]
    assert [(file.data, file.provider_options["google"]["thoughtSignature"]) for file in read] == [
        ("//79/Ps=", "//79/Ps="),
        ("//79/Ps=", "__79_Ps="),
    ]


def test_bytes_that_changed():
    """Base64 that was changed is written as bytes where it had been, as text where it is none."""
    (message,) = GEMINI.decode([{"role": "user", "parts": [{"inline_data": {"data": b"a", "mime_type": "a/b"}}]}]).unwrap().prompt.messages
    (file,) = message.content
    shape, options = file.shape, file.provider_options

    def written(data):
        part = FilePart("a/b", data, "base64", None, options, None, shape)
        request = GEMINI.decode([]).unwrap()
        changed = type(message)((part,), None, message.provider_options, None, message.shape)
        return GEMINI.encode(type(request)(type(request.prompt)((changed,)), shape=request.shape))[0]["parts"][0]["inline_data"]["data"]

    assert [written("Yg=="), written("no base64")] == [b"b", "no base64"]


def test_bytes_in_what_is_unread():
    """A part that is carried unread holds base64 text, and is written with its bytes."""
    payload = [{"role": "user", "parts": [{"poll": {"a": [b"\x00", {"b": b""}]}, "thought_signature": b"x"}]}]
    (part,) = GEMINI.decode(payload).unwrap().prompt.messages[0].content
    assert part.value == {"poll": {"a": ("AA==", {"b": ""})}, "thought_signature": "eA=="}
    assert isinstance(part, OpaquePart)
    assert back(payload) == payload


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_a_configuration_of_the_sdk_comes_back(dump):
    """Tools with their schemas, and what else a configuration says, survive as the SDK dumps them."""
    types = pytest.importorskip("google.genai.types")
    schema = types.Schema(type="OBJECT", properties={"a": types.Schema(type="ARRAY", items=types.Schema(type="STRING"), min_items=1)})
    declaration = types.FunctionDeclaration(name="add", parameters=schema, behavior="BLOCKING")
    config = types.GenerateContentConfig(
        system_instruction=types.Content(parts=[types.Part(text="Be brief.")]),
        tools=[types.Tool(function_declarations=[declaration], google_search=types.GoogleSearch())],
        tool_config=types.ToolConfig(function_calling_config=types.FunctionCallingConfig(mode="ANY", allowed_function_names=["add"])),
        temperature=1.0,
    )
    payload = {"model": "gemini-3-pro", "contents": "Hi", "config": config.model_dump(**dump)}
    request = GEMINI.decode(payload).unwrap()
    assert request.tool_choice == "add"
    (schema,) = [tool.input_schema for tool in request.tools if tool.name == "add"]
    assert schema == {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}, "minItems": 1}}}
    assert back(payload) == payload
