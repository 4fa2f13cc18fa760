"""SQLite's binary form of JSON, read without SQLite: versions before 3.45 do not know it, and the TypeScript original writes it.

A value is a header and a payload. The header's low four bits are the type; the high four are the payload's size, or from 12 on
they say how many bytes of size follow. Numbers and texts have text as payload, arrays and objects have values.
See https://sqlite.org/jsonb.html.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

from segue.json_values import MAX_DEPTH

_CONSTANTS = {0: None, 1: True, 2: False}
_ARRAY, _OBJECT = 11, 12
_WHOLE = re.compile(r"-?[0-9]+")
_WHOLE_5 = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+|[0-9]+)")
_FLOAT_5 = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_TO_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|\r\n|[\s\S])|[\"\x00-\x1f]")
_ESCAPES = {r"\v": r"\u000b", r"\0": r"\u0000", '"': r"\"", "\\\r\n": "", "\\\n": "", "\\\r": "", "\\\u2028": "", "\\\u2029": ""}
_JSON_ESCAPES = frozenset(r"\"/bfnrtu")


def decode_jsonb(blob: bytes) -> Any:
    r"""Return the plain JSON that a blob of SQLite's `jsonb()` holds. Raises `ValueError` where it holds none.

    >>> decode_jsonb(bytes.fromhex("AC47706C616E4766726565"))
    {'plan': 'free'}
    >>> decode_jsonb(b"\x57a")
    Traceback (most recent call last):
    ValueError: no JSONB: the value at byte 0 does not end where it should
    """
    value, end = _value(blob, 0, len(blob), 0)
    if end != len(blob):
        raise _fault(0, "does not end where it should")
    return value


def _fault(start: int, what: str) -> ValueError:
    return ValueError(f"no JSONB: the value at byte {start} {what}")


def _value(blob: bytes, start: int, limit: int, depth: int) -> tuple[Any, int]:
    kind, begin, end = _header(blob, start, limit)
    if kind in (_ARRAY, _OBJECT):
        return _container(blob, kind, (start, begin, end), depth + 1), end
    if kind in _CONSTANTS and begin == end:
        return _CONSTANTS[kind], end
    if kind not in _SCALARS:
        raise _fault(start, "is of no known type")
    try:
        return _SCALARS[kind](blob[begin:end].decode()), end
    except ValueError as error:
        raise _fault(start, f"cannot be read ({error})") from None


def _header(blob: bytes, start: int, limit: int) -> tuple[int, int, int]:
    """Return the type of the value, and where its payload begins and ends."""
    if start >= limit:
        raise _fault(start, "is missing")
    size, kind = divmod(blob[start], 16)
    begin = start + 1
    if size >= 12:
        begin += 1 << size - 12
        size = int.from_bytes(blob[start + 1 : begin])
    if begin + size > limit:
        raise _fault(start, "does not end where it should")
    return kind, begin, begin + size


def _container(blob: bytes, kind: int, places: tuple[int, int, int], depth: int) -> Any:
    start, place, end = places
    if depth > MAX_DEPTH:
        raise _fault(start, f"is nested more than {MAX_DEPTH} deep")
    values: list[Any] = []
    while place < end:
        value, place = _value(blob, place, end, depth)
        values.append(value)
    return values if kind == _ARRAY else _object(start, values)


def _object(start: int, values: list[Any]) -> dict[str, Any]:
    keys, items = values[::2], values[1::2]
    if len(keys) != len(items) or not all(key.__class__ is str for key in keys):
        raise _fault(start, "is an object without a text and a value for each item")
    return dict(zip(keys, items, strict=True))


def _whole(text: str) -> int:
    return int(_matching(_WHOLE, text))


def _whole_5(text: str) -> int:
    return int(text, 16 if "x" in _matching(_WHOLE_5, text).lower() else 10)


def _float(text: str) -> float:
    number = float(_matching(_FLOAT_5, text))
    if math.isinf(number):
        raise ValueError("beyond all floats")
    return number


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError("no number")
    return text


def _escaped(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def _escaped_5(text: str) -> str:
    return _escaped(_TO_ESCAPE.sub(_json_escape, text))


def _json_escape(match: re.Match[str]) -> str:
    """Spell one escape of JSON5, or a letter that JSON must escape, as JSON does."""
    found = match.group()
    if found in _ESCAPES:
        return _ESCAPES[found]
    if found[0] != "\\":
        return f"\\u{ord(found):04x}"
    if len(found) == 4:
        return rf"\u00{found[2:]}"
    return found if found[1] in _JSON_ESCAPES else found[1]


_SCALARS: dict[int, Callable[[str], Any]] = {
    3: _whole, 4: _whole_5, 5: _float, 6: _float, 7: str, 8: _escaped, 9: _escaped_5, 10: str,
}  # fmt: skip
