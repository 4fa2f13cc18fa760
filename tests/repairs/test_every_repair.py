"""What holds for every repair alike: it leaves the harmless alone, mends what rules say breaks a demand, settles, and is linear."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from segue import repairs
from segue.json_values import freeze_object
from segue.parts import FilePart, ReasoningPart, TextPart
from segue.prompts import AssistantMessage, Prompt, assistant, call, prompt, result, system, tool, user
from segue.rules import BUILT_IN
from segue.rules.documented import DOCUMENTED
from segue.targets import Target
from segue.testing.steps import growing
from tests.repairs.settling import steps
from tests.rules.asking import asked

RULES = (*BUILT_IN, *DOCUMENTED)
REPAIRING = [rule for rule in RULES if rule.apply_to_prompt or rule.apply_to_request]
NAMES = ("anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8", "openai/gpt-5.2", "openai.responses/gpt-5.2", "openai.responses/gpt-4.1", "openai/o1-mini", "mistral/mistral-large", "zai/glm-4.6", "cerebras/gpt-oss-120b", "azure/gpt-5", "bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/meta.llama3-3-70b", "google/gemini-3.6-flash", "deepseek/deepseek-v4", "moonshot/kimi-k2.5", "groq/llama-3.3-70b", "lmstudio/gemma-2-9b-it", "lmstudio/gpt-oss-20b", "vllm/llama-3.3-70b", "llamacpp/qwen3.5-27b", "cohere/command-a", "google.chat/gemini-3-pro", "openrouter/google/gemini-3-pro", "copilot/gemini-3-pro", "xai.responses/grok-4")
SETTINGS = [
    {"provider": provider, "model_id": model, "thinking": {"type": kind}}
    for provider, model in (("anthropic", "claude-sonnet-4-5"), ("bedrock", "anthropic.claude-sonnet-4-5"))
    for kind in ("enabled", "disabled")
]
TARGETS = [Target.of(name) for name in (*NAMES, *SETTINGS)]
SIGNED = ReasoningPart("Look it up.", freeze_object({"anthropic": {"signature": "EqoB"}}))
PLAIN = prompt(
    system("Be brief."), user("Which trains run today? é☕"), assistant("I look.", call("toolu_1", "trains", {"day": "today"}), call("toolu_2", "buses")),
    tool(result("toolu_1", "7:10"), result("toolu_2", "none")), assistant("At 7:10."), user("And back?\n"),
)  # fmt: skip
SILENT = prompt(*PLAIN.messages[:2], assistant(*PLAIN.messages[2].content[1:]), *PLAIN.messages[3:])
WORDY = {"converse-words-beside-call"}
"""Rules for models that take no words beside calls: what is plain elsewhere is none there."""
NINE = prompt(
    *PLAIN.messages[:2], assistant("I look.", call("abcdefgh1", "trains", {"day": "today"}), call("abcdefgh2", "buses")),
    tool(result("abcdefgh1", "7:10"), result("abcdefgh2", "none")), *PLAIN.messages[4:],
)  # fmt: skip
COUNTED = prompt(
    *PLAIN.messages[:2], assistant("I look.", call("functions.trains:0", "trains", {"day": "today"}), call("functions.buses:1", "buses")),
    tool(result("functions.trains:0", "7:10"), result("functions.buses:1", "none")), *PLAIN.messages[4:],
)  # fmt: skip
THOUGHT_OVER = prompt(*PLAIN.messages[:2], assistant(ReasoningPart("Look."), *PLAIN.messages[2].content), *PLAIN.messages[3:])
SINGLE = prompt(
    *PLAIN.messages[:2], assistant("I look.", call("toolu_1", "trains", {"day": "today"})), tool(result("toolu_1", "7:10")), *PLAIN.messages[4:]
)
UNRULED = prompt(*PLAIN.messages[1:])
TALK = prompt(*PLAIN.messages[:2], assistant("At 7:10."), user("And then?"), assistant("At 9:40."), user("And back?\n"))
OTHERS = {
    "mistral-tool-id": NINE, "kimi-tool-id": COUNTED, "chat-missing-thought": THOUGHT_OVER, "chat-parallel-calls": SINGLE,
    "chat-no-system": UNRULED, "converse-tools-missing": TALK, "openai-refused-system": UNRULED,
}  # fmt: skip
"""Rules for which what is plain elsewhere is not spelled as it should be, or should not be there."""
HARMLESS = [
    Prompt(),
    prompt(user("Hi")),
    PLAIN,
    prompt(user("See:", FilePart("image/png", "iVBORw0KGgo="), "x" * 100_000), assistant("Yes."), user(TextPart("?"))),
]
CLEAN = pytest.mark.parametrize("clean", HARMLESS, ids=["empty", "short", "plain", "long"])


def aim(rule):
    """Return a target in scope that refuses the rule's triggers; any in scope, where there are none."""
    refusing = (target for target in TARGETS if rule.applies_to(target) and all(repaired(rule, trigger, target) is not trigger for trigger in rule.triggers))
    return next(refusing)


def cases():
    """Yield each trigger with the rule that it breaks and a target that refuses it."""
    for rule in REPAIRING:
        target = aim(rule)
        for number, trigger in enumerate(rule.triggers):
            yield pytest.param(rule, target, trigger, id=f"{rule.name}-{number}")


def repaired(rule, given, target):
    """Apply the repair of a rule, without the scan that decides whether it is needed."""
    if rule.apply_to_request:
        return rule.apply_to_request(asked(rule, given), target).prompt
    return rule.apply_to_prompt(given, target)


def plain(rule):
    """Return a plain history, as a rule's targets have it."""
    return SILENT if rule.name in WORDY else OTHERS.get(rule.name, PLAIN)


def with_repair():
    """Yield the rules that repair something, with a target in scope."""
    for rule in REPAIRING:
        yield pytest.param(rule, aim(rule), id=rule.name)


def test_every_repair_has_its_tests():
    """A module of its own for each, those of shared steps without their underscore."""
    modules = {path.stem.lstrip("_") for path in Path(repairs.__file__).parent.glob("*.py")} - {"init__"}
    tested = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}

    assert modules - tested == set()


@CLEAN
@pytest.mark.parametrize(("rule", "target"), [*with_repair()])
def test_the_harmless_is_left_alone(rule, target, clean):
    """A history without fault comes back as the very object."""
    clean = plain(rule) if clean is PLAIN else clean
    assert repaired(rule, clean, target) is clean


@pytest.mark.parametrize(("rule", "target", "trigger"), [*cases()])
def test_a_trigger_is_mended_once(rule, target, trigger):
    """The repair does something to it, and nothing to what it made of it."""
    after = repaired(rule, trigger, target)

    assert after is not trigger
    assert repaired(rule, after, target) is after


@pytest.mark.parametrize(("rule", "target", "trigger"), [*cases()])
def test_a_history_before_a_trigger_is_not_made_anew(rule, target, trigger):
    """Every message of a plain beginning is the same object, in order."""
    clean = plain(rule).messages
    before = Prompt(clean + (assistant("At 8:00."),) * (not isinstance(trigger.messages[0], AssistantMessage)) + trigger.messages)
    after = repaired(rule, before, target)

    assert all(one is other for one, other in zip(after.messages[:5], clean[:5], strict=True))


@pytest.mark.parametrize(("rule", "target", "trigger"), [*cases()])
def test_it_is_linear(rule, target, trigger):
    """Twice as much of a trigger takes at most 2.5 times the steps, in whatever way it grows."""
    for way, grown in growing(trigger):
        once, twice = (steps(partial(repaired, rule, grown(copies), target)) for copies in (100, 200))
        assert twice <= 2.5 * once + 200, way
