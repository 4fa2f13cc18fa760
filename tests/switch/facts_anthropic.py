"""What Anthropic's Messages tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.switch.facts import Call, File, Hosted, Raw, Reader, Result, Seen, Thought, arguments, strings_of, text, words_of


def item(message: Raw) -> Iterator[Seen]:
    """Read a message."""
    content = message["content"]
    for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
        yield from BLOCKS.get(block["type"], _hosted)(message["role"], block)


def _source(_: str, block: Raw) -> Iterator[Seen]:
    source = block["source"]
    if source["type"] == "text":
        yield from text("user", source["data"])
    else:
        yield File(source.get("media_type", block["type"]), source.get("data") or source.get("url") or "")


def _result(role: str, block: Raw) -> Iterator[Seen]:
    content = block.get("content") or ""
    yield Result(block["tool_use_id"], "", words_of(content))
    for part in content if isinstance(content, list) else ():
        if "source" in part:
            yield from _source(role, part)


def _hosted(_: str, block: Raw) -> Iterator[Seen]:
    yield Hosted(strings_of(block.get("input", block.get("content"))))


BLOCKS: dict[str, Callable[[str, Raw], Iterator[Seen]]] = {
    "text": lambda role, block: text(role, block["text"]),
    "image": _source,
    "document": _source,
    "tool_use": lambda _, block: iter([Call(block["id"], block["name"], arguments(block["input"]))]),
    "tool_result": _result,
    "thinking": lambda _, block: iter([Thought(block["thinking"], block["signature"], "signed")]),
    "redacted_thinking": lambda _, block: iter([Thought("", block["data"], "redacted")]),
}
ANTHROPIC = Reader("messages", item, lambda body: words_of(body.get("system", "")))
