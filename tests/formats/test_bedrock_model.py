"""Every payload that botocore's service model allows comes back to the letter, with base64 text as JSON has it and with bytes."""

from __future__ import annotations

import base64
import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.json_values import same_json
from tests.judges.bedrock import converse, is_document

SETTINGS = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([-0.0, 1.0, 2.5]) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
BLOB = st.binary(max_size=4)
SHAPE = converse()
MESSAGE = SHAPE.members["messages"].member
BLOCKS = MESSAGE.members["content"].member.members
PIECES = BLOCKS["toolResult"].members["content"].member.members
SYSTEM = SHAPE.members["system"].member.members
TOOLS = SHAPE.members["toolConfig"].members["tools"].member.members


def payloads(shape, blobs):
    """Return a strategy of the values that a shape of the service model allows; patterns and bounds are not heeded."""
    if is_document(shape):
        return JSON
    if shape.type_name == "structure":
        return structs(shape, blobs)
    if shape.type_name == "list":
        return st.lists(payloads(shape.member, blobs), max_size=2)
    if shape.type_name == "map":
        return st.dictionaries(st.text(max_size=3), payloads(shape.value, blobs), max_size=2)
    kinds = {
        "string": st.text(max_size=5),
        "blob": blobs,
        "integer": st.integers(0, 9),
        "float": st.sampled_from([0, 0.5, -0.0, 1]),
        "boolean": st.booleans(),
    }
    return st.sampled_from(shape.metadata["enum"]) if "enum" in shape.metadata else kinds[shape.type_name]


def structs(shape, blobs):
    """Return a strategy of objects: of one key where the shape is a union, else with what is required and any of the others, in any order."""
    fields = {key: st.deferred(lambda member=member: payloads(member, blobs)) for key, member in shape.members.items()}
    if shape.is_tagged_union:
        return st.one_of([value.map(lambda made, key=key: {key: made}) for key, value in fields.items()])
    required = {key: fields.pop(key) for key in shape.metadata.get("required", [])}
    return st.fixed_dictionaries(required, optional=fields).flatmap(lambda made: st.permutations(list(made.items())).map(dict))


def same(left, right):
    """Tell whether two payloads are the same to the letter, bytes among them."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return same_json(left, right)


def back(payload):
    """Decode and encode."""
    return BEDROCK_CONVERSE.encode(BEDROCK_CONVERSE.decode(payload).unwrap())


def of_kind(kind, members, blobs):
    """Return a strategy of blocks of one kind of a union."""
    return payloads(members[kind], blobs).map(lambda made: {kind: made})


MANNERS = {"bytes": BLOB, "base64": BLOB.map(lambda raw: base64.b64encode(raw).decode())}
each_manner = pytest.mark.parametrize("blobs", MANNERS.values(), ids=MANNERS)


@each_manner
@pytest.mark.parametrize("role", ["user", "assistant", "system"])
@pytest.mark.parametrize("kind", BLOCKS)
def test_every_block_of_the_model_comes_back(kind, role, blobs):
    """Blocks of each kind, with any of their optional keys in any order, are written as they came, whoever says them."""

    @settings(SETTINGS, max_examples=12)
    @given(st.lists(of_kind(kind, BLOCKS, blobs), max_size=2))
    def check(made):
        assert same(back([{"role": role, "content": made}]), [{"role": role, "content": made}])

    check()


@each_manner
@pytest.mark.parametrize("kind", PIECES)
def test_every_piece_of_a_result_comes_back(kind, blobs):
    """What a tool can give is written as it came, in results of the caller's tools and of Amazon's."""

    @settings(SETTINGS, max_examples=12)
    @given(st.lists(of_kind(kind, PIECES, blobs), max_size=2))
    def check(made):
        payload = [{"role": role, "content": [{"toolResult": {"content": made, "toolUseId": "a"}}]} for role in ("user", "assistant")]
        assert same(back(payload), payload)

    check()


@pytest.mark.parametrize("kind", [*SYSTEM, *TOOLS])
def test_system_and_tools_of_the_model_come_back(kind):
    """Blocks of the body's `system`, and tools of each kind, are written as they came."""

    @settings(SETTINGS, max_examples=20)
    @given(
        st.lists(of_kind(kind, {**SYSTEM, **TOOLS}, MANNERS["base64"]), max_size=3),
        st.sampled_from(list(SYSTEM if kind in SYSTEM else TOOLS)),
    )
    def check(made, beside):
        more = [{beside: {"type": "default"}}] if beside == "cachePoint" else []
        body = {"messages": []} | ({"system": [*more, *made]} if kind in SYSTEM else {"toolConfig": {"tools": [*made, *more, *made]}})
        assert same_json(back(body), body)

    check()


@each_manner
def test_bodies_of_the_model_come_back(blobs):
    """Whole bodies, and every message in them, are written as they came; each record has its place."""

    @SETTINGS
    @given(payloads(SHAPE, blobs))
    def check(body):
        request = BEDROCK_CONVERSE.decode(body).unwrap()
        assert same(BEDROCK_CONVERSE.encode(request), body)
        assert len(BEDROCK_CONVERSE.places(request)) == len(request.prompt.messages)

    check()


def spots(value, place=()):
    """List the places of a payload."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(spot for key, item in items for spot in spots(item, (*place, key)))]


ODD = st.sampled_from(
    [None, 5, True, -0.0, float("nan"), "odd", "", [], {}, [None], [[]], {"text": "a"}, {"text": 5}, {1: 2}, b"x", 10**5000, {"a": b"x"}, {"cachePoint": {}}]
)  # fmt: skip
KEYS = st.sampled_from(["odd", "text", "bytes", "status", "type", "cachePoint", "json", "content"])


MESSAGES = st.lists(payloads(MESSAGE, st.one_of(list(MANNERS.values()))), min_size=1, max_size=2)
BODIES = st.one_of(st.just({}), payloads(SHAPE, MANNERS["base64"]))


@st.composite
def broken(draw):
    """Draw a body in which one value has been replaced, removed or renamed."""
    body = copy.deepcopy({**draw(BODIES), "messages": draw(MESSAGES)})
    *path, last = draw(st.sampled_from([spot for spot in spots(body) if spot]))
    holder = body
    for step in path:
        holder = holder[step]
    if isinstance(holder, dict) and draw(st.booleans()):
        del holder[last]
        holder.update(draw(st.dictionaries(KEYS, ODD, max_size=1)))
    else:
        holder[last] = draw(ODD)
    return body


@settings(SETTINGS, max_examples=300)
@given(broken())
def test_decoding_is_total_and_lossless_on_broken_bodies(body):
    """A body with one odd value is refused at a place, or comes back to the letter."""
    decoded = BEDROCK_CONVERSE.decode(body)

    if is_successful(decoded):
        assert same(BEDROCK_CONVERSE.encode(decoded.unwrap()), body)
        assert len(BEDROCK_CONVERSE.places(decoded.unwrap())) == len(decoded.unwrap().prompt.messages)
    else:
        assert decoded.failure().expected
