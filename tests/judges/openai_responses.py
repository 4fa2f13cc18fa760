"""Would OpenAI's Responses API accept this request? The vendor's types first, then what the API enforces and no type states."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from attrs import frozen
from openai.types.responses.response_create_params import ResponseCreateParamsBase
from pydantic_core import SchemaValidator

from tests.judges import eager
from tests.judges.checks import Checks, whole

Item = dict[str, Any]
NAME = re.compile(r"[a-zA-Z0-9_-]+")
ID_LENGTH, STRING_LENGTH, TOOLS = 64, 10_485_760, 128
GITHUB = "https://github.com"
ANSWERED_BY = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}
PREFIXES = {"reasoning": "rs", "function_call": "fc", "message": "msg"}
REASONS = re.compile(r"(o\d|gpt-5|codex)(?!.*chat-latest)")
LED_TO = ("reasoning", "item_reference", "compaction", "program")
"""Kinds of item that may stand behind a reasoning item, besides messages of the model and calls."""


def kind(item: Item) -> str:
    """Return the kind of an item, which messages and references may leave out."""
    return item.get("type") or ("message" if "role" in item else "item_reference")


def is_reply(item: Item) -> bool:
    """Tell whether an item is a message of the model."""
    return kind(item) == "message" and item["role"] == "assistant"


@frozen
class Body:
    """A request whose types are right."""

    raw: dict[str, Any]
    model: str
    encrypted: Container[str] | None
    """Encrypted contents that OpenAI issued, where this is known."""
    linked: Container[str]
    """Ids of items that OpenAI made together with reasoning."""

    @property
    def items(self) -> list[Item]:
        """Return the items; a text is none."""
        found = self.raw.get("input")
        return found if isinstance(found, list) else []

    @property
    def unstored(self) -> bool:
        """Tell whether nothing of this is stored."""
        return self.raw.get("store") is False

    @property
    def chained(self) -> bool:
        """Tell whether the input continues one that OpenAI has."""
        return bool(self.raw.get("previous_response_id") or self.raw.get("conversation"))

    def placed(self, *kinds: str) -> Iterator[tuple[str, Item]]:
        """Yield the items of these kinds, each with its place; all items where none is named."""
        yield from ((f"input[{at}]", item) for at, item in enumerate(self.items) if not kinds or kind(item) in kinds)

    def followed(self) -> Iterator[tuple[str, Item, Item | None]]:
        """Yield each reasoning item with its place and the item behind it."""
        for at, (item, behind) in enumerate(pairwise([*self.items, None])):
            if item is not None and kind(item) == "reasoning":
                yield f"input[{at}]", item, behind


CHECKS: Checks[Body] = Checks()


@CHECKS.enforced("https://platform.openai.com/docs/api-reference/responses/create")
def no_input(body: Body) -> Iterator[str]:
    """Missing required parameter: one of 'input', 'previous_response_id', 'prompt' or 'conversation' must be provided."""
    if not body.raw.get("input") and not body.chained and not body.raw.get("prompt"):
        yield "input"


@CHECKS.enforced(f"{GITHUB}/lace-ai/gai/pull/49")
def call_unanswered(body: Body) -> Iterator[str]:
    """No tool output found for function call."""
    answered = {item.get("call_id") for _, item in body.placed(*ANSWERED_BY.values())}
    yield from (place for place, item in body.placed(*ANSWERED_BY) if item["call_id"] not in answered)


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain/issues/34282")
def orphan_output(body: Body) -> Iterator[str]:
    """No tool call found for function call output."""
    called: set[tuple[str, str]] = set()
    for place, item in body.placed():
        if kind(item) in ANSWERED_BY:
            called.add((ANSWERED_BY[kind(item)], item["call_id"]))
        elif kind(item) in ANSWERED_BY.values() and (kind(item), item.get("call_id")) not in called and not body.chained:
            yield place


@CHECKS.enforced(f"{GITHUB}/openai/openai-node/issues/1567")
def reasoning_without_following(body: Body) -> Iterator[str]:
    """Item of type 'reasoning' was provided without its required following item."""
    for place, _, behind in body.followed():
        if behind is None or not (is_reply(behind) or kind(behind).endswith("_call") or kind(behind) in LED_TO):
            yield place


@CHECKS.enforced(f"{GITHUB}/vercel/ai/issues/7099")
def following_without_id(body: Body) -> Iterator[str]:
    """A reasoning item with its id is followed by an item with its own id."""
    for place, item, behind in body.followed():
        if item.get("id") and behind is not None and kind(behind) in {"message", *ANSWERED_BY} and not behind.get("id"):
            yield place


@CHECKS.enforced(f"{GITHUB}/laravel/ai/pull/1052")
def reasoning_missing(body: Body) -> Iterator[str]:
    """Item was provided without its required 'reasoning' item."""
    before = ""
    for place, item in body.placed():
        own = is_reply(item) or kind(item) in ANSWERED_BY
        if own and item.get("id") in body.linked and REASONS.match(body.model) and before not in {"reasoning", "item_reference"}:
            yield place
        before = before if own else kind(item)


@CHECKS.enforced(f"{GITHUB}/can1357/oh-my-pi/issues/41")
def item_not_found(body: Body) -> Iterator[str]:
    """Items are not persisted when `store` is set to false."""
    if body.unstored:
        yield from (place for place, item in body.placed("reasoning") if not item.get("encrypted_content"))
        yield from (place for place, _ in body.placed("item_reference"))


@CHECKS.enforced(f"{GITHUB}/openai/codex/issues/8145")
def encrypted_content_foreign(body: Body) -> Iterator[str]:
    """The encrypted content could not be verified."""
    for place, item in body.placed("reasoning", "compaction"):
        content = item.get("encrypted_content")
        if content and body.encrypted is not None and content not in body.encrypted:
            yield place


@CHECKS.enforced(f"{GITHUB}/openai/codex/issues/33176")
def item_id_prefix(body: Body) -> Iterator[str]:
    """Invalid 'id': expected an ID that begins with the prefix of its kind."""
    for place, item in body.placed(*PREFIXES):
        if (kind(item) != "message" or is_reply(item)) and item.get("id") and not item["id"].startswith(PREFIXES[kind(item)]):
            yield place


@CHECKS.enforced(f"{GITHUB}/BerriAI/litellm/issues/41534")
def item_id_length(body: Body) -> Iterator[str]:
    """Invalid 'id': string too long. Expected a string with maximum length 64."""
    yield from (place for place, item in body.placed() if len(item.get("id") or "") > ID_LENGTH)


@CHECKS.enforced(f"{GITHUB}/decolua/9router/issues/393")
def call_id_length(body: Body) -> Iterator[str]:
    """Invalid 'call_id': string too long. Expected a string with maximum length 64."""
    yield from (place for place, item in body.placed() if len(item.get("call_id") or "") > ID_LENGTH)


@CHECKS.enforced(f"{GITHUB}/OpenRouterTeam/ai-sdk-provider/issues/254")
def duplicate_item(body: Body) -> Iterator[str]:
    """Duplicate item found. Remove duplicate items from your input and try again."""
    used: set[str] = set()
    for place, item in body.placed():
        if item.get("id") and item["id"] in used:
            yield place
        used.add(item.get("id") or "")


@CHECKS.enforced(f"{GITHUB}/jeremychone/rust-genai/pull/119")
def assistant_input_text(body: Body) -> Iterator[str]:
    """Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'."""
    for place, item in body.placed("message"):
        if is_reply(item) and isinstance(item["content"], list):
            yield from (place for piece in item["content"] if piece["type"] not in {"output_text", "refusal"})


@CHECKS.enforced(f"{GITHUB}/mcp-use/mcp-use/issues/90")
def function_name_pattern(body: Body) -> Iterator[str]:
    """Invalid 'name': string does not match pattern '^[a-zA-Z0-9_-]+$'."""
    tools = [(f"tools[{at}]", tool) for at, tool in enumerate(body.raw.get("tools", [])) if tool["type"] in {"function", "custom"}]
    yield from (place for place, named in [*body.placed(*ANSWERED_BY), *tools] if not NAME.fullmatch(named["name"]))


@CHECKS.enforced(f"{GITHUB}/VectorlyApp/bluebox/issues/31")
def string_length(body: Body) -> Iterator[str]:
    """String too long. Expected a string with maximum length 10485760."""
    yield from (place for place, text in _strings(body.raw.get("input"), "input") if len(text) > STRING_LENGTH)


def _strings(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from _strings(entry, f"{place}.{key}" if isinstance(key, str) else f"{place}[{key}]")


@CHECKS.enforced(f"{GITHUB}/zed-industries/zed/issues/32946")
def too_many_tools(body: Body) -> Iterator[str]:
    """Invalid 'tools': array too long. Expected an array with maximum length 128."""
    if len(body.raw.get("tools", [])) > TOOLS:
        yield "tools"


@cache
def _types() -> dict[str, SchemaValidator]:
    return eager.fields(ResponseCreateParamsBase)


def _as_typed(item: Any) -> Any:
    """Fill in what the types demand and the API does not: ids are optional, and status and annotations of a model's message."""
    if not isinstance(item, dict):
        return item
    pieces = item.get("content")
    if item.get("type") == "reasoning" and item.get("encrypted_content"):
        return {"id": "rs_", **item}
    if item.get("role") != "assistant" or not isinstance(pieces, list) or not all(map(_is_output, pieces)):
        return item
    content = [{"annotations": [], **piece} if piece["type"] == "output_text" else piece for piece in pieces]
    return {"id": "msg_", "status": "completed", "type": "message", **item, "content": content}


def _is_output(piece: Any) -> bool:
    return isinstance(piece, dict) and piece.get("type") in {"output_text", "refusal"}


def judge(payload: Any, *, model: str, encrypted: Container[str] | None = None, linked: Container[str] = ()) -> list[str]:
    """Return the complaints about a request body, a list of items or a text; none means accepted.

    `model` is the model asked, with or without its provider. Where `encrypted` is given, encrypted contents that are not in it are
    refused; items whose ids are `linked` are refused without the reasoning they were made with.
    """
    body = {"input": payload} if isinstance(payload, str) else whole(payload, "input")
    known = {**_types(), "stream": None}
    given = body.get("input")
    typed = {**body, "input": list(map(_as_typed, given))} if isinstance(given, list) else body
    wrong = [f"{key}: Unknown parameter [vendor's types]" for key in body if key not in known]
    wrong += [line for key, value in typed.items() if (types := known.get(key)) for line in eager.complaints(types, value, key)]
    return wrong or CHECKS.complaints(Body(body, model.rpartition("/")[2], encrypted, linked))
