"""Text of payloads made safe to look at: no control character, terminal escape or direction override reaches the screen."""

from __future__ import annotations

import re

# C0, DEL and C1 (all terminal escapes begin with one of them), line and paragraph separators, direction overrides, the byte
# order mark, and lone surrogates, which no encoding holds.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
ADDRESSES = ("postgresql://", "postgres://")
_USER = re.compile(r"^([^:@/?]*):.*@", re.DOTALL)
_PASSWORD = re.compile(r"((?:^|[?&])(?:ssl)?password=)[^&]*")


def escaped(text: str, keep: str = "") -> str:
    r"""Write every character that could steer a terminal as its escape, save those to keep.

    >>> escaped("a\x1b[31mb\n"), escaped("line\n", keep="\n")
    ('a\\x1b[31mb\\n', 'line\n')
    """
    return _UNSAFE.sub(lambda found: found[0] if found[0] in keep else _escape(found[0]), text)


def escaped_json(text: str) -> str:
    r"""Escape inside JSON text what a terminal would obey and UTF-8 cannot hold; the value stays the same.

    >>> escaped_json('"\x9b"')
    '"\\u009b"'
    """
    if text.isascii() and "\x7f" not in text:  # most text; the pattern takes ten times as long to find nothing
        return text
    return _UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def masked(name: str) -> str:
    """Return the address of a database without its password, anything else as it is.

    >>> masked("postgresql://ada:secret@host/chat?password=secret&sslmode=require"), masked("chat.db")
    ('postgresql://ada:***@host/chat?password=***&sslmode=require', 'chat.db')
    """
    if not name.startswith(ADDRESSES):
        return name
    start, slashes, rest = name.partition("://")
    return start + slashes + _PASSWORD.sub(r"\1***", _USER.sub(r"\1:***@", rest))


def _escape(char: str) -> str:
    code = ord(char)
    return _SHORT.get(char) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")
