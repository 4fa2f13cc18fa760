"""The documents' rules keep the laws, alone and in their order; what rewrites stored messages keeps those that speak of them."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from segue.compat import ProviderHistoryCompat
from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.messages import STATES, Data, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import ReasoningPart, TextPart
from segue.profiles.anthropic import CALL_ID
from segue.prompts import assistant, prompt, user
from segue.repairs._stored import calls_of
from segue.repairs.orphan_item_ids import strip_orphan_item_ids
from segue.repairs.stored_ids import respell_stored_ids
from segue.rules.documented import DOCUMENTED
from segue.testing import check_rule, check_rules
from segue.testing.strategies import TARGETS
from segue.testing.values import call_ids

EXAMPLES = settings().max_examples
MESSAGES = (
    StoredMessage(
        "m1", "assistant",
        tuple(StoredReasoning("", provider_options=freeze_object({"anthropic": {"signature": token}})) for token in ("Cs8B", "EqoB", "c2ln", "sig-1")),
        metadata=freeze_object({"provider": "kimi"}),
    ),
)  # fmt: skip
THOUGHT = ReasoningPart("Weigh both.", freeze_object({"anthropic": {"signature": "sig-1"}}))
NAMED = {"provider": "anthropic.messages", "modelId": "claude-sonnet-4-5"}
OTHERS = [{"provider": "azure.chat", "modelId": "gpt-5"}, ["cerebras/x", "anthropic/x"], {"provider": "vertex.anthropic.messages"}]


def bound(rule):
    """Return a rule that needs stored messages as one of prompts alone, with messages that fit the thoughts that are drawn."""
    if rule.apply_with_messages is None:
        return rule
    apply = partial(rule.apply_with_messages, messages=MESSAGES)
    triggers = (prompt(user("?"), assistant(THOUGHT, "4"), user("?")), prompt(user("?"), assistant(THOUGHT)))
    return evolve(rule, apply_to_prompt=apply, triggers=triggers)


PREEMPTIVE = [bound(rule) for rule in DOCUMENTED if rule.fix is None]


@pytest.mark.parametrize("index", range(len(PREEMPTIVE)), ids=[rule.name for rule in PREEMPTIVE])
def test_a_rule_keeps_the_laws(index):
    """A rule alone: it loses what it declares, leaves faults to later rules only, and settles."""
    rule = PREEMPTIVE[index]
    targets = [NAMED, *TARGETS, *OTHERS]
    check_rule(rule, targets=targets, before=PREEMPTIVE[:index], after=PREEMPTIVE[index + 1 :], examples=EXAMPLES)


@pytest.mark.parametrize("target", [NAMED, "cerebras/x", *OTHERS], ids=str)
def test_the_rules_keep_the_laws_for_a_target(target):
    """All rules in order: after one pass nothing is left to do."""
    check_rules(PREEMPTIVE, target, examples=EXAMPLES)


# What rewrites stored messages.

IDS = st.one_of(call_ids(), st.sampled_from(["a.b", "a:b", "a_b", "", "раз", "два", "a_b_fc7d33be47"]))
OPTIONS = st.sampled_from([EMPTY, *map(freeze_object, ({"openai": {"itemId": "msg_1", "x": 1}}, {"azure": {"itemId": "a", "resultItemId": "b"}}, {"xai": {"itemId": "c"}}))])  # fmt: skip
CALLS = st.builds(ToolInvocation, IDS, st.sampled_from(["get", "put"]), st.sampled_from(STATES), provider_options=OPTIONS)
PARTS = st.one_of(
    CALLS,
    st.builds(TextPart, st.just("Hi"), OPTIONS),
    st.builds(StoredReasoning, st.just("Hm."), provider_options=OPTIONS),
    st.builds(Data, st.just("tool-call-suspended"), st.builds(JsonObject, toolCallId=IDS)),
)
METADATA = st.one_of(st.just(EMPTY), st.builds(lambda named: freeze_object({"pendingToolApprovals": {named: {"toolCallId": named}}}), IDS))
ROWS = st.builds(
    lambda role, parts, listed, metadata: StoredMessage("m", role, tuple(parts), metadata=metadata, invocations=tuple(listed)),
    st.sampled_from(["assistant", "assistant", "user", "tool"]), st.lists(PARTS, max_size=4), st.lists(CALLS, max_size=2), METADATA,
)  # fmt: skip
HISTORIES = st.lists(ROWS, max_size=6).map(tuple)
FIXES = {"ids": partial(respell_stored_ids, spelling=CALL_ID), "items": strip_orphan_item_ids}


def calls(messages):
    """Return all calls that count, in order."""
    return [call for message in messages for call in calls_of(message)]


@pytest.mark.parametrize("fix", FIXES.values(), ids=FIXES)
@given(data=st.data())
def test_a_fix_settles(fix, data):
    """The same input gives the same output, its own output is that very object, untouched messages and parts are the same."""
    messages = data.draw(HISTORIES)
    after = fix(messages)
    assert fix(messages) == after
    assert fix(after) is after
    assert (after == messages) is (after is messages)
    for old, new in zip(messages, after, strict=True):
        assert (old == new) is (old is new)
        assert all((one == other) is (one is other) for one, other in zip(old.parts, new.parts, strict=True))


@given(HISTORIES)
def test_ids_stay_apart(messages):
    """Distinct ids become distinct ones, equal ones equal ones, and all but those of half calls are allowed."""
    pairs = [(old.id, new.id) for old, new in zip(calls(messages), calls(respell_stored_ids(messages, CALL_ID)), strict=True)]
    named = {pair for pair in pairs if pair[0]}
    assert len(named) == len({old for old, _ in named}) == len({new for _, new in named})
    assert all(CALL_ID.allows(new) for _, new in named)
    unnamed = [new for old, new in pairs if not old and new]
    assert len({*unnamed} - {new for _, new in named}) == len(unnamed)


@given(HISTORIES)
def test_nothing_but_ids_changes(messages):
    """All that is not an id is as it was, in its place."""

    def bare(given_):
        return [[evolve(part, id="") if isinstance(part, ToolInvocation) else type(part) for part in message.parts] for message in given_]

    assert bare(messages) == bare(respell_stored_ids(messages, CALL_ID))


@given(HISTORIES)
def test_new_ids_are_told(messages):
    """What is told of a correction leads from each new id back to the old one."""
    correction = ProviderHistoryCompat().process_api_error(messages, {"message": "tool_use.id: should match pattern"})
    if correction is not None:
        pairs = zip(calls(messages), calls(correction.messages), strict=True)
        assert all(correction.renamed.get(new.id, new.id) == old.id for old, new in pairs)
