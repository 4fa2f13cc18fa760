"""Bodies, bare contents and the looser ways in which the Python SDK takes them, read as requests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from segue.formats.gemini_filled import read_filled
from segue.formats.gemini_layout import Opened, kept, opened
from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_parts import KNOWN, MODEL, SYSTEM, USER, Reader, read_general
from segue.formats.gemini_plain import PLAIN_MODEL, PLAIN_USER, Keys, Plain, text_part
from segue.formats.gemini_tools import forced, read_tools
from segue.formats.gemini_wire import NAME, NAMES, Wire, frozen_at, listing, mapping
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed
from segue.parts import TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

_CONTENT = frozenset({"role", "parts"})
_CONTENTS, _SYSTEM, _TOOLS, _CONFIG = "contents", "systemInstruction", "tools", "toolConfig"
JOINED, LISTED, STRING, PART = "joined", "listed", "string", "part"
"""Forms of messages: split off from the one before, an operator's in the list, and the SDK's text or part in place of a content."""
_FORMS = {"user": "", "model": "", "function": "function", "tool": "tool", "assistant": "assistant", "system": LISTED}
"""The roles, those that Gemini does not take any more or never did among them, and how their messages remember them."""
_SPEAKERS = {"model": "model", "assistant": "model", "system": "system"}

user_message, assistant_message, tool_message = quick(UserMessage), quick(AssistantMessage), quick(ToolMessage)


def read_request(payload: object) -> Request:
    """Return the request that a body, contents or one content hold. Raises `Malformed`."""
    if isinstance(payload, Mapping) and (_CONTENTS in payload or not (_CONTENT & payload.keys() or _is_part(payload))):
        return _body(payload)
    messages, manner = _contents(payload)
    return Request(Prompt(tuple(messages)), shape=Shape(NAME, (), "bare", False, JsonObject(contents=manner)))


def _body(body: Wire) -> Request:
    """Read a body, or the arguments that the SDKs take, whose settings stand in `config`."""
    config = body.get("config")
    within = ("config",) if isinstance(config, Mapping) else ()
    whole = opened(body, frozenset({_CONTENTS, *within, *(() if within else (_SYSTEM, _TOOLS))}))
    settings = opened(config, frozenset({_SYSTEM, _TOOLS})) if isinstance(config, Mapping) else whole
    try:
        system = _system(settings.said[_SYSTEM]) if _SYSTEM in settings.said else []
        raw = frozen_at(_TOOLS, settings.said[_TOOLS]) if _TOOLS in settings.said else None
        tools = () if raw is None else _at(_TOOLS, read_tools, raw)
    except Malformed as fault:
        raise fault.at(*within) from None
    messages, manner = _at(_CONTENTS, _contents, whole.said.get(_CONTENTS))
    detail: dict[str, JsonValue] = {"contents": manner, "tools": raw, "blank": JsonObject(whole.blank)}
    detail |= {"keys": tuple(settings.raw), "inner": JsonObject(settings.blank)} if within else {}
    choice = next((value for key, value in settings.left.items() if NAMES.get(key, key) == _CONFIG), None)
    extras = kept(whole.left, {"config": settings.left} if within else {})
    return Request(Prompt((*system, *messages)), tools, forced(choice), extras, Shape(NAME, tuple(body), "body", False, JsonObject(detail)))


def _at(step: str | int, read: Any, value: object) -> Any:
    try:
        return read(value)
    except Malformed as fault:
        raise fault.at(step) from None


def _system(value: object) -> list[SystemMessage]:
    """Read the system instruction: a content, or what the SDK makes one of."""
    try:
        return [_instruction(value)]
    except Malformed as fault:
        raise fault.at(_SYSTEM) from None


def _instruction(value: object) -> SystemMessage:
    if isinstance(value, str):
        return SystemMessage((TextPart(str.__str__(value)),), shape=Shape(NAME, (), STRING))
    if isinstance(value, list | tuple):
        return SystemMessage(tuple(_loose_parts(value)), shape=Shape(NAME, (), "list"))
    if _is_part(mapping(value)):
        return SystemMessage((_system_part(value),), shape=Shape(NAME, (), PART))
    content = opened(mapping(value), frozenset({"parts"}))
    role = content.left.pop("role", None)
    blank = JsonObject({**content.blank, **({} if role is None else {"role": frozen_at("role", role)})})
    detail = JsonObject(blank=blank, **_single(content))
    parts = _held(content, {}, SYSTEM, Pairing())
    return SystemMessage(tuple(parts), extras=kept(content.left), shape=Shape(NAME, tuple(content.raw), "", False, detail))


def _loose_parts(raws: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [
        TextPart(str.__str__(raw), shape=Shape(NAME, ("text",), STRING)) if isinstance(raw, str) else _at(index, _system_part, raw)
        for index, raw in enumerate(raws)
    ]


def _system_part(raw: object) -> Any:
    return read_general(mapping(raw), SYSTEM, Pairing())


def _is_part(item: Wire) -> bool:
    """Tell whether an object is a part where a content may stand."""
    return not _CONTENT & item.keys() and any(NAMES.get(key, key) in KNOWN for key in item)


def _contents(value: object) -> tuple[list[Message], str]:
    """Return the messages of contents, and whether these were a list, one content or a text."""
    if isinstance(value, str | Mapping):
        try:
            return read_contents([value]), STRING if isinstance(value, str) else "one"
        except Malformed as fault:
            raise Malformed(fault.expected, fault.found, fault.path[1:]) from None
    if isinstance(value, list | tuple):
        return read_contents(value), "list"
    raise Malformed("a list of contents, a content or a text", value)


_LAID: Mapping[Keys, Mapping[bool, Shape]] = {
    keys: {apart: Shape(NAME, keys, "", apart) for apart in (False, True)} for keys in (("role", "parts"), ("parts", "role"))
}
_JOINED = Shape(NAME, (), JOINED)


def read_contents(wire: list[Any] | tuple[Any, ...]) -> list[Message]:
    """Return the records of contents, one or more for each. Raises `Malformed`, its path from the content's index on."""
    records: list[Message] = []
    pairing, before, index = Pairing(), "", 0
    try:
        for index, content in enumerate(wire):  # noqa: B007 - read where the loop breaks off
            laid = _LAID.get(tuple(content)) if content.__class__ is dict else None
            role = "" if laid is None else content["role"]
            if role == "user" and content["parts"].__class__ is list and laid is not None:
                pairing.turn += 1
                parts = _parts(content["parts"], PLAIN_USER, USER, pairing)
                _split(parts, None, laid[before == "user"], records)
                before = "user"
            elif role == "model" and content["parts"].__class__ is list and laid is not None:
                parts = _parts(content["parts"], PLAIN_MODEL, MODEL, pairing)
                records.append(assistant_message(tuple(parts), None, None, EMPTY, None, laid[before == "model"]))
                before = "model"
            else:
                before = _any_content(content, before, pairing, records)
    except Malformed as fault:
        raise fault.at(index) from None
    return records


def _parts(raws: Any, plain: Mapping[Keys, Plain], readers: Mapping[str, Reader], pairing: Pairing) -> list[Any]:
    parts: list[Any] = []
    add = parts.append
    try:
        for raw in raws:
            if raw.__class__ is dict:
                if len(raw) == 1 and (text := raw.get("text")).__class__ is str:
                    add(text_part(text, EMPTY, None, None))
                    continue
                read = plain.get(tuple(raw))
                part = read_filled(raw, plain, pairing) if read is None else read(raw, pairing)
                if part is not None:
                    add(part)
                    continue
            add(read_general(raw, readers, pairing))
    except Malformed as fault:
        raise fault.at("parts", len(parts)) from None
    return parts


def _held(content: Opened, plain: Mapping[Keys, Plain], readers: Mapping[str, Reader], pairing: Pairing) -> list[Any]:
    """Read the parts of a content. One that is not in a list is taken too, as Google's examples for REST have it."""
    held = content.said.get("parts", ())
    if isinstance(held, Mapping):
        return [_at("parts", lambda raw: read_general(raw, readers, pairing), held)]
    return _parts(listing(held, "parts"), plain, readers, pairing)


def _single(content: Opened) -> dict[str, JsonValue]:
    """Return what a shape's detail says of a part that is not in a list."""
    return {"single": True} if isinstance(content.said.get("parts"), Mapping) else {}


def _split(parts: list[Any], extras: Extras | None, shape: Shape, records: list[Message]) -> None:
    """Add the messages that a user's content is: results of the caller's tools, and what else is said beside them."""
    if len(parts) == 1:
        if parts[0].__class__ is ToolResultPart:
            records.append(tool_message((parts[0],), EMPTY, extras, shape))
        else:
            records.append(user_message((parts[0],), None, EMPTY, extras, shape))
        return
    for is_result, run in groupby(parts, _is_result):
        content = tuple(run)
        records.append(tool_message(content, EMPTY, extras, shape) if is_result else user_message(content, None, EMPTY, extras, shape))
        extras, shape = None, _JOINED
    if not parts:
        records.append(user_message((), None, EMPTY, extras, shape))


def _is_result(part: object) -> bool:
    return part.__class__ is ToolResultPart


def _any_content(raw: Any, before: str, pairing: Pairing, records: list[Message]) -> str:
    """Read a content of whatever layout, or a text or part in place of one; return who speaks in it."""
    if isinstance(raw, str):
        records.append(UserMessage((TextPart(str.__str__(raw)),), shape=Shape(NAME, (), STRING, True)))
        return "user"
    if _is_part(mapping(raw)):
        return _loose(raw, pairing, records)
    content = opened(raw, _CONTENT)
    role, form = _role(content.said.get("role", "user"))
    if "parts" not in raw and content.left:
        raise Malformed("a list", None, ("parts",))
    pairing.turn += role != "model"
    plain, readers = _READERS[role]
    parts = _held(content, plain, readers, pairing)
    detail = _single(content) | ({"blank": JsonObject(content.blank)} if content.blank else {})
    shape, extras = Shape(NAME, tuple(raw), form, before == role, JsonObject(detail) if detail else None), kept(content.left)
    if role == "user":
        _split(parts, extras, shape, records)
    elif role == "model":
        records.append(AssistantMessage(tuple(parts), extras=extras, shape=shape))
    else:
        records.append(SystemMessage(tuple(parts), extras=extras, shape=shape))
    return role


_READERS: Mapping[str, tuple[Mapping[Keys, Plain], Mapping[str, Reader]]] = {
    "user": (PLAIN_USER, USER), "model": (PLAIN_MODEL, MODEL), "system": ({}, SYSTEM),
}  # fmt: skip


def _role(role: object) -> tuple[str, str]:
    """Return who speaks, and the form that tells how that was said."""
    if not isinstance(role, str) or role not in _FORMS:
        raise Malformed("user or model", role, ("role",))
    return _SPEAKERS.get(role, "user"), _FORMS[role]


def _loose(raw: Wire, pairing: Pairing, records: list[Message]) -> str:
    """Read a part that stands for a content: a call is the model's, all else the user's, as the SDK has it."""
    called = any(NAMES.get(key, key) == "functionCall" and value is not None for key, value in raw.items())
    pairing.turn += not called
    part: Any = read_general(raw, MODEL if called else USER, pairing)
    shape = Shape(NAME, (), PART, True)
    if called:
        records.append(AssistantMessage((part,), shape=shape))
    else:
        records.append(ToolMessage((part,), shape=shape) if _is_result(part) else UserMessage((part,), shape=shape))
    return "model" if called else "user"
