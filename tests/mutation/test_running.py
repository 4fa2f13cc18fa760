"""The command, over the smallest sources: what is noticed, what is not, and that a second run only tells."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.mutation.running import Finder

ROOT = Path(__file__).parents[2]
PATHS = os.pathsep.join(str(ROOT / name) for name in ("core", "shell", "."))


def command(results, *words):
    """Run the command over sources of these words."""
    given = [sys.executable, "-m", "tests.mutation", *words, "--results", str(results), "--nice", "0"]
    return subprocess.run(given, cwd=ROOT, env={**os.environ, "PYTHONPATH": PATHS}, capture_output=True, text=True, check=False)  # noqa: S603  # our own command


def test_faults_in_a_repair_are_noticed(tmp_path):
    """All of one; a second run finds the same without running a test, and without the outcome of one mutant runs that alone."""
    results = tmp_path / "found.jsonl"
    first = command(results, "repairs/closing_whitespace")
    lines = results.read_text().splitlines()
    assert (first.returncode, first.stderr) == (0, "")
    assert f"0 faults of the table of survivors\nrepairs: {len(lines)} of {len(lines)} noticed (100.0%)" in first.stdout

    results.write_text("\n".join(lines[1:]) + "\n")
    assert command(results, "repairs/closing_whitespace").stdout == first.stdout
    assert sorted(map(json.dumps, map(json.loads, results.read_text().splitlines()))) == sorted(lines)


def test_a_module_is_loaded_from_its_tree():
    """The one that is named, from its place; others are left to others."""
    finder = Finder("tests.mutation.plan", ast.parse("DATA = 1"))
    found = finder.find_spec("tests.mutation.plan", [str(ROOT / "tests" / "mutation")])
    space = {}
    exec(found.loader.get_code("tests.mutation.plan"), space)  # noqa: S102  # as an import does
    assert (space["DATA"], Path(found.origin).name) == (1, "plan.py")
    assert finder.find_spec("tests.mutation.results", None) is None
