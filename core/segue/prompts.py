"""Messages, the prompt they make, and the request around it; short constructors for all of them."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from attrs import field, frozen

from segue.json_values import EMPTY, JsonObject, JsonValue, freeze
from segue.models import Model
from segue.parts import AssistantPart, FilePart, OpaquePart, TextPart, ToolCallPart, ToolPart, ToolResultPart, UserPart
from segue.shapes import Extras, Shape


class Remembering:
    """A record with room for what a look at it found, so that each is looked at once: messages and prompts by `segue.scan`.

    That is no part of the record: it is neither compared nor hashed, shown, copied or pickled.
    """

    __slots__ = ("_look",)
    _look: object


class RememberingPairs(Remembering):
    """A record with room for its pairs of calls and results besides."""

    __slots__ = ("_pairs",)
    _pairs: object


@frozen
class SystemMessage(Remembering):
    """Words of the operator. `developer` is OpenAI's newer name of the same role."""

    content: tuple[TextPart | OpaquePart, ...]
    developer: bool = False
    name: str | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class UserMessage(Remembering):
    """Words and files of a person, who may be named."""

    content: tuple[UserPart, ...]
    name: str | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class AssistantMessage(Remembering):
    """What a model said, thought and called; the results of hosted tools among it."""

    content: tuple[AssistantPart, ...]
    origin: Model | None = None
    name: str | None = None
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class ToolMessage(Remembering):
    """Results of the caller's own tools."""

    name: ClassVar[None] = None
    """Tools are named in their results."""
    content: tuple[ToolPart, ...]
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


Message: TypeAlias = SystemMessage | UserMessage | AssistantMessage | ToolMessage


@frozen
class Prompt(RememberingPairs):
    """A conversation as the next model is to see it, oldest message first."""

    messages: tuple[Message, ...] = ()


@frozen
class ToolDefinition:
    """A tool on offer: the caller's own with a JSON schema, or a provider's (`hosted` is its id, `args` its settings)."""

    name: str
    description: str | None = None
    input_schema: JsonObject | None = None
    hosted: str = ""
    args: JsonObject = EMPTY
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class Request:
    """A prompt and what goes with it. Keys of the body that are neither stay in `extras`, for the same format only."""

    prompt: Prompt
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: str | None = None
    """The name of the one tool the model must call, None where it may choose."""
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


def texts(*content: str | UserPart) -> tuple[UserPart, ...]:
    """Return parts, strings made into text parts."""
    return tuple(TextPart(part) if isinstance(part, str) else part for part in content)


def system(*content: str) -> SystemMessage:
    """Make a system message."""
    return SystemMessage(tuple(map(TextPart, content)))


def user(*content: str | TextPart | FilePart, name: str | None = None) -> UserMessage:
    """Make a user message.

    >>> user("Hello").content[0].text
    'Hello'
    """
    return UserMessage(texts(*content), name)


def assistant(*content: str | AssistantPart, origin: Model | None = None) -> AssistantMessage:
    """Make an assistant message."""
    return AssistantMessage(tuple(TextPart(part) if isinstance(part, str) else part for part in content), origin)


def call(id: str, name: str, input: object = None) -> ToolCallPart:
    """Make a tool call; `input` is plain JSON, an empty object where not given."""
    return ToolCallPart(id, name, EMPTY if input is None else freeze(input))


def result(id: str, text: str = "", *, name: str = "", error: bool = False) -> ToolResultPart:
    """Make a tool result of one text."""
    return ToolResultPart(id, name, (TextPart(text),), error)


def tool(*content: ToolPart) -> ToolMessage:
    """Make a message of tool results."""
    return ToolMessage(content)


def prompt(*messages: Message) -> Prompt:
    """Make a prompt of messages."""
    return Prompt(messages)


__all__ = [
    "AssistantMessage",
    "JsonValue",
    "Message",
    "Prompt",
    "Request",
    "SystemMessage",
    "ToolDefinition",
    "ToolMessage",
    "UserMessage",
    "assistant",
    "call",
    "prompt",
    "result",
    "system",
    "texts",
    "tool",
    "user",
]
