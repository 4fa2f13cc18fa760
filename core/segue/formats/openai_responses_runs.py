"""The Responses API: which parts of a model's message share an item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from segue.formats.openai_responses_hosted import is_outcome
from segue.formats.openai_responses_layout import our_options, own
from segue.parts import OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape


def runs(content: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield the parts of each item: the texts of a message, the pieces of a summary, a call with its outcome; others alone."""
    run: list[Any] = []
    for part in content:
        if run and _joins(run[-1], part):
            run.append(part)
        else:
            if run:
                yield run
            run = [part]
    if run:
        yield run


def _joins(before: Any, part: Any) -> bool:
    shape, kind = part.shape, part.__class__
    if (shape is not None and shape.apart) or kind is ToolCallPart:
        return False
    if kind is ToolResultPart:
        return is_outcome(before, part)
    if kind is ReasoningPart:
        return before.__class__ is ReasoningPart and own(before) is None and own(part) is None and _same_thought(before, part)
    return (kind is TextPart or kind is OpaquePart) and _same_item(before, part)


def said_shape(part: Any) -> Shape | None:
    """Return the shape of a part that stood in a message of a model."""
    shape = own(part)
    return shape if shape is not None and isinstance(shape.detail, tuple) and len(shape.detail) == 3 else None


def _same_item(before: Any, part: Any) -> bool:
    if before.__class__ is not TextPart and before.__class__ is not OpaquePart:
        return False
    left, right = said_shape(before), said_shape(part)
    if left is None or right is None:
        both = left is None and right is None and before.__class__ is part.__class__ is TextPart
        return both and _same_id(before, part)
    return left.keys == right.keys and left.detail[2] == right.detail[2]  # type: ignore[index]


def _same_thought(before: Any, part: Any) -> bool:
    """Tell whether two parts are pieces of one summary: by the item's id, without ids by what is encrypted."""
    if "itemId" in our_options(before) or "itemId" in our_options(part):
        return _same_id(before, part)
    encrypted = our_options(part).get("reasoningEncryptedContent")
    return encrypted.__class__ is str and our_options(before).get("reasoningEncryptedContent") == encrypted


def _same_id(before: Any, part: Any) -> bool:
    id = our_options(part).get("itemId")
    return id.__class__ is str and our_options(before).get("itemId") == id
