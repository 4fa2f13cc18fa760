"""A document without a word gets a caption; all other messages stay."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import freeze_object
from segue.parts import FilePart, OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, UserMessage, assistant, call, prompt, tool, user
from segue.repairs.bare_documents import caption_bare_documents
from tests.repairs.settling import settled, spared, untouched

PICTURE, LEASE = FilePart("image/png", "iVBORw0KGgo="), FilePart("application/pdf", "JVBERi0=", filename="lease é.pdf")
caption = partial(caption_bare_documents, media_types={"application/pdf", "text/csv"})


@pytest.mark.parametrize(
    ("document", "text"),
    [(LEASE, "[document: lease é.pdf]"), (FilePart("text/csv", "YSxi"), "[document]"), (FilePart("Text/CSV; header=present", "YSxi"), "[document]")],
)
def test_a_bare_document_has_a_caption(document, text):
    """Before it, behind what stands before; one caption a message."""
    before = prompt(user("Hi"), assistant("Ho"), user(PICTURE, document, LEASE), assistant("Read."))
    after = settled(caption, before)

    assert after.messages[2].content == (PICTURE, TextPart(text), document, LEASE)
    spared(before, after, 2)


def test_other_messages_stay():
    """A document beside text, images alone, nothing at all, documents of the assistant's and in results."""
    untouched(
        caption,
        Prompt(),
        prompt(user("Read.", LEASE), assistant("Yes."), user(LEASE, "?")),
        prompt(user(PICTURE), UserMessage(())),
        prompt(user("?"), assistant(LEASE), tool(ToolResultPart("c1", "", (LEASE,)))),
        prompt(user("?"), assistant(call("c1", "scan")), tool(ToolResultPart("c1", "", (LEASE,)))),
    )


def test_a_part_of_another_kind_is_no_document():
    """It is passed over on the way to one."""
    unread = OpaquePart("poll", freeze_object({"type": "poll"}), "elsewhere")
    assert settled(caption, prompt(UserMessage((unread, LEASE)))).messages[0].content == (unread, TextPart("[document: lease é.pdf]"), LEASE)
