"""What was sent stands at the beginning of what is sent next, so that prompt caches keep hitting; and the measure of it can tell."""

from __future__ import annotations

import json

import pytest

from tests.bench.prefix import GOAL, HISTORIES, Share, main, shares, turns, written
from tests.switch.run import TARGETS

LONG = json.loads((HISTORIES / "oc10-pathlib-long.json").read_text(encoding="utf-8"))
SHORT = json.loads((HISTORIES / "an01-letter-translation.json").read_text(encoding="utf-8"))
ASK, ANSWER = {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_growing_history_keeps_its_beginning(target):
    """A long and messy one, carried again and again as it grows."""
    found = sum(shares(LONG, target, every=9), Share())
    assert found.due > 20_000
    assert found.share >= GOAL


def test_a_history_is_taken_turn_by_turn():
    """Each reply was asked for once: after words of a person, or after results; two messages of the model in a row are one reply."""
    listed = [ASK, ANSWER, ASK, {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {}}]}]
    listed += [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "x"}]}, ANSWER, ANSWER, ASK]
    history = {"format": "anthropic", "history": {"messages": listed, "system": "s"}}
    assert [len(turn["messages"]) for turn in turns(history)] == [1, 3, 5, 8]
    assert {turn["system"] for turn in turns(history)} == {"s"}
    assert list(map(len, turns({"format": "anthropic", "history": listed}))) == [1, 3, 5, 8]


def test_what_is_under_way_is_not_due():
    """The last message of a person and what follows it; results under a person's role are no such message."""
    results = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "x"}]}
    payload = {"system": "s", "messages": [ASK, ANSWER, ASK, ANSWER, results]}
    whole, settled = written(payload, "anthropic"), written(payload, "anthropic", settled=True)
    assert whole.startswith(settled)
    assert settled == written({"system": "s", "messages": [ASK, ANSWER]}, "anthropic")


def test_a_change_at_the_beginning_is_seen(monkeypatch):
    """A repair that stamps the number of messages on the first one spoils all that stands behind it."""
    class Stamped:
        def __init__(self, payload, *_, **__):
            first, *rest = payload["messages"]
            self.payload = {**payload, "messages": [{**first, "content": f"{len(rest)}"}, *rest]}

    monkeypatch.setattr("tests.bench.prefix.segue.fix", Stamped)
    found = sum(shares(LONG, "openai/gpt-5.2", every=9), Share())
    assert found.share < 0.1
    assert found.least < 0.1


def test_nothing_due_is_all_hit():
    """A history of one question has nothing to hit."""
    assert sum(shares(SHORT, "openai/gpt-5.2"), Share()).share == 1


def test_the_command_prints_a_row_for_each_target(capsys):
    """And says by its status that all keep the goal; histories of few replies are passed over."""
    assert main([str(HISTORIES / "or02-fjord-tickets.json"), str(HISTORIES / "an01-letter-translation.json")]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == list(TARGETS)
