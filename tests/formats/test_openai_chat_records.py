"""The wire format `openai-chat`: what becomes of records that another format, or a repair, has made."""

from __future__ import annotations

import pytest
from openai.types.chat import ChatCompletionMessageParam
from pydantic import TypeAdapter

from segue import placeholders
from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import EMPTY, JsonText, freeze
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage, assistant, tool, user
from segue.shapes import Extras, Shape

REFUSED = freeze({"openai": {"refusal": True}})
VOICE = freeze({"openai": {"audio": {"id": "a"}}})
MARKED = freeze({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
OPAQUE = OpaquePart("document", freeze({"type": "document", "title": "Terms", "data": "AA=="}), "anthropic")
HOSTED = ToolCallPart("srv", "web_search", freeze({"query": "fork"}), hosted=True)
FOUND = ToolResultPart("srv", "web_search", (JsonPart(freeze([{"url": "https://a.example", "encryptedContent": "x"}])),), hosted=True)
RESULT = ToolResultPart("a", "find", (TextPart("1"),), error=True)
EVERY_PART = [
    TextPart("x", REFUSED), TextPart("x", VOICE), ReasoningPart("x"), FilePart("image/png", "AA=="), JsonPart(1), RESULT, FOUND, HOSTED,
    ToolCallPart("a", "find", JsonText("{}")), OPAQUE, FilePart("video/mp4", "x", "id"),
]  # fmt: skip


def wire(*messages, tools=()):
    """Write a request that was not read from a payload."""
    return OPENAI_CHAT.encode(Request(Prompt(messages), tools))["messages"]


def content(*parts, of=UserMessage):
    """Write one message of these parts and return its contents."""
    return wire(of(parts))[0]["content"]


def test_a_request_of_another_format_is_a_body_of_messages_and_tools():
    """Settings of another format are not written, nor is a key for tools where there are none."""
    foreign = Request(Prompt((user("Hi"),)), (), "find", Extras("anthropic", freeze({"max_tokens": 5})), Shape("anthropic", ("system",), "body"))

    assert OPENAI_CHAT.encode(foreign) == {"messages": [{"role": "user", "content": "Hi"}]}


def test_tools_of_another_format():
    """A tool with a schema is a function; one that another provider runs is left out."""
    tools = (ToolDefinition("a", "A", freeze({"type": "object"})), ToolDefinition("web_search", hosted="anthropic.web_search_20250305"))

    assert OPENAI_CHAT.encode(Request(Prompt(), tools)) == {
        "messages": [],
        "tools": [{"type": "function", "function": {"name": "a", "description": "A", "parameters": {"type": "object"}}}],
    }


def test_plain_messages():
    """Each record is written with its role, one text as a string, several as a list."""
    listed = [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]

    assert wire(SystemMessage((TextPart("A"),), developer=True, name="n"), UserMessage((TextPart("A"), TextPart("B"))), assistant("A")) == [
        {"role": "developer", "content": "A", "name": "n"},
        {"role": "user", "content": listed},
        {"role": "assistant", "content": "A"},
    ]


@pytest.mark.parametrize("role", [SystemMessage, UserMessage, AssistantMessage])
def test_empty_messages(role):
    """A message without parts has empty contents."""
    assert content(of=role) == ""


def test_calls():
    """A call's input is JSON text, that of an empty object where it is nothing, and contents beside calls alone are null."""
    inputs = (JsonText('{"a":1}'), '{"a":', freeze({"a": ["é", 1.0]}), (1,), None, (), EMPTY, "")
    (message,) = wire(AssistantMessage(tuple(ToolCallPart("i", "n", given) for given in inputs)))

    assert message["content"] is None
    assert [call["function"]["arguments"] for call in message["tool_calls"]] == ['{"a":1}', '{"a":', '{"a": ["é", 1.0]}', "[1]", "{}", "{}", "{}", ""]
    assert all(type(call["function"]["arguments"]) is str for call in message["tool_calls"])


def test_results():
    """Each result is a message of its own, JSON is its text, a file is told of."""
    second = ToolResultPart("b", "", (JsonPart(freeze({"é": [1]})), FilePart("image/png", "AA=="), OPAQUE))

    assert wire(tool(RESULT, second, ToolResultPart("c", "", ()), ToolResultPart("d", "", (JsonPart(1),)))) == [
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {
            "role": "tool",
            "tool_call_id": "b",
            "content": [
                {"type": "text", "text": '{"é": [1]}'},
                {"type": "text", "text": placeholders.file_omitted("image/png")},
                {"type": "text", "text": "[document part]\ntitle: Terms"},
            ],
        },
        {"role": "tool", "tool_call_id": "c", "content": ""},
        {"role": "tool", "tool_call_id": "d", "content": "1"},
    ]


def test_what_stands_among_results_follows_them():
    """Nothing but results may follow calls, so what else a tool message holds is told behind them."""
    assert wire(tool(OPAQUE, RESULT, ReasoningPart("x"))) == [
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "user", "content": "[document part]\ntitle: Terms"},
    ]


def test_foreign_reasoning_is_left_out():
    """Only reasoning that this format has read has a field to go to."""
    shapes = (None, Shape("anthropic", (), "reasoning"), Shape("openai-chat", (), "elsewhere"))
    thoughts = (ReasoningPart("Think.", shape=shape) for shape in shapes)

    assert wire(AssistantMessage((*thoughts, TextPart("A")))) == [{"role": "assistant", "content": "A"}]


def test_reasoning_made_for_a_field():
    """A repair can ask for a field by the shape of the part, for an empty one too."""
    thought = ReasoningPart("", shape=Shape("openai-chat", (), "reasoning_content"))

    assert wire(AssistantMessage((thought, TextPart("A")))) == [{"role": "assistant", "content": "A", "reasoning_content": ""}]


def test_refusals():
    """A refusal is the assistant's field where it is the last that was said; another, or one that stands elsewhere, is text in its place."""
    no, never = TextPart("No.", REFUSED), TextPart("Never.", REFUSED)
    assert wire(assistant(no)) == [{"role": "assistant", "content": None, "refusal": "No."}]
    assert wire(assistant("Hm.", no)) == [{"role": "assistant", "content": "Hm.", "refusal": "No."}]
    assert wire(assistant(no, never)) == [{"role": "assistant", "content": "No.", "refusal": "Never."}]
    assert content(no, TextPart("But this."), of=AssistantMessage) == [{"type": "text", "text": "No."}, {"type": "text", "text": "But this."}]
    assert content(TextPart("No.", REFUSED)) == "No."


def test_voice():
    """A voice reply goes back into its field with its words, whoever carried it; a user's is text."""
    assert wire(assistant(TextPart("Yes.", VOICE))) == [{"role": "assistant", "content": None, "audio": {"id": "a", "transcript": "Yes."}}]
    assert content(TextPart("Yes.", VOICE)) == "Yes."


def test_markers_are_not_volunteered():
    """A cache marker from another format is not written: the field is not OpenAI's."""
    assert wire(UserMessage((TextPart("A", MARKED), TextPart("B")), None, MARKED)) == [
        {"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]}
    ]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (FilePart("image/png", "AA=="), {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}),
        (FilePart("image/*", "https://a.example", "url"), {"type": "image_url", "image_url": {"url": "https://a.example"}}),
        (
            FilePart("image/png", "AA==", provider_options=freeze({"openai": {"imageDetail": "high"}})),
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA==", "detail": "high"}},
        ),
        (FilePart("audio/mpeg", "AA=="), {"type": "input_audio", "input_audio": {"data": "AA==", "format": "mp3"}}),
        (FilePart("audio/x-wav", "AA=="), {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}),
        (
            FilePart("application/pdf", "AA==", filename="a.pdf"),
            {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,AA=="}},
        ),
        (
            FilePart("application/pdf", "AA=="),
            {"type": "file", "file": {"filename": "document.pdf", "file_data": "data:application/pdf;base64,AA=="}},
        ),
    ],
)
def test_files_of_a_user(part, expected):
    """Images, two kinds of sound and PDFs have parts of their own."""
    assert content(part) == [expected]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (FilePart("application/pdf", "https://a.example/a.pdf", "url", "a.pdf"), "[file omitted: application/pdf, https://a.example/a.pdf]"),
        (FilePart("image/png", "file_1", "id", "a.png"), "[file omitted: image/png, a.png]"),
        (FilePart("image/png", "file_1", "id"), "[file omitted: image/png]"),
        (FilePart("video/mp4", "AA=="), "[file omitted: video/mp4]"),
        (FilePart("audio/flac", "AA=="), "[file omitted: audio/flac]"),
        (FilePart("application/pdf", "data:application/pdf,x", "url"), "[file omitted: application/pdf]"),
        (FilePart("text/plain", "Some words", "text", "a.txt"), "[document: a.txt]\nSome words"),
        (FilePart("text/csv", "YSxi"), "[document]\na,b"),
        (FilePart("text/csv", "!!"), "[file omitted: text/csv]"),
        (FilePart("text/csv", "/w=="), "[file omitted: text/csv]"),
    ],
)
def test_files_without_a_place(part, expected):
    """A text document is told, any other file that this format cannot hold is named."""
    assert content(part) == expected


def test_files_outside_a_users_message():
    """An assistant's or a system's file is named, even one that a user could send."""
    named = placeholders.file_omitted("image/png")

    assert content(FilePart("image/png", "AA=="), of=AssistantMessage) == named
    assert content(FilePart("image/png", "AA=="), of=SystemMessage) == named


def test_hosted_tools_are_told():
    """Calls and results of tools that another provider ran are text in their place, opaque tokens left out."""
    assert content(TextPart("A"), HOSTED, FOUND, of=AssistantMessage) == [
        {"type": "text", "text": "A"},
        {"type": "text", "text": "[web_search, a server tool, was called with]\nquery: fork"},
        {"type": "text", "text": "[result of web_search, a server tool]\nurl: https://a.example"},
    ]


def test_results_of_an_assistant_follow_it():
    """A result that stands with its call in one message is written behind it."""
    messages = wire(AssistantMessage((ToolCallPart("a", "find", EMPTY), RESULT)))

    assert [message["role"] for message in messages] == ["assistant", "tool"]


def test_parts_out_of_place():
    """A call, a result or JSON where the format has no place is labelled text."""
    assert content(ToolCallPart("a", "find", JsonText("{}"))) == "[tool call part]\nfind\n{}"
    assert content(RESULT) == "[tool error without its call: find]\n1\n[end of tool result]"
    assert content(JsonPart(freeze([1]))) == "[1]"
    assert wire(tool(TextPart("A"))) == [{"role": "user", "content": "A"}]


@pytest.mark.parametrize("kind", [SystemMessage, UserMessage, AssistantMessage, ToolMessage])
@pytest.mark.parametrize("part", EVERY_PART, ids=lambda part: type(part).__name__)
def test_every_part_finds_a_place_in_every_message(kind, part):
    """Whatever part stands in whichever message, alone or between texts, what is written is the SDK's."""
    for parts in ((part,), (TextPart("A"), part, TextPart("B"))):
        for message in wire(kind(parts)):
            TypeAdapter(ChatCompletionMessageParam).validate_python(message, strict=True)


def test_opaque_parts_of_this_format_are_written_as_they_came():
    """An unknown part of this format is written unread, an unknown call only among the calls."""
    raw = {"type": "odd", "odd": [1]}

    assert content(OpaquePart("odd", freeze(raw), "openai-chat")) == [raw]
    assert content(OpaquePart("odd", freeze(raw), "openai-chat"), of=AssistantMessage) == [raw]
