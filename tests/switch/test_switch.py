"""Every stored history is carried to every target: accepted there, with nothing lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.judges.gemini import PLACEHOLDERS, alphabet
from tests.switch.endpoints import Endpoint, endpoint
from tests.switch.facts import Thought
from tests.switch.kept import added, lost, told
from tests.switch.provenance import thoughts
from tests.switch.reading import READERS, read
from tests.switch.run import TARGETS, carried, files, main

HISTORIES = {path.stem: path for path in files([Path(__file__).parent / "histories"])}
CELLS = [(name, slug) for name in HISTORIES for slug in TARGETS]


def _history(name: str) -> dict[str, Any]:
    history: dict[str, Any] = json.loads(HISTORIES[name].read_text(encoding="utf-8"))
    return history


def _carried(name: str, slug: str) -> tuple[dict[str, Any], Any, Endpoint]:
    history = _history(name)
    return history, carried(history, TARGETS[slug]), endpoint(TARGETS[slug])


def _thoughts(payload: Any, format: str) -> list[Thought]:
    """Return the thoughts that a payload tells, without signatures that Google's documents give to all."""
    given = set(map(alphabet, PLACEHOLDERS))
    return [thought for thought in told(read(payload, format), Thought) if thought.token not in given]


def test_histories_of_every_format_are_carried() -> None:
    """There are histories in each format that a history is read from."""
    dialects = {"mistral", "deepseek", "cerebras"}
    assert {_history(name)["format"] for name in HISTORIES} == set(READERS) - dialects


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_the_target_accepts_it(name: str, slug: str) -> None:
    """The judge of the target has no complaint, forged and foreign tokens included."""
    history, payload, end = _carried(name, slug)
    assert end.judge(payload, TARGETS[slug], history) == []


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_nothing_is_lost(name: str, slug: str) -> None:
    """All visible texts, calls, results and files are found again in order, and no reasoning has become visible."""
    history, payload, end = _carried(name, slug)
    assert lost(history["history"], history["format"], payload, end.format) == []


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_nothing_is_added(name: str, slug: str) -> None:
    """No line is said that the history does not say, or more often than it does; bracketed placeholders aside."""
    history, payload, end = _carried(name, slug)
    assert added(history["history"], history["format"], payload, end.format) == []


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_a_target_reads_its_own_thoughts_again(name: str, slug: str) -> None:
    """What the target's provider can read again goes back to it byte by byte, in order."""
    history, payload, end = _carried(name, slug)
    owed = [made.thought for made in thoughts(history) if end.owed(made)]
    assert owed == [thought for thought in _thoughts(payload, end.format) if thought in owed]


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_no_thought_is_passed_off(name: str, slug: str) -> None:
    """Every thought in the payload is one of the history's, by a model whose thoughts the target can read."""
    history, payload, end = _carried(name, slug)
    readable = [made.thought for made in thoughts(history) if end.readable(made)]
    words, tokens = {thought.words for thought in readable}, {thought.token for thought in readable}
    assert [thought for thought in _thoughts(payload, end.format) if thought.words not in words or thought.token not in {"", *tokens}] == []


def test_run_writes_one_payload_a_cell(tmp_path: Path) -> None:
    """A folder and a target make one file for each history, and status 0."""
    assert main([str(HISTORIES["an01-letter-translation"].parent), str(tmp_path), "--targets", "openai-chat-gpt-5.2"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}__openai-chat-gpt-5.2.json" for name in HISTORIES}


def test_run_leaves_out_what_cannot_be_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken history and an unknown target are told on stderr, the rest is written, and the status is 1."""
    broken = tmp_path / "broken.json"
    broken.write_text(
        '{"id": "broken", "format": "openai-chat", "from_model": "openai/gpt-5.2", "history": {"messages": 3}}', encoding="utf-8"
    )
    good, out = str(HISTORIES["an01-letter-translation"]), tmp_path / "out"
    assert main([str(broken), good, str(out), "--targets", "openai-chat-gpt-5.2", "no-such-target"]) == 1
    assert [path.name for path in out.iterdir()] == ["an01-letter-translation__openai-chat-gpt-5.2.json"]
    told = capsys.readouterr().err
    assert "broken to openai-chat-gpt-5.2" in told
    assert "no target 'no-such-target'" in told
