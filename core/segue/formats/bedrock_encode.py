"""Requests, written as bodies or bare message lists of the Converse API; and where in them each record stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from segue import placeholders
from segue.formats.bedrock_blocks import ASSISTANT, SYSTEM, USER, Writer, marker_of, write_blocks
from segue.formats.bedrock_decode import LISTED
from segue.formats.bedrock_media import Names
from segue.formats.bedrock_tools import CONFIG, write_config
from segue.formats.bedrock_wire import CACHE, NAME, Fields, Loose, extras_of, ours
from segue.formats.format import MessagePlaces
from segue.json_values import JsonObject, thaw
from segue.kinds import Place
from segue.parts import OpaquePart, TextPart
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolMessage, UserMessage
from segue.shapes import in_order, shape_for

_WRITERS: Mapping[type, Mapping[type, Writer]] = {
    SystemMessage: SYSTEM, UserMessage: USER, ToolMessage: USER, AssistantMessage: ASSISTANT,
}  # fmt: skip
_ROLES = {SystemMessage: "system", UserMessage: "user", ToolMessage: "user", AssistantMessage: "assistant"}


def write_request(request: Request) -> Any:
    """Return the payload: a bare list where one was read and nothing needs a body, otherwise a body."""
    names = Names()
    lead, rest = divided(request)
    shape, extras = shape_for(request.shape, NAME), extras_of(request)
    system = [block for message in lead for block in _blocks(message, names)]
    messages = [_message(group, names) for group in grouped(rest)]
    config = _config(request, extras)
    if shape is not None and shape.form == "list" and not system and config is None:
        return messages
    keys = () if shape is None else shape.keys
    fields: Fields = {"system": system} if system or ("system" in keys and "system" not in extras) else {}
    if messages or "messages" in keys or not keys:
        fields["messages"] = messages
    if config is not None:
        fields[CONFIG] = config
    fields |= {key: thaw(value) for key, value in extras.items() if key not in fields and (key != CONFIG or value is None)}
    return in_order(fields, shape)


def _config(request: Request, extras: JsonObject) -> Fields | None:
    shape = shape_for(request.shape, NAME)
    return write_config(request, extras.get(CONFIG), shape.detail if shape is not None and isinstance(shape.detail, JsonObject) else None)


def divided(request: Request) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return the messages of the body's `system`, the first ones that had not stood in the list; and the others."""
    messages = request.prompt.messages
    count = 0
    for message in messages:
        if message.__class__ is not SystemMessage or _is_listed(message):
            break
        count += 1
    return messages[:count], messages[count:]


def _is_listed(message: Message) -> bool:
    shape = shape_for(message.shape, NAME)
    return shape is not None and shape.form == LISTED


def grouped(messages: tuple[Message, ...]) -> list[list[Message]]:
    """Return the records that share a wire message: results and the user's words that follow each other."""
    groups: list[list[Message]] = []
    before: type | None = None
    for message in messages:
        cls = message.__class__
        if before is not None and (cls is ToolMessage or (cls is UserMessage and before is ToolMessage)) and not _apart(message):
            groups[-1].append(message)
        else:
            groups.append([message])
        before = cls if cls is ToolMessage or cls is UserMessage else None
    return groups


def _apart(message: Message) -> bool:
    shape = message.shape
    return shape is not None and shape.apart and shape.format == NAME


def _message(group: list[Message], names: Names) -> Fields:
    message = group[0]
    cls, shape = message.__class__, message.shape
    if cls is SystemMessage and not _is_listed(message):
        return {"role": "user", "content": _late_system(message, names)}
    content = _blocks(message, names)
    for record in group[1:]:
        content += _blocks(record, names)
    fields: Fields = {"role": _ROLES[cls], "content": content}
    for record in group:
        if record.extras is not None:
            fields |= {key: thaw(value) for key, value in extras_of(record).items() if key not in fields}
    return in_order(fields, shape) if shape is not None and shape.format == NAME else fields


def _blocks(message: Message, names: Names) -> list[Fields]:
    shape = message.shape
    loose: Loose = () if shape is None or shape.detail is None or shape.format != NAME else shape.detail  # type: ignore[assignment]
    blocks = write_blocks(message.content, _WRITERS[message.__class__], names, loose)
    return _marked(blocks, message) if message.provider_options else blocks


def _marked(blocks: list[Fields], message: Message) -> list[Fields]:
    """Put the cache marker that a whole message has behind its last block, unless one stands there."""
    return blocks if not blocks or CACHE in blocks[-1] else blocks + marker_of(message)


def _late_system(message: Message, names: Names) -> list[Fields]:
    """Write an operator's later words as a user's, between labels: few models take a system message in the list."""
    words = [part.text for part in message.content if isinstance(part, TextPart)]
    if not any(map(str.strip, words)):
        return _blocks(message, names)
    rest = tuple(part for part in message.content if not isinstance(part, TextPart))
    text = "\n".join((placeholders.SYSTEM_BEGINS, *words, placeholders.SYSTEM_ENDS))
    return [{"text": text}, *write_blocks(rest, SYSTEM, names)]


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Return the JSON path of each message and of each of its parts, for a request as `decode` returned it."""
    lead, rest = divided(request)
    shape = shape_for(request.shape, NAME)
    root: Place = () if shape is not None and shape.form == "list" else ("messages",)
    system: Place = ("system",)
    found = [(system, parts) for parts in _part_places(system, lead)]
    for index, group in enumerate(grouped(rest)):
        place = (*root, index)
        found += [(place, parts) for parts in _part_places((*place, "content"), group)]
    return tuple(found)


def _part_places(place: Place, group: list[Message] | tuple[Message, ...]) -> Iterator[tuple[Place, ...]]:
    """Yield the places of the parts of records that share a list of blocks, in which cache markers have places too."""
    at = 0
    for message in group:
        shape = shape_for(message.shape, NAME)
        loose: Any = () if shape is None else shape.detail or ()
        parts: list[Place] = []
        for index, part in enumerate(message.content):
            at += sum(1 for before, _ in loose if before == index)
            parts.append((*place, at))
            at += 1 + (part.__class__ is not OpaquePart and ours(part, CACHE) is not None)
        at += sum(1 for before, _ in loose if before >= len(message.content))
        yield tuple(parts)
