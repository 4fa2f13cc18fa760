"""Each repair is documented in four sections, and its rules give that documentation."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from segue import repairs
from segue.rules import BUILT_IN
from segue.rules.documented import DOCUMENTED

SECTIONS = ["What it does", "Why", "Keeps", "Example"]
MODULES = {
    path.stem: importlib.import_module(f"segue.repairs.{path.stem}")
    for path in sorted(Path(repairs.__file__).parent.glob("*.py"))
    if not path.stem.startswith("_")
}
RULES = (*BUILT_IN, *DOCUMENTED)
REPAIRING = [rule for rule in RULES if rule.find is None and not rule.advice]
each_module = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def sections(documentation):
    """Return the headings and what stands below each."""
    found = {}
    for line in documentation.strip().splitlines()[1:]:
        if line and not line.startswith(" "):
            found[line] = []
        elif found:
            found[[*found][-1]].append(line)
    return found


@each_module
def test_the_sections_stand_in_order(module):
    """What it does, why, what it keeps, an example: these and no others, none of them empty."""
    found = sections(module.__doc__)

    assert [*found] == SECTIONS
    assert all(any(map(str.strip, lines)) for lines in found.values())


@each_module
def test_the_first_line_names_the_fault(module):
    """A phrase or two with a full stop, and an empty line below."""
    first, second, *_ = module.__doc__.strip().splitlines()

    assert first.endswith(".")
    assert second == ""


@each_module
def test_sections_are_sentences(module):
    """The example runs, and the words before it are indented by four and end in a full stop."""
    found = sections(module.__doc__)

    assert all(not line or line.startswith("    ") for lines in found.values() for line in lines)
    assert all("\n".join(found[name]).rstrip().endswith(".") for name in SECTIONS[:3])
    assert found["Example"][0].startswith("    >>> ")
    assert any(line.startswith("    ") and not line.startswith(("    >>>", "    ...")) for line in found["Example"])


@pytest.mark.parametrize("rule", REPAIRING, ids=[rule.name for rule in REPAIRING])
def test_a_rule_gives_its_repairs_documentation(rule):
    """The docstring of the module, as it is."""
    assert rule.repair_doc in {module.__doc__ for module in MODULES.values()}


def test_a_rule_that_repairs_nothing_has_none():
    """There is nothing to tell."""
    assert {rule.repair_doc for rule in RULES if rule not in REPAIRING} == {""}


@each_module
def test_a_repair_is_somebodys(module):
    """At least one rule uses it."""
    assert [rule for rule in RULES if rule.repair_doc == module.__doc__]
