"""Every payload the OpenAI SDK's own types allow comes back to the letter."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionMessage, ChatCompletionMessageParam, ChatCompletionToolUnionParam
from pydantic import TypeAdapter
from returns.pipeline import is_successful

from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import same_json
from tests.formats.schemas import payloads

SETTINGS = settings(
    max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
MESSAGES = {kind: TypeAdapter(kind).json_schema() for kind in (ChatCompletionMessageParam, ChatCompletionMessage)}
TOOLS = TypeAdapter(ChatCompletionToolUnionParam).json_schema()


def back(payload):
    """Decode and encode."""
    return OPENAI_CHAT.encode(OPENAI_CHAT.decode(payload).unwrap())


@pytest.mark.parametrize("schema", MESSAGES.values(), ids=["request", "response"])
def test_every_message_of_the_sdk_comes_back(schema):
    """A list of messages of any kind, with any of its optional keys in any order, is written as it came."""

    @SETTINGS
    @given(st.lists(payloads(schema), max_size=3))
    def check(messages):
        assert same_json(back(messages), messages)
        OPENAI_CHAT.places(OPENAI_CHAT.decode(messages).unwrap())

    check()


@SETTINGS
@given(st.lists(payloads(TOOLS), max_size=3))
def test_every_tool_of_the_sdk_comes_back(tools):
    """Tool definitions of any kind are written as they came."""
    body = {"tools": tools, "messages": []}

    assert same_json(back(body), body)


def spots(value, place=()):
    """List the places of a payload."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(spot for key, item in items for spot in spots(item, (*place, key)))]


@st.composite
def broken(draw):
    """Draw a body in which one value has been replaced, removed or renamed."""
    messages = draw(st.lists(payloads(MESSAGES[ChatCompletionMessageParam]), min_size=1, max_size=2))
    body = json.loads(json.dumps({"messages": messages, "tools": draw(st.lists(payloads(TOOLS), max_size=1))}))
    *path, last = draw(st.sampled_from([spot for spot in spots(body) if spot]))
    holder = body
    for step in path:
        holder = holder[step]
    odd = draw(st.sampled_from([None, 5, True, -0.0, float("nan"), "odd", [], {}, [None], [[]], {"type": "odd"}, {1: 2}, b"x", 10**5000]))
    if isinstance(holder, dict) and draw(st.booleans()):
        del holder[last]
        holder.update(draw(st.sampled_from([{}, {"odd": odd}])))
    else:
        holder[last] = odd
    return body


@settings(SETTINGS, max_examples=200)
@given(broken())
def test_decoding_is_total_and_lossless_on_broken_bodies(body):
    """A body with one odd value is refused at a place, or comes back to the letter."""
    decoded = OPENAI_CHAT.decode(body)

    if is_successful(decoded):
        assert same_json(OPENAI_CHAT.encode(decoded.unwrap()), body)
    else:
        assert decoded.failure().expected
