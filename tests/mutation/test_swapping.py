"""A fault is put into what is loaded, wherever it is held; what cannot be put in so is told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from segue.prompts import prompt, result, tool
from segue.rules import BUILT_IN, converse_turns
from segue.targets import Target
from tests.mutation.operators import mutants
from tests.mutation.swapping import differing, give_callables, give_code, held, living, row_at

FILE = Path(__file__)


def doubled(number):
    """Double a number."""
    return number + number


class Holder:
    """Holds a number."""

    def __init__(self, number):
        self.number = number

    def more(self):
        return self.number + 1

    @property
    def less(self):
        return self.number - 1


def made():
    """Make a function."""

    def inner(number):
        return number * 3

    return inner


INNER = made()
LAMBDA = {"key": lambda number: number < 7}
CALLS = {
    "doubled": ("number + number -> number - number", lambda: doubled(2), 4, 0),
    "Holder": ("self.number + 1 -> self.number - 1", lambda: Holder(2).more(), 3, 1),
    "made": ("number * 3 -> number // 3", lambda: INNER(3), 9, 1),
    "": ("number < 7 -> number <= 7", lambda: LAMBDA["key"](7), False, True),
}


def fault(where, change):
    """Return one mutant of this file."""
    return next(mutant for mutant in mutants(FILE.read_text()) if (mutant.where, mutant.change) == (where, change))


@pytest.mark.parametrize("where", CALLS)
def test_a_function_is_given_other_code(where):
    """Whoever holds it runs the fault: functions, methods, functions made before by another, lambdas in a table."""
    change, call, before, after = CALLS[where]
    pairs, functions = differing(fault(where, change), str(FILE)), living({str(FILE)})
    whole = {function: function.__code__ for function in held(pairs, functions)}
    assert call() == before
    try:
        give_code(pairs, functions)
        assert call() == after
    finally:
        for function, code in whole.items():
            function.__code__ = code
    assert call() == before


def first(source, change):
    """Return the functions in which a mutant differs from this source."""
    return differing(next(mutant for mutant in mutants(source) if mutant.change == change), "x.py")


def test_a_fault_outside_of_functions_is_in_none():
    """A default, and what a row binds, are made when the module is loaded."""
    assert first("def f(a=1):\n    return a\n", "1 -> 2") == []
    assert first("ROW = Row(find=partial(f, 1))\n", "1 -> 2") == []
    assert [before.co_name for before, _ in first("def f(a):\n    return a + 1\n", "1 -> 2")] == ["f"]


def closing(number):
    """Make a function that refers to what is around it."""

    def inner():
        return number + number + 1

    return inner


CLOSED = closing(3)


def test_a_function_with_other_variables_around_it_is_not_given():
    """What lives keeps the variables that it was made with."""
    given, kept = (differing(fault("closing", change), str(FILE)) for change in ("number + number + 1 -> number + number - 1", "return number + number + 1 -> return None"))
    functions = living({str(FILE)})
    assert [before.co_name for before, _ in kept] == [before.co_name for before, _ in given] == ["closing", "inner"]
    assert held(given, functions) == [closing, CLOSED]
    assert held(kept, functions) == []


ROWS = """
ROWS = (
    Row(
        name="one",
        find=partial(f, 1),
        fix=partial(f, 2),
    ),
    Row(name="two", demand="Be."),
)
"""


def test_a_row_is_found_by_its_line():
    """With what it binds there; a line that binds nothing is of none."""
    tree = ast.parse(ROWS)
    assert [row_at(tree, line) for line in (5, 6)] == [("one", {"find"}), ("one", {"fix"})]
    assert [row_at(tree, line) for line in (1, 4, 8)] == [("", set())] * 3


def test_a_rule_is_given_another_callable():
    """Wherever it is listed; other rules keep theirs."""
    path = Path(converse_turns.__file__)
    rule = next(rule for rule in BUILT_IN if rule.name == "converse-blank-text")
    others = [other.apply_to_prompt for other in BUILT_IN if other is not rule]
    fault = next(mutant for mutant in mutants(path.read_text()) if mutant.change.startswith("partial(drop_blank_text, lone=True) ->"))
    blank, target = prompt(tool(result("c1", ""))), Target.of("bedrock/amazon.nova-pro-v1:0")
    before = rule.apply_to_prompt
    try:
        give_callables(converse_turns.__name__, fault, *row_at(fault.origin, fault.line))
        assert rule.apply_to_prompt(blank, target) != before(blank, target)
    finally:
        object.__setattr__(rule, "apply_to_prompt", before)
    assert [other.apply_to_prompt for other in BUILT_IN if other is not rule] == others
