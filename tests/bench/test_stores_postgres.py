"""The benchmark of the Postgres store runs and says what it measured. What it measured decides no test."""

from __future__ import annotations

from tests.bench.stores_postgres import main


def test_every_row_is_printed(capsys, monkeypatch):
    """Writes beside one bare statement, of eight tasks, in a long thread; reads from one thread and from many."""
    monkeypatch.setattr("tests.bench.timing.SHORTEST", 0.0)

    assert main(["--messages", "2000", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line[:52].strip() for line in lines] == [
        "append a turn / one bare statement",
        "a turn of eight awaited writers / of one",
        "append a turn after 2000 / after 100",
        "last 50 of 2000 / rows parsed",
        "last 50 of 2000, each thread / rows parsed",
    ]
    assert all(line.endswith(("  ok", "  OVER")) for line in lines)
