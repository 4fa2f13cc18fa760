"""Parts in which null stands for what is not there, as the SDK's dumps have every field, read nearly as fast as those without.

Without its nulls a part is most often of one of the plain layouts, and is read as such; how the wire had it is remembered all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_plain import Keys, Plain, text_part
from segue.formats.gemini_wire import NAME
from segue.json_values import EMPTY, JsonObject
from segue.parts import Part
from segue.shapes import Shape

_INNER = {"functionCall", "function_call", "functionResponse", "function_response"}
_put = object.__setattr__


def read_filled(raw: dict[str, Any], plain: Mapping[Keys, Plain], pairing: Pairing) -> Part | None:
    """Read a part with nulls, None where it has none or is otherwise of no plain layout."""
    said = {key: value for key, value in raw.items() if value is not None}
    if len(said) == len(raw):
        return None
    inner: tuple[Keys, Keys] | None = None
    for key in _INNER.intersection(said):
        held = said[key]
        if held.__class__ is not dict:
            return None
        said[key] = found = {name: value for name, value in held.items() if value is not None}
        inner = tuple(held), tuple(found)
    part = _read(said, plain, pairing)
    if part is not None:
        form = "" if part.shape is None else part.shape.form
        _put(part, "shape", _shape(tuple(raw), tuple(said), inner, form))  # just made, and nobody has seen it
    return part


def _read(said: dict[str, Any], plain: Mapping[Keys, Plain], pairing: Pairing) -> Part | None:
    if len(said) == 1 and (text := said.get("text")).__class__ is str:
        return text_part(text, EMPTY, None, None)
    read = plain.get(tuple(said))
    return None if read is None else read(said, pairing)


@lru_cache(maxsize=1024)
def _shape(keys: Keys, said: Keys, inner: tuple[Keys, Keys] | None, form: str) -> Shape:
    """Return the shape of a part, shared by all that have these keys, filled ones and null ones, in it and in the object inside."""
    detail: dict[str, Any] = {}
    if inner is not None:
        detail["keys"] = inner[0]
        detail |= {"inner": _nulls(*inner)} if len(inner[0]) > len(inner[1]) else {}
    return Shape(NAME, keys, form, False, JsonObject(detail | {"blank": _nulls(keys, said)}))


def _nulls(keys: Keys, said: Keys) -> JsonObject:
    return JsonObject(dict.fromkeys(key for key in keys if key not in said))
