"""Each source has tests, what was found is kept as long as it holds, and the table of survivors is held to it."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from tests.mutation.plan import GROUPS, chosen, group_of, judging, module_of, sources
from tests.mutation.results import Outcome, Results, digest
from tests.mutation.survivors import explained, table_faults

ROOT = Path(__file__).parents[2]
REPAIRS = ROOT / "core/segue/repairs"


def test_each_source_has_tests():
    """They are there, and each source is of one of the groups."""
    for path in sources(ROOT):
        assert judging(path, ROOT)
        assert all((ROOT / test).exists() for test in judging(path, ROOT))
        assert group_of(path) in GROUPS


def test_a_repair_is_judged_by_its_own_tests():
    """And what several take a step from by those of all of them, whether they take it themselves or by another such step."""
    assert judging(REPAIRS / "blank_text.py", ROOT) == ("tests/repairs/test_blank_text.py",)
    assert "tests/repairs/test_foreign_parts.py" in judging(REPAIRS / "_foreign.py", ROOT)
    users = set(judging(REPAIRS / "_pairing.py", ROOT))
    assert {"tests/repairs/test_pairing.py", "tests/repairs/test_twin_calls.py"} < users
    assert {*judging(REPAIRS / "_leaving.py", ROOT)[1:]} < users


def test_sources_are_chosen_by_words():
    """A word stands in the path; without any all are chosen."""
    assert [module_of(path, ROOT) for path in chosen(ROOT, ["repairs/blank", "engine"])] == ["segue.engine", "segue.repairs.blank_text"]
    assert chosen(ROOT, []) == list(sources(ROOT))


def test_what_was_found_is_kept(tmp_path):
    """A fault that was noticed is settled while its source is the same, another while its tests are too; the latest line counts."""
    results = Results(tmp_path / "found.jsonl")
    noticed = Outcome("a.py", "f", "x -> y", noticed=True, source="s", tests="t")
    missed = Outcome("a.py", "f", "y -> x", noticed=False, source="s", tests="t")
    for outcome in (evolve(noticed, noticed=False), noticed, missed):
        results.add(outcome)
    again = Results(tmp_path / "found.jsonl")
    assert again.known == {noticed.key: noticed, missed.key: missed}
    assert again.settles(evolve(noticed, noticed=False, tests="other"))
    assert not again.settles(evolve(noticed, source="other"))
    assert again.settles(missed)
    assert not again.settles(evolve(missed, tests="other"))
    assert not again.settles(evolve(missed, change="z -> x"))


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
