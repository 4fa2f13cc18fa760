"""OpenAI's Responses API on loopback: what it demands, its errors in their envelope, its events in their order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.judges.openai_responses import judge
from tests.providers.servers.anthropic import halves
from tests.providers.servers.loopback import Answer, Answering, Received, events_answer, json_answer
from tests.providers.servers.openai_chat import KEY, error

Response = dict[str, Any]
Replies = Callable[[Any], "Response | Answer"] | Iterable["Response | Answer"]


def response(*output: Response, **more: Any) -> Response:
    """Make a whole reply of items."""
    usage = {
        "input_tokens": 36, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": 87,
        "output_tokens_details": {"reasoning_tokens": 32}, "total_tokens": 123,
    }  # fmt: skip
    return {
        "id": "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b", "object": "response", "created_at": 1741476542, "status": "completed",
        "error": None, "incomplete_details": None, "instructions": None, "max_output_tokens": None, "model": "gpt-5.2-2025-12-11",
        "output": [*output], "parallel_tool_calls": True, "previous_response_id": None, "reasoning": {"effort": "medium", "summary": "auto"},
        "store": True, "temperature": 1.0, "text": {"format": {"type": "text"}}, "tool_choice": "auto", "tools": [], "top_p": 1.0,
        "truncation": "disabled", "usage": usage, "user": None, "metadata": {}, **more,
    }  # fmt: skip


def message(text: str, id: str = "msg_67ccd2bf17f0819081ff3bb2cf6508e60bb6a6b452d3795b") -> Response:
    """Make an item of words."""
    words = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "id": id, "status": "completed", "role": "assistant", "content": [words]}


def responses_api(replies: Replies) -> Answering:
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
    if (received.method, received.path) != ("POST", "/v1/responses"):
        return error(f"Invalid URL ({received.method} {received.path})", 404)
    if (given := received.headers.get("authorization", "").removeprefix("Bearer ")) != KEY:
        return error(f"Incorrect API key provided: {given}. You can find your API key at https://platform.openai.com/.", 401, code="invalid_api_key")
    body = received.body
    missing = [f"Missing required parameter: '{name}'." for name in ("model", "input") if name not in body]
    wrong = missing or judge(body, model=body["model"])
    return error(wrong[0], 400) if wrong else None


def written(listed: Iterable[Response]) -> list[str]:
    """Write events as lines."""
    return [f"event: {event['type']}\ndata: {json.dumps(event)}" for event in listed]


def events(reply: Response) -> Iterator[Response]:
    """Yield the events in which a reply is streamed."""
    for at, event in enumerate(_events(reply)):
        yield {**event, "sequence_number": at}


def _events(reply: Response) -> Iterator[Response]:
    begun = {**reply, "status": "in_progress", "output": [], "usage": None}
    yield from ({"type": f"response.{step}", "response": begun} for step in ("created", "in_progress"))
    for at, item in enumerate(reply["output"]):
        yield {"type": "response.output_item.added", "output_index": at, "item": _empty(item)}
        yield from ({"item_id": item["id"], "output_index": at, **event} for event in _inside(item))
        yield {"type": "response.output_item.done", "output_index": at, "item": item}
    yield {"type": f"response.{reply['status']}", "response": reply}


def _empty(item: Response) -> Response:
    empty: Response = {"message": {"content": []}, "function_call": {"arguments": ""}, "reasoning": {"summary": []}}.get(item["type"], {})
    return {**item, **empty, **({"status": "in_progress"} if "status" in item else {})}


def _inside(item: Response) -> Iterator[Response]:
    """Yield what is told of an item between its beginning and its end."""
    if item["type"] == "function_call":
        yield from ({"type": "response.function_call_arguments.delta", "delta": piece} for piece in halves(item["arguments"]))
        yield {"type": "response.function_call_arguments.done", "name": item["name"], "arguments": item["arguments"]}
    for at, piece in enumerate(item.get("content") or () if item["type"] == "message" else ()):
        yield {"type": "response.content_part.added", "content_index": at, "part": {**piece, "text": ""}}
        for words in halves(piece["text"]):
            yield {"type": "response.output_text.delta", "content_index": at, "delta": words, "logprobs": []}
        yield {"type": "response.output_text.done", "content_index": at, "text": piece["text"], "logprobs": []}
        yield {"type": "response.content_part.done", "content_index": at, "part": piece}
    for at, piece in enumerate(item.get("summary") or ()):
        yield {"type": "response.reasoning_summary_part.added", "summary_index": at, "part": {**piece, "text": ""}}
        for words in halves(piece["text"]):
            yield {"type": "response.reasoning_summary_text.delta", "summary_index": at, "delta": words}
        yield {"type": "response.reasoning_summary_text.done", "summary_index": at, "text": piece["text"]}
        yield {"type": "response.reasoning_summary_part.done", "summary_index": at, "part": piece}
