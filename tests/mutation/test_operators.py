"""Each kind of fault is put in where it can be run, once, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.operators import mutants
from tests.mutation.plan import chosen, judging, module_of, sources
from tests.mutation.results import Outcome, Results, digest
from tests.mutation.survivors import explained, table_faults

ROOT = Path(__file__).parents[2]


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


def test_each_source_has_tests():
    """Every repair has a file of its own or is tested by all of them; the tests that are named are there."""
    for path in sources(ROOT):
        stages = judging(path, ROOT)
        assert all(stages)
        assert all((ROOT / test).exists() for stage in stages for test in stage)
    assert judging(ROOT / "core/segue/repairs/blank_text.py", ROOT) == (("tests/repairs/test_blank_text.py",),)


def test_sources_are_chosen_by_words():
    """A word stands in the path; without any all are chosen."""
    assert [module_of(path, ROOT) for path in chosen(ROOT, ["repairs/blank", "engine"])] == ["segue.engine", "segue.repairs.blank_text"]
    assert chosen(ROOT, []) == list(sources(ROOT))


def test_what_was_found_is_kept(tmp_path):
    """A fault that was noticed is settled while its source is the same, another while its tests are too; the latest line counts."""
    results = Results(tmp_path / "found.jsonl")
    for noticed in (False, True):
        results.add(Outcome("a.py", "f", "x -> y", noticed, "s", "t"))
    results.add(Outcome("a.py", "f", "y -> x", noticed=False, source="s", tests="t"))
    again = Results(tmp_path / "found.jsonl")
    assert again.settled(("a.py", "f", "x -> y"), "s", "other") == Outcome("a.py", "f", "x -> y", noticed=True, source="s", tests="t")
    assert again.settled(("a.py", "f", "x -> y"), "other", "t") is None
    assert again.settled(("a.py", "f", "y -> x"), "s", "other") is None
    assert again.settled(("a.py", "f", "y -> x"), "s", "t")
    assert again.settled(("a.py", "f", "z -> x"), "s", "t") is None


def test_a_digest_is_of_what_files_hold(tmp_path):
    """Of a file, and of all sources in a folder."""
    (tmp_path / "a.py").write_text("1")
    before = digest([tmp_path])
    (tmp_path / "b.py").write_text("2")
    assert before == digest([tmp_path / "a.py"]) != digest([tmp_path])


def test_the_table_of_survivors_is_held_to_what_is_found():
    """A survivor without a reason, a reason for what is noticed, and one for what is no more there are all faults."""
    outcomes = [Outcome("a.py", "f", change, change == "noticed", "s", "t") for change in ("noticed", "left", "told")]
    table = {("a.py", "f", "noticed"): "why", ("a.py", "f", "told"): "why", ("a.py", "f", "gone"): "why", ("b.py", "f", "other"): "why"}
    assert table_faults(outcomes, table) == [
        "not explained: a.py | f | left", "explained, and noticed: a.py | f | noticed", "explained, and no more there: a.py | f | gone",
    ]  # fmt: skip


def test_the_table_gives_reasons():
    """Each survivor is of a source that is mutated, and has a sentence."""
    files = {str(path.relative_to(ROOT)) for path in sources(ROOT)}
    assert all(file in files and reason.endswith(".") for (file, _, _), reason in explained().items())
