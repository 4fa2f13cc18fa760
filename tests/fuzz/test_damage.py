"""The damage that is done to payloads: of every kind, the same every time, and nothing of the payload is touched."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random

import pytest
from hypothesis import strategies as st

from segue import FORMATS, detect
from tests.fuzz import damage
from tests.fuzz.damage import WAYS, Spares, changed, damaged, found, spots
from tests.fuzz.samples import drawn, pieces, samples, stored

PAYLOAD = {"messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}, {"role": "assistant", "content": "Hi"}]}
PLACES = list(spots(PAYLOAD))


def spares(seed):
    """Return things to put in."""
    return Spares(Random(seed), ["spare", {"spare": 1}], ["spare"])


def test_all_places_are_found():
    """Every value has its place, the payload itself the empty one."""
    assert len(PLACES) == 11
    assert found(PAYLOAD, PLACES[0]) is PAYLOAD
    assert "Hello" in [found(PAYLOAD, place) for place in PLACES]


def test_a_change_shares_what_it_leaves():
    """What is not on the way to the place is the same object."""
    after = changed(PAYLOAD, ("messages", 0, "role"), str.upper)

    assert after["messages"][0]["role"] == "USER"
    assert after["messages"][1] is PAYLOAD["messages"][1]
    assert PAYLOAD["messages"][0]["role"] == "user"


@pytest.mark.parametrize("way", dict.fromkeys(WAYS))
def test_every_way_does_something(way):
    """Each way changes lists, objects or texts, and leaves its argument alone."""
    values = [[1, [2], {"a": 3}], {"a": 1, "b": [2]}, "Hello"]
    before = deepcopy(values)
    made = [way(value, spares(seed)) for value in values for seed in range(20)]

    assert values == before
    assert any(all(value is not one for value in values) for one in made)


def test_the_same_seed_does_the_same():
    """Damage depends on the random numbers alone."""
    first, second = ([damaged(PAYLOAD, PLACES, spares(seed)) for seed in range(200)] for _ in range(2))

    assert first == second
    assert sum(one is not PAYLOAD for one in first) > 100


def test_nothing_of_the_payload_is_touched():
    """After all damage it is what it was."""
    before = json.dumps(PAYLOAD)
    made = [damaged(PAYLOAD, PLACES, spares(seed)) for seed in range(2_000)]

    assert json.dumps(PAYLOAD) == before
    assert sum(isinstance(one, str) for one in made) > 5


def test_what_is_put_in_is_odd():
    """Among it is what no record can hold: too deep, too long, no number, no string for a key, a circle, values that refuse to be compared."""
    odd = damage.NO_JSON
    assert any(value is not value or value != value for value in odd if isinstance(value, float))  # noqa: PLR0124 - NaN
    assert max(value for value in odd if isinstance(value, int)) >= 10**4300
    assert any(isinstance(value, list) and any(item is value for item in value) for value in odd)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(damage.Undecided() == 1)


def test_samples_are_of_every_format():
    """There are many of each format, all of them read by it; the same every time; stored ones among them."""
    for name in FORMATS:
        assert len(samples(name)) >= 100, name
    assert {name for name, _ in stored()} >= {"openai-chat", "anthropic", "ai-sdk", "openai-responses", "gemini", "bedrock-converse"}
    assert all(detect(payload) is not None for _, payload in stored())


def test_long_histories_come_in_pieces():
    """A body is cut into bodies of two messages, a list into lists."""
    assert [len(piece) for piece in pieces([1, 2, 3])] == [2, 1]
    assert list(pieces({"input": [1, 2, 3], "store": False})) == [{"input": [1, 2], "store": False}, {"input": [3], "store": False}]


def test_strategies_give_the_same_every_time():
    """What is drawn does not depend on the run."""
    assert drawn(st.integers(), 5) == drawn(st.integers(), 5)
