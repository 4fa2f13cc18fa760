"""Gemini's own payloads come back to the letter, however they are spelled, and every record knows where it stood."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue import same_json
from segue.formats.gemini import GEMINI
from segue.formats.gemini_wire import DATA, snake
from segue.parts import ToolCallPart
from segue.testing import requests
from segue.testing.pool import pooled
from segue.testing.wire_gemini import payloads

KEYS = st.sampled_from(
    (*DATA, *map(snake, DATA), "role", "parts", "contents", "config", "systemInstruction", "tools", "name", "args", "response", "id")
)
WORDS = st.sampled_from(("user", "model", "function", "system", "a", ""))
OWN = pooled(payloads(), 2 * settings().max_examples)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)
"""JSON, and what is not quite JSON, in Gemini's words."""


def same(left: Any, right: Any) -> bool:
    """Tell whether two payloads are the same to the letter, bytes among them."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return same_json(left, right)


@given(OWN)
def test_a_payload_comes_back(payload):
    """What is valid is read, and written as it came."""
    read = GEMINI.decode(payload)

    assert is_successful(read), read
    assert same_json(GEMINI.encode(read.unwrap()), payload)


@given(payloads(dumped=True))
def test_a_dump_of_the_sdk_comes_back(payload):
    """Bytes are read as base64 and written as bytes."""
    assert same(GEMINI.encode(GEMINI.decode(payload).unwrap()), payload)


@given(OWN)
def test_every_record_has_its_place(payload):
    """The places of a request lead to something in its payload, one for each message and each of its parts."""
    request = GEMINI.decode(payload).unwrap()
    places = GEMINI.places(request)

    assert [len(message.content) for message in request.prompt.messages] == [len(parts) for _, parts in places]
    for place in (step for whole, parts in places for step in (whole, *parts)):
        found: Any = payload
        for step in place:
            found = found[step]


@given(OWN)
def test_ids_stay_as_a_history_grows(payload):
    """A call without an id has the same one whatever comes after."""
    contents = payload["contents"] if isinstance(payload, dict) and "contents" in payload else payload
    whole = contents if isinstance(contents, list) else [contents]
    grown = [*whole, {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]}]
    before, after = (GEMINI.decode(some).unwrap().prompt.messages for some in (whole, grown))
    ids = [[part.id for message in some for part in message.content if isinstance(part, ToolCallPart)] for some in (before, after)]

    assert ids[0] == ids[1][:-1]


@given(ANYTHING)
def test_decoding_is_total(payload):
    """Anything is a request that is written as it came, or a failure with a place; never an exception."""
    read = GEMINI.decode(payload)

    if is_successful(read):
        assert same(GEMINI.encode(read.unwrap()), payload)
    else:
        assert str(read.failure())


@given(requests())
def test_what_others_said_comes_back(request):
    """A payload made of any request is read and written again to the letter."""
    written = GEMINI.encode(request)

    assert same_json(GEMINI.encode(GEMINI.decode(written).unwrap()), written)
