"""Chat Completions: a model's thoughts, from the many places that dialects have for them and back.

`reasoning_content`, `reasoning` and Ollama's `thinking` are texts, or text parts; OpenRouter's `reasoning_details` and LiteLLM's
`thinking_blocks` are lists of objects; Mistral's chunks stand among the contents, and tags around a text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from segue.formats.openai_chat_files import read_opaque
from segue.formats.openai_chat_layout import (
    FORMAT,
    Fields,
    Wire,
    array,
    finish,
    new_shape,
    options_of,
    own,
    reasoning_part,
    string,
    unclaimed,
)
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, thaw
from segue.parts import OpaquePart, ReasoningPart, option
from segue.profiles.dialects import CHUNKS, DETAILS, FIELD_OF, TAGS, Dialect, form_of, is_own_thought
from segue.shapes import Shape

BLOCKS = "thinking_blocks"
_STRINGS = {"reasoning_content": "reasoning_content", "reasoning": "reasoning", "thinking": "thinking field"}
THOUGHT_KEYS = frozenset({DETAILS, BLOCKS, "reasoning_content", "reasoning"})
NOTHING: tuple[object, ...] = (None, [], ())
_CLAUDE = "anthropic-claude-v1"
_SHAPES = {form: Shape(FORMAT, (), form) for form in FIELD_OF}
_CHUNK = frozenset({"type", "thinking"})
_LISTED = {DETAILS: ("openrouter", "detail", "reasoning.text", "text"), BLOCKS: ("litellm", "block", "thinking", "thinking")}
"""Lists of thoughts: whose they are, where in the options each stands as it came, and its kind and text's key if it is new."""


def is_thinking(raw: Wire) -> bool:
    """Tell whether a message's `thinking` is a thought, as Ollama has it."""
    return raw.get("thinking").__class__ is str


def lone_thought(raw: Wire, rest: tuple[str, ...]) -> ReasoningPart | None:
    """Return the thought of a message that has but one of the fields for texts besides the usual ones, None of others."""
    form = _STRINGS.get(rest[0]) if len(rest) == 1 else None
    text = None if form is None else raw[rest[0]]
    return reasoning_part(text, EMPTY, None, None, _SHAPES[form]) if form is not None and text.__class__ is str else None


def read_thoughts(raw: Wire) -> tuple[list[ReasoningPart], tuple[str, ...]]:
    """Return the thoughts of a message and, where they are there twice, the field that counts followed by those that repeat it."""
    thoughts = _each(raw.get(DETAILS), DETAILS, _detail)
    field = DETAILS if thoughts else BLOCKS
    thoughts += _each(raw.get(BLOCKS), BLOCKS, _block)
    first, whole = (field, "".join(part.text for part in thoughts)) if thoughts else ("", "")
    copies: list[str] = []
    for key, form in _STRINGS.items():
        if raw.get(key) in NOTHING or (key == "thinking" and not is_thinking(raw)):
            continue
        thought = _text(raw[key], key, form)
        if first and thought.text == whole and thought.shape is _SHAPES[form]:
            copies.append(key)
            continue
        thoughts.append(thought)
        first, whole = (first, whole) if first else (key, thought.text)
    return thoughts, (first, *copies) if copies else ()


def _text(raw: Any, key: str, form: str) -> ReasoningPart:
    if raw.__class__ is str:
        return reasoning_part(raw, EMPTY, None, None, _SHAPES[form])
    if not isinstance(raw, list | tuple):
        raise Malformed("a string", raw, (key,))
    return reasoning_part(_said(raw), EMPTY, None, None, new_shape(FORMAT, (), form, False, _frozen(raw, key)))


def _said(pieces: Sequence[Any]) -> str:
    """Return the text of text parts; what else is among them says nothing."""
    return "".join(text for piece in pieces if isinstance(piece, dict) and isinstance(text := piece.get("text"), str))


def _frozen(value: Any, key: str) -> JsonValue:
    try:
        return freeze(value)
    except Malformed as fault:
        raise fault.at(key) from None


def _each(raws: Any, field: str, read: Callable[[JsonObject], ReasoningPart]) -> list[ReasoningPart]:
    thoughts: list[ReasoningPart] = []
    for index, raw in enumerate(array(raws, field) if raws is not None else ()):
        try:
            thoughts.append(read(freeze_object(raw)))
        except Malformed as fault:
            raise fault.at(field, index) from None
    return thoughts


def _block(block: JsonObject) -> ReasoningPart:
    options: dict[str, JsonValue] = {"litellm": JsonObject({"block": block})}
    token, spelled = ("data", "redactedData") if block.get("type") == "redacted_thinking" else ("signature", "signature")
    if isinstance(block.get(token), str):
        options |= options_of("anthropic", **{spelled: block[token]})
    text = "" if block.get("thinking") is None else string(block["thinking"], "thinking")
    return reasoning_part(text, JsonObject(options), None, None, _SHAPES[BLOCKS])


def _detail(detail: JsonObject) -> ReasoningPart:
    options: dict[str, JsonValue] = {"openrouter": JsonObject({"detail": detail})}
    token, spelled = ("data", "redactedData") if detail.get("type") == "reasoning.encrypted" else ("signature", "signature")
    if detail.get("format") == _CLAUDE and isinstance(detail.get(token), str):
        options |= options_of("anthropic", **{spelled: detail[token]})
    key = "summary" if detail.get("type") == "reasoning.summary" else "text"
    text = "" if detail.get(key) is None else string(detail[key], key)
    return reasoning_part(text, JsonObject(options), None, None, _SHAPES[DETAILS])


def read_chunk(raw: Wire) -> ReasoningPart | OpaquePart:
    """Read Mistral's `thinking` chunk, a list of texts and references. One that is no list is somebody else's, and not read."""
    pieces = raw.get("thinking")
    if not isinstance(pieces, list | tuple):
        return read_opaque(raw)
    signature = raw.get("signature")
    signed = signature.__class__ is str
    claimed = _CHUNK | {"signature"} if signed else _CHUNK
    marker, extras = unclaimed(raw, tuple(key for key in raw if key not in claimed))
    options = JsonObject(options_of("mistral", signature=signature) | marker) if signed else marker
    shape = new_shape(FORMAT, tuple(raw), CHUNKS, False, _frozen(pieces, "thinking"))
    return reasoning_part(_said(pieces), options, None, extras, shape)


def write_thought(fields: Fields, part: ReasoningPart, to: Dialect) -> bool:
    """Put a thought into its field, or leave it out where it has none; tell whether that was done, as against one of the contents."""
    form = _written_form(part, to)
    if form in _LISTED:
        fields.setdefault(form, []).extend(_details(part, form))
    elif form in FIELD_OF:
        key = FIELD_OF[form]
        fields[key] = f"{_whole(fields[key])}\n\n{part.text}" if key in fields else _spelled(part, form)
    return form not in (CHUNKS, TAGS)


def write_among_contents(part: ReasoningPart, to: Dialect) -> Fields:
    """Write a thought that stands among the contents: a chunk, or a text in tags."""
    if _written_form(part, to) == TAGS:
        return {"type": "text", "text": f"<think>{part.text}</think>"}
    pieces, signature = _pieces(part), option(part, "mistral", "signature")
    fields: Fields = {"type": "thinking", "thinking": [{"type": "text", "text": part.text}] if pieces is None else pieces}
    if signature is not None:
        fields["signature"] = signature
    return finish(fields, part, own(part), None if to.open else to.marks | {"closed"})


def _written_form(part: ReasoningPart, to: Dialect) -> str:
    form = form_of(part)
    if not is_own_thought(part, to):
        return ""
    return form if to.reasoning is None or to.keeps(form) else to.reasoning


def _spelled(part: ReasoningPart, form: str) -> Any:
    pieces = _pieces(part) if form_of(part) == form else None
    return part.text if pieces is None else pieces


def _pieces(part: ReasoningPart) -> list[Any] | None:
    """Return the parts that a thought's text came in, None where it did not come so or is another text by now."""
    detail = part.shape.detail if part.shape is not None else None
    return thaw(detail) if isinstance(detail, tuple) and _said(detail) == part.text else None


def _whole(written: Any) -> str:
    return written if isinstance(written, str) else _said(written)


def _details(part: ReasoningPart, form: str) -> list[Fields]:
    owner, name, kind, text = _LISTED[form]
    raw, listed = option(part, owner, name), option(part, owner, "reasoning_details")
    if isinstance(listed, tuple) and all(isinstance(detail, dict) for detail in listed):
        return list(map(thaw, listed))  # as the AI SDK keeps them
    detail: Fields = thaw(raw) if isinstance(raw, dict) else {"type": kind} | _signed(part)
    key = "summary" if detail.get("type") == "reasoning.summary" else text
    if part.text != (detail.get(key) or ""):
        detail[key] = part.text
    return [detail]


def _signed(part: ReasoningPart) -> Fields:
    """Return what makes a new detail one of Claude's."""
    signature, redacted = option(part, "anthropic", "signature"), option(part, "anthropic", "redactedData")
    if isinstance(redacted, str):
        return {"type": "reasoning.encrypted", "data": redacted, "format": _CLAUDE}
    return {"signature": signature, "format": _CLAUDE} if isinstance(signature, str) else {}


def repeat_thoughts(fields: Fields, to: Dialect, first: str, *others: str) -> None:
    """Write the fields that repeat the thoughts of another, as those are now."""
    if first not in fields:
        return
    whole = fields[first]
    if isinstance(whole, list):
        text = _LISTED[first][-1] if first in _LISTED else "text"
        whole = "".join(detail.get("summary" if detail.get("type") == "reasoning.summary" else text) or "" for detail in whole)
    fields.update({key: whole for key in others if key not in fields and to.has("assistant", key)})
