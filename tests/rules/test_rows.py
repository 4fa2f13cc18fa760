"""What every rule says of itself: a name, a demand, its evidence, what breaks it, what it loses; and that this is so."""

from __future__ import annotations

import re
from datetime import date

import pytest

from segue.engine import apply_rule, find_faults, recover, rewrite_request
from segue.failures import CallFailure
from segue.kinds import EVERYTHING, Kind, Loss
from segue.prompts import Prompt, Request, assistant, prompt, system, user
from segue.rule import CompatRule
from segue.rules import BUILT_IN
from segue.rules._rows import READ, since
from segue.targets import Target
from tests.rules.asking import asked

FAMILIES = {
    "anthropic": ["anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8", "vertex/claude-sonnet-4-6", "anthropic"],
    "openai": ["openai/gpt-5.2", "azure/gpt-5"],
    "openai-responses": ["openai.responses/gpt-5.2", "azure.responses/gpt-5"],
    "gemini": ["google/gemini-3-pro", "google/gemini-2.5-flash", "google/gemini-3.6-flash", "vertex/gemini-3-pro", "google"],
    "converse": ["bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/anthropic.claude-opus-4-8", "bedrock/meta.llama3-3-70b", "bedrock"],
    "chat": [
        "deepseek/deepseek-v4", "cerebras/zai-glm-4.7", "groq/llama-3.3-70b-versatile", "xai/grok-4", "moonshot/kimi-k2-thinking", "zai/glm-4.6",
        "lmstudio/gemma-2-9b-it", "lmstudio/gpt-oss-20b", "cohere/command-a", "llamacpp/qwen3.5-27b",
        "vllm/llama-3.3-70b",
        "minimax/minimax-m2", "openrouter/google/gemini-3-pro", "ollama/llama3.2", "vllm/qwen3", "llamacpp/gpt-oss-20b", "deepseek/deepseek-reasoner",
    ],
    "mistral": ["mistral/mistral-large", "mistral/voxtral-small"],
    "kimi": ["sglang/moonshotai/Kimi-K2-Instruct", "openrouter/moonshotai/kimi-k2.5"],
    "copilot": ["copilot/gemini-3-pro"],
    "xai": ["xai.responses/grok-4"],
}  # fmt: skip
MODELS = {"anthropic": "claude-sonnet-4-5", "bedrock": "anthropic.claude-sonnet-4-5"}
THINKING = {(name, kind): {"provider": name, "model_id": id, "thinking": {"type": kind}} for name, id in MODELS.items() for kind in ("enabled", "disabled")}
"""Targets by provider and by how thinking is asked for."""
SHARING = {"chat": {"mistral", "kimi", "copilot"}, "mistral": {"chat"}, "kimi": {"chat"}}
"""Families whose rules are for the targets of others as well."""
ELSEWHERE = ["nobody/knows", None]
ELSEWHERE_IN_FAMILY = {
    "chat-foreign-signature": ["google.chat/gemini-3-pro", "vertex.chat/gemini-3-pro"],
    "chat-unsigned-call": ["google.chat/gemini-3-pro", "vertex.chat/gemini-3-pro"],
    "openai-responses-refused-reasoning": ["openai.responses/gpt-4.1", "azure.responses/gpt-4o"],
    "anthropic-unasked-thinking": [THINKING["anthropic", "disabled"]],
    "anthropic-thoughtless-turn": [THINKING["anthropic", "enabled"]],
    "converse-unasked-thinking": [THINKING["bedrock", "disabled"]],
    "converse-thoughtless-turn": [THINKING["bedrock", "enabled"]],
    "openai-refused-system": ["openai/o1-mini", "azure/o1-preview-2024-09-12"],
    "chat-trailing-assistant": ["mistral/mistral-large", "perplexity/sonar-pro"],
}
"""Targets of rules that are for some models of their family alone, or for some settings."""
LOSSLESS = {
    "anthropic-listed-system": "the same words stand in another field",
    "anthropic-media-type": "the same file under the usual name of its type",
    "openai-media-type": "the same file under the usual name of its type",
    "openai-odd-layout": "the same part is written the usual way",
    "openai-responses-media-type": "the same file under the usual name of its type",
    "openai-responses-json-arguments": "the same call is written the usual way",
    "openai-responses-missing-field": "the same part is written the usual way",
    "gemini-role": "the same words under the usual name of the role",
    "gemini-media-type": "the same file under the usual name of its type",
    "gemini-listed-system": "the same words stand in another field",
    "gemini-words-beside-response": "the same words in a content of their own",
    "gemini-response-not-object": "the same result within an object",
    "converse-media-type": "the same type in another spelling",
    "converse-listed-system": "the same words stand in another field",
    "converse-document-name": "the file's name stays in the record",
}
WITHOUT_TRIGGERS = {
    "anthropic-foreign-tool": "needs tools",
    "anthropic-provided-name": "needs tools",
    "openai-foreign-tool": "needs tools",
    "openai-responses-foreign-tool": "needs tools",
    "openai-responses-no-input": "only finds",
    "openai-responses-lost-chain": "only explains",
    "openai-too-many-tools": "only finds",
    "openai-long-text": "needs ten million characters",
    "openai-responses-long-text": "needs ten million characters",
    "gemini-foreign-tool": "needs tools",
    "gemini-no-messages": "only finds",
    "converse-foreign-tool": "needs tools",
    "converse-no-messages": "only finds",
    "anthropic-no-messages": "only finds",
    "anthropic-container-missing": "only finds",
    "openai-no-messages": "only finds",
    "chat-foreign-tool": "needs tools",
    "chat-no-messages": "only finds",
    "copilot-unsigned-call": "only finds",
}
TAKEN_SINCE = {
    ("anthropic-late-system", 0): {"anthropic/claude-opus-4-8"},
    ("chat-tool-id", 0): {"moonshot/kimi-k2-thinking"},
    ("chat-file-in-result", 0): {"vllm/llama-3.3-70b", "moonshot/kimi-k2-thinking", "openrouter/google/gemini-3-pro", "vllm/qwen3"},
}
"""Triggers by their number that some targets in scope take: newer models take system text behind a user, Kimi any length of id."""
BY_NAME = {rule.name: rule for rule in BUILT_IN}
each_rule = pytest.mark.parametrize("rule", BUILT_IN, ids=[*BY_NAME])


def family(rule):
    """Return the longest family that a rule's name begins with, the name itself where none is."""
    return next((name for name in sorted(FAMILIES, key=len, reverse=True) if rule.name.startswith(f"{name}-")), rule.name)


def scope(rule):
    """Return the targets of its family that a rule applies to."""
    names = ELSEWHERE_IN_FAMILY.get(rule.name, FAMILIES[family(rule)])
    return [target for name in names if rule.applies_to(target := Target.of(name))]


def others(rule):
    """Return the targets of the families that the rule is not for."""
    own = {family(rule)} | SHARING.get(family(rule), set())
    return [name for other, names in FAMILIES.items() if other not in own for name in names]


def repairs(rule):
    """Tell whether a rule repairs anything."""
    return any((rule.apply_to_prompt, rule.apply_to_request, rule.after_error))


def preempts(rule):
    """Tell whether a rule does something before a call."""
    return any((rule.apply_to_prompt, rule.apply_to_request, rule.find))


def cases(rule):
    """Yield each trigger of a rule with each target in scope that refuses it, if that can be told before."""
    for number, trigger in enumerate(rule.triggers if preempts(rule) else ()):
        for target in scope(rule):
            if str(target) not in TAKEN_SINCE.get((rule.name, number), ()):
                yield asked(rule, trigger), target


def named(faults):
    """Return the rules that faults name."""
    return {fault.rule for fault in faults}


def test_names_are_unique():
    """A name names one rule."""
    assert len(BY_NAME) == len(BUILT_IN)


@each_rule
def test_a_name_is_its_family_and_a_fault(rule):
    """In kebab case, family first."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)
    assert family(rule) in FAMILIES


@each_rule
def test_a_demand_is_a_sentence(rule):
    """One or two, ending in a full stop; advice is given where nothing is repaired, and there alone."""
    assert rule.demand == rule.demand.strip()
    assert rule.demand[0].isupper() or rule.demand[0] == "`"
    assert rule.demand.endswith(".")
    assert bool(rule.advice) == (not repairs(rule))


@each_rule
def test_a_rule_says_since_when_it_is_there(rule):
    """The version of segue in which it came."""
    assert rule.since in {"0.1.0", "0.2.0", "0.3.0"}


def test_a_row_says_for_itself_since_when_it_is_there():
    """What its family says is for those that do not."""
    said, unsaid = CompatRule(name="x-a", since="0.3.0"), CompatRule(name="x-b")

    assert [rule.since for rule in since("0.1.0", said, unsaid)] == ["0.3.0", "0.1.0"]
    assert since("0.1.0", said)[0] is said


@each_rule
def test_a_rule_has_evidence(rule):
    """Where it is reported, with which status, and when that was read. What a template raises comes as 500 from some servers."""
    assert rule.evidence
    for evidence in rule.evidence:
        assert re.fullmatch(r"https://[a-z0-9.-]+\.[a-z]+/\S+", evidence.source)
        assert 400 <= evidence.status <= 500
        assert date(2026, 1, 1) <= evidence.read <= READ
        assert evidence.error == evidence.error.strip()


@each_rule
def test_a_rule_does_something(rule):
    """It repairs or it finds, one way or the other; after an error only it repairs where nothing can be told before."""
    assert sum(map(bool, (rule.apply_to_prompt, rule.apply_to_request, rule.find))) == preempts(rule)
    assert preempts(rule) or (rule.error_patterns and (rule.after_error or rule.advice))
    assert rule.reads is EVERYTHING or all(isinstance(kind, Kind) for kind in rule.reads)
    assert repairs(rule) == (rule.reads is not EVERYTHING)


@each_rule
def test_a_rule_applies_to_its_family_alone(rule):
    """Some target of its own is in scope, none of another family or of another wire format."""
    assert scope(rule)
    assert [name for name in [*others(rule), *ELSEWHERE] if rule.applies_to(Target.of(name))] == []


@each_rule
def test_losses_are_declared(rule):
    """A rule that changes anything says what may be lost, those that lose nothing stand in a table; one that only finds loses nothing."""
    assert all(isinstance(loss, Loss) for loss in rule.losses)
    assert bool(rule.losses) == (repairs(rule) and rule.name not in LOSSLESS)


def test_a_rule_that_changes_what_a_later_turn_reads_says_why():
    """The reason is a sentence's worth, the same for all that move results, or that heed what is asked for; others tell of signatures and of images."""
    reasons = {rule.unstable for rule in BUILT_IN if rule.unstable}

    assert all(len(reason.split()) > 5 for reason in reasons)
    assert len(reasons) == 4


@each_rule
def test_a_rule_has_triggers(rule):
    """Unless it needs tools, or only finds."""
    assert bool(rule.triggers) == (rule.name not in WITHOUT_TRIGGERS)
    assert all(isinstance(trigger, Prompt) for trigger in rule.triggers)


@each_rule
def test_a_trigger_is_a_fault(rule):
    """`check` names it, for every target in scope, as one that can be repaired."""
    for trigger, target in cases(rule):
        faults = [fault for fault in find_faults(trigger, target) if fault.rule == rule.name]
        assert faults, (trigger, target)
        assert all(fault.repairable for fault in faults), (trigger, target)


@pytest.mark.parametrize(("name", "number"), TAKEN_SINCE)
def test_a_trigger_that_newer_models_take_is_no_fault_there(name, number):
    """In scope, and still no fault."""
    for target in TAKEN_SINCE[name, number]:
        assert BY_NAME[name].applies_to(Target.of(target))
        assert find_faults(BY_NAME[name].triggers[number], target, [BY_NAME[name]]) == ()


@pytest.mark.parametrize(("rule", "trigger"), [(rule, trigger) for rule in BUILT_IN for trigger in rule.triggers])
def test_a_trigger_is_no_fault_elsewhere(rule, trigger):
    """Targets out of scope have nothing to say of it, and give it back."""
    for name in (*ELSEWHERE, *others(rule)):
        assert rule.name not in named(find_faults(trigger, name))
    request = Request(trigger)
    assert apply_rule(rule, request, "nobody/knows") is request


@pytest.mark.parametrize("rule", [rule for rule in BUILT_IN if rule.after_error and rule.triggers])
def test_an_error_makes_a_rule_act(rule):
    """Whatever quoted error it is, the rule changes some trigger of its own; what only the error tells is no fault before."""
    for target in scope(rule):
        failures = [CallFailure(re.sub(r"messages\.\d+", "messages.1", said.error), said.status) for said in rule.evidence if said.error]
        acted = [recover(Request(trigger), target, failure, [rule]) for trigger in rule.triggers for failure in failures]
        assert any(acted), target
        assert preempts(rule) or all(rule.name not in named(find_faults(trigger, target)) for trigger in rule.triggers)


@each_rule
def test_the_rule_removes_its_fault(rule):
    """Alone; and there is nothing left for it to do."""
    for trigger, target in cases(rule):
        after = apply_rule(rule, trigger, target)
        assert rule.name not in named(find_faults(after, target)), (trigger, target)
        assert apply_rule(rule, after, target) is after, (trigger, target)


@each_rule
def test_the_whole_set_settles(rule):
    """After one pass nothing is left to repair, and a second pass returns the very prompt."""
    for trigger, target in cases(rule):
        once = rewrite_request(trigger, target)
        assert find_faults(once.request, target) == (), (trigger, target)
        assert rewrite_request(once.request, target).request is once.request, (trigger, target)


@each_rule
def test_a_change_tells_declared_losses(rule):
    """What was lost at a place is among what the rule that changed it may lose; the rule is among those that did, or came too late."""
    earlier = BUILT_IN[: [known.name for known in BUILT_IN].index(rule.name)]
    for trigger, target in cases(rule):
        changes = rewrite_request(trigger, target).changes
        assert all(change.losses <= BY_NAME[change.rule].losses for change in changes), (trigger, target)
        so_far = rewrite_request(trigger, target, earlier).request
        assert rule.name in named(changes) or apply_rule(rule, so_far, target) is so_far, (trigger, target)


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_history_without_messages_is_found(name):
    """It cannot be repaired; where the user speaks there is no such fault."""
    rule = BY_NAME[f"{name}-no-messages"]
    spoken = prompt(system("Be brief."), user("Hi"), assistant("Ho"), user("?"))

    assert [(fault.rule, fault.place, fault.repairable) for fault in find_faults(Prompt(), name)] == [(rule.name, ("messages",), False)]
    assert find_faults(spoken, name) == ()


def test_system_text_alone_is_no_message_to_anthropic():
    """It stands beside the list there, and in the list at OpenAI."""
    alone = prompt(system("Be brief."))

    assert named(find_faults(alone, "anthropic/claude-sonnet-4-5")) == {"anthropic-no-messages"}
    assert named(find_faults(alone, "openai/gpt-5.2")) == set()
