"""What damaged payloads were seen to break: each kind in every format that has it."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType

import pytest
from returns.pipeline import is_successful

from segue import FORMATS, same_json
from segue.failures import DecodeFailure


class Word(str, Enum):  # noqa: UP042 - as SDKs have them: its `str` is not its value
    """Words with a name."""

    READ = "read"
    USER = "user"


class Undecided:
    """Neither true nor false, as an array of numbers is."""

    def __bool__(self):
        """Refuse."""
        raise ValueError("ambiguous")


PNG = {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}
URL = {"url": "https://files.example/a.png"}
ASK = {"role": "user", "parts": [{"text": "Go."}]}
ITEM = {"type": "function_call", "call_id": "c", "name": "read", "arguments": "{}", "": 1}
READ = {"type": "function", "name": "read", "inputSchema": {}, "": "x"}

WRITTEN = {
    "an image whose type is another": ("openai-chat", [{"role": "assistant", "content": "", "images": [{"type": "image_", "image_url": URL}]}]),
    "an image whose type is no word": ("openai-chat", [{"role": "assistant", "content": "", "images": [{"type": None, "image_url": URL}]}]),
    "a field without a name in a message": ("ai-sdk", [{"role": "assistant", "content": [], "": []}]),
    "a field without a name in a part": ("ai-sdk", [{"role": "user", "content": [{"type": "text", "text": "x", "": 1}]}]),
    "a field without a name in a tool": ("ai-sdk", {"prompt": [], "tools": [READ]}),
    "a field without a name, and options": ("ai-sdk", [{"role": "assistant", "content": [], "": 1, "providerOptions": {"a": {"b": 1}}}]),
    "a field without a name in an item": ("openai-responses", [ITEM]),
    "an object without a name in an item": ("openai-responses", [{**ITEM, "": {"a": 1}}]),
    "an object without a name in a file": ("openai-responses", [{"role": "user", "content": [{"type": "input_file", "file_data": "AA==", "filename": "a", "": {"a": 1}}]}]),
    "a tool whose type is empty": ("openai-responses", {"input": [], "tools": [{"type": "", "container": {"type": "auto"}}]}),
    "a shell's output that is a text": ("openai-responses", [{"type": "shell_call_output", "call_id": "c", "output": "kg"}]),
    "tools found that are a text": ("openai-responses", [{"type": "tool_search_output", "call_id": "c", "tools": "none"}]),
    "an output whose name is empty": ("openai-responses", [{"type": "program_output", "call_id": "c", "name": "", "result": "ok"}]),
    "a summary in an enum": ("openai-responses", [{"type": "reasoning", "summary": [{"type": "summary_text", "text": Word.READ}]}]),
    "an image that has a content": ("anthropic", [{"role": "user", "content": [{"type": "image", "source": {**PNG, "content": "x"}}]}]),
    "words in an enum": ("mastra", [{"id": "m", "role": "user", "content": Word.USER}]),
    "a tool's name in an enum": ("mastra", [{"id": "m", "role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c", "toolName": Word.READ, "args": {}}]}]),
    "a tool whose function is no object": ("openai-chat", {"messages": [], "tools": [{"type": "odd", "function": [["read"]]}]}),
    "a tool whose name is no text": ("openai-responses", {"input": [], "tools": [{"type": "odd", "name": ["read"]}]}),
    "a row whose time is a number": ("mastra", [{"id": "m", "role": "user", "createdAt": 5, "content": {"format": 2, "parts": []}}]),
    "an instruction that is one part": ("gemini", {"contents": [ASK], "systemInstruction": {"parts": {"text": "Be brief."}}}),
    "a content that is one part": ("gemini", {"contents": [{"role": "user", "parts": {"text": "Go."}}, {"parts": {"text": "?"}}]}),
    "one part beside empty fields": ("gemini", [{"role": "user", "parts": {"text": "Go."}, "x": None}]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "payload"), WRITTEN.values(), ids=WRITTEN)
def test_it_is_written_as_it_came(name, payload):
    """What is read is written to the letter."""
    assert same_json(FORMATS[name].encode(FORMATS[name].decode(payload).unwrap()), payload)


CHOICES = {
    "openai-chat": ({"messages": []}, "tool_choice", lambda name: {"type": "function", "function": {"name": name}}),
    "anthropic": ({"messages": []}, "tool_choice", lambda name: {"type": "tool", "name": name}),
    "ai-sdk": ({"prompt": []}, "toolChoice", lambda name: {"type": "tool", "toolName": name}),
    "openai-responses": ({"input": []}, "tool_choice", lambda name: {"type": "function", "name": name}),
    "gemini": ({"contents": []}, "toolConfig", lambda name: {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [name]}}),
    "bedrock-converse": ({"messages": []}, "toolConfig", lambda name: {"toolChoice": {"tool": {"name": name}}}),
}


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("kind", [dict, MappingProxyType])
def test_a_forced_tool_may_be_named_by_an_enum(name, kind):
    """A choice that is any mapping, and whose name is of a class of its own, forces that tool and is written as it came."""
    body, key, choice = CHOICES[name]
    payload = {**body, key: kind(choice(Word.READ))}
    request = FORMATS[name].decode(payload).unwrap()

    assert (request.tool_choice, type(request.tool_choice)) == ("read", str)
    assert same_json(FORMATS[name].encode(request), payload)


TWICE = {"text": "x", "thought_signature": {"a": 1}, "thoughtSignature": "Cs8B"}
REFUSED = {
    "an instruction's parts are a number": ("gemini", {"contents": [], "systemInstruction": {"parts": 0}}, "systemInstruction.parts", "a list", "0"),
    "an instruction's only part": ("gemini", {"contents": [], "systemInstruction": {"parts": {"text": 7}}}, "systemInstruction.parts.text", "a string", "7"),
    "a content's only part": ("gemini", [{"role": "model", "parts": {"text": 7}}], "[0].parts.text", "a string", "7"),
    "both spellings of a key": ("gemini", [{"parts": [TWICE]}], "[0].parts[0].thought_signature", "a string", "an object"),
    "null in one spelling": ("gemini", [{"parts": [{"text": "x", "videoMetadata": None, "video_metadata": [b"x"]}]}], "[0].parts[0].video_metadata[0]", "JSON", "a bytes"),
    "bytes for a block": ("bedrock-converse", [{"role": "user", "content": [b"\xff"]}], "[0].content[0]", "an object", "a bytes"),
    "a long integer": ("openai-chat", {"messages": [], "n": 10**4300}, "n", "an integer of at most 4300 digits", "a very long integer"),
    "a mapping of another class": ("openai-chat", {"messages": MappingProxyType({})}, "messages", "a list", "an object"),
    "a word in an enum": ("openai-chat", {"messages": Word.USER}, "messages", "a list", "'user'"),
    "rows that are a word": ("mastra", {"messages": "x"}, "messages", "a list of stored messages", "'x'"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "payload", "place", "expected", "found"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_at_its_place(name, payload, place, expected, found):
    """The failure names the place, as it is spelled there, and what stands there."""
    assert str(FORMATS[name].decode(payload).failure()) == f"{place}: expected {expected}, found {found} (read as {name})"


MESSAGES = {"ai-sdk": "prompt", "openai-responses": "input", "gemini": "contents"}
UNDECIDED = [(name, key) for name in FORMATS for key in ("role", "type", "tools", "systemInstruction", "content", "x")]


@pytest.mark.parametrize(("name", "key"), UNDECIDED)
def test_what_is_neither_true_nor_false_is_refused(name, key):
    """A value that refuses to be compared, such as an array of numbers, is no JSON wherever it stands."""
    listed = MESSAGES.get(name, "messages")
    for payload in ({listed: [], key: Undecided()}, {listed: [{"role": "user", key: Undecided()}]}):
        assert not is_successful(FORMATS[name].decode(payload))


def test_an_error_of_a_payload_that_is_no_json_is_the_payloads():
    """The first place that is no JSON is named."""
    assert FORMATS["gemini"].decode({"contents": [], "x": Undecided()}).failure() == DecodeFailure("gemini", ("x",), "JSON", "a Undecided")
