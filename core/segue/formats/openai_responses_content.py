"""The Responses API: the contents of messages and of results, a string or a list of parts, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias

from segue.formats.openai_responses_files import read_audio, read_file, read_image, read_opaque, write_file
from segue.formats.openai_responses_layout import (
    BREAKPOINT,
    BREAKPOINT_OPTION,
    NAME,
    Fields,
    Wire,
    free,
    frozen,
    mapping,
    options,
    ordered,
    our_options,
    own,
    string,
    text_part,
)
from segue.formats.openai_responses_words import words_of
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, dump, freeze_object, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, Part, TextPart
from segue.shapes import Extras, Shape

Content: TypeAlias = TextPart | FilePart | OpaquePart
Said: TypeAlias = tuple[dict[str, JsonValue], JsonObject]
"""What a text says beside its words: to OpenAI as options, and what nobody claims."""

WORDS = {"input_text": "text", "output_text": "text", "text": "text", "refusal": "refusal"}
"""Kinds of text, and under which key their words are."""
GIVEN, SAID = frozenset({"input_text"}), frozenset({"output_text", "refusal"})
"""The kinds of text that a model is given, and those that it says; the kind of any other is carried with what nobody claims."""
_NOTHING: Said = ({}, EMPTY)


def read_content(content: Iterable[Any]) -> tuple[Content, ...]:
    """Return the parts of a list of contents. Raises `Malformed`, its path from the part's index on."""
    parts: list[Content] = []
    for index, raw in enumerate(content):
        try:
            kind = mapping(raw).get("type")
            parts.append(_READERS.get(string(kind, "type"), read_opaque)(raw))
        except Malformed as fault:
            raise fault.at(index) from None
    return tuple(parts)


def _read_text(raw: Wire) -> TextPart:
    kind = raw["type"]
    found, left = said_beside(raw, kind, GIVEN)
    extras = Extras(NAME, left) if left else None
    return text_part(string(raw.get(WORDS[kind]), WORDS[kind]), options(found), extras, Shape(NAME, tuple(raw), kind))


def said_beside(raw: Wire, kind: str, kinds: AbstractSet[str]) -> Said:
    """Return what stands beside the words of a text: its options, and its fields that nobody claims, an odd kind among them."""
    if len(raw) == 2 and kind != "refusal" and kind in kinds:
        return _NOTHING
    found: dict[str, JsonValue] = {"refusal": True} if kind == "refusal" else {}
    left: dict[str, Any] = {}
    for key, value in raw.items():
        if key == "annotations" and kind == "output_text" and isinstance(value, list | tuple):
            if value:
                found[key] = frozen(raw, key)
        elif key == BREAKPOINT and value is not None:
            found[BREAKPOINT_OPTION] = frozen(raw, key)
        elif key != WORDS[kind] and (key != "type" or kind not in kinds):
            left[key] = value
    return found, freeze_object(left) if left else EMPTY


_READERS: Mapping[str, Callable[[Wire], Content]] = {
    **dict.fromkeys(WORDS, _read_text), "input_image": read_image, "input_file": read_file, "input_audio": read_audio,
}  # fmt: skip


def write_content(parts: Sequence[Part], form: str, *, native: bool) -> str | list[Fields]:
    """Write parts: one plain text as a string, unless it came in a list, several as a list. Files are told of unless they are `native`."""
    if form != "list" and len(parts) == 1 and (text := plain_text(parts[0])) is not None:
        return text
    written = [piece for part in parts if (piece := _piece(part, native)) is not None]
    return written if written or form == "list" else ""


def plain_text(part: Part) -> str | None:
    """Return the text of a part that says nothing besides, None for others."""
    if part.__class__ is TextPart:
        bare = part.provider_options is EMPTY and part.extras is None
        return part.text if bare or not (BREAKPOINT_OPTION in our_options(part) or free(part)) else None
    return dump(thaw(part.value)) if part.__class__ is JsonPart else None


def _piece(part: Part, native: bool) -> Fields | None:
    if part.__class__ is TextPart:
        return _write_text(part)
    wire: Fields | None = None
    if isinstance(part, FilePart):
        wire = write_file(part, native=native)
    elif isinstance(part, OpaquePart) and part.format == NAME:
        wire = thaw(part.value)
    if wire is not None:
        return wire
    text = words_of(part)
    return None if text is None else {"type": "input_text", "text": text}


def _write_text(part: TextPart) -> Fields:
    shape = own(part)
    if shape is None or shape.form not in WORDS or shape.detail is not None:
        return write_words(part, "input_text", (), EMPTY)
    left = free(part)
    return write_words(part, kind_of_words(left, "input_text"), shape.keys, left)


def kind_of_words(left: JsonObject, kind: str) -> str:
    """Return the kind of text that is among what nobody claims, else the one given."""
    odd = left.get("type")
    return odd if odd in WORDS else kind


def write_words(part: TextPart, kind: str, keys: tuple[str, ...], left: JsonObject) -> Fields:
    """Write a text of this kind, with what stood beside it, in the order of the keys it had."""
    fields: Fields = {"type": kind, WORDS[kind]: part.text}
    found = our_options(part)
    if kind == "output_text":
        annotations = found.get("annotations")
        if isinstance(annotations, tuple):
            fields["annotations"] = thaw(annotations)
        elif "annotations" in keys and "annotations" not in left:
            fields["annotations"] = []
    if found.get(BREAKPOINT_OPTION) is not None:
        fields[BREAKPOINT] = thaw(found[BREAKPOINT_OPTION])
    return ordered(thaw(left) | fields if left else fields, keys)
