"""A thought signature that another backend issued.

What it does
    Takes the signature off the part of the model's that `is_foreign` names; a part that was nothing else stays as an empty text.
Why
    A signature is verified by the service that issued it; any other refuses it as corrupted.
Keeps
    The part itself: text, call or file; every signature that the target reads again, on its own part.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import assistant, prompt, user
    >>> signed = TextPart("Four.", freeze_object({"google": {"thoughtSignature": "Cs8B"}}))
    >>> before = prompt(user("2 + 2?"), assistant(signed))
    >>> drop_foreign_signatures(before, lambda part, maker: True, ("google",), "thoughtSignature").messages[1].content[0]
    TextPart(text='Four.', provider_options={}, extras=None)
    >>> drop_foreign_signatures(before, lambda part, maker: False, ("google",), "thoughtSignature") is before
    True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from segue.json_values import EMPTY, JsonObject
from segue.models import Model
from segue.parts import option
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import changed, with_content, with_messages


def drop_foreign_signatures(prompt: Prompt, is_foreign: Callable[[Any, Model | None], bool], owners: Sequence[str], name: str) -> Prompt:
    """Take signatures, options of this name under one of the owners, off the parts that are named, each told with its message's maker."""

    def unsigned(message: Message) -> Message:
        if not isinstance(message, AssistantMessage) or not any(map(_options, message.content)):
            return message
        maker = message.origin
        return with_content(
            message, [_without(part, owners, name) if _options(part) and is_foreign(part, maker) else part for part in message.content]
        )

    return with_messages(prompt, map(unsigned, prompt.messages))


def _options(part: object) -> object:
    return getattr(part, "provider_options", EMPTY)


def _without(part: Any, owners: Sequence[str], name: str) -> Any:
    for owner in owners:
        if option(part, owner, name) is not None:
            options: JsonObject = part.provider_options
            own = options[owner].without(name)
            part = changed(part, provider_options=options.with_(**{owner: own}) if own else options.without(owner))
    return part
