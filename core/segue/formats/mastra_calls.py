"""Reading calls and their outcomes: as parts of a message, in the list beside the parts, and as version 1 had them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from segue.formats.mastra_layout import (
    BETWEEN,
    NAME,
    Freeze,
    Keys,
    Layouts,
    Wire,
    as_object,
    claim,
    extras_of,
    left_of,
    new_shape,
    remember,
    unclaimed,
)
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.messages import ToolInvocation
from segue.shapes import Extras, Shape

_invocation = quick(ToolInvocation)
_PART = frozenset({"type", "toolInvocation"})
_CLAIMED = frozenset({"state", "toolCallId", "toolName", "args", "result"})


class _Layouts(dict[tuple[Any, ...], tuple[Shape, Keys, Keys]]):
    """Layouts of calls by the keys of the part, `BETWEEN`, those of the call, and its state."""

    def __missing__(self, found: tuple[Any, ...]) -> tuple[Shape, Keys, Keys]:
        """Work out a layout that has not been seen."""
        between = found.index(BETWEEN)
        outer, inner, state = found[:between], found[between + 1 : -1], found[-1]
        if state.__class__ is not str:
            raise Malformed("a string", state)
        shape = new_shape(NAME, outer, state, False, inner)
        return remember(self, found, (shape, unclaimed(outer, _PART), unclaimed(inner, _CLAIMED)))


_LAYOUTS = _Layouts()
_NOTHING = False, EMPTY, None


def read_call(raw: Wire, frozen: Freeze) -> ToolInvocation:
    """Read a part that is a call. Raises `Malformed`, `KeyError` or `TypeError` where it is none."""
    inner = raw["toolInvocation"]
    if type(inner) is not dict:
        inner = as_object(inner)
    try:
        state, id, name, given = inner["state"], inner["toolCallId"], inner["toolName"], inner["args"]
        shape, beside, rest = _LAYOUTS[(*raw, BETWEEN, *inner, state)]
    except KeyError:
        return _odd_call(raw, inner, frozen)
    if rest or type(id) is not str or type(name) is not str:
        return _odd_call(raw, inner, frozen)
    output = frozen(inner["result"]) if "result" in inner else None
    hosted, options, extras = _around(raw, beside, frozen) if beside else _NOTHING
    return _invocation(id, name, state, frozen(given), output, False, None, None, hosted, options, extras, shape)


def read_listed(inner: Any, frozen: Freeze) -> ToolInvocation:
    """Read an entry of the list of calls beside the parts. Raises as `read_call` does."""
    return _odd_call(EMPTY, as_object(inner), frozen)


def _odd_call(raw: Wire, inner: dict[str, Any], frozen: Freeze) -> ToolInvocation:
    """Read a call of which something is missing, or that has more than most."""
    state, name = inner.get("state", ""), inner.get("toolName", "")
    shape, beside, rest = _LAYOUTS[(*raw, BETWEEN, *inner, state)]
    if name.__class__ is not str:
        raise Malformed("a string", name)
    id, rest = (inner["toolCallId"], rest) if inner.get("toolCallId").__class__ is str else _other_id(inner, rest)
    given, output = frozen(inner["args"]) if "args" in inner else EMPTY, frozen(inner.get("result"))
    hosted, options, extras = _around(raw, beside, frozen) if beside else _NOTHING
    error, error_text, approval, odd = _told(inner, rest)
    if odd:
        extras = extras_of({**left_of(extras), "toolInvocation": odd})
    return _invocation(id, name, state, given, output, error, error_text, approval, hosted, options, extras, shape)


def _other_id(inner: Wire, rest: Keys) -> tuple[str, Keys]:
    """Return the id where it is not under its own key, and the keys that are not claimed then."""
    older = inner.get("toolCall")
    id = inner.get("toolCallId")
    if id is None and isinstance(older, dict):
        id = older.get("id")
    if id is not None and id.__class__ is not str:
        raise Malformed("a string", id)
    return id or "", (*rest, "toolCallId") if "toolCallId" in inner else rest


def _around(raw: Wire, rest: Keys, frozen: Freeze) -> tuple[bool, JsonObject, Extras | None]:
    """Return what stands beside a call: whether the provider ran it, the options, the fields nobody claims."""
    hosted = raw.get("providerExecuted")
    if hosted.__class__ is bool:
        rest = tuple(key for key in rest if key != "providerExecuted")
    options, extras = claim(raw, rest, frozen)
    return hosted is True, options, extras


_TOLD = {"isError": bool, "errorText": str, "approval": dict}


def _told(inner: Wire, rest: Keys) -> tuple[bool, str | None, JsonObject | None, JsonObject]:
    """Return whether a result tells of an error, what went wrong, what was approved, and the fields nobody claims."""
    told = {key: inner[key] for key in rest if isinstance(inner[key], _TOLD.get(key, ()))}
    odd = freeze_object({key: inner[key] for key in rest if key not in told})
    approval = told.get("approval")
    return told.get("isError", False), told.get("errorText"), None if approval is None else freeze_object(approval), odd


_CALL = Layouts("type", "toolCallId", "toolName", "args", form="tool-call")
_RESULT = Layouts("type", "toolCallId", "toolName", "args", "result", form="tool-result")


def _old(layouts: Layouts, state: str) -> Callable[[Wire, Freeze], ToolInvocation]:
    """Return a reader of calls or results as version 1 had them, flat."""

    def read(raw: Wire, frozen: Freeze) -> ToolInvocation:
        shape, rest = layouts[tuple(raw)]
        id, name = raw["toolCallId"], raw.get("toolName", "")
        if id.__class__ is not str or name.__class__ is not str:
            raise Malformed("a string", raw)
        given = frozen(raw["args"]) if "args" in raw else EMPTY
        output = frozen(raw.get("result")) if state == "result" else None
        error = raw.get("isError")
        if error.__class__ is bool and state == "result":
            rest = tuple(key for key in rest if key != "isError")
        options, extras = claim(raw, rest, frozen) if rest else (EMPTY, None)
        return ToolInvocation(
            id, name, state, given, output, error is True and state == "result", provider_options=options, extras=extras, shape=shape
        )

    return read


CALL, RESULT = _old(_CALL, "call"), _old(_RESULT, "result")
"""Readers of flat calls and results."""
