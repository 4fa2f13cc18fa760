"""What the Gemini API refuses of tool calls and their results."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.parts import FilePart, ToolResultPart
from segue.profiles import gemini as profile
from segue.prompts import Message, ToolMessage, UserMessage
from segue.repairs.bare_results import wrap_bare_results
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.call_inputs import wrap_odd_inputs
from segue.repairs.double_results import join_double_results
from segue.repairs.late_results import put_results_first
from segue.repairs.odd_contents import forget_odd_contents
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.result_files import move_result_files
from segue.repairs.result_names import name_results
from segue.repairs.result_order import order_results
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, ORPHANED, for_request, ignoring_target, quoted, words
from segue.rules.gemini_content import gemini

_GITHUB = "https://github.com/"
_CALLING = "https://ai.google.dev/gemini-api/docs/function-calling"
_COUNT = words(r"number of function response parts is equal to the number of function call parts")
_COUNT_TEXT = (
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
)
_BEHIND = words(r"function response turn comes immediately after a function call turn")
_BEHIND_TEXT = "Please ensure that function response turn comes immediately after a function call turn."


def _moves(part: ToolResultPart) -> bool:
    """Tell whether files of a result did not stand within one of this API's."""
    return any(isinstance(piece, FilePart) and not profile.stands_in_result(piece) for piece in part.output)


def _is_beside_result(message: Message, before: Message | None) -> bool:
    if not isinstance(message, UserMessage) or not isinstance(before, ToolMessage) or not profile.is_joined(message.shape):
        return False
    return any(isinstance(part, ToolResultPart) for part in before.content)


TOOLS = (
    CompatRule(
        name="gemini-tool-id",
        demand="Calls and responses that have ids are paired by them; where others have one, so has every call.",
        applies_to=gemini,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=ignoring_target(partial(spell_call_ids, spelling=profile.CALL_ID)),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.ODD_ID[2:],
    ),
    CompatRule(
        name="gemini-twin-call",
        demand="A message holds a call once.",
        applies_to=gemini,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-reused-id",
        demand="An id names one call of its turn.",
        applies_to=gemini,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(partial(rename_reused_ids, spelling=profile.CALL_ID, within_turn=True)),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.REUSED_IN_MESSAGE,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-orphan-result",
        demand="A response answers a call of the content before it.",
        applies_to=gemini,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_prompt=ignoring_target(tell_orphan_results),
        error_patterns=_BEHIND,
        losses=ORPHANED,
        evidence=(quoted(_BEHIND_TEXT, f"{_GITHUB}langchain-ai/langchain/issues/27799"),),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-stray-result",
        demand="The responses to a content's calls are in the very next one.",
        applies_to=gemini,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(move_stray_results),
        error_patterns=(*_COUNT, *_BEHIND),
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_COUNT_TEXT, f"{_GITHUB}google-gemini/gemini-cli/issues/16543"),),
        triggers=broken_by.STRAY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-late-result",
        demand="Responses come before all else that the user says.",
        applies_to=gemini,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(put_results_first),
        error_patterns=(*_COUNT, *_BEHIND),
        losses=frozenset({Loss.POSITION}),
        evidence=(quoted(_BEHIND_TEXT, f"{_GITHUB}BerriAI/litellm/issues/26755"),),
        triggers=broken_by.LATE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-double-result",
        demand="A call has one response.",
        applies_to=gemini,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=_COUNT,
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_COUNT_TEXT, f"{_GITHUB}google-gemini/gemini-cli/issues/21830"),),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-unanswered-call",
        demand="Every call has a response.",
        applies_to=gemini,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=_COUNT,
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted(_COUNT_TEXT, f"{_GITHUB}google-gemini/gemini-cli/issues/3814"),),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-result-order",
        since="0.3.0",
        demand="Responses stand in the order of their calls: without ids they belong to calls by name and order.",
        applies_to=gemini,
        reads=frozenset({Kind.MIXED_RESULTS, Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(order_results),
        error_patterns=_COUNT,
        losses=frozenset({Loss.POSITION}),
        evidence=(quoted(_COUNT_TEXT, f"{_GITHUB}google-gemini/gemini-cli/issues/16543"),),
        triggers=broken_by.CROSSED_RESULTS,
        unstable=MOVES,
    ),
    CompatRule(
        name="gemini-file-in-result",
        demand="Files stand in contents of the user's, or within a response of this API.",
        applies_to=gemini,
        reads=frozenset({Kind.RESULT_FILE}),
        apply_to_prompt=ignoring_target(partial(move_result_files, moves=_moves)),
        losses=frozenset({Loss.POSITION, Loss.ROLE, Loss.SPLIT, Loss.ADDED}),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.RESULT_FILE,
    ),
    CompatRule(
        name="gemini-words-beside-response",
        demand="A content with responses holds nothing else.",
        applies_to=gemini,
        reads=frozenset({Kind.WORDS_BESIDE_RESULT}),
        apply_to_prompt=ignoring_target(partial(forget_odd_contents, is_odd=_is_beside_result)),
        error_patterns=_COUNT,
        evidence=(quoted(_COUNT_TEXT, f"{_GITHUB}google-gemini/gemini-cli/issues/4217"),),
        triggers=broken_by.BESIDE_RESPONSE,
    ),
    CompatRule(
        name="gemini-response-name",
        demand="A response stands under its call's name.",
        applies_to=gemini,
        reads=frozenset({Kind.MISNAMED_RESULT, Kind.STRAY_RESULT, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(partial(name_results, format=profile.FORMAT)),
        error_patterns=words(r"function_response\.name: name cannot be empty"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
                f"{_GITHUB}ollama/ollama/issues/14214",
            ),
        ),
        triggers=broken_by.UNNAMED_RESPONSE,
    ),
    CompatRule(
        name="gemini-response-not-object",
        demand="A response is an object.",
        applies_to=gemini,
        reads=frozenset({Kind.ODD_LAYOUT, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(partial(wrap_bare_results, is_bare=profile.is_bare_response)),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.BARE_RESPONSE,
    ),
    CompatRule(
        name="gemini-args-not-object",
        demand="A call's arguments are an object.",
        applies_to=gemini,
        reads=frozenset({Kind.ODD_INPUT, Kind.HOSTED}),
        apply_to_prompt=ignoring_target(wrap_odd_inputs),
        losses=frozenset({Loss.INPUT_FORM}),
        evidence=(quoted("", _CALLING),),
        triggers=broken_by.ODD_INPUT,
    ),
    CompatRule(
        name="gemini-tool-name",
        demand="Names of tools are 1 to 64 letters, digits, _, ., : and -, and begin with a letter or _.",
        applies_to=gemini,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=profile.TOOL_NAME)),
        error_patterns=words(
            r"invalid function name\. must start with a letter or an underscore", r"function_call\.name: name cannot be empty"
        ),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted(
                "tools[0].function_declarations[53].name: [FIELD_INVALID] Invalid function name. Must start with a letter or an "
                "underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), "
                "dots (.), colons (:), or dashes (-), with a maximum length of 64.",
                f"{_GITHUB}kaitranntt/ccs/issues/25",
            ),
        ),
        triggers=broken_by.ODD_GEMINI_NAME,
    ),
)
