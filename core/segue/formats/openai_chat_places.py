"""Chat Completions: where records stood in their payload, and tool names put back into replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from segue.formats.format import MessagePlaces
from segue.formats.openai_chat_layout import own
from segue.kinds import Place
from segue.prompts import Message, Request, ToolMessage

_FIELDS = {
    "reasoning_content": ("reasoning_content",), "reasoning": ("reasoning",), "refusal field": ("refusal",), "audio": ("audio",),
    "function_call": ("function_call",), "function_call json": ("function_call",), "thinking field": ("thinking",),
}  # fmt: skip
_LISTS = {
    "reasoning_details": "reasoning_details", "thinking_blocks": "thinking_blocks", "tool_calls": "tool_calls",
    "function": "tool_calls", "function json": "tool_calls", "function untyped": "tool_calls", "function untyped json": "tool_calls",
    "custom": "tool_calls", "thinking": "content", "images": "images", "images url": "images",
}  # fmt: skip


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Return the JSON path of each message and of each of its parts; a tool's result is its message."""
    shape = own(request)
    root: Place = () if shape is not None and shape.form == "list" else ("messages",)
    return tuple(_message((*root, index), message) for index, message in enumerate(request.prompt.messages))


def _message(place: Place, message: Message) -> MessagePlaces:
    if isinstance(message, ToolMessage):
        return place, (place,) * len(message.content)
    shape = own(message)
    listed = shape.form == "list" if shape is not None else len(message.content) > 1
    counts: dict[str, int] = {}
    return place, tuple((*place, *_step(part, counts, listed=listed)) for part in message.content)


def _step(part: Any, counts: dict[str, int], *, listed: bool) -> Place:
    shape = own(part)
    form = "" if shape is None else shape.form
    if form in _FIELDS:
        return _FIELDS[form]
    key = _LISTS.get(form) or _KINDS.get(part.__class__.__name__, "content")
    if key == "content" and not listed:
        return ("content",)
    counts[key] = counts.get(key, -1) + 1
    return key, counts[key]


_KINDS = {"ToolCallPart": "tool_calls", "ReasoningPart": "reasoning_details"}

Restorer: TypeAlias = Callable[[Any, Mapping[str, str]], Any]


def _name(value: Any, names: Mapping[str, str]) -> Any:
    return names.get(value, value) if isinstance(value, str) else value


def _within(**inner: Restorer) -> Restorer:
    """Make a restorer that looks at these keys of an object."""

    def restorer(value: Any, names: Mapping[str, str]) -> Any:
        if not isinstance(value, dict):
            return value
        changed = {key: new for key, restore in inner.items() if key in value and (new := restore(value[key], names)) is not value[key]}
        return {**value, **changed} if changed else value

    return restorer


def _each(inner: Restorer) -> Restorer:
    """Make a restorer that looks at each item of a list."""

    def restorer(value: Any, names: Mapping[str, str]) -> Any:
        if not isinstance(value, list):
            return value
        items = [inner(item, names) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value

    return restorer


_NAMED = _within(name=_name)
_MESSAGE = _within(tool_calls=_each(_within(function=_NAMED, custom=_NAMED)), function_call=_NAMED)
_BODY = _within(choices=_each(_within(message=_MESSAGE, delta=_MESSAGE)))


def _either(value: Any, names: Mapping[str, str]) -> Any:
    return _BODY(value, names) if isinstance(value, dict) and "choices" in value else _MESSAGE(value, names)


_EVENTS = _each(_either)


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Put tool names back into a reply, a message of one, one event of a stream, or a list of these.

    Arguments are not looked at. A reply in which nothing changes is returned itself.
    """
    return _EVENTS(reply, names) if isinstance(reply, list) else _either(reply, names)
