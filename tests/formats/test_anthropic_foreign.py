"""The Messages API: records of other formats, and records that repairs made or changed, written as Claude takes them."""

import base64
import json

import pytest
from attrs import evolve

from segue.formats.anthropic import ANTHROPIC
from segue.json_values import EMPTY, JsonText, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolMessage,
    UserMessage,
    assistant,
    prompt,
    result,
    system,
    tool,
    user,
)

CACHED = {"type": "ephemeral"}
MARKED = freeze({"anthropic": {"cacheControl": CACHED}})


def written(*messages):
    """Return the body that messages are written as."""
    return ANTHROPIC.encode(Request(prompt(*messages)))


def block(part, message=AssistantMessage):
    """Return the one block that a part is written as, beside a text."""
    content = written(message((TextPart("t"), part)))["messages"][0]["content"]
    return content[1] if len(content) > 1 else None


def blocks(*parts):
    """Return the blocks of an assistant message of these parts."""
    return written(assistant(*parts))["messages"][0]["content"]


def read(*content, role="assistant"):
    """Return the request of one message of these blocks."""
    return ANTHROPIC.decode([{"role": role, "content": list(content)}]).unwrap()


def changed(request, **fields):
    """Return the payload after a change of the first part of its first message."""
    (message,) = request.prompt.messages
    content = (evolve(message.content[0], **fields), *message.content[1:])
    return ANTHROPIC.encode(evolve(request, prompt=Prompt((evolve(message, content=content),))))[0]["content"]


def test_a_conversation():
    """Messages of any format become a body; one plain text is a string, neighbouring results and words share a message."""
    call = ToolCallPart("c1", "find", freeze({"q": 1}))
    assert written(
        system("s"), user("a"), user("b"), assistant("c", call), tool(result("c1", "d")), tool(result("c2", "e")), user("f")
    ) == {
        "system": "s",
        "messages": [
            {"role": "user", "content": "a"},
            {"role": "user", "content": "b"},
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "c"}, {"type": "tool_use", "id": "c1", "name": "find", "input": {"q": 1}}],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": "d"},
                    {"type": "tool_result", "tool_use_id": "c2", "content": "e"},
                    {"type": "text", "text": "f"},
                ],
            },
        ],
    }


def test_leading_system_messages_are_blocks():
    """Several leading system messages are blocks in order, a later one stands in the list, an empty one is left out."""
    body = written(system("a"), SystemMessage((TextPart("b"),), provider_options=MARKED), user("c"), system("d"))
    assert body["system"] == [{"type": "text", "text": "a"}, {"type": "text", "text": "b", "cache_control": CACHED}]
    assert body["messages"][1] == {"role": "system", "content": "d"}
    assert written(SystemMessage(())) == {"messages": []}


def test_a_marker_of_a_message_is_on_its_last_block():
    """The AI SDK's cache marker of a whole message is written on the last block, unless that has one or is a thought."""
    thought = ReasoningPart("t", freeze({"anthropic": {"signature": "s"}}))
    own = TextPart("b", freeze({"anthropic": {"cacheControl": {"type": "ephemeral", "ttl": "1h"}}}))
    body = written(
        UserMessage((TextPart("a"),), provider_options=MARKED),
        AssistantMessage((own,), provider_options=MARKED),
        AssistantMessage((thought,), provider_options=MARKED),
        AssistantMessage((), provider_options=MARKED),
        UserMessage((TextPart("c"),), provider_options=freeze({"openai": {}, "anthropic": {"other": 1}})),
    )
    assert body["messages"][0]["content"] == [{"type": "text", "text": "a", "cache_control": CACHED}]
    assert body["messages"][1]["content"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert "cache_control" not in body["messages"][2]["content"][0]
    assert [message["content"] for message in body["messages"][3:]] == [[], "c"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (EMPTY, {}),
        (JsonText('{"a": 1.0}'), {"a": 1.0}),
        (JsonText("broken"), {"_raw": "broken"}),
        ('{"a": 1}', {"a": 1}),
        ("{a", {"_raw": "{a"}),
        (None, {}),
        ("", {}),
        ((), {}),
        ((1,), {"_raw": [1]}),
        (0, {"_raw": 0}),
        (False, {"_raw": False}),
    ],
)
def test_an_input_is_an_object(given, expected):
    """Whatever a call was given elsewhere is an object here: parsed, empty or wrapped."""
    assert block(ToolCallPart("c", "n", given))["input"] == expected


def test_options_of_calls_and_results():
    """The caller is spelled as the wire has it; an odd one is written as it is."""
    told = freeze({"anthropic": {"caller": {"type": "x", "toolId": "y"}, "cacheControl": CACHED}})
    assert block(ToolCallPart("c", "n", EMPTY, provider_options=told)) == {
        "type": "tool_use",
        "id": "c",
        "name": "n",
        "input": {},
        "cache_control": CACHED,
        "caller": {"type": "x", "tool_id": "y"},
    }
    assert block(ToolCallPart("c", "n", EMPTY, provider_options=freeze({"anthropic": {"caller": 3}})))["caller"] == 3
    assert block(ToolResultPart("c", "n", (), provider_options=MARKED), UserMessage)["cache_control"] == CACHED


def test_reasoning_that_claude_cannot_read_is_left_out():
    """Thoughts are written with Claude's signature or its redacted data, others not at all."""
    assert block(ReasoningPart("t", freeze({"anthropic": {"signature": "s"}}))) == {"type": "thinking", "thinking": "t", "signature": "s"}
    assert block(ReasoningPart("", freeze({"anthropic": {"redactedData": "d"}}))) == {"type": "redacted_thinking", "data": "d"}
    assert block(ReasoningPart("t", freeze({"openai": {"reasoningEncryptedContent": "e"}, "anthropic": "odd"}))) is None
    request = read({"type": "thinking", "thinking": "t", "signature": "s"}, {"type": "text", "text": "x"})
    assert changed(request, provider_options=EMPTY) == [{"type": "text", "text": "x"}]


def test_results():
    """A result's one text is a string, JSON its text, an error is marked, nothing is no content."""
    body = written(
        ToolMessage(
            (
                ToolResultPart("a", "n", (JsonPart(freeze({"å": [1]})),), error=True),
                ToolResultPart("b", "n", (TextPart("x"), JsonPart(None), FilePart("audio/wav", "UklG", filename="a.wav"))),
                ToolResultPart("c", "n", ()),
                ToolResultPart("d", "n", (TextPart("x", MARKED),)),
                ToolResultPart("e", "n", (JsonPart(1, MARKED),)),
            )
        )
    )
    assert body["messages"][0]["content"] == [
        {"type": "tool_result", "tool_use_id": "a", "content": '{"å": [1]}', "is_error": True},
        {
            "type": "tool_result",
            "tool_use_id": "b",
            "content": [
                {"type": "text", "text": "x"},
                {"type": "text", "text": "null"},
                {"type": "text", "text": "[file omitted: audio/wav, a.wav]"},
            ],
        },
        {"type": "tool_result", "tool_use_id": "c"},
        {"type": "tool_result", "tool_use_id": "d", "content": [{"type": "text", "text": "x", "cache_control": CACHED}]},
        {"type": "tool_result", "tool_use_id": "e", "content": [{"type": "text", "text": "1", "cache_control": CACHED}]},
    ]


PDF = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
NOTE = base64.b64encode("Før".encode()).decode()
FILES = [
    (FilePart("image/png", "iVBOR"), {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBOR"}}),
    (FilePart("image/jpg", "x"), {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": "x"}}),
    (FilePart("image/*", "/9j/4"), {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": "/9j/4"}}),
    (FilePart("image/*", "https://e.org/a", "url"), {"type": "image", "source": {"type": "url", "url": "https://e.org/a"}}),
    (
        FilePart("image/png", "file_1", "id", "a", MARKED),
        {"type": "image", "source": {"type": "file", "file_id": "file_1"}, "cache_control": CACHED},
    ),
    (FilePart("application/pdf", "JVBERi0=", filename="a"), {"type": "document", "source": PDF, "title": "a"}),
    (FilePart("application/octet-stream", "JVBERi0="), {"type": "document", "source": PDF}),
    (
        FilePart(
            "application/pdf",
            "https://e.org",
            "url",
            "a",
            freeze({"anthropic": {"title": "b", "context": "c", "citations": {"enabled": True}}}),
        ),
        {
            "type": "document",
            "source": {"type": "url", "url": "https://e.org"},
            "title": "b",
            "citations": {"enabled": True},
            "context": "c",
        },
    ),
    (FilePart("text/markdown", "# A", "text"), {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "# A"}}),
    (FilePart("text/csv", NOTE), {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Før"}}),
    (FilePart("application/json", "e30="), {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "{}"}}),
]
OMITTED = [
    FilePart("image/*", "unknown"),
    FilePart("image/svg+xml", "PHN2Zz4="),
    FilePart("image/png", "gs://b/a", "url"),
    FilePart("image/png", "file-1", "id"),
    FilePart("audio/wav", "UklGRg=="),
    FilePart("text/plain", "/w=="),
    FilePart("text/plain", "https://e.org/a.txt", "url"),
    FilePart("", ""),
]


@pytest.mark.parametrize(("file", "expected"), FILES)
def test_a_file_that_claude_takes(file, expected):
    """Images, PDF and text are written by source; a vague media type is told from how the data begins."""
    assert block(file, UserMessage) == expected


@pytest.mark.parametrize("file", OMITTED)
def test_a_file_that_claude_does_not_take(file):
    """Another file is a text that names it; its cache marker stays."""
    assert block(evolve(file, filename="n", provider_options=MARKED), UserMessage) == {
        "type": "text",
        "text": f"[file omitted: {file.media_type}, n]",
        "cache_control": CACHED,
    }


def test_a_file_of_the_assistant_is_left_out():
    """An assistant's message holds no files; one that this format read there is written back."""
    assert block(FilePart("image/png", "iVBOR"))["text"] == "[file omitted: image/png]"


def test_changed_text_is_written():
    """A document or search result whose text was changed is written with the new text, not the blocks it came with."""
    source = {"type": "content", "content": [{"type": "text", "text": "old"}], "more": 1}
    plain = {"type": "text", "media_type": "text/plain", "data": "new"}
    assert changed(read({"type": "document", "source": source}, role="user"), data="new") == [
        {"type": "document", "source": {**plain, "more": 1}}
    ]
    found = {"type": "search_result", "source": "s", "title": "t", "content": []}
    assert changed(read(found, role="user"), data="new")[0]["source"] == plain
    assert changed(read(found, role="user"), filename=None)[0]["title"] == ""
    assert changed(read(found, role="user"), extras=None)[0]["source"]["data"] == "s\n"


def test_unknown_parts_are_labelled():
    """A part of a kind that another format carried is a label and what can be read of it."""
    part = OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea?"}), "openai-chat")
    assert block(part) == {"type": "text", "text": "[poll part]\nquestion: Tea?"}
    assert block(evolve(part, value=EMPTY)) == {"type": "text", "text": "[poll part]"}


def test_anything_anywhere_is_written():
    """Every part in every message, sensible or not, gives JSON."""
    parts = (
        TextPart(""),
        ReasoningPart("r"),
        FilePart("x/y", ""),
        JsonPart(freeze([1])),
        ToolCallPart("", "", None),
        ToolResultPart("", "", ()),
        ToolCallPart("", "", None, hosted=True),
        ToolResultPart("", "", (OpaquePart("k", EMPTY, "ai-sdk"),), hosted=True),
        OpaquePart("", EMPTY, ""),
    )
    for message in (SystemMessage, UserMessage, AssistantMessage, ToolMessage):
        body = written(user("a"), message(parts), message(()), *(message((part,)) for part in parts))
        assert json.loads(json.dumps(body)) == body


def test_a_changed_message_is_written_in_the_form_that_fits():
    """A string that became two texts is a list, a marked one too, an absent content is written once there is one."""
    (message,) = ANTHROPIC.decode([{"role": "user", "content": "a"}]).unwrap().prompt.messages
    assert written(evolve(message, content=(TextPart("a"), TextPart("b"))))["messages"][0]["content"][1]["text"] == "b"
    assert written(evolve(message, content=(TextPart("a", MARKED),)))["messages"][0]["content"][0]["cache_control"] == CACHED
    request = read({"type": "tool_result", "content": None, "tool_use_id": "a"}, role="user")
    assert changed(request, output=(TextPart("x"),)) == [{"type": "tool_result", "content": "x", "tool_use_id": "a"}]
