"""ProviderHistoryCompat and the rules of the documents."""

from __future__ import annotations

import re

from attrs import evolve

from segue.compat import ProviderHistoryCompat
from segue.engine import matching
from segue.formats.ai_sdk import AI_SDK
from segue.formats.mastra import decode_messages, encode_messages
from segue.json_values import EMPTY
from segue.parts import TextPart
from segue.profiles.anthropic import CALL_ID
from segue.prompts import AssistantMessage, Prompt, system
from segue.rejections import failures_in
from segue.repairs.stored_ids import plain_id
from segue.rule import CompatRule
from segue.rules.documented import DOCUMENTED
from tests.conformance.handlers.codes import given, present
from tests.conformance.handlers.errors import error_of

RULES = {rule.name: rule for rule in DOCUMENTED}


def prompt_of(payload):
    """Read a bare prompt."""
    return AI_SDK.decode(present(payload)).unwrap()


def written(request, prompt):
    """Write what became of a prompt, None where it is the same object."""
    return None if prompt is request.prompt else AI_SDK.encode(evolve(request, prompt=prompt))


def stored(payload):
    """Read stored messages."""
    return decode_messages(present(payload or [])).unwrap()


def custom(described, calls):
    """Return the rule that a case describes; it notes its name where it is called."""
    fix, apply = (described.get(key) for key in ("fix", "applyToPrompt"))
    patterns = tuple(re.compile(pattern["source"], re.ASCII | re.IGNORECASE) for pattern in described.get("errorPatterns", ()))
    return CompatRule(
        name=described["name"],
        error_patterns=patterns,
        fix=fix and noted(f"{described['name']}.fix", FIXES[fix["kind"]], fix, calls),
        apply_to_prompt=apply and noted(f"{described['name']}.applyToPrompt", CHANGES[apply["kind"]], apply, calls),
    )


def noted(name, act, options, calls):
    """Return a rule's callable that notes that it was called."""

    def called(subject, target=None):
        calls.append(name)
        return act(subject, target, options)

    return called


def appended_text(messages, _, options):
    """Add to every text."""
    return tuple(evolve(message, parts=tuple([longer(part, options["text"]) for part in message.parts])) for message in messages)


def longer(part, text):
    """Add to a text."""
    return evolve(part, text=part.text + text) if isinstance(part, TextPart) else part


def without_options(prompt, target, options):
    """Remove the provider options of assistants' parts for models that begin so."""
    if not str(target.given).startswith(options["whenModelStartsWith"]):
        return prompt
    messages = [
        evolve(message, content=tuple(evolve(part, provider_options=EMPTY) for part in message.content))
        if isinstance(message, AssistantMessage) else message
        for message in prompt.messages
    ]  # fmt: skip
    return Prompt(tuple(messages))


def explode(_prompt, _target, options):
    """Raise."""
    raise RuntimeError(options["message"])


FIXES = {
    "return": lambda messages, _, options: (*messages,) if given(options["value"]) else messages,
    "drop-last": lambda messages, _, __: messages[:-1],
    "append-text": appended_text,
}
CHANGES = {
    "null": lambda prompt, _, __: prompt,
    "same": lambda prompt, _, __: prompt,
    "empty": lambda _, __, ___: Prompt(),
    "append-system": lambda prompt, _, options: Prompt((*prompt.messages, system(options["text"]))),
    "strip-provider-options": without_options,
    "throw": explode,
}


def with_calls(input, run):
    """Run with the custom rules of a case, and tell which of them were called."""
    described, calls = input.get("additionalRules"), []
    answer = run(ProviderHistoryCompat([custom(rule, calls) for rule in described or ()]))
    return answer if described is None else {**answer, "customRuleCalls": calls}


def process_llm_request(input):
    """Rewrite a prompt."""
    request = prompt_of(input["prompt"])

    def run(compat):
        prompt = compat.process_llm_request(request.prompt, given(present(input["model"])), stored(input.get("messages")))
        return {"prompt": written(request, prompt)}

    return with_calls(input, run)


def process_api_error(input):
    """Answer a rejection, or several."""

    def one(compat, call):
        messages = stored(call["messages"])
        correction = compat.process_api_error(messages, error_of(call["error"]), given(call.get("retryCount"), 0) or 0)
        return {"retry": correction is not None, "messages": encode_messages(correction.messages if correction else messages)}

    def run(compat):
        return {"calls": [one(compat, call) for call in input["calls"]]} if "calls" in input else one(compat, input)

    return with_calls(input, run)


def apply_to_prompt(input):
    """Apply one rule to a prompt."""
    request, rule = prompt_of(input["prompt"]), RULES[input["rule"]]
    compat = ProviderHistoryCompat(rules=[rule])
    return {"prompt": written(request, compat.process_llm_request(request.prompt, input["model"], stored(input.get("messages"))))}


def sanitise(input):
    """Respell an id alone."""
    return {"id": plain_id(input["id"], CALL_ID)}


def fix(input):
    """Apply one rule to stored messages."""
    messages = stored(input["messages"])
    after = RULES[input["rule"]].fix(messages)
    return {"changed": after is not messages, "messages": encode_messages(after)}


def matches(input):
    """Ask whether a rule knows an error."""
    rule = RULES[input["rule"]]
    return {"matches": any(matching(failure, [rule]) for failure in failures_in(error_of(input["error"])))}


HANDLERS = {
    "compat.processLLMRequest": process_llm_request,
    "compat.processAPIError": process_api_error,
    "compat.rule.applyToPrompt": apply_to_prompt,
    "compat.rule.fix": fix,
    "compat.rule.matches": matches,
    "compat.sanitizeToolId": sanitise,
}
