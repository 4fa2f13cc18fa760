"""What a history says, read out of three wire formats with eyes of our own: none of segue's code is used here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

Raw = dict[str, Any]


@frozen
class Text:
    """Visible words of a role: system, user or assistant."""

    role: str
    words: str


@define(eq=False)
class Call:
    """A tool call, and the results that were attached to it: each a list of pieces, texts or JSON values."""

    id: str
    name: str
    input: Any
    results: list[list[Any]] = field(factory=list)


@frozen
class Orphan:
    """A result without a call."""

    pieces: list[Any]


@frozen
class Hosted:
    """What a tool said that the provider ran itself: its query or code, urls, titles."""

    strings: list[str]


@frozen
class Thought:
    """Reasoning, and the signature or blob that came with it."""

    words: str
    token: str = ""
    redacted: bool = False


@frozen
class File:
    """The bytes, in base64, or the address of a file."""

    media_type: str
    data: str


@frozen
class Result:
    """A tool result on its way to its call."""

    id: str
    name: str
    pieces: list[Any]


Told = Text | Call | Orphan | Hosted | Thought | File


@frozen
class Turn:
    """One item of the payload's list, -1 for what stands outside of it, and what it tells."""

    at: int
    told: list[Told]


def read(payload: Any, format: str) -> list[Turn]:
    """Read a payload; results are attached to the call that waits for them in the latest message that has their id."""
    body = payload if isinstance(payload, dict) else {"messages": payload}
    system: list[Told] = [Text("system", words) for words in _words(body.get("system", ""))]
    turns, batches = [Turn(-1, system)], list[list[Call]]()
    for at, message in enumerate(body.get("messages") or body.get("prompt") or []):
        seen = list(READERS[format](message))
        told = [_attached(item, batches) if isinstance(item, Result) else item for item in seen]
        turns.append(Turn(at, [item for item in told if item is not None]))
        if calls := [item for item in seen if isinstance(item, Call)]:
            batches.append(calls)
    return turns


def _attached(result: Result, batches: list[list[Call]]) -> Orphan | None:
    for batch in reversed(batches):
        mine = [call for call in batch if call.id == result.id and (result.id or call.name == result.name)]
        if mine:
            next((call for call in mine if not call.results), mine[-1]).results.append(result.pieces)
            return None
    return Orphan(result.pieces)


def _words(content: Any) -> list[str]:
    texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or ()]
    return [words for words in texts if words.strip()]


def _text(role: str, words: str | None) -> Iterator[Text]:
    if words and words.strip():
        yield Text(role, words)


def arguments(raw: Any) -> Any:
    """Parse arguments that are a string; text that is no JSON stays text. Nothing is an empty object."""
    if isinstance(raw, str) and raw:
        try:
            raw = json.loads(raw)
        except ValueError:
            return raw
    return {} if raw in (None, "", []) else raw


def _openai_chat(message: Raw) -> Iterator[Told | Result]:
    role = str({"developer": "system"}.get(message["role"], message["role"]))
    content = message.get("content")
    if role == "tool":
        yield Result(message["tool_call_id"], message.get("name", ""), _words(content))
        return
    for key in ("reasoning", "reasoning_content"):
        yield from (Thought(message[key], _token(message)) for _ in [0] if message.get(key))
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else content or ():
        yield from _chat_part(role, part)
    yield from _text(role, message.get("refusal"))
    yield from _text(role, (message.get("audio") or {}).get("transcript"))
    for call in message.get("tool_calls") or ():
        yield Call(call["id"], call["function"]["name"], arguments(call["function"]["arguments"]))


def _token(message: Raw) -> str:
    return next((detail["signature"] for detail in message.get("reasoning_details") or () if detail.get("signature")), "")


def _chat_part(role: str, part: Raw) -> Iterator[Told]:
    if part["type"] in {"text", "refusal"}:
        yield from _text(role, part.get("text") or part.get("refusal"))
    elif part["type"] == "image_url":
        yield _file("image", part["image_url"]["url"])
    elif part["type"] == "file":
        yield _file("", part["file"].get("file_data", ""))
    elif part["type"] == "input_audio":
        yield File("audio", part["input_audio"]["data"])


def _file(media_type: str, data: str) -> File:
    head, mark, bytes_ = data.partition(";base64,")
    return File(head.removeprefix("data:"), bytes_) if mark else File(media_type, data)


def _anthropic(message: Raw) -> Iterator[Told | Result]:
    content = message["content"]
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        yield from ANTHROPIC.get(block["type"], _hosted_block)(message["role"], block)


def _source(_: str, block: Raw) -> Iterator[Told]:
    source = block["source"]
    if source["type"] == "text":
        yield from _text("user", source["data"])
    else:
        yield File(source.get("media_type", block["type"]), source.get("data") or source.get("url") or "")


def _tool_result(role: str, block: Raw) -> Iterator[Told | Result]:
    content = block.get("content") or ""
    yield Result(block["tool_use_id"], "", _words(content))
    for part in content if isinstance(content, list) else ():
        if "source" in part:
            yield from _source(role, part)


def _hosted_block(_: str, block: Raw) -> Iterator[Told]:
    yield Hosted(_strings(block.get("input", block.get("content"))))


ANTHROPIC: dict[str, Callable[[str, Raw], Iterator[Told | Result]]] = {
    "text": lambda role, block: _text(role, block["text"]),
    "image": _source,
    "document": _source,
    "tool_use": lambda _, block: iter([Call(block["id"], block["name"], arguments(block["input"]))]),
    "tool_result": _tool_result,
    "thinking": lambda _, block: iter([Thought(block["thinking"], block["signature"])]),
    "redacted_thinking": lambda _, block: iter([Thought("", block["data"], redacted=True)]),
}


def _strings(value: Any) -> list[str]:
    """Return the strings that tell something: no types, no encrypted payloads."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, dict):
        dull = {"type", "encrypted_content", "encryptedContent"}
        return [found for key, entry in value.items() if key not in dull for found in _strings(entry)]
    return [found for entry in value for found in _strings(entry)] if isinstance(value, list) else []


def _ai_sdk(message: Raw) -> Iterator[Told | Result]:
    role, content = message["role"], message["content"]
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        yield from AI_SDK[part["type"]](role, part)


def _sdk_call(_: str, part: Raw) -> Iterator[Told]:
    if part.get("providerExecuted"):
        yield Hosted(_strings(part["input"]))
    else:
        yield Call(part["toolCallId"], part["toolName"], arguments(part["input"]))


def _sdk_result(role: str, part: Raw) -> Iterator[Told | Result]:
    kind, value = part["output"]["type"], part["output"]["value"]
    if role == "assistant":
        yield Hosted(_strings(value))
        return
    parts = value if kind == "content" else []
    yield Result(part["toolCallId"], part["toolName"], _words(parts) if kind == "content" else [value])
    yield from (File(entry["mediaType"], entry["data"]) for entry in parts if entry["type"] != "text")


def _sdk_thought(_: str, part: Raw) -> Iterator[Told]:
    mine = (part.get("providerOptions") or {}).get("anthropic") or {}
    redacted = mine.get("redactedData")
    yield Thought(part["text"], redacted or mine.get("signature") or "", redacted=bool(redacted))


AI_SDK: dict[str, Callable[[str, Raw], Iterator[Told | Result]]] = {
    "text": lambda role, part: _text(role, part["text"]),
    "file": lambda _, part: iter([_file(part["mediaType"], part["data"])]),
    "reasoning": _sdk_thought,
    "tool-call": _sdk_call,
    "tool-result": _sdk_result,
}
READERS: dict[str, Callable[[Raw], Iterator[Told | Result]]] = {
    "openai-chat": _openai_chat,
    "anthropic": _anthropic,
    "ai-sdk": _ai_sdk,
}
