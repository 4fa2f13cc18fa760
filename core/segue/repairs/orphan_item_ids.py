"""An item id of OpenAI's whose reasoning item is not in the history.

What it does
    Takes `itemId` and `resultItemId` off the parts of stored assistant messages that have no reasoning of their own, unless the
    message before is the reasoning alone.
Why
    By the id OpenAI looks up the item it stored, and refuses a message that came with reasoning and is sent without it. Without the
    id the part is taken by what it says.
Keeps
    What the parts say; all other options, an object that is empty then too; messages with reasoning.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.messages import StoredMessage
    >>> from segue.parts import TextPart
    >>> reply = TextPart("Four.", freeze_object({"openai": {"itemId": "msg_1", "cached": 3}}))
    >>> (after,) = strip_orphan_item_ids((StoredMessage("m1", "assistant", (reply,)),))
    >>> after.parts[0].provider_options
    {'openai': {'cached': 3}}
"""

from __future__ import annotations

from typing import Any

from segue.json_values import EMPTY, JsonObject
from segue.messages import StoredMessage, StoredPart, StoredReasoning
from segue.parts import OpaquePart, TextPart
from segue.repairs._stored import with_fields, with_stored, with_values

_NAMESPACES = ("openai", "azure")
_IDS = ("itemId", "resultItemId")
_CONTAINERS = ("providerMetadata", "providerOptions")


def strip_orphan_item_ids(messages: tuple[StoredMessage, ...]) -> tuple[StoredMessage, ...]:
    """Take item ids off messages whose reasoning is missing."""
    before = (None, *messages)
    return with_stored(messages, [_stripped(message, earlier) for earlier, message in zip(before, messages, strict=False)])


def _stripped(message: StoredMessage, earlier: StoredMessage | None) -> StoredMessage:
    if message.role != "assistant" or _thinks(message) or (earlier is not None and _only_thinks(earlier)):
        return message
    return with_fields(message, parts=tuple([_without_ids(part) for part in message.parts]))


def _thinks(message: StoredMessage) -> bool:
    return any(isinstance(part, StoredReasoning) or _is_unread(part, "reasoning") for part in message.parts)


def _only_thinks(message: StoredMessage) -> bool:
    speaks = any(isinstance(part, TextPart) or _is_unread(part, "text") for part in message.parts)
    return message.role == "assistant" and not speaks and _thinks(message)


def _is_unread(part: StoredPart, kind: str) -> bool:
    return isinstance(part, OpaquePart) and part.kind == kind


def _without_ids(part: StoredPart) -> StoredPart:
    if isinstance(part, OpaquePart):
        return with_fields(part, value=_fields_without(part.value)) if _names_item(part.value) else part
    fields = part.extras.fields if part.extras is not None else EMPTY
    if not _has_id(part.provider_options) and not _names_item(fields):
        return part
    extras = part.extras and with_fields(part.extras, fields=_fields_without(fields))
    return with_fields(part, provider_options=_options_without(part.provider_options), extras=extras)


def _names_item(fields: JsonObject) -> bool:
    return any(_has_id(fields.get(key)) for key in _CONTAINERS)


def _has_id(options: Any) -> bool:
    return isinstance(options, JsonObject) and any(isinstance(_own(options, name).get("itemId"), str) for name in _NAMESPACES)


def _own(options: JsonObject, name: str) -> JsonObject:
    own = options.get(name)
    return own if isinstance(own, JsonObject) else EMPTY


def _fields_without(fields: JsonObject) -> JsonObject:
    held = {key: _options_without(fields[key]) for key in _CONTAINERS if isinstance(fields.get(key), JsonObject)}
    return with_values(fields, **held) if held else fields


def _options_without(options: JsonObject) -> JsonObject:
    """Return options without the ids. What is left of a provider's stays, though it be empty."""
    left = {name: _own(options, name).without(*_IDS) for name in _NAMESPACES if isinstance(options.get(name), JsonObject)}
    return with_values(options, **left) if left else options
