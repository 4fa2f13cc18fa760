"""Nothing of a payload steers the reader's terminal."""

from __future__ import annotations

import json

import pytest

from segue_shell.cli.escaping import escaped, escaped_json

UNSAFE = ["\x1b[31m", "\x07", "\r", "\n", "\x7f", "\x9b31m", "\u202e", "\u2066", "\u2028", "\ufeff", "\ud800", "\x00"]


@pytest.mark.parametrize("text", UNSAFE)
def test_unsafe_characters_are_written_as_escapes(text):
    """Control characters, direction overrides and lone surrogates come out as printable ASCII."""
    assert escaped(f"a{text}b").isascii()
    assert escaped(f"a{text}b").isprintable()


@pytest.mark.parametrize("text", ["plain", "Grüße", "日本語", "👩‍👩‍👧", "a\\b", ""])
def test_harmless_text_is_left_alone(text):
    """Letters of any script and joined emoji stay as they are."""
    assert escaped(text) == text


def test_newlines_can_be_kept():
    """What is to be kept is kept, the rest is escaped."""
    assert escaped("a\nb\x1b", keep="\n") == "a\nb\\x1b"


@pytest.mark.parametrize("text", [text for text in UNSAFE if text not in "\r\n"])
def test_json_keeps_its_value(text):
    """JSON text is escaped without a change to what it says, and UTF-8 can hold it."""
    written = escaped_json(json.dumps([text, "ü"], ensure_ascii=False))

    assert json.loads(written.encode()) == [text, "ü"]


@pytest.mark.parametrize("text", ["\x7f", "\x9b", "\u202e", "\ud800"])
def test_json_text_is_safe_to_look_at(text):
    """No DEL, C1 control or override is left in JSON text."""
    assert text not in escaped_json(json.dumps(text, ensure_ascii=False))
