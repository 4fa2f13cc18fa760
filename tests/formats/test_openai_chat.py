"""The wire format `openai-chat`: what is read, and that it is written as it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from returns.pipeline import is_successful

from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import EMPTY, JsonObject, JsonText, freeze, same_json
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolDefinition, ToolMessage, UserMessage

HISTORIES = [
    pytest.param(history["history"], id=path.stem)
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if (history := json.loads(path.read_text()))["format"] == "openai-chat"
]
MARKER = {"type": "ephemeral", "ttl": "5m"}
CLAUDE = {"format": "anthropic-claude-v1", "index": 0}
TEXT_DETAIL = {"type": "reasoning.text", "text": "Think.", "signature": "Eq==", **CLAUDE}
REDACTED = {"type": "reasoning.encrypted", "data": "Em==", **CLAUDE}
SUMMARY = {"type": "reasoning.summary", "summary": "Sum.", "format": "openai-responses-v1", "id": "rs_1"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": '{"x": 1.0}'}}
TOOL = {"type": "function", "function": {"name": "find", "description": "Find", "parameters": {"type": "object"}, "strict": None}}


def decode(payload):
    """Read a payload that is valid."""
    return OPENAI_CHAT.decode(payload).unwrap()


def first(message):
    """Read one message."""
    return decode([message]).prompt.messages[0]


def said(message):
    """Read the parts of one assistant message."""
    return first({"role": "assistant", **message}).content


def part(raw, role="user"):
    """Read one part of a list of contents."""
    return first({"role": role, "content": [raw]}).content[0]


def back(request):
    """Write the only message of a request, or of a message."""
    return OPENAI_CHAT.encode(request)[0]


def changed(message, **fields):
    """Read one message, change its record, write it."""
    request = decode([message])
    record = request.prompt.messages[0]
    return back(evolve(request, prompt=Prompt((evolve(record, **fields),))))


def changed_part(message, **fields):
    """Read one message, change its first part, write it."""
    record = first(message)
    return changed(message, content=(evolve(record.content[0], **fields), *record.content[1:]))


@pytest.mark.parametrize("history", HISTORIES)
def test_histories_come_back(history):
    """Whole histories are written as they came, as bodies and as bare lists."""
    assert same_json(OPENAI_CHAT.encode(decode(history)), history)
    assert same_json(OPENAI_CHAT.encode(decode(history["messages"])), history["messages"])


MESSAGES = {
    "string": {"role": "user", "content": "Hi"},
    "content first": {"content": "Hi", "role": "user"},
    "no content": {"role": "user"},
    "null content": {"role": "tool", "tool_call_id": "a", "content": None},
    "empty list": {"role": "system", "content": []},
    "null name": {"role": "user", "content": "Hi", "name": None},
    "unknown key": {"role": "user", "content": "Hi", "mood": [1, -0.0, {"b": 1, "a": None}]},
    "marked message": {"role": "system", "content": "Hi", "cache_control": MARKER},
    "null marker": {"role": "system", "content": "Hi", "cache_control": None},
    "marked result": {"role": "tool", "cache_control": MARKER, "tool_call_id": "a", "content": [{"type": "text", "text": "1"}]},
    "named developer": {"role": "developer", "name": "ops", "content": [{"text": "Hi", "type": "text"}]},
    "unknown part": {"role": "user", "content": [{"type": "video_url", "video_url": {"url": "https://a.example/v"}, "cache_control": None}]},
    "image in result": {"role": "tool", "tool_call_id": "a", "content": [{"type": "image_url", "image_url": {"url": "https://a.example"}}]},
    "result without id": {"role": "tool", "content": "1"},
    "result with null id": {"role": "tool", "tool_call_id": None, "content": "1"},
    "result with name": {"role": "tool", "tool_call_id": "a", "name": "find", "content": "1"},
    "result with null name": {"role": "tool", "tool_call_id": "a", "name": None, "content": "1"},
    "legacy call": {"role": "assistant", "content": None, "function_call": {"arguments": "{}", "name": "find", "odd": 1}},
    "legacy call as JSON": {"role": "assistant", "content": None, "function_call": {"name": "find", "arguments": None}},
    "legacy result": {"role": "function", "name": "find", "content": None, "odd": 1},
    "no calls": {"role": "assistant", "content": "Hi", "tool_calls": []},
    "null calls": {"role": "assistant", "content": "Hi", "tool_calls": None, "function_call": None, "refusal": None, "audio": None},
    "nothing but calls": {"role": "assistant", "tool_calls": [CALL]},
    "calls first": {"tool_calls": [CALL], "role": "assistant", "content": ""},
    "list and calls": {"role": "assistant", "content": [{"type": "text", "text": "A"}], "tool_calls": [CALL, CALL]},
    "broken arguments": {"role": "assistant", "content": None, "tool_calls": [{**CALL, "function": {"name": "a", "arguments": '{"x": '}}]},
    "JSON arguments": {"role": "assistant", "content": None, "tool_calls": [{**CALL, "function": {"name": "a", "arguments": {"x": [1]}}}]},
    "no arguments": {"role": "assistant", "content": None, "tool_calls": [{**CALL, "function": {"name": "a"}}]},
    "null arguments": {"role": "assistant", "content": None, "tool_calls": [{**CALL, "function": {"arguments": None, "name": "a"}}]},
    "call without type": {"role": "assistant", "content": None, "tool_calls": [{"function": CALL["function"], "id": "a", "index": 0}]},
    "call without id": {"role": "assistant", "content": None, "tool_calls": [{"type": "function", "function": CALL["function"]}]},
    "call with null id": {"role": "assistant", "content": None, "tool_calls": [{"id": None, "type": "function", "function": CALL["function"]}]},
    "custom call": {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "custom", "custom": {"input": "{}", "name": "b"}}]},
    "unknown call": {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "mcp", "mcp": {"cache_control": 1}}, CALL]},
    "refusal": {"role": "assistant", "content": None, "refusal": "No.", "annotations": []},
    "refusal part": {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}, {"type": "text", "text": "But"}]},
    "refusal of a user": {"role": "user", "content": [{"type": "refusal", "refusal": "No.", "cache_control": MARKER}]},
    "voice": {"role": "assistant", "content": None, "audio": {"id": "a", "data": "AA==", "expires_at": 1, "transcript": "Yes."}},
    "voice by id": {"role": "assistant", "audio": {"id": "a"}},
    "voice without words": {"role": "assistant", "content": None, "audio": {"transcript": None, "id": "a"}},
    "reasoning content": {"role": "assistant", "reasoning_content": "Think.", "content": "Hi"},
    "blank reasoning": {"role": "assistant", "content": "Hi", "reasoning_content": ""},
    "null reasoning": {"role": "assistant", "content": "Hi", "reasoning": None, "reasoning_details": None, "reasoning_content": None},
    "details": {"role": "assistant", "reasoning": "Think.Sum.", "reasoning_details": [TEXT_DETAIL, SUMMARY, REDACTED], "content": "Hi"},
    "other words than the details": {"role": "assistant", "reasoning": "So", "reasoning_details": [TEXT_DETAIL], "content": "Hi"},
    "two equal strings": {"role": "assistant", "content": "Hi", "reasoning": "Think.", "reasoning_content": "Think."},
    "two strings": {"role": "assistant", "content": "Hi", "reasoning": "Think.", "reasoning_content": "Think!"},
    "thrice": {"role": "assistant", "content": "", "reasoning": "Think.", "reasoning_content": "Think.", "reasoning_details": [TEXT_DETAIL]},
    "no details": {"role": "assistant", "content": "Hi", "reasoning_details": []},
    "null in a detail": {"role": "assistant", "content": "Hi", "reasoning_details": [{"type": "reasoning.text", "text": None}]},
}
PARTS = {
    "text": {"type": "text", "text": "Hi", "cache_control": MARKER, "prompt_cache_breakpoint": {"mode": "explicit"}},
    "image": {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "low"}},
    "image as string": {"image_url": "data:image/png;base64,AA==", "type": "image_url", "cache_control": MARKER},
    "image with null detail": {"type": "image_url", "image_url": {"detail": None, "url": "https://a.example/a.png", "format": "image/png"}},
    "capital data URL": {"type": "image_url", "image_url": {"url": "DATA:Image/PNG;base64,AA=="}},
    "data URL with parameters": {"type": "image_url", "image_url": {"url": "data:image/png;name=a.png;base64,AA==,"}},
    "data URL without type": {"type": "image_url", "image_url": {"url": "data:;base64,AA=="}},
    "data URL of text": {"type": "image_url", "image_url": {"url": "data:image/svg+xml,%3Csvg/%3E"}},
    "data URL without comma": {"type": "image_url", "image_url": {"url": "data:image/png;base64"}},
    "sound": {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
    "sound as mp3": {"type": "input_audio", "input_audio": {"format": "mp3", "data": "AA==", "odd": 1}},
    "sound in capitals": {"type": "input_audio", "input_audio": {"data": "AA==", "format": "MP3"}},
    "sound of another kind": {"type": "input_audio", "input_audio": {"data": "AA==", "format": "flac"}},
    "document": {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,AA=="}},
    "document without name": {"type": "file", "file": {"file_data": "data:application/pdf;base64,AA==", "filename": None}},
    "document bare": {"type": "file", "file": {"filename": "a.PDF", "file_data": "AA=="}},
    "document by URL": {"type": "file", "file": {"file_data": "https://a.example/a.pdf", "filename": "a.pdf"}},
    "document by id": {"type": "file", "file": {"file_id": "file-1"}},
    "document twice": {"type": "file", "file": {"file_id": "file-1", "file_data": "AA==", "format": "x"}},
    "no document": {"type": "file", "file": {"filename": "a.pdf"}, "cache_control": MARKER},
}
BODIES = {
    "no tools": {"messages": [], "tools": [], "functions": None, "tool_choice": "auto"},
    "null tools": {"model": "m", "tools": None, "messages": []},
    "settings": {"stop": None, "temperature": -0.0, "messages": [{"role": "user", "content": "Hi"}], "seed": 10**30},
    "tool": {"messages": [], "tools": [TOOL, {**TOOL, "cache_control": MARKER, "function": {"parameters": None, "name": "b"}}]},
    "custom tool": {"messages": [], "tools": [{"type": "custom", "custom": {"name": "a", "format": {"type": "text"}, "description": None}}]},
    "hosted tool": {"messages": [], "tools": [{"type": "web_search"}, {"function": {"name": "$web"}, "type": "builtin_function"}]},
    "functions": {"messages": [], "functions": [{"parameters": {}, "name": "a", "odd": 1}], "function_call": {"name": "a"}},
    "choice": {"messages": [], "tool_choice": {"function": {"name": "a"}, "type": "function"}},
    "odd choice": {"messages": [], "tool_choice": {"type": "custom", "custom": {"name": 5}}},
    "allowed tools": {"messages": [], "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [TOOL]}}},
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_messages_come_back(message):
    """Every way to lay out a message survives to the letter."""
    assert same_json(back(decode([message])), message)


@pytest.mark.parametrize("role", ["system", "user", "assistant", "tool"])
@pytest.mark.parametrize("raw", PARTS.values(), ids=PARTS)
def test_parts_come_back(raw, role):
    """Every way to lay out a part survives to the letter, in whichever message it stood."""
    message = {"role": role, "content": [raw], **({"tool_call_id": "a"} if role == "tool" else {})}

    assert same_json(back(decode([message])), message)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_bodies_come_back(body):
    """Settings, tools and choices survive to the letter."""
    assert same_json(OPENAI_CHAT.encode(decode(body)), body)


def test_tuples_and_frozen_objects_are_read():
    """A payload of frozen JSON is read like one of dicts and lists."""
    assert decode(freeze([MESSAGES["details"], MESSAGES["calls first"]])) == decode([MESSAGES["details"], MESSAGES["calls first"]])


def test_roles_become_records():
    """Each role has its record; `developer` is a system message's other name."""
    roles = [first({"role": role, "content": "x", "name": "n"}) for role in ("system", "developer", "user", "assistant", "tool", "function")]

    assert [type(message) for message in roles] == [SystemMessage, SystemMessage, UserMessage, AssistantMessage, ToolMessage, ToolMessage]
    assert [message.developer for message in roles[:2]] == [False, True]
    assert [message.name for message in roles[:4]] == ["n"] * 4


def test_calls_become_parts():
    """Arguments that hold an object are `JsonText`, others stay what they are."""
    calls = [{**CALL, "function": {"name": "a", "arguments": given}} for given in ('{"x": 1}', "[1]", {"x": [1]}, 5)]
    inputs = [call.input for call in said({"tool_calls": calls})]

    assert inputs == ['{"x": 1}', "[1]", JsonObject({"x": (1,)}), 5]
    assert [type(given) for given in inputs] == [JsonText, str, JsonObject, int]


def test_a_custom_call_keeps_its_text():
    """What a custom tool was called with is text, even where it looks like an object."""
    (call,) = said({"tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "b", "input": "{}"}}]})

    assert (call.id, call.name, call.input, type(call.input)) == ("a", "b", "{}", str)


def test_legacy_calls_have_no_id():
    """A `function_call` and its result are a call and a result with an empty id."""
    assert said({"function_call": {"name": "a", "arguments": "{}"}}) == (ToolCallPart("", "a", JsonText("{}")),)
    assert first({"role": "function", "name": "a", "content": "1"}).content == (ToolResultPart("", "a", (TextPart("1"),)),)


def test_the_order_of_an_assistants_parts():
    """Reasoning comes first, then contents, refusal, voice, and calls last, whatever the order of the keys."""
    parts = said({"tool_calls": [CALL], "audio": {"id": "v"}, "refusal": "No.", "content": "Hi", "reasoning": "Think."})

    assert [type(part).__name__ for part in parts] == ["ReasoningPart", "TextPart", "TextPart", "TextPart", "ToolCallPart"]
    assert [part.text for part in parts[:4]] == ["Think.", "Hi", "No.", ""]


def test_refusal_and_voice_are_marked():
    """A refusal is a text marked as one, a voice reply its transcript with the sound beside it."""
    assert said({"refusal": "No."}) == (TextPart("No.", freeze({"openai": {"refusal": True}})),)
    assert said(MESSAGES["voice"]) == (TextPart("Yes.", freeze({"openai": {"audio": MESSAGES["voice"]["audio"]}})),)


def test_claudes_tokens_are_found():
    """Signatures and redacted thoughts that OpenRouter passes on from Claude are options of Anthropic's."""
    text, redacted = said({"reasoning": "Think.", "reasoning_details": [TEXT_DETAIL, REDACTED]})

    assert (text.text, option(text, "anthropic", "signature")) == ("Think.", "Eq==")
    assert (redacted.text, option(redacted, "anthropic", "redactedData")) == ("", "Em==")
    assert option(text, "openrouter", "detail") == freeze(TEXT_DETAIL)


def test_other_makers_tokens_are_not_claudes():
    """A signature of another format stays OpenRouter's."""
    (thought,) = said({"reasoning_details": [{**TEXT_DETAIL, "format": "google-gemini-v1"}]})

    assert list(thought.provider_options) == ["openrouter"]


def test_reasoning_is_not_read_twice():
    """The plain string beside the details is a second part only where it says something else."""
    assert [part.text for part in said(MESSAGES["details"])[:-1]] == ["Think.", "Sum.", ""]
    assert [part.text for part in said(MESSAGES["other words than the details"])] == ["Think.", "So", "Hi"]
    assert [part.text for part in said(MESSAGES["two equal strings"])] == ["Think.", "Hi"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("image", FilePart("image/png", "AA==", provider_options=freeze({"openai": {"imageDetail": "low"}}))),
        ("capital data URL", FilePart("image/png", "AA==")),
        ("data URL with parameters", FilePart("image/png", "AA==,")),
        ("data URL without type", FilePart("image/*", "AA==")),
        ("data URL of text", FilePart("image/svg+xml", "data:image/svg+xml,%3Csvg/%3E", "url")),
        ("sound", FilePart("audio/wav", "AA==")),
        ("sound in capitals", FilePart("audio/mp3", "AA==")),
        ("sound of another kind", FilePart("audio/flac", "AA==")),
        ("document", FilePart("application/pdf", "AA==", filename="a.pdf")),
        ("document bare", FilePart("application/pdf", "AA==", filename="a.PDF")),
        ("document by URL", FilePart("application/pdf", "https://a.example/a.pdf", "url", "a.pdf")),
        ("document by id", FilePart("application/octet-stream", "file-1", "id")),
        ("no document", OpaquePart("file", freeze(PARTS["no document"]), "openai-chat")),
    ],
)
def test_files_become_parts(kind, expected):
    """Files are read into media type, data and encoding, base64 without the URL around it."""
    assert part(PARTS[kind]) == expected


def test_cache_markers_are_anthropics():
    """A marker on a part or a message is Anthropic's option, and goes when the option goes."""
    options = freeze({"anthropic": {"cacheControl": MARKER}})

    assert part(PARTS["text"]).provider_options == options
    assert first(MESSAGES["marked message"]).provider_options == options
    assert changed(MESSAGES["marked message"], provider_options=EMPTY) == {"role": "system", "content": "Hi"}


def test_tools_become_definitions():
    """A tool is its name, description and schema; one a provider runs is told by its type."""
    tools = decode({**BODIES["hosted tool"], "tools": [TOOL, *BODIES["hosted tool"]["tools"], *BODIES["custom tool"]["tools"]]}).tools

    assert [(tool.name, tool.hosted) for tool in tools] == [("find", ""), ("web_search", "web_search"), ("$web", "builtin_function"), ("a", "")]
    assert (tools[0].description, tools[0].input_schema) == ("Find", freeze({"type": "object"}))


@pytest.mark.parametrize(
    ("body", "name"),
    [(BODIES["choice"], "a"), (BODIES["functions"], "a"), (BODIES["odd choice"], None), (BODIES["no tools"], None), (BODIES["allowed tools"], None)],
)
def test_the_forced_tool_is_named(body, name):
    """The name of the one tool that must be called is the request's, where the body forces one."""
    assert decode(body).tool_choice == name


def test_the_forced_tool_follows_the_request():
    """A renamed forced tool is renamed in the choice; where none is forced any more the choice goes."""
    request = decode(BODIES["choice"])

    assert OPENAI_CHAT.encode(evolve(request, tool_choice="b"))["tool_choice"] == {"function": {"name": "b"}, "type": "function"}
    assert "tool_choice" not in OPENAI_CHAT.encode(evolve(request, tool_choice=None))
    assert OPENAI_CHAT.encode(evolve(decode(BODIES["functions"]), tool_choice="b"))["function_call"] == {"name": "b"}


def test_changed_tools_are_written():
    """Tools follow the request: renamed, removed, or added to a bare list, which then becomes a body."""
    request = decode(BODIES["tool"])
    renamed = evolve(request.tools[0], name="b")

    assert OPENAI_CHAT.encode(evolve(request, tools=(renamed,)))["tools"] == [{**TOOL, "function": {**TOOL["function"], "name": "b"}}]
    assert OPENAI_CHAT.encode(evolve(request, tools=())) == {"messages": []}
    assert OPENAI_CHAT.encode(evolve(decode([]), tools=(ToolDefinition("a"),))) == {
        "messages": [],
        "tools": [{"type": "function", "function": {"name": "a"}}],
    }


def test_a_custom_tool_given_a_schema_is_a_function():
    """A custom tool that gets a schema is written as a function, since only that has one."""
    request = decode(BODIES["custom tool"])
    tool = evolve(request.tools[0], input_schema=EMPTY)

    assert OPENAI_CHAT.encode(evolve(request, tools=(tool,)))["tools"][0]["function"]["parameters"] == {}


def test_changed_contents_outgrow_their_form():
    """A string that became two parts is a list, a list that lost its parts is null or empty, a null that got words a string."""
    two = (TextPart("A"), TextPart("B"))
    listed = [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]

    assert changed(MESSAGES["string"], content=two)["content"] == listed
    assert changed(MESSAGES["string"], content=())["content"] == ""
    assert changed(MESSAGES["refusal"], content=two[:1])["content"] == "A"
    assert changed(MESSAGES["list and calls"], content=first(MESSAGES["list and calls"]).content[1:])["content"] is None
    assert changed(MESSAGES["no content"], content=two[:1])["content"] == "A"
    assert changed(MESSAGES["no content"], content=two[:1], name="n")["name"] == "n"


def test_changed_reasoning_leaves_no_copy():
    """The string that repeats the details follows them, and goes with them."""
    thought, *rest = first(MESSAGES["thrice"]).content

    assert changed(MESSAGES["thrice"], content=tuple(rest)) == {"role": "assistant", "content": ""}
    new = changed_part(MESSAGES["thrice"], text="New.")
    assert (new["reasoning"], new["reasoning_content"], new["reasoning_details"][0]["text"]) == ("New.", "New.", "New.")
    assert changed(MESSAGES["two equal strings"], content=(evolve(first(MESSAGES["two equal strings"]).content[0], text="N"),))["reasoning"] == "N"
    assert changed(MESSAGES["thrice"], content=(evolve(thought, provider_options=EMPTY),))["reasoning_details"] == [
        {"type": "reasoning.text", "text": "Think."}
    ]


def test_changed_summaries_stay_summaries():
    """A summary that was changed is written as a summary."""
    (detail,) = changed_part({"role": "assistant", "content": "", "reasoning_details": [SUMMARY]}, text="N")["reasoning_details"]

    assert detail == {**SUMMARY, "summary": "N"}


def test_merged_reasoning_is_joined():
    """Two thoughts of one field are joined, since the field is one string."""
    thought = first(MESSAGES["reasoning content"]).content[0]

    assert changed(MESSAGES["reasoning content"], content=(thought, thought))["reasoning_content"] == "Think.\n\nThink."


def test_changed_calls_keep_their_layout():
    """New ids, names and inputs of calls are written where the old ones stood, and an input that was repaired as text."""
    message = MESSAGES["calls first"]
    written = changed(message, content=(evolve(first(message).content[1], id="b", name="c", input=JsonObject({"d": (1,)})),))

    assert written["tool_calls"] == [{"id": "b", "type": "function", "function": {"name": "c", "arguments": '{"d": [1]}'}}]
    assert changed_part(MESSAGES["JSON arguments"], input=JsonText("{}"))["tool_calls"][0]["function"]["arguments"] == "{}"
    assert changed_part(MESSAGES["null arguments"], input=EMPTY)["tool_calls"][0]["function"]["arguments"] == {}


@pytest.mark.parametrize("kind", ["call without id", "call with null id"])
def test_a_missing_id_can_be_given(kind):
    """A call that had no id is written with the one it was given."""
    assert changed_part(MESSAGES[kind], id="new")["tool_calls"][0]["id"] == "new"


def test_a_custom_call_given_an_object_is_a_function():
    """A custom call whose input became an object is written as a function call, the only one that takes objects."""
    (call,) = changed_part(MESSAGES["custom call"], input=EMPTY)["tool_calls"]

    assert call == {"id": "a", "type": "function", "function": {"name": "b", "arguments": "{}"}}


def test_legacy_calls_given_ids_are_modern():
    """A `function_call` that was given an id is written among the `tool_calls`, and its result as a tool's."""
    call = changed_part(MESSAGES["legacy call"], id="a")

    assert call["tool_calls"] == [{"id": "a", "type": "function", "function": {"name": "find", "arguments": "{}"}}]
    assert "function_call" not in call
    assert changed_part(MESSAGES["legacy result"], id="a") == {"content": None, "odd": 1, "role": "tool", "tool_call_id": "a"}


def test_a_second_legacy_call_is_modern():
    """One message holds one `function_call`; a second is a tool call."""
    call = first(MESSAGES["legacy call"]).content[0]
    written = changed(MESSAGES["legacy call"], content=(call, call))

    assert (written["function_call"]["name"], written["tool_calls"][0]["function"]["name"]) == ("find", "find")


def test_a_changed_transcript_is_written():
    """A voice reply whose words were changed says them in its transcript."""
    assert changed_part(MESSAGES["voice by id"], text="Yes.")["audio"] == {"id": "a", "transcript": "Yes."}


def test_a_second_voice_is_text():
    """One message holds one voice reply; a second is written as its words."""
    voice = first(MESSAGES["voice"]).content[0]

    assert changed(MESSAGES["voice"], content=(voice, voice))["content"] == "Yes."


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("capital data URL", {"media_type": "image/gif"}, {"url": "data:image/gif;base64,AA=="}),
        ("capital data URL", {"data": "BB=="}, {"url": "DATA:Image/PNG;base64,BB=="}),
        ("image", {"encoding": "url", "data": "https://a.example"}, {"url": "https://a.example", "detail": "low"}),
        ("image as string", {"data": "BB=="}, "data:image/png;base64,BB=="),
        ("sound in capitals", {"media_type": "audio/wav"}, {"data": "AA==", "format": "wav"}),
        ("document by id", {"encoding": "base64", "data": "AA==", "media_type": "application/pdf"}, {"file_data": "data:application/pdf;base64,AA=="}),
    ],
)
def test_changed_files_are_written_as_they_are_now(kind, fields, expected):
    """A spelling of a URL or a format is kept only while it fits."""
    (raw,) = changed_part({"role": "user", "content": [PARTS[kind]]}, **fields)["content"]

    assert raw[raw["type"]] == expected


def test_another_formats_layout_is_ignored():
    """Shapes and extras of another format do not reach this one's payloads."""
    request = decode([MESSAGES["unknown key"]])
    message = request.prompt.messages[0]
    foreign = evolve(message, shape=evolve(message.shape, format="x", form="list"), extras=evolve(message.extras, format="x"))

    assert back(evolve(request, prompt=Prompt((foreign,)))) == {"role": "user", "content": "Hi"}


M = "messages"
FAULTS = [
    (5, (), "a request body or a list of messages", "5"),
    ({}, (M,), "a list", "nothing"),
    ({M: "x"}, (M,), "a list", "'x'"),
    ([5], (0,), "an object", "5"),
    ([{}], (0, "role"), "a role: user, assistant, tool, system, developer, function", "nothing"),
    ([{"role": "model", "content": "x"}], (0, "role"), "a role: user, assistant, tool, system, developer, function", "'model'"),
    ([{"role": []}], (0, "role"), "a role: user, assistant, tool, system, developer, function", "a list"),
    ([{"role": "user", "content": 5}], (0, "content"), "a string, a list of parts or null", "5"),
    ([{"role": "user", "content": ["x"]}], (0, "content", 0), "an object", "'x'"),
    ([{"role": "user", "content": [{"text": "x"}]}], (0, "content", 0, "type"), "a string", "nothing"),
    ([{"role": "user", "content": [{"type": "text", "text": None}]}], (0, "content", 0, "text"), "a string", "null"),
    ([{"role": "user", "content": [{"type": "text"}]}], (0, "content", 0, "text"), "a string", "nothing"),
    ([{"role": "user", "content": [{"type": "refusal"}]}], (0, "content", 0, "refusal"), "a string", "nothing"),
    ([{"role": "user", "content": [{"type": "image_url"}]}], (0, "content", 0, "image_url"), "an object", "nothing"),
    ([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}], (0, "content", 0, "image_url", "url"), "a string", "nothing"),
    ([{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": ""}}]}], (0, "content", 0, "input_audio", "format"), "a string", "nothing"),
    ([{"role": "user", "content": [{"type": "file", "file": {"file_id": 5}}]}], (0, "content", 0, "file", "file_id"), "a string", "5"),
    ([{"role": "user", "content": [{"type": "text", "text": "", 5: 5}]}], (0, "content", 0), "a string as key", "5"),
    ([{"role": "user", "name": 5}], (0, "name"), "a string", "5"),
    ([{"role": "user", "odd": [float("nan")]}], (0, "odd", 0), "a finite number", "nan"),
    ([{"role": "user", "cache_control": b""}], (0, "cache_control"), "JSON", "a bytes"),
    ([{"role": "tool", "tool_call_id": 5, "content": ""}], (0, "tool_call_id"), "a string", "5"),
    ([{"role": "function", "content": ""}], (0, "name"), "a string", "nothing"),
    ([{"role": "assistant", "tool_calls": {}}], (0, "tool_calls"), "a list", "an object"),
    ([{"role": "assistant", "tool_calls": [5]}], (0, "tool_calls", 0), "an object", "5"),
    ([{"role": "assistant", "tool_calls": [{"id": "a"}]}], (0, "tool_calls", 0, "type"), "a string", "nothing"),
    ([{"role": "assistant", "tool_calls": [{**CALL, "function": None}]}], (0, "tool_calls", 0, "function"), "an object", "null"),
    ([{"role": "assistant", "tool_calls": [{**CALL, "id": 5}]}], (0, "tool_calls", 0, "id"), "a string", "5"),
    ([{"role": "assistant", "tool_calls": [{**CALL, "function": {"arguments": ""}}]}], (0, "tool_calls", 0, "function", "name"), "a string", "nothing"),
    (
        [{"role": "assistant", "tool_calls": [{**CALL, "function": {"name": "a", "arguments": [b""]}}]}],
        (0, "tool_calls", 0, "function", "arguments", 0),
        "JSON",
        "a bytes",
    ),
    (
        [{"role": "assistant", "tool_calls": [{**CALL, "function": {"name": "a", "odd": b""}}]}],
        (0, "tool_calls", 0, "function", "odd"),
        "JSON",
        "a bytes",
    ),
    ([{"role": "assistant", "tool_calls": [{"type": "custom", "custom": {"name": "a"}}]}], (0, "tool_calls", 0, "custom", "input"), "a string", "nothing"),
    ([{"role": "assistant", "function_call": "x"}], (0, "function_call"), "an object", "'x'"),
    ([{"role": "assistant", "refusal": 5}], (0, "refusal"), "a string", "5"),
    ([{"role": "assistant", "audio": "x"}], (0, "audio"), "an object", "'x'"),
    ([{"role": "assistant", "audio": {"transcript": 5}}], (0, "audio", "transcript"), "a string", "5"),
    ([{"role": "assistant", "reasoning": 5}], (0, "reasoning"), "a string", "5"),
    ([{"role": "assistant", "reasoning_details": "x"}], (0, "reasoning_details"), "a list", "'x'"),
    ([{"role": "assistant", "reasoning_details": [5]}], (0, "reasoning_details", 0), "an object", "5"),
    ([{"role": "assistant", "reasoning_details": [{"text": 5}]}], (0, "reasoning_details", 0, "text"), "a string", "5"),
    ([{"role": "assistant", "reasoning_details": [{"type": "reasoning.summary", "summary": 5}]}], (0, "reasoning_details", 0, "summary"), "a string", "5"),
    ({M: [], "tools": 5}, ("tools",), "a list", "5"),
    ({M: [], "tools": [5]}, ("tools", 0), "an object", "5"),
    ({M: [], "tools": [{"function": {}}]}, ("tools", 0, "type"), "a string", "nothing"),
    ({M: [], "tools": [{"type": "function"}]}, ("tools", 0, "function"), "an object", "nothing"),
    ({M: [], "tools": [{"type": "function", "function": {"name": None}}]}, ("tools", 0, "function", "name"), "a string", "null"),
    ({M: [], "tools": [{"type": "function", "function": {"name": "a", "description": 5}}]}, ("tools", 0, "function", "description"), "a string", "5"),
    ({M: [], "tools": [{"type": "function", "function": {"name": "a", "parameters": 5}}]}, ("tools", 0, "function", "parameters"), "an object", "5"),
    ({M: [], "functions": [{"description": "x"}]}, ("functions", 0, "name"), "a string", "nothing"),
    ({M: [], "odd": 10**5000}, ("odd",), "an integer of at most 4300 digits", "a very long integer"),
]


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAULTS, ids=[str(fault[1]) for fault in FAULTS])
def test_faults_are_named(payload, place, expected, found):
    """What is not of this format is refused with its place, what belongs there, and what stood there."""
    decoded = OPENAI_CHAT.decode(payload)

    assert not is_successful(decoded)
    failure = decoded.failure()
    assert (failure.format, failure.place, failure.expected, failure.found) == ("openai-chat", place, expected, found)


def test_reasoning_parts_carry_no_origin():
    """Who made a message is for the caller to say."""
    assert all(part.origin is None for part in said(MESSAGES["details"]) if isinstance(part, ReasoningPart))
