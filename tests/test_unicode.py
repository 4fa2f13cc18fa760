"""Whether a text can be written as UTF-8 is told right, however it stands in memory."""

from __future__ import annotations

import os

import pytest

from segue.json_values import JsonText
from segue.unicode import encodes, is_narrow


@pytest.mark.parametrize("kind", [str, JsonText])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 100, 5000])
@pytest.mark.parametrize("character", ["a", "é", "ÿ", "Ā", "語", "🚆", "\ud83d"])
def test_whether_a_text_encodes(character, length, kind):
    """Whatever a text takes of memory: among characters of one byte, of two and of four, at its beginning and at its end."""
    for around in ("", "a", "é", "Ā", "🚆"):
        for text in (around * length + character, character + around * length):
            assert encodes(kind(text)) is (character != "\ud83d")


def test_a_text_that_was_written_once_is_told_too():
    """It keeps what was written beside it, and takes more."""
    text = "é" * 100
    os.fsencode(text)
    assert encodes(text)


@pytest.mark.parametrize(("text", "narrow"), [("", True), ("a", True), ("é" * 9, True), ("ÿ", True), ("Ā", False), ("a" * 99 + "語", False), ("🚆", False), ("\ud83d", False)])
def test_narrow_texts_hold_bytes(text, narrow):
    """Characters up to U+00FF."""
    assert is_narrow(text) is narrow
