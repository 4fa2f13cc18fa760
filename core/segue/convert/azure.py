"""What Azure's replies carry: OpenAI's item ids and encrypted thoughts, which the AI SDK files under `azure`, after its own provider.

In the records they are `openai`'s, like all that OpenAI's models give, and their maker tells that only Azure can read them.
Source: `providerOptionsName` in the Responses model of @ai-sdk/openai, which @ai-sdk/azure shares.
"""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from segue.convert.makers import lacks_maker
from segue.json_values import EMPTY, JsonObject
from segue.models import Model
from segue.parts import OpaquePart
from segue.prompts import AssistantMessage
from segue.repairs._rebuilding import with_content

R = TypeVar("R")

_AZURE, _OPENAI = "azure", "openai"
MAKER = Model(_AZURE)


def from_azure(message: AssistantMessage) -> AssistantMessage:
    """Read what stands under `azure` as OpenAI's, made by Azure; the very message where nothing does, or something under `openai` too.

    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> message = from_azure(AssistantMessage((TextPart("7:10.", freeze_object({"azure": {"itemId": "msg_1"}})),)))
    >>> message.content[0].provider_options, message.origin
    ({'openai': {'itemId': 'msg_1'}}, Model(provider='azure', id=''))
    """
    named = _names(message)
    if _AZURE not in named or _OPENAI in named:
        return message
    maker = message.origin or MAKER
    content = tuple(_made(_renamed(part, _AZURE, _OPENAI), maker) for part in message.content)
    return evolve(message, content=content, origin=maker)


def _names(message: AssistantMessage) -> set[str]:
    """Return the names under which parts have options. Every message is asked, and most have none."""
    names: set[str] = set()
    for part in message.content:
        if part.__class__ is not OpaquePart and part.provider_options:  # type: ignore[union-attr]
            names.update(part.provider_options)  # type: ignore[union-attr]
    return names


def into_azure(message: AssistantMessage) -> AssistantMessage:
    """File what is OpenAI's under `azure` where Azure made it; the very message where it made nothing."""
    content = [_renamed(part, _OPENAI, _AZURE) if _is_azures(part, message) else part for part in message.content]
    return with_content(message, content)


def _is_azures(part: object, message: AssistantMessage) -> bool:
    maker = getattr(part, "origin", None) or message.origin
    return maker is not None and maker.provider == _AZURE


def _renamed(record: R, old: str, new: str) -> R:
    """Return a part whose options of one name stand under another; itself where it has none, or has both."""
    options = getattr(record, "provider_options", EMPTY)
    if old not in options or new in options:
        return record
    return evolve(record, provider_options=JsonObject({new if name == old else name: given for name, given in options.items()}))  # type: ignore[misc]


def _made(part: Any, maker: Model) -> Any:
    return evolve(part, origin=maker) if lacks_maker(part) else part
