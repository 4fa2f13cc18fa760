"""The parts that messages are made of: text, reasoning, file, JSON, tool call, tool result, and what is not known.

Each carries `provider_options`, what one provider asks for or gave, under that provider's name and in the AI SDK's spelling
(`anthropic.signature`, `anthropic.redactedData`, `anthropic.cacheControl`, `openai.itemId`, …); `extras`, wire fields nobody
claims; and `shape`, the layout on the wire, which does not count for equality.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.models import Model
from segue.shapes import Extras, Shape


class _Named(JsonObject):
    """Options that name an item of OpenAI's by an id that begins as those of its kind do and is not too long, and say nothing else.

    Readers of payloads make these, so that a scan knows them.
    """

    __slots__ = ("id",)
    id: str
    """The same id, a step away instead of three."""


class MessageId(_Named):
    """Options that are the id of a message of OpenAI's."""

    __slots__ = ()


class FunctionId(_Named):
    """Options that are the id of a function call of OpenAI's."""

    __slots__ = ()


class ThoughtTokens(_Named):
    """Options that are the id and the encrypted content of a thought of OpenAI's."""

    __slots__ = ()


class ThoughtSignature(JsonObject):
    """Options that are a thought signature of Google's and nothing else."""

    __slots__ = ()


Encoding: TypeAlias = Literal["base64", "url", "id", "text"]


@frozen
class TextPart:
    """Words. `openai.refusal` in the options marks a refusal, `openai.audio` a voice reply of which this is the transcript."""

    text: str
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class ReasoningPart:
    """A model's thoughts. What only its maker can read (signature, redacted data, encrypted content) is in the options."""

    text: str
    provider_options: JsonObject = EMPTY
    origin: Model | None = None
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class FilePart:
    """An image, document or sound: base64, a URL, a provider's file id, or a text document's text."""

    media_type: str
    data: str
    encoding: Encoding = "base64"
    filename: str | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class JsonPart:
    """A JSON value, found in tool results only."""

    value: JsonValue
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class ToolCallPart:
    """A call the model made. `input` is a `JsonObject`, `JsonText` (an object still in its JSON text), or what else came."""

    id: str
    name: str
    input: JsonValue
    hosted: bool = False
    """The provider itself ran the tool; the result is a part of the same message."""
    origin: Model | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class OpaquePart:
    """A part of a kind this library does not know, carried unread."""

    kind: str
    value: JsonObject
    format: str
    origin: Model | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


OutputPart: TypeAlias = TextPart | FilePart | JsonPart | OpaquePart


@frozen
class ToolResultPart:
    """What a call gave. `id` is the call's, `name` the tool's or "" where the format does not repeat it."""

    id: str
    name: str
    output: tuple[OutputPart, ...]
    error: bool = False
    hosted: bool = False
    origin: Model | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


UserPart: TypeAlias = TextPart | FilePart | OpaquePart
AssistantPart: TypeAlias = TextPart | ReasoningPart | FilePart | ToolCallPart | ToolResultPart | OpaquePart
ToolPart: TypeAlias = ToolResultPart | OpaquePart
Part: TypeAlias = TextPart | ReasoningPart | FilePart | JsonPart | ToolCallPart | ToolResultPart | OpaquePart


def option(part: object, provider: str, name: str) -> JsonValue:
    """Return one option of a provider, None where it is not set."""
    options = getattr(part, "provider_options", EMPTY).get(provider)
    return options.get(name) if isinstance(options, dict) else None
