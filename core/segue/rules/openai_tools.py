"""What OpenAI's Chat Completions API refuses of tool calls and their results."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles import openai as profile
from segue.prompts import Request
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.double_results import join_double_results
from segue.repairs.empty_calls import drop_empty_calls
from segue.repairs.late_results import put_results_first
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.result_files import move_result_files
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, ORPHANED, documented_by, for_request, ignoring_target, quoted, words
from segue.rules.openai_content import chat_completions
from segue.rules.openai_limits import told_limit
from segue.targets import Target

_GITHUB = "https://github.com/"
_UNANSWERED = words(r"must be followed by tool messages responding to each .tool_call_id.")
_ORPHAN = words(r"messages with role .tool. must be a response to a prece+ding message with .tool_calls.")
_DUPLICATE = words(r"duplicate value for 'tool_call_id'")
_UNANSWERED_TEXT = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following "
    "tool_call_ids did not have response messages: call_A"
)


def _after_long_id(request: Request, _: Target, failure: CallFailure) -> Request:
    """Spell ids as short as the error says: some endpoints take 29 characters."""
    told = told_limit(failure)
    prompt = request.prompt if told is None else spell_call_ids(request.prompt, evolve(profile.CALL_ID, longest=told))
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


TOOLS = (
    CompatRule(
        name="openai-tool-id",
        demand="Ids of calls have 1 to 40 characters.",
        applies_to=chat_completions,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=ignoring_target(partial(spell_call_ids, spelling=profile.CALL_ID)),
        after_error=documented_by(spell_call_ids, _after_long_id),
        error_patterns=words(r"messages\[\d+\]\.tool_calls\[\d+\]\.id'?: string too long"),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted(
                "Invalid 'messages[36].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with "
                "length 51 instead.",
                f"{_GITHUB}Portkey-AI/gateway/issues/1062",
            ),
        ),
        triggers=broken_by.LONG_ID,
    ),
    CompatRule(
        name="openai-twin-call",
        demand="A message holds a call once.",
        applies_to=chat_completions,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted("Duplicate value for 'tool_call_id' of call-00000000 in message[2]", f"{_GITHUB}QwenLM/qwen-code/pull/5107"),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-reused-id",
        demand="An id names one call of its turn.",
        applies_to=chat_completions,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(partial(rename_reused_ids, spelling=profile.CALL_ID, within_turn=True)),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("Duplicate value for 'tool_call_id' of call-00000000 in message[2]", f"{_GITHUB}earendil-works/pi/pull/6854"),),
        triggers=broken_by.REUSED_IN_MESSAGE,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-orphan-result",
        demand="A tool message answers a call of an assistant message before it.",
        applies_to=chat_completions,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(tell_orphan_results),
        error_patterns=_ORPHAN,
        losses=ORPHANED,
        evidence=(
            quoted(
                "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
                f"{_GITHUB}miurla/morphic/issues/136",
            ),
        ),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-stray-result",
        demand="The tool messages of an assistant message stand right behind it.",
        applies_to=chat_completions,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(move_stray_results),
        error_patterns=(*_UNANSWERED, *_ORPHAN),
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}BerriAI/litellm/issues/10083"),),
        triggers=broken_by.STRAY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-late-result",
        demand="Nothing stands between an assistant message with calls and its tool messages.",
        applies_to=chat_completions,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(put_results_first),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.POSITION}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}agno-agi/agno/issues/3105"),),
        triggers=broken_by.LATE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-double-result",
        demand="A call has one tool message.",
        applies_to=chat_completions,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_A', in messages[7] and messages[8].",
                f"{_GITHUB}agno-agi/agno/issues/5116",
            ),
        ),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-unanswered-call",
        demand="Every call has a tool message.",
        applies_to=chat_completions,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}BerriAI/litellm/issues/28995"),),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-file-in-result",
        demand="Tool messages hold text; images stand in user messages. Newer models take them here and do not look.",
        applies_to=chat_completions,
        reads=frozenset({Kind.RESULT_FILE}),
        apply_to_prompt=ignoring_target(move_result_files),
        error_patterns=words(r"image urls are only allowed for messages with role 'user', but this message with role 'tool'"),
        losses=frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.ADDED}),
        evidence=(
            quoted(
                "Invalid 'messages[234]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' "
                "contains an image URL.",
                f"{_GITHUB}OpenHands/OpenHands/issues/7700",
            ),
        ),
        triggers=broken_by.RESULT_FILE,
    ),
    CompatRule(
        name="openai-tool-name",
        demand="Names of tools are 1 to 64 letters, digits, _ and -.",
        applies_to=chat_completions,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=profile.TOOL_NAME)),
        error_patterns=words(r"(tool_calls|tools)\[\d+\]\.function\.name'?: string (does not match pattern|too long)"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "Invalid 'tools[21].function.name': string does not match pattern. Expected a string that matches the pattern "
                "'^[a-zA-Z0-9_-]+$'.",
                f"{_GITHUB}mcp-use/mcp-use/issues/90",
            ),
        ),
        triggers=broken_by.ODD_NAME,
    ),
    CompatRule(
        name="openai-empty-calls",
        demand="`tool_calls` holds at least one call, or is left out.",
        applies_to=chat_completions,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_empty_calls, format=profile.FORMAT, field="tool_calls")),
        error_patterns=words(r"messages\[\d+\]\.tool_calls': empty array"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
                f"{_GITHUB}openai/openai-python/issues/2061",
            ),
        ),
        triggers=broken_by.empty_calls(profile.FORMAT),
    ),
)
