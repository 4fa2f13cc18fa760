"""The command: put one fault at a time into the repairs, the rules and the engine, and see that a test notices.

Survivors stand in `survivors.json` with the reason why nothing can notice them; one that does not stand there is a test that is missing,
and one that stands there and is noticed is a lie. It takes an hour or more of a processor, writes what it found to `--results` and goes
on from there: faults that were noticed are not tried again while their source is the same, the others not while their tests are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutation.operators import Mutant, mutants
from tests.mutation.plan import chosen, judging, module_of
from tests.mutation.results import Outcome, Results, digest
from tests.mutation.running import unnoticed
from tests.mutation.survivors import explained, table_faults

ROOT = Path(__file__).parents[2]
COPIED = ("core", "shell", "tests", "properties", "pyproject.toml", "README.md")
GOAL = 0.9
"""The share that must be noticed, of those that are not explained and of those that are alike."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants. Returns 1 where too few are noticed, or the survivors are not those that are explained."""
    os.environ.pop("PYTEST_ADDOPTS", None)  # tests are run in this process, whatever is asked of others
    given = sys.argv[1:] if arguments is None else [*arguments]
    options = _parser().parse_args(given)
    return _in_a_copy(given) if options.within is None else _run(Path(options.within), options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Put faults into the core and see that tests notice.")
    parser.add_argument("words", nargs="*", help="in the paths of the sources, such as `repairs/blank` or `engine`; all if none is given")
    parser.add_argument("--results", default=str(Path(tempfile.gettempdir()) / "segue-mutation.jsonl"), help="what was found so far")
    parser.add_argument("--nice", type=int, default=19, help="how far to stand back behind other processes")
    parser.add_argument("--within", help=argparse.SUPPRESS)
    return parser


def _in_a_copy(arguments: Sequence[str]) -> int:
    """Run over a copy, so that whoever edits the sources meanwhile disturbs nothing."""
    with tempfile.TemporaryDirectory() as work:
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, Path(work) / name)
        paths = os.pathsep.join([str(Path(work) / "core"), str(Path(work) / "shell"), work])
        command = [sys.executable, "-m", "tests.mutation", *arguments, "--within", work]
        return subprocess.run(command, cwd=work, env={**os.environ, "PYTHONPATH": paths}, check=False).returncode  # noqa: S603  # this very command


def _run(root: Path, options: argparse.Namespace) -> int:
    os.nice(options.nice)
    results = Results(Path(options.results))
    outcomes = [outcome for path in chosen(root, options.words) for outcome in _told(path, root, results)]
    noticed = sum(outcome.noticed for outcome in outcomes)
    faults = table_faults(outcomes, explained())
    share = noticed / max(1, len(outcomes))
    print(*faults, f"{noticed} of {len(outcomes)} noticed ({share:.1%}), {len(faults)} faults of the table of survivors", sep="\n")
    return int(share < GOAL or bool(faults))


def _told(path: Path, root: Path, results: Results) -> Sequence[Outcome]:
    """Run the mutants of one source and print how many were noticed."""
    outcomes = [*_outcomes(path, root, results)]
    print(f"{sum(outcome.noticed for outcome in outcomes):>4} of {len(outcomes):<4} {path.relative_to(root)}", flush=True)
    return outcomes


def _outcomes(path: Path, root: Path, results: Results) -> Iterator[Outcome]:
    """Yield what is known of each mutant, those tried first of which nothing is."""
    tests, file = judging(path, root), str(path.relative_to(root))
    digests = digest([path]), digest([root / test for stage in tests for test in stage])
    made = mutants(path.read_text(encoding="utf-8"))

    def add(mutant: Mutant, *, noticed: bool) -> None:
        results.add(Outcome(file, mutant.where, mutant.change, noticed, *digests))

    left = [mutant for mutant in made if results.settled((file, mutant.where, mutant.change), *digests) is None]
    for stage in tests if left else ():
        left = unnoticed(module_of(path, root), left, stage, lambda mutant: add(mutant, noticed=True))
    for mutant in left:
        add(mutant, noticed=False)
    return (results.known[file, mutant.where, mutant.change] for mutant in made)


if __name__ == "__main__":
    raise SystemExit(main())
