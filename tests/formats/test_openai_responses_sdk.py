"""Every payload the OpenAI SDK's own types allow comes back to the letter."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openai.types.responses import ResponseInputItemParam, ResponseOutputItem, ToolParam
from pydantic import TypeAdapter
from returns.pipeline import is_successful

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.json_values import same_json
from tests.formats.schemas import payloads

SETTINGS = settings(
    max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def kinds(union):
    """Return a strategy for each kind of object that a union of the SDK's lists."""
    schema = TypeAdapter(union).json_schema()
    members = schema.get("anyOf") or schema["oneOf"]
    return {member.get("$ref", str(index)).rsplit("/", 1)[-1]: payloads(member, schema) for index, member in enumerate(members)}


SENT, REPLIED, TOOLS = kinds(ResponseInputItemParam), kinds(ResponseOutputItem), kinds(ToolParam)
ITEMS = st.one_of([*SENT.values(), *REPLIED.values()])


def back(payload):
    """Decode and encode."""
    return OPENAI_RESPONSES.encode(OPENAI_RESPONSES.decode(payload).unwrap())


@pytest.mark.parametrize("items", [*SENT.values(), *REPLIED.values()], ids=[*SENT, *(f"replied {name}" for name in REPLIED)])
def test_every_item_of_the_sdk_comes_back(items):
    """Items of each kind, with any of their optional keys in any order, are written as they came."""

    @settings(SETTINGS, max_examples=20)
    @given(st.lists(items, max_size=3))
    def check(made):
        assert same_json(back(made), made)

    check()


@SETTINGS
@given(st.lists(ITEMS, max_size=5))
def test_lists_of_items_come_back(items):
    """Items of all kinds, one behind the other, keep their borders and have each a place."""
    decoded = OPENAI_RESPONSES.decode(items).unwrap()

    assert same_json(OPENAI_RESPONSES.encode(decoded), items)
    assert {at[0] for _, parts in OPENAI_RESPONSES.places(decoded) for at in parts} >= {
        index for index, item in enumerate(items) if item.get("role", "assistant") == "assistant"
    }


@pytest.mark.parametrize("tools", TOOLS.values(), ids=TOOLS)
def test_every_tool_of_the_sdk_comes_back(tools):
    """Tool definitions of each kind are written as they came."""

    @settings(SETTINGS, max_examples=20)
    @given(st.lists(tools, max_size=3))
    def check(made):
        body = {"tools": made, "input": []}
        assert same_json(back(body), body)

    check()


def spots(value, place=()):
    """List the places of a payload."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(spot for key, item in items for spot in spots(item, (*place, key)))]


@st.composite
def broken(draw):
    """Draw a body in which one value has been replaced, removed or renamed."""
    tools = draw(st.lists(st.one_of(list(TOOLS.values())), max_size=1))
    body = json.loads(json.dumps({"input": draw(st.lists(ITEMS, min_size=1, max_size=2)), "tools": tools}))
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
    decoded = OPENAI_RESPONSES.decode(body)

    if is_successful(decoded):
        assert same_json(OPENAI_RESPONSES.encode(decoded.unwrap()), body)
        assert len(OPENAI_RESPONSES.places(decoded.unwrap())) == len(decoded.unwrap().prompt.messages)
    else:
        assert decoded.failure().expected
