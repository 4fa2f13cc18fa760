"""Files of stored messages: data that is base64, a data URL, another URL, or a provider's id."""

from __future__ import annotations

import re

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.parts import Encoding, FilePart

ANY_FILE = "application/octet-stream"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_DATA_URL = re.compile(r"data:([^;,]{0,200})(?:;[^;,]{0,200}){0,10}?;base64,")
_IDS = ("file-", "file_", "assistant-")  # no base64 begins like this


def file_at(data: str, media_type: str = "", filename: str | None = None, options: JsonObject = EMPTY) -> FilePart:
    """Return the file that a text holds or points to.

    >>> file_at("data:image/png;base64,iVBORw0KGgo=").media_type, file_at("https://files.example/a.pdf").encoding
    ('image/png', 'url')
    """
    if found := _DATA_URL.match(data):
        return FilePart(media_type or found[1] or ANY_FILE, data[found.end() :], "base64", filename, options)
    return FilePart(media_type or ANY_FILE, data, _encoding(data), filename, options)


def _encoding(data: str) -> Encoding:
    if _SCHEME.match(data):
        return "url"
    return "id" if data.startswith(_IDS) else "base64"


def whole(part: FilePart) -> FilePart:
    """Return the file with the media type that its row leaves to the data URL, itself where it has one."""
    if part.media_type:
        return part
    prefix = part.shape.detail if part.shape is not None else None
    told = _DATA_URL.match(prefix) if isinstance(prefix, str) else None
    return evolve(part, media_type=told[1] if told and told[1] else ANY_FILE)
