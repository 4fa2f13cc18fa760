"""Would OpenAI's Chat Completions accept this request? The vendor's types first, then what the API enforces and no type states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen
from openai.types.chat.completion_create_params import CompletionCreateParamsBase
from pydantic_core import SchemaValidator

from tests.judges import eager
from tests.judges.checks import Checks, Issued, whole

Message = dict[str, Any]
NAME = re.compile(r"[a-zA-Z0-9_-]+")
FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
ID_LENGTH, STRING_LENGTH, TOOLS = 40, 10_485_760, 128
GITHUB = "https://github.com"


@frozen
class Body:
    """A request whose types are right."""

    raw: dict[str, Any]
    model: str

    @property
    def messages(self) -> list[Message]:
        """Return the messages."""
        found: list[Message] = self.raw.get("messages", [])
        return found

    def placed(self, *roles: str) -> Iterator[tuple[str, Message]]:
        """Yield the messages of these roles, each with its place."""
        yield from ((f"messages[{at}]", message) for at, message in enumerate(self.messages) if message["role"] in roles)

    def calls(self) -> Iterator[tuple[str, Message]]:
        """Yield all tool calls."""
        for place, message in self.placed("assistant"):
            yield from ((f"{place}.tool_calls[{at}]", call) for at, call in enumerate(message.get("tool_calls", [])))

    def batches(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield for each run of tool messages, and each assistant message with calls: place, call ids before it, result ids."""
        place, asked, given = "", list[str](), list[str]()
        for at, message in enumerate(self.messages):
            if message["role"] == "tool":
                given.append(message["tool_call_id"])
                place = place or f"messages[{at}]"
                continue
            yield place, asked, given
            place, asked, given = f"messages[{at}]", [call["id"] for call in message.get("tool_calls", [])], []
        yield place, asked, given


CHECKS: Checks[Body] = Checks()


@CHECKS.enforced(f"{GITHUB}/CopilotKit/CopilotKit/issues/529")
def no_messages(body: Body) -> Iterator[str]:
    """Invalid 'messages': empty array. Expected an array with minimum length 1."""
    if not body.messages:
        yield "messages"


@CHECKS.enforced(f"{GITHUB}/BerriAI/litellm/issues/28995")
def call_unanswered(body: Body) -> Iterator[str]:
    """An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."""
    yield from (place for place, asked, given in body.batches() if set(asked) - set(given))


@CHECKS.enforced(f"{GITHUB}/miurla/morphic/issues/136")
def orphan_tool_message(body: Body) -> Iterator[str]:
    """Messages with role 'tool' must be a response to a preceding message with 'tool_calls'."""
    yield from (place for place, asked, given in body.batches() if set(given) - set(asked))


@CHECKS.enforced(f"{GITHUB}/agno-agi/agno/issues/5116")
def duplicate_tool_call_id(body: Body) -> Iterator[str]:
    """Duplicate value for 'tool_call_id'."""
    for place, asked, given in body.batches():
        if any(times > 1 for ids in (asked, given) for times in Counter(ids).values()):
            yield place


@CHECKS.enforced(f"{GITHUB}/vercel/ai/issues/8132")
def tool_call_id_length(body: Body) -> Iterator[str]:
    """Tool call ids: string too long. Expected a string with maximum length 40."""
    yield from (place for place, call in body.calls() if len(call["id"]) > ID_LENGTH)
    yield from (place for place, message in body.placed("tool") if len(message["tool_call_id"]) > ID_LENGTH)


@CHECKS.enforced(f"{GITHUB}/openai/openai-node/pull/1341")
def empty_tool_calls(body: Body) -> Iterator[str]:
    """Invalid 'tool_calls': empty array. Expected an array with minimum length 1."""
    yield from (place for place, message in body.placed("assistant") if "tool_calls" in message and not message["tool_calls"])


@CHECKS.enforced(f"{GITHUB}/docker/docker-agent/issues/63")
def null_content(body: Body) -> Iterator[str]:
    """Invalid value for 'content': expected a string, got null."""
    instead = ("tool_calls", "function_call", "audio", "refusal")
    for place, message in body.placed("assistant"):
        if message.get("content") is None and not any(message.get(key) for key in instead):
            yield place


@CHECKS.enforced(f"{GITHUB}/FlowiseAI/Flowise/issues/2948")
def name_pattern(body: Body) -> Iterator[str]:
    """Invalid 'name': string does not match pattern '^[a-zA-Z0-9_-]+$'."""
    for place, message in body.placed("system", "developer", "user", "assistant"):
        if not NAME.fullmatch(message.get("name", "absent")):
            yield place


@CHECKS.enforced(f"{GITHUB}/mcp-use/mcp-use/issues/90")
def function_name_pattern(body: Body) -> Iterator[str]:
    """Invalid 'function.name': string does not match pattern '^[a-zA-Z0-9_-]{1,64}$'."""
    for place, call in [*body.calls(), *_placed_tools(body)]:
        if "function" in call and not FUNCTION_NAME.fullmatch(call["function"]["name"]):
            yield place


def _placed_tools(body: Body) -> Iterator[tuple[str, Message]]:
    yield from ((f"tools[{at}]", tool) for at, tool in enumerate(body.raw.get("tools", [])))


@CHECKS.enforced(f"{GITHUB}/BerriAI/litellm/issues/5671")
def system_role(body: Body) -> Iterator[str]:
    """Unsupported value: 'role' does not support 'system' with this model."""
    if re.search(r"o1-(mini|preview)", body.model):
        yield from (place for place, _ in body.placed("system", "developer"))


@CHECKS.enforced(f"{GITHUB}/VectorlyApp/bluebox/issues/31")
def string_length(body: Body) -> Iterator[str]:
    """String too long. Expected a string with maximum length 10485760."""
    yield from (place for place, text in _strings(body.messages, "messages") if len(text) > STRING_LENGTH)


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
    return eager.fields(CompletionCreateParamsBase)


def judge(payload: Any, *, model: str, issued: Issued | None = None) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted.

    `model` is the model asked, with or without its provider. Chat Completions carries no opaque tokens, so `issued` changes nothing.
    """
    del issued
    body = whole(payload)
    known = {**_types(), "stream": None}
    wrong = [f"{key}: Unknown parameter [vendor's types]" for key in body if key not in known]
    wrong += [line for key, value in body.items() if (types := known.get(key)) for line in eager.complaints(types, value, key)]
    return wrong or CHECKS.complaints(Body(body, model))
