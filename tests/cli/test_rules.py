"""`segue rules` lists what is known and shows one rule whole."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest

import segue
from segue.rule import CompatRule, Evidence
from segue.targets import Target
from segue_shell.cli.pages import page
from segue_shell.cli.rendering import repairs, sections

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
    assert f"\nSince\n    {rule.since}\n" in told
    assert "\x1b" not in told


def test_an_unknown_rule_is_refused(run):
    """An unknown name ends with status 2 and near names."""
    done = run("rules", "anthropic-closing-whitespaces")

    assert done.exit_code == 2
    assert f"did you mean {RULE}" in done.stderr


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("anthropi",), "did you mean anthropic?"),
        (("anthropic", "--target", "openai/gpt-5.2"), "none of the rules named anthropic-… applies to this target"),
        (("zzz",), "'zzz' is no rule or family of rules\n"),
    ],
)
def test_a_family_that_gives_nothing_is_explained(run, asked, told):
    """A misspelt family is corrected as one; one that the target has none of is no misspelling."""
    done = run("rules", *asked)

    assert (done.exit_code, told in done.stderr) == (2, True), done.stderr


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


def test_rules_are_data(run):
    """As JSON, each with its models, losses and evidence."""
    told = json.loads(run("rules", "--output", "json").stdout)

    assert [rule["name"] for rule in told] == [rule.name for rule in segue.BUILT_IN]
    assert all(rule["applies_to"] and rule["demand"] for rule in told)
    assert sum(len(rule["evidence"]) for rule in told) == sum(len(rule.evidence) for rule in segue.BUILT_IN)


def test_there_is_a_page_for_every_rule(run, tmp_path):
    """A file each, and an index that links to all of them in their order."""
    done = run("rules", "--output", "markdown", "--into", str(tmp_path / "docs" / "rules"))
    files = {file.stem: file.read_text(encoding="utf-8") for file in (tmp_path / "docs" / "rules").iterdir()}

    assert done.exit_code == 0
    assert set(files) == {"index", *(rule.name for rule in segue.BUILT_IN)}
    assert re.findall(r"^- \[(\S+)\]\(\1\.md\)", files["index"], re.MULTILINE) == [rule.name for rule in segue.BUILT_IN]


@pytest.mark.parametrize("rule", segue.BUILT_IN, ids=lambda rule: rule.name)
def test_a_page_is_complete(run, rule):
    """Demand, documentation, losses, models, every quoted error and source."""
    told = run("rules", rule.name, "--output", "markdown").stdout
    bare = told.replace("\\", "")

    assert told.startswith(f"# {rule.name}\n")
    assert rule.demand.replace("\\", "") in bare
    assert all(words.error.replace("\\", "") in bare and words.source in bare for words in rule.evidence)
    assert "## Applies to\n\n`" in told
    assert f"Since segue {rule.since}." in told
    assert ("## What it does" in told) == bool(rule.repair_doc)
    assert ("## Loses" in told) == repairs(rule)


def test_most_pages_show_payloads(run):
    """The smallest history that is refused, and what becomes of it, as they go over the wire."""
    told = run("rules", "--output", "markdown").stdout
    payloads = re.findall(r"```json\n(.*?)\n```", told, re.DOTALL)

    assert told.startswith("# Rules\n")
    assert all(isinstance(json.loads(payload), dict) for payload in payloads)
    assert told.count("Repaired:") > len(segue.BUILT_IN) // 2


def test_a_page_is_no_markdown_of_a_rules_words():
    """Signs that Markdown reads are escaped in prose, and a quoted fence does not end the quotation."""
    rule = CompatRule(name="x-y", demand="Ids match ^[a-z_]+$ `*` *`.", evidence=(Evidence("a ``` b", 400, "docs", date(2026, 1, 1)),))

    assert "Ids match ^\\[a-z\\_\\]+$ `*` \\*\\`." in page(rule)
    assert "`````text\na ``` b\n`````" in page(rule)


def test_pages_alone_go_into_a_folder(run, tmp_path):
    """A folder without pages to put into it is a mistake, and one that cannot be made is told."""
    (tmp_path / "file").write_text("", encoding="utf-8")

    assert run("rules", "--into", str(tmp_path)).exit_code == 2
    assert "cannot write into" in run("rules", "--output", "markdown", "--into", str(tmp_path / "file" / "x")).stderr
