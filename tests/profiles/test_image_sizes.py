"""The size of an image is read off the first bytes of its file, whatever follows; anything else has none."""

from __future__ import annotations

from base64 import b64encode
from struct import pack

import pytest

from segue.profiles.image_sizes import image_size

PNG = b"\x89PNG\r\n\x1a\n" + pack(">I4sII", 13, b"IHDR", 2100, 1200) + b"\x08\x06\x00\x00\x00" * 20
GIF = b"GIF89a" + pack("<HH", 640, 480) + b"\x00" * 20
EXTENDED = b"RIFF\x00\x00\x00\x00WEBPVP8X" + pack("<I", 10) + b"\x00" * 4 + (8191).to_bytes(3, "little") + (99).to_bytes(3, "little")
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L" + pack("<I", 20) + b"\x2f" + ((299 - 1) | (401 - 1) << 14).to_bytes(4, "little")
LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 " + pack("<I", 20) + b"\x00" * 3 + b"\x9d\x01\x2a" + pack("<HH", 320, 0x4000 | 200)


def jpeg(*segments, marker=0xC0):
    """Return the beginning of a JPEG with these segments before its frame header, of 3000 x 2000 pixels."""
    told = b"".join(b"\xff" + bytes([kind]) + pack(">H", len(content) + 2) + content for kind, content in segments)
    return b"\xff\xd8" + told + b"\xff" + bytes([marker]) + pack(">HBHH", 17, 8, 2000, 3000) + b"\x03" * 20


def encoded(data):
    """Return the bytes in base64."""
    return b64encode(data).decode()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (2100, 1200)),
        (GIF, (640, 480)),
        (EXTENDED, (8192, 100)),
        (LOSSLESS, (299, 401)),
        (LOSSY, (320, 200)),
        (jpeg(), (3000, 2000)),
        (jpeg((0xE0, b"JFIF"), (0xE1, b"x" * 60_000), (0xE2, b"y" * 60_000)), (3000, 2000)),
        (jpeg((0xC4, b"\x01" * 20), (0xDB, b"\x02" * 64), marker=0xC2), (3000, 2000)),
    ],
)
def test_the_head_tells(data, size):
    """Of each kind that providers take; in a JPEG what tells of the camera comes first."""
    assert image_size(encoded(data)) == size
    assert image_size(encoded(data + b"pixels" * 100_000)) == size


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", PNG[:20], b"\xff\xd8", b"\xff\xd8\xff\xe0\x00\x10JFIF", b"\xff\xd8" + b"\x00" * 50, EXTENDED.replace(b"VP8X", b"VP9X"), b"RIFF\x00\x00\x00\x00WAVEfmt "],
)
def test_what_tells_no_size_has_none(data):
    """Cut heads, other kinds, and what is no segment where one should be."""
    assert image_size(encoded(data)) is None


@pytest.mark.parametrize("text", ["", "a", "é" * 80, "!!!!", "https://a.example/cat.png", "=" * 40])
def test_what_is_no_base64_has_no_size(text):
    """It is no image."""
    assert image_size(text) is None


def test_a_frame_behind_much_else_is_not_looked_for():
    """So that no image takes long."""
    assert image_size(encoded(jpeg(*[(0xE2, b"y" * 60_000)] * 8))) is None
