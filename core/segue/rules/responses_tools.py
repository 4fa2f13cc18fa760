"""What OpenAI's Responses API refuses of tool calls and their outputs."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.kinds import Kind, Loss
from segue.profiles import responses as profile
from segue.prompts import Request
from segue.repairs.call_ids import spell_call_ids
from segue.repairs.double_results import join_double_results
from segue.repairs.orphan_results import tell_orphan_results
from segue.repairs.reused_ids import rename_reused_ids
from segue.repairs.stray_results import move_stray_results
from segue.repairs.tool_names import spell_tool_names
from segue.repairs.twin_calls import drop_twin_calls
from segue.repairs.unanswered_calls import answer_unanswered_calls
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, ORPHANED, documented_by, for_request, ignoring_target, quoted, words
from segue.rules.responses_content import responses_api
from segue.targets import Target

_GITHUB = "https://github.com/"
_ORPHAN = words(r"no tool call found for (function call|custom tool call|[a-z_ ]{1,40}) output with call_id")
_DUPLICATE = words(r"duplicate function_call_output for call_id", r"duplicate '?call_ids?'?")
_DUPLICATE_TEXT = (
    "Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have exactly one matching function_call_output"
)
_NO_CALL = "No tool call found for function call output with call_id call_A."


def _tell_orphans(request: Request, _: Target) -> Request:
    """Leave outputs alone whose calls OpenAI holds."""
    prompt = request.prompt if profile.is_chained(request) else tell_orphan_results(request.prompt)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


TOOLS = (
    CompatRule(
        name="openai-responses-call-id",
        demand="A `call_id` has 1 to 64 characters.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_ID}),
        apply_to_prompt=ignoring_target(partial(spell_call_ids, spelling=profile.CALL_ID)),
        error_patterns=words(
            r"invalid 'input\[\d+\]\.call_id': (string too long|empty string)", r"missing required parameter: 'input\[\d+\]\.call_id'"
        ),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted(
                "Invalid 'input[5].call_id': string too long. Expected a string with maximum length 64, but got a string with length 69 "
                "instead.",
                f"{_GITHUB}NousResearch/hermes-agent/pull/72006",
            ),
        ),
        triggers=broken_here.LONG_ID + broken_by.ODD_ID[2:],
    ),
    CompatRule(
        name="openai-responses-twin-call",
        demand="A reply holds a call once.",
        applies_to=responses_api,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(drop_twin_calls),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.DUPLICATE}),
        evidence=(quoted(_DUPLICATE_TEXT, f"{_GITHUB}NousResearch/hermes-agent/issues/102629"),),
        triggers=broken_by.TWIN_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-reused-id",
        demand="A `call_id` names one call of the whole input: outputs are told to calls by it alone.",
        applies_to=responses_api,
        reads=frozenset({Kind.REUSED_ID}),
        apply_to_prompt=ignoring_target(partial(rename_reused_ids, spelling=profile.CALL_ID)),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.CALL_ID}),
        evidence=(quoted(_DUPLICATE_TEXT, f"{_GITHUB}NousResearch/hermes-agent/issues/102629"),),
        triggers=broken_by.REUSED_ID,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-orphan-result",
        demand="An output answers a call of this input, or of one that this input goes on from.",
        applies_to=responses_api,
        reads=frozenset({Kind.ORPHAN_RESULT}),
        apply_to_request=documented_by(tell_orphan_results, _tell_orphans),
        error_patterns=_ORPHAN,
        losses=ORPHANED,
        evidence=(quoted(_NO_CALL, f"{_GITHUB}langchain-ai/langchain/issues/34282"),),
        triggers=broken_by.ORPHAN_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-early-result",
        demand="An output stands behind its call; what stands between does not matter.",
        applies_to=responses_api,
        reads=frozenset({Kind.STRAY_RESULT}),
        apply_to_prompt=ignoring_target(partial(move_stray_results, early=True)),
        error_patterns=_ORPHAN,
        losses=frozenset({Loss.POSITION, Loss.SPLIT, Loss.MERGED, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_NO_CALL, f"{_GITHUB}langchain-ai/langchainjs/pull/9740"),),
        triggers=broken_here.EARLY_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-double-result",
        demand="A call has one output.",
        applies_to=responses_api,
        reads=frozenset({Kind.DOUBLE_RESULT}),
        apply_to_prompt=ignoring_target(join_double_results),
        error_patterns=_DUPLICATE,
        losses=frozenset({Loss.MERGED, Loss.POSITION, Loss.ERROR_FLAG, Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_DUPLICATE_TEXT, f"{_GITHUB}NousResearch/hermes-agent/pull/111443"),),
        triggers=broken_by.DOUBLE_RESULT,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-unanswered-call",
        demand="Every call has an output.",
        applies_to=responses_api,
        reads=frozenset({Kind.UNANSWERED_CALL}),
        apply_to_prompt=ignoring_target(answer_unanswered_calls),
        error_patterns=words(r"no tool output found for (function|custom tool|[a-z_ ]{1,40}) call"),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("No tool output found for function call call_A.", f"{_GITHUB}promptfoo/promptfoo/issues/5172"),),
        triggers=broken_by.UNANSWERED_CALL,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-tool-name",
        demand="Names of tools are 1 to 64 letters, digits, _ and -.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_NAME}),
        apply_to_request=for_request(partial(spell_tool_names, spelling=profile.TOOL_NAME)),
        error_patterns=words(r"invalid '(input|tools)\[\d+\]\.name': (string does not match pattern|string too long|empty string)"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(
            quoted("Invalid 'tools[0].name': string does not match pattern.", f"{_GITHUB}openai/openai-dotnet/issues/441"),
            quoted(
                "Invalid 'input[26].name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
                f"{_GITHUB}Wei-Shaw/sub2api/issues/3818",
            ),
        ),
        triggers=broken_by.ODD_NAME,
    ),
)
