"""A call of the current turn without a thought signature.

What it does
    Gives the first call of each message of the model's since the user last spoke the signature that Google's documents name for
    calls that another model made.
Why
    Newer models of Google's refuse a call of the current turn whose thought nobody signed. A signature cannot be made, nor
    taken from elsewhere.
Keeps
    Every signature on its own part; calls behind the first one, which need none, and those of earlier turns.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok")))
    >>> sign_unsigned_calls(before, "google", "thoughtSignature", lambda part: False).messages[1].content[0].provider_options
    {'google': {'thoughtSignature': 'skip_thought_signature_validator'}}
    >>> sign_unsigned_calls(before, "google", "thoughtSignature", lambda part: True) is before
    True
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from attrs import evolve

from segue import placeholders
from segue.json_values import EMPTY, JsonObject
from segue.parts import ToolCallPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import same_items, with_content


def sign_unsigned_calls(prompt: Prompt, owner: str, name: str, is_signed: Callable[[ToolCallPart], bool]) -> Prompt:
    """Sign the first calls of the current turn that nobody signed, under this owner and name."""
    turn = [*takewhile(lambda message: not isinstance(message, UserMessage), reversed(prompt.messages))][::-1]
    signed = [_signed(message, owner, name, is_signed) for message in turn]
    return prompt if same_items(turn, signed) else Prompt((*prompt.messages[: -len(turn)], *signed))


def _signed(message: Message, owner: str, name: str, is_signed: Callable[[ToolCallPart], bool]) -> Message:
    first = next(calls(0, message), None) if isinstance(message, AssistantMessage) else None
    if first is None or is_signed(first[1]):
        return message
    part = first[1]
    own = part.provider_options.get(owner)
    options = (own if isinstance(own, JsonObject) else EMPTY).with_(**{name: placeholders.THOUGHT_SIGNATURE})
    signed = evolve(part, provider_options=part.provider_options.with_(**{owner: options}))
    return with_content(message, [signed if item is part else item for item in message.content])
