"""What each `Loss` forgives, and nothing else: a table for what may go, one for what may differ, one for what may come."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any, TypeAlias

from segue.json_values import freeze, parse
from segue.kinds import Loss
from segue.parts import FilePart
from segue.placeholders import RAW_INPUT, THOUGHT_SIGNATURE, UNKNOWN_TOOL, cut, is_placeholder
from segue.testing.exact import exact
from segue.testing.facts import Detail, Fact, parsed
from segue.testing.reading import READABLE

Losses: TypeAlias = frozenset[Loss]

_TAG = re.compile(r"(</?)[a-z-]+")


def document_text(part: FilePart) -> str | None:
    """Return the text of a document that is one, None for any other file."""
    if part.encoding == "text":
        return part.data
    try:
        return b64decode(part.data, validate=True).decode() if part.encoding == "base64" else None
    except ValueError:
        return None


# What may go: the kind of fact, the loss it goes under, and where that takes it. A moved or demoted one is looked for later.
MAY_GO: Mapping[tuple[str, Loss], Callable[[Fact, Losses], bool]] = {
    ("reasoning", Loss.REASONING): lambda _, __: True,
    ("text", Loss.EMPTY_TEXT): lambda fact, _: not fact.value.strip(),
    ("text", Loss.DEMOTED): lambda fact, losses: fact.loose or (Loss.ROLE in losses and fact.role in {"system", "developer"}),
    ("file", Loss.MEDIA): lambda _, __: True,
    ("file", Loss.DEMOTED): lambda fact, _: document_text(fact.said) is not None,
    ("call", Loss.DUPLICATE): lambda fact, _: fact.twin,
    ("result", Loss.DUPLICATE): lambda fact, _: fact.twin,
    ("call", Loss.HOSTED_CALL): lambda _, __: True,
    ("result", Loss.HOSTED_CALL): lambda _, __: True,
    ("opaque", Loss.UNKNOWN_FIELD): lambda _, __: True,
    ("nothing", Loss.EMPTY_MESSAGE): lambda _, __: True,
    ("nothing", Loss.MERGED): lambda fact, _: fact.twin,
    ("tool", Loss.TOOL_DEFINITION): lambda _, __: True,
    ("choice", Loss.TOOL_DEFINITION): lambda _, __: True,
    **{(kind, Loss.DEMOTED): lambda _, __: True for kind in ("reasoning", "json", "call", "result", "opaque")},
}

# What goes with a part that goes. Tokens go with thoughts, files and second calls, which are nothing without them; where the
# content is kept, or there was none, the token may be all that counts, and its loss must be declared.
_SATELLITES = frozenset({"marker", "extra", "origin"})
GOES_WITH: Mapping[Loss, frozenset[str]] = {
    Loss.REASONING: _SATELLITES | {"token"},
    Loss.MEDIA: _SATELLITES | {"token"},
    Loss.DUPLICATE: _SATELLITES | {"token", "error"},
    Loss.HOSTED_CALL: _SATELLITES | {"token", "error"},
    Loss.UNKNOWN_FIELD: _SATELLITES,
    Loss.EMPTY_TEXT: _SATELLITES,
    Loss.EMPTY_MESSAGE: _SATELLITES | {"speaker"},
    Loss.MERGED: _SATELLITES,
    Loss.TOOL_DEFINITION: _SATELLITES | {"token"},
    Loss.DEMOTED: _SATELLITES | {"error"},
}

DETAIL_LOSS: Mapping[str, Loss] = {
    "token": Loss.OPAQUE_TOKEN, "marker": Loss.CACHE_MARKER, "extra": Loss.UNKNOWN_FIELD, "speaker": Loss.SPEAKER, "error": Loss.ERROR_FLAG,
}  # fmt: skip


def loss_of(fact: Fact, losses: Losses) -> Loss | None:
    """Return the loss under which a fact may go, details and all, None where it may not."""
    for (kind, loss), holds in MAY_GO.items():
        if kind == fact.kind and loss in losses and holds(fact, losses) and not unforgiven(fact.details, losses, GOES_WITH[loss]):
            return loss
    return None


def unforgiven(details: tuple[Detail, ...], losses: Losses, along: frozenset[str] = frozenset()) -> list[Detail]:
    """Return the details that may not go."""
    return [detail for detail in details if detail[0] not in along and DETAIL_LOSS.get(detail[0]) not in losses]


def may_come(fact: Fact, losses: Losses) -> bool:
    """Tell whether a fact is one that a rule may add. What was told or read from unknown parts is compared with what is gone later."""
    if fact.kind == "nothing":
        return True
    if Loss.UNKNOWN_FIELD in losses and fact.kind in READABLE:
        return True
    if fact.kind == "reasoning":
        return Loss.ADDED in losses and is_no_thought(fact)
    if fact.details and {kind for kind, _ in fact.details} != {"error"}:
        return False
    if fact.kind == "text" and not fact.value and Loss.EMPTY_TEXT in losses:
        return True
    if fact.kind == "text":
        return Loss.DEMOTED in losses or (Loss.ADDED in losses and is_placeholder(fact.value))
    return Loss.ADDED in losses and is_stand_in(fact)


def is_stand_in(fact: Fact) -> bool:
    """Tell whether a fact is an answer, or a call, that only says that there was none."""
    if fact.kind == "result":
        return bool(fact.pieces) and all(piece.kind == "text" and is_placeholder(piece.value) for piece in fact.pieces)
    return fact.kind in {"call", "tool"} and fact.name == UNKNOWN_TOOL


def is_no_thought(fact: Fact) -> bool:
    """Tell whether a thought says nothing, and carries nothing but what stands in for a signature."""
    return not fact.value.strip() and (not fact.details or any(map(is_no_signature, fact.details)))


# What may differ between a fact and what became of it.


def same_text(before: str, after: str, losses: Losses) -> bool:
    """Tell whether a text is found again: to the letter, without its end or its middle, or between labels on lines of their own."""
    if Loss.ADDED in losses and after != before:
        after = _unlabelled(after, before)
    if Loss.CUT in losses and after != before:
        head, _, tail = after.partition(f"\n{cut(len(before))}\n")
        return bool(head and tail) and before.startswith(head) and before.endswith(tail) and len(head) + len(tail) < len(before)
    if Loss.TAG in losses and after != before:
        before, after = _TAG.sub(r"\1", before), _TAG.sub(r"\1", after)
    if Loss.END_WHITESPACE in losses and before.startswith(after) and not before[len(after) :].strip():
        return True
    return before == after


def _unlabelled(text: str, wanted: str) -> str:
    """Return the text wanted where the text is that between lines of labels, the text itself where it is not."""
    lines = text.split("\n")
    leading, trailing = (len([*takewhile(is_placeholder, side)]) for side in (lines, lines[::-1]))
    cuts = ("\n".join(lines[first : len(lines) - last]) for first in range(leading + 1) for last in range(trailing + 1))
    return wanted if wanted and wanted in cuts else text


def same_input(before: Any, after: Any, losses: Losses) -> bool:
    """Tell whether a call's input is found again: its content, or under `INPUT_FORM` what it holds, parsed or wrapped."""
    if parsed(before) == parsed(after):
        return True
    if Loss.CUT in losses and isinstance(before, str) and isinstance(after, dict) and [*after] == [RAW_INPUT]:
        return same_text(str(before), after[RAW_INPUT], losses)
    return Loss.INPUT_FORM in losses and parsed(after) in _other_forms(before)


def _other_forms(value: Any) -> list[Any]:
    contents = [value, *_read(value)]
    empty: list[Any] = [{}] if any(content in (None, "", ()) for content in contents) else []
    return [exact(form) for form in (*contents, *({RAW_INPUT: content} for content in contents), *empty)]


def _read(value: object) -> list[Any]:
    """Return what the JSON text holds, and what that holds if it is one too."""
    if not isinstance(value, str):
        return []
    try:
        inner = freeze(parse(str(value)))
    except ValueError:
        return []
    return [inner, *_read(inner)]


def same_role(before: Fact, after: Fact, losses: Losses) -> bool:
    """Tell whether role and kind let one be what became of the other. A file or unknown part that moves changes its role."""
    if before.role == after.role:
        return True
    if before.kind in {"file", "opaque"} and losses & {Loss.POSITION, Loss.DEMOTED}:
        return True
    return Loss.ROLE in losses and before.kind in {"text", "file", "nothing"} and "result" not in {before.role, after.role}


def same_details(before: tuple[Detail, ...], after: tuple[Detail, ...], losses: Losses) -> bool:
    """Tell whether no detail was lost that may not be, and none came but a marker, or a signature that says that there is none."""
    if before == after:
        return True
    came = all(detail in before or _may_come(detail, losses) for detail in after)
    return came and not unforgiven(tuple(d for d in before if d not in after), losses)


def _may_come(detail: Detail, losses: Losses) -> bool:
    moved = detail[0] == "marker" and Loss.CACHE_MARKER in losses
    return moved or (Loss.ADDED in losses and (is_no_signature(detail) or is_namespace(detail)))


def is_namespace(detail: Detail) -> bool:
    """Tell whether a detail is the namespace of a call's tool, which the tools on offer tell."""
    kind, said = detail
    return kind == "token" and said[0][-1:] == ("namespace",)


def is_no_signature(detail: Detail) -> bool:
    """Tell whether a detail is what stands in for a thought signature."""
    kind, said = detail
    return kind == "token" and said[1] == exact(THOUGHT_SIGNATURE)


def same_labels(before: Fact, after: Fact, losses: Losses) -> bool:
    """Tell whether id and name are found again, or may have another spelling."""
    same_name = before.name == after.name or before.written == after.written
    return (before.id == after.id or Loss.CALL_ID in losses) and (same_name or Loss.TOOL_NAME in losses)


def same_value(before: Fact, after: Fact, losses: Losses) -> bool:
    """Tell whether the content is found again; that of results, which lies in their pieces, aside."""
    if before.kind == "text":
        return same_text(before.value, after.value, losses)
    if before.kind == "call":
        return before.part.hosted is after.part.hosted and same_input(before.value, after.value, losses)
    return bool(before.value == after.value)
