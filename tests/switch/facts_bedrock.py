"""What Amazon Bedrock's Converse tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.switch.facts import Call, File, Raw, Reader, Result, Seen, Text, Thought, arguments, text, words_of

FOLDERS = {"image": "image", "document": "application", "video": "video"}


def item(message: Raw) -> Iterator[Seen]:
    """Read a message; blocks of other kinds tell nothing."""
    for block in message["content"]:
        yield from (seen for kind, read in BLOCKS.items() if kind in block for seen in read(message["role"], block))


def _file(_: str, block: Raw) -> Iterator[Seen]:
    kind = next(kind for kind in FOLDERS if kind in block)
    source = block[kind]["source"]
    if "text" in source:
        yield from text("user", source["text"])
    else:
        yield File(f"{FOLDERS[kind]}/{block[kind]['format']}", source.get("bytes", ""))


def _result(role: str, block: Raw) -> Iterator[Seen]:
    content = block["toolResult"].get("content") or ()
    seen = [found for part in content if FOLDERS.keys() & part for found in _file(role, part)]
    pieces = [part["json"] if "json" in part else part["text"] for part in content if part.get("text", "").strip() or "json" in part]
    yield Result(block["toolResult"]["toolUseId"], "", [*pieces, *(found.words for found in seen if isinstance(found, Text))])
    yield from (found for found in seen if isinstance(found, File))


def _call(_: str, block: Raw) -> Iterator[Seen]:
    call = block["toolUse"]
    yield Call(call["toolUseId"], call["name"], arguments(call["input"]))


def _thought(_: str, block: Raw) -> Iterator[Seen]:
    held = block["reasoningContent"]
    said = held.get("reasoningText") or {}
    token = held.get("redactedContent") or said.get("signature") or ""
    yield Thought(said.get("text", ""), token, "redacted" if "redactedContent" in held else "signed" if token else "plain")


BLOCKS: dict[str, Callable[[str, Raw], Iterator[Seen]]] = {
    "text": lambda role, block: text(role, block["text"]),
    "toolUse": _call,
    "toolResult": _result,
    "reasoningContent": _thought,
    **dict.fromkeys(FOLDERS, _file),
}
BEDROCK = Reader("messages", item, lambda body: words_of(body.get("system")))
