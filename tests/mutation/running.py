"""Running tests over mutants, each in a forked process: nothing on disk is changed, and what goes wrong there stays there.

Where the fault is in a plain function, only that function's code is changed, in modules that are loaded and with tests that are collected
already, which takes a tenth of a second. Else all modules are loaded anew, the one with the fault from its tree.
"""

from __future__ import annotations
import __future__

import ast
import importlib
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import SourceFileLoader
from types import FunctionType

import pytest

from tests.mutation.operators import Mutant

SECONDS, BYTES = 8, 4 << 30
"""What a run may take: seconds of a processor beyond four times what the tests take without a fault, and memory. One that takes more is
noticed, as one whose tests fail is."""
OURS = ("segue", "segue_shell", "tests")
OPTIONS = ("-x", "-s", "-k", "not linear", *(f"-pno:{name}" for name in ("cacheprovider", "cov", "xdist", "terminal")))
"""Tests that count steps take longer than all others, and what they would notice is law 11's."""
_PASSED, _FAILED, _STOPPED = 0, 1, 2


class Unusable(Exception):
    """Tests that cannot be run, or that fail without a fault."""


def unnoticed(module: str, faulty: Sequence[Mutant], tests: Sequence[str], notice: Callable[[Mutant], None]) -> list[Mutant]:
    """Return the mutants of a module over which these tests pass; each of the others is told of at once."""
    importlib.import_module(module)
    functions = {mutant: function for mutant in faulty if isinstance(function := getattr(sys.modules[module], mutant.where or "-", None), FunctionType)}
    left: list[Mutant] = []
    seconds = [SECONDS]

    def note(mutant: Mutant, run: Callable[[], int]) -> None:
        (left.append if in_a_child(run, seconds[0]) else notice)(mutant)

    def each(run: Callable[[], int]) -> None:
        seconds[0] += _without_fault(run)
        for mutant, function in functions.items():
            note(mutant, partial(_swapped, function, mutant, run))

    _collect(tests, each)
    for mutant in faulty:
        if mutant not in functions:
            note(mutant, partial(reload, module, mutant, tests))
    return left


def _without_fault(run: Callable[[], int]) -> int:
    """Return four times the seconds that tests take without a fault."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    if not in_a_child(run):
        raise Unusable("they fail without a fault")
    return 4 * round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def _swapped(function: FunctionType, mutant: Mutant, run: Callable[[], int]) -> int:
    swap(function, mutant)
    return run()


def in_a_child(run: Callable[[], int], seconds: int = 600) -> bool:
    """Tell whether a run in a process of its own gives 0; what goes wrong in it, or takes too much, does not."""
    pid = os.fork()
    if pid == 0:
        _child(run, seconds)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code > _STOPPED or code == -signal.SIGKILL:
        raise Unusable(f"a run ended with {code}")
    return code == _PASSED


def _child(run: Callable[[], int], seconds: int) -> None:
    code = _FAILED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))  # SIGXCPU at the first, which is no SIGKILL
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = int(run())
    finally:
        os._exit(code)


def _collect(tests: Sequence[str], work: Callable[[Callable[[], int]], None]) -> None:
    """Collect tests, and have work done with what runs them, in place of running them."""
    raised: list[Exception] = []

    class InPlace:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            try:
                work(lambda: _run(session))
            except Exception as error:  # noqa: BLE001  # pytest would take it for its own
                raised.append(error)
            return True

    code = pytest.main([*OPTIONS, *tests], plugins=[InPlace()])
    if raised:
        raise Unusable(f"{' '.join(tests)}: {raised[0]}") from raised[0]
    if code != _PASSED:
        raise Unusable(f"pytest ended with {code} over {' '.join(tests)}")


def _run(session: pytest.Session) -> int:
    """Run what was collected until something fails."""
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return _FAILED
    return _PASSED


def swap(function: FunctionType, mutant: Mutant) -> None:
    """Give a function the code of its mutant, wherever it was imported."""
    definition = next(node for node in mutant.tree.body if isinstance(node, ast.FunctionDef) and node.name == mutant.where)
    code = compile(ast.Module([definition], []), function.__code__.co_filename, "exec", __future__.annotations.compiler_flag)
    space = dict(function.__globals__)
    exec(code, space)  # noqa: S102  # that is what a mutant is for
    made = space[mutant.where]
    function.__code__, function.__defaults__, function.__kwdefaults__ = made.__code__, made.__defaults__, made.__kwdefaults__


def reload(module: str, mutant: Mutant, tests: Sequence[str]) -> int:
    """Forget all modules of ours, and run tests with one loaded from its mutant."""
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]
    sys.meta_path.insert(0, Finder(module, mutant.tree))
    return pytest.main([*OPTIONS, *tests])


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
