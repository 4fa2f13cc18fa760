"""The benchmark of stores runs and says what it measured. What it measured decides no test."""

from __future__ import annotations

from tests.bench.stores import main


def test_every_row_is_printed(capsys, monkeypatch):
    """Writes with both promises, in a long thread, reads from one thread and from many, a recall."""
    monkeypatch.setattr("tests.bench.timing.SHORTEST", 0.0)

    assert main(["--messages", "2000", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line[:52].strip() for line in lines] == [
        "append a turn, FULL / bare statements",
        "append a turn, NORMAL / bare statements",
        "append a turn after 1000 / after 100",
        "last 50 of 2000 / rows parsed",
        "last 50 of 2000, each thread / rows parsed",
        "recall of 100 / rows parsed",
    ]
    assert all(line.endswith(("  ok", "  OVER")) for line in lines)
