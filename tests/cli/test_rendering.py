"""What was found, as text for people."""

from __future__ import annotations

from datetime import date

import pytest
from attrs import evolve

from segue.failures import Change, DecodeFailure, Fault
from segue.kinds import Loss
from segue.rule import CompatRule, Evidence
from segue_shell.cli.reading import Payload
from segue_shell.cli.rendering import account, evidence_lines, failure_text, fault_text, finding, placed, quote, repairs

RULE = CompatRule(name="x-fault", demand="It is so.", advice="Do it.")
SEEN = Evidence("refused\x1b[31m\nfor good", 422, "https://example.com", date(2026, 1, 2))


def test_changes_are_grouped_by_rule():
    """A rule is a line with its count and all that it lost, sorted."""
    changes = [
        Change("a-long-name", (0,), frozenset({Loss.ROLE})),
        Change("b", (1,), frozenset()),
        Change("a-long-name", (2,), frozenset({Loss.CALL_ID})),
    ]

    assert [line.split(maxsplit=2) for line in account(changes)] == [["a-long-name", "2", "call id, role"], ["b", "1"]]


def test_nothing_changed_is_no_line():
    """No change, no line."""
    assert list(account(())) == []


@pytest.mark.parametrize(
    ("payload", "place", "expected"),
    [
        (Payload([]), ("messages", 1), (0, ("messages", 1))),
        (Payload([], 7), ("messages", 1), (7, ("messages", 1))),
        (Payload([], lines=(1, 4)), (1, "content"), (4, ("content",))),
        (Payload([], lines=(1, 4)), (2, "content"), (0, (2, "content"))),
        (Payload([], lines=(1,)), (), (0, ())),
    ],
)
def test_places_are_those_of_the_file(payload, place, expected):
    """An index becomes the line where each message has one."""
    assert placed(payload, place) == expected


@pytest.mark.parametrize(
    ("place", "quoted"), [(("a", 0), '"x"'), ((), '{"a": ["x"]}'), (("b",), None), (("a", 5), None), (("a", 0, "c"), None)]
)
def test_values_are_quoted_where_they_stand(place, quoted):
    """A place that is not in the payload has no value."""
    assert quote({"a": ["x"]}, place) == quoted


def test_without_evidence_the_demand_is_told():
    """A rule without error text says what it demands; advice comes where nothing is repaired."""
    found = finding("x", Payload([]), Fault(RULE.name, ("a",), repairable=False), RULE, quoted=True)

    assert list(map(str.strip, fault_text(found)))[1:] == ["It is so.", "advice: Do it."]


DOCUMENTED = Evidence("", 400, "https://example.com/docs", date(2026, 1, 2))


@pytest.mark.parametrize(("evidence", "told"), [((DOCUMENTED,), "It is so."), ((DOCUMENTED, SEEN), "422: refused")])
def test_an_error_nobody_quotes_is_no_empty_line(evidence, told):
    """Beneath a fault stand the first words that somebody quotes, or else the demand; the list of evidence says that there are none."""
    rule = evolve(RULE, evidence=evidence)
    found = finding("x", Payload([]), Fault(RULE.name, ("a",), repairable=True), rule, quoted=False)

    assert list(fault_text(found))[1].strip().startswith(told)
    assert next(evidence_lines(rule)) == "400: (documented; nobody quotes the words)"


def test_a_rule_nobody_knows_is_named_alone():
    """A fault of an unknown rule is one line; a fault of the whole payload has no path."""
    found = finding("x", Payload([]), Fault("y-other", ()), None, quoted=False)

    assert len(list(fault_text(found))) == 1
    assert "x" in next(fault_text(found))


def test_words_of_a_provider_are_escaped():
    """Error text cannot break the line or steer the terminal."""
    rule = CompatRule(name="x-fault", evidence=(SEEN,))
    found = finding("x", Payload([]), Fault(rule.name, ("a",)), rule, quoted=False)

    assert list(fault_text(found))[1] == "    422: refused\\x1b[31m\\nfor good"


def test_long_paths_are_cut():
    """A path of hundreds of steps is cut in the middle."""
    found = finding("x", Payload([]), Fault("y-other", ("a", *[0] * 300)), None, quoted=False)

    assert len(next(fault_text(found))) < 300


@pytest.mark.parametrize(
    ("found", "quoted", "told"),
    [("'user_x'", False, "'user_x'"), ("'a secret'", False, "a text"), ("'a secret'", True, "'a secret'"), ("a list", False, "a list")],
)
def test_failures_quote_names_and_no_text(found, quoted, told):
    """Names are quoted always, text on demand only."""
    failure = DecodeFailure("anthropic", ("messages", 0), "an object", found)

    assert failure_text(failure, quoted=quoted) == f"messages[0]: expected an object, found {told} (read as anthropic)"


def test_a_rule_that_only_finds_repairs_nothing():
    """Repairing takes a repair."""
    assert not repairs(RULE)
    assert repairs(CompatRule(name="x", apply_to_prompt=lambda prompt, _: prompt))
