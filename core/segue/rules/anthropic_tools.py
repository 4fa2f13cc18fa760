"""What Anthropic refuses of tool calls and their results."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.parts import ToolResultPart
from segue.profiles import anthropic as profile
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.call_inputs import wrap_odd_inputs
from segue.repairs.double_results import join_double_results
from segue.repairs.late_results import put_results_first
from segue.repairs.open_server_tools import tell_open_server_tools
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.result_files import move_result_files
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, ORPHANED, for_request, ignoring_target, quoted, words
from segue.rules.anthropic_content import messages_api

_GITHUB = "https://github.com/"
_UNANSWERED = words(
    r"`?tool_use`? ids were found without `?tool_result`? blocks immediately after", r"did not find \d+ tool_result block",
    r"tool call result does not follow tool call",
)  # fmt: skip
_ORPHAN = words(r"unexpected `?tool_use_id`? found in `?tool_result`? blocks", r"tool result's tool id\([^)]{0,80}\) not found")
"""The last of each are MiniMax's words, which has an endpoint for Anthropic's clients."""


def _is_error(part: ToolResultPart) -> bool:
    return part.error


TOOLS = (
    CompatRule(
        name="anthropic-tool-id",
        demand="Ids of calls are letters, digits, _ and -, at least one.",
        applies_to=messages_api,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=ignoring_target(partial(spell_call_ids, spelling=profile.CALL_ID)),
        error_patterns=words(r"(?<!server_)tool_use\.id: string should match pattern", r"tool_use_id: string should match pattern"),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted(
                "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
                f"{_GITHUB}RooCodeInc/Roo-Code/pull/10649",
            ),
        ),
        triggers=broken_by.ODD_ID,
    ),
    CompatRule(
        name="anthropic-twin-call",
        demand="A message holds a call once.",
        applies_to=messages_api,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        error_patterns=words(r"`?tool_use`? ids must be unique"),
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted("messages.1.content.1: `tool_use` ids must be unique", f"{_GITHUB}BerriAI/litellm/issues/23510"),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-reused-id",
        demand="An id names one call in the whole history.",
        applies_to=messages_api,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(partial(rename_reused_ids, spelling=profile.CALL_ID)),
        error_patterns=words(r"`?tool_use`? ids must be unique"),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("messages.1.content.1: `tool_use` ids must be unique", f"{_GITHUB}anthropics/claude-code/issues/21317"),),
        triggers=broken_by.REUSED_ID,
    ),
    CompatRule(
        name="anthropic-orphan-result",
        demand="A result answers a call of the message before it.",
        applies_to=messages_api,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(tell_orphan_results),
        error_patterns=_ORPHAN,
        losses=ORPHANED,
        evidence=(
            quoted(
                "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A. Each `tool_result` block must "
                "have a corresponding `tool_use` block in the previous message.",
                f"{_GITHUB}anthropics/claude-code/issues/18947",
            ),
        ),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-stray-result",
        demand="The results of a message's calls are in the very next message.",
        applies_to=messages_api,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(move_stray_results),
        error_patterns=(*_UNANSWERED, *_ORPHAN),
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A. Each `tool_use` block "
                "must have a corresponding `tool_result` block in the next message.",
                f"{_GITHUB}Kilo-Org/kilocode/issues/5163",
            ),
        ),
        triggers=broken_by.STRAY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-late-result",
        demand="Results come before all else in their message.",
        applies_to=messages_api,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(put_results_first),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.POSITION}),
        evidence=(
            quoted(
                "messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A.",
                "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
            ),
        ),
        triggers=broken_by.LATE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-double-result",
        demand="A call has one result.",
        applies_to=messages_api,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=words(r"each tool_use must have a single result"),
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "messages.148.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01A",
                f"{_GITHUB}Kilo-Org/kilocode/pull/3772",
            ),
        ),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-unanswered-call",
        demand="Every call has a result.",
        applies_to=messages_api,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A. Each `tool_use` block "
                "must have a corresponding `tool_result` block in the next message.",
                f"{_GITHUB}anthropics/claude-code/issues/5989",
            ),
        ),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="anthropic-error-with-file",
        demand="A result that is an error holds text only.",
        applies_to=messages_api,
        reads=frozenset({Kind.RESULT_FILE}),
        apply_to_prompt=ignoring_target(partial(move_result_files, moves=_is_error)),
        error_patterns=words(r"all content must be type `?'?text'?`? if `?is_error`? is true"),
        losses=frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.ADDED}),
        evidence=(
            quoted(
                "messages.4.content.0.tool_result: all content must be type `text` if `is_error` is true",
                f"{_GITHUB}vellum-ai/vellum-assistant/pull/18387",
            ),
        ),
        triggers=broken_by.ERROR_FILE,
    ),
    CompatRule(
        name="anthropic-input-not-object",
        demand="A call's input is an object.",
        applies_to=messages_api,
        reads=frozenset({Kind.ODD_INPUT, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(wrap_odd_inputs),
        error_patterns=words(r"tool_use\.input: input should be a valid dictionary"),
        losses=frozenset({Loss.INPUT_FORM}),
        evidence=(
            quoted("messages.3.content.3.tool_use.input: Input should be a valid dictionary", f"{_GITHUB}prism-php/prism/issues/659"),
        ),
        triggers=broken_by.ODD_INPUT,
    ),
    CompatRule(
        name="anthropic-tool-name",
        demand="Names of tools are 1 to 128 letters, digits, _ and -.",
        applies_to=messages_api,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=profile.TOOL_NAME)),
        error_patterns=words(
            r"tool_use\.name: string should have at (most|least)",
            r"tools\.\d+\.(custom\.)?name: string should (match pattern|have at most)",
        ),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "messages.43.content.1.tool_use.name: String should have at most 200 characters",
                f"{_GITHUB}anthropics/claude-code/issues/2673",
            ),
            quoted(
                "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", f"{_GITHUB}home-assistant/core/issues/147760"
            ),
        ),
        triggers=broken_by.ODD_NAME,
    ),
    CompatRule(
        name="anthropic-open-server-tool",
        demand="A server tool's call and its result stand in one message, but for a call that still runs at the end.",
        applies_to=messages_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=ignoring_target(tell_open_server_tools),
        error_patterns=words(
            r"tool use with id `?srvtoolu_\w{1,80}`? was found without a corresponding `?\w{1,40}_tool_result`?",
            r"unexpected `?tool_use_id`? found in `?\w{1,40}_tool_result`? blocks: srvtoolu_",
        ),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.MERGED, Loss.ADDED}),
        evidence=(
            quoted(
                "messages.1: `web_search` tool use with id `srvtoolu_01A` was found without a corresponding `web_search_tool_result` block",
                f"{_GITHUB}LibreChat-AI/agents/pull/216",
            ),
            quoted(
                "messages.7.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_01A. Each "
                "`advisor_tool_result` block must have a corresponding `server_tool_use` block before it.",
                f"{_GITHUB}anthropics/claude-code/issues/64383",
            ),
        ),
        triggers=broken_by.OPEN_SERVER_TOOL,
    ),
)
