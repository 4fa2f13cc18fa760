"""What dialects of Chat Completions refuse of tool calls and their results."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.parts import FilePart, ToolResultPart
from segue.profiles import chat as profile
from segue.profiles import openai
from segue.profiles.dialect_files import file_form
from segue.profiles.dialects import FORMAT, dialect_of
from segue.prompts import Prompt
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.call_inputs import wrap_odd_inputs
from segue.repairs.double_results import join_double_results
from segue.repairs.empty_calls import drop_empty_calls
from segue.repairs.late_results import put_results_first
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.result_files import move_result_files
from segue.repairs.result_order import order_results
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import ILLEGAL, MOVES, ORPHANED, documented_by, for_request, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_COUNT = "Not the same number of function calls and responses"
_INSUFFICIENT = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool "
    "messages following tool_calls message)"
)
_NO_RESPONSE = (
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following "
    "tool_call_ids did not have response messages"
)
_UNFOLLOWED = "invalid params, tool call result does not follow tool call (2013)"
_UNANSWERED = words(
    r"insufficient tool messages following tool_calls", r"not the same number of function calls and responses",
    r"tool call result does not follow tool call", r"following tool_call_ids did not have response messages",
)  # fmt: skip
_ORPHAN = words(
    r"unexpected role '?(roleenum\.)?tool\b", r"unexpected tool call id \S{1,80} in tool results", r"tool_call_id {1,2}is not found",
    r"tool result's tool id\([^)]{0,80}\) not found", r"message has tool role, but there was no previous assistant message",
    r"messages with role \W{1,8}tool\W{1,8} must be a response to a prece",
)  # fmt: skip
_DUPLICATE = words(r"duplicate tool call id \S{1,80} in (assistant message|tool results)")


def _spell_ids(prompt: Prompt, target: Target) -> Prompt:
    return spell_call_ids(prompt, profile.call_id(target))


def _spell_nine(prompt: Prompt, _: Target) -> Prompt:
    return prompt if profile.has_nines(prompt) else spell_call_ids(prompt, profile.NINES)


def _rename_reused(prompt: Prompt, target: Target) -> Prompt:
    return rename_reused_ids(prompt, profile.call_id(target), within_turn=target.provider != "zai")


def _wrap_inputs(prompt: Prompt, target: Target) -> Prompt:
    return wrap_odd_inputs(prompt, texts=dialect_of(target).arguments == "object")


def _move_result_files(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def moves(part: ToolResultPart) -> bool:
        return any(isinstance(piece, FilePart) and not file_form(piece, "tool", dialect) for piece in part.output)

    return move_result_files(prompt, moves)


TOOLS = (
    CompatRule(
        name="chat-tool-id",
        demand="Ids of calls have 1 to 40 characters.",
        applies_to=profile.spells_ids_freely,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=documented_by(spell_call_ids, _spell_ids),
        error_patterns=words(r"tool_call_id {1,2}is not found", r"\.tool_call_id' : property 'tool_call_id' is missing"),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted("", f"{_GITHUB}BigPizzaV3/CodexPlusPlus/issues/329"),
            quoted("Invalid request: tool_call_id  is not found", f"{_GITHUB}MoonshotAI/kimi-cli/issues/1977"),
        ),
        triggers=broken_by.LONG_ID,
    ),
    CompatRule(
        name="mistral-tool-id",
        demand="Ids of calls are nine letters and digits.",
        applies_to=profile.wants_nines,
        reads=frozenset({Kind.CALL, Kind.ODD_ID, Kind.ORPHAN_RESULT}),
        apply_to_prompt=documented_by(spell_call_ids, _spell_nine),
        error_patterns=words(
            r"tool call id was .{0,200} but must be a-z, a-z, 0-9, with a length of 9", r"tool call ids should be alphanumeric strings"
        ),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted(
                "Tool call id was call_abc123def456ghi789jkl012 but must be a-z, A-Z, 0-9, with a length of 9.",
                f"{_GITHUB}anomalyco/opencode/issues/1680",
            ),
            quoted("Tool call IDs should be alphanumeric strings with length 9!", f"{_GITHUB}ml-explore/mlx-lm/issues/1375"),
        ),
        triggers=(*broken_by.UNANSWERED_CALL, *broken_by.LONG_ID),
    ),
    CompatRule(
        name="chat-twin-call",
        demand="A message holds a call once.",
        applies_to=profile.chat,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        error_patterns=(*_DUPLICATE, *ILLEGAL),
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted("Duplicate tool call id abcdefghi in assistant message", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-reused-id",
        demand="An id names one call of its turn; at z.ai one of the whole history.",
        applies_to=profile.chat,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=documented_by(rename_reused_ids, _rename_reused),
        error_patterns=(*_DUPLICATE, *ILLEGAL),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("Duplicate tool call id abcdefghi in assistant message", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.REUSED_IN_MESSAGE,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-orphan-result",
        demand="A tool message answers a call of an assistant message before it.",
        applies_to=profile.chat,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(tell_orphan_results),
        error_patterns=(*_ORPHAN, *ILLEGAL),
        losses=ORPHANED,
        evidence=(
            quoted("Unexpected role 'tool' after role 'user'", f"{_GITHUB}charmbracelet/crush/issues/279"),
            quoted("Unexpected role RoleEnum.tool", f"{_GITHUB}mistralai/mistral-inference/issues/135"),
            quoted("Unexpected tool call id zzzzzzzzz in tool results", f"{_GITHUB}mistralai/mistral-common"),
            quoted("invalid params, tool result's tool id(call_function_x_1) not found (2013)", f"{_GITHUB}earendil-works/pi/issues/5468"),
        ),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-stray-result",
        demand="The tool messages of an assistant message stand right behind it.",
        applies_to=profile.chat,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(move_stray_results),
        error_patterns=(*_UNANSWERED, *_ORPHAN, *ILLEGAL),
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(quoted("Unexpected role 'tool' after role 'user'", f"{_GITHUB}charmbracelet/crush/issues/279"),),
        triggers=broken_by.STRAY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-late-result",
        demand="Nothing stands between an assistant message with calls and its tool messages.",
        applies_to=profile.chat,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(put_results_first),
        error_patterns=(*_UNANSWERED, *ILLEGAL),
        losses=frozenset({Loss.POSITION}),
        evidence=(
            quoted(_INSUFFICIENT, f"{_GITHUB}BigPizzaV3/CodexPlusPlus/issues/329"),
            quoted(_UNFOLLOWED, f"{_GITHUB}MiniMax-AI/MiniMax-M2/issues/76"),
        ),
        triggers=broken_by.LATE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-double-result",
        demand="A call has one tool message.",
        applies_to=profile.chat,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=(*_DUPLICATE, *ILLEGAL),
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(quoted("Duplicate tool call id abcdefghi in tool results", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-unanswered-call",
        demand="Every call has a tool message.",
        applies_to=profile.chat,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=(*_UNANSWERED, *ILLEGAL),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(_COUNT, f"{_GITHUB}mistralai/mistral-common"),
            quoted(_NO_RESPONSE, f"{_GITHUB}MoonshotAI/kimi-cli/issues/1977"),
            quoted(f"<400> InternalError.Algo.InvalidParameter: {_NO_RESPONSE}", f"{_GITHUB}QwenLM/qwen-code/issues/315"),
            quoted(_INSUFFICIENT, f"{_GITHUB}BigPizzaV3/CodexPlusPlus/issues/329"),
        ),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-result-order",
        since="0.3.0",
        demand="Tool messages stand in the order of the calls: templates print no ids with them.",
        applies_to=profile.prints_no_ids,
        reads=frozenset({Kind.MIXED_RESULTS, Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(order_results),
        losses=frozenset({Loss.POSITION}),
        evidence=(quoted("", "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct/blob/main/tokenizer_config.json"),),
        triggers=broken_by.CROSSED_RESULTS,
        unstable=MOVES,
    ),
    CompatRule(
        name="chat-file-in-result",
        demand="Tool messages hold text; files stand in user messages.",
        applies_to=profile.takes_files,
        reads=frozenset({Kind.RESULT_FILE}),
        apply_to_prompt=documented_by(move_result_files, _move_result_files),
        error_patterns=words(r"unexpected content chunk types in tool message"),
        losses=frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.ADDED}),
        evidence=(quoted("Unexpected content chunk types in tool message: ['ImageURLChunk']", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.RESULT_FILE,
    ),
    CompatRule(
        name="chat-input-not-object",
        demand="A call's input is a JSON object.",
        applies_to=profile.reads_inputs,
        reads=frozenset({Kind.ODD_INPUT, Kind.TEXT_INPUT, Kind.HOSTED}),
        apply_to_prompt=documented_by(wrap_odd_inputs, _wrap_inputs),
        error_patterns=words(
            r"invalid function arguments json string",
            r"can only get item pairs from a mapping",
            r"cannot unmarshal string into",
            r"'str object' has no attribute 'items'",
        ),
        losses=frozenset({Loss.INPUT_FORM}),
        evidence=(
            quoted(
                "invalid params, invalid function arguments json string, tool_call_id: call_function_x_1 (2013)",
                f"{_GITHUB}NousResearch/hermes-agent/issues/12167",
            ),
            quoted("Can only get item pairs from a mapping.", f"{_GITHUB}QwenLM/Qwen3-Coder/issues/444"),
        ),
        triggers=broken_by.ODD_INPUT,
    ),
    CompatRule(
        name="chat-tool-name",
        demand="Names of tools are 1 to 64 letters, digits, _ and -.",
        applies_to=profile.chat,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=openai.TOOL_NAME)),
        error_patterns=words(r"function name was .{0,300} but must be a-z, a-z, 0-9, or contain underscores and dashes"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "Function name was db.trains but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
                f"{_GITHUB}mistralai/mistral-common",
            ),
        ),
        triggers=broken_by.ODD_NAME,
    ),
    CompatRule(
        name="chat-empty-calls",
        demand="`tool_calls` holds at least one call, or is left out.",
        applies_to=profile.chat,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_empty_calls, format=FORMAT, field="tool_calls")),
        error_patterns=words(r"this model only supports single tool-calls at once", r"list object has no element 0"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(quoted("This model only supports single tool-calls at once!", f"{_GITHUB}vllm-project/vllm/issues/13978"),),
        triggers=broken_by.empty_calls(FORMAT),
    ),
)
