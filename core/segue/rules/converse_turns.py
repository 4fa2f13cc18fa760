"""What the Converse API refuses of fields, of empty texts and messages, and of who speaks first, in turn and last."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.profiles import converse as profile
from segue.prompts import Request
from segue.repairs.bare_documents import caption_bare_documents
from segue.repairs.blank_text import drop_blank_text
from segue.repairs.cache_markers import limit_cache_markers
from segue.repairs.closing_reasoning import strip_closing_reasoning
from segue.repairs.closing_whitespace import strip_closing_whitespace
from segue.repairs.empty_errors import fill_empty_errors
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.first_speaker import begin_with_user
from segue.repairs.listed_system import lift_leading_system
from segue.repairs.misplaced_reasoning import drop_misplaced_reasoning
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.trailing_assistant import ask_to_continue
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.repairs.words_beside_calls import part_words_from_calls
from segue.repairs.words_beside_results import part_words_from_results
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import documented_by, ignoring_target, nothing_said, quoted, words
from segue.rules.claude_thinking import by_answer, by_request
from segue.rules.converse_content import claude, converse
from segue.targets import Target

_GITHUB = "https://github.com/"
_REFERENCE = "https://docs.aws.amazon.com/bedrock/latest/APIReference/"
_MARKER = (profile.MAKER, profile.MARKER)


def _takes_prefill(target: Target) -> bool:
    return converse(target) and profile.takes_prefill(target)


def _ends_with_user(target: Target) -> bool:
    return converse(target) and not profile.takes_prefill(target)


def _is_claude_with_prefill(target: Target) -> bool:
    return claude(target) and profile.takes_prefill(target)


def _is_picky(target: Target) -> bool:
    return converse(target) and profile.is_picky(target)


def _limit_markers(request: Request, target: Target) -> Request:
    return limit_cache_markers(request, profile.CACHE_MARKERS if profile.caches(target) else 0, _MARKER)


TURNS = (
    CompatRule(
        name="converse-unknown-field",
        demand="A message and its blocks hold the fields that the API lists, and no others.",
        applies_to=converse,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken=profile.UNCLAIMED_FIELDS)),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ContentBlock.html"),),
        triggers=broken_by.unknown_fields(profile.FORMAT),
    ),
    CompatRule(
        name="converse-blank-text",
        demand="Text holds more than white space.",
        applies_to=converse,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(partial(drop_blank_text, lone=True)),
        error_patterns=words(r"text field in the contentblock object at [\w.]{1,80} is blank"),
        losses=frozenset({Loss.EMPTY_TEXT, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "The text field in the ContentBlock object at messages.0.content.0 is blank. Add text to the text field, and try again.",
                f"{_GITHUB}OpenHands/OpenHands/issues/5722",
            ),
        ),
        triggers=broken_by.BLANK_TEXT,
    ),
    CompatRule(
        name="converse-empty-error",
        demand="A result that is an error has content.",
        applies_to=converse,
        reads=frozenset({Kind.ERROR_RESULT}),
        apply_to_prompt=ignoring_target(fill_empty_errors),
        error_patterns=words(r"toolresult cannot be empty when status value is error"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "The content field at messages.2.content.0.toolResult cannot be empty when status value is error.",
                f"{_GITHUB}aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15",
            ),
        ),
        triggers=broken_by.EMPTY_ERROR,
    ),
    CompatRule(
        name="converse-empty-message",
        demand="Every message has content.",
        applies_to=converse,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=words(r"content field in the message object at messages\.\d+ is empty"),
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "The content field in the Message object at messages.46 is empty. Add a ContentBlock object to the content field and try "
                "again.",
                f"{_GITHUB}anthropics/claude-code/issues/13709",
            ),
        ),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="converse-listed-system",
        demand="The first instructions stand in the field `system`, not in the list of messages.",
        applies_to=converse,
        reads=frozenset({Kind.LISTED_SYSTEM}),
        apply_to_prompt=ignoring_target(lift_leading_system),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_Message.html"),),
        triggers=broken_by.listed(profile.FORMAT),
    ),
    CompatRule(
        name="converse-first-speaker",
        demand="The first message is the user's.",
        applies_to=converse,
        reads=frozenset({Kind.FIRST_SPEAKER}),
        apply_to_prompt=ignoring_target(begin_with_user),
        error_patterns=words(r"conversation must start with a user message"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
                f"{_GITHUB}langgenius/dify/issues/12340",
            ),
        ),
        triggers=broken_by.FIRST_SPEAKER,
    ),
    CompatRule(
        name="converse-closing-thinking",
        demand="Words that Claude is to go on with hold no thinking.",
        applies_to=_is_claude_with_prefill,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(strip_closing_reasoning),
        error_patterns=words(r"final block in an assistant message cannot be `?thinking`?"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.EMPTY_MESSAGE, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "messages.3: The final block in an assistant message cannot be `thinking`.",
                f"{_GITHUB}router-for-me/CLIProxyAPI/issues/5321",
            ),
        ),
        triggers=broken_by.CLOSING_THOUGHT,
    ),
    CompatRule(
        name="converse-neighbours",
        demand="User and assistant take turns; the results of a message's calls are in one.",
        applies_to=converse,
        reads=frozenset({Kind.NEIGHBOURS}),
        apply_to_prompt=ignoring_target(partial(merge_neighbours, format=profile.FORMAT, strict=True, thoughts=False)),
        error_patterns=words(
            r"conversation must alternate between user and assistant roles",
            r"expected toolresult blocks at messages\.\d+\.content for the following ids",
        ),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD, Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and "
                "assistant roles and try again.",
                f"{_GITHUB}langchain-ai/langchain-aws/issues/130",
            ),
            quoted(
                "Expected toolResult blocks at messages.2.content for the following Ids: weather_london",
                f"{_GITHUB}genkit-ai/aws-bedrock-js-plugin/issues/664",
            ),
        ),
        triggers=broken_by.NEIGHBOURS,
    ),
    CompatRule(
        name="converse-thinking-not-first",
        demand="A message of Claude's with thinking begins with it.",
        applies_to=claude,
        reads=frozenset({Kind.MISPLACED_REASONING}),
        apply_to_prompt=ignoring_target(drop_misplaced_reasoning),
        error_patterns=words(r"contains any thinking blocks, the first block must be"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "messages.5.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or "
                "`redacted_thinking`. Found `text`.",
                f"{_GITHUB}anthropics/claude-code/issues/20691",
            ),
        ),
        triggers=broken_by.MISPLACED_THOUGHT,
    ),
    *by_request("converse", claude),
    CompatRule(
        name="converse-bare-document",
        demand="A message with a document has text.",
        applies_to=converse,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(caption_bare_documents, media_types=profile.DOCUMENTS)),
        error_patterns=words(r"text block must be included when using documents"),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("A text block must be included when using documents.", f"{_GITHUB}archestra-ai/archestra/pull/4220"),),
        triggers=broken_by.BARE_DOCUMENT,
    ),
    CompatRule(
        name="converse-words-beside-call",
        demand="A message to Mistral's and Meta's models holds words or calls, not both.",
        applies_to=_is_picky,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=ignoring_target(part_words_from_calls),
        error_patterns=words(r"conversation blocks and tool use blocks cannot be provided in the same turn"),
        losses=frozenset({Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(
            quoted(
                "messages.1.content: Conversation blocks and tool use blocks cannot be provided in the same turn",
                f"{_GITHUB}langchain-ai/langchain-aws/issues/235",
            ),
        ),
        triggers=broken_by.WORDS_BESIDE_CALL,
    ),
    CompatRule(
        name="converse-words-beside-result",
        demand="A turn to Mistral's and Meta's models holds words or results, not both.",
        applies_to=_is_picky,
        reads=frozenset({Kind.WORDS_BESIDE_RESULT}),
        apply_to_prompt=ignoring_target(part_words_from_results),
        error_patterns=words(r"conversation blocks and tool result blocks cannot be provided in the same turn"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "messages.2.content: Conversation blocks and tool result blocks cannot be provided in the same turn.",
                f"{_GITHUB}langchain-ai/langchain-aws/issues/141",
            ),
        ),
        triggers=broken_by.WORDS_BESIDE_RESULT,
    ),
    CompatRule(
        name="converse-trailing-assistant",
        demand="The last message is the user's, save for models that go on from a reply which was begun for them.",
        applies_to=_ends_with_user,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(ask_to_continue),
        error_patterns=words(r"does not support assistant message prefill"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "This model does not support assistant message prefill. The conversation must end with a user message.",
                f"{_GITHUB}agno-agi/agno/issues/7015",
            ),
        ),
        triggers=broken_by.TRAILING_ASSISTANT,
    ),
    CompatRule(
        name="converse-closing-whitespace",
        demand="Words that the model is to go on with do not end in white space.",
        applies_to=_takes_prefill,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(strip_closing_whitespace),
        error_patterns=words(r"final assistant content cannot end with trailing whitespace"),
        losses=frozenset({Loss.END_WHITESPACE}),
        evidence=(
            quoted("messages: final assistant content cannot end with trailing whitespace", f"{_GITHUB}tailcallhq/forgecode/issues/1872"),
        ),
        triggers=broken_by.CLOSING_WHITESPACE,
    ),
    CompatRule(
        name="converse-cache-markers",
        demand="Four blocks at most carry a cache marker; models other than Nova and Claude take none.",
        applies_to=converse,
        reads=frozenset({Kind.CACHE_MARKER}),
        apply_to_request=documented_by(limit_cache_markers, _limit_markers),
        losses=frozenset({Loss.CACHE_MARKER}),
        evidence=(quoted("", "https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html"),),
        triggers=broken_by.POINTS,
    ),
    CompatRule(
        name="converse-no-messages",
        demand="There is at least one message.",
        applies_to=converse,
        find=nothing_said,
        error_patterns=words(r"conversation must start with a user message"),
        evidence=(
            quoted(
                "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
                f"{_GITHUB}elastic/kibana/pull/246393",
            ),
        ),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
    *by_answer("converse", claude),
)
