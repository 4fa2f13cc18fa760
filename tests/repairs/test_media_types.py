"""A file keeps its place under the usual spelling of its media type."""

from __future__ import annotations

from functools import partial

import pytest

from segue.parts import FilePart, ToolResultPart
from segue.prompts import Prompt, assistant, prompt, tool, user
from segue.repairs.media_types import spell_media_types
from tests.repairs.settling import settled, spared, untouched

PICTURE, SOUND = FilePart("image/png", "iVBORw0KGgo=", filename="a"), FilePart("audio/flac", "ZkxhQw==")
spell = partial(spell_media_types, holds=lambda part: part.media_type == "image/png")


@pytest.mark.parametrize("spelled", ["image/x-png", "IMAGE/PNG", "image/png; q=1", "image/*", "application/octet-stream"])
def test_a_type_in_another_spelling_is_spelled_as_usual(spelled):
    """The file stays, in messages and in results, with all that it holds."""
    file = FilePart(spelled, PICTURE.data, filename="a")
    before = prompt(user("See:", file, PICTURE), tool(ToolResultPart("c1", "", (file, SOUND))))
    after = settled(spell, before)

    assert after == prompt(user("See:", PICTURE, PICTURE), tool(ToolResultPart("c1", "", (PICTURE, SOUND))))
    assert after.messages[0].content[2] is PICTURE
    spared(before, after, 0, 1)


def test_what_the_target_takes_or_never_takes_stays():
    """A type that is known as it is, and one that is not known in any spelling."""
    vague = FilePart("image/*", "https://example.org/a", "url")
    untouched(spell, Prompt(), prompt(user("Hi", PICTURE, SOUND, vague), assistant("Ho"), tool(ToolResultPart("c1", "", (PICTURE, SOUND)))))
