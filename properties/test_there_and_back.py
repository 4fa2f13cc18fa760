"""A history carried to another format and back says what it said, but for what the table declares; and the table declares no more."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import settings
from returns.pipeline import is_successful

from segue import FORMATS
from segue.parts import TextPart, ToolCallPart
from segue.placeholders import is_placeholder
from segue.prompts import AssistantMessage, UserMessage
from segue.testing.comparing import compare
from segue.testing.facts import parsed
from segue.testing.keeping import keeping_fault
from tests import translation
from tests.fuzz.samples import LONGEST, histories, samples
from tests.translation.losses import LOST, losses
from tests.translation.plain import orderly, plain

COUNT = max(60, settings().max_examples)
"""How many histories of each strategy are searched for their words and calls."""
WITNESSES = json.loads((Path(translation.__file__).parent / "witnesses.json").read_text(encoding="utf-8"))
"""Payloads of each format that lose what no stored history does; found by strategies, and kept, since these may change."""
PAIRS = list(permutations(FORMATS, 2))


def requests(name, payloads):
    """Return the requests that orderly payloads of a format are; small ones."""
    read = [FORMATS[name].decode(payload) for payload in payloads if len(json.dumps(payload)) <= LONGEST]
    return [one.unwrap() for one in read if is_successful(one) and orderly(one.unwrap())]


@cache
def kept(name):
    """Return the stored requests of a format."""
    return requests(name, [*(payload for form, payload in histories() if form == name), *WITNESSES[name]])


@cache
def drawn(name):
    """Return requests of a format's strategies, and the stored ones."""
    return requests(name, samples(name, histories, COUNT))


def carried(request, name, other):
    """Write a request in another format, read that, write it in its own again, and read that; through JSON, as it would be."""
    for form in (FORMATS[other], FORMATS[name]):
        request = form.decode(json.loads(json.dumps(form.encode(request)))).unwrap()
    return request


def there_and_back(name, other):
    """Yield requests and what they are when they come back, both as the two formats say things; those that say the same left out."""
    for request in kept(name):
        before, after = (plain(one, frozenset({name, other})) for one in (request, carried(request, name, other)))
        if keeping_fault(compare(before, after, frozenset())):
            yield before, after


@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_nothing_is_lost_but_what_is_declared(name, other):
    """With the losses of the pair every history comes back; with one of them less some do not."""
    declared, needless = losses(name, other), set(losses(name, other))
    for before, after in there_and_back(name, other):
        assert keeping_fault(compare(before, after, declared)) == ""
        needless = {loss for loss in needless if not keeping_fault(compare(before, after, declared - {loss}))}
    assert needless == set()


def words(request):
    """Return who says what, texts that say nothing aside; and the calls of the caller's own tools."""
    said, called = [], []
    for message in request.prompt.messages:
        for part in message.content:
            if isinstance(part, TextPart) and isinstance(message, UserMessage | AssistantMessage) and part.text.strip():
                said.append((type(message), part.text))
            elif isinstance(part, ToolCallPart) and not part.hosted:
                called.append((part.id, part.name, parsed(part.input)))
    return [one for one in said if not is_placeholder(one[1].partition("\n")[0])], called


@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_words_and_calls_come_back(name, other):
    """Every text of a user or a model is said again in its order, and every call is made again: its id, its name, its input."""
    for request in drawn(name):
        (said, called), (again, made) = words(request), words(carried(request, name, other))
        assert called == made
        rest = iter(again)
        assert [one for one in said if one not in rest] == []


def test_there_are_enough():
    """Many histories of each format are carried."""
    assert {name: len(drawn(name)) for name in FORMATS if len(drawn(name)) < 40} == {}


def test_every_declaration_has_its_reason():
    """The table names each loss once, with a reason, and formats that there are."""
    assert len({loss for loss, _, _ in LOST}) == len(LOST)
    assert all(reason and {*ways} <= {*FORMATS} and {*" ".join(ways.values()).split()} <= {*FORMATS} for _, reason, ways in LOST)
