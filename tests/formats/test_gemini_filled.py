"""Dumps with null for what is not there are read the quick way as they are the slow way."""

from __future__ import annotations

import pytest

from segue import same_json
from segue.failures import dotted
from segue.formats.gemini import GEMINI
from segue.formats.gemini_filled import read_filled
from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_parts import MODEL, USER, read_general
from segue.formats.gemini_plain import PLAIN_MODEL, PLAIN_USER
from segue.testing.exact import exact

PART = dict.fromkeys(("code_execution_result", "function_call", "function_response", "text", "thought", "thought_signature", "video_metadata"))
CALL = dict.fromkeys(("id", "args", "name", "partial_args", "will_continue")) | {"name": "find", "args": {"q": None}}
RESPONSE = dict.fromkeys(("will_continue", "parts", "id", "name", "response")) | {"name": "find", "response": {"output": "A"}}
SAID = {
    "text": PART | {"text": "A"},
    "signed text": PART | {"text": "A", "thought_signature": "Cs"},
    "thought": PART | {"text": "A", "thought": True},
    "signed thought": PART | {"text": "A", "thought": True, "thought_signature": "Cs"},
    "call": PART | {"function_call": CALL},
    "signed call with an id": PART | {"thought_signature": "Cs", "function_call": CALL | {"id": "c1"}},
    "call without nulls in it": PART | {"function_call": {"name": "find", "args": {}}},
    "call of the other spelling": {"functionCall": CALL, "text": None, "odd": None},
}
ANSWERED = {
    "words": PART | {"text": "A"},
    "response": PART | {"function_response": RESPONSE},
    "whole response with an id": PART | {"function_response": RESPONSE | {"id": "c1", "response": {"a": 1}}},
}
LEFT = {
    "no null": {"text": "A", "thought": False},
    "no text": PART | {"text": "A", "thought": False},
    "a number for a text": PART | {"text": 5},
    "a call that is none": PART | {"function_call": []},
    "a call of one word": PART | {"function_call": CALL | {"partial_args": [1]}},
    "two spellings": {**PART, "text": "A", "functionCall": CALL, "function_call": CALL},
    "nothing": PART,
}


@pytest.mark.parametrize("raw", SAID.values(), ids=SAID)
def test_what_the_model_says(raw):
    """The record is the same to the letter, layout included."""
    assert exact(read_filled(raw, PLAIN_MODEL, Pairing())) == exact(read_general(raw, MODEL, Pairing()))


@pytest.mark.parametrize("raw", ANSWERED.values(), ids=ANSWERED)
def test_what_the_user_says(raw):
    """The record is the same to the letter, layout included."""
    assert exact(read_filled(raw, PLAIN_USER, Pairing())) == exact(read_general(raw, USER, Pairing()))


@pytest.mark.parametrize("raw", LEFT.values(), ids=LEFT)
def test_other_layouts_are_left(raw):
    """What is of no plain layout without its nulls is not read here."""
    assert read_filled(raw, PLAIN_MODEL, Pairing()) is None


def test_the_dump_is_written_as_it_came():
    """Every null stands where it stood."""
    dump = [{"parts": [*SAID.values()], "role": "model"}, {"parts": [*ANSWERED.values()], "role": "user"}]
    assert same_json(GEMINI.encode(GEMINI.decode(dump).unwrap()), dump)


def test_a_fault_is_named_where_it_stands():
    """The place of what no record can hold is that of the payload."""
    call = PART | {"function_call": CALL | {"args": {"q": float("nan")}}}
    failure = GEMINI.decode([{"parts": [call], "role": "model"}]).failure()
    assert dotted(failure.place) == "[0].parts[0].function_call.args.q"
