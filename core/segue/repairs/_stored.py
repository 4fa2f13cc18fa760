"""Making stored messages anew without making anew what did not change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from segue.json_values import JsonObject
from segue.messages import StoredMessage, ToolInvocation
from segue.repairs._rebuilding import changed, same_items

R = TypeVar("R")


def calls_of(message: StoredMessage) -> tuple[ToolInvocation, ...]:
    """Return the calls that count: those among the parts; the list beside these, which only repeats them, where there are none."""
    return tuple([part for part in message.parts if isinstance(part, ToolInvocation)]) or message.invocations


def with_stored(messages: tuple[StoredMessage, ...], made: Iterable[StoredMessage]) -> tuple[StoredMessage, ...]:
    """Return these messages; the very tuple where they are its own."""
    after = tuple(made)
    return messages if same_items(after, messages) else after


def with_fields(record: R, **fields: Any) -> R:
    """Return the record with these fields; the very record where they are its own, a tuple's items one by one, texts to the letter."""
    new = {name: value for name, value in fields.items() if not _same(getattr(record, name), value)}
    return changed(record, **new) if new else record


def _same(old: Any, new: Any) -> bool:
    if isinstance(new, tuple):  # a list of parts or of calls, and the old one is of the same kind
        return same_items(old, new)
    return old is new or (isinstance(old, str) and old == new)


def with_values(object_: JsonObject, **values: Any) -> JsonObject:
    """Return the object with these values; the very object where they are its own."""
    return object_ if all(object_.get(key) is value for key, value in values.items()) else object_.with_(**values)
