"""Would Amazon Bedrock's Converse accept this request? The service model first, all of it, then what the API enforces and no type states.

botocore's own validator checks types, required and unknown keys and lower bounds. Patterns, enums, upper bounds and the length of blobs
stand in the service model as well, and the API checks them: so they are checked here. Blobs may be bytes, or base64 text as in JSON.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import botocore.session
from attrs import frozen
from botocore.validate import ParamValidator

from tests.judges.checks import Checks, Issued, whole

Block = dict[str, Any]
GITHUB = "https://github.com"
TYPES = "[service model]"
NAME = re.compile(r"[a-zA-Z0-9()\[\]-]+(\s[a-zA-Z0-9()\[\]-]+)*")
PICKY = re.compile(r"mistral|llama")
"""Models that take no words beside calls or results."""


@cache
def converse() -> Any:
    """Return the shape of a Converse request, from the service model that botocore is installed with."""
    return botocore.session.Session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape


def is_document(shape: Any) -> bool:
    """Tell whether a shape is any JSON."""
    return bool(shape.type_name == "structure" and shape.is_document_type)


def as_boto3(value: Any, shape: Any) -> Any:
    """Return a value with the blobs in it as bytes, as boto3 takes them; base64 text that is none stays text."""
    if shape.type_name == "blob" and isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return value
    if is_document(shape):
        return value
    if shape.type_name == "structure" and isinstance(value, dict):
        return {key: as_boto3(item, shape.members[key]) if key in shape.members else item for key, item in value.items()}
    return [as_boto3(item, shape.member) for item in value] if shape.type_name == "list" and isinstance(value, list) else value


def listed(value: Any, shape: Any, place: str) -> Iterator[str]:
    """Yield where a value breaks what the service model lists and botocore does not check."""
    if is_document(shape):
        yield from _document(value, place)
    elif shape.type_name == "structure":
        yield from (line for key, item in value.items() for line in listed(item, shape.members[key], f"{place}.{key}".lstrip(".")))
    elif shape.type_name == "list":
        yield from _bounds(len(value), shape, place)
        yield from (line for at, item in enumerate(value) for line in listed(item, shape.member, f"{place}[{at}]"))
    elif shape.type_name == "map":
        yield from _bounds(len(value), shape, place)
        for key, item in value.items():
            yield from listed(key, shape.key, f"{place} (key)")
            yield from listed(item, shape.value, f"{place}.{key}")
    else:
        yield from _scalar(value, shape, place)


def _document(value: Any, place: str) -> Iterator[str]:
    """Yield numbers that no JSON has."""
    if isinstance(value, float) and not math.isfinite(value):
        yield f"{place}: no JSON {TYPES}"
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield from _document(item, f"{place}.{step}")


def _scalar(value: Any, shape: Any, place: str) -> Iterator[str]:
    told = shape.metadata
    if shape.type_name == "blob" and isinstance(value, str):
        yield f"{place}: no base64 {TYPES}"
    elif shape.type_name in {"string", "blob"}:
        yield from _bounds(len(value), shape, place)
    elif shape.type_name in {"integer", "float"}:
        yield from _bounds(value, shape, place)
        if isinstance(value, bool):
            yield f"{place}: no number {TYPES}"
    if "enum" in told and value not in told["enum"]:
        yield f"{place}: none of {', '.join(told['enum'])} {TYPES}"
    if "pattern" in told and not re.fullmatch(told["pattern"], value):
        yield f"{place}: does not match {told['pattern']} {TYPES}"


def _bounds(size: float, shape: Any, place: str) -> Iterator[str]:
    if not shape.metadata.get("min", size) <= size <= shape.metadata.get("max", size):
        yield f"{place}: {size} is not in {shape.metadata.get('min', '')}..{shape.metadata.get('max', '')} {TYPES}"


def types(payload: Any) -> list[str]:
    """Return how a body or message list breaks the service model. `modelId` stands in the address, so it may be left out."""
    body = {"modelId": "any.model", **whole(payload)}
    shape = converse()
    held = as_boto3(body, shape)
    found = ParamValidator().validate(held, shape).generate_report().splitlines()
    return [f"{line} {TYPES}" for line in found] or list(dict.fromkeys(listed(held, shape, "")))


@frozen
class Body:
    """A request whose types are right."""

    raw: dict[str, Any]
    model: str
    issued: Issued | None
    bare: bool
    """Only a message list was given: nothing can be said of the rest."""

    @property
    def claude(self) -> bool:
        """Tell whether the model is Anthropic's; one that is not told may be."""
        return not self.model or "claude" in self.model

    @property
    def turns(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the messages of users and the model, each with its place."""
        messages = self.raw.get("messages", [])
        return [(f"messages[{at}]", message) for at, message in enumerate(messages) if message["role"] != "system"]

    def blocks(self) -> Iterator[tuple[str, Block]]:
        """Yield all blocks of messages, those inside results too, each with its place."""
        for place, message in self.turns:
            for at, block in enumerate(message["content"]):
                where = f"{place}.content[{at}]"
                yield where, block
                inside = block.get("toolResult", {}).get("content", [])
                yield from ((f"{where}.toolResult.content[{number}]", piece) for number, piece in enumerate(inside))

    def around(self) -> Iterator[tuple[str, Any, Any, Any]]:
        """Yield each turn with its place, the one before it and the one behind it."""
        turns: Sequence[Any] = [("", None), *self.turns, ("", None)]
        for (_, before), (place, turn), (_, behind) in zip(turns, turns[1:], turns[2:], strict=False):
            yield place, turn, before, behind


def held(turn: Any, kind: str) -> list[Any]:
    """Return what the blocks of a turn hold of one kind; nothing where there is no turn."""
    return [block[kind] for block in turn["content"] if kind in block] if turn else []


def asked(turn: Any) -> list[str]:
    """Return the ids of the calls that a turn makes of the caller's tools."""
    return [call["toolUseId"] for call in held(turn, "toolUse") if "type" not in call] if turn and turn["role"] == "assistant" else []


def answered(turn: Any) -> list[str]:
    """Return the ids of the calls that a user's turn answers."""
    return [result["toolUseId"] for result in held(turn, "toolResult")] if turn and turn["role"] == "user" else []


CHECKS: Checks[Body] = Checks()


@CHECKS.enforced(f"{GITHUB}/langgenius/dify/issues/12340")
def first_speaker(body: Body) -> Iterator[str]:
    """A conversation must start with a user message."""
    yield from (place for place, turn in body.turns[:1] if turn["role"] != "user")


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain-aws/issues/130")
def alternation(body: Body) -> Iterator[str]:
    """A conversation must alternate between user and assistant roles."""
    yield from (place for place, turn, before, _ in body.around() if before and before["role"] == turn["role"])


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/13709")
def empty_message(body: Body) -> Iterator[str]:
    """The content field in the Message object is empty."""
    yield from (place for place, turn in body.turns if not turn["content"])


@CHECKS.enforced(f"{GITHUB}/OpenHands/OpenHands/issues/5722")
def blank_text(body: Body) -> Iterator[str]:
    """The text field in the ContentBlock object is blank."""
    blocks = [*body.blocks(), *((f"system[{at}]", block) for at, block in enumerate(body.raw.get("system", [])))]
    yield from (place for place, block in blocks if not block.get("text", "text").strip())


@CHECKS.enforced(f"{GITHUB}/agno-agi/agno/issues/6698")
def call_unanswered(body: Body) -> Iterator[str]:
    """Expected toolResult blocks in the next message for each toolUse."""
    yield from (place for place, turn, _, behind in body.around() if set(asked(turn)) - set(answered(behind)))


@CHECKS.enforced(f"{GITHUB}/pydantic/pydantic-ai/issues/2327")
def orphan_result(body: Body) -> Iterator[str]:
    """The number of toolResult blocks exceeds the number of toolUse blocks of previous turn."""
    yield from (place for place, turn, before, _ in body.around() if set(answered(turn)) - set(asked(before)))


@CHECKS.enforced(f"{GITHUB}/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15")
def error_without_content(body: Body) -> Iterator[str]:
    """The content field of a toolResult cannot be empty when status value is error."""
    results = ((place, block.get("toolResult", {"content": ""})) for place, block in body.blocks())
    yield from (place for place, result in results if not result["content"] and result.get("status") == "error")


@CHECKS.enforced(f"{GITHUB}/sigoden/aichat/pull/1550")
def json_object(body: Body) -> Iterator[str]:
    """The format of the value at toolResult.content.json is invalid. Provide a json object for the field and try again."""
    yield from (place for place, block in body.blocks() if not isinstance(block.get("json", {}), dict))


@CHECKS.enforced(f"{GITHUB}/elastic/kibana/pull/246943")
def tool_config_missing(body: Body) -> Iterator[str]:
    """The toolConfig field must be defined when using toolUse and toolResult content blocks."""
    used = any("toolUse" in block or "toolResult" in block for _, block in body.blocks())
    if used and not body.bare and "toolConfig" not in body.raw:
        yield "toolConfig"


@CHECKS.enforced(f"{GITHUB}/archestra-ai/archestra/pull/4220")
def document_without_text(body: Body) -> Iterator[str]:
    """A text block must be included when using documents."""
    yield from (place for place, turn in body.turns if held(turn, "document") and not held(turn, "text"))


@CHECKS.enforced("https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html")
def document_name(body: Body) -> Iterator[str]:
    """A document's name has alphanumeric and whitespace characters (no more than one in a row), hyphens, parentheses, square brackets."""
    yield from (place for place, block in body.blocks() if not NAME.fullmatch(block.get("document", {"name": "a"})["name"]))


@CHECKS.enforced(f"{GITHUB}/maximhq/bifrost/issues/7003")
def duplicate_document_name(body: Body) -> Iterator[str]:
    """Messages can't contain duplicate document names."""
    used: set[str] = set()
    for place, block in body.blocks():
        name = block.get("document", {"name": place})["name"].lower()
        if name in used:
            yield place
        used.add(name)


@CHECKS.enforced("https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html")
def assistant_file(body: Body) -> Iterator[str]:
    """You can only include images and documents if the role is user."""
    kinds = ("image", "document", "video", "audio")
    yield from (place for place, turn in body.turns if turn["role"] == "assistant" and any(held(turn, kind) for kind in kinds))


@CHECKS.enforced(f"{GITHUB}/earendil-works/pi/pull/1505")
def reasoning_unsupported(body: Body) -> Iterator[str]:
    """The model does not support reasoningContent blocks."""
    yield from (place for place, turn in body.turns if held(turn, "reasoningContent") and not body.claude)


@CHECKS.enforced("https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningTextBlock.html")
def reasoning_foreign(body: Body) -> Iterator[str]:
    """Invalid signature or redacted content: it was not issued."""
    for place, turn in body.turns if body.issued else ():
        for thought in held(turn, "reasoningContent"):
            token = thought.get("redactedContent") or thought.get("reasoningText", {}).get("signature")
            known = body.issued is None or token in body.issued.thinking or token in body.issued.redacted
            yield from () if known else (place,)


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain-aws/issues/235")
def text_beside_call(body: Body) -> Iterator[str]:
    """Conversation blocks and tool use blocks cannot be provided in the same turn."""
    picky = PICKY.search(body.model)
    yield from (place for place, turn in body.turns if picky and held(turn, "toolUse") and held(turn, "text"))


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain-aws/issues/141")
def text_beside_result(body: Body) -> Iterator[str]:
    """Conversation blocks and tool result blocks cannot be provided in the same turn."""
    picky = PICKY.search(body.model)
    yield from (place for place, turn in body.turns if picky and held(turn, "toolResult") and held(turn, "text"))


@CHECKS.enforced(f"{GITHUB}/aaif-goose/goose/pull/5967")
def trailing_whitespace(body: Body) -> Iterator[str]:
    """Final assistant content cannot end with trailing whitespace."""
    for place, turn in body.turns[-1:]:
        texts = held(turn, "text") if turn["role"] == "assistant" and turn["content"] and "text" in turn["content"][-1] else [""]
        yield from (place for text in texts[-1:] if text != text.rstrip())


def judge(payload: Any, *, model: str, issued: Issued | None = None) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted.

    `model` is the model asked, with or without its provider. With `issued`, signatures and redacted contents that are not in it are
    refused.
    """
    return types(payload) or CHECKS.complaints(Body(whole(payload), model.lower(), issued, isinstance(payload, list)))
