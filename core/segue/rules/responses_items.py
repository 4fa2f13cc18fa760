"""What OpenAI's Responses API refuses of items: thoughts that are not stored or came to nothing, and ids without their kin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles import responses as profile
from segue.prompts import Prompt, Request
from segue.repairs._items import Item, Unit, half_named, named_twice, oddly_named, unled
from segue.repairs.item_ids import release_item_ids
from segue.repairs.lone_reasoning import drop_lone_reasoning
from segue.repairs.unread_reasoning import drop_unread_reasoning
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules._rows import documented_by, ignoring_target, quoted, words
from segue.rules.responses_content import NOT_FOUND, UNREAD, responses_api
from segue.targets import Target

_GITHUB = "https://github.com/"
_WITHOUT_FOLLOWING = words(r"of type 'reasoning' was provided without its required following item")
_WITHOUT_FOLLOWING_TEXT = "Item 'rs_1' of type 'reasoning' was provided without its required following item."
_RELEASED = frozenset({Loss.OPAQUE_TOKEN, Loss.REASONING, Loss.EMPTY_MESSAGE})


def _is_unencrypted(item: Item) -> bool:
    return not item.encrypted


def _without_unencrypted(request: Request, _: Target) -> Request:
    prompt = drop_unread_reasoning(request.prompt, _is_unencrypted)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _drop_unstored(request: Request, target: Target) -> Request:
    return request if profile.is_stored(request, target) else _without_unencrypted(request, target)


def _after_not_found(request: Request, target: Target, _: CallFailure) -> Request:
    return _without_unencrypted(request, target)


def _every(found: Iterable[Unit]) -> Iterator[Unit]:
    return (unit for unit in found if not unit.apart and unit.ids())


def _release_all(request: Request, _: Target, __: CallFailure) -> Request:
    """Go without any id: what is not known by an id is not asked for its kin."""
    prompt = release_item_ids(request.prompt, _every)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _release_unled(prompt: Prompt, target: Target) -> Prompt:
    """Spare the ids of what models made that do not think; who is not known is taken for such a one as the target."""

    def broken(found: Iterable[Unit]) -> Iterator[Unit]:
        return (unit for unit in unled(found) if profile.reasons(unit.maker.id if unit.maker else target.model))

    return release_item_ids(prompt, broken)


ITEMS = (
    CompatRule(
        name="openai-responses-unstored-reasoning",
        demand="Reasoning is encrypted, or OpenAI has stored it.",
        applies_to=responses_api,
        reads=frozenset({Kind.UNENCRYPTED_REASONING}),
        apply_to_request=documented_by(drop_unread_reasoning, _drop_unstored),
        after_error=documented_by(drop_unread_reasoning, _after_not_found),
        error_patterns=NOT_FOUND,
        losses=UNREAD,
        evidence=(
            quoted(
                "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to "
                "true, or remove this item from your input.",
                f"{_GITHUB}can1357/oh-my-pi/issues/41",
                404,
            ),
        ),
        triggers=broken_here.UNSTORED_THOUGHT,
    ),
    CompatRule(
        name="openai-responses-lone-reasoning",
        demand="Behind a reasoning item stands what came of it: a message of the model, or a call.",
        applies_to=responses_api,
        reads=frozenset({Kind.LONE_REASONING}),
        apply_to_prompt=ignoring_target(drop_lone_reasoning),
        error_patterns=_WITHOUT_FOLLOWING,
        losses=UNREAD,
        evidence=(quoted(_WITHOUT_FOLLOWING_TEXT, f"{_GITHUB}openai/openai-node/issues/1567"),),
        triggers=broken_here.LONE_THOUGHT,
    ),
    CompatRule(
        name="openai-responses-item-id",
        demand="The id of an item begins with the letters of its kind and has at most 64 letters, digits, _ and -.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_ITEM_ID}),
        apply_to_prompt=ignoring_target(partial(release_item_ids, broken=oddly_named)),
        error_patterns=words(
            r"expected an id that begins with '",
            r"expected an id that contains letters, numbers",
            r"invalid 'input\[\d+\]\.id': string too long",
        ),
        losses=_RELEASED,
        evidence=(
            quoted(
                "Invalid 'input[371].id': '00000000-0000-7000-8000-000000000000'. Expected an ID that begins with 'msg'.",
                f"{_GITHUB}openai/codex/issues/33176",
            ),
            quoted(
                "Invalid 'input[3].id': string too long. Expected a string with maximum length 64, but got a string with length 408 "
                "instead.",
                f"{_GITHUB}BerriAI/litellm/issues/41534",
            ),
            quoted(
                "Invalid 'input[2].id': ''. Expected an ID that contains letters, numbers, underscores, or dashes, but this value "
                "contained additional characters.",
                f"{_GITHUB}langchain-ai/langchainjs/issues/11044",
            ),
        ),
        triggers=broken_here.ODD_ITEM_ID,
    ),
    CompatRule(
        name="openai-responses-duplicate-item",
        demand="An id stands on one item.",
        applies_to=responses_api,
        reads=frozenset({Kind.DOUBLE_ITEM_ID}),
        apply_to_prompt=ignoring_target(partial(release_item_ids, broken=named_twice)),
        error_patterns=words(r"duplicate item found with id"),
        losses=_RELEASED,
        evidence=(
            quoted(
                "Duplicate item found with id rs_1. Remove duplicate items from your input and try again.",
                f"{_GITHUB}OpenRouterTeam/ai-sdk-provider/issues/254",
            ),
        ),
        triggers=broken_here.DOUBLE_ITEM_ID,
    ),
    CompatRule(
        name="openai-responses-half-named",
        demand="A reasoning item and what came of it all have their ids, or none of them has.",
        applies_to=responses_api,
        reads=frozenset({Kind.HALF_NAMED}),
        apply_to_prompt=ignoring_target(partial(release_item_ids, broken=half_named)),
        after_error=documented_by(release_item_ids, _release_all),
        error_patterns=_WITHOUT_FOLLOWING,
        losses=_RELEASED,
        evidence=(quoted(_WITHOUT_FOLLOWING_TEXT, f"{_GITHUB}vercel/ai/issues/7099"),),
        triggers=broken_here.HALF_NAMED,
    ),
    CompatRule(
        name="openai-responses-unled-item",
        demand="An item that has an id stands behind the reasoning item that it came of.",
        applies_to=responses_api,
        reads=frozenset({Kind.UNLED_ITEM}),
        apply_to_prompt=documented_by(release_item_ids, _release_unled),
        after_error=documented_by(release_item_ids, _release_all),
        error_patterns=words(r"was provided without its required 'reasoning' item"),
        losses=_RELEASED,
        evidence=(
            quoted(
                "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
                f"{_GITHUB}cline/cline/issues/12242",
            ),
            quoted(
                "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'.",
                f"{_GITHUB}mastra-ai/mastra/issues/22291",
            ),
        ),
        triggers=broken_here.UNLED_ITEM,
    ),
)
