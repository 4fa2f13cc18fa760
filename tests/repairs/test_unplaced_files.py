"""A file without a place is replaced by a stand-in that says what was there."""

from __future__ import annotations

from functools import partial

import pytest

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, prompt, tool, user
from segue.repairs.unplaced_files import stand_in_for_files
from tests.repairs.settling import said, settled, spared, untouched

PICTURE, SOUND = FilePart("image/png", "iVBORw0KGgo="), FilePart("audio/flac", "ZkxhQw==")
replace = partial(stand_in_for_files, holds=lambda part: part.media_type == "image/png")


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (SOUND, "[file omitted: audio/flac]"),
        (FilePart("audio/flac", "ZkxhQw==", filename="Züge ☕.flac"), "[file omitted: audio/flac, Züge ☕.flac]"),
        (FilePart("video/mp4", "https://a.example/v.mp4", "url", "v.mp4"), "[file omitted: video/mp4, https://a.example/v.mp4]"),
        (FilePart("image/svg+xml", "data:image/svg+xml,%3Csvg/%3E", "url", "a.svg"), "[file omitted: image/svg+xml, a.svg]"),
        (FilePart("application/pdf", "file_1", "id"), "[file omitted: application/pdf]"),
        (FilePart("", "A" * 1_000_000), "[file omitted: ]"),
    ],
)
def test_a_stand_in_tells_type_and_name(part, expected):
    """The URL where there is one; never the data or another provider's id."""
    assert said(settled(replace, prompt(user(part))).messages[0]) == [expected]


def test_it_stands_in_the_place_of_the_file():
    """In messages and in results; what the target takes is the same object."""
    before = prompt(user("Hear:", SOUND, PICTURE, "?"), assistant(SOUND), tool(ToolResultPart("c1", "", (PICTURE, SOUND))), user("!"))
    after = settled(replace, before)

    told = "[file omitted: audio/flac]"
    assert [said(message) for message in after.messages[:2]] == [["Hear:", told, "FilePart", "?"], [told]]
    assert after.messages[0].content[2] is PICTURE
    assert after.messages[2].content[0].output == (PICTURE, TextPart(told))
    spared(before, after, 0, 1, 2)


def test_what_the_target_takes_stays():
    """And so does everything that is no file."""
    untouched(replace, Prompt(), prompt(user("Hi", PICTURE), assistant("Ho"), tool(ToolResultPart("c1", "", (PICTURE,)))))
