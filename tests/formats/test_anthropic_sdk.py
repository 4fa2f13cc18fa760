"""The Messages API: whatever the vendor's own types list is read and written back to the letter."""

import json
import typing

import pytest
import typing_extensions

from segue.formats.anthropic import ANTHROPIC
from segue.json_values import same_json


def example(kind, turn):
    """Return a value of a type of the SDK, the turn-th of its variants."""
    origin, args = typing_extensions.get_origin(kind), typing_extensions.get_args(kind)
    if typing_extensions.is_typeddict(kind):
        return {key: example(hint, turn) for key, hint in typing_extensions.get_type_hints(kind).items()}
    if origin in (typing.Union, typing.Literal):
        chosen = args[turn % len(args)]
        return chosen if origin is typing.Literal else example(chosen, turn)
    if origin is dict:
        return {"key": turn}
    if args:
        return [example(args[0], turn + step) for step in range(3)]
    return {str: "text", bool: turn % 2 == 0, int: turn, float: -0.0}.get(kind)


def examples(union, turns):
    """Return what is valid of the examples of a union's members; the SDK's file inputs are no JSON and have none."""
    made = [example(kind, turn) for kind in typing.get_args(union) if typing_extensions.is_typeddict(kind) for turn in range(turns)]
    valid = [value for value in made if isinstance(value.get("source", {}), str) or value.get("source", {}).get("data", "") is not None]
    return [json.loads(json.dumps(value)) for value in valid]


def test_every_block_of_the_sdk_comes_back():
    """Each kind of block that the vendor's own types list, in each of its variants, survives in either role."""
    types, beta = pytest.importorskip("anthropic.types"), pytest.importorskip("anthropic.types.beta")
    blocks = [*examples(types.ContentBlockParam, 8), *examples(beta.BetaContentBlockParam, 8)]
    assert len({block["type"] for block in blocks}) >= 20
    for block in blocks:
        for role in ("user", "assistant"):
            payload = [{"role": role, "content": [block]}]
            assert same_json(ANTHROPIC.encode(ANTHROPIC.decode(payload).unwrap()), payload), block


def test_every_tool_of_the_sdk_comes_back():
    """Each kind of tool that the vendor's own types list survives."""
    beta = pytest.importorskip("anthropic.types.beta")
    tools = examples(beta.BetaToolUnionParam, 6)
    assert len(tools) >= 100
    payload = {"messages": [], "tools": tools}
    assert same_json(ANTHROPIC.encode(ANTHROPIC.decode(payload).unwrap()), payload)
