"""The wire format `openai-responses` loses nothing: payloads come back to the letter, and so does what it wrote itself."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue import BUILT_IN, same_json
from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.json_values import freeze
from segue.parts import ToolCallPart
from segue.testing import json_values, requests, spliced
from segue.testing.pool import pooled
from segue.testing.wire_openai_responses import payloads

TRIGGERS = [trigger for rule in BUILT_IN for trigger in rule.triggers]
OWN = pooled(payloads(), 2 * settings().max_examples)
REQUESTS = pooled(requests() | requests(spliced(TRIGGERS)), 2 * settings().max_examples)
KEYS = st.sampled_from(["type", "role", "content", "input", "id", "call_id", "status", "summary", "arguments", "output", "action", "name"])
WORDS = st.sampled_from(
    [
        "message",
        "assistant",
        "user",
        "input_text",
        "output_text",
        "reasoning",
        "function_call",
        "function_call_output",
        "mcp_call",
        "program",
        "",
    ]
)
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)


@given(payload=OWN)
def test_a_payload_comes_back(payload):
    """What a body, a list or a text says is written as it came, and every message and part has its place in it."""
    read = OPENAI_RESPONSES.decode(payload).unwrap()

    assert same_json(OPENAI_RESPONSES.encode(read), payload)
    placed = OPENAI_RESPONSES.places(read)
    assert [len(parts) for _, parts in placed] == [len(message.content) for message in read.prompt.messages]
    for place in (at for _, parts in placed for at in parts):
        found = payload
        for step in place:
            found = found[step]


@given(payload=OWN)
def test_a_frozen_payload_is_read_alike(payload):
    """Frozen objects and arrays are read as dicts and lists are."""
    assert OPENAI_RESPONSES.decode(freeze(payload)) == OPENAI_RESPONSES.decode(payload)


@given(request=REQUESTS)
def test_what_was_written_is_read_and_written_again(request):
    """What is written of any records is read, and written again to the letter."""
    written = OPENAI_RESPONSES.encode(request)
    read = OPENAI_RESPONSES.decode(written)

    assert is_successful(read), read
    assert same_json(OPENAI_RESPONSES.encode(read.unwrap()), written)


@given(request=REQUESTS)
def test_calls_are_found_again(request):
    """Every call of the caller's own tools is read again: its id, its name and what it was given, in order."""
    read = OPENAI_RESPONSES.decode(json.loads(json.dumps(OPENAI_RESPONSES.encode(request)))).unwrap()

    assert [(call.id, call.name) for call in _calls(request)] == [(call.id, call.name) for call in _calls(read)]


def _calls(request):
    return [part for message in request.prompt.messages for part in message.content if isinstance(part, ToolCallPart) and not part.hosted]


@given(payload=PAYLOADS | json_values())
def test_decoding_is_total(payload):
    """Any JSON, and what is not quite JSON, is a request that is written as it came, or a failure with a place; never an exception."""
    read = OPENAI_RESPONSES.decode(payload)

    if is_successful(read):
        assert same_json(OPENAI_RESPONSES.encode(read.unwrap()), payload)
    else:
        assert str(read.failure())
