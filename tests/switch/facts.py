"""What a history says, as data. The modules beside this one read it out of wire formats with eyes of their own: none of segue's code is used."""

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
    """What a tool said that the provider ran itself: its query or code, output, urls, titles."""

    strings: list[str]


@frozen
class Thought:
    """Reasoning, and the token that came with it.

    Of the form "signed", "redacted", "encrypted", "signature" (which stands on the part behind it), or "plain".
    """

    words: str
    token: str = ""
    form: str = "plain"


@frozen
class File:
    """The bytes, in base64, or the address of a file; "" for what only its own provider has."""

    media_type: str
    data: str

    @property
    def kind(self) -> str:
        """Return what a provider must be able to hold to take it: "image", "image-url", "pdf", "audio", or "handle"."""
        image = self.media_type.startswith("image")
        if not self.data or "generativelanguage.googleapis" in self.data[:60]:
            return "handle"
        if "://" in self.data[:10]:
            return "image-url" if image and self.data.startswith("http") else "handle"
        return "image" if image else "audio" if self.media_type.startswith("audio") else self.media_type.removeprefix("application/")


@frozen
class Result:
    """A tool result on its way to its call."""

    id: str
    name: str
    pieces: list[Any]


Told = Text | Call | Orphan | Hosted | Thought | File
Seen = Text | Call | Hosted | Thought | File | Result


@frozen
class Reader:
    """How a format is read: the key of its list, what an item of it tells, and the texts of the operator that stand outside."""

    listed: str
    item: Callable[[Raw], Iterator[Seen]]
    outside: Callable[[Raw], list[str]] = lambda _: []


def words_of(content: Any) -> list[str]:
    """Return the texts that are not blank, of a string or a list of parts."""
    texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or ()]
    return [words for words in texts if words.strip()]


def text(role: str, words: str | None) -> Iterator[Text]:
    """Yield a text that is not blank."""
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


def addressed(media_type: str, data: str) -> File:
    """Make a file of bytes, an address, or a data URL, which names its own media type."""
    head, mark, bytes_ = data.partition(";base64,")
    return File(head.removeprefix("data:"), bytes_) if mark else File(media_type, data)


def strings_of(value: Any) -> list[str]:
    """Return the strings in a value that tell something: no types, ids or states, no encrypted payloads."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, dict):
        return [found for key, entry in value.items() if key not in DULL for found in strings_of(entry)]
    return [found for entry in value for found in strings_of(entry)] if isinstance(value, list) else []


DULL = {"type", "id", "status", "container_id", "encrypted_content", "encryptedContent"}
