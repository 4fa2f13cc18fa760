"""Which format a payload is in."""

import json
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from segue.formats.registry import FORMATS, detect

_FOLDER = Path(__file__).parents[1] / "switch" / "histories"
HISTORIES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(_FOLDER.glob("*.json"))]
LISTS = {
    "openai-chat": "messages", "anthropic": "messages", "ai-sdk": "prompt", "mastra": "messages", "openai-responses": "input", "gemini": "contents",
    "bedrock-converse": "messages",
}  # fmt: skip


def test_formats_are_named():
    """Every format stands under its own name."""
    assert {name: known.name for name, known in FORMATS.items()} == {name: name for name in LISTS}


@pytest.mark.parametrize("entry", HISTORIES, ids=lambda entry: entry["id"])
def test_histories(entry):
    """A real history is told by its body."""
    assert detect(entry["history"]) == entry["format"]


@pytest.mark.parametrize("entry", HISTORIES, ids=lambda entry: entry["id"])
def test_bare_histories(entry):
    """A real history is told by its messages alone, or reads the same in the format named."""
    bare, own = entry["history"][LISTS[entry["format"]]], entry["format"]
    found = detect(bare)
    assert found == own or FORMATS[found].decode(bare).unwrap().prompt == FORMATS[own].decode(bare).unwrap().prompt
    assert detect(bare, own) == own


PLAIN = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
TEXT = [{"type": "text", "text": "a"}]


@pytest.mark.parametrize(("prefer", "name"), [(None, "openai-chat"), ("anthropic", "anthropic"), ("gemini", "openai-chat")])
def test_preference_decides_a_tie(prefer, name):
    """Plain strings are what is preferred, else a chat completion's; a format that is not known is not heeded."""
    assert detect(PLAIN, prefer) == detect({"messages": PLAIN}, prefer) == name


def test_only_a_reader_can_be_preferred():
    """A body of messages is no prompt of the AI SDK, whatever is preferred."""
    assert detect({"messages": PLAIN}, "ai-sdk") == "openai-chat"
    assert detect(PLAIN, "ai-sdk") == "ai-sdk"


def one(content, role="user", **more):
    """A prompt of one message."""
    return [{"role": role, "content": content, **more}]




class Undecided:
    """Refuses to be compared, as an array of numbers does."""

    def __eq__(self, other):
        """Refuse."""
        raise ValueError("ambiguous")

    __hash__ = None


UNDECIDED = Undecided()
TOLD = [
    ({"contents": []}, "gemini"),
    ([{"role": "user", "parts": [{"text": "a"}]}], "gemini"),
    ([{"parts": [{"text": "a"}]}], "gemini"),
    ({"input": "a"}, "openai-responses"),
    ({"input": []}, "openai-responses"),
    ({"input": [], "messages": []}, "openai-chat"),
    ([{"type": "message", "role": "user", "content": "a"}], "openai-responses"),
    ([{"type": "web_search_call", "id": "ws_1"}], "openai-responses"),
    (one([{"type": "input_text", "text": "a"}]), "openai-responses"),
    ({"messages": one([{"text": "a"}])}, "bedrock-converse"),
    ({"messages": [], "system": [{"text": "a"}]}, "bedrock-converse"),
    ({"messages": [], "toolConfig": {}}, "bedrock-converse"),
    ({"messages": one([{"text": "a"}]), "system": []}, "bedrock-converse"),
    (one([{"toolUse": {}}], "assistant"), "bedrock-converse"),
    ([], "openai-chat"),
    ({"messages": []}, "openai-chat"),
    ({"messages": None}, "openai-chat"),
    ({"messages": [5]}, "openai-chat"),
    ({"messages": [], "system": "a"}, "anthropic"),
    ({"messages": [], "system": []}, "anthropic"),
    ({"messages": [], "system": None}, "openai-chat"),
    ({"prompt": [], "messages": []}, "ai-sdk"),
    ({"messages": [], "tools": [{"name": "a", "input_schema": {}}]}, "anthropic"),
    ({"messages": [], "tools": [{"type": "function", "function": {}}]}, "openai-chat"),
    ({"messages": [], "functions": []}, "openai-chat"),
    (one("a", "developer"), "openai-chat"),
    (one("a", "tool"), "openai-chat"),
    (one(TEXT, "tool"), "openai-chat"),
    (one([{"type": "tool-result"}], "tool"), "ai-sdk"),
    (one(None, "assistant"), "openai-chat"),
    (one("a", "assistant", tool_calls=[]), "openai-chat"),
    (one("a", providerOptions={}), "ai-sdk"),
    (one([{"type": "image_url"}]), "openai-chat"),
    (one([{"type": "file", "file": {}}]), "openai-chat"),
    (one([{"type": "file", "mediaType": "a/b"}]), "ai-sdk"),
    (one([{"type": "image", "source": {}}]), "anthropic"),
    (one([{"type": "thinking", "thinking": "a"}], "assistant"), "anthropic"),
    (one([{"type": "thinking", "thinking": []}], "assistant"), "openai-chat"),
    (one([{"type": "reasoning", "text": "a"}], "assistant"), "ai-sdk"),
    (one([{"type": "mcp_tool_result"}], "assistant"), "anthropic"),
    (one([{"type": "text", "text": "a", "cache_control": {}}]), "anthropic"),
    (one([{"type": []}]), "openai-chat"),
    (one(TEXT), "openai-chat"),
    (one(TEXT) + one(TEXT, "assistant"), "anthropic"),
    (one("a", "system") + one(TEXT) + one(TEXT, "assistant"), "ai-sdk"),
    (one("a", "system") + one("a") + one(TEXT, "assistant"), "openai-chat"),
    (one(TEXT, "system") + one(TEXT) + one(TEXT, "assistant"), "openai-chat"),
    ({"messages": one("a", "system") + one(TEXT) + one(TEXT, "assistant")}, "openai-chat"),
    (one({"format": 2, "parts": []}), "mastra"),
    (one({"toolInvocations": []}, "assistant", name="a"), "mastra"),
    (one("a") + one({"format": 2, "parts": [{"type": "tool-invocation"}]}, "assistant"), "mastra"),
    ({"messages": one({"format": 2, "parts": []})}, "mastra"),
    (one({"format": 2}), "openai-chat"),
    (one("a", []), "openai-chat"),
    (one("a", 5), "openai-chat"),
    (one(TEXT, "assistant", thinking="b"), "openai-chat"),
    (one(TEXT, "assistant", images=["iVBORw0KGgo="]), "openai-chat"),
    (one(TEXT, "assistant", tool_name="c"), "openai-chat"),
    (one(TEXT) + one([{"type": "document_url", "document_url": "https://a.example/x.pdf"}]) + one(TEXT, "assistant"), "openai-chat"),
    (one("a", 10**5000), "openai-chat"),
    (one("a", UNDECIDED) + one([{"type": UNDECIDED, "text": "a"}]), "openai-chat"),
]


@pytest.mark.parametrize(("payload", "name"), TOLD)
def test_features(payload, name):
    """Each feature speaks for the format that has it."""
    assert detect(payload) == name


@pytest.mark.parametrize("payload", [None, "a", 5, {}, {"content": []}, {"input": None}, {"prompt": "a"}, ["a"], [{"type": "text"}], [[]]])
def test_no_messages(payload):
    """What holds no messages is in no format."""
    assert detect(payload) is None


def test_most_evidence_wins():
    """A payload that mixes formats is named for the one it has most of, and a tie goes to the one preferred."""
    use, calls = one([{"type": "tool_use"}], "assistant"), one("", "assistant", tool_calls=[])
    assert detect(use + use + calls) == "anthropic"
    assert detect(use + calls, "anthropic") == "anthropic"
    assert detect(use + calls) == "openai-chat"


def test_broken_payloads_fail_helpfully():
    """A payload that no format reads is named for the one it resembles, so that the failure names the fault."""
    broken = one([{"type": "tool-call", "toolCallId": 5, "toolName": "a", "input": {}}], "assistant")
    failure = FORMATS[detect(broken)].decode(broken)
    assert not is_successful(failure)
    assert failure.failure().place == (0, "content", 0, "toolCallId")


class Counted(list):
    """A list that counts how many of its items were looked at."""

    seen = 0

    def __iter__(self):
        """Count each item."""
        for item in super().__iter__():
            self.seen += 1
            yield item


def test_it_stops_when_decided():
    """Looking ends a few telling messages into a history."""
    messages = Counted(one("", "assistant", tool_calls=[]) * 1000)
    assert detect({"messages": messages}) == "openai-chat"
    assert messages.seen <= 5
