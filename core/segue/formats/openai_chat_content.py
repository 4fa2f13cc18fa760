"""Chat Completions: the contents of a message, a string or a list of parts, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from segue import placeholders
from segue.formats.openai_chat_files import read_audio, read_document, read_file, read_image, read_opaque
from segue.formats.openai_chat_layout import FORMAT, Fields, Wire, finish, layout, mapping, options_of, own, string, text_part, unclaimed
from segue.formats.openai_chat_thoughts import read_chunk, write_among_contents
from segue.formats.openai_chat_write_files import stand_in, write_file
from segue.json_values import EMPTY, JsonObject, JsonText, JsonValue, Malformed, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.profiles.dialect_files import LISTED, file_form
from segue.profiles.dialects import Dialect
from segue.repairs._wording import hosted_as_text, opaque_as_text
from segue.shapes import Shape

Content: TypeAlias = TextPart | FilePart | OpaquePart
Spoken: TypeAlias = Content | ReasoningPart
Readers: TypeAlias = "dict[str, Callable[[Wire], Any]]"

REFUSAL = options_of("openai", refusal=True)
_TEXT = frozenset({"type", "text"})
_REFUSAL = frozenset({"type", "refusal"})


def read_content(raw: Wire, readers: Readers | None = None) -> tuple[tuple[Any, ...], str]:
    """Return the parts of a wire message's `content`, and which form it has. `readers` are those of its role, if it has others."""
    content = raw.get("content")
    if content.__class__ is str:
        return (text_part(content, EMPTY, None, None),), "string"
    if content is None:
        return (), "null" if "content" in raw else "absent"
    if content.__class__ is list or isinstance(content, list | tuple):
        return _read_parts(content, readers or _READERS), "list" if content else "empty"
    raise Malformed("a string, a list of parts or null", content, ("content",))


def _read_parts(content: Iterable[Any], readers: Readers) -> tuple[Any, ...]:
    parts: list[Any] = []
    for index, raw in enumerate(content):
        try:
            parts.append(readers.get(string(mapping(raw).get("type"), "type"), read_opaque)(raw))
        except Malformed as fault:
            raise fault.at("content", index) from None
    return tuple(parts)


def _read_text(raw: Wire) -> TextPart:
    text = string(raw.get("text"), "text")
    shape, rest = layout(tuple(raw), "text", _TEXT)
    return text_part(text, *unclaimed(raw, rest), shape) if rest else text_part(text, EMPTY, None, shape)


def _read_refusal(raw: Wire) -> TextPart:
    text = string(raw.get("refusal"), "refusal")
    shape, rest = layout(tuple(raw), "refusal", _REFUSAL)
    options, extras = unclaimed(raw, rest)
    return text_part(text, JsonObject(REFUSAL | options), extras, shape)


_READERS: Readers = {
    "text": _read_text, "refusal": _read_refusal, "image_url": read_image, "input_audio": read_audio, "file": read_file,
    "document_url": read_document,
}  # fmt: skip
SPOKEN: Readers = _READERS | {"thinking": read_chunk}
"""What reads the contents of a model's message."""


def write_content(fields: Fields, parts: Sequence[Part], shape: Shape | None, role: str, to: Dialect, blank: str | None = "") -> None:
    """Put the parts into `fields`: one plain text as a string, several parts as a list, no part as `blank`; images beside them.

    A list stays a list; what else the shape says counts where there is no part. `role` is the message's, on which depends
    what the dialect holds there.
    """
    form = "" if shape is None else shape.form
    if len(parts) == 1 and form != "list":
        only = parts[0]
        if only.__class__ is TextPart and only.shape is None and only.extras is None and only.provider_options is EMPTY:
            fields["content"] = only.text
            return
    written = [wire for part in parts if (wire := _write_part(fields, part, role, to)) is not None]
    known = to.parts(role)
    if not written:
        _leave_blank(fields, form, to, blank)
    elif known is not None and "text" not in known:
        fields["content"] = _in_one(parts, [wire["text"] for wire in written])
    elif len(written) == 1 and form != "list" and tuple(written[0]) == ("type", "text"):
        fields["content"] = written[0]["text"]
    else:
        fields["content"] = written


def _in_one(parts: Sequence[Part], texts: Sequence[str]) -> str:
    """Return several texts as one: below each other, or as a JSON array where one is JSON, which has its own ends there."""
    if len(texts) == 1 or len(texts) != len(parts) or not any(part.__class__ is JsonPart for part in parts):
        return "\n".join(texts)
    pieces = (text if part.__class__ is JsonPart else dump(text) for part, text in zip(parts, texts, strict=True))
    return f"[{', '.join(pieces)}]"


def _leave_blank(fields: Fields, form: str, to: Dialect, blank: str | None) -> None:
    fields["content"] = {"null": None, "empty": []}.get(form, blank) if to.open else blank
    if form == "absent" and (to.open or blank is None):
        del fields["content"]


def _write_part(fields: Fields, part: Part, role: str, to: Dialect) -> Fields | None:
    """Return a part as one of the contents; an image that stands beside them goes into `fields`."""
    wire: Fields | None = None
    if part.__class__ is TextPart:
        return _write_text(part, role, to)
    if isinstance(part, FilePart) and (form := file_form(part, role, to)):
        wire = write_file(part, form, to)
        if form in LISTED:
            fields.setdefault("images", []).append(wire)
            return None
    elif isinstance(part, OpaquePart) and part.format == FORMAT and _has_place(part, role, to):
        wire = thaw(part.value)
    elif isinstance(part, ReasoningPart) and role == "assistant":
        wire = write_among_contents(part, to)
    if wire is not None:
        return wire
    text = told(part)
    return None if text is None else {"type": "text", "text": text}


def _has_place(part: OpaquePart, role: str, to: Dialect) -> bool:
    known = to.parts(role)
    return known is None or ("text" in known and part.kind in known)


def _write_text(part: TextPart, role: str, to: Dialect) -> Fields:
    shape, known = own(part), to.parts(role)
    form = "" if shape is None else shape.form
    refused = part.provider_options is not EMPTY and option(part, "openai", "refusal") is True and (known is None or "refusal" in known)
    kind = "refusal" if refused and (role == "assistant" or form == "refusal") else "text"
    return finish({"type": kind, kind: part.text}, part, shape, None if to.open else to.marks)


def told(part: Part) -> str | None:
    """Return the text of a part that stands where this format has no other place for it; None for reasoning."""
    return _TOLD[part.__class__](part)


def _told_call(part: ToolCallPart) -> str:
    if part.hosted:
        return hosted_as_text(part).text
    return _lines((placeholders.unknown_part("tool call"), part.name, arguments(part.input)))


def _told_result(part: ToolResultPart) -> str:
    if part.hosted:
        return hosted_as_text(part).text
    return _lines((placeholders.orphan_result(part.name, error=part.error), *map(told, part.output), placeholders.RESULT_ENDS))


def _lines(texts: Iterable[str | None]) -> str:
    return "\n".join(text for text in texts if text is not None)


_TOLD: dict[type, Callable[[Any], str | None]] = {
    TextPart: lambda part: part.text,
    ReasoningPart: lambda _: None,
    FilePart: stand_in,
    JsonPart: lambda part: dump(thaw(part.value)),
    ToolCallPart: _told_call,
    ToolResultPart: _told_result,
    OpaquePart: lambda part: opaque_as_text(part).text,
}


def arguments(value: JsonValue) -> str:
    """Return a call's input as the text that this format wants."""
    if value.__class__ is str or value.__class__ is JsonText:
        return str(value)
    return "{}" if value is None or value == () else dump(thaw(value))
