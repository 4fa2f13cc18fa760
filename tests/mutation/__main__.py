"""The command: put one fault at a time into the repairs, the rules and the engine, and see that a test notices.

Nine of ten must be noticed, of the engine, of the repairs, of the rules and of all. The others stand in `survivors.json` with the reason
why nothing can notice them; one that does not stand there is a test that is missing, and one that stands there and is noticed is a lie.

All of it takes about half an hour of a processor, half of it for the rules. What is found goes to `--results`, at once, and a later run
goes on from there: faults that were noticed are not tried again while their source is the same, the others not while their tests are, so
that a run after a small change takes a minute or some.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from attrs import evolve

from tests.mutation.operators import mutants
from tests.mutation.plan import GROUPS, chosen, core, group_of, judging, module_of
from tests.mutation.results import Outcome, Results, digest
from tests.mutation.running import Source, load, try_out
from tests.mutation.survivors import explained, table_faults

ROOT = Path(__file__).parents[2]
COPIED = ("core", "shell", "tests", "properties", "pyproject.toml", "README.md")
GOAL = 0.9
"""The share that must be noticed, in all and of the engine, the repairs and the rules: of all mutants, those too that are explained."""


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
    paths, results = chosen(root, options.words), Results(Path(options.results))
    early = load(core(root), {str(path) for path in paths})
    sharing = groupby(paths, lambda path: judging(path, root))
    outcomes = [outcome for tests, some in sharing for outcome in _outcomes([*some], tests, root, results, early)]
    faults = table_faults(outcomes, explained())
    print(*faults, f"{len(faults)} faults of the table of survivors", sep="\n")
    return int(not _suffices(outcomes) or bool(faults))


def _suffices(outcomes: Sequence[Outcome]) -> bool:
    """Print how many mutants were noticed, of the engine, the repairs, the rules and in all. Tells whether they are enough of each."""
    groups = {group: [each for each in outcomes if group_of(Path(each.file)) == group] for group in GROUPS}
    counts = {name: (sum(each.noticed for each in some), len(some)) for name, some in {**groups, "all": outcomes}.items() if some}
    print(", ".join(f"{name}: {noticed} of {made} noticed ({noticed / made:.1%})" for name, (noticed, made) in counts.items()))
    return all(noticed >= GOAL * made for noticed, made in counts.values())


def _outcomes(paths: Sequence[Path], tests: Sequence[str], root: Path, results: Results, early: Collection[int]) -> Iterator[Outcome]:
    """Yield what is known of each mutant of sources that share their tests; those are tried first of which nothing is known."""
    judges = digest([root / test for test in tests])
    made = {path: mutants(path.read_text(encoding="utf-8")) for path in paths}
    missed = {
        mutant: Outcome(str(path.relative_to(root)), mutant.where, mutant.change, noticed=False, source=digest([path]), tests=judges)
        for path in paths
        for mutant in made[path]
    }
    sources = [Source(module_of(path, root), path, [mutant for mutant in made[path] if not results.settles(missed[mutant])]) for path in paths]
    if left := [source for source in sources if source.mutants]:
        try_out(left, tests, early, lambda mutant, noticed: results.add(evolve(missed[mutant], noticed=noticed)))
    for path in paths:
        known = [results.known[missed[mutant].key] for mutant in made[path]]
        print(f"{sum(each.noticed for each in known):>4} of {len(known):<4} {path.relative_to(root)}", flush=True)
        yield from known


if __name__ == "__main__":
    raise SystemExit(main())
