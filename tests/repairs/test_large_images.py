"""Images too large alone are stood in for; of many, the oldest that are too large then, until there are no longer many."""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from struct import pack

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.profiles.demands import ImageLimits
from segue.prompts import Prompt, assistant, call, prompt, tool, user
from segue.repairs.large_images import stand_in_for_large_images
from tests.repairs.settling import said, settled, spared, untouched

LIMITS = ImageLimits(weight=200, side=8000, many=2, side_of_many=2000)
repair = partial(stand_in_for_large_images, limits=LIMITS)
SMALL, LINK = FilePart("image/png", "iVBORw0KGgo="), FilePart("image/png", "https://a.example/cat.png", "url")


def png(width, height, padding=0):
    """Make an image of this size."""
    head = b"\x89PNG\r\n\x1a\n" + pack(">I4sII", 13, b"IHDR", width, height)
    return FilePart("image/png", b64encode(head + b"\0" * padding).decode())


WIDE = png(2100, 1200)


def test_one_that_is_too_large_alone_goes():
    """Too wide, too high or too heavy; its stand-in tells its size."""
    after = settled(repair, prompt(user("See:", png(8001, 10)), user(png(10, 9000)), user(png(10, 10, 300))))

    assert [said(message) for message in after.messages] == [
        ["See:", "[file omitted: image/png, 8001 x 10 pixels]"],
        ["[file omitted: image/png, 10 x 9000 pixels]"],
        ["[file omitted: image/png, 324 bytes]"],
    ]


def test_of_many_the_oldest_large_ones_go():
    """Until there are no longer many; results that held one stay, and so do small ones."""
    shot = tool(ToolResultPart("c1", "shoot", (TextPart("Done."), WIDE)))
    before = prompt(user(SMALL), assistant(call("c1", "shoot")), shot, user(WIDE), user(WIDE))
    after = settled(repair, before)

    assert said_of(after) == ["FilePart", "Done.", "[file omitted: image/png, 2100 x 1200 pixels]", "[file omitted: image/png, 2100 x 1200 pixels]", "FilePart"]
    spared(before, after, 2, 3)


def test_where_small_ones_are_many_all_large_ones_go():
    """There will be many whatever goes; a link counts and is of no known size."""
    after = settled(repair, prompt(user(SMALL, LINK, SMALL), user(WIDE)))
    assert said_of(after) == ["FilePart", "FilePart", "FilePart", "[file omitted: image/png, 2100 x 1200 pixels]"]


def test_what_has_gone_already_does_not_count():
    """One too large alone makes room for others."""
    after = settled(repair, prompt(user(png(9000, 9000), WIDE, WIDE)))
    assert said_of(after)[1:] == ["FilePart", "FilePart"]


def test_few_and_small_ones_stay():
    """At the limits themselves, and files that are no images."""
    untouched(
        repair, Prompt(), prompt(user(png(8000, 8000), WIDE)), prompt(user(*[png(2000, 2000)] * 5)),
        prompt(user(FilePart("application/pdf", "x" * 500), FilePart("image/png", "x" * 500, "url"), FilePart("image/png", "x" * 200))),
    )  # fmt: skip


def said_of(given):
    """Return texts and kinds of all parts, those of results too."""
    parts = [piece for message in given.messages for part in message.content for piece in getattr(part, "output", (part,))]
    return [getattr(part, "text", type(part).__name__) for part in parts if type(part).__name__ != "ToolCallPart"]


def test_one_that_is_gone_already_is_none_of_the_many():
    """So the next oldest that is too large goes for it."""
    after = settled(repair, prompt(user(png(9000, 10), WIDE, WIDE, WIDE)))
    assert said(after.messages[0])[2:] == ["FilePart", "FilePart"]
    assert [isinstance(part, TextPart) for part in after.messages[0].content] == [True, True, False, False]
