"""Requests as they are compared after a way there and back: without what a format adds because it must, and what no format says."""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields_dict

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.parts import FilePart, OpaquePart, TextPart, ToolCallPart, ToolResultPart, option
from segue.placeholders import is_placeholder
from segue.prompts import Prompt, Request, ToolDefinition
from segue.testing.pairing import answers_of

UNNAMED = frozenset({"gemini", "bedrock-converse"})
"""Formats that name no files, or only in letters of their own."""
JOINED = frozenset({"gemini"})
"""Formats in which the texts of one result are one; in the AI SDK those of an error are."""
DEFAULTS = {("openai", "imageDetail"): ("auto",), ("anthropic", "resultType"): None, ("openai", "strict"): (False,)}
"""Options that say what is so without them, with the values that do; None for any."""
SCHEMA = JsonObject(type="object", properties=EMPTY)


def orderly(request: Request) -> bool:
    """Tell whether a history is one that a provider could have answered: calls with ids and names, one result each, nothing unread.

    A voice reply is left out too: Chat Completions holds it by its id, without its words.
    """
    answers, orphans = answers_of(request.prompt)
    parts = [part for message in request.prompt.messages for part in message.content]
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    named = all(call.id and call.name and isinstance(call.input, JsonObject | JsonText) for call in calls)
    paired = not orphans and all(len(results) <= 1 for results in answers.values())
    odd = any(isinstance(part, OpaquePart) or option(part, "openai", "audio") is not None for part in parts)
    return named and paired and len({call.id for call in calls}) == len(calls) and not odd


def plain(request: Request, formats: frozenset[str]) -> Request:
    """Return a request as both of two formats could say it."""
    messages = tuple(
        evolve(_bare(message), content=tuple(_part(part, formats) for part in message.content)) for message in request.prompt.messages
    )
    return evolve(request, prompt=Prompt(messages), tools=tuple(sorted(map(_tool, request.tools), key=lambda tool: bool(tool.hosted))))


def _bare(record: Any) -> Any:
    """Drop who made it, and options that say nothing."""
    names = fields_dict(record.__class__)
    record = evolve(record, origin=None) if "origin" in names else record
    return evolve(record, provider_options=_options(record.provider_options)) if "provider_options" in names else record


def _options(options: JsonObject) -> JsonObject:
    kept = {
        provider: JsonObject({name: value for name, value in told.items() if not _is_default(provider, name, value)})
        for provider, told in options.items()
        if isinstance(told, JsonObject)
    }
    return JsonObject({provider: told for provider, told in kept.items() if told})


def _is_default(provider: str, name: str, value: object) -> bool:
    defaults = DEFAULTS.get((provider, name), ())
    return defaults is None or value in defaults


def _part(part: Any, formats: frozenset[str]) -> Any:
    part = _bare(part)
    if isinstance(part, TextPart) and is_placeholder(part.text):
        return evolve(part, provider_options=EMPTY)
    if isinstance(part, FilePart):
        return _file(part, formats)
    if isinstance(part, ToolResultPart):
        pieces = tuple(_part(piece, formats) for piece in part.output)
        joins = formats & JOINED or (part.error and "ai-sdk" in formats)
        return evolve(part, output=_joined(pieces) if joins else pieces)
    return part


def _file(part: FilePart, formats: frozenset[str]) -> FilePart:
    is_image = part.media_type.startswith("image/")
    kind = part.media_type if part.encoding == "base64" else "text/*" if part.encoding == "text" else "*/*"
    kind = "text/*" if kind.startswith("text/") else kind
    return evolve(part, media_type=kind, filename=None if is_image or formats & UNNAMED else part.filename)


def _joined(pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    plainly = all(isinstance(piece, TextPart) for piece in pieces)
    return (TextPart("\n".join(piece.text for piece in pieces)),) if plainly and len(pieces) > 1 else pieces


def _tool(tool: ToolDefinition) -> ToolDefinition:
    """Give a tool the schema that stands for none; take the settings that are its provider's default."""
    args = tool.args.without("container") if tool.args.get("container") == {"type": "auto"} else tool.args
    schema = SCHEMA if not tool.hosted and tool.input_schema in (None, EMPTY, {"type": "object"}) else tool.input_schema
    kept = None if tool.extras is None else tool.extras.fields.without("strict")
    extras = tool.extras if kept is tool.extras or not tool.extras else evolve(tool.extras, fields=kept) if kept else None
    return evolve(_bare(tool), args=args, input_schema=schema, extras=extras)



