"""What a row says, in the order in which it is read: its parts, and beside them what older rows keep apart.

Older rows list their calls beside the text, have the text as one string, and a person's files as attachments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import evolve

from segue.convert.files import file_at
from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.kinds import Place
from segue.messages import StepStart, StoredMessage, StoredPart, StoredReasoning, ToolInvocation
from segue.parts import FilePart, TextPart

Item: TypeAlias = tuple[Place, StoredPart]
"""A part, and where it is in the row: `("parts", 3)`, `("invocations", 0)`, `("text",)`, `("content", "reasoning")`."""

ATTACHMENTS, REASONING = "experimental_attachments", "reasoning"


def items(row: StoredMessage) -> list[Item]:
    """Return what a row says. What stands beside the parts counts where the parts do not say it.

    The calls of the list come before the text, which was said after them, and reasoning before all.
    """
    listed: list[Item] = [(("parts", index), part) for index, part in enumerate(row.parts)]
    if row.invocations:
        at = _first(listed, TextPart)
        listed[at:at] = _calls_beside(row)
    if row.text and not any(isinstance(part, TextPart) for part in row.parts):
        listed.append((("text",), TextPart(row.text)))
    beside = _beside(row)
    if beside:
        _add_reasoning(listed, beside.get(REASONING))
        listed += _attachments(beside.get(ATTACHMENTS), listed) if row.role == "user" else ()
    return listed


def _first(listed: list[Item], kind: type) -> int:
    return next((index for index, (_, part) in enumerate(listed) if isinstance(part, kind)), len(listed))


def _calls_beside(row: StoredMessage) -> list[Item]:
    known = {part.id for part in row.parts if isinstance(part, ToolInvocation)}
    return [(("invocations", index), call) for index, call in enumerate(row.invocations) if call.id not in known]


def _beside(row: StoredMessage) -> JsonObject:
    """Return the fields of the content that no record claims."""
    content = row.extras.fields.get("content") if row.extras is not None else None
    return content if isinstance(content, JsonObject) else EMPTY


def _add_reasoning(listed: list[Item], reasoning: JsonValue) -> None:
    if isinstance(reasoning, str) and reasoning and not any(isinstance(part, StoredReasoning) for _, part in listed):
        at = next((index for index, (_, part) in enumerate(listed) if not isinstance(part, StepStart)), len(listed))
        listed.insert(at, (("content", REASONING), StoredReasoning(reasoning)))


def _attachments(attached: JsonValue, listed: list[Item]) -> Iterator[Item]:
    """Yield the attachments whose URL no file of the row has."""
    if not isinstance(attached, tuple):
        return
    known = {(part.encoding, part.data) for _, part in listed if isinstance(part, FilePart)}
    for index, item in enumerate(attached):
        file = _attached(item)
        if file is not None and (file.encoding, file.data) not in known:
            known.add((file.encoding, file.data))
            yield ("content", ATTACHMENTS, index), file


def _attached(item: JsonValue) -> FilePart | None:
    url = item.get("url") if isinstance(item, JsonObject) else None
    if not isinstance(item, JsonObject) or not isinstance(url, str) or not url:
        return None
    media, name = item.get("contentType"), item.get("name")
    file = file_at(url, media if isinstance(media, str) else "", name if isinstance(name, str) else None)
    return file if url.startswith("data:") else evolve(file, encoding="url")
