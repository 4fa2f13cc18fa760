"""How wide and high an image is, read off the first bytes of its file.

Sources: PNG specification, 11.2.2 IHDR; GIF89a, 20 Screen Descriptor; WebP container specification; ITU-T T.81, B.2.2 frame header.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

_HEAD, _JPEG_HEAD = 64, 400_000
"""Characters of base64 that are looked at: a JPEG may tell of the camera and of colours first."""
_NO_FRAMES = frozenset({0xC4, 0xC8, 0xCC})
"""Segments of a JPEG that are numbered among the frame headers and are none."""


def image_size(data: str) -> Size | None:
    """Return the size of a PNG, GIF, WebP or JPEG in base64; None for anything else, and where it is not told.

    >>> image_size("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAAA=")
    (10, 20)
    """
    head = _decoded(data, _HEAD)
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:  # signature, length, type, width, height
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(b"GIF8"):
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return _webp(head)
    return _jpeg(_decoded(data, _JPEG_HEAD)) if head.startswith(b"\xff\xd8") else None


def _decoded(data: str, characters: int) -> bytes:
    try:
        return b64decode(data[: min(characters, len(data) // 4 * 4)])
    except (binascii.Error, ValueError):
        return b""


def _webp(head: bytes) -> Size | None:
    match head[12:16]:
        case b"VP8X":
            return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(head[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
        case _:
            return None


def _jpeg(head: bytes) -> Size | None:
    """Go from segment to segment until the frame header."""
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:  # every marker begins so
        marker = head[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in _NO_FRAMES:  # SOF0 to SOF15
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None
