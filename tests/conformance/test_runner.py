"""The runner of the cases sees what is wrong with an answer, and with what is written down about it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.conformance.cases import OWN, Case, Deviation, read_cases, read_deviations
from tests.conformance.handlers import handler
from tests.conformance.handlers.codes import UNDEFINED, decoded, given, present
from tests.conformance.verdict import answered, judged, same

ROOT = OWN.parents[1]


def case(expected, note=""):
    return Case("matchers", "g", "n", {}, expected, note)


def deviation(ours):
    return Deviation("matchers", "n", ours, "ours is better")


def test_the_same_answer_is_met():
    """Whatever the order of its keys."""
    assert judged(case({"a": 1, "b": [1.0]}), {"b": [1], "a": 1}, None, own=True).complaint == ""


def test_another_answer_is_shown():
    """The complaint names the case and shows both answers."""
    complaint = judged(case({"a": 1}), {"a": 2}, None, own=True).complaint
    assert all(piece in complaint for piece in ("matchers/g/n", '- "a": 1', '+ "a": 2'))


def test_a_long_difference_is_cut():
    """Nobody reads ten thousand lines."""
    assert judged(case(list(range(1000))), None, None, own=True).complaint.endswith("…")


@pytest.mark.parametrize(("left", "right"), [(True, 1), (1, True), ([1], [1, 2]), ({"a": None}, {}), ("1", 1), (None, False), ([], {})])
def test_values_that_differ_are_told_apart(left, right):
    """A missing key is not null, and true is not one."""
    assert not same(left, right)


def test_sources_are_sets():
    """Their order does not count, in a list and by source."""
    assert judged(case({"sources": {"a": ["1", "2"]}}), {"sources": {"a": ["2", "1"]}}, None, own=True).complaint == ""
    assert judged(case({"sources": ["b", "a"]}), {"sources": ["a", "b"]}, None, own=True).complaint == ""


def test_what_is_not_compared_does_not_count():
    """Calls of the storage, the returned list and the type of a row."""
    row = {"id": "1", "role": "user", "content": "Hi", "type": "text"}
    other = {"id": "1", "role": "user", "content": "Hi", "type": "v2"}
    expected, answer = {"written": [row], "storageCalls": [1]}, {"written": [other], "returnedMessageList": True}
    assert judged(case(expected), answer, None, own=True).complaint == ""


def test_types_of_parts_count():
    """Only a row's type does not."""
    assert judged(case([{"type": "text"}]), [{"type": "file"}], None, own=True).complaint


def test_a_throw_is_met_by_raising():
    """Whatever is raised, and by nothing else."""
    thrown = case({"$throws": {"name": "TypeError", "message": "null"}})
    answers = ({"$raises": "ValueError"}, {"a": 1}, None)
    assert [bool(judged(thrown, answer, None, own=True).complaint) for answer in answers] == [False, True, True]


def test_what_is_raised_is_the_answer():
    """Its name and its words."""
    assert answered(lambda _: {}["key"], case({})) == {"$raises": "KeyError", "text": "'key'"}


def test_a_deviation_promises_an_answer():
    """That very answer, and no other."""
    verdicts = [judged(case({"a": 1}), {"a": answer}, deviation({"a": 2}), own=True).complaint for answer in (2, 3)]
    assert verdicts[0] == ""
    assert "promises" in verdicts[1]


def test_a_deviation_promises_an_error():
    """By its name."""
    raised = [{"$raises": name, "text": "x"} for name in ("ValueError", "KeyError")]
    promised = deviation({"$raises": "ValueError"})
    assert [bool(judged(case({"a": 1}), answer, promised, own=True).complaint) for answer in raised] == [False, True]


def test_an_unneeded_deviation_is_seen():
    """What is as the original's needs no excuse."""
    assert "not needed" in judged(case({"a": 1}), {"a": 1}, deviation({"a": 1}), own=True).complaint


def test_words_promise_any_other_answer():
    """A deviation described in words is met by whatever differs."""
    assert [bool(judged(case({"a": 1}), {"a": n}, deviation("refused"), own=False).complaint) for n in (2, 1)] == [False, True]


def test_a_note_excuses_elsewhere():
    """In another's folder the note of a case allows a difference; in ours it must be written down."""
    assert [judged(case({"a": 1}, "crashes"), {"a": 2}, None, own=own).excused for own in (False, True)] == [True, False]


def test_no_note_excuses_nothing():
    """A difference without any reason fails everywhere."""
    assert not judged(case({"a": 1}), {"a": 2}, None, own=False).excused


def test_codes_are_read():
    """A function, a number, and what is not there; within lists and objects."""
    read = decoded({"a": [{"$number": "NaN"}, {"$undefined": True}], "b": {"$function": True}, "c": 1})
    assert callable(read["b"])
    assert read["b"]() is None
    assert str(read["a"]) == "[nan, UNDEFINED]"
    assert read["c"] == 1


def test_what_is_not_there_has_a_default():
    """And is false."""
    assert (given(UNDEFINED, 3), given(0, 3), bool(UNDEFINED)) == (3, 0, False)


def test_keys_of_what_is_not_there_go():
    """As JavaScript writes objects; of lists nothing goes."""
    assert present({"a": [{"b": UNDEFINED, "c": None}], "d": UNDEFINED}) == {"a": [{"c": None}]}


@pytest.mark.parametrize("function", ["matchers.more", "nothing"])
def test_an_unknown_function_is_named(function):
    """Nothing answers it, and the error says so."""
    with pytest.raises(LookupError, match=function):
        handler(function)


def test_a_file_without_cases_is_refused(tmp_path):
    """By its name."""
    (tmp_path / "odd.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.json"):
        read_cases(tmp_path)


def test_a_case_listed_twice_is_refused(tmp_path):
    """There is one answer to a case."""
    entry = {"function": "f", "case": "c", "ours": 1, "reason": "r"}
    (tmp_path / "topic.json").write_text(json.dumps([entry, entry]), encoding="utf-8")
    with pytest.raises(ValueError, match="once more"):
        read_deviations(tmp_path / "topic.json")


def run(*arguments):
    """Run pytest on the cases of a folder, from the root of the repository."""
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "shell")])
    command = ["-m", "pytest", "-q", "-rxf", "-p", "no:cacheprovider", "-k", "test_ours_answers", "tests/conformance", *arguments]
    return subprocess.run(  # noqa: S603
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths, "PYTEST_ADDOPTS": ""}
    )


FALSE = dict.fromkeys(
    ("isMaybeAnthropic", "isMaybeCerebras", "isMaybeAzure", "isMaybeAnthropicWithoutAssistantPrefill", "isMaybeGoogleWithoutTrailingModelTurn"),
    False,
)  # fmt: skip
NOTHING = {**FALSE, "getModelProviderFamily": None, "getModelProviderId": None}
OTHER = {**NOTHING, "isMaybeAzure": True}


def test_another_folder_can_be_run(tmp_path):
    """The cases are those of the folder; what its lists and notes allow does not fail, the rest does, by name."""
    cases = [
        {"name": "met", "group": "g", "input": {"model": None}, "expected": NOTHING},
        {"name": "noted", "group": "g", "input": {"model": None}, "expected": OTHER, "weakness": "it is not Azure"},
        {"name": "told", "group": "g", "input": {"model": None}, "expected": OTHER},
        {"name": "wrong", "group": "g", "input": {"model": None}, "expected": OTHER},
    ]
    (tmp_path / "matchers.json").write_text(json.dumps({"function": "matchers", "cases": cases}), encoding="utf-8")
    told = [{"function": "matchers", "case": "told", "ours": "no Azure", "reason": "it is not Azure"}]
    (tmp_path / "known-deviations.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "other.json").write_text(json.dumps({"function": "other", "cases": [{**cases[0], "name": "unknown"}]}), encoding="utf-8")
    output = run("--cases", str(tmp_path)).stdout
    assert "2 failed, 2 passed" in output
    assert "1 xfailed" in output
    assert all(piece in output for piece in ("matchers/g/wrong", "it is not Azure", "no handler for the function 'other'"))


def test_an_empty_folder_is_refused(tmp_path):
    """A mistyped folder must not pass for one without faults."""
    assert "no case files" in run("--cases", str(tmp_path / "nothing")).stdout
