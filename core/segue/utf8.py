"""Whether text can be written as UTF-8."""

from __future__ import annotations

_WIDE = "\u0100".__sizeof__() - 2
"""What a text of characters above U+00FF takes of memory, its characters aside, which are two bytes or more each."""


def encodes(text: str) -> bool:
    """Tell whether a text can be written as UTF-8: halves of characters cannot."""
    if is_narrow(text):
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_narrow(text: str) -> bool:
    """Tell whether no character of a text is above U+00FF.

    To ask how much memory it takes costs a tenth of writing it, and long histories pay for it.
    """
    return text.__sizeof__() < _WIDE + 2 * len(text)
