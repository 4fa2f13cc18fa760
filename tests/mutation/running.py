"""Running tests over mutants, each in a forked process: nothing on disk is changed, and what goes wrong there stays there.

The tests are collected once, and run once without a fault, which tells what each of them calls. A fault in a function is put into the
modules that are loaded, or in what a rule of theirs binds, and only the tests that call the function are run, in a tenth of a second. Where
that cannot be done, or the function was called while the core was loaded and nothing noticed it, all is loaded anew, the one with the fault
from its tree, and all tests are run.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from attrs import frozen

from tests.mutation.operators import Mutant
from tests.mutation.reach import FAILED, PASSED, Calls, Reach, measured, read, run
from tests.mutation.swapping import Living, differing, give_callables, give_code, held, living, row_at

SECONDS, BYTES = 8, 4 << 30
"""What a run may take: seconds of a processor beyond four times what the tests take without a fault, and memory. One that takes more is
noticed, as one whose tests fail is."""
MOST = 300
"""How many tests are run over a fault at most, those first that call the fewest functions: what only another one would notice is missed."""
OURS = ("segue", "segue_shell", "tests")
OPTIONS = ("-x", "-s", "-k", "not linear", *(f"-pno:{name}" for name in ("cacheprovider", "cov", "xdist", "terminal")))
"""Tests that count steps take longer than all others, and what they would notice is law 11's."""
_STOPPED, _EMPTY = 2, 5  # what pytest returns where it breaks off, and where all that it finds is left out


class Unusable(Exception):
    """Tests that cannot be run, or that fail without a fault."""


@frozen
class Source:
    """A module, its file, and its mutants that are to be tried."""

    module: str
    path: Path
    mutants: Sequence[Mutant]


@frozen
class Trial:
    """A mutant that is put into what is loaded: how, which tests may notice, and whether it is settled where none of them does."""

    put: Callable[[], object]
    tests: Sequence[int]
    settles: bool


def load(modules: Iterable[str], files: Collection[str]) -> Collection[int]:
    """Load modules. Returns the code in these files that was called meanwhile, by its identity."""
    calls = Calls(files)
    calls.begin()
    for module in modules:
        importlib.import_module(module)
    calls.end()
    return set(calls.seen)


def try_out(sources: Sequence[Source], tests: Sequence[str], early: Collection[int], tell: Callable[[Mutant, bool], None]) -> None:
    """Run tests over mutants, and tell of each at once whether it was noticed. `early` is the code that was called by loading modules."""
    again: list[tuple[str, Mutant]] = []
    files: list[str] = []

    def work(session: pytest.Session) -> None:
        counted = Counter(str(item.path) for item in session.items)
        files.extend(path for path, _ in counted.most_common())  # the tests of all rows are the largest, and notice most
        reach, functions = _reach(session, sources), living({str(source.path) for source in sources})
        names = [item.nodeid for item in session.items]
        for source in sources:
            for mutant in source.mutants:
                trial = _trial(source, mutant, functions, reach, names, early)
                code = _code_of(trial, session, reach) if trial.tests else PASSED
                if code == FAILED or (code == PASSED and trial.settles):
                    tell(mutant, code == FAILED)
                else:
                    again.append((source.module, mutant))

    _collect(tests, work)
    for module, mutant in again:
        tell(mutant, in_a_child(partial(reload, module, mutant, files)) != PASSED)


def _reach(session: pytest.Session, sources: Sequence[Source]) -> Reach:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reach.json"
        if in_a_child(partial(measured, session.items, {str(source.path) for source in sources}, file)) != PASSED:
            raise Unusable("they fail without a fault")
        return read(file)


def _trial(source: Source, mutant: Mutant, functions: Living, reach: Reach, names: Sequence[str], early: Collection[int]) -> Trial:
    pairs = differing(mutant, str(source.path))
    if holders := held(pairs, functions):
        return Trial(partial(give_code, pairs, functions), reach.of(holders)[:MOST], all(id(holder.__code__) not in early for holder in holders))
    row, bound = row_at(mutant.origin, mutant.line)
    first = sorted(range(len(names)), key=lambda number: row not in names[number])  # tests that are named for it
    return Trial(partial(give_callables, source.module, mutant, row, bound), first[:MOST] if row else (), settles=bool(row))


def _code_of(trial: Trial, session: pytest.Session, reach: Reach) -> int:
    def tried() -> int:
        try:
            trial.put()
        except Exception:  # noqa: BLE001  # what a module says while it is loaded is left to loading it anew
            return _STOPPED
        return run([session.items[number] for number in trial.tests])

    return in_a_child(tried, SECONDS + round(4 * sum(reach.seconds[number] for number in trial.tests)))


def in_a_child(work: Callable[[], int], seconds: int = 600) -> int:
    """Return what a run in a process of its own gives: 0 where all passes, 1 also where it breaks off or takes too much."""
    pid = os.fork()
    if pid == 0:
        _child(work, seconds)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code > _STOPPED or code == -signal.SIGKILL:
        raise Unusable(f"a run ended with {code}")
    return FAILED if code < 0 else code


def _child(work: Callable[[], int], seconds: int) -> None:
    code = FAILED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))  # SIGXCPU at the first, which is no SIGKILL
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = int(work())
    finally:
        os._exit(code)


def _collect(tests: Sequence[str], work: Callable[[pytest.Session], None]) -> None:
    """Collect tests, and have work done with them in place of running them."""
    raised: list[Exception] = []

    class InPlace:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            try:
                work(session)
            except Exception as error:  # noqa: BLE001  # pytest would take it for its own
                raised.append(error)
            return True

    code = pytest.main([*OPTIONS, *tests], plugins=[InPlace()])
    if raised:
        raise Unusable(f"{' '.join(tests)}: {raised[0]}") from raised[0]
    if code != PASSED:
        raise Unusable(f"pytest ended with {code} over {' '.join(tests)}")


def reload(module: str, mutant: Mutant, files: Sequence[str]) -> int:
    """Forget all modules of ours, and run tests file by file with one loaded from its mutant, until something fails."""
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]
    sys.meta_path.insert(0, Finder(module, mutant.tree))
    codes = (pytest.main([*OPTIONS, file]) for file in files)
    return next((code for code in codes if code not in (PASSED, _EMPTY)), PASSED)


class Finder(MetaPathFinder):
    """Finds the module with the fault before its file is found."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.tree = module, tree

    def find_spec(self, name: str, path: Sequence[str] | None, _target: object = None) -> object:
        if name != self.module:
            return None
        found = next(spec for finder in _others(self) if (spec := finder.find_spec(name, path)))
        return importlib.util.spec_from_file_location(name, found.origin, loader=Loader(name, found.origin, self.tree))


def _others(finder: MetaPathFinder) -> Iterable[MetaPathFinder]:
    return (other for other in sys.meta_path if other is not finder)


class Loader(SourceFileLoader):
    """Loads a module from its tree."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, _: str) -> object:
        return compile(self.tree, self.path, "exec", dont_inherit=True)
