"""The Responses API: items that answer calls, read into results and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

from attrs import frozen as record

from segue.formats.openai_responses_content import plain_text, read_content, write_content
from segue.formats.openai_responses_files import read_image, write_screenshot
from segue.formats.openai_responses_items import Parts
from segue.formats.openai_responses_layout import (
    NAME,
    Fields,
    Wire,
    finish,
    frozen,
    has,
    layout,
    optional,
    options,
    our_options,
    own,
    read_options,
    result_part,
    text_part,
    unclaimed,
    write_options,
)
from segue.formats.openai_responses_words import words_of
from segue.json_values import EMPTY, Malformed, thaw
from segue.parts import FilePart, JsonPart, OutputPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape


@record
class Answer:
    """A kind of item that answers a call: the key of what it says, and the tool where OpenAI ran it."""

    key: str = "output"
    tool: str = ""
    parts: bool = False
    """What it says may be a list of contents."""


FUNCTION = "function_call_output"
ANSWERS: Mapping[str, Answer] = {
    FUNCTION: Answer(parts=True),
    "custom_tool_call_output": Answer(parts=True),
    "computer_call_output": Answer(),
    "local_shell_call_output": Answer(),
    "shell_call_output": Answer(),
    "apply_patch_call_output": Answer(),
    "tool_search_output": Answer("tools", "tool_search"),
    "program_output": Answer("result", "program"),
}
_CLAIMED = {kind: frozenset({"type", "call_id", "id", "name", "status", answer.key}) for kind, answer in ANSWERS.items()}
_ID = (("id", "itemId"),)
_SCREENSHOT, _PATCH, _LOCAL = "computer_call_output", "apply_patch_call_output", "local_shell_call_output"
_NEAR = 16
"""How many parts behind its call a result may stand that does not name it."""
_FORMS = frozenset({"string", "list", "json", "screenshot", "null", "absent"})
"""How a result may say what it says."""
_PLAIN = {keys: Shape(NAME, keys, "string", False, (FUNCTION, None)) for keys in permutations(("type", "call_id", "output"))}
"""The layouts that nearly all results have."""


def read_result(raw: Wire, parts: Parts) -> None:
    """Read an item that answers a call."""
    if (part := _plainly_answered(raw)) is not None:
        parts.append(part)
        return
    kind = raw["type"]
    answer, status = ANSWERS[kind], optional(raw, "status")
    output, form = _output(raw, kind, answer)
    shape, rest = layout(tuple(raw), _CLAIMED[kind], form, (kind, status))
    id, name, found = optional(raw, "call_id"), optional(raw, "name"), read_options(raw, _ID)
    if id is None and kind == _LOCAL:
        id, found = optional(raw, "id"), {}
    elif id is None and answer.tool:
        id = _asked_before(parts, answer.tool)
    failed, hosted = kind == _PATCH and status == "failed", answer.tool != ""
    extras = unclaimed(raw, rest)
    parts.append(result_part(id or "", answer.tool if name is None else name, output, failed, hosted, None, options(found), extras, shape))


def _plainly_answered(raw: Wire) -> ToolResultPart | None:
    """Read the answer of a function that is one text, and nothing besides; None for others."""
    shape = _PLAIN.get(tuple(raw))
    if shape is None or raw["type"] != FUNCTION:
        return None
    id, text = raw["call_id"], raw["output"]
    if id.__class__ is not str or text.__class__ is not str:
        return None
    return result_part(id, "", (text_part(text, EMPTY, None, None),), False, False, None, EMPTY, None, shape)


def _asked_before(parts: Parts, tool: str) -> str:
    """Return the id of the last call nearby of a tool that OpenAI runs, for results that do not say which call they answer."""
    return next((part.id for part in reversed(parts[-_NEAR:]) if part.__class__ is ToolCallPart and part.name == tool), "")


def _output(raw: Wire, kind: str, answer: Answer) -> tuple[tuple[OutputPart, ...], str]:
    value = raw.get(answer.key)
    if value.__class__ is str:
        return (text_part(value, EMPTY, None, None),), "string"
    if value is None:
        return (), "null" if answer.key in raw else "absent"
    if answer.parts and isinstance(value, list | tuple) and all(map(_is_content, value)):
        try:
            return read_content(value), "list"
        except Malformed as fault:
            raise fault.at(answer.key) from None
    if kind == _SCREENSHOT and (shot := _screenshot(value)) is not None:
        return (shot,), "screenshot"
    return (JsonPart(frozen(raw, answer.key)),), "json"


def _is_content(value: object) -> bool:
    return isinstance(value, Mapping) and value.get("type").__class__ is str


def _screenshot(value: object) -> FilePart | None:
    """Return the image that a computer's screenshot is."""
    if not isinstance(value, Mapping) or value.get("type") != "computer_screenshot":
        return None
    try:
        part = read_image(value)
    except Malformed as fault:
        raise fault.at("output") from None
    return part if isinstance(part, FilePart) else None


def kind_of(part: ToolResultPart, answers: Mapping[str, str]) -> str:
    """Return the kind of item that a result is written as: that it had, or that which its call wants."""
    shape = own_result(part)
    if shape is not None:
        return str(shape.detail[0])  # type: ignore[index]
    kind = answers.get(part.id, FUNCTION)
    return FUNCTION if kind == _SCREENSHOT and not _is_image(part) else kind


def _is_image(part: ToolResultPart, form: str = "") -> bool:
    only = part.output[0] if len(part.output) == 1 else None
    return isinstance(only, FilePart) and (form == "screenshot" or only.media_type.startswith("image/"))


def own_result(part: ToolResultPart) -> Shape | None:
    """Return the result's shape if it was an item of this format."""
    shape = own(part)
    return shape if shape is not None and shape.form in _FORMS and shape.detail is not None else None


def write_result(part: ToolResultPart, answers: Mapping[str, str]) -> Fields:
    """Write an item that answers a call; `answers` are the kinds of item that calls want which are no functions, by id."""
    shape, kind = own_result(part), kind_of(part, answers)
    key, form = ANSWERS[kind].key, "" if shape is None else shape.form
    fields: Fields = {"type": kind} | _answered(part, shape, kind)
    if part.output or form not in ("null", "absent"):
        fields[key] = _value(part, kind, form)
    if kind == _PATCH:
        fields["status"] = "failed" if part.error else "completed"
    return fields if shape is None else _finished(fields, part, shape)


def _answered(part: ToolResultPart, shape: Shape | None, kind: str) -> Fields:
    """Return the id of the call, under the key it had; a result that OpenAI itself gave may do without."""
    key = "id" if kind == _LOCAL and (shape is None or not has(part, shape, "call_id")) else "call_id"
    said = shape is None or has(part, shape, key) or (part.id and not ANSWERS[kind].tool)
    return {key: part.id} if said else {}


def _finished(fields: Fields, part: ToolResultPart, shape: Shape) -> Fields:
    write_options(fields, our_options(part), _ID)
    if has(part, shape, "name"):
        fields["name"] = part.name
    detail: Any = shape.detail
    kind, status = detail
    if status is not None and (kind != _PATCH or (status == "failed") == part.error):
        fields["status"] = status
    elif kind == _PATCH and status is None and not part.error:
        del fields["status"]  # none had stood there
    return finish(fields, part, shape)


def _value(part: ToolResultPart, kind: str, form: str) -> Any:
    output, only = part.output, part.output[0] if len(part.output) == 1 else None
    if form == "json" and isinstance(only, JsonPart):
        return thaw(only.value)
    if form == "string" and only is not None and (text := plain_text(only)) is not None:
        return text
    write = _VALUES.get(kind)
    return write_content(output, form, native=True) if write is None else write(part, form)


def _words(part: ToolResultPart, _: str) -> str:
    texts = (text if (text := plain_text(piece)) is not None else words_of(piece) for piece in part.output)
    return "\n".join(text for text in texts if text is not None)


def _shot(part: ToolResultPart, form: str) -> Any:
    return write_screenshot(part.output[0]) if _is_image(part, form) else _words(part, form)  # type: ignore[arg-type]


def _shell(part: ToolResultPart, form: str) -> list[Fields]:
    return [{"stdout": _words(part, form), "stderr": "", "outcome": {"type": "exit", "exit_code": int(part.error)}}]


def _tools(part: ToolResultPart, _: str) -> Any:
    return [thaw(piece.value) for piece in part.output if isinstance(piece, JsonPart)]


_VALUES: Mapping[str, Callable[[ToolResultPart, str], Any]] = {
    _SCREENSHOT: _shot, _LOCAL: _words, _PATCH: _words, "shell_call_output": _shell, "tool_search_output": _tools, "program_output": _words,
}  # fmt: skip
