"""The rules of the documents, in the order and with the behaviour of the TypeScript original; the default of `ProviderHistoryCompat`.

They look at the model as it was given, a list of fallbacks included, and at what the original looks at and no more: `BUILT_IN`
knows better. Only here do rules change stored messages.
"""

from __future__ import annotations

import re

from segue.kinds import Kind, Loss
from segue.profiles import anthropic as profile
from segue.profiles.matchers import family, is_anthropic, is_azure, is_cerebras, provider_id
from segue.prompts import Prompt, SystemMessage, UserMessage
from segue.repairs.foreign_hosted_calls import strip_foreign_hosted_calls
from segue.repairs.orphan_item_ids import strip_orphan_item_ids
from segue.repairs.refused_reasoning import strip_reasoning
from segue.repairs.reminder_tags import rename_reminder_tags
from segue.repairs.stored_ids import respell_stored_ids
from segue.rule import CompatRule, Messages
from segue.rules import _triggers as broken_by
from segue.rules._documented_parts import family_of, is_foreign, is_signed_nothing, open_turn, token, tokens_of_others
from segue.rules._rows import documented_by, ignoring_target, quoted, since
from segue.targets import Target

_GITHUB = "https://github.com/"
# `.` as JavaScript has it, but for line feeds: bodies are printed on several lines. Bounded, so that no error takes long.
_ANY = "[^\r\u2028\u2029]{0,1000}"
_THOUGHTS = frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER})


def _said(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Compile patterns in which upper and lower case are the same for ASCII letters alone."""
    return tuple(re.compile(pattern, re.ASCII | re.IGNORECASE) for pattern in patterns)


def _has_family(target: Target) -> bool:
    return family(target) is not None


def _strip_foreign_hosted(prompt: Prompt, target: Target) -> Prompt:
    """Where calls go, messages of models and tools that were empty before go too, as the original has it."""
    own = family(target)
    after = strip_foreign_hosted_calls(prompt, lambda call: family_of(call) not in {None, own})
    if after is prompt:
        return prompt
    return Prompt(tuple([message for message in after.messages if message.content or isinstance(message, SystemMessage | UserMessage)]))


def _strip_all(prompt: Prompt) -> Prompt:
    return strip_reasoning(prompt, lambda _: True)


def _strip_signed_nothing(prompt: Prompt) -> Prompt:
    return strip_reasoning(prompt, is_signed_nothing, open_turn(prompt))


def _strip_foreign(prompt: Prompt) -> Prompt:
    return strip_reasoning(prompt, is_foreign)


def _strip_signed_elsewhere(prompt: Prompt, target: Target, messages: Messages) -> Prompt:
    provider = provider_id(target)
    tokens = tokens_of_others(messages, provider) if provider else frozenset[str]()
    return strip_reasoning(prompt, lambda part: token(part) in tokens) if tokens else prompt


def _respell_ids(messages: Messages) -> Messages:
    return respell_stored_ids(messages, profile.CALL_ID)


def _strip_item_ids(messages: Messages) -> Messages:
    return strip_orphan_item_ids(messages)


DOCUMENTED: tuple[CompatRule, ...] = since(
    "0.2.0",
    CompatRule(
        name="strip-foreign-provider-executed-tools",
        demand="Calls of hosted tools are of the target's own family.",
        applies_to=_has_family,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=documented_by(strip_foreign_hosted_calls, _strip_foreign_hosted),
        losses=frozenset({Loss.HOSTED_CALL, Loss.OPAQUE_TOKEN, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "messages.1.content.2.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
                f"{_GITHUB}ding113/claude-code-hub/issues/470",
            ),
        ),
        triggers=broken_by.FOREIGN_HOSTED_CALL,
        unstable="an id counts in the whole history, so a later call takes an earlier one of its id with it",
    ),
    CompatRule(
        name="anthropic-tool-id-format",
        demand="Ids of calls are letters, digits, _ and -, at least one.",
        error_patterns=_said(
            rf"tool_use\.id:{_ANY}should match pattern",
            rf"tool_use_id:{_ANY}should match pattern",
            rf"tool_call_id{_ANY}invalid",
            r"invalid ['\"`]?(?:[\w.\[\]]{1,60}\.)?tool_call_id",
        ),
        fix=documented_by(respell_stored_ids, _respell_ids),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted(
                "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
                f"{_GITHUB}RooCodeInc/Roo-Code/pull/10649",
            ),
        ),
    ),
    CompatRule(
        name="cerebras-strip-reasoning-content",
        demand="There is no `reasoning_content`.",
        applies_to=is_cerebras,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=documented_by(strip_reasoning, ignoring_target(_strip_all)),
        losses=_THOUGHTS,
        evidence=(
            quoted(
                "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
                f"{_GITHUB}Kilo-Org/kilocode/issues/10375",
            ),
        ),
        triggers=(*broken_by.REASONING, *broken_by.CLOSING_REASONING),
    ),
    CompatRule(
        name="anthropic-strip-empty-signed-reasoning-content",
        demand="A thinking block has a text, but in a turn that is going on.",
        applies_to=is_anthropic,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=documented_by(strip_reasoning, ignoring_target(_strip_signed_nothing)),
        losses=_THOUGHTS,
        evidence=(
            quoted(
                "messages.1.content.0.thinking: each thinking block must contain thinking",
                f"{_GITHUB}mastra-ai/mastra/blob/0b1b4b1e13917fe72167c4e692e3ec2052ad955e/packages/core/src/processors/provider-history-compat.ts",
            ),
        ),
        triggers=broken_by.SIGNED_NOTHING,
    ),
    CompatRule(
        name="anthropic-strip-foreign-reasoning-content",
        demand="Thinking is Claude's own.",
        applies_to=is_anthropic,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=documented_by(strip_reasoning, ignoring_target(_strip_foreign)),
        losses=_THOUGHTS,
        evidence=(quoted("messages.1.content.0: Invalid `signature` in `thinking` block", f"{_GITHUB}vybestack/llxprt-code/issues/2335"),),
        triggers=(*broken_by.UNSIGNED, *broken_by.REASONING),
    ),
    CompatRule(
        name="anthropic-strip-foreign-signed-reasoning",
        demand="A signature is the target's own, and not one of a provider that speaks the same wire format.",
        reads=frozenset({Kind.REASONING}),
        apply_with_messages=documented_by(strip_reasoning, _strip_signed_elsewhere),
        losses=_THOUGHTS,
        evidence=(quoted("messages.1.content.0: Invalid `signature` in `thinking` block", f"{_GITHUB}earendil-works/pi/issues/9048"),),
    ),
    CompatRule(
        name="azure-system-reminder-transform",
        demand="The user's words hold nothing that the filter takes for an attack, such as `<system-reminder>`.",
        applies_to=is_azure,
        apply_to_prompt=ignoring_target(rename_reminder_tags),
        losses=frozenset({Loss.TAG}),
        evidence=(quoted("", f"{_GITHUB}anomalyco/opencode/issues/16442"), quoted("", f"{_GITHUB}mastra-ai/mastra/issues/16531")),
        triggers=broken_by.REMINDER,
    ),
    CompatRule(
        name="openai-orphan-item-id",
        demand="A message with an item id comes with the reasoning item that it came with.",
        error_patterns=_said(r"item '[^']{0,200}' of type 'message' was provided without its required 'reasoning' item"),
        fix=documented_by(strip_orphan_item_ids, _strip_item_ids),
        losses=frozenset({Loss.OPAQUE_TOKEN}),
        evidence=(
            quoted(
                "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
                f"{_GITHUB}mastra-ai/mastra/issues/22291",
            ),
        ),
    ),
)
"""The eight rules. None of them is in `BUILT_IN`."""
