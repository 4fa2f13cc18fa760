"""Rule sets are narrowed by names of rules and of families; a name that none has is refused with those that are near."""

from __future__ import annotations

import pytest

from segue.rule import CompatRule
from segue.rules import BUILT_IN, only, without
from segue.rules.anthropic import ANTHROPIC
from segue.rules.openai import OPENAI
from segue.rules.responses import RESPONSES


def names(rules):
    """Return the names of rules."""
    return [rule.name for rule in rules]


def test_only_a_family():
    """All of its rules, in the order of the set."""
    assert only(BUILT_IN, "anthropic") == ANTHROPIC
    assert only(BUILT_IN, "openai-responses", "anthropic") == (*ANTHROPIC, *RESPONSES)


def test_a_family_of_families():
    """A name that two families begin with names both."""
    assert only(BUILT_IN, "openai", "anthropic") == (*ANTHROPIC, *OPENAI, *RESPONSES)


def test_only_some_rules():
    """In the order of the set, whatever that of the names; a rule and its family are the family."""
    assert names(only(BUILT_IN, "openai-tool-id", "anthropic-tool-id")) == ["anthropic-tool-id", "openai-tool-id"]
    assert only(OPENAI, "openai-tool-id", "openai") == OPENAI


def test_without_a_family_or_some_rules():
    """All the others stay, in order."""
    assert without((*ANTHROPIC, *OPENAI), "anthropic") == OPENAI
    assert without((*ANTHROPIC, *OPENAI), "anthropic", "openai") == ()
    assert without(BUILT_IN, "anthropic") == BUILT_IN[len(ANTHROPIC) :]
    assert names(without(OPENAI, "openai-tool-id")) == [name for name in names(OPENAI) if name != "openai-tool-id"]


def test_the_two_add_up():
    """What one takes the other leaves, from any iterable."""
    chosen = ("anthropic-blank-text", "openai")

    assert set(names(only(iter(BUILT_IN), *chosen))) | set(names(without(iter(BUILT_IN), *chosen))) == set(names(BUILT_IN))
    assert not set(names(only(BUILT_IN, *chosen))) & set(names(without(BUILT_IN, *chosen)))


def test_no_names():
    """Only nothing is nothing, without nothing is all."""
    assert only(BUILT_IN) == ()
    assert without(BUILT_IN) == BUILT_IN


@pytest.mark.parametrize("choose", [only, without])
@pytest.mark.parametrize(
    ("name", "near"),
    [("anthropic-blank-texts", "; near: anthropic-blank-text"), ("openai-toolid", "; near: openai-tool-id"), ("zzz", ""), ("", ""), ("anthropi", None), ("tool-id", None)],
)
def test_an_unknown_name_is_refused(choose, name, near):
    """With the names that are near, if any; the beginning of a family's name is none, nor is the end of a rule's."""
    with pytest.raises(ValueError, match=f"no rule or family is named {name!r}") as refused:
        choose(BUILT_IN, "anthropic", name)

    assert near is None or str(refused.value).startswith(f"no rule or family is named {name!r}{near}")
    assert near != "" or "near" not in str(refused.value)


def test_at_most_three_near_names_are_told():
    """The nearest first; a name with half of the letters is near, and where none is nothing more is said."""
    rules = [CompatRule(name=name) for name in ("a-tool-id", "b-tool-id", "c-tool-id", "d-tool-id", "chat-blank-text")]
    for name, near in (("tool-id", "; near: d-tool-id, c-tool-id, b-tool-id"), ("blank", "; near: chat-blank-text"), ("zzz", "")):
        with pytest.raises(ValueError, match="no rule") as refused:
            only(rules, name)
        assert str(refused.value) == f"no rule or family is named {name!r}{near}"


def test_a_family_is_whole_words():
    """The beginning of a rule's name, up to a hyphen, names all rules that begin so."""
    assert names(only(BUILT_IN, "anthropic-foreign")) == [name for name in names(ANTHROPIC) if name.startswith("anthropic-foreign-")]
