"""The strategies for Gemini's payloads give all that a part can hold, in both spellings, and nothing that the format refuses."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from returns.pipeline import is_successful

from segue.formats.gemini import GEMINI
from segue.formats.gemini_wire import DATA, NAMES, SETTINGS
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.testing.wire_gemini import payloads

LOOK = settings(
    max_examples=400, derandomize=True, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)


@cache
def draws(*, dumped):
    """Return what the strategy gives in a few hundred draws."""
    drawn = []

    @LOOK
    @given(payloads(dumped=dumped))
    def draw(made):
        drawn.append(made)

    draw()
    return drawn


def keys(value):
    """Yield every key of a value."""
    if isinstance(value, dict):
        yield from value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from keys(item)


def values(value):
    """Yield everything in a value that holds nothing."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else (None,)
    for item in items:
        yield from values(item) if isinstance(item, dict | list) else (item,)


@pytest.mark.parametrize("dumped", [False, True])
def test_every_payload_is_read(dumped):
    """Nothing is drawn that the format refuses."""
    assert all(is_successful(GEMINI.decode(payload)) for payload in draws(dumped=dumped))


def test_every_field_comes_up_in_both_spellings():
    """All that a part can hold, and what may stand beside it, is drawn, each key in each of its spellings."""
    seen = {key for payload in draws(dumped=False) for key in keys(payload)}
    wanted = {*DATA, *SETTINGS} | {key for key, name in NAMES.items() if name in DATA}
    assert wanted - seen == set()


def test_only_dumps_hold_bytes():
    """Bytes are drawn in dumps of the Python SDK and nowhere else."""
    found = [any(isinstance(item, bytes) for payload in draws(dumped=dumped) for item in values(payload)) for dumped in (False, True)]
    assert found == [False, True]


def test_every_kind_of_record_comes_up():
    """Payloads hold what each kind of part is read from, also what is carried unread."""
    messages = (message for payload in draws(dumped=False) for message in GEMINI.decode(payload).unwrap().prompt.messages)
    kinds = {type(part) for message in messages for part in message.content}
    assert kinds == {TextPart, ReasoningPart, FilePart, ToolCallPart, ToolResultPart, OpaquePart}
