"""Each kind of fault is put in where it can be run, once, and nowhere else."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.operators import mutants


def changes(body, *, top=""):
    """Return the changes of a function of one statement."""
    return [mutant.change for mutant in mutants(f"{top}\ndef f(a, b):\n    {body}\n")]


CHANGED = {
    "a comparison": ("print(a == b)", "a == b -> a != b"),
    "an identity": ("print(a is b)", "a is b -> a is not b"),
    "a border": ("print(a < b)", "a < b -> a <= b"),
    "a conjunction": ("print(a and b)", "a and b -> a or b"),
    "one of two conditions": ("print(a and b)", "a and b -> b"),
    "a negation": ("print(not a)", "not a -> a"),
    "a condition": ("if a: print(b)", "if a: print(b) -> if not a: print(b)"),
    "a filter": ("print([c for c in a if b])", "for c in a if b -> for c in a"),
    "a guard": ("match a:\n        case 1 if b: print(b)", "case 1 if b: print(b) -> case 1: print(b)"),
    "a number": ("print(1)", "1 -> 2"),
    "a truth": ("print(True)", "True -> False"),
    "a text": ("print('x')", "'x' -> 'XXx'"),
    "a sum": ("print(a + b)", "a + b -> a - b"),
    "what is returned": ("return a", "return a -> return None"),
    "a statement": ("print(a)", "print(a) -> pass"),
    "a step in a loop": ("a += b", "a += b -> pass"),
    "what is yielded": ("yield a", "yield a -> yield from ()"),
    "an argument": ("print(a, end=b)", "print(a, end=b) -> print(a)"),
    "a function": ("print(any(a))", "any -> all"),
    "a method": ("print(a.lstrip())", "a.lstrip -> a.rstrip"),
    "the end of a slice": ("print(a[1:b])", "1:b -> 1:"),
}


@pytest.mark.parametrize(("body", "change"), CHANGED.values(), ids=CHANGED)
def test_a_fault_is_put_in(body, change):
    """Among the mutants of a statement is the one that is wanted, and what it is told to be is what stands in its tree."""
    found = [mutant for mutant in mutants(f"def f(a, b):\n    {body}\n") if mutant.change.replace("\n", " ") == change]
    assert len(found) == 1
    made = " ".join(ast.unparse(found[0].tree).split())
    assert change.partition(" -> ")[2] in made


def test_the_same_change_twice_is_told_apart():
    """By its number; and each mutant has one fault alone."""
    made = mutants("def f(a, b):\n    print(a is b, a is b)\n")
    wanted = [mutant for mutant in made if mutant.change.startswith("a is b")]
    assert [mutant.change for mutant in wanted] == ["a is b -> a is not b", "a is b -> a is not b (2)"]
    assert [ast.unparse(mutant.tree).count("is not") for mutant in wanted] == [1, 1]


def test_what_is_not_run_is_left_alone():
    """Docstrings, annotations, decorators, imports and the values of tables; what a row binds, and lambdas, are run."""
    source = """
from a import b
NAMES = ("a", 1, True)
ROWS = (Row(name="x", reads=frozenset({1}), applies_to=partial(b, strict=True), find=lambda c: c == 2),)

@cached(size=1)
def f(a: Literal["b"] = "c") -> Literal["d"]:
    "Say."
    x: Literal["e"] = a

class G:
    "Hold."
    size: int = 3

    def h(self):
        "Tell."
        return self.size
"""
    found = {(mutant.where, mutant.change) for mutant in mutants(source)}
    assert found == {
        ("", "partial(b, strict=True) -> partial(b)"), ("", "True -> False"), ("", "c == 2 -> c != 2"), ("", "2 -> 3"),
        ("f", "'c' -> 'XXc'"), ("G", "return self.size -> return None"),
    }  # fmt: skip
