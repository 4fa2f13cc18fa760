"""The words of the Converse API, and how its wire objects are taken apart and laid out again.

A content block is an object of one key that names its kind. A shape's `keys` are those of the object inside, its `form` names the kind
where several are read as the same part.

Source: the service model of `bedrock-runtime` in botocore; how tokens and markers are spelled in options: the AI SDK's Amazon Bedrock
provider.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Container, Mapping
from typing import Any, TypeAlias

from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, thaw
from segue.parts import Part, option
from segue.prompts import ToolDefinition
from segue.shapes import Extras, Shape, extras_for, in_order, shape_for

NAME = "bedrock-converse"
MAKER = "bedrock"
"""Under whose name the tokens and markers stand in provider options."""
CACHE = "cachePoint"
"""The kind of block, and the option of the part that it stands behind."""
GUARD = "guardContent"
"""The kind of block that a guardrail looks at, and the option that says so; it holds what else the block said."""
CITED = "citationsContent"
SERVER_TOOL = "server_tool_use"
BYTES = "bytes"

Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]
Loose: TypeAlias = tuple[tuple[int, JsonValue], ...]
"""Cache markers that stand behind no part which could carry them: before the part of which index each stood."""


class Layouts(dict[tuple[str, ...], Shape]):
    """The shapes of one form, by the keys of the wire object: a look-up on the hot path instead of a new record."""

    def __init__(self, form: str = "", *, apart: bool = False) -> None:
        super().__init__()
        self.form, self.apart = form, apart

    def __missing__(self, keys: tuple[str, ...]) -> Shape:
        """Make the shape, and keep it while there are few."""
        shape = Shape(NAME, keys, self.form, self.apart)
        if len(self) < 1024:
            self[keys] = shape
        return shape


def frozen_at(key: Any, value: object) -> JsonValue:
    """Freeze what stands under a key. Raises `Malformed` at the key."""
    if key.__class__ is not str:
        raise Malformed("a string as key", key)
    try:
        return freeze(value)
    except Malformed as fault:
        raise fault.at(key) from None


def object_at(fields: Wire, key: str) -> JsonObject:
    """Freeze the object under a key. Raises `Malformed` at the key."""
    try:
        return freeze_object(fields.get(key))
    except Malformed as fault:
        raise fault.at(key) from None


def left_over(fields: Wire, claimed: Container[str]) -> JsonObject:
    """Return what nobody claims of a wire object. A claimed key that is null is left over too."""
    return JsonObject({key: frozen_at(key, value) for key, value in fields.items() if value is None or key not in claimed})


def rest(fields: Wire, claimed: Container[str]) -> Extras | None:
    """Return as extras what nobody claims of a wire object."""
    left = left_over(fields, claimed)
    return Extras(NAME, left) if left else None


def options(told: Mapping[str, JsonValue]) -> JsonObject:
    """Return provider options that say this to Bedrock."""
    return JsonObject({MAKER: JsonObject(told)}) if told else EMPTY


def ours(part: object, name: str) -> JsonValue:
    """Return an option of Bedrock's, None where it is not set."""
    return option(part, MAKER, name)


def own(part: Part | ToolDefinition) -> Shape | None:
    """Return the part's shape if this format read it."""
    return shape_for(part.shape, NAME)


def extras_of(record: Any) -> JsonObject:
    """Return the unclaimed fields that a record has of this format."""
    return extras_for(record.extras, NAME)


def said(part: Any, key: str) -> bool:
    """Tell whether the wire object had this key with a value that a record's field holds."""
    shape = own(part)
    return shape is not None and key in shape.keys and key not in extras_of(part)


def laid(fields: Fields, record: Any) -> Fields:
    """Add a record's unclaimed fields, and order the keys as they came."""
    if record.extras is not None:
        fields |= {key: thaw(value) for key, value in extras_of(record).items() if key not in fields}
    return in_order(fields, shape_for(record.shape, NAME))


def base64_of(value: object) -> tuple[str, str]:
    """Return a blob as base64 text, and how it stood: "" as such text, `bytes` as boto3 holds it. Raises `Malformed`."""
    if value.__class__ is str:
        return value, ""
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode("ascii"), BYTES
    raise Malformed("base64 text or bytes", value)


def in_manner(text: str, manner: object) -> str | bytes:
    """Write base64 text as it stood."""
    return _bytes_of(text) if manner == BYTES else text


def _bytes_of(text: str) -> str | bytes:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return text


_WITHIN = frozenset({
    "messages", "system", "content", "toolResult", "image", "document", "video", "audio", "source", GUARD, "reasoningContent",
})  # fmt: skip
"""Keys on the way to a blob. What a tool was given or gave as JSON is under none of them."""
_BLOBS = frozenset({"bytes", "redactedContent"})


def with_bytes(body: Any) -> Any:
    r"""Return a body, or its messages, with every blob as the `bytes` that boto3 takes; what holds none stays the same object.

    Bodies are written with base64 text, as JSON has it, where they were not read with bytes. boto3 encodes what it is given once
    more, so hand it `client.converse(**with_bytes(body))`. Text that is no base64 stays as it is.

    >>> with_bytes({"image": {"format": "png", "source": {"bytes": "iVBORw=="}}})["image"]["source"]
    {'bytes': b'\x89PNG'}
    """
    if isinstance(body, list):
        made = [with_bytes(item) for item in body]
        return body if all(new is old for new, old in zip(made, body, strict=True)) else made
    if not isinstance(body, dict):
        return body
    changed = {key: new for key, value in body.items() if (new := _with_bytes(key, value)) is not value}
    return {**body, **changed} if changed else body


def _with_bytes(key: str, value: Any) -> Any:
    if key in _BLOBS and isinstance(value, str):
        return _bytes_of(value)
    return with_bytes(value) if key in _WITHIN else value
