"""Telling as labelled text what a target has no other place for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from segue import placeholders
from segue.json_values import EMPTY, JsonText, JsonValue, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, OutputPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import SystemMessage, UserMessage

# Fields that mean nothing to a reader, or that only one provider may see.
_UNREAD = re.compile(r"^(type|id|data|index|caller|cache_control|cacheControl|format)$|_id$|Id$|(?i:encrypted|signature|redacted)")


def readable(value: JsonValue) -> str:
    r"""Tell what can be read of a JSON value, a line a field; opaque tokens are left out.

    >>> from segue.json_values import freeze
    >>> readable(freeze([{"type": "web_search_result", "title": "Recall", "encrypted_content": "Eq", "url": "https://a.example"}]))
    'title: Recall\nurl: https://a.example'
    """
    return "\n".join(_lines(value))


def _lines(value: JsonValue, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if not _UNREAD.search(key):
                yield from _lines(item, key)
    elif isinstance(value, tuple):
        for item in value:
            yield from _lines(item, name)
    elif value not in (None, ""):
        text = value if isinstance(value, str) else dump(value)
        yield f"{name}: {text}" if name else text


def as_text(part: OutputPart) -> TextPart | FilePart | OpaquePart:
    """Return a part of a result as a user's message can hold it: JSON becomes its text, and text in it stays text."""
    if not isinstance(part, JsonPart):
        return part
    return TextPart(part.value if isinstance(part.value, str) else dump(thaw(part.value)))


def system_as_words(message: SystemMessage) -> UserMessage:
    """Return a system message as the user's, its words between two labels; one without words as it is."""
    words = [part.text for part in message.content if isinstance(part, TextPart)]
    rest = tuple(part for part in message.content if not isinstance(part, TextPart))
    if not any(map(str.strip, words)):
        return UserMessage(message.content)
    return UserMessage((TextPart("\n".join((placeholders.SYSTEM_BEGINS, *words, placeholders.SYSTEM_ENDS))), *rest))


def hosted_as_text(part: ToolCallPart | ToolResultPart, names: Mapping[str, str] = EMPTY) -> TextPart:
    """Tell of a call or result of a provider's own tool: a label, and below it what can be read of it.

    `names` are those of the calls by id, for results that do not repeat their tool's name.
    """
    if isinstance(part, ToolCallPart):
        told = str(part.input) if isinstance(part.input, JsonText) else readable(part.input)
        return _labelled(placeholders.hosted_call(part.name), told)
    name = part.name or names.get(part.id, placeholders.UNKNOWN_TOOL)
    return _labelled(placeholders.hosted_result(name), "\n".join(filter(None, map(_told, part.output))))


def opaque_as_text(part: OpaquePart) -> TextPart:
    """Tell of a part of an unknown kind: a label, and below it what can be read of it."""
    return _labelled(placeholders.unknown_part(part.kind), readable(part.value))


def _labelled(label: str, told: str) -> TextPart:
    return TextPart(f"{label}\n{told}" if told else label)


def _told(part: OutputPart) -> str:
    match part:
        case TextPart(text=text):
            return text
        case FilePart(media_type=media_type, filename=name):
            return placeholders.file_omitted(media_type, name or "")
        case _:
            return readable(part.value)
