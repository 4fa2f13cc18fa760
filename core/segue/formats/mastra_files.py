"""Reading the files and sources of stored messages."""

from __future__ import annotations

import re

from segue.formats.mastra_layout import NAME, Freeze, Layouts, Wire, as_object, claim, extras_of, left_of, new_shape
from segue.formats.quick import quick
from segue.json_values import Malformed
from segue.messages import Source
from segue.parts import Encoding, FilePart

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_DATA_URL = re.compile(r"data:([^;,]{0,200})(?:;[^;,]{0,200}){0,10}?;base64,")
_ID_PREFIXES = ("file-", "file_", "assistant-")  # no base64 begins like this
_file_part = quick(FilePart)
# The AI SDK's newer names beside those of the stored format.
_FILES = {(typed, held): Layouts("type", typed, held, "filename") for typed in ("mimeType", "mediaType") for held in ("data", "url")}


def read_file(raw: Wire, frozen: Freeze) -> FilePart:
    """Read a file. Raises `Malformed` or `KeyError` where it has no data that is text."""
    typed = "mediaType" if "mediaType" in raw and "mimeType" not in raw else "mimeType"
    held = "data" if "data" in raw else "url"
    shape, rest = _FILES[typed, held][tuple(raw)]
    media, data, filename = raw.get(typed, ""), raw[held], raw.get("filename")
    if type(media) is not str or type(data) is not str:
        raise Malformed("a string", data)
    if type(filename) is not str and "filename" in raw:
        filename, rest = None, (*rest, "filename")
    options, extras = claim(raw, rest, frozen)
    if found := _DATA_URL.match(data):
        shape = new_shape(NAME, shape.keys, "", False, found[0])
        return _file_part(media, data[found.end() :], "base64", filename, options, extras, shape)
    return _file_part(media, data, _encoding(data), filename, options, extras, shape)


def _encoding(data: str) -> Encoding:
    if _SCHEME.match(data):
        return "url"
    return "id" if data.startswith(_ID_PREFIXES) else "base64"


_TOLD = {"url": "url", "title": "title", "mediaType": "media_type", "filename": "filename"}
SOURCES = {"source": {"id": "id", **_TOLD}, "source-url": {"sourceId": "id", **_TOLD}, "source-document": {"sourceId": "id", **_TOLD}}
"""The keys of sources by kind, and the fields they fill; those of the first stand in an object inside."""
OF_WEB = ("sourceType", "url")
"""What stands in every source of the first kind."""
_LAYOUTS = {kind: Layouts("type", *(keys if kind != "source" else ("source",)), form=kind) for kind, keys in SOURCES.items()}


def read_source(raw: Wire, frozen: Freeze) -> Source:
    """Read a source. Raises `Malformed` or `KeyError` where it is none."""
    kind = raw["type"]
    shape, rest = _LAYOUTS[kind][tuple(raw)]
    inner = as_object(raw["source"]) if kind == "source" else raw
    told = {key: inner[key] for key in SOURCES[kind] if type(inner.get(key)) is str}
    if kind == "source":
        shape = new_shape(NAME, shape.keys, kind, False, tuple(inner))
        odd = (
            {"source": free} if (free := {key: value for key, value in inner.items() if key not in told and (key, value) != OF_WEB}) else {}
        )
    else:
        odd = {key: raw[key] for key in SOURCES[kind] if key in raw and key not in told}
    options, extras = claim(raw, rest, frozen)
    fields = {SOURCES[kind][key]: value for key, value in told.items()}
    return Source(**fields, provider_options=options, extras=extras_of({**left_of(extras), **odd}), shape=shape)
