"""Converse's own payloads come back to the letter, as JSON and with bytes, and every record knows where it stood."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue import BUILT_IN, same_json
from segue.formats.bedrock import BEDROCK_CONVERSE, with_bytes
from segue.json_values import freeze
from segue.parts import ToolCallPart, ToolResultPart
from segue.testing import json_values, requests, spliced
from segue.testing.pool import pooled
from segue.testing.wire_bedrock import payloads

TRIGGERS = [trigger for rule in BUILT_IN for trigger in rule.triggers]
OWN = pooled(payloads(), 2 * settings().max_examples)
REQUESTS = pooled(requests() | requests(spliced(TRIGGERS)), 2 * settings().max_examples)
KEYS = st.sampled_from(
    ["role", "content", "messages", "text", "toolUse", "toolResult", "input", "source", "bytes", "json", "name", "toolConfig"]
)
WORDS = st.sampled_from(["user", "assistant", "system", "text", "success", "error", "server_tool_use", "AA==", ""])
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)


def same(left: Any, right: Any) -> bool:
    """Tell whether two payloads are the same to the letter, bytes among them."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return same_json(left, right)


@given(OWN)
def test_a_payload_comes_back(payload):
    """What is read is written as it came."""
    read = BEDROCK_CONVERSE.decode(payload)

    assert is_successful(read), read
    assert same_json(BEDROCK_CONVERSE.encode(read.unwrap()), payload)


@given(payloads(raw=True))
def test_a_payload_of_boto3_comes_back(payload):
    """Bytes are read as base64 and written as bytes."""
    assert same(BEDROCK_CONVERSE.encode(BEDROCK_CONVERSE.decode(payload).unwrap()), payload)


@given(OWN)
def test_bytes_are_read_like_base64(payload):
    """A body made for boto3 holds the same records."""
    read, held = (BEDROCK_CONVERSE.decode(made).unwrap() for made in (payload, with_bytes(payload)))

    assert held == read


@given(OWN)
def test_a_frozen_payload_is_read_alike(payload):
    """Frozen objects and arrays are read as dicts and lists are."""
    assert BEDROCK_CONVERSE.decode(freeze(payload)) == BEDROCK_CONVERSE.decode(payload)


@given(OWN)
def test_every_record_has_its_place(payload):
    """The places of a request lead to something in its payload, one for each message and each of its parts."""
    request = BEDROCK_CONVERSE.decode(payload).unwrap()
    places = BEDROCK_CONVERSE.places(request)

    assert [len(message.content) for message in request.prompt.messages] == [len(parts) for _, parts in places]
    for place in (step for whole, parts in places for step in (whole, *parts)):
        found: Any = payload
        for step in place:
            found = found[step]


@given(request=REQUESTS)
def test_what_was_written_is_read_and_written_again(request):
    """What is written of any records is read, and written again to the letter."""
    written = json.loads(json.dumps(BEDROCK_CONVERSE.encode(request)))
    read = BEDROCK_CONVERSE.decode(written)

    assert is_successful(read), read
    assert same_json(BEDROCK_CONVERSE.encode(read.unwrap()), written)


@given(request=REQUESTS)
def test_calls_and_results_are_found_again(request):
    """Calls and results of the caller's own tools are read again in order: ids, names, errors."""
    read = BEDROCK_CONVERSE.decode(BEDROCK_CONVERSE.encode(request)).unwrap()

    assert _told(request) == _told(read)


def _told(request):
    parts = [
        part
        for message in request.prompt.messages
        for part in message.content
        if isinstance(part, ToolCallPart | ToolResultPart) and not part.hosted
    ]
    return [(part.id, part.name if isinstance(part, ToolCallPart) else part.error) for part in parts]


@given(payload=PAYLOADS | json_values())
def test_decoding_is_total(payload):
    """Any JSON, and what is not quite JSON, is a request that is written as it came, or a failure with a place; never an exception."""
    read = BEDROCK_CONVERSE.decode(payload)

    if is_successful(read):
        assert same_json(BEDROCK_CONVERSE.encode(read.unwrap()), payload)
    else:
        assert str(read.failure())
