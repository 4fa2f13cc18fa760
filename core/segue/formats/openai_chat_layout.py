"""Chat Completions: what its readers and writers share about layout.

A shape's `form` names the wire spelling: for a message's contents `string`, `list`, `empty` (a list without parts), `null` or
`absent`; for a part the field or kind it was. Its `detail` holds the keys of an object inside, as strings only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from toolz import keyfilter

from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, thaw
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.profiles.dialects import Words
from segue.shapes import Extras, Shape, extras_for, in_order

FORMAT = "openai-chat"
SIGNED = "extra_content"
"""The field of a call that Google's endpoint for OpenAI's clients signs it in. Source: ai.google.dev/gemini-api/docs/thought-signatures."""
PLAIN_CALL = Shape(FORMAT, ("id", "type", "function"), "function", False, ("name", "arguments"))
"""The layout nearly all calls have."""
PLAIN_RESULT = Shape(FORMAT, ("role", "tool_call_id", "content"), "string")
"""The same of results."""

text_part, reasoning_part, file_part, opaque_part = quick(TextPart), quick(ReasoningPart), quick(FilePart), quick(OpaquePart)
call_part, result_part = quick(ToolCallPart), quick(ToolResultPart)
new_shape, new_extras = quick(Shape), quick(Extras)

Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]


def string(value: object, *path: str | int) -> str:
    """Return the value if it is a string."""
    if value.__class__ is str:
        return value
    raise Malformed("a string", value, path)


def mapping(value: object, *path: str | int) -> Wire:
    """Return the value if it is an object."""
    if value.__class__ is dict or isinstance(value, Mapping):
        return value
    raise Malformed("an object", value, path)


def array(value: object, *path: str | int) -> list[Any] | tuple[Any, ...]:
    """Return the value if it is a list."""
    if value.__class__ is list or isinstance(value, list | tuple):
        return value
    raise Malformed("a list", value, path)


@lru_cache(maxsize=1024)
def layout(
    keys: tuple[str, ...], form: str, claimed: frozenset[str], detail: str | tuple[str, ...] | None = None
) -> tuple[Shape, tuple[str, ...]]:
    """Return the shape of an object with these keys, and the keys that are not claimed. Shapes are shared."""
    return Shape(FORMAT, keys, form, False, detail), tuple(key for key in keys if key not in claimed)


def unclaimed(raw: Wire, rest: tuple[str, ...], inner: dict[str, JsonObject] = EMPTY) -> tuple[JsonObject, Extras | None]:
    """Return the options and extras that these keys of a wire object hold; `inner` are extras of the objects inside it."""
    if not rest and not inner:
        return EMPTY, None
    options, free = EMPTY, dict(inner)
    for key in rest:
        value = raw[key]
        if key == "cache_control" and value is not None:
            options = cache_control(value)
        else:
            free[key] = value
    return options, new_extras(FORMAT, freeze_object(free)) if free else None


def cache_control(value: object) -> JsonObject:
    """Return the options that a cache marker stands for, as OpenRouter and LiteLLM take it."""
    try:
        return options_of("anthropic", cacheControl=freeze(value))
    except Malformed as fault:
        raise fault.at("cache_control") from None


def options_of(provider: str, **options: JsonValue) -> JsonObject:
    """Return provider options of one provider."""
    return JsonObject({provider: JsonObject(options)})


def signature_of(raw: Wire) -> str | None:
    """Return Gemini's thought signature, where that is all that Google's endpoint for OpenAI's clients adds to a call."""
    google = _only(raw[SIGNED], "google")
    signature = _only(google, "thought_signature")
    return signature if signature.__class__ is str else None


def _only(value: Any, key: str) -> Any:
    """Return what an object holds under its only key, None where it has others."""
    return value[key] if isinstance(value, Mapping) and [*value] == [key] else None


def signed(fields: Fields, record: Any, shape: Shape | None) -> Fields:
    """Add the thought signature that a call carries, where it stood or last."""
    signature = option(record, "google", "thoughtSignature")
    if not isinstance(signature, str):
        return fields
    held = _held(fields, SIGNED)
    return in_order({**fields, SIGNED: {**held, "google": {**_held(held, "google"), "thought_signature": signature}}}, shape)


def _held(fields: Fields, key: str) -> Fields:
    value = fields.get(key)
    return value if isinstance(value, dict) else {}


def inner_extras(key: str, raw: Wire, *claimed: str) -> dict[str, JsonObject]:
    """Return the fields of an object inside that nobody claims, under its key. Claimed ones that are null count as unclaimed."""
    free = {name: value for name, value in raw.items() if name not in claimed or value is None}
    try:
        return {key: freeze_object(free)} if free else {}
    except Malformed as fault:
        raise fault.at(key) from None


def own(record: Any) -> Shape | None:
    """Return the record's shape if this format laid it out."""
    shape: Shape | None = record.shape
    return shape if shape is not None and shape.format == FORMAT else None


def free(record: Any) -> JsonObject:
    """Return the record's extras if they are this format's."""
    return extras_for(record.extras, FORMAT)


def finish(fields: Fields, record: Any, shape: Shape | None, known: Words = None) -> Fields:
    """Add the cache marker that stood there and the extras, those that are `known`, in the order the wire object had."""
    if shape is not None and "cache_control" in shape.keys and (known is None or "cache_control" in known):
        control = option(record, "anthropic", "cacheControl")
        if control is not None:
            fields["cache_control"] = thaw(control)
    extras = free(record)
    if known is not None and extras:
        extras = JsonObject(keyfilter(known.__contains__, extras))
    return in_order(thaw(extras) | fields if extras else fields, shape)


def nested(key: str, fields: Fields, record: Any, keys: JsonValue, *, whole: bool = True) -> Fields:
    """Return an object inside another, `whole` with the extras kept under its key, in the order of `keys`."""
    extras = free(record).get(key)
    if whole and extras.__class__ is JsonObject:
        fields = thaw(extras) | fields
    if not isinstance(keys, tuple) or tuple(fields) == keys:
        return fields
    return {name: fields[name] for name in map(str, keys) if name in fields} | fields
