"""What the documents' rules say of themselves, whom they apply to, and what they ask of parts."""

from __future__ import annotations

import re
from datetime import date

import pytest
from attrs import evolve

from segue.engine import apply_rule, matching
from segue.failures import CallFailure
from segue.formats.ai_sdk import AI_SDK
from segue.json_values import freeze_object
from segue.kinds import EVERYTHING, Loss
from segue.parts import ReasoningPart, ToolCallPart
from segue.prompts import Prompt, Request, assistant, prompt, result, system, tool, user
from segue.rules import BUILT_IN
from segue.rules._documented_parts import family_of, is_foreign, is_signed_nothing, open_turn, token
from segue.rules._rows import READ
from segue.rules.documented import DOCUMENTED
from segue.shapes import Extras
from segue.targets import Target
from segue.testing.patterns import pattern_fault

NAMES = [
    "strip-foreign-provider-executed-tools", "anthropic-tool-id-format", "cerebras-strip-reasoning-content",
    "anthropic-strip-empty-signed-reasoning-content", "anthropic-strip-foreign-reasoning-content", "anthropic-strip-foreign-signed-reasoning",
    "azure-system-reminder-transform", "openai-orphan-item-id",
]  # fmt: skip
BY_NAME = {rule.name: rule for rule in DOCUMENTED}
TARGETS = {
    "anthropic/claude-sonnet-4-5": {0, 1, 3, 4, 5, 7}, "cerebras/gpt-oss-120b": {1, 2, 5, 7}, "azure/gpt-5": {0, 1, 5, 6, 7},
    "openai/gpt-5.2": {0, 1, 5, 7}, "mistral/large": {1, 5, 7}, None: {1, 5, 7}, ("azure/gpt-5", "cerebras/x", "anthropic/x"): {0, 1, 2, 3, 4, 5, 6, 7},
}  # fmt: skip
each_rule = pytest.mark.parametrize("rule", DOCUMENTED, ids=NAMES)
PATTERNS = [pytest.param(pattern, id=f"{rule.name}-{number}") for rule in DOCUMENTED for number, pattern in enumerate(rule.error_patterns)]


def test_the_rules_stand_in_the_documents_order():
    """By their names."""
    assert [rule.name for rule in DOCUMENTED] == NAMES


def test_no_rule_is_in_both_sets():
    """`BUILT_IN` has its own, under other names."""
    assert {rule.name for rule in DOCUMENTED} & {rule.name for rule in BUILT_IN} == set()
    assert not any(rule in BUILT_IN for rule in DOCUMENTED)


@each_rule
def test_a_rule_does_one_thing(rule):
    """Before the call or after a rejection; the latter by its words."""
    assert [bool(rule.apply_to_prompt), bool(rule.apply_with_messages), bool(rule.fix)].count(True) == 1
    assert bool(rule.fix) == bool(rule.error_patterns)
    assert not any((rule.apply_to_request, rule.after_error, rule.find))


@each_rule
def test_a_rule_says_what_it_is_about(rule):
    """A demand in a sentence, what may be lost, where it is reported."""
    assert rule.demand.endswith(".")
    assert rule.losses
    assert all(isinstance(loss, Loss) for loss in rule.losses)
    assert rule.evidence
    for evidence in rule.evidence:
        assert re.fullmatch(r"https://github\.com/\S+", evidence.source)
        assert (evidence.status, date(2026, 1, 1) <= evidence.read <= READ) == (400, True)


@pytest.mark.parametrize(("model", "indexes"), TARGETS.items())
def test_whom_the_rules_apply_to(model, indexes):
    """Each its own providers, a list every one that is on it; those that look at stored messages everybody."""
    target = Target.of(model)
    assert {index for index, rule in enumerate(DOCUMENTED) if rule.applies_to(target)} == indexes


@pytest.mark.parametrize("rule", [rule for rule in DOCUMENTED if rule.fix], ids=lambda rule: rule.name)
def test_quoted_words_are_known(rule):
    """By the rule that quotes them and no other, in capitals too."""
    for evidence in rule.evidence:
        assert [rule] == [*matching(CallFailure(evidence.error), DOCUMENTED)] == [*matching(CallFailure("", None, evidence.error.upper()), DOCUMENTED)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_are_linear(pattern):
    """None repeats without bound; upper and lower case are the same for ASCII letters alone."""
    assert pattern_fault(pattern) == ""
    assert pattern.flags & re.IGNORECASE
    assert pattern.flags & re.ASCII


@pytest.mark.parametrize("gap", [0, 1000, 1001])
def test_the_halves_of_a_pattern_stand_near_each_other(gap):
    """A thousand characters may stand between them."""
    failure = CallFailure("tool_use.id:" + "x" * gap + "should match pattern")
    assert bool(matching(failure, DOCUMENTED)) is (gap <= 1000)


@pytest.mark.parametrize(("rule", "trigger"), [(rule, trigger) for rule in DOCUMENTED for trigger in rule.triggers])
def test_a_trigger_is_changed_once(rule, trigger):
    """For a target in scope; there is nothing left to do, and one out of scope gets the very prompt."""
    target = Target.of(["azure/gpt-5", "cerebras/x", "anthropic/x"])
    after = apply_rule(rule, Request(trigger), target)
    assert after.prompt is not trigger
    assert apply_rule(rule, after, target) is after
    assert apply_rule(rule, Request(trigger), "mistral/large").prompt is trigger


def test_rules_that_look_at_texts_are_never_skipped():
    """No kind tells of them."""
    assert [rule.name for rule in DOCUMENTED if rule.reads is EVERYTHING] == [NAMES[1], NAMES[6], NAMES[7]]


def test_a_rule_about_stored_messages_does_nothing_to_a_prompt_alone():
    """Nor does one that needs them."""
    given = Request(prompt(user("Hi")))
    assert all(apply_rule(BY_NAME[NAMES[index]], given, "openai/x") is given for index in (1, 5, 7))


def thought(text="Hm.", extras=None, **options):
    """Return a thought."""
    return ReasoningPart(text, freeze_object(options), extras=extras and Extras("ai-sdk", freeze_object(extras)))


SIGNED = {"anthropic": {"signature": "sig-1"}}
FOREIGN = [
    (thought(), True),
    (thought(openai={"itemId": "rs_1"}), True),
    (thought(anthropic=None), False),
    (thought(anthropic={}), False),
    (thought(openai={}, anthropic={"signature": "s"}), False),
    (thought(extras={"providerOptions": "anthropic"}), True),
    (thought(extras={"providerOptions": None, "providerMetadata": SIGNED}), False),
    (thought(openai={}, extras={"providerMetadata": SIGNED}), False),
]


@pytest.mark.parametrize(("part", "foreign"), FOREIGN)
def test_foreign_thoughts(part, foreign):
    """A thought is Anthropic's own where its options name Anthropic, whatever they say."""
    assert foreign is is_foreign(part)


SILENT = [
    (thought("", **SIGNED), True),
    (thought(" ", **SIGNED), False),
    (thought("", anthropic={"signature": ""}), False),
    (thought("", anthropic={"signature": 5}), False),
    (thought("", anthropic={"redactedData": "RD"}), False),
    (thought("", anthropic="x"), False),
    (thought("", anthropic="x", extras={"providerMetadata": SIGNED}), True),
    (thought("", anthropic={}, extras={"providerMetadata": SIGNED}), False),
    (thought(""), False),
]


@pytest.mark.parametrize(("part", "silent"), SILENT)
def test_signed_thoughts_without_text(part, silent):
    """Redacted data is no signature, a blank is a text; of two kinds of options the first that is an object counts."""
    assert silent is is_signed_nothing(part)


TOKENS = [
    (thought(**SIGNED), "sig-1"),
    (thought(anthropic={"redactedData": "RD"}), "RD"),
    (thought(anthropic={"signature": "sig-1", "redactedData": "RD"}), "sig-1"),
    (thought(anthropic={"signature": "", "redactedData": "RD"}), ""),
    (thought(anthropic={"signature": 5}), ""),
    (thought(), ""),
]


@pytest.mark.parametrize(("part", "text"), TOKENS)
def test_tokens(part, text):
    """The signature, or else the redacted data."""
    assert text == token(part)


CALLS = [
    ({"openai": {}, "anthropic": {}}, "anthropic"), ({"azure": {}}, "openai"), ({"google": {}, "openai": {}}, "openai"), ({"vertex": {}}, "google"),
    ({"xai": {}}, None), ({}, None),
]  # fmt: skip


@pytest.mark.parametrize(("options", "family"), CALLS)
def test_families_of_calls(options, family):
    """By the options they carry, Anthropic's before OpenAI's before Google's."""
    assert family == family_of(ToolCallPart("a", "b", {}, provider_options=freeze_object(options)))


def test_metadata_alone_tells_no_token_and_no_family():
    """It is not sent; what a part has as options is."""
    payload = [
        {"type": "reasoning", "text": "Hm.", "providerMetadata": SIGNED},
        {"type": "reasoning", "text": "Hm.", "providerMetadata": SIGNED, "providerOptions": {"anthropic": {"signature": "sig-2"}}},
        {"type": "tool-call", "toolCallId": "a", "toolName": "b", "input": {}, "providerMetadata": {"openai": {}}},
        {"type": "tool-call", "toolCallId": "a", "toolName": "b", "input": {}, "providerOptions": {"openai": {}}},
    ]
    told, sent, call, own = AI_SDK.decode([{"role": "assistant", "content": payload}]).unwrap().prompt.messages[0].content
    assert (token(told), token(sent), family_of(call), family_of(own)) == ("", "sig-2", None, "openai")


TURNS = [
    (prompt(user("a"), assistant("b")), 1),
    (prompt(assistant("a"), assistant("b"), tool(result("c")), tool(result("d"))), 1),
    (prompt(assistant("a"), tool(result("c"))), 0),
    (prompt(assistant("a"), tool(result("c")), user("b")), -1),
    (prompt(assistant("a"), system("b")), -1),
    (prompt(tool(result("c"))), -1),
    (Prompt(), -1),
]


@pytest.mark.parametrize(("given", "index"), TURNS)
def test_the_turn_that_is_going_on(given, index):
    """The last assistant message, if nothing but results follows it."""
    assert index == open_turn(given)


def test_a_record_without_a_given_model_is_read_by_its_fields():
    """A target may be made by hand."""
    assert BY_NAME[NAMES[2]].applies_to(Target("cerebras", model="x"))
    assert not BY_NAME[NAMES[2]].applies_to(evolve(Target("cerebras"), given="openai/x"))
