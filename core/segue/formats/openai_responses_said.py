"""The Responses API: what a model said, thought and called, written as items."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from segue.formats.openai_responses_content import SAID, kind_of_words, write_words
from segue.formats.openai_responses_items import CALL_OPTIONS, JSON_ARGUMENTS, PLAIN, SAID_OPTIONS, THOUGHT_OPTIONS, joined
from segue.formats.openai_responses_layout import Fields, finish, free, has, ordered, our_options, own, write_options
from segue.formats.openai_responses_runs import said_shape
from segue.formats.openai_responses_words import arguments
from segue.json_values import EMPTY, JsonText, thaw
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.shapes import Shape

_BLANK = frozenset({"empty", "null", "absent"})
"""Forms of contents without any text."""


def write_said(run: Sequence[Any]) -> Fields:
    """Write the texts of one item as a message of the model."""
    shape = said_shape(run[0])
    if shape is None:
        return _new(run)
    head = run[0] if run[0].__class__ is TextPart else next((part for part in run if part.__class__ is TextPart), None)
    fields: Fields = {"type": "message", "role": "assistant"}
    if "type" not in shape.keys or (head is not None and "type" in free(head)):
        del fields["type"]
    _add_content(fields, run, shape)
    status = shape.detail[0]  # type: ignore[index]
    if status is not None:
        fields["status"] = status
    if head is None:  # a rule took the words and left what nobody read
        return ordered(fields, shape.keys)
    if head.provider_options is not EMPTY:
        write_options(fields, our_options(head), SAID_OPTIONS)
    return finish(fields, head, shape, "content")


def _add_content(fields: Fields, run: Sequence[Any], shape: Shape) -> None:
    text = run[0].text if shape.form == "string" or shape.form in _BLANK else None
    if text is None:
        fields["content"] = [_piece(part) for part in run]
    elif text or shape.form == "string":
        fields["content"] = text
    elif shape.form == "empty":
        fields["content"] = []


def _piece(part: Any) -> Fields:
    if part.__class__ is not TextPart:
        fields: Fields = thaw(part.value)
        return fields
    shape: Any = part.shape
    left = EMPTY if part.extras is None else free(part).get("content", EMPTY)
    kind = shape.form if shape.form in SAID else "output_text"
    return write_words(part, kind_of_words(left, kind), shape.detail[1], left)


def _new(run: Sequence[TextPart]) -> Fields:
    """Write texts of another format: plainly, unless the item's id or a refusal asks for more."""
    found = our_options(run[0])
    id = found.get("itemId")
    if id.__class__ is not str and found.get("refusal") is not True:
        fields: Fields = {"role": "assistant", "content": run[0].text}
        write_options(fields, found, (("phase", "phase"),))
        return fields
    fields = {"type": "message", "role": "assistant", "status": "completed", "content": [_new_piece(part) for part in run]}
    write_options(fields, found, SAID_OPTIONS)
    return fields


def _new_piece(part: TextPart) -> Fields:
    if our_options(part).get("refusal") is True:
        return {"type": "refusal", "refusal": part.text}
    return write_words(part, "output_text", ("type", "text", "annotations"), EMPTY)


def write_call(part: ToolCallPart, customs: Container[str]) -> Fields:
    """Write a call of one of the caller's own tools; `customs` are those whose input is text."""
    shape = own(part)
    if (shape.form == "custom_tool_call") if shape is not None else (part.name in customs):
        fields: Fields = {"type": "custom_tool_call", "call_id": part.id, "name": part.name, "input": arguments(part.input)}
    else:
        fields = {"type": "function_call", "call_id": part.id, "name": part.name, "arguments": _arguments(part, shape)}
    if part.provider_options is not EMPTY:
        write_options(fields, our_options(part), CALL_OPTIONS)
    return fields if shape is None else _as_it_came(fields, part, shape)


def _arguments(part: ToolCallPart, shape: Shape | None) -> Any:
    odd = shape is not None and shape.form == JSON_ARGUMENTS and part.input.__class__ is not JsonText
    return thaw(part.input) if odd else arguments(part.input)


def _as_it_came(fields: Fields, part: ToolCallPart, shape: Shape) -> Fields:
    if not part.id and not has(part, shape, "call_id"):
        del fields["call_id"]
    if part.input is None and "arguments" not in shape.keys:
        del fields["arguments"]
    if shape.detail is not None:
        fields["status"] = shape.detail
    return finish(fields, part, shape)


def write_thought(run: Sequence[ReasoningPart]) -> Fields | None:
    """Write a reasoning item, None where nothing of it is OpenAI's; several parts are the pieces of one summary."""
    part = run[0]
    shape = own(part)
    fields: Fields = {"type": "reasoning"}
    for piece in run:
        write_options(fields, our_options(piece), THOUGHT_OPTIONS)
    if shape is None or shape.form not in PLAIN or shape.detail is None:
        written = {"summary": [{"type": "summary_text", "text": piece.text} for piece in run if piece.text]}
        return fields | written if len(fields) > 1 else None
    if len(fields) == 1 and (has(part, shape, "id") or has(part, shape, "encrypted_content")):
        return None  # it had come with a token, which was taken from it
    return _thought_as_it_came(fields, part, shape)


def _thought_as_it_came(fields: Fields, part: ReasoningPart, shape: Shape) -> Fields:
    detail: Any = shape.detail
    source, (status, kept) = shape.form, detail
    if part.text or has(part, shape, source):
        whole = kept if kept is not None and joined(kept) == part.text else None
        plain = [{"type": PLAIN[source], "text": part.text}] if part.text else []
        fields[source] = plain if whole is None else thaw(whole)
    if status is not None:
        fields["status"] = status
    return finish(fields, part, shape)
