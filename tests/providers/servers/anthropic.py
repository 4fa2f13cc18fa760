"""Anthropic's Messages API on loopback: what it demands, its errors in their envelope, its events in their order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.judges.anthropic import judge
from tests.providers.servers.loopback import Answer, Answering, Received, events_answer, json_answer

KEY = "sk-ant-api03-loopback-0123456789abcdef"
Message = dict[str, Any]
Replies = Callable[[Any], "Message | Answer"] | Iterable["Message | Answer"]


def message(*blocks: Message, stop: str = "end_turn", **more: Any) -> Message:
    """Make a whole reply of blocks."""
    usage = {"input_tokens": 25, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 15, "service_tier": "standard"}
    return {
        "id": "msg_013Zva2CMHLNnXjNJJKqJ2EF", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929",
        "content": [*blocks], "stop_reason": stop, "stop_sequence": None, "usage": usage, **more,
    }  # fmt: skip


def error(kind: str, said: str, status: int, **headers: str) -> Answer:
    """Make an error as the API words it."""
    body = {"type": "error", "error": {"type": kind, "message": said}, "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"}
    return json_answer(body, status, **headers)


def anthropic_api(replies: Replies) -> Answering:
    """Answer as the API does: with the next reply, whole or in events as asked, where it has nothing to object to."""
    listed = iter(()) if callable(replies) else iter(replies)
    choose = replies if callable(replies) else lambda _: next(listed)

    def answer(received: Received) -> Answer:
        if (refused := _refusal(received)) is not None:
            return refused
        reply = choose(received.body)
        if isinstance(reply, Answer):
            return reply
        return events_answer(written(events(reply))) if received.body.get("stream") else json_answer(reply)

    return answer


def _refusal(received: Received) -> Answer | None:
    if (received.method, received.path) != ("POST", "/v1/messages"):
        return error("not_found_error", "Not found", 404)
    if KEY not in (received.headers.get("x-api-key", ""), received.headers.get("authorization", "").removeprefix("Bearer ")):
        return error("authentication_error", "invalid x-api-key", 401)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", received.headers.get("anthropic-version", "")):
        return error("invalid_request_error", "anthropic-version: header is required", 400)
    body = received.body
    missing = [f"{name}: Field required" for name in ("model", "max_tokens", "messages") if name not in body]
    wrong = missing or judge(body, model=body["model"])
    return error("invalid_request_error", wrong[0], 400) if wrong else None


def written(listed: Iterable[Message]) -> list[str]:
    """Write events as lines."""
    return [f"event: {event['type']}\ndata: {json.dumps(event)}" for event in listed]


def events(reply: Message) -> Iterator[Message]:
    """Yield the events in which a reply is streamed."""
    opening = {**reply, "content": [], "stop_reason": None, "usage": {**reply["usage"], "output_tokens": 1}}
    yield {"type": "message_start", "message": opening}
    yield {"type": "ping"}
    for index, block in enumerate(reply["content"]):
        begun, deltas = _in_deltas(block)
        yield {"type": "content_block_start", "index": index, "content_block": begun}
        yield from ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": reply["stop_reason"], "stop_sequence": reply["stop_sequence"]}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": reply["usage"]["output_tokens"]}}
    yield {"type": "message_stop"}


def _in_deltas(block: Message) -> tuple[Message, list[Message]]:
    """Return a block as it begins, and what is added to it then."""
    match block["type"]:
        case "text":
            cited = [{"type": "citations_delta", "citation": one} for one in block.get("citations") or ()]
            begun = {**block, "text": "", **({"citations": []} if cited else {})}
            return begun, [*cited, *({"type": "text_delta", "text": piece} for piece in halves(block["text"]))]
        case "thinking":
            pieces = [{"type": "thinking_delta", "thinking": piece} for piece in halves(block["thinking"])]
            return {**block, "thinking": "", "signature": ""}, [*pieces, {"type": "signature_delta", "signature": block["signature"]}]
        case "tool_use" | "server_tool_use":
            given = json.dumps(block["input"]) if block["input"] else ""
            return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *halves(given))]
        case _:
            return block, []


def halves(text: str) -> list[str]:
    """Return a text in two pieces, in one or none where it is too short."""
    middle = (len(text) + 1) // 2
    return [piece for piece in (text[:middle], text[middle:]) if piece]
