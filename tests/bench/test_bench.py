"""The benchmark runs and says what it measured. What it measured decides no test."""

from __future__ import annotations

from functools import partial

import pytest

from segue import BUILT_IN, FORMATS, Request, Target
from segue.scan import scan
from segue.testing.steps import steps_of
from tests.bench.__main__ import main
from tests.bench.histories import LAYOUTS, NAMES, payload
from tests.bench.rows import plain_loop
from tests.bench.timing import Row

MEASURES = ("decode / json.loads", "encode / json.dumps", "clean pass / plain loop", "one turn more / clean pass", "no rule in scope, 10n / n")
GROWING = ("decode", "encode", "clean pass", "one turn more", "messy pass")


@pytest.fixture(scope="module")
def table():
    """What the command prints at a tiny size, and its exit status."""
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("builtins.print", lambda *words, **_: lines.append(" ".join(map(str, words))))
        patch.setattr("tests.bench.timing.SHORTEST", 0.0)
        status = main(["--sizes", "40", "--repeats", "1"])
    return lines, status


def test_every_row_is_printed(table):
    """Each layout has its measures and how they grow, each rule its growth, each row a limit and a verdict."""
    lines, _ = table
    expected = [f"{name} {measure}" for name in NAMES for measure in MEASURES]
    expected += [f"{name} {work}, 2n / n" for name in NAMES for work in GROWING]
    expected += [f"{rule.name}{ids}, 2n / n" for rule in BUILT_IN for ids in ("", ", same ids")]
    rows = lines[1:-1]
    assert sorted(expected) == sorted(line[:60].strip() for line in rows)
    assert all(line.endswith(("  ok", "  OVER")) for line in rows)
    assert lines[-1].startswith(f"{len(rows)} rows, ")


def test_a_slow_run_is_no_failure(table):
    """The exit status is 0 whatever was measured, unless --strict is given."""
    assert table[1] == 0


@pytest.mark.parametrize(("ours", "arguments", "status"), [(4.0, ["--strict"], 1), (4.0, [], 0), (3.0, ["--strict"], 0)])
def test_strict_tells_by_the_exit_status(ours, arguments, status, monkeypatch, capsys):
    """With --strict a row over its limit makes the status 1; one at its limit does not."""
    monkeypatch.setattr("tests.bench.__main__.all_rows", lambda *_: [Row("work", 10, ours, 1.0, 3.0)])
    assert main(arguments) == status
    assert ("OVER" in capsys.readouterr().out) is (ours > 3.0)


def _act(rule, clean, target):
    """Do what the rule does, whether or not there is a reason to."""
    if rule.apply_to_request is not None:
        return rule.apply_to_request(Request(clean), target)
    return rule.apply_to_prompt(clean, target) if rule.apply_to_prompt is not None else None


@pytest.mark.parametrize("name", NAMES)
def test_rules_spare_a_clean_history(name):
    """What no scan rules out takes fewer steps than a loop over all parts: every clean history pays for it."""
    layout = LAYOUTS[name]
    clean, target = FORMATS[layout.format].decode(payload(name, 200)).unwrap().prompt, Target.of(layout.target)
    kinds, most = scan(clean), steps_of(lambda: plain_loop(clean))
    dear = {
        rule.name: steps
        for rule in BUILT_IN
        if rule.applies_to(target) and not rule.reads.isdisjoint(kinds) and (steps := steps_of(partial(_act, rule, clean, target))) > most
    }
    assert dear == {}
