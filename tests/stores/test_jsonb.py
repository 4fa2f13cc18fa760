"""SQLite's binary JSON, as SQLite 3.51 wrote it and as nobody should."""

from __future__ import annotations

import re

import pytest

from segue.json_values import same_json
from segue_shell.stores.jsonb import decode_jsonb

WRITTEN = [
    ("00", None),
    ("01", True),
    ("02", False),
    ("1330", 0),
    ("233132", 12),
    ("232D31", -1),
    ("C315393030373139393235343734303939323030303030", 900719925474099200000),
    ("35322E35", 2.5),
    ("452D302E30", -0.0),
    ("4531653231", 1e21),
    ("07", ""),
    ("1761", "a"),
    ("27C3A9", "é"),
    ("285C6E", "\n"),
    ("382F5C2F", "//"),
    ("C80C5C75643833645C7564653030", "\U0001f600"),
    ("685C7564383364", "\ud83d"),
    ("1A22", '"'),
    ("0B", []),
    ("0C", {}),
    ("3B000102", [None, True, False]),
    ("8B13315B13322B1333", [1, [2, [3]]]),
    ("6C17610B17620C", {"a": [], "b": {}}),
    ("8C1761133117611332", {"a": 2}),
    ("AC47706C616E4766726565", {"plan": "free"}),
    ("CC2C57746F7069637777656174686572176E1331276F6B01676E6573746564CC0D1761AB133135322E3527C3A900",
     {"topic": "weather", "n": 1, "ok": True, "nested": {"a": [1, 2.5, "é", None]}}),
]  # fmt: skip
WRITTEN_5 = [
    ("1335", 5),
    ("242B35", 5),
    ("4430783146", 31),
    ("542D30783166", -31),
    ("262E35", 0.5),
    ("26352E", 5.0),
    ("462B352E35", 5.5),
    ("55352E356533", 5500.0),
    ("C91A69745C2773205C783431205C76205C30205C0A7C5C7530306539", "it's A \v \0 |é"),
    ("295C71", "q"),
    ("295C5C", "\\"),
    ("390A2209", '\n"\t'),
]


@pytest.mark.parametrize(("blob", "value"), WRITTEN)
def test_values_are_read(blob, value):
    """Every type of value that JSON text can turn into."""
    assert same_json(value, decode_jsonb(bytes.fromhex(blob)))


@pytest.mark.parametrize(("blob", "value"), WRITTEN_5)
def test_the_spellings_of_json5_are_read(blob, value):
    """Numbers and texts that SQLite took from JSON5."""
    assert same_json(value, decode_jsonb(bytes.fromhex(blob)))


SIZES = (0, 1, 11, 12, 255, 256, 65_535, 65_536)
NIBBLES = {1: 12, 2: 13, 4: 14, 8: 15}


@pytest.mark.parametrize(("size", "width"), [(size, width) for width in NIBBLES for size in SIZES if size < 256**width])
def test_every_form_of_size_is_read(size, width):
    """A size stands in 1, 2, 4 or 8 bytes after the header, also where fewer would do."""
    header = bytes([NIBBLES[width] << 4 | 7]) + size.to_bytes(width)

    assert "x" * size == decode_jsonb(header + b"x" * size)


def nested(depth):
    """Return arrays within arrays, as a blob and as a value."""
    blob, value = b"\x0b", []
    for _ in range(depth - 1):
        blob, value = b"\xdb" + len(blob).to_bytes(2) + blob, [value]
    return blob, value


def test_deep_values_are_read():
    """As deep as a record can hold."""
    blob, value = nested(256)

    assert value == decode_jsonb(blob)


BROKEN = {
    "": "at byte 0 is missing",
    "57 61": "at byte 0 does not end where it should",
    "C7": "at byte 0 does not end where it should",
    "FF 00": "at byte 0 does not end where it should",
    "00 00": "at byte 0 does not end where it should",
    "10 00": "at byte 0 is of no known type",
    "0D": "at byte 0 is of no known type",
    "13 78": "at byte 0 cannot be read (no number)",
    "33 315F30": "at byte 0 cannot be read (no number)",
    "03": "at byte 0 cannot be read (no number)",
    "14 2B": "at byte 0 cannot be read (no number)",
    "55 3965393939": "at byte 0 cannot be read (beyond all floats)",
    "35 6E616E": "at byte 0 cannot be read (no number)",
    "17 FF": "at byte 0 cannot be read",
    "28 5C71": "at byte 0 cannot be read",
    "18 5C": "at byte 0 cannot be read",
    "19 5C": "at byte 0 cannot be read",
    "2B 00 10": "at byte 2 does not end where it should",
    "1B 17": "at byte 1 does not end where it should",
    "1C 00": "at byte 0 is an object without a text and a value for each item",
    "3C 13 31 00": "at byte 0 is an object without a text and a value for each item",
    "2C 17 61": "at byte 0 is an object without a text and a value for each item",
}


@pytest.mark.parametrize(("blob", "words"), BROKEN.items())
def test_broken_blobs_are_refused(blob, words):
    """What is no value, not whole, or more than one says where it goes wrong."""
    with pytest.raises(ValueError, match=f"no JSONB: the value {re.escape(words)}"):
        decode_jsonb(bytes.fromhex(blob))


def test_values_too_deep_for_a_record_are_refused():
    """Deeper than a record can hold is an error, not a recursion without end."""
    blob, _ = nested(257)

    with pytest.raises(ValueError, match="nested more than 256 deep"):
        decode_jsonb(blob)
