"""What the Converse API refuses of tool calls and their results."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.parts import ToolResultPart
from segue.profiles import converse as profile
from segue.prompts import Prompt, Request
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.call_inputs import wrap_odd_inputs
from segue.repairs.calls_without_tools import tell_all_calls
from segue.repairs.double_results import join_double_results
from segue.repairs.late_results import put_results_first
from segue.repairs.odd_json import tell_odd_json
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.result_files import move_result_files
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, ORPHANED, TOLD, documented_by, for_request, ignoring_target, quoted, words
from segue.rules.converse_content import claude, converse
from segue.targets import Target

_GITHUB = "https://github.com/"
_REFERENCE = "https://docs.aws.amazon.com/bedrock/latest/APIReference/"
_UNANSWERED = words(r"expected toolresult blocks at messages\.\d+\.content for the following ids")
_UNANSWERED_TEXT = "Expected toolResult blocks at messages.2.content for the following Ids: tooluse_1"
_ORPHAN = words(r"number of toolresult blocks at messages\.\d+\.content exceeds the number of tooluse blocks")
_ORPHAN_TEXT = "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn."
_BARE = frozenset({"list", "string"})
"""Forms of a request of which only the history was given."""


def _without_result_files(target: Target) -> bool:
    return converse(target) and not profile.takes_result_files(target)


def _is_error(part: ToolResultPart) -> bool:
    return part.error


def _spell_ids(prompt: Prompt, target: Target) -> Prompt:
    return spell_call_ids(prompt, profile.call_id(target))


def _rename(prompt: Prompt, target: Target) -> Prompt:
    return rename_reused_ids(prompt, profile.call_id(target), within_turn=not target.claude)


def _tell_untooled(request: Request, _: Target) -> Request:
    """Tell the calls of a whole body that offers no tools; where only the history is known, tools may be sent with it."""
    if request.tools or request.shape is None or request.shape.form in _BARE:
        return request
    return _tell_all(request)


def _after_untooled(request: Request, _: Target, __: CallFailure) -> Request:
    return _tell_all(request)


def _tell_all(request: Request) -> Request:
    prompt = tell_all_calls(request.prompt)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


TOOLS = (
    CompatRule(
        name="converse-tool-id",
        demand="Ids of calls are 1 to 64 letters, digits, _, ., : and -; Claude takes no . and no : in them.",
        applies_to=converse,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=documented_by(spell_call_ids, _spell_ids),
        error_patterns=words(r"tooluseid' failed to satisfy constraint"),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("", f"{_GITHUB}run-llama/llama_index/pull/22775"), quoted("", f"{_REFERENCE}API_runtime_ToolUseBlock.html")),
        triggers=broken_by.ODD_CONVERSE_ID,
    ),
    CompatRule(
        name="converse-twin-call",
        demand="A message holds a call once.",
        applies_to=converse,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ToolUseBlock.html"),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-reused-id",
        demand="An id names one call of its turn; with Claude, one call of the whole history.",
        applies_to=converse,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=documented_by(rename_reused_ids, _rename),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ToolUseBlock.html"),),
        triggers=broken_by.REUSED_IN_MESSAGE,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-orphan-result",
        demand="A result answers a call of the message before it.",
        applies_to=converse,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(tell_orphan_results),
        error_patterns=_ORPHAN,
        losses=ORPHANED,
        evidence=(quoted(_ORPHAN_TEXT, f"{_GITHUB}pydantic/pydantic-ai/issues/2327"),),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-stray-result",
        demand="The results of a message's calls are in the very next message.",
        applies_to=converse,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(move_stray_results),
        error_patterns=(*_UNANSWERED, *_ORPHAN),
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}anomalyco/opencode/pull/41780"),),
        triggers=broken_by.STRAY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-late-result",
        demand="Results come before all else in their message.",
        applies_to=converse,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(put_results_first),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.POSITION}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}camel-ai/camel/issues/3954"),),
        triggers=broken_by.LATE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-double-result",
        demand="A call has one result.",
        applies_to=converse,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=_ORPHAN,
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_ORPHAN_TEXT, f"{_GITHUB}pydantic/pydantic-ai/issues/2327"),),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-unanswered-call",
        demand="Every call has a result.",
        applies_to=converse,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=_UNANSWERED,
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted(_UNANSWERED_TEXT, f"{_GITHUB}agno-agi/agno/issues/6698"),),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="converse-file-in-result",
        demand="Files stand in results for Nova and Claude; other models take them from users.",
        applies_to=_without_result_files,
        reads=frozenset({Kind.RESULT_FILE}),
        apply_to_prompt=ignoring_target(move_result_files),
        losses=frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.ADDED}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ToolResultContentBlock.html"),),
        triggers=broken_by.RESULT_FILE,
    ),
    CompatRule(
        name="converse-error-with-file",
        demand="A result that is an error holds text only, with Claude.",
        applies_to=claude,
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
        name="converse-json-not-object",
        demand="JSON in a result is an object.",
        applies_to=converse,
        reads=frozenset({Kind.ODD_JSON, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(tell_odd_json),
        error_patterns=words(r"tool_?result\.content\.\d+\.json is invalid"),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.OPAQUE_TOKEN, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the "
                "field and try again.",
                f"{_GITHUB}sigoden/aichat/pull/1550",
            ),
        ),
        triggers=broken_by.ODD_JSON,
    ),
    CompatRule(
        name="converse-input-not-object",
        demand="A call's input is an object.",
        applies_to=converse,
        reads=frozenset({Kind.ODD_INPUT, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(wrap_odd_inputs),
        error_patterns=words(r"tooluse\.input is invalid\. provide a json object"),
        losses=frozenset({Loss.INPUT_FORM}),
        evidence=(quoted("toolUse.input is invalid. Provide a json object.", f"{_GITHUB}anthropics/claude-code/issues/6696"),),
        triggers=broken_by.ODD_INPUT,
    ),
    CompatRule(
        name="converse-tool-name",
        demand="Names of tools are 1 to 64 letters, digits, _ and -.",
        applies_to=converse,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=profile.TOOL_NAME)),
        error_patterns=words(r"(tooluse|toolspec)\.name' failed to satisfy constraint"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "Value at 'messages.2.member.content.1.member.toolUse.name' failed to satisfy constraint: Member must satisfy regular "
                "expression pattern: [a-zA-Z0-9_-]+",
                f"{_GITHUB}BerriAI/litellm/pull/28874",
            ),
        ),
        triggers=broken_by.ODD_NAME,
    ),
    CompatRule(
        name="converse-tools-missing",
        demand="A request whose messages hold calls or results offers tools.",
        applies_to=converse,
        reads=frozenset({Kind.CALL}),
        apply_to_request=documented_by(tell_all_calls, _tell_untooled),
        after_error=documented_by(tell_all_calls, _after_untooled),
        error_patterns=words(
            r"toolconfig field must be defined when using tooluse", r"requests which include `?tool_use`? or `?tool_result`? blocks must"
        ),
        losses=TOLD,
        triggers=broken_by.CALLED,
        evidence=(
            quoted(
                "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
                f"{_GITHUB}elastic/kibana/pull/246943",
            ),
            quoted(
                "Requests which include `tool_use` or `tool_result` blocks must define tools.", f"{_GITHUB}langgenius/dify/issues/17545"
            ),
        ),
        unstable=MOVES,
    ),
)
