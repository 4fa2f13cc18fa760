"""Formats lose nothing: what they wrote they read and write again to the letter, and whatever JSON they are given they answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue import BUILT_IN, FORMATS, detect, same_json
from segue.testing import json_values, requests, spliced
from segue.testing.pool import pooled

TRIGGERS = [trigger for rule in BUILT_IN for trigger in rule.triggers]
KEYS = st.sampled_from(["role", "content", "type", "text", "messages", "prompt", "tool_calls", "id", "input", "output", "system", "tools"])
WORDS = st.sampled_from(["user", "assistant", "tool", "system", "text", "tool_use", "tool_result", "thinking", "tool-call", "image_url", ""])
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)


REQUESTS = pooled(requests() | requests(spliced(TRIGGERS)), 2 * settings().max_examples)
"""Requests to choose from, drawn once for all formats."""


@pytest.mark.parametrize("name", FORMATS)
@given(request=REQUESTS)
def test_what_was_written_is_read_and_written_again(name, request):
    """A payload that a format wrote is a valid one: decoded and encoded it is the same to the letter."""
    written = FORMATS[name].encode(request)
    read = FORMATS[name].decode(written)

    assert is_successful(read), read
    assert same_json(FORMATS[name].encode(read.unwrap()), written)
    assert len(FORMATS[name].places(read.unwrap())) == len(read.unwrap().prompt.messages)


@pytest.mark.parametrize("name", FORMATS)
@given(payload=PAYLOADS | json_values())
def test_decoding_is_total(name, payload):
    """Any JSON, and what is not quite JSON, is a request that is written as it came, or a failure with a place; never an exception."""
    read = FORMATS[name].decode(payload)

    if is_successful(read):
        assert same_json(FORMATS[name].encode(read.unwrap()), payload)
    else:
        assert str(read.failure())
    detect(payload)
