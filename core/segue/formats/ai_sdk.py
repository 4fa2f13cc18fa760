"""The AI SDK's wire format: a language model's call options, `{prompt, tools, toolChoice, …}`, or a bare prompt.

It is what the SDK hands to a provider and what its middlewares see. Versions 2 to 4 of the interface are read; where they differ,
what comes from another format is written as version 2. Source: `packages/provider/src/language-model` of the AI SDK.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segue.formats.ai_sdk_decode import decode_request
from segue.formats.ai_sdk_encode import encode_request
from segue.formats.ai_sdk_layout import NAME, own_form
from segue.formats.format import Format, MessagePlaces, reading
from segue.kinds import Place
from segue.prompts import Message, Request, SystemMessage

# Where replies, their steps and stream events hold calls: results of doGenerate, generateText and their response messages.
_HOLDERS = ("content", "toolCalls", "toolResults", "staticToolCalls", "dynamicToolCalls", "steps", "response", "messages", "parts")
_DEEPEST = 12


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Tell where each message and part stood."""
    bare = request.shape is not None and request.shape.format == NAME and request.shape.form == "list"
    root: Place = () if bare else ("prompt",)
    return tuple(_places(message, (*root, index)) for index, message in enumerate(request.prompt.messages))


def _places(message: Message, place: Place) -> MessagePlaces:
    content = (*place, "content")
    form = own_form(message)
    if form == "string" or (not form and message.__class__ is SystemMessage):
        return place, tuple(content for _ in message.content)
    return place, tuple((*content, index) for index in range(len(message.content)))


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Put tool names back into a result of the model or an event of its stream. Inputs and outputs are not looked into."""
    return _restored(reply, names, 0)


def _restored(value: Any, names: Mapping[str, str], depth: int) -> Any:
    if depth > _DEEPEST:
        return value
    if isinstance(value, list | tuple):
        items = [_restored(item, names, depth + 1) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else type(value)(items)
    return _restored_object(value, names, depth) if isinstance(value, dict) else value


def _restored_object(value: dict[str, Any], names: Mapping[str, str], depth: int) -> dict[str, Any]:
    changes = {}
    called = value.get("toolName")
    if isinstance(called, str) and called in names:
        changes["toolName"] = names[called]
    for key in _HOLDERS:
        if key in value and (new := _restored(value[key], names, depth + 1)) is not value[key]:
            changes[key] = new
    return {**value, **changes} if changes else value


AI_SDK = Format(NAME, reading(NAME, decode_request), encode_request, places, restore)
