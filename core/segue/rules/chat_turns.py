"""What dialects of Chat Completions refuse of who speaks first, in turn and last."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.profiles import chat as profile
from segue.profiles.dialects import FORMAT
from segue.prompts import Prompt, SystemMessage
from segue.repairs.first_speaker import begin_with_user
from segue.repairs.late_system import fold_late_system
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.trailing_assistant import ask_to_continue
from segue.repairs.words_beside_results import part_words_from_results
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import documented_by, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"


def _begin(prompt: Prompt, target: Target) -> Prompt:
    led = bool(prompt.messages) and isinstance(prompt.messages[0], SystemMessage)
    return prompt if led and target.provider == profile.MISTRAL else begin_with_user(prompt)


def _ask_to_continue(prompt: Prompt, _: Target) -> Prompt:
    return prompt if profile.is_prefix(prompt) else ask_to_continue(prompt)


TURNS = (
    CompatRule(
        name="chat-late-system",
        demand="System messages stand before all others.",
        applies_to=profile.takes_system_first,
        reads=frozenset({Kind.LATE_SYSTEM}),
        apply_to_prompt=ignoring_target(fold_late_system),
        error_patterns=words(
            r"unexpected role 'system' after role",
            r"system message must be at the beginning",
            r"chat content has invalid message role: system",
        ),
        losses=frozenset({Loss.ROLE, Loss.ADDED, Loss.MERGED, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.SPEAKER, Loss.DEMOTED}),
        evidence=(
            quoted("Unexpected role 'system' after role 'assistant'", f"{_GITHUB}mistralai/mistral-common"),
            quoted("invalid params, chat content has invalid message role: system (2013)", f"{_GITHUB}MiniMax-AI/MiniMax-M2.7/issues/43"),
        ),
        triggers=broken_by.LATE_SYSTEM,
    ),
    CompatRule(
        name="chat-first-speaker",
        demand="The first to speak is the user, or the system.",
        applies_to=profile.begins_with_user,
        reads=frozenset({Kind.FIRST_SPEAKER}),
        apply_to_prompt=documented_by(begin_with_user, _begin),
        error_patterns=words(r"conversation must start with a user message or system message"),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("Conversation must start with a user message or system message", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.FIRST_SPEAKER[:1],
    ),
    CompatRule(
        name="chat-neighbours",
        demand="Users and assistants take turns.",
        applies_to=profile.has_strict_roles,
        reads=frozenset({Kind.NEIGHBOURS}),
        apply_to_prompt=ignoring_target(partial(merge_neighbours, format=FORMAT)),
        error_patterns=words(
            r"does not support successive user or assistant messages",
            r"should alternate with assistant message",
            r"user and assistant roles should be alternating",
        ),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "deepseek-reasoner does not support successive user or assistant messages (messages[1] and messages[2] in your input). You "
                "should interleave the user/assistant messages in the message sequence.",
                f"{_GITHUB}deepseek-ai/DeepSeek-R1/issues/21",
            ),
            quoted(
                "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).",
                f"{_GITHUB}iamsrikanthnani/pluely/issues/71",
            ),
        ),
        triggers=broken_by.NEIGHBOURS,
    ),
    CompatRule(
        name="mistral-user-after-tool",
        demand="An assistant replies to the tool messages before the user speaks.",
        applies_to=profile.is_mistral,
        reads=frozenset({Kind.CALL, Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(part_words_from_results),
        error_patterns=words(r"unexpected role 'user' after role 'tool'"),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("Unexpected role 'user' after role 'tool'", f"{_GITHUB}pipecat-ai/pipecat-flows/issues/178"),),
        triggers=broken_by.WORDS_BESIDE_RESULT,
    ),
    CompatRule(
        name="chat-trailing-assistant",
        demand="The last to speak is the user or a tool, unless the message is marked as a prefix.",
        applies_to=profile.ends_with_user,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=documented_by(ask_to_continue, _ask_to_continue),
        error_patterns=words(
            r"expected last role (user or tool|to be one of: \[user, tool\])",
            r"last message must have role `?user",
        ),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
                f"{_GITHUB}0xPlaygrounds/rig/issues/708",
            ),
            quoted("Expected last role to be one of: [user, tool] but got assistant", f"{_GITHUB}BerriAI/litellm/issues/3918"),
            quoted("Last message must have role `user`.", f"{_GITHUB}BerriAI/litellm/issues/3918"),
        ),
        triggers=broken_by.TRAILING_ASSISTANT,
    ),
)
