"""The words of Gemini's contents in their two spellings, and the values under them.

REST and the JavaScript SDK spell keys in camelCase, dumps of the Python SDK in snake_case; both take both, key by key.

Source: the types of the google-genai SDK, and https://ai.google.dev/api/generate-content.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, TypeAlias

from segue.json_values import JsonObject, JsonValue, Malformed, freeze

NAME = "gemini"
MAKER = "google"
"""Under which provider's options Gemini's tokens and settings stand."""
MAKERS = (MAKER, "googleVertex", "vertex")
"""The same, and where the AI SDK puts those of the other backend."""

Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]

DATA = (
    "functionCall", "functionResponse", "text", "inlineData", "fileData", "executableCode", "codeExecutionResult", "toolCall",
    "toolResponse",
)  # fmt: skip
"""What a part can hold: one of these."""
SIGNATURE = "thoughtSignature"
SETTINGS = (
    SIGNATURE, "thought", "videoMetadata", "mediaResolution", "mediaProcessing", "partMetadata", "audioTranscription", "speechMetadata",
    "documentMetadata", "spreadsheetMetadata", "audioMetadata",
)  # fmt: skip
"""What may stand beside it, and is kept in the options under the same name."""
_INNER = ("mimeType", "displayName", "fileUri", "willContinue", "partialArgs", "toolType")
_BODY = ("systemInstruction", "toolConfig", "functionDeclarations", "parametersJsonSchema", "responseJsonSchema")
_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")
_SNAKE = re.compile(r"_([a-z0-9])")


def snake(name: str) -> str:
    """Spell a key as Python does.

    >>> snake("googleSearch")
    'google_search'
    """
    return _CAPITAL.sub(r"_\1", name).lower()


def camel(name: str) -> str:
    """Spell a key as JSON does.

    >>> camel("google_search")
    'googleSearch'
    """
    return _SNAKE.sub(lambda found: found[1].upper(), name)


NAMES: Mapping[str, str] = {snake(name): name for name in (*DATA, *SETTINGS, *_INNER, *_BODY) if snake(name) != name}
"""The keys that have two spellings."""


def frozen_at(key: Any, value: object, *path: str | int) -> JsonValue:
    """Freeze what stands under a key. Raises `Malformed` at the key."""
    if key.__class__ is not str:
        raise Malformed("a string as key", key, path)
    try:
        return freeze(value)
    except Malformed as fault:
        raise fault.at(*path, key) from None


def frozen_object(key: str, value: object, *path: str | int) -> JsonObject:
    """Freeze the object that stands under a key. Raises `Malformed` at the key."""
    given = frozen_at(key, value, *path)
    if isinstance(given, JsonObject):
        return given
    raise Malformed("an object", value, (*path, key))


def mapping(value: object, *path: str | int) -> Wire:
    """Return the value if it is an object. Raises `Malformed`."""
    if isinstance(value, Mapping):
        return value
    raise Malformed("an object", value, path)


def listing(value: object, *path: str | int) -> list[Any] | tuple[Any, ...]:
    """Return the value if it is a list. Raises `Malformed`."""
    if isinstance(value, list | tuple):
        return value
    raise Malformed("a list", value, path)


def string(said: Fields, name: str, *path: str | int) -> str:
    """Return the text of a field, "" where it is absent. Raises `Malformed`."""
    value = said.get(name, "")
    if not isinstance(value, str):
        raise Malformed("a string", value, (*path, name))
    return str.__str__(value)


def data_at(said: Fields, name: str, *path: str | int) -> tuple[str, str]:
    """Return base64 text and how it stood on the wire: as it is, as `bytes`, or in the alphabet for URLs as the SDK dumps it."""
    value = said[name]
    if value.__class__ is bytes:
        return b64encode(value).decode("ascii"), "bytes"
    text = string(said, name, *path)
    if ("-" in text or "_" in text) and "+" not in text and "/" not in text:
        return text.replace("-", "+").replace("_", "/"), "urlsafe"
    return text, ""


def in_manner(text: str, manner: object) -> str | bytes:
    """Write base64 text as it stood on the wire."""
    if manner == "urlsafe":
        return text.replace("+", "-").replace("/", "_")
    try:
        return b64decode(text, validate=True) if manner == "bytes" else text
    except (binascii.Error, ValueError):
        return text
