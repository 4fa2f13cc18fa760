"""Putting a fault into modules that are loaded: functions are given the mutant's code, a rule the mutant's callable."""

from __future__ import annotations

import ast
import gc
import inspect
import sys
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.operators import BINDINGS, Mutant

Pair = tuple[CodeType, CodeType]
Living = Mapping[Hashable, Sequence[FunctionType]]


def differing(mutant: Mutant, path: str) -> list[Pair]:
    """Return each function in which a module and its mutant differ, and what it becomes; none where the fault is in no function.

    A function within a function stands beside it, since one that was made when the module was loaded lives on.
    """
    return list(_differing(_unchanged(mutant.origin, path), compile(mutant.tree, path, "exec", dont_inherit=True)))


@lru_cache(maxsize=1)
def _unchanged(tree: ast.Module, path: str) -> CodeType:
    """Return a module's code, which many mutants in a row are held against."""
    return compile(tree, path, "exec", dont_inherit=True)


def _differing(before: CodeType, after: CodeType) -> Iterator[Pair]:
    if before.co_flags & inspect.CO_OPTIMIZED:  # a function, neither a module nor a class
        yield before, after
    elif _bare(before) != _bare(after):
        return
    inner, changed = _nested(before), _nested(after)
    if len(inner) == len(changed):
        for one, other in zip(inner, changed, strict=True):
            if one != other:
                yield from _differing(one, other)


def _bare(code: CodeType) -> CodeType:
    """Return code without the code that is in it."""
    return code.replace(co_consts=tuple(None if isinstance(const, CodeType) else const for const in code.co_consts))


def _nested(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def place_of(code: CodeType) -> Hashable:
    """Return what tells code apart from all other: its file and where it stands there."""
    return code.co_filename, code.co_qualname, tuple(code.co_positions())


def living(files: Collection[str]) -> Living:
    """Return all functions of these files, by the place of their code."""
    found: defaultdict[Hashable, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename in files:
            found[place_of(each.__code__)].append(each)
    return found


def held(pairs: Sequence[Pair], functions: Living) -> list[FunctionType]:
    """Return the functions that live and differ; none where one would refer to other variables around it, which it cannot be given."""
    living = [(function, after) for before, after in pairs for function in functions.get(place_of(before), ())]
    return [function for function, _ in living] if all(one.__code__.co_freevars == after.co_freevars for one, after in living) else []


def give_code(pairs: Sequence[Pair], functions: Living) -> None:
    """Give the functions that live the code of the mutant."""
    for before, after in pairs:
        for function in functions.get(place_of(before), ()):
            function.__code__ = after


def give_callables(module: str, mutant: Mutant, row: str, names: Collection[str]) -> None:
    """Give the rule of a row what the mutant binds to these names, wherever the rule is listed."""
    made = next(rule for rule in _rules(_executed(module, mutant.tree)) if rule.name == row)
    for rule in [each for each in gc.get_objects() if _is_rule(each) and each.name == row]:
        for name in names:
            object.__setattr__(rule, name, getattr(made, name))


def _executed(name: str, tree: ast.Module) -> Mapping[str, Any]:
    """Run a module's code beside the module."""
    module = ModuleType(name)
    module.__file__ = sys.modules[name].__file__
    exec(compile(tree, str(module.__file__), "exec", dont_inherit=True), vars(module))  # noqa: S102  # that is what a mutant is for
    return vars(module)


def _rules(space: Mapping[str, Any]) -> Iterator[Any]:
    for value in space.values():
        yield from filter(_is_rule, value if isinstance(value, tuple) else ())


def _is_rule(value: object) -> bool:
    return type(value).__name__ == "CompatRule"


def row_at(tree: ast.Module, line: int) -> tuple[str, set[str]]:
    """Return the name of the row that stands at a line and what of its names are bound there; "" where there is none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _spans(node, line):
            given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            names = {name for name in BINDINGS & set(given) if _spans(given[name], line)}
            if isinstance(name := given.get("name"), ast.Constant) and names:
                return str(name.value), names
    return "", set()


def _spans(node: ast.expr, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or 0)
