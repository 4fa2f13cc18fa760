"""Whatever a decoder is given it answers: 200,000 damaged payloads, the same ones every time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from returns.pipeline import is_successful

from segue import FORMATS, DecodeError, check, detect, fix, same_json, try_fix
from segue.formats.format import describe
from tests.fuzz.damage import Spares, damaged, found, spots
from tests.fuzz.samples import samples

CHUNKS = range(4)
INPUTS = 200_000
EACH = -(-INPUTS // (len(FORMATS) * len(CHUNKS)))
"""Inputs of one test."""
CHAIN = 100
"""One of so many inputs goes the whole way."""
TARGETS = (
    "anthropic/claude-sonnet-4-6", "openai/gpt-5.2", "openai.responses/gpt-5.2", "google/gemini-3-pro", "bedrock/amazon.nova-pro-v1:0",
    "mistral/mistral-large-latest", "deepseek/deepseek-v4", "cerebras/zai-glm-4.7", "ollama/llama3.2",
)  # fmt: skip


def inputs(name: str, chunk: int):
    """Yield damaged payloads of a format."""
    random = Random(f"{name} {chunk}")
    whole = [(payload, list(spots(payload))) for payload in samples(name)]
    pieces = [found(payload, place) for payload, places in whole for place in places]
    keys = sorted({key for piece in pieces if isinstance(piece, dict) for key in piece})
    spares = Spares(random, pieces, keys)
    for _ in range(EACH):
        yield damaged(*random.choice(whole), spares)


def misplaced(payload: Any, failure) -> str:
    """Say what is wrong with the place that a failure names: what it found stands there, or nothing does in what stands before it."""
    try:
        stood = found(payload, failure.place)
    except (LookupError, TypeError):
        whole = found(payload, failure.place[:-1])
        return "" if failure.found == "nothing" and isinstance(whole, Mapping | list | tuple) else f"nothing stands at {failure}"
    if failure.expected == "a string as key":
        return "" if failure.found in map(describe, stood) else f"no such key is in what stands at {failure}"
    return "" if describe(stood) == failure.found else f"{describe(stood)} stands at {failure}"


def fault_of(form, payload: Any) -> str:
    """Say what is wrong with the answer that a decoder gives to a payload."""
    read, named = form.decode(payload), detect(payload)
    assert named is None or named in FORMATS
    if not is_successful(read):
        return misplaced(payload, read.failure())
    return "" if same_json(form.encode(read.unwrap()), payload) else "it is written in another way"


def chain_fault_of(payload: Any, target: str) -> str:
    """Say what is wrong with the verbs' answers to a payload: they name faults and repair them, or raise `DecodeError`, both alike."""
    try:
        found = check(payload, target)
    except DecodeError as error:
        return "" if str(try_fix(payload, target).failure()) == str(error) else "check and fix disagree"
    fixed = fix(payload, target)
    json.dumps(fixed.payload)
    return "" if found or not fixed.changes else "something was repaired that is no fault"


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("name", FORMATS)
def test_whatever_comes_is_answered(name, chunk):
    """A damaged payload is read and written as it came, or refused at a place where something is amiss; the verbs say the same."""
    targets = cycle(TARGETS)
    for number, payload in enumerate(inputs(name, chunk)):
        assert fault_of(FORMATS[name], payload) == ""
        if number % CHAIN == 0:
            assert chain_fault_of(payload, next(targets)) == ""


def test_there_are_enough():
    """All tests together look at 200,000 inputs, and most of what they look at is read."""
    assert EACH * len(CHUNKS) * len(FORMATS) >= INPUTS
    for name, form in FORMATS.items():
        read = [is_successful(form.decode(payload)) for payload in islice(inputs(name, 0), 200)]
        assert 0.3 < sum(read) / len(read) < 0.9, name
