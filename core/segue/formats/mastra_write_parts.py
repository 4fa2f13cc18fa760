"""Writing the parts of stored messages: what was read as it came, what was made by hand in the order the original has.

Objects are written as they are held, frozen; `mastra` makes plain dicts and lists of them. What nobody touched and has the usual
keys is written at once, the rest field by field.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from segue.formats.mastra_files import OF_WEB, SOURCES
from segue.formats.mastra_layout import NAME, Fields, Keys, finish, left, ordered, own, stood, with_optional, within
from segue.formats.mastra_parts import CARRIED
from segue.formats.mastra_write_calls import write_call
from segue.messages import Data, Source, StepStart, StoredPart, StoredReasoning, Thought, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Shape, in_order

_PLAIN_TEXT = ("type", "text")
_SIGNED = ("type", "text", "signature")
_REASONING = ("type", "reasoning", "details", "providerMetadata")
_PLAIN_STEP: Fields = {"type": "step-start"}


def write_part(part: StoredPart) -> Any:
    """Return what a part is stored as."""
    return WRITERS[type(part)](part)


def _text(part: TextPart) -> Fields:
    shape = part.shape
    fields: Fields = {"type": "text", "text": part.text}
    if part.extras is None and not part.provider_options and (shape is None or shape.keys == _PLAIN_TEXT):
        return fields
    return finish(fields, part, own(part))


def _step(part: StepStart) -> Fields:
    if part.extras is None and not part.model and (part.shape is None or len(part.shape.keys) == 1):
        return _PLAIN_STEP
    shape = own(part)
    return finish(with_optional({"type": "step-start"}, (("model", part.model, ""),), shape and shape.keys, left(part)), part, shape)


def _reasoning(part: StoredReasoning) -> Fields:
    shape = own(part)
    details = tuple(map(_thought, part.details))
    if shape is None:
        return finish({"type": "reasoning", "reasoning": part.text, "details": details}, part, None)
    if shape.keys == _REASONING and part.extras is None:
        return {"type": "reasoning", "reasoning": part.text, "details": details, "providerMetadata": part.provider_options}
    key = "text" if "text" in shape.keys and "reasoning" not in shape.keys else "reasoning"
    items = ((key, part.text, ""), ("details", details, ()))
    return finish(with_optional({"type": "reasoning"}, items, shape.keys, left(part)), part, shape)


def _thought(thought: Thought) -> Fields:
    shape = thought.shape
    if thought.redacted is not None:
        fields: Fields = {"type": "redacted", "data": thought.redacted}
    elif thought.signature is None:
        fields = {"type": "text", "text": thought.text}
    else:
        fields = {"type": "text", "text": thought.text, "signature": thought.signature}
        if thought.extras is None and (shape is None or shape.keys == _SIGNED):
            return fields
    return in_order(fields | left(thought) | fields, own(thought))


def _file(part: FilePart) -> Fields:
    shape = own(part)
    keys: Keys = () if shape is None else shape.keys
    typed = "mediaType" if "mediaType" in keys and "mimeType" not in keys else "mimeType"
    held = "url" if "url" in keys and "data" not in keys else "data"
    fields: Fields = {"type": "file"}
    if part.media_type or shape is None or typed in keys:
        fields[typed] = part.media_type
    fields[held] = _data_of(part, shape)
    if part.filename is not None:
        fields["filename"] = part.filename
    return finish(fields, part, shape)


def _data_of(part: FilePart, shape: Shape | None) -> str:
    if part.encoding == "text":
        return base64.b64encode(part.data.encode("utf-8", "surrogatepass")).decode("ascii")
    prefix = shape.detail if shape is not None and part.encoding == "base64" else None
    return prefix + part.data if isinstance(prefix, str) else part.data


def _source(part: Source) -> Fields:
    shape, free = own(part), left(part)
    kind = shape.form if shape is not None else "source" if part.url else "source-document"
    told = tuple((key, getattr(part, field), "") for key, field in SOURCES[kind].items())
    if kind != "source":
        return finish(with_optional({"type": kind}, told, shape and shape.keys, free), part, shape)
    inner = within(free, "source")
    keys: Any = None if shape is None else shape.detail
    fields = dict([OF_WEB]) if shape is None or stood(OF_WEB[0], keys, inner) else {}
    fields = {**inner, **fields}
    return finish({"type": kind, "source": ordered(with_optional(fields, told, keys, inner), keys)}, part, shape)


def _data(part: Data) -> Fields:
    shape = own(part)
    fields: Fields = {"type": f"data-{part.name}"}
    if shape is None or part.value is not None or stood("data", shape.keys, left(part)):
        fields["data"] = part.value
    return finish(fields, part, shape)


def _opaque(part: OpaquePart) -> Any:
    shape = own(part)
    if part.format != NAME:
        inner = {"format": part.format, "kind": part.kind, "value": part.value}
        return in_order({"type": CARRIED, "data": ordered(inner, shape and shape.detail)}, shape)
    return part.value["value"] if shape is not None and shape.form == "bare" else part.value


WRITERS: dict[type, Callable[[Any], Any]] = {
    TextPart: _text,
    StoredReasoning: _reasoning,
    ToolInvocation: write_call,
    StepStart: _step,
    FilePart: _file,
    Source: _source,
    Data: _data,
    OpaquePart: _opaque,
}
"""Writers of parts by class."""
