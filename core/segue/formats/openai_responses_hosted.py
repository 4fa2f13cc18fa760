"""The Responses API: calls of OpenAI's own tools, most of which it runs itself, read from items and written back as they are.

An item holds what the tool was called with and, where OpenAI ran it, what came of it. Both become parts, the second right behind
the first, and one item again. Source: the item types of the OpenAI SDK, `openai.types.responses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen as record

from segue.formats.anthropic_hosted import demanded
from segue.formats.openai_responses_items import Parts
from segue.formats.openai_responses_layout import (
    NAME,
    Fields,
    Wire,
    call_part,
    file_part,
    finish,
    frozen,
    has,
    optional,
    options,
    our_options,
    own,
    read_options,
    result_part,
    string,
    unclaimed,
)
from segue.formats.openai_responses_words import arguments
from segue.json_values import EMPTY, JsonObject, JsonValue, freeze, json_text, thaw
from segue.parts import FilePart, JsonPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.shapes import Shape


@record
class Sort:
    """A kind of item: its tool, the keys of what that was called with, and the key of what came of it."""

    name: str
    """The tool's name, "" where the item has it."""
    given: tuple[str, ...]
    outcome: str = ""
    by_call_id: bool = False
    """The record's id is the item's `call_id`, by which another item answers it, rather than its own."""
    hosted: bool = True
    answer: str = ""
    """The kind of item that answers it."""


SORTS: Mapping[str, Sort] = {
    "web_search_call": Sort("web_search", ("action",), "sources"),
    "file_search_call": Sort("file_search", ("queries",), "results"),
    "code_interpreter_call": Sort("code_interpreter", ("code", "container_id"), "outputs"),
    "image_generation_call": Sort("image_generation", ("revised_prompt",), "result"),
    "mcp_call": Sort("", ("arguments",), "output"),
    "tool_search_call": Sort("tool_search", ("arguments",), by_call_id=True, answer="tool_search_output"),
    "program": Sort("program", ("code",), by_call_id=True, answer="program_output"),
    "computer_call": Sort("computer", ("action", "actions"), by_call_id=True, hosted=False, answer="computer_call_output"),
    "local_shell_call": Sort("local_shell", ("action",), by_call_id=True, hosted=False, answer="local_shell_call_output"),
    "shell_call": Sort("shell", ("action",), by_call_id=True, hosted=False, answer="shell_call_output"),
    "apply_patch_call": Sort("apply_patch", ("operation",), by_call_id=True, hosted=False, answer="apply_patch_call_output"),
}
_ID = (("id", "itemId"),)
_IMAGE = "image_generation_call"


def read_hosted(raw: Wire, parts: Parts) -> None:
    """Read a call of one of OpenAI's tools, and its outcome where the item holds one."""
    kind = raw["type"]
    sort, keys = SORTS[kind], tuple(raw)
    status, id, call_id = optional(raw, "status"), optional(raw, "id"), optional(raw, "call_id") if sort.by_call_id else None
    given, order = _given(raw, sort)
    output, error, taken = _outcome(raw, sort)
    claimed = {"type", "id", "status", *sort.given, *taken, *(("call_id",) if sort.by_call_id else ()), *(() if sort.name else ("name",))}
    extras = unclaimed(raw, frozenset(keys) - claimed, sort.given)
    shape, found = Shape(NAME, keys, kind, False, (status, order)), options(read_options(raw, _ID))
    name, known = sort.name or string(raw.get("name"), "name"), (id or "") if call_id is None else call_id
    parts.append(call_part(known, name, given, sort.hosted, None, found, extras, shape))
    if output:
        parts.append(result_part(known, name, output, error, True, None, EMPTY, None, Shape(NAME, (), kind)))


def _given(raw: Wire, sort: Sort) -> tuple[JsonValue, JsonValue]:
    """Return what the tool was called with; and the keys of a search with its sources, which are no part of that."""
    if not sort.name and raw.get("arguments").__class__ is str:
        return json_text(raw["arguments"]), "text"
    given = {key: frozen(raw, key) for key in sort.given if key in raw}
    action = given.get("action")
    if sort.outcome == "sources" and isinstance(action, JsonObject) and isinstance(action.get("sources"), tuple):
        return JsonObject(action=action.without("sources")), tuple(action)
    return JsonObject(given), None


def _outcome(raw: Wire, sort: Sort) -> tuple[tuple[Any, ...], bool, tuple[str, ...]]:
    """Return what came of a call, whether it was an error, and which keys say so."""
    if not sort.outcome:
        return (), False, ()
    if sort.outcome == "sources":
        sources = action.get("sources") if isinstance(action := raw.get("action"), Mapping) else None
        return ((JsonPart(freeze(sources)),) if isinstance(sources, list | tuple) else ()), False, ()
    value, error = raw.get(sort.outcome), raw.get("error") if not sort.name else None
    if value is None and error is None:
        return (), False, ()
    taken = tuple(key for key, held in ((sort.outcome, value), ("error", error)) if held is not None)
    pieces = [_piece(raw, sort)] if value is not None else []
    return (*pieces, *((JsonPart(frozen(raw, "error")),) if error is not None else ())), error is not None, taken


def _piece(raw: Wire, sort: Sort) -> Any:
    value = raw[sort.outcome]
    if value.__class__ is not str:
        return JsonPart(frozen(raw, sort.outcome))
    if sort.outcome != "result":
        return TextPart(value)
    made = raw.get("output_format")
    return file_part(f"image/{made if made.__class__ is str else 'png'}", value, "base64", None, EMPTY, None, None)


def is_item(part: Any) -> bool:
    """Tell whether a part is a call that an item of this format held."""
    shape = own(part)
    return part.__class__ is ToolCallPart and shape is not None and shape.form in SORTS and shape.detail is not None


def is_outcome(call: Any, part: Any) -> bool:
    """Tell whether a part is the outcome that the item of the call before it held."""
    shape = own(part)
    if part.__class__ is not ToolResultPart or shape is None or not is_item(call):
        return False
    return bool(part.hosted and shape.form == call.shape.form and part.id == call.id)


def write_hosted(part: ToolCallPart, outcome: ToolResultPart | None) -> Fields:
    """Write a call of one of OpenAI's tools, read from an item of this format, with its outcome."""
    shape: Any = part.shape
    sort, (status, order) = SORTS[shape.form], shape.detail
    fields: Fields = {"type": shape.form}
    if our_options(part).get("itemId").__class__ is str:
        fields["id"] = option(part, "openai", "itemId")
    if sort.by_call_id and (has(part, shape, "call_id") or (part.id and not has(part, shape, "id"))):
        fields["call_id"] = part.id
    if not sort.name:
        fields["name"] = part.name
    fields |= _written(part, order)
    if status is not None:
        fields["status"] = status
    if outcome is not None:
        _add_outcome(fields, outcome, sort, order)
    return finish(fields, part, shape)


def _written(part: ToolCallPart, order: JsonValue) -> Fields:
    if order == "text":
        return {"arguments": arguments(part.input)}
    fields: Fields = demanded(part.input, verbatim=False)
    return fields


def _add_outcome(fields: Fields, outcome: ToolResultPart, sort: Sort, order: JsonValue) -> None:
    for piece in outcome.output:
        value = _value(piece)
        if sort.outcome == "sources":
            _add_sources(fields, value, order)
        elif outcome.error and piece is outcome.output[-1] and isinstance(piece, JsonPart):
            fields["error"] = value
        else:
            fields[sort.outcome] = value


def _add_sources(fields: Fields, value: Any, order: JsonValue) -> None:
    action = fields.get("action")
    if isinstance(action, dict) and isinstance(order, tuple):
        action["sources"] = value
        fields["action"] = {key: action[key] for key in map(str, order) if key in action} | action


def _value(piece: Any) -> Any:
    if isinstance(piece, TextPart):
        return piece.text
    return piece.data if isinstance(piece, FilePart) else thaw(piece.value)
