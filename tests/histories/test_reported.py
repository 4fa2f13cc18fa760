"""Histories as public reports describe them: refused before, accepted after, and nothing lost on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import segue
from tests.judges import anthropic, openai_chat
from tests.switch.kept import added, lost
from tests.switch.provenance import issued_by_anthropic

HERE = Path(__file__).parent
REPORTED = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((HERE / "reported").glob("*.json"))}
OWN = [name for name, report in REPORTED.items() if "refused_by" in report]
SPOKEN = {"anthropic": "anthropic", "openai": "openai-chat"}
"""Provider of a target to the format that it takes."""
JUDGES = {"anthropic": anthropic.judge, "openai-chat": openai_chat.judge}
SUPPORT_CHAT = json.loads((HERE / "support-chat.json").read_text(encoding="utf-8"))


def _format(target: str) -> str:
    return SPOKEN[target.partition("/")[0]]


def _verdict(report: dict[str, Any], payload: Any) -> list[str]:
    switches = [{"at": at, "from_model": model} for at, model in _made_by(report)]
    history = {**report, "history": report["payload"], "from_model": switches[-1]["from_model"], "switches": switches}
    return JUDGES[_format(report["target"])](payload, model=report["target"], issued=issued_by_anthropic(history))


def _made_by(report: dict[str, Any]) -> list[tuple[int, str]]:
    made_by = report["made_by"]
    return [(0, made_by)] if isinstance(made_by, str) else [(at, model) for at, model in made_by]


def _fixed(report: dict[str, Any]) -> Any:
    return segue.fix(report["payload"], report["target"], from_format=report["format"], made_by=_made_by(report)).payload


@pytest.mark.parametrize("name", REPORTED)
def test_a_report_says_where_it_is_from(name: str) -> None:
    """Every report names its thread, what happened, the provider's words, and two ends that we judge."""
    report = REPORTED[name]
    assert report["id"] == name
    assert report["source"].startswith("https://")
    assert report["happened"]
    assert report["error"]
    assert (_format(report["target"]) == report["format"]) == (name in OWN)


@pytest.mark.parametrize("name", OWN)
def test_it_is_refused_before(name: str) -> None:
    """The judge refuses it as stored, for the reported reason and no other."""
    report = REPORTED[name]
    complaints = _verdict(report, report["payload"])
    assert complaints
    assert all(f"[{report['refused_by']}]" in line for line in complaints)


@pytest.mark.parametrize("name", REPORTED)
def test_it_is_accepted_after(name: str) -> None:
    """The judge has no complaint about what fix makes of it."""
    report = REPORTED[name]
    assert _verdict(report, _fixed(report)) == []


@pytest.mark.parametrize("name", REPORTED)
def test_nothing_is_lost_or_made_up(name: str) -> None:
    """Texts, calls, results and files are found again in order, and nothing was made up."""
    report = REPORTED[name]
    assert lost(report["payload"], report["format"], _fixed(report), _format(report["target"])) == []
    assert added(report["payload"], report["format"], _fixed(report), _format(report["target"])) == []


@pytest.mark.parametrize("name", REPORTED)
def test_fix_has_nothing_left_to_do(name: str) -> None:
    """What fix made is found without fault, and fixed again it is the same."""
    report, again = REPORTED[name], _fixed(REPORTED[name])
    fixed = segue.fix(again, report["target"], from_format=_format(report["target"]), made_by=report["target"])
    assert fixed.faults_left == ()
    assert fixed.payload == again


@pytest.mark.parametrize("target", ["anthropic/claude-sonnet-4-6", "anthropic/claude-sonnet-4-5", "openai/gpt-5.2"])
def test_the_support_chat_goes_anywhere(target: str) -> None:
    """The chat of the README's first command is accepted by every target and keeps all that was said."""
    payload = segue.fix(SUPPORT_CHAT, target, made_by="moonshot/kimi-k2.5").payload
    assert JUDGES[_format(target)](payload, model=target) == []
    assert lost(SUPPORT_CHAT, "openai-chat", payload, _format(target)) == []
    assert added(SUPPORT_CHAT, "openai-chat", payload, _format(target)) == []


def test_the_support_chat_is_refused_as_it_is() -> None:
    """Sent back to a chat endpoint of OpenAI as it was stored, the chat is refused."""
    assert openai_chat.judge(SUPPORT_CHAT, model="openai/gpt-5.2") != []
