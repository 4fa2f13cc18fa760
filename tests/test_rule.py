"""A rule as a record: what it is by default, and whose documentation it shows."""

from datetime import date

import pytest
from attrs.exceptions import FrozenInstanceError

from segue.kinds import EVERYTHING
from segue.rule import CompatRule, Evidence, anywhere
from segue.targets import Target


def of_prompt(prompt, _):
    """For prompts."""
    return prompt


def of_request(request, _):
    """For requests."""
    return request


def of_messages(prompt, *_):
    """For prompts and messages."""
    return prompt


def of_stored(messages):
    """For stored messages."""
    return messages


def of_error(request, *_):
    """After an error."""
    return request


def test_a_rule_needs_but_a_name():
    """A rule of a name alone applies everywhere, reads everything, repairs, finds and loses nothing."""
    rule = CompatRule(name="x-y")
    assert (rule.applies_to, rule.reads) == (anywhere, EVERYTHING)
    assert {rule.apply_to_prompt, rule.apply_to_request, rule.apply_with_messages, rule.after_error, rule.fix, rule.find} == {None}
    assert (rule.losses, rule.error_patterns, rule.evidence, rule.triggers) == (frozenset(), (), (), ())
    assert (rule.demand, rule.unstable, rule.advice) == ("", "", "")


def test_a_rule_takes_its_fields_by_name():
    """Rows of a table are read, so every field is named."""
    with pytest.raises(TypeError):
        CompatRule("x-y")


def test_a_rule_shows_its_name():
    """What holds hundreds of rules can be printed."""
    assert repr(CompatRule(name="x-y", demand="It is so.", evidence=(Evidence("no", 400, "", date(2026, 1, 2)),))) == "CompatRule(name='x-y')"


def test_a_rule_cannot_be_changed():
    """A rule in a set is the same for everybody."""
    with pytest.raises(FrozenInstanceError):
        CompatRule(name="x-y").name = "z"


@pytest.mark.parametrize("target", [Target(), Target.of("openai/gpt-5.2")])
def test_anywhere_is_anywhere(target):
    """A rule without scope applies to every target."""
    assert anywhere(target)


DOCS = [
    ({}, ""),
    ({"apply_to_prompt": of_prompt, "apply_to_request": of_request, "after_error": of_error}, "For prompts."),
    ({"apply_to_request": of_request, "after_error": of_error}, "For requests."),
    ({"apply_with_messages": of_messages, "after_error": of_error}, "For prompts and messages."),
    ({"after_error": of_error, "fix": of_stored}, "After an error."),
    ({"fix": of_stored}, "For stored messages."),
    ({"apply_to_prompt": lambda prompt, _: prompt}, ""),
]


@pytest.mark.parametrize(("callables", "doc"), DOCS)
def test_a_rule_shows_its_repairs_documentation(callables, doc):
    """The documentation is that of the preemptive repair, else of the reactive one, else none."""
    assert CompatRule(name="x-y", **callables).repair_doc == doc


def test_evidence_is_a_value():
    """The same words from the same source, read on the same day, are one piece of evidence."""
    told = ("No.", 400, "https://example.com", date(2026, 11, 30))
    assert Evidence(*told) == Evidence(*told)
    assert hash(Evidence(*told)) == hash(Evidence(*told))
