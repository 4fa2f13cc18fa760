"""`segue rules` lists what is known and shows one rule whole."""

from __future__ import annotations

import pytest

import segue
from segue.targets import Target
from segue_shell.cli.rendering import sections

RULE = "anthropic-closing-whitespace"


def names(done):
    """Return the names in a list of rules."""
    return [line.split()[0] for line in done.stdout.splitlines()[:-1]]


def test_every_rule_is_listed(run):
    """Each rule is a line with its name; the last line counts."""
    done = run("rules")

    assert names(done) == [rule.name for rule in segue.BUILT_IN]
    assert done.stdout.splitlines()[-1].startswith(f"{len(segue.BUILT_IN)} rules, ")


def test_a_target_narrows_the_list(run, to):
    """Only the rules that apply to the target are listed."""
    expected = [rule.name for rule in segue.BUILT_IN if rule.applies_to(Target.of(to[1]))]

    assert names(run("rules", "--target", to[1])) == expected


def test_a_family_narrows_the_list(run):
    """A family's name lists the family."""
    assert all(name.startswith("anthropic-") for name in names(run("rules", "anthropic")))
    assert RULE in names(run("rules", "anthropic"))


@pytest.mark.parametrize("rule", segue.BUILT_IN, ids=lambda rule: rule.name)
def test_a_rule_is_shown_whole(run, rule):
    """What, why, error text, source, date and losses of every rule are shown."""
    told = run("rules", rule.name).stdout

    assert told.startswith(f"{rule.name}\n")
    assert all(words.source in told and words.read.isoformat() in told for words in rule.evidence)
    assert ("What it does" in told) == bool(rule.repair_doc)
    assert "\x1b" not in told


def test_an_unknown_rule_is_refused(run):
    """An unknown name ends with status 2 and near names."""
    done = run("rules", "anthropic-closing-whitespaces")

    assert done.exit_code == 2
    assert f"did you mean {RULE}" in done.stderr


def test_an_unknown_target_is_refused(run):
    """The target is read as elsewhere."""
    assert run("rules", "--target", "antropic").exit_code == 2


def test_documentation_is_split_at_its_headings():
    """Headings stand at the margin, their bodies are indented; a body may hold blank lines and code."""
    doc = "Title.\n\nWhat it does\n    One.\n\n    Two.\nWhy\n    Three.\nExample\n    >>> 1\n    1\n"

    assert sections(doc) == {"": "Title.", "What it does": "One.\n\nTwo.", "Why": "Three.", "Example": ">>> 1\n1"}


def test_no_documentation_has_no_sections():
    """A rule without a repair has an empty documentation."""
    assert sections("") == {"": ""}
