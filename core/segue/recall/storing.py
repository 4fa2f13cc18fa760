"""What is stored of a turn: the new messages, without what is unfinished, hidden or empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from attrs import evolve

from segue.json_values import JsonObject
from segue.messages import SETTLED, StepStart, StoredMessage, StoredPart, StoredReasoning, Thought, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.recall.changing import changed
from segue.recall.working_memory import WORKING_MEMORY_TOOL, tidied, tidied_value

_Item = TypeVar("_Item")

_UNREAD_FORMS = frozenset({"list", "odd", "absent"})
"""Contents that are no object with parts and no text, as very old rows have them; they stay as they are."""
_ANSWERED = SETTLED | {"approval-responded"}
_UNFINISHED = "partial-call"


def select_to_store(messages: Sequence[StoredMessage], *, failed: bool = False) -> tuple[StoredMessage, ...]:
    """Return what a turn stores, as it is stored: what the caller gave, then the reply. Nothing where the turn failed without a reply.

    Recalled messages are stored already; one whose copy the caller gave too is among these if that may have settled a call.

    >>> question, hint = StoredMessage("q", "user", (TextPart("When?"),)), StoredMessage("h", "user", sources=frozenset({"context"}))
    >>> [message.id for message in select_to_store((hint, question))], select_to_store((question,), failed=True)
    (['q'], ())
    """
    replies = [message for message in messages if "response" in message.sources]
    return () if failed and not replies else storable((*filter(_is_given, messages), *replies))


def storable(messages: Iterable[StoredMessage]) -> tuple[StoredMessage, ...]:
    """Return the messages as they are stored.

    Left out are system messages, passing signals, calls still being written, and what a model notes in its working memory, be it by
    tool or between tags; then parts and messages in which nothing is left. Untouched messages and parts are the same objects.
    """
    return tuple(kept for message in messages if (kept := _storable(message)) is not None)


def _is_given(message: StoredMessage) -> bool:
    return "input" in message.sources and "response" not in message.sources and ("memory" not in message.sources or _is_answered(message))


def _is_answered(message: StoredMessage) -> bool:
    return any(isinstance(part, ToolInvocation) and part.state in _ANSWERED for part in (*message.parts, *message.invocations))


def _storable(message: StoredMessage) -> StoredMessage | None:
    form = "" if message.shape is None else message.shape.form
    if message.role == "system" or _passes(message):
        return None
    if form in _UNREAD_FORMS:
        return message
    kept = changed(
        message,
        parts=_each(message.parts, _part),
        invocations=_each(message.invocations, _invocation),
        text=message.text and tidied(message.text),
    )
    return kept if form == "partless" or _holds_something(kept) else None


def _passes(message: StoredMessage) -> bool:
    signal = message.metadata.get("signal")
    return message.role == "signal" and isinstance(signal, JsonObject) and signal.get("transient") is True


def _holds_something(message: StoredMessage) -> bool:
    return bool(message.text or message.invocations) or not all(isinstance(part, StepStart) for part in message.parts)


def _each(items: tuple[_Item, ...], keep: Callable[[_Item], _Item | None]) -> tuple[_Item, ...]:
    kept = tuple(after for item in items if (after := keep(item)) is not None)
    return items if len(kept) == len(items) and all(new is old for new, old in zip(kept, items, strict=True)) else kept


def _part(part: StoredPart) -> StoredPart | None:
    match part:
        case TextPart():
            return _text(part)
        case StoredReasoning():
            return _reasoning(part)
        case ToolInvocation():
            return _invocation(part)
        case OpaquePart():
            return _opaque(part)
        case _:
            return part


def _text(part: TextPart) -> TextPart | None:
    text = tidied(part.text)
    return changed(part, text=text) if text or not part.text else None


def _invocation(part: ToolInvocation) -> ToolInvocation | None:
    if part.state == _UNFINISHED or part.name == WORKING_MEMORY_TOOL:
        return None
    return changed(part, output=tidied_value(part.output), error_text=part.error_text and tidied(part.error_text))


def _reasoning(part: StoredReasoning) -> StoredReasoning | None:
    text, details = tidied(part.text), _each(part.details, _thought)
    if text is part.text and details is part.details:
        return part
    return evolve(part, text=text, details=details, provider_options=_unsigned(part.provider_options)) if text or details else None


def _thought(thought: Thought) -> Thought | None:
    text = tidied(thought.text)
    if text is thought.text:
        return thought
    return evolve(thought, text=text, signature=None) if text or thought.redacted else None


def _unsigned(options: JsonObject) -> JsonObject:
    """Return options without signatures: they were given for other words."""
    return JsonObject(
        {key: value.without("signature", "thoughtSignature") if isinstance(value, JsonObject) else value for key, value in options.items()}
    )


def _opaque(part: OpaquePart) -> OpaquePart | None:
    if part.kind == "text":
        return part if part.value.get("text") == "" else evolve(part, value=part.value.with_(text=""))
    return None if part.kind == "tool-invocation" and _is_hidden(part.value) else part


def _is_hidden(value: JsonObject) -> bool:
    """Tell whether a call that cannot be read is an unfinished one, or one to working memory."""
    return any(
        isinstance(call, JsonObject) and {_UNFINISHED, WORKING_MEMORY_TOOL} & set(filter(_is_text, call.values()))
        for call in value.values()
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)
