"""Who made the thoughts and hosted calls of a prompt, told by the stored messages that hold the same tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import evolve

from segue.convert.makers import lacks_maker
from segue.convert.reading import to_prompt
from segue.json_values import JsonObject
from segue.messages import StoredMessage
from segue.models import Model
from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import changed, with_content, with_messages

Token: TypeAlias = tuple[str, str]
Makers: TypeAlias = Mapping[Token, Model | None]
"""Who made a token, None where the rows do not agree."""

_TOKENS = ("signature", "redactedData", "itemId", "reasoningEncryptedContent", "thoughtSignature")


def attribute(prompt: Prompt, messages: Iterable[StoredMessage]) -> Prompt:
    """Return the prompt with the makers of thoughts and hosted calls, and of the messages that hold them, as stored messages tell.

    They are known by their tokens: signatures, redacted or encrypted data, item ids, ids of hosted calls. What has a maker keeps it.
    Where nothing is to be told it is the very prompt.
    """
    if not any(lacks_maker(part) for message in prompt.messages for part in message.content):
        return prompt
    makers = _makers(to_prompt(messages))
    return with_messages(prompt, (_attributed(message, makers) for message in prompt.messages))


def _tokens(part: Part) -> Iterator[Token]:
    if isinstance(part, ToolCallPart | ToolResultPart) and part.hosted and part.id:
        yield "id", part.id
    for own in getattr(part, "provider_options", {}).values():
        if isinstance(own, JsonObject):
            yield from ((name, own[name]) for name in _TOKENS if isinstance(own.get(name), str) and own[name])


def _makers(stored: Prompt) -> Makers:
    makers: dict[Token, Model | None] = {}
    for message in stored.messages:
        for part in message.content:
            maker = getattr(part, "origin", None)
            for token in _tokens(part) if maker is not None else ():
                makers[token] = maker if makers.get(token, maker) == maker else None
    return makers


def _attributed(message: Message, makers: Makers) -> Message:
    if not isinstance(message, AssistantMessage):
        return message
    told = with_content(message, (_told(part, makers) for part in message.content))
    if told is message or message.origin is not None:
        return told
    found = {getattr(part, "origin", None) for part, old in zip(told.content, message.content, strict=True) if part is not old}
    return evolve(told, origin=found.pop()) if len(found) == 1 else told


def _told(part: Part, makers: Makers) -> Part:
    """Return a part with its maker; itself where none or more than one is told."""
    if not lacks_maker(part):
        return part
    found = {makers[token] for token in _tokens(part) if token in makers}
    maker = found.pop() if len(found) == 1 else None
    return part if maker is None else changed(part, origin=maker)
