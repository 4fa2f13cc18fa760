"""OpenAI's Chat Completions on loopback: what it demands, its errors in their envelope, its chunks in their order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.judges.openai_chat import judge
from tests.providers.servers.anthropic import halves
from tests.providers.servers.loopback import Answer, Answering, Received, events_answer, json_answer

KEY = "sk-proj-loopback-0123456789abcdef"
Completion = dict[str, Any]
Replies = Callable[[Any], "Completion | Answer"] | Iterable["Completion | Answer"]
Judge = Callable[..., list[str]]


def completion(message: Completion, finish: str = "stop", **more: Any) -> Completion:
    """Make a whole reply of a message, which is given a role, and contents of null where it has none."""
    usage = {
        "prompt_tokens": 19, "completion_tokens": 10, "total_tokens": 29, "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0},
    }  # fmt: skip
    return {
        "id": "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT", "object": "chat.completion", "created": 1741569952, "model": "gpt-5.2-2025-12-11",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": None, **message}, "logprobs": None, "finish_reason": finish}],
        "usage": usage, "service_tier": "default", "system_fingerprint": None, **more,
    }  # fmt: skip


def error(said: str, status: int, kind: str = "invalid_request_error", param: str | None = None, code: str | None = None) -> Answer:
    """Make an error as the API words it."""
    return json_answer({"error": {"message": said, "type": kind, "param": param, "code": code}}, status)


def chat_api(replies: Replies, *, path: str = "/v1/chat/completions", key: str = KEY, judged: Judge = judge) -> Answering:
    """Answer as the API does: with the next reply, whole or in chunks as asked, where it has nothing to object to."""
    listed = iter(()) if callable(replies) else iter(replies)
    choose = replies if callable(replies) else lambda _: next(listed)

    def answer(received: Received) -> Answer:
        if (refused := _refusal(received, path, key, judged)) is not None:
            return refused
        reply = choose(received.body)
        if isinstance(reply, Answer):
            return reply
        with_usage = bool((received.body.get("stream_options") or {}).get("include_usage"))
        return events_answer(written(chunks(reply, with_usage))) if received.body.get("stream") else json_answer(reply)

    return answer


def _refusal(received: Received, path: str, key: str, judged: Judge) -> Answer | None:
    if (received.method, received.path) != ("POST", path):
        return error(f"Invalid URL ({received.method} {received.path})", 404)
    if (given := received.headers.get("authorization", "").removeprefix("Bearer ")) != key:
        return error(f"Incorrect API key provided: {given}. You can find your API key at https://platform.openai.com/.", 401, code="invalid_api_key")
    body = received.body
    if "model" not in body:
        return error("you must provide a model parameter", 400)
    if "stream_options" in body and not body.get("stream"):
        return error("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 400, param="stream_options")
    wrong = judged({key: value for key, value in body.items() if key != "stream_options"}, model=body["model"])
    return error(wrong[0], 400) if wrong else None


def written(listed: Iterable[Completion]) -> list[str]:
    """Write chunks as lines, and the word that ends them."""
    return [*(f"data: {json.dumps(chunk)}" for chunk in listed), "data: [DONE]"]


def chunks(reply: Completion, with_usage: bool) -> Iterator[Completion]:
    """Yield the chunks in which a reply is streamed."""
    shared = {key: reply[key] for key in ("id", "created", "model", "service_tier", "system_fingerprint") if key in reply}
    shared = {**shared, "object": "chat.completion.chunk", **({"usage": None} if with_usage else {})}
    choice = reply["choices"][0]
    for delta in deltas(choice["message"]):
        yield {**shared, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}]}
    yield {**shared, "choices": [{"index": 0, "delta": {}, "logprobs": None, "finish_reason": choice["finish_reason"]}]}
    if with_usage:
        yield {**shared, "choices": [], "usage": reply["usage"]}


def deltas(message: Completion) -> Iterator[Completion]:
    """Yield what is added to a message by each chunk. Its texts come in two pieces, its calls one after the other."""
    begun = {"role": "assistant", "refusal": None}
    yield begun | ({"content": ""} if isinstance(message["content"], str) else {"content": None})
    for name in ("reasoning_content", "reasoning", "content", "refusal"):
        yield from ({name: piece} for piece in halves(message.get(name) or ""))
    yield from ({"reasoning_details": [detail]} for detail in message.get("reasoning_details") or ())
    for index, call in enumerate(message.get("tool_calls") or ()):
        given = call["function"]
        yield {"tool_calls": [{**call, "index": index, "function": {**given, "arguments": ""}}]}
        yield from ({"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in halves(given["arguments"]))
