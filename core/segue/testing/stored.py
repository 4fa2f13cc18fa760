"""Strategies for stored messages: as records, as threads, and as the JSON they are stored as, odd in every way that was seen."""

from __future__ import annotations

from functools import cache
from typing import Any

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.formats.mastra import write_message
from segue.json_values import EMPTY, JsonObject, JsonValue, freeze_object, thaw
from segue.messages import STATES, Data, Source, StepStart, StoredMessage, StoredPart, StoredReasoning, Thought, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Extras
from segue.testing.values import call_ids, call_inputs, json_values, provider_options, texts, tool_names

ROLES = ("user", "assistant", "assistant", "system", "signal")
_TIMES = tuple(f"2026-01-02T03:04:{second:02}.{second:03}Z" for second in range(60))
_MADE = tuple(
    freeze_object(metadata)
    for metadata in ({}, {}, {"provider": "anthropic", "modelId": "claude-sonnet-4-5"}, {"signal": {"transient": True}}, {"channel": "web"})
)


def _extras(*fields: dict[str, Any]) -> SearchStrategy[Extras | None]:
    """Unclaimed fields; mostly none."""
    return st.sampled_from((None, None, None, None, *(Extras("mastra", freeze_object(each)) for each in fields)))


_STAMPED = {"createdAt": 1772323201000}


@cache
def stored_texts() -> SearchStrategy[TextPart]:
    """Texts; some with a token, some stamped with a time."""
    return st.builds(TextPart, texts(), provider_options(), _extras(_STAMPED))


_OUTPUTS: tuple[JsonValue, ...] = ("14 C", "", None, 0, False, freeze_object({"hits": 3, "list": [1.0, None]}), (JsonObject(a=1),))


@cache
def invocations() -> SearchStrategy[ToolInvocation]:
    """Calls in every state, with what the state brings."""
    return st.one_of(*map(_invocations, STATES))


def _invocations(state: str) -> SearchStrategy[ToolInvocation]:
    settled = state == "result"
    approvals = [freeze_object({"id": "ap", "approved": approved, "reason": "no"}) for approved in (True, False)]
    return st.builds(
        ToolInvocation,
        call_ids(),
        tool_names(),
        st.just(state),
        call_inputs(),
        st.one_of(st.sampled_from(_OUTPUTS), json_values()) if settled else st.none(),
        st.booleans() if settled else st.just(False),
        texts() if state == "output-error" else st.none(),
        st.sampled_from(approvals) if state.startswith(("approval", "output-denied")) else st.none(),
        st.sampled_from((False, False, True)),
        provider_options(),
        _extras(_STAMPED, {"toolInvocation": {"step": 0}}, {"toolInvocation": {"rawInput": "{"}, "title": "T"}),
    )


@cache
def stored_reasoning() -> SearchStrategy[StoredReasoning]:
    """Thoughts: signed, redacted, in several stretches, whole, none at all."""
    stretches = st.one_of(st.builds(Thought, texts(), st.sampled_from((None, "EqoB"))), st.builds(Thought, redacted=st.just("Emw")))
    return st.builds(StoredReasoning, st.sampled_from(("", "", "Hm.")), st.lists(stretches, max_size=2).map(tuple), provider_options())


_OTHERS: tuple[StoredPart, ...] = (
    StepStart(),
    StepStart("anthropic/claude-sonnet-4-5"),
    FilePart("image/png", "iVBORw0KGgo="),
    FilePart("application/pdf", "https://files.example/a.pdf", "url", "a.pdf"),
    FilePart("application/pdf", "file-abc", "id"),
    Source("u1", "https://a.example", "A"),
    Source("s1", title="Doc", media_type="application/pdf", filename="d.pdf"),
    Data("tool-call-suspended", JsonObject(toolCallId="a.1")),
    Data("", None),
    OpaquePart("error", JsonObject(type="error", error="overloaded"), "mastra"),
    OpaquePart("tool-invocation", freeze_object({"type": "tool-invocation", "toolInvocation": {"toolCallId": 7}}), "mastra"),
    OpaquePart("container", JsonObject(type="container", encrypted="EqZ"), "anthropic"),
)


@cache
def stored_parts() -> SearchStrategy[StoredPart]:
    """Parts of every kind, calls most of all."""
    return st.one_of(stored_texts(), stored_texts(), invocations(), invocations(), stored_reasoning(), st.sampled_from(_OTHERS))


@cache
def stored_messages() -> SearchStrategy[StoredMessage]:
    """Messages: rich ones, empty ones, such as have calls listed once more or text beside the parts."""
    listed = st.sampled_from((False, False, False, True))
    return st.builds(
        _message,
        st.sampled_from(ROLES),
        st.lists(stored_parts(), max_size=4).map(tuple),
        st.sampled_from((None, *_TIMES[:5])),
        st.one_of(st.none(), st.none(), texts()),
        st.sampled_from(_MADE),
        _extras({"content": {"annotations": []}}, {"source": "memory", "content": {"providerMetadata": {"openai": {}}}}),
        listed,
        st.sampled_from(("m1", "m2", "m3", "")),
    )


def _message(
    role: str,
    parts: tuple[StoredPart, ...],
    at: str | None,
    text: str | None,
    metadata: JsonObject,
    extras: Extras | None,
    listed: bool,
    id: str,
) -> StoredMessage:
    calls = tuple(evolve(part, hosted=False, provider_options=EMPTY, extras=None) for part in parts if isinstance(part, ToolInvocation))
    return StoredMessage(id, role, parts, at, "t1", "r1", text, metadata, calls if listed else (), extras)


@cache
def stored_threads() -> SearchStrategy[tuple[StoredMessage, ...]]:
    """Messages of one thread, oldest first, each with an id of its own."""
    return st.lists(stored_messages(), max_size=4).map(_thread)


def _thread(messages: list[StoredMessage]) -> tuple[StoredMessage, ...]:
    return tuple(evolve(message, id=f"m{index}", created_at=_TIMES[index]) for index, message in enumerate(messages))


_OLD_PARTS = (
    {"type": "text", "text": "three hits"},
    {"type": "text", "text": ""},
    {"type": "tool-call", "toolCallId": "call_1", "toolName": "lookup", "args": {"q": "x"}},
    {"type": "tool-result", "toolCallId": "call_1", "toolName": "lookup", "result": {"hits": 3}},
    {"type": "tool-result", "toolCallId": "call_2", "toolName": "lookup", "result": None, "providerOptions": {"a": {"b": 1}}},
    {"type": "reasoning", "text": "Hm.", "signature": "EqoB"},
    {"type": "image", "image": "iVBORw0KGgo=", "mimeType": "image/png"},
)


@cache
def old_contents() -> SearchStrategy[Any]:
    """Contents of version 1: strings and lists."""
    return st.one_of(texts(), st.lists(st.sampled_from(_OLD_PARTS), max_size=4))


_JUNK: tuple[Any, ...] = (
    None,
    7,
    7.5,
    -0.0,
    True,
    "",
    "x",
    "text",
    "data-x",
    "tool-invocation",
    [],
    [None],
    {},
    {"id": 7},
    {"id": "call_1"},
)
_KEYS = (
    "type", "text", "id", "toolCall", "toolCallId", "state", "args", "providerMetadata", "providerOptions", "content", "parts", "format",
    "x",
)  # fmt: skip


@st.composite
def wire_messages(draw: DrawFn) -> Any:
    """Messages as plain JSON: sound ones, ones of version 1, both with keys turned round, missing, added, and with junk in places."""
    message: Any = write_message(draw(stored_messages()))
    if draw(st.sampled_from((False, False, False, True))):
        message["content"] = draw(st.one_of(old_contents(), json_values().map(thaw), st.sampled_from((None, 7))))
    for _ in range(draw(st.sampled_from((0, 0, 1, 2, 3)))):
        message = _changed(draw, message)
    return message


@cache
def wire_payloads() -> SearchStrategy[list[Any]]:
    """Lists of messages as plain JSON."""
    return st.lists(wire_messages(), max_size=3)


def _changed(draw: DrawFn, value: Any) -> Any:
    """Go a random way down, and change what is there."""
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], _changed(draw, value[index]), *value[index + 1 :]]
    if not isinstance(value, dict) or not value:
        return draw(st.sampled_from(_JUNK))
    if draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: _changed(draw, value[key])}
    return _rearranged(draw, value)


def _rearranged(draw: DrawFn, value: dict[str, Any]) -> dict[str, Any]:
    how, key = draw(st.sampled_from(("turned", "missing", "more"))), draw(st.sampled_from(sorted(value)))
    if how == "turned":
        return dict(reversed(value.items()))
    if how == "missing":
        return {name: item for name, item in value.items() if name != key}
    return {**value, draw(st.sampled_from(_KEYS)): draw(st.sampled_from(_JUNK))}


__all__ = [
    "invocations", "old_contents", "stored_messages", "stored_parts", "stored_reasoning", "stored_texts",
    "stored_threads", "wire_messages", "wire_payloads",
]  # fmt: skip
