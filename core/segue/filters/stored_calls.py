"""Taking tool calls and their outcomes out of stored messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import compress
from operator import not_

from segue.filters._compact import invocation_text
from segue.filters._leftovers import says_something
from segue.filters._printing import is_blank
from segue.filters._stored_choice import Choice, chosen
from segue.messages import StepStart, StoredMessage, StoredPart, ToolInvocation
from segue.parts import TextPart
from segue.shapes import Shape


def without_stored_calls(
    messages: Sequence[StoredMessage],
    exclude: Collection[str] | None = None,
    *,
    keep: Collection[str] = (),
    preserve_model_output: bool = False,
) -> Sequence[StoredMessage]:
    """Return the messages without calls of tools, in whatever state; the very sequence where there are none to take out.

    `exclude` names the tools, all where it is not given; calls whose ids are in `keep` stay. The list of calls beside the parts, as
    older rows have it, is kept in step. With `preserve_model_output` the short output that an application stored with a result,
    `mastra.modelOutput`, stays as text. A message that is left with nothing, or with nothing but thoughts and blank texts, goes too.

    >>> rows = (StoredMessage("1", "assistant", (TextPart("Wait."), ToolInvocation("c1", "count", "result", output=9))),)
    >>> [part.text for part in without_stored_calls(rows)[0].parts]
    ['Wait.']
    >>> without_stored_calls(rows, {"order"}) is rows, without_stored_calls(rows, keep={"c1"}) is rows
    (True, True)
    """
    choice = chosen(messages, exclude, keep)
    made: list[StoredMessage] = []
    touched = False
    for message in messages:
        left = _without(message, choice, preserve_model_output) if _has_calls(message) else message
        if left is not message:
            touched = True
        if left is not None:
            made.append(left)
    return tuple(made) if touched else messages


def _has_calls(message: StoredMessage) -> bool:
    for part in message.parts:
        if part.__class__ is ToolInvocation:
            return True
    return bool(message.invocations)


def _without(message: StoredMessage, choice: Choice, condense: bool) -> StoredMessage | None:
    """Return a message without what goes, itself where nothing does, None where nothing is left to keep it for."""
    goes = choice.parts(message.parts)
    listed = choice.listed(message, goes) if message.invocations else []
    if True not in goes and True not in listed:
        return message
    parts = tuple(_left(message.parts, goes)) if condense else tuple(compress(message.parts, map(not_, goes)))
    left = tuple(compress(message.invocations, map(not_, listed)))
    return _with_parts(message, parts, left) if left or _is_worth_keeping(parts, message.text) else None


def _left(parts: Sequence[StoredPart], goes: Sequence[bool]) -> Iterator[StoredPart]:
    for part, gone in zip(parts, goes, strict=True):
        if not gone:
            yield part
        elif text := invocation_text(part):  # type: ignore[arg-type]
            yield TextPart(text)


def _is_worth_keeping(parts: Sequence[StoredPart], text: str | None) -> bool:
    """Tell whether a message still says something; one in which only steps begin is kept as well, since it is not sent."""
    if says_something(parts) or not is_blank(text or ""):
        return True
    return bool(parts) and all(part.__class__ is StepStart for part in parts)


def _with_parts(message: StoredMessage, parts: tuple[StoredPart, ...], listed: tuple[ToolInvocation, ...]) -> StoredMessage:
    """Do as `evolve`, which costs more than all the rest."""
    shape = message.shape if listed else _unlisted(message.shape)
    return StoredMessage(
        message.id, message.role, parts, message.created_at, message.thread_id, message.resource_id, message.text, message.metadata,
        listed, message.extras, shape, message.sources,
    )  # fmt: skip


def _unlisted(shape: Shape | None) -> Shape | None:
    """Return the layout without the list of calls, since an empty one is not written."""
    if shape is None or not isinstance(shape.detail, tuple) or _LISTED not in shape.detail:
        return shape
    return Shape(shape.format, shape.keys, shape.form, shape.apart, tuple(key for key in shape.detail if key != _LISTED))


_LISTED = "toolInvocations"
