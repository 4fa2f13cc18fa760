"""Every stored history is carried to every target: accepted there, with nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.judges import anthropic, openai_chat
from tests.switch.facts import Thought, read
from tests.switch.kept import added, lost
from tests.switch.provenance import issued_by_anthropic, maker_at, thoughts
from tests.switch.run import TARGETS, carried, files, main

HISTORIES = {path.stem: path for path in files([Path(__file__).parent / "histories"])}
JUDGES: dict[str, tuple[str, Callable[..., list[str]]]] = {
    "anthropic": ("anthropic", anthropic.judge),
    "openai": ("openai-chat", openai_chat.judge),
}
CELLS = [(name, slug) for name in HISTORIES for slug in TARGETS]


def _history(name: str) -> dict[str, Any]:
    history: dict[str, Any] = json.loads(HISTORIES[name].read_text(encoding="utf-8"))
    return history


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_the_target_accepts_it(name: str, slug: str) -> None:
    """The judge of the target has no complaint, forged and foreign tokens included."""
    history, (_, judge) = _history(name), JUDGES[TARGETS[slug].partition("/")[0]]
    assert judge(carried(history, TARGETS[slug]), model=TARGETS[slug], issued=issued_by_anthropic(history)) == []


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_nothing_is_lost(name: str, slug: str) -> None:
    """All visible texts, calls, results and files are found again in order, and no reasoning has become visible."""
    history, (format, _) = _history(name), JUDGES[TARGETS[slug].partition("/")[0]]
    assert lost(history["history"], history["format"], carried(history, TARGETS[slug]), format) == []


@pytest.mark.parametrize(("name", "slug"), CELLS)
def test_nothing_is_added(name: str, slug: str) -> None:
    """No line is said that the history does not say, or more often than it does; bracketed placeholders aside."""
    history, (format, _) = _history(name), JUDGES[TARGETS[slug].partition("/")[0]]
    assert added(history["history"], history["format"], carried(history, TARGETS[slug]), format) == []


@pytest.mark.parametrize(("name", "slug"), [cell for cell in CELLS if TARGETS[cell[1]].startswith("anthropic/")])
def test_claude_reads_its_own_thoughts_again(name: str, slug: str) -> None:
    """What Anthropic's API signed before the last message goes back to it byte by byte."""
    history = _history(name)
    last = len(history["history"].get("messages") or history["history"]["prompt"]) - 1
    own = [item for at, item in thoughts(history) if item.token and at < last and maker_at(history, at).startswith("anthropic/")]
    sent = [item for turn in read(carried(history, TARGETS[slug]), "anthropic") for item in turn.told if isinstance(item, Thought)]
    assert own == [item for item in sent if item in own]


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
