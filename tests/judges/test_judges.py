"""Each strict check of the judges can fail, spares its nearest neighbour, and good payloads pass."""

from __future__ import annotations

import base64
import struct
from typing import Any

import pytest

from tests.judges import anthropic, anthropic_body, openai_chat
from tests.judges.checks import Issued

CLAUDE, GPT = "claude-sonnet-4-5", "gpt-5.2"
ISSUED = Issued({"sig": "Add them."}, frozenset({"blob"}), frozenset({"page"}))
EPHEMERAL = {"type": "ephemeral"}


def user(*blocks: Any) -> dict[str, Any]:
    """Make a user message of texts and blocks."""
    return {"role": "user", "content": [block if isinstance(block, dict) else text(block) for block in blocks]}


def claude(*blocks: Any) -> dict[str, Any]:
    """Make an assistant message of texts and blocks."""
    return {**user(*blocks), "role": "assistant"}


def text(words: str, **more: Any) -> dict[str, Any]:
    """Make a text block."""
    return {"type": "text", "text": words, **more}


def use(id_: str = "toolu_A", *, name: str = "add", **more: Any) -> dict[str, Any]:
    """Make a tool call."""
    return {"type": "tool_use", "id": id_, "name": name, "input": {}, **more}


def result(id_: str = "toolu_A", content: Any = "2", **more: Any) -> dict[str, Any]:
    """Make a tool result."""
    return {"type": "tool_result", "tool_use_id": id_, "content": content, **more}


def thought(words: str = "Add them.", signature: str = "sig") -> dict[str, Any]:
    """Make a thinking block."""
    return {"type": "thinking", "thinking": words, "signature": signature}


def server(id_: str = "srvtoolu_A") -> dict[str, Any]:
    """Make a call of a server tool."""
    return {"type": "server_tool_use", "id": id_, "name": "web_search", "input": {"query": "sums"}}


def found(id_: str = "srvtoolu_A", payload: str = "page") -> dict[str, Any]:
    """Make the result of a server tool."""
    page = {"type": "web_search_result", "url": "https://example.org", "title": "Sums", "encrypted_content": payload}
    return {"type": "web_search_tool_result", "tool_use_id": id_, "content": [page]}


def image(side: int = 8, weight: int = 8) -> dict[str, Any]:
    """Make an image block: the head of a square PNG."""
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", side, side)
    data = base64.b64encode(head.ljust(weight, b"\0")).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


ASK, ON = user("1 + 1?"), user("Go on.")
CALLED = claude(use())
CODE: dict[str, Any] = {"caller": {"type": "code_execution_20250825", "tool_id": "srvtoolu_A"}}
ADD = {"name": "add", "input_schema": {"type": "object"}}
REFERENCE = result(content=[{"type": "tool_reference", "tool_name": "add"}])
PENDING = [ASK, claude(server(), use(**CODE)), user(result())]
SYSTEM = {"role": "system", "content": "Be brief."}
MARKED = text("mark", cache_control=EPHEMERAL)

# check -> (refused, accepted): a body, a message list, or (either of them, model)
ANTHROPIC: dict[str, tuple[Any, Any]] = {
    "no-messages": ([], [ASK]),
    "first-speaker": ([claude("Hi."), ON], [user("Hi."), claude("Hi."), ON]),
    "empty-message": ([ASK, claude(), ON], [ASK, claude()]),
    "empty-text": ([user("1 + 1?", "")], [user("1 + 1?", "?")]),
    "blank-text": ([user("1 + 1?", " \n")], [user("1 + 1?", " .\n")]),
    "trailing-whitespace": ([ASK, claude("It is ")], [ASK, claude("It is "), ON]),
    "prefill": (([ASK, claude("It is")], "claude-sonnet-4-6"), ([ASK, claude("It is")], "claude-sonnet-4-5")),
    "leading-system": (([SYSTEM, ASK], "claude-opus-5"), {"system": "Be brief.", "messages": [ASK]}),
    "late-system": (([ASK, SYSTEM], "claude-sonnet-4-6"), ([ASK, SYSTEM], "claude-opus-4-8")),
    "too-many-cache-markers": ([user(*[MARKED] * 5)], [user(*[MARKED] * 4)]),
    "image-limits": ([user(*[image(2001)] * 21)], [user(*[image(2001)] * 20)]),
    "tool-id-charset": ([ASK, claude(use("f.add:0")), user(result("f.add:0"))], [ASK, claude(use("f-add_0")), user(result("f-add_0"))]),
    "tool-id-reused": (
        [ASK, CALLED, user(result()), CALLED, user(result())],
        [ASK, CALLED, user(result()), claude(use("b")), user(result("b"))],
    ),
    "tool-name-length": ([ASK, claude(use(name="a" * 201)), user(result())], [ASK, claude(use(name="a" * 200)), user(result())]),
    "call-unanswered": ([ASK, CALLED, ON], [ASK, CALLED, user(result(), "Go on.")]),
    "orphan-result": ([ASK, claude("2"), user(result())], [ASK, CALLED, user(result())]),
    "content-before-result": ([ASK, CALLED, user("wait", result())], [ASK, CALLED, user(result(), "wait")]),
    "double-result": ([ASK, CALLED, user(result(), result())], [ASK, claude(use(), use("b")), user(result(), result("b"))]),
    "error-result-with-file": (
        [ASK, CALLED, user(result(content=[image()], is_error=True))],
        [ASK, CALLED, user(result(content=[image()], is_error=False))],
    ),
    "tool-reference-unavailable": (
        {"messages": [ASK, CALLED, user(REFERENCE)], "tools": []},
        {"messages": [ASK, CALLED, user(REFERENCE)], "tools": [ADD]},
    ),
    "server-tool-id": ([ASK, claude(server("ws_A"), found("ws_A")), ON], [ASK, claude(server(), found()), ON]),
    "server-call-unresolved": ([ASK, claude(server()), ON], [ASK, claude(server())]),
    "server-result-orphan": ([ASK, claude(found()), ON], [ASK, claude(server(), found()), ON]),
    "container-required": ({"messages": PENDING, "tools": [ADD]}, {"messages": PENDING, "tools": [ADD], "container": "container_A"}),
    "search-result-foreign": ([ASK, claude(server(), found(payload="forged")), ON], [ASK, claude(server(), found()), ON]),
    "thinking-unsigned": ([ASK, claude(thought(signature=""), "2"), ON], [ASK, claude(thought(), "2"), ON]),
    "thinking-foreign": ([ASK, claude(thought(signature="forged"), "2"), ON], [ASK, claude(thought(), "2"), ON]),
    "thinking-edited": ([ASK, claude(thought("Add the"), "2"), ON], [ASK, claude(thought(), "2"), ON]),
    "redacted-foreign": (
        [ASK, claude({"type": "redacted_thinking", "data": "forged"}, "2"), ON],
        [ASK, claude({"type": "redacted_thinking", "data": "blob"}, "2"), ON],
    ),
    "closing-thinking": ([ASK, claude(thought())], [ASK, claude(thought(), "It is")]),
    "thinking-disabled": (
        {"messages": [ASK, claude(thought(), "It is")], "thinking": {"type": "disabled"}},
        {"messages": [ASK, claude(thought(), "It is")], "thinking": {"type": "enabled", "budget_tokens": 1024}},
    ),
    "thinking-not-first": ([ASK, claude("Hm.", thought(), "2"), ON], [ASK, claude(thought(), "Hm.", "2"), ON]),
    "thinking-expected": (
        {"messages": [ASK, CALLED, user(result())], "thinking": {"type": "enabled", "budget_tokens": 1024}},
        {"messages": [ASK, CALLED, user(result())], "thinking": {"type": "adaptive"}},
    ),
}


def asks(words: Any = "1 + 1?", **more: Any) -> dict[str, Any]:
    """Make a user message."""
    return {"role": "user", "content": words, **more}


def gpt(words: Any = None, *ids: str, name: str = "add", **more: Any) -> dict[str, Any]:
    """Make an assistant message that calls a tool once for each id."""
    calls = [{"id": id_, "type": "function", "function": {"name": name, "arguments": "{}"}} for id_ in ids]
    return {"role": "assistant", "content": words, **({"tool_calls": calls} if calls else {}), **more}


def tells(id_: str, words: Any = "2") -> dict[str, Any]:
    """Make a tool message."""
    return {"role": "tool", "tool_call_id": id_, "content": words}


def tools(count: int) -> list[dict[str, Any]]:
    """Make tool definitions."""
    return [{"type": "function", "function": {"name": f"add_{at}"}} for at in range(count)]


OPENAI: dict[str, tuple[Any, Any]] = {
    "no-messages": ([], [asks()]),
    "call-unanswered": ([asks(), gpt(None, "a", "b"), tells("a"), asks()], [asks(), gpt(None, "a", "b"), tells("b"), tells("a"), asks()]),
    "orphan-tool-message": ([tells("a"), asks()], [asks(), gpt(None, "a"), tells("a")]),
    "duplicate-tool-call-id": (
        [asks(), gpt(None, "a"), tells("a"), tells("a")],
        [asks(), gpt(None, "a"), tells("a"), gpt(None, "a"), tells("a")],
    ),
    "tool-call-id-length": ([asks(), gpt(None, "a" * 41), tells("a" * 41)], [asks(), gpt(None, "a" * 40), tells("a" * 40)]),
    "empty-tool-calls": ([asks(), gpt("2", tool_calls=[]), asks()], [asks(), gpt("2"), asks()]),
    "null-content": ([asks(), gpt(), asks()], [asks(), gpt(refusal="No."), asks()]),
    "name-pattern": ([asks(name="maja k")], [asks(name="maja_k")]),
    "function-name-pattern": ([asks(), gpt(None, "a", name="sh.run"), tells("a")], [asks(), gpt(None, "a", name="sh-run"), tells("a")]),
    "system-role": (([{"role": "system", "content": "Add."}, asks()], "o1-mini"), ([{"role": "system", "content": "Add."}, asks()], "o3")),
    "string-length": ([asks("x" * 10_485_761)], [asks("x" * 10_485_760)]),
    "too-many-tools": ({"messages": [asks()], "tools": tools(129)}, {"messages": [asks()], "tools": tools(128)}),
}


def _verdict(judge: Any, case: Any, model: str) -> list[str]:
    payload, asked = case if isinstance(case, tuple) else (case, model)
    complaints: list[str] = judge(payload, model=asked, issued=ISSUED)
    return complaints


@pytest.mark.parametrize("name", anthropic_body.CHECKS.known)
def test_each_check_for_messages_refuses_its_smallest_case(name: str) -> None:
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in _verdict(anthropic.judge, ANTHROPIC[name][0], CLAUDE))


@pytest.mark.parametrize("name", anthropic_body.CHECKS.known)
def test_each_check_for_messages_spares_the_near_miss(name: str) -> None:
    """The nearest good payload has no complaint at all."""
    assert _verdict(anthropic.judge, ANTHROPIC[name][1], CLAUDE) == []


@pytest.mark.parametrize("name", openai_chat.CHECKS.known)
def test_each_check_for_chat_refuses_its_smallest_case(name: str) -> None:
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in _verdict(openai_chat.judge, OPENAI[name][0], GPT))


@pytest.mark.parametrize("name", openai_chat.CHECKS.known)
def test_each_check_for_chat_spares_the_near_miss(name: str) -> None:
    """The nearest good payload has no complaint at all."""
    assert _verdict(openai_chat.judge, OPENAI[name][1], GPT) == []


@pytest.mark.parametrize(("cases", "checks"), [(ANTHROPIC, anthropic_body.CHECKS), (OPENAI, openai_chat.CHECKS)])
def test_no_case_is_left_over(cases: dict[str, Any], checks: Any) -> None:
    """Every case belongs to a check that exists, and every check says where it was seen."""
    assert set(cases) == set(checks.known)
    assert all(check.source.startswith("https://") and check.says for check in checks.known.values())


ODD_ANTHROPIC: dict[str, Any] = {
    "messages.0.content.0.name": [user(text("hi", name="x"))],
    "messages.0.content.0: none of": [user({"type": "image_url", "image_url": {"url": "https://example.org"}})],
    "messages.1.content.0.input": [ASK, claude(use(input="{}"))],
    "messages.1.content.0.signature: Field required": [ASK, claude({"type": "thinking", "thinking": "Hm."})],
    "messages.1: none of": [ASK, tells("a")],
    "messages.0.content: none of": [{"role": "user", "content": None}],
    "messages.2.content.0.content.0.text": [ASK, CALLED, user(result(content=[text(2)]))],  # type: ignore[arg-type]
    "system.0.text: Field required": {"system": [{"type": "text"}], "messages": [ASK]},
    "tools.0.input_schema": {"messages": [ASK], "tools": [{"name": "add"}]},
    "prompt: Extra inputs": {"messages": [ASK], "prompt": []},
}
ODD_OPENAI: dict[str, Any] = {
    "messages.0.cache_control": [asks(cache_control=EPHEMERAL)],
    "messages.1.reasoning_content": [asks(), gpt("2", reasoning_content="Add.")],
    "messages.2.content.0.image_url": [
        asks(),
        gpt(None, "a"),
        tells("a", [{"type": "image_url", "image_url": {"url": "https://example.org"}}]),
    ],
    "messages.1.tool_calls.0": [asks(), gpt(tool_calls=[{"id": "a", "function": {"name": "add", "arguments": "{}"}}]), tells("a")],
    "messages.1.tool_calls.0.index": [asks(), gpt(tool_calls=[{**gpt(None, "a")["tool_calls"][0], "index": 0}]), tells("a")],
    "messages.0.content": [asks(None)],
    "messages.0: none of": [{"role": "model", "content": "hi"}],
    "input: Unknown parameter": {"messages": [asks()], "input": []},
}


@pytest.mark.parametrize("place", ODD_ANTHROPIC)
def test_messages_types_are_eager_and_closed(place: str) -> None:
    """A fault deep in an iterable field, or a key that the vendor does not know, is refused at its place."""
    assert any(line.startswith(place) for line in anthropic.judge(ODD_ANTHROPIC[place], model=CLAUDE))


@pytest.mark.parametrize("place", ODD_OPENAI)
def test_chat_types_are_eager_and_closed(place: str) -> None:
    """A fault deep in an iterable field, or a key that the vendor does not know, is refused at its place."""
    assert any(line.startswith(place) for line in openai_chat.judge(ODD_OPENAI[place], model=GPT))


def test_a_rich_messages_body_passes() -> None:
    """All kinds of block that a history may hold are accepted together."""
    document = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}, "title": "sums"}
    body = {
        "model": CLAUDE,
        "max_tokens": 4096,
        "system": [text("Be brief.", cache_control=EPHEMERAL)],
        "thinking": {"type": "enabled", "budget_tokens": 1024},
        "tools": [ADD, {"type": "web_search_20250305", "name": "web_search"}],
        "tool_choice": {"type": "auto"},
        "messages": [
            user("1 + 1?", image(), document),
            claude(thought(), "Let me see.", use(), use("toolu_B")),
            user(result("toolu_B", content=[text("2"), image()]), result(is_error=True, content="no"), "hurry"),
            claude({"type": "redacted_thinking", "data": "blob"}, server(), found(), text("2", citations=None)),
            {"role": "user", "content": "Thanks. Again?"},
            claude(thought(), use("toolu_C")),
            user(result("toolu_C", content=[])),
        ],
    }
    assert anthropic.judge(body, model=f"anthropic/{CLAUDE}", issued=ISSUED) == []


def test_a_rich_chat_body_passes() -> None:
    """All kinds of message and part that a history may hold are accepted together."""
    parts = [
        {"type": "text", "text": "1 + 1?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
        {"type": "file", "file": {"filename": "sums.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}},
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
    ]
    body = {
        "model": GPT,
        "tools": tools(2),
        "tool_choice": "auto",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "developer", "content": [{"type": "text", "text": "Add."}]},
            asks(parts, name="maja"),
            gpt("", "functions.add:0", "call_1"),
            tells("call_1", [{"type": "text", "text": "2"}]),
            tells("functions.add:0", ""),
            gpt(audio={"id": "audio_1"}),
            asks("?"),
            gpt([{"type": "text", "text": "2"}], refusal=None),
            asks("?"),
        ],
    }
    assert openai_chat.judge(body, model=f"openai/{GPT}") == []
