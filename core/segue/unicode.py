"""What is known of Unicode text: whether it can be written as UTF-8, and what is white space."""

from __future__ import annotations

JAVASCRIPT_BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""White space as JavaScript has it: U+FEFF is some, U+0085 and U+001C to U+001F are none."""
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
