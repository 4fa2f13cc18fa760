"""What Chat Completions tell, in OpenAI's spelling and in those of its dialects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.switch.facts import Call, File, Raw, Reader, Result, Seen, Text, Thought, addressed, arguments, text, words_of

THINKING = re.compile(r"\s*<think>(.*?)</think>\s*", re.DOTALL)


def item(message: Raw) -> Iterator[Seen]:
    """Read a message."""
    role = str({"developer": "system"}.get(message["role"], message["role"]))
    content = message.get("content")
    if role == "tool":
        yield Result(message.get("tool_call_id") or "", message.get("name") or "", words_of(content))
        yield from _files(content)
        return
    yield from _thoughts(message)
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else content or ():
        yield from _part(role, part)
    yield from text(role, message.get("refusal"))
    yield from text(role, (message.get("audio") or {}).get("transcript"))
    for call in message.get("tool_calls") or ():
        yield Call(call.get("id") or "", call["function"]["name"], arguments(call["function"]["arguments"]))


def _thoughts(message: Raw) -> Iterator[Thought]:
    details = message.get("reasoning_details") or ()
    token = next((detail["signature"] for detail in details if detail.get("signature")), "")
    for key in ("reasoning", "reasoning_content"):
        if message.get(key):
            yield Thought(message[key], token, "signed" if token else "plain")


def _part(role: str, part: Raw) -> Iterator[Seen]:
    if part["type"] in {"text", "refusal"}:
        yield from text(role, part.get("text") or part.get("refusal"))
    elif part["type"] == "thinking":
        yield Thought("".join(words_of(part["thinking"])))
    else:
        yield from _files([part])


def _files(content: Any) -> Iterator[File]:
    for part in content if isinstance(content, list) else ():
        held = part.get(part["type"])
        match part["type"]:
            case "image_url":
                yield addressed("image", held if isinstance(held, str) else held["url"])
            case "document_url":
                yield addressed("application/pdf", held)
            case "file":
                yield addressed("", held.get("file_data", ""))
            case "input_audio":
                yield File("audio", held if isinstance(held, str) else held["data"])


def tagged(message: Raw) -> Iterator[Seen]:
    """Read a message of a dialect that takes thoughts in tags at the head of a text."""
    for seen in item(message):
        tags = THINKING.match(seen.words) if isinstance(seen, Text) and seen.role == "assistant" else None
        if tags:
            yield Thought(tags[1].strip("\n"))
            yield from text("assistant", tags.string[tags.end() :])
        else:
            yield seen


CHAT, TAGGED = Reader("messages", item), Reader("messages", tagged)
