"""What OpenAI's Responses API refuses of long texts, of calls that need a screenshot or a namespace, and of chains that are gone."""

from __future__ import annotations

import re
from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.parts import OpaquePart, ToolCallPart
from segue.profiles import openai
from segue.profiles import responses as profile
from segue.prompts import Prompt, Request
from segue.repairs._items import units
from segue.repairs._told_calls import tell_calls
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.item_references import drop_item_references
from segue.repairs.lone_namespaces import forget_namespaces
from segue.repairs.long_texts import cut_long_texts
from segue.repairs.lost_namespaces import give_namespaces
from segue.repairs.unshown_screens import tell_unshown_screens
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules._rows import FOREIGN, MOVES, TOLD, documented_by, ignoring_target, quoted, words
from segue.rules.openai_limits import told_limit
from segue.rules.responses_content import responses_api
from segue.targets import Target

_GITHUB = "https://github.com/"
_NAMED = re.compile(r"missing namespace for function_call '([^']{1,200})'", re.IGNORECASE)


def _after_long(request: Request, _: Target, failure: CallFailure) -> Request:
    told = told_limit(failure)
    return request if told is None else _with(request, cut_long_texts(request.prompt, told, told))


def _give_namespaces(request: Request, _: Target) -> Request:
    return _with(request, give_namespaces(request.prompt, profile.namespaces(request.tools)))


def _after_missing(request: Request, _: Target, failure: CallFailure) -> Request:
    """Tell the calls of the tool that is named: of which namespace it was, nothing tells."""
    found = _NAMED.search(f"{failure.message}\n{failure.body}")
    name = found[1] if found else None

    def is_meant(_: int, part: ToolCallPart) -> bool:
        return part.name == name and profile.namespace(part) is None

    return _with(request, tell_calls(request.prompt, is_meant))


def _after_unknown(request: Request, _: Target, __: CallFailure) -> Request:
    return _with(request, forget_namespaces(request.prompt))


def _tell_lone_approvals(request: Request, _: Target) -> Request:
    """Tell approvals whose request is not in the input, unless it goes on from one that may hold it."""
    if profile.is_chained(request):
        return request
    known = profile.asked_for(request.prompt)

    def is_answer(part: OpaquePart) -> bool:
        id = profile.approval(part)
        return id is None or id in known

    return _with(request, tell_foreign_parts(request.prompt, is_answer))


def _drop_double_references(prompt: Prompt, _: Target) -> Prompt:
    """Go without references to items that are in the input, as they are or by an earlier reference."""
    seen = {id for unit in units(prompt.messages) for id in unit.ids()}

    def is_double(part: OpaquePart) -> bool:
        id = profile.reference_id(part)
        double = id in seen
        seen.update(() if id is None else (id,))
        return double

    return drop_item_references(prompt, is_double)


def _with(request: Request, prompt: Prompt) -> Request:
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


LIMITS = (
    CompatRule(
        name="openai-responses-long-text",
        demand="A text has at most 10,485,760 characters, the arguments of a call 1,048,576.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.LONG_TEXT}),
        apply_to_prompt=ignoring_target(partial(cut_long_texts, longest=openai.LONGEST_TEXT, longest_input=openai.LONGEST_INPUT)),
        after_error=documented_by(cut_long_texts, _after_long),
        error_patterns=words(r"'(input|instructions|input\[(\d+|n)\]\.(content|output|arguments)(\[\d+\]\.text)?)': string too long"),
        losses=frozenset({Loss.CUT, Loss.INPUT_FORM}),
        evidence=(
            quoted(
                "[StringParam] [input[15].arguments] [string_above_max_length] Invalid 'input[15].arguments': string too long. Expected a "
                "string with maximum length 1048576, but got a string with length 1524940 instead.",
                f"{_GITHUB}openai/codex/issues/13270",
            ),
        ),
    ),
    CompatRule(
        name="openai-responses-unshown-screen",
        demand="A call of the computer is answered by a screenshot.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.SCREEN, Kind.ODD_LAYOUT}),
        apply_to_prompt=ignoring_target(partial(tell_unshown_screens, is_screen=profile.needs_screen)),
        error_patterns=words(r"no tool output found for computer call"),
        losses=TOLD,
        evidence=(quoted("", "https://platform.openai.com/docs/guides/tools-computer-use"),),
        triggers=broken_here.UNSHOWN_SCREEN,
        unstable=MOVES,
    ),
    CompatRule(
        name="openai-responses-missing-namespace",
        demand="A call of a tool in a namespace names it.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.CALL}),
        apply_to_request=documented_by(give_namespaces, _give_namespaces),
        after_error=documented_by(give_namespaces, _after_missing),
        error_patterns=words(r"missing namespace for function_call '"),
        losses=TOLD,
        evidence=(
            quoted(
                "Missing namespace for function_call 'list_agents'. It does not exist in the default namespace. Round-trip the model's "
                "function_call item with its namespace field included.",
                f"{_GITHUB}mastra-ai/mastra/issues/24340",
            ),
        ),
        triggers=broken_here.LOST_NAMESPACE,
    ),
    CompatRule(
        name="openai-responses-unknown-namespace",
        demand="Calls name no namespace where the endpoint knows none.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.CALL}),
        after_error=documented_by(forget_namespaces, _after_unknown),
        error_patterns=words(r"unknown parameter: 'input\[\d+\]\.namespace'"),
        losses=frozenset({Loss.OPAQUE_TOKEN}),
        evidence=(quoted("Unknown parameter: 'input[0].namespace'.", f"{_GITHUB}mastra-ai/mastra/issues/24340"),),
        triggers=broken_here.NAMESPACE,
    ),
    CompatRule(
        name="openai-responses-double-reference",
        demand="An item is in the input once, as it is or by a reference.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=documented_by(drop_item_references, _drop_double_references),
        error_patterns=words(r"duplicate item found with id"),
        losses=frozenset({Loss.UNKNOWN_FIELD, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "Duplicate item found with id rs_1. Remove duplicate items from your input and try again.",
                f"{_GITHUB}OpenRouterTeam/ai-sdk-provider/issues/254",
            ),
        ),
        triggers=broken_here.DOUBLE_REFERENCE,
    ),
    CompatRule(
        name="openai-responses-lone-approval",
        demand="An approval answers a request for it that is in the input, or in one that this input goes on from.",
        since="0.3.0",
        applies_to=responses_api,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_request=documented_by(tell_foreign_parts, _tell_lone_approvals),
        losses=FOREIGN,
        evidence=(quoted("", f"{_GITHUB}microsoft/agent-framework/issues/7452"),),
        triggers=broken_here.LONE_APPROVAL,
    ),
    CompatRule(
        name="openai-responses-lost-chain",
        demand="The response that `previous_response_id` names is held for this account, and has not expired.",
        since="0.3.0",
        applies_to=responses_api,
        error_patterns=words(r"previous response with id '[^']{1,200}' not found", r"previous_response_not_found"),
        evidence=(quoted("Previous response with id 'resp_0f09a275409xxx' not found.", f"{_GITHUB}maximhq/bifrost/issues/2441"),),
        advice="Send the whole history without `previous_response_id`. Where there is no copy of it, begin anew and say so.",
    ),
)
