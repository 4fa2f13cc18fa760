"""Amazon Bedrock's Converse on loopback: what it demands, its errors with their header, its events in AWS's binary encoding."""

from __future__ import annotations

import base64
import json
import re
import struct
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from tests.judges.bedrock import judge
from tests.providers.servers.anthropic import halves
from tests.providers.servers.loopback import Answer, Answering, Received, json_answer

KEY = "ABSKQmVkcm9ja0FQSUtleS1sb29wYmFjay0wMTIzNDU2Nzg5"
ACCESS_KEY = "AKIALOOPBACK01234567"
Said = dict[str, Any]
Replies = Callable[[Any], "Said | Answer"] | Iterable["Said | Answer"]
_PATH = re.compile(r"/model/([^/]+)/(converse|converse-stream)")
_STRING = 7
"""The type of a header's value that is text."""


def said(*blocks: Said, stop: str = "end_turn", **more: Any) -> Said:
    """Make a whole reply of blocks."""
    usage = {"inputTokens": 30, "outputTokens": 62, "totalTokens": 92}
    message = {"role": "assistant", "content": [*blocks]}
    return {"output": {"message": message}, "stopReason": stop, "usage": usage, "metrics": {"latencyMs": 1275}, **more}


def error(kind: str, words: str, status: int) -> Answer:
    """Make an error as the API words it: its kind is in a header."""
    return json_answer({"message": words}, status, **{"x-amzn-ErrorType": f"{kind}:http://internal.amazon.com/coral/com.amazon.bedrock/"})


def converse_api(replies: Replies) -> Answering:
    """Answer as the API does: with the next reply, whole or in events as asked, where it has nothing to object to."""
    listed = iter(()) if callable(replies) else iter(replies)
    choose = replies if callable(replies) else lambda _: next(listed)

    def answer(received: Received) -> Answer:
        if (refused := _refusal(received)) is not None:
            return refused
        reply = choose(received.body)
        if isinstance(reply, Answer):
            return reply
        return stream_answer(encoded(events(reply))) if received.path.endswith("-stream") else json_answer(reply)

    return answer


def _refusal(received: Received) -> Answer | None:
    found = _PATH.fullmatch(received.path)
    if received.method != "POST" or found is None:
        return error("UnknownOperationException", "", 404)
    given = received.headers.get("authorization", "")
    if given != f"Bearer {KEY}" and not given.startswith(f"AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/"):
        return error("UnrecognizedClientException", "The security token included in the request is invalid.", 403)
    wrong = judge(received.body, model=unquote(found[1]))
    return error("ValidationException", wrong[0], 400) if wrong else None


def stream_answer(messages: Iterable[bytes], **how: Any) -> Answer:
    """Answer with messages of an event stream."""
    return Answer(headers={"content-type": "application/vnd.amazon.eventstream"}, pieces=tuple(messages), **how)


def message(headers: dict[str, str], payload: Said) -> bytes:
    """Encode one message: its lengths and their checksum, its headers, its payload, and the checksum of all.

    Source: https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html, "Event stream encoding".
    """
    told = b"".join(
        struct.pack(f"!B{len(name)}sBH{len(value)}s", len(name), name.encode(), _STRING, len(value), value.encode()) for name, value in headers.items()
    )
    held = json.dumps(payload).encode()
    prelude = struct.pack("!II", 16 + len(told) + len(held), len(told))
    begun = prelude + struct.pack("!I", crc32(prelude)) + told + held
    return begun + struct.pack("!I", crc32(begun))


def exception(kind: str, words: str) -> bytes:
    """Encode an error in the middle of a stream."""
    return message({":message-type": "exception", ":exception-type": kind, ":content-type": "application/json"}, {"message": words})


def encoded(listed: Iterable[Said]) -> list[bytes]:
    """Encode events."""
    return [
        message({":event-type": kind, ":content-type": "application/json", ":message-type": "event"}, told)
        for event in listed
        for kind, told in event.items()
    ]


def events(reply: Said) -> Iterator[Said]:
    """Yield the events in which a reply is streamed."""
    told = reply["output"]["message"]
    yield {"messageStart": {"role": told["role"]}}
    for index, block in enumerate(told["content"]):
        start, deltas = _in_deltas(block)
        yield from ({"contentBlockStart": {"start": begun, "contentBlockIndex": index}} for begun in start)
        yield from ({"contentBlockDelta": {"delta": delta, "contentBlockIndex": index}} for delta in deltas)
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": {"stopReason": reply["stopReason"]}}
    yield {"metadata": {"usage": reply["usage"], "metrics": reply["metrics"]}}


def _in_deltas(block: Said) -> tuple[list[Said], list[Said]]:
    """Return how a block begins, where its begin is told, and what is added to it."""
    if "text" in block:
        return [], [{"text": piece} for piece in halves(block["text"])]
    if "toolUse" in block:
        begun = {key: block["toolUse"][key] for key in ("toolUseId", "name")}
        given = json.dumps(block["toolUse"]["input"]) if block["toolUse"]["input"] else ""
        return [{"toolUse": begun}], [{"toolUse": {"input": piece}} for piece in halves(given)]
    if "citationsContent" in block:
        cited = block["citationsContent"]
        return [], [{"text": cited["content"][0]["text"]}, *({"citation": one} for one in cited["citations"])]
    thought = block["reasoningContent"]
    if "redactedContent" in thought:
        return [], [{"reasoningContent": thought}]
    words = [{"reasoningContent": {"text": piece}} for piece in halves(thought["reasoningText"]["text"])]
    return [], [*words, {"reasoningContent": {"signature": thought["reasoningText"]["signature"]}}]


def redacted(content: bytes) -> Said:
    """Make a thought that nobody but its maker can read."""
    return {"reasoningContent": {"redactedContent": base64.b64encode(content).decode()}}
