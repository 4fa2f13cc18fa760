"""What `fix` says that a format has no place for is not in what it wrote: read again, no part has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from segue.formats.registry import FORMATS
from segue.kinds import Loss
from segue.parts import FilePart, ToolResultPart
from segue.profiles.converse import ENDING
from segue.prompts import Request, assistant, call, prompt, tool, user
from segue.testing import requests
from segue.testing.facts import Detail, facts_of

TARGETS = (
    "anthropic/claude-sonnet-4-6", "openai/gpt-5.2", "openai.responses/gpt-5.2", "google/gemini-3-pro", "bedrock/anthropic.claude-sonnet-4-5",
    "openrouter/anthropic/claude-sonnet-4.5", "mistral/magistral-medium", "google.chat/gemini-3-pro",
)  # fmt: skip
MEDIA = st.sampled_from(["image/png", "image/jpeg", "application/pdf", "text/plain", "text/csv", "audio/wav", "video/mp4", "application/zip"])
NAMES = st.sampled_from(["oslo.png", "fares 2026.pdf", "Ü.pdf", "a_b.txt", "notes", "x" * 190 + ".pdf"])
MOVED = frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.CALL_ID, Loss.TOOL_NAME})
TOLD = {Loss.ERROR_FLAG: "error", Loss.CACHE_MARKER: "marker", Loss.OPAQUE_TOKEN: "token", Loss.UNKNOWN_FIELD: "extra"}


def details(request: Request) -> Iterator[tuple[Any, Detail]]:
    """Yield what stands beside the content of each part, with its message and number; -1 for the message's own."""
    said = facts_of(request)
    for fact in said.facts:
        for record in (fact, *fact.pieces):
            yield from ((fact.ats[0], detail) for detail in record.details)
    for index, own in enumerate(said.messages):
        yield from (((index, -1), detail) for detail in own)


@pytest.mark.parametrize("to", TARGETS)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_what_is_not_held_is_not_there(to: str, data: st.DataObject) -> None:
    """Neither the flag nor the marker, the token or the field."""
    form = FORMATS[data.draw(st.sampled_from(["anthropic", "ai-sdk", "gemini", "bedrock-converse", "openai-responses", "openai-chat"]))]
    payload = form.encode(evolve(data.draw(requests()), shape=None))
    request = form.decode(payload).unwrap()
    fixed = segue.fix(payload, to, from_format=form.name)
    written = FORMATS[segue.Target.of(to).endpoint].decode(fixed.payload).unwrap()
    there = {detail for _, detail in details(written)}
    places = {
        (index, number): at
        for index, (place, parts) in enumerate(form.places(request))
        for number, at in [(-1, place), *enumerate(parts)]
    }
    for at, detail in details(request):
        kinds = {TOLD[loss] for change in fixed.unheld if change.place == places.get(at) for loss in change.losses}
        assert detail[0] not in kinds or detail not in there


def named_files(request: Request) -> Iterator[tuple[tuple[int, int], FilePart]]:
    """Yield the files that have a name, those within results too, with the message and number of their part."""
    for index, message in enumerate(request.prompt.messages):
        for number, part in enumerate(message.content):
            pieces = part.output if isinstance(part, ToolResultPart) else (part,)
            yield from (((index, number), piece) for piece in pieces if isinstance(piece, FilePart) and piece.filename)


@pytest.mark.parametrize("to", TARGETS)
@settings(max_examples=settings().max_examples // 2)
@given(data=st.data())
def test_a_files_name_is_there_or_told_to_be_gone(to: str, data: st.DataObject) -> None:
    """One of the two, of each file that no rule touched."""
    files = st.builds(FilePart, MEDIA, st.just("aGk="), st.sampled_from(["base64", "url", "id", "text"]), NAMES)
    result, *shown = data.draw(st.lists(files, min_size=1, max_size=4, unique_by=lambda file: ENDING.sub("", str(file.filename))))
    asked = (user("Look.", *shown), assistant(call("c1", "show")), tool(ToolResultPart("c1", "show", (result,))), user("Well?"))
    payload = FORMATS["ai-sdk"].encode(Request(prompt(*asked)))
    request = FORMATS["ai-sdk"].decode(payload).unwrap()
    fixed = segue.fix(payload, to, from_format="ai-sdk")
    form = FORMATS[segue.Target.of(to).endpoint]
    written = {ENDING.sub("", str(file.filename)) for _, file in named_files(form.decode(fixed.payload).unwrap())}
    places = {(index, number): at for index, (_, parts) in enumerate(FORMATS["ai-sdk"].places(request)) for number, at in enumerate(parts)}
    touched = {change.place for change in fixed.changes if change.losses - MOVED}
    told = {change.place for change in fixed.unheld if Loss.FILE_NAME in change.losses}
    for at, file in named_files(request):
        if places[at] not in touched:
            assert (ENDING.sub("", str(file.filename)) in written) is (places[at] not in told)
