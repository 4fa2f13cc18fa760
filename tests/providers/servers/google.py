"""Gemini's `generateContent` on loopback: what it demands, its errors in their envelope, its chunks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.judges.gemini import judge
from tests.providers.servers.anthropic import halves
from tests.providers.servers.loopback import Answer, Answering, Received, events_answer, json_answer

KEY = "AIzaSyB-loopback-0123456789abcdefghijkl"
Generated = dict[str, Any]
Replies = Callable[[Any], "Generated | Answer"] | Iterable["Generated | Answer"]
_PATH = re.compile(r"/v1(?:beta)?/models/([^/:]+):(generateContent|streamGenerateContent\?alt=sse)")


def generated(*parts: Generated, finish: str = "STOP", id: str = "vG5raKCjHcGDz7IPtr6q-Ao", **more: Any) -> Generated:
    """Make a whole reply of parts."""
    usage = {
        "promptTokenCount": 8, "candidatesTokenCount": 11, "totalTokenCount": 45, "thoughtsTokenCount": 26,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 8}],
    }  # fmt: skip
    candidate = {"content": {"parts": [*parts], "role": "model"}, "finishReason": finish, "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-3-pro-preview", "responseId": id, **more}


def error(said: str, status: int, word: str, *details: Generated) -> Answer:
    """Make an error as the API words it."""
    listed = {"details": [*details]} if details else {}
    return json_answer({"error": {"code": status, "message": said, "status": word, **listed}}, status)


def gemini_api(replies: Replies) -> Answering:
    """Answer as the API does: with the next reply, whole or in chunks as asked, where it has nothing to object to."""
    listed = iter(()) if callable(replies) else iter(replies)
    choose = replies if callable(replies) else lambda _: next(listed)

    def answer(received: Received) -> Answer:
        if (refused := _refusal(received)) is not None:
            return refused
        reply = choose(received.body)
        if isinstance(reply, Answer):
            return reply
        return events_answer(written(chunks(reply))) if received.path.endswith("sse") else json_answer(reply)

    return answer


def _refusal(received: Received) -> Answer | None:
    found = _PATH.fullmatch(received.path)
    if received.method != "POST" or found is None:
        return error(f"{received.path} is not found for API version v1beta", 404, "NOT_FOUND")
    if received.headers.get("x-goog-api-key") != KEY:
        info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"}
        return error("API key not valid. Please pass a valid API key.", 400, "INVALID_ARGUMENT", info)
    wrong = [] if received.body.get("contents") else ["* GenerateContentRequest.contents: contents is not specified"]
    wrong = wrong or judge(received.body, model=found[1])
    return error(wrong[0], 400, "INVALID_ARGUMENT") if wrong else None


def written(listed: Iterable[Generated]) -> list[str]:
    """Write chunks as lines."""
    return [f"data: {json.dumps(chunk)}" for chunk in listed]


def chunks(reply: Generated) -> Iterator[Generated]:
    """Yield the chunks in which a reply is streamed: texts in two, all else whole; the end comes with the last."""
    candidate = reply["candidates"][0]
    shared = {key: reply[key] for key in ("modelVersion", "responseId")}
    pieces = [piece for part in candidate["content"]["parts"] for piece in _in_pieces(part)]
    usage = {key: reply["usageMetadata"][key] for key in ("promptTokenCount", "totalTokenCount")}
    for piece in pieces[:-1]:
        yield {"candidates": [{"content": {"parts": [piece], "role": "model"}, "index": 0}], "usageMetadata": usage, **shared}
    last = {**candidate, "content": {"parts": pieces[-1:], "role": "model"}}
    yield {"candidates": [last], "usageMetadata": reply["usageMetadata"], **shared}


def _in_pieces(part: Generated) -> list[Generated]:
    """Return a part in pieces. A signature comes with a part of its own, or with a call."""
    if "text" not in part or "thoughtSignature" in part:
        return [part]
    return [{**part, "text": piece} for piece in halves(part["text"])]
