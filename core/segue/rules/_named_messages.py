"""Which message a provider's error speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from segue.failures import CallFailure
from segue.prompts import Message, SystemMessage, ToolMessage, UserMessage
from segue.shapes import shape_for

_NAMED_IN = re.compile(r"messages\.(\d{1,9})\.")


def named_message(messages: Sequence[Message], format: str, failure: CallFailure) -> int:
    """Return the index of the message that an error names by its place in the payload: the first one's where it names none.

    Where it names one that is not there, the index behind the last.
    """
    found = _NAMED_IN.search(f"{failure.message}\n{failure.body}")
    if found is None:
        return 0
    starts, wire = _starts(messages, format), int(found[1])
    return starts[wire] if wire < len(starts) else len(messages)


def _starts(messages: Sequence[Message], format: str) -> list[int]:
    """Return where each message of the payload begins: results share one with each other, and with the user's words behind them."""
    starts: list[int] = []
    before: type[Message] = SystemMessage
    for index, message in enumerate(messages):
        kind = type(message)
        if starts or not (kind is SystemMessage and not _is_listed(message, format)):
            joins = (kind is ToolMessage and before in (ToolMessage, UserMessage)) or (kind is UserMessage and before is ToolMessage)
            starts += [] if joins and not _is_apart(message, format) else [index]
            before = kind
    return starts


def _is_listed(message: Message, format: str) -> bool:
    shape = shape_for(message.shape, format)
    return shape is not None and shape.form == "listed"


def _is_apart(message: Message, format: str) -> bool:
    shape = shape_for(message.shape, format)
    return shape is not None and shape.apart
