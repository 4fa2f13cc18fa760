"""Running tests over a mutant, in a forked process: nothing on disk is changed, and what goes wrong there stays there.

Where the fault is in a plain function, only that function's code is changed, in modules that are loaded already. Else the modules are
loaded anew, the one with the fault from its tree.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import resource
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType

import pytest

from tests.mutation.operators import Mutant

SECONDS, BYTES = 60, 4 << 30
"""What a run may take of a processor and of memory. One that takes more is noticed as one whose tests fail is."""
OURS = ("segue", "segue_shell", "tests")
OPTIONS = ("-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist")
_PASSED, _FAILED, _STOPPED = 0, 1, 2


class Unusable(Exception):
    """Tests that cannot be run, or that fail without a fault."""


def passes(tests: Sequence[str], change: Callable[[], None] = lambda: None) -> bool:
    """Tell whether tests pass in a process of their own, in which something was changed first."""
    pid = os.fork()
    if pid == 0:
        _child(tests, change)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code > _STOPPED:
        raise Unusable(f"pytest ended with {code} over {' '.join(tests)}")
    return code == _PASSED


def load(module: str, tests: Sequence[str]) -> None:
    """Load a module and its tests here, so that no child has to."""
    importlib.import_module(module)
    with Path(os.devnull).open("w", encoding="utf-8") as silence, redirect_stdout(silence), redirect_stderr(silence):
        pytest.main([*OPTIONS, "--collect-only", *tests])


def _child(tests: Sequence[str], change: Callable[[], None]) -> None:
    """Run the tests and end; what cannot even be loaded fails."""
    code: int = _FAILED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        change()
        code = int(pytest.main([*OPTIONS, *tests]))
    finally:
        os._exit(code)


def is_noticed(module: str, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Tell whether tests fail over a mutant of a module."""
    function = getattr(sys.modules.get(module), mutant.where, None) if mutant.where else None
    if isinstance(function, FunctionType):
        return not passes(tests, lambda: swap(function, mutant))
    return not passes(tests, lambda: reload(module, mutant))


def swap(function: FunctionType, mutant: Mutant) -> None:
    """Give a function the code of its mutant, wherever it was imported."""
    definition = next(node for node in mutant.tree.body if isinstance(node, ast.FunctionDef) and node.name == mutant.where)
    space = dict(function.__globals__)
    exec(compile(ast.Module([definition], []), function.__code__.co_filename, "exec", dont_inherit=True, flags=_FUTURE), space)  # noqa: S102  # that is what a mutant is for
    made = space[mutant.where]
    function.__code__, function.__defaults__, function.__kwdefaults__ = made.__code__, made.__defaults__, made.__kwdefaults__


_FUTURE = __import__("__future__").annotations.compiler_flag


def reload(module: str, mutant: Mutant) -> None:
    """Forget all modules of ours, and let one be loaded from its mutant."""
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]
    sys.meta_path.insert(0, Finder(module, mutant.tree))


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
