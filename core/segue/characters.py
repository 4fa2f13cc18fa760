r"""Whole characters: what is half of a surrogate pair, as text is that was cut within an emoji, stands in no UTF-8 and so in no request.

In a JSON text that is carried unread it stands as its escape, `\ud83d`.
"""

from __future__ import annotations

import re
from typing import Any

from segue.json_values import JsonObject, JsonText
from segue.unicode import encodes

_ESCAPES = re.compile(r"\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\.", re.DOTALL)
"""A pair, half of one, or any other escape: of the three only the second is six characters long."""
_HALF = 6


def whole(value: Any) -> Any:
    r"""Return JSON in which halves of characters are U+FFFD, and those that belong together are one; the very value where there is none.

    >>> whole({"said": ("cut \ud83d", "\ud83d\ude00")})
    {'said': ('cut �', '😀')}
    """
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return _object(value)
    if isinstance(value, tuple | list):
        made = [whole(item) for item in value]
        return type(value)(made) if any(new is not old for new, old in zip(made, value, strict=True)) else value
    return value


def is_broken(value: Any) -> bool:
    r"""Tell whether half of a character is in a JSON value.

    >>> is_broken("🚆"), is_broken("cut \ud83d"), is_broken(JsonText(r'{"said": "cut \ud83d"}'))
    (False, True, True)
    """
    if value.__class__ is JsonObject:
        return not getattr(value, "whole", False) and whole(value) is not value
    return not (isinstance(value, str) and value.isascii() and r"\u" not in value) and whole(value) is not value


def _text(text: str) -> str:
    if text.__class__ is JsonText:
        made = _joined(str(text))
        made = _ESCAPES.sub(lambda found: r"\ufffd" if len(found[0]) == _HALF else found[0], made) if r"\u" in made else made
        return text if made == text else JsonText(made)
    return text if text.isascii() else _joined(text)


def _joined(text: str) -> str:
    return text if encodes(text) else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _object(value: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, item in value.items():
        name = _text(key)
        while name in made:
            name += "\ufffd"  # two keys that differed in the half alone stay two
        made[name] = whole(item)
    same = all(new is old for new, old in zip((*made, *made.values()), (*value, *value.values()), strict=True))
    return value if same else value.__class__(made)
