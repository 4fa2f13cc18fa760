"""What a prompt of the AI SDK tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.switch.facts import Call, File, Hosted, Raw, Reader, Result, Seen, Thought, addressed, arguments, strings_of, text, words_of


def item(message: Raw) -> Iterator[Seen]:
    """Read a message."""
    role, content = message["role"], message["content"]
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        signature = _options(part, "google").get("thoughtSignature")
        yield from (Thought("", token, "signature") for token in [signature] if token)
        yield from PARTS[part["type"]](role, part)


def _options(part: Raw, provider: str) -> Raw:
    found: Raw = (part.get("providerOptions") or {}).get(provider) or {}
    return found


def _call(_: str, part: Raw) -> Iterator[Seen]:
    if part.get("providerExecuted"):
        yield Hosted(strings_of(part["input"]))
    else:
        yield Call(part["toolCallId"], part["toolName"], arguments(part["input"]))


def _result(role: str, part: Raw) -> Iterator[Seen]:
    kind, value = part["output"]["type"], part["output"].get("value")
    if role == "assistant":
        yield Hosted(strings_of(value))
        return
    parts = value if kind == "content" else []
    yield Result(part["toolCallId"], part["toolName"], words_of(parts) if kind == "content" else [value])
    yield from (File(entry["mediaType"], entry["data"]) for entry in parts if entry["type"] != "text")


def _thought(_: str, part: Raw) -> Iterator[Seen]:
    signed, encrypted = _options(part, "anthropic"), _options(part, "openai")
    if redacted := signed.get("redactedData"):
        yield Thought(part["text"], redacted, "redacted")
    elif encrypted.get("itemId"):
        yield Thought(part["text"], encrypted.get("reasoningEncryptedContent") or "", "encrypted")
    else:
        yield Thought(part["text"], signed.get("signature") or "", "signed" if signed.get("signature") else "plain")


PARTS: dict[str, Callable[[str, Raw], Iterator[Seen]]] = {
    "text": lambda role, part: text(role, part["text"]),
    "file": lambda _, part: iter([addressed(part["mediaType"], part["data"])]),
    "reasoning": _thought,
    "tool-call": _call,
    "tool-result": _result,
}
AI_SDK = Reader("prompt", item)
