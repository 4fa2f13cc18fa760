"""Reading calls and their outcomes: as parts of a message, in the list beside the parts, and as version 1 had them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from segue.formats.mastra_layout import NAME, Keys, Layouts, Wire, claim, extras_of, frozen, frozen_object, new_shape, unclaimed
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed
from segue.messages import ToolInvocation
from segue.shapes import Shape

_invocation = quick(ToolInvocation)
_PART = frozenset({"type", "toolInvocation"})
_CLAIMED = frozenset({"state", "toolCallId", "toolName", "args", "result"})
_REMEMBERED = 1024


class _Layouts(dict[tuple[Keys, Keys, str], tuple[Shape, Keys, Keys]]):
    """Layouts of calls by the keys of the part, those of the call, and its state."""

    def __missing__(self, found: tuple[Keys, Keys, str]) -> tuple[Shape, Keys, Keys]:
        """Work out a layout that has not been seen."""
        outer, inner, state = found
        layout = new_shape(NAME, outer, state, False, inner), unclaimed(outer, _PART), unclaimed(inner, _CLAIMED)
        if len(self) < _REMEMBERED:
            self[found] = layout
        return layout


_LAYOUTS = _Layouts()


def read_call(raw: Wire) -> ToolInvocation:
    """Read a part that is a call. Raises `Malformed`, `KeyError` or `TypeError` where it is none."""
    inner = raw["toolInvocation"]
    if inner.__class__ is not dict and not isinstance(inner, dict):
        raise Malformed("an object", inner)
    return _read(raw, inner)


def read_listed(inner: Any) -> ToolInvocation:
    """Read an entry of the list of calls beside the parts. Raises as `read_call` does."""
    if not isinstance(inner, dict):
        raise Malformed("an object", inner)
    return _read(EMPTY, inner)


def _read(raw: Wire, inner: dict[str, Any]) -> ToolInvocation:
    state, id, name = inner.get("state", ""), inner.get("toolCallId"), inner.get("toolName", "")
    shape, outer_rest, rest = _LAYOUTS[tuple(raw), tuple(inner), state]
    if id.__class__ is not str:
        id, rest = _other_id(inner, rest)
    if state.__class__ is not str or name.__class__ is not str:
        raise Malformed("a string", raw)
    given, output = frozen(inner["args"]) if "args" in inner else EMPTY, frozen(inner.get("result"))
    if not rest and not outer_rest:
        return _invocation(id, name, state, given, output, False, None, None, False, EMPTY, None, shape)  # type: ignore[no-any-return]
    hosted, options, free = _around(raw, outer_rest)
    error, error_text, approval, odd = _told(inner, rest)
    if odd:
        free = {**free, "toolInvocation": odd}
    return _invocation(id, name, state, given, output, error, error_text, approval, hosted, options, extras_of(free), shape)  # type: ignore[no-any-return]


def _other_id(inner: Wire, rest: Keys) -> tuple[str, Keys]:
    """Return the id where it is not under its own key, and the keys that are not claimed then."""
    older = inner.get("toolCall")
    id = inner.get("toolCallId")
    if id is None and isinstance(older, dict):
        id = older.get("id")
    if id is not None and id.__class__ is not str:
        raise Malformed("a string", id)
    return id or "", (*rest, "toolCallId") if "toolCallId" in inner else rest


def _around(raw: Wire, rest: Keys) -> tuple[bool, JsonObject, JsonObject]:
    """Return what stands beside a call: whether the provider ran it, the options, the fields nobody claims."""
    if not rest:
        return False, EMPTY, EMPTY
    hosted = raw.get("providerExecuted")
    if hosted.__class__ is bool:
        rest = tuple(key for key in rest if key != "providerExecuted")
    options, extras = claim(raw, rest)
    return hosted is True, options, extras.fields if extras is not None else EMPTY


_TOLD = {"isError": bool, "errorText": str, "approval": dict}


def _told(inner: Wire, rest: Keys) -> tuple[bool, str | None, JsonObject | None, JsonObject]:
    """Return whether a result tells of an error, what went wrong, what was approved, and the fields nobody claims."""
    told = {key: inner[key] for key in rest if inner[key].__class__ is _TOLD.get(key)}
    odd = frozen_object({key: inner[key] for key in rest if key not in told})
    approval = told.get("approval")
    return told.get("isError", False), told.get("errorText"), None if approval is None else frozen_object(approval), odd


_CALL = Layouts("type", "toolCallId", "toolName", "args", form="tool-call")
_RESULT = Layouts("type", "toolCallId", "toolName", "args", "result", form="tool-result")


def _old(layouts: Layouts, state: str) -> Callable[[Wire], ToolInvocation]:
    """Return a reader of calls or results as version 1 had them, flat."""

    def read(raw: Wire) -> ToolInvocation:
        shape, rest = layouts[tuple(raw)]
        id, name = raw["toolCallId"], raw.get("toolName", "")
        if id.__class__ is not str or name.__class__ is not str:
            raise Malformed("a string", raw)
        given = frozen(raw["args"]) if "args" in raw else EMPTY
        output = frozen(raw.get("result")) if state == "result" else None
        error = raw.get("isError")
        if error.__class__ is bool and state == "result":
            rest = tuple(key for key in rest if key != "isError")
        options, extras = claim(raw, rest) if rest else (EMPTY, None)
        return ToolInvocation(
            id, name, state, given, output, error is True and state == "result", provider_options=options, extras=extras, shape=shape
        )

    return read


CALL, RESULT = _old(_CALL, "call"), _old(_RESULT, "result")
"""Readers of flat calls and results."""
