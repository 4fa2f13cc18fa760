"""Numbers and JSON as JavaScript prints them, so that a text made here is the one made there.

Integers are written in full: JavaScript would round those above 2**53, and one that is an id must stay the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from segue.json_values import JsonObject, JsonValue

_quoted = json.JSONEncoder(ensure_ascii=False).encode
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_LAST_INDEX = 2**32 - 2
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANKS = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def is_blank(text: str) -> bool:
    r"""Tell whether `trim` leaves nothing of a text. Unlike Python's it takes U+FEFF and leaves U+0085.

    >>> is_blank("\ufeff\n"), is_blank("\x85")
    (True, False)
    """
    return not text.strip(_BLANKS)


def number_text(value: float) -> str:
    """Print a number.

    >>> [number_text(value) for value in (1.0, 0.5, -0.0, 1e21, 1e20, 1.5e-7, 0.000001, 2**53 + 1)]
    ['1', '0.5', '0', '1e+21', '100000000000000000000', '1.5e-7', '0.000001', '9007199254740993']
    """
    text = repr(value)
    if "e" not in text:
        return "0" if value == 0 else text.removesuffix(".0")
    sign, mantissa, exponent = ("-" if value < 0 else ""), *text.removeprefix("-").split("e")
    return sign + _with_exponent(mantissa, int(exponent))


def _with_exponent(mantissa: str, exponent: int) -> str:
    """Write out what Python writes with an exponent, where JavaScript does so."""
    digits = mantissa.replace(".", "")
    if 0 < exponent <= 20:
        return digits.ljust(exponent + 1, "0")
    if -7 < exponent < 0:
        return f"0.{'0' * (-exponent - 1)}{digits}"
    return f"{mantissa}e{exponent:+d}"


def stringified(value: JsonValue) -> str:
    """Print JSON: compact, non-ASCII as it is, keys that are array indexes first and in their order.

    >>> stringified(JsonObject({"b": (1.0, None), "10": "é", "9": True}))
    '{"9":true,"10":"é","b":[1,null]}'
    """
    written: list[str] = []
    _write(value, written)
    return "".join(written)


def _write(value: JsonValue, written: list[str]) -> None:
    """Add a value's text piece by piece."""
    if isinstance(value, dict):
        _write_object(value, written)
    elif isinstance(value, tuple | list):
        before = "["
        for item in value:
            written.append(before)
            _write(item, written)
            before = ","
        written.append("]" if value else "[]")
    else:
        written.append(_string(value) if isinstance(value, str) else scalar_text(value))


def _write_object(value: JsonObject, written: list[str]) -> None:
    before = "{"
    for key in _in_order(value):
        written.append(f"{before}{_string(key)}:")
        _write(value[key], written)
        before = ","
    written.append("}" if value else "{}")


def _in_order(value: JsonObject) -> Iterable[str]:
    indexes = {key for key in value if _INDEX.fullmatch(key) and int(key) <= _LAST_INDEX}
    return (*sorted(indexes, key=int), *(key for key in value if key not in indexes)) if indexes else value


def scalar_text(value: float | None) -> str:
    """Print null, true, false or a number."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else number_text(value)


def _string(text: str) -> str:
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", _quoted(text))
