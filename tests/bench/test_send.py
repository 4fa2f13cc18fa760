"""The benchmark of sends runs and says what it measured. What it measured decides no test."""

from __future__ import annotations

from tests.bench.send import TARGETS, main


def test_every_row_is_printed(capsys, monkeypatch):
    """A send to each endpoint, and one from a file."""
    monkeypatch.setattr("tests.bench.timing.SHORTEST", 0.0)

    assert main(["--sizes", "10", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line[:52].strip() for line in lines] == [*(f"send to {target}, in memory" for target in TARGETS), f"send to {TARGETS[0]}, SQLite"]
    assert all(line.endswith(("  ok", "  OVER")) for line in lines)
