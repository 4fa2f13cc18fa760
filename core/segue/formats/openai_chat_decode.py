"""Chat Completions: messages read into records.

An assistant's parts come in the order reasoning, contents, refusal, voice, calls, since their keys have no order that means anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from segue.formats.openai_chat_content import REFUSAL, SPOKEN, Spoken, read_content
from segue.formats.openai_chat_files import read_images, read_opaque
from segue.formats.openai_chat_layout import (
    FORMAT,
    PLAIN_CALL,
    PLAIN_RESULT,
    SIGNED,
    Wire,
    array,
    call_part,
    inner_extras,
    layout,
    mapping,
    new_shape,
    options_of,
    result_part,
    signature_of,
    string,
    text_part,
    unclaimed,
)
from segue.formats.openai_chat_pairing import give_ids, lacks_id
from segue.formats.openai_chat_thoughts import NOTHING, THOUGHT_KEYS, is_thinking, lone_thought, read_thoughts
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, json_text
from segue.parts import AssistantPart, OpaquePart, TextPart, ToolCallPart
from segue.prompts import AssistantMessage, Message, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

Called: TypeAlias = ToolCallPart | OpaquePart
Unnamed: TypeAlias = list[Called]
"""The calls found so far that have no id."""

_system_message, _user_message = quick(SystemMessage), quick(UserMessage)
_assistant_message, _tool_message = quick(AssistantMessage), quick(ToolMessage)

_SAID = frozenset({"role", "content"})
_ASSISTANT = frozenset({"role", "content", "tool_calls"})
_TOOL = frozenset({"role", "content", "tool_call_id"})
_FUNCTION = frozenset({"role", "content", "name"})
_PLAIN = Shape(FORMAT, ("role", "content"), "string")
_CALLING_KEYS = ["role", "content", "tool_calls"]
_CALLING = {form: Shape(FORMAT, tuple(_CALLING_KEYS), form) for form in ("string", "list", "empty", "null")}
_PLAIN_KEYS, _PLAIN_RESULT_KEYS = [*_PLAIN.keys], [*PLAIN_RESULT.keys]
_CALL_KEYS, _INNER_KEYS = [*PLAIN_CALL.keys], ["name", "arguments"]
_BARE_CALL = Shape(FORMAT, ("function",), "function untyped json", False, tuple(_INNER_KEYS))
_BARE_RESULT = Shape(FORMAT, ("role", "content", "tool_name"), "string")
_BARE_CALL_KEYS, _BARE_RESULT_KEYS = [*_BARE_CALL.keys], [*_BARE_RESULT.keys]
_KNOWN = frozenset({"refusal", "audio", "function_call"}) | THOUGHT_KEYS
_FIELD_SHAPES = {form: Shape(FORMAT, (), form) for form in ("refusal field", "audio", "tool_calls")}


def read_messages(raws: Iterable[Any]) -> tuple[Message, ...]:
    """Read a list of wire messages, one record each."""
    messages: list[Message] = []
    unnamed: list[Called] = []
    for index, raw in enumerate(raws):
        try:
            role = raw["role"] if raw.__class__ is dict and "role" in raw else mapping(raw).get("role")
            read = _READERS.get(role, _stranger) if role.__class__ is str else _stranger
            messages.append(read(raw, unnamed))
        except Malformed as fault:
            raise fault.at(index) from None
    if unnamed:
        give_ids(messages)
    return tuple(messages)


def _stranger(raw: Wire, _: Unnamed) -> Message:
    raise Malformed("a role: " + ", ".join(_READERS), raw.get("role"), ("role",))


def _named(raw: Wire, rest: tuple[str, ...], key: str = "name") -> tuple[str | None, JsonObject, Extras | None]:
    name = raw.get(key)
    if name is None or (key != "name" and name.__class__ is not str):
        return None, *unclaimed(raw, rest)
    return string(name, key), *unclaimed(raw, tuple(loose for loose in rest if loose != key))


def _system(raw: Wire, _: Unnamed) -> SystemMessage:
    content, form = read_content(raw)
    shape, rest = layout(tuple(raw), form, _SAID)
    return _system_message(content, raw["role"] == "developer", *_named(raw, rest), shape)


def _user(raw: Wire, _: Unnamed) -> UserMessage:
    if [*raw] == _PLAIN_KEYS and (text := raw["content"]).__class__ is str:
        return _user_message((text_part(text, EMPTY, None, None),), None, EMPTY, None, _PLAIN)
    content, form = read_content(raw)
    shape, rest = layout(tuple(raw), form, _SAID)
    images, rest = read_images(raw, rest)
    return _user_message(content + images, *_named(raw, rest), shape)


def _assistant(raw: Wire, unnamed: Unnamed) -> AssistantMessage:
    keys = [*raw]
    if keys == _PLAIN_KEYS and (text := raw["content"]).__class__ is str:
        return _assistant_message((text_part(text, EMPTY, None, None),), None, None, EMPTY, None, _PLAIN)
    content, form = read_content(raw, SPOKEN)
    raws = raw.get("tool_calls")
    calls = () if raws is None else _calls(raws, unnamed)
    if calls and keys == _CALLING_KEYS:
        return _assistant_message(content + calls, None, None, EMPTY, None, _CALLING[form])
    shape, rest = layout(tuple(keys), form, _ASSISTANT)
    if rest or (not calls and "tool_calls" in raw):
        thought = lone_thought(raw, rest) if calls or "tool_calls" not in raw else None
        if thought is None:
            return _whole(raw, content, calls, form, rest)
        return _assistant_message((thought, *content, *calls), None, None, EMPTY, None, shape)
    return _assistant_message(content + calls, None, None, EMPTY, None, shape)


def _whole(raw: Wire, said: tuple[Spoken, ...], calls: tuple[Called, ...], form: str, rest: tuple[str, ...]) -> AssistantMessage:
    thoughts, copies = read_thoughts(raw)
    images, rest = read_images(raw, rest)
    spoken = [read(raw[key]) for key, read in _FIELDS.items() if raw.get(key) is not None]
    known = _KNOWN | {"thinking"} if is_thinking(raw) else _KNOWN
    loose = tuple(key for key in rest if key not in known or raw[key] in NOTHING)
    if not calls and "tool_calls" in raw:
        loose = (*loose, "tool_calls")
    shape, _ = layout(tuple(raw), form, _ASSISTANT, copies or None)
    return _assistant_message((*thoughts, *said, *images, *spoken, *calls), None, *_named(raw, loose), shape)


def _refusal(raw: Any) -> TextPart:
    return text_part(string(raw, "refusal"), REFUSAL, None, _FIELD_SHAPES["refusal field"])


def _voice(raw: Any) -> TextPart:
    try:
        audio = freeze_object(raw)
    except Malformed as fault:
        raise fault.at("audio") from None
    words = audio.get("transcript")
    text = "" if words is None else string(words, "audio", "transcript")
    return text_part(text, options_of("openai", audio=audio), None, _FIELD_SHAPES["audio"])


def _function_call(raw: Any) -> ToolCallPart:
    return _called({"function_call": raw}, "function_call")


_FIELDS: dict[str, Callable[[Any], AssistantPart]] = {"refusal": _refusal, "audio": _voice, "function_call": _function_call}


def _calls(raws: Any, unnamed: Unnamed) -> tuple[Called, ...]:
    calls: list[Called] = []
    for index, raw in enumerate(array(raws, "tool_calls")):
        try:
            keys = [*raw] if raw.__class__ is dict else []
            if keys == _CALL_KEYS and raw["type"] == "function":
                calls.append(_plain_call(*raw.values()))
            elif keys == _BARE_CALL_KEYS and (bare := _bare_call(raw["function"])) is not None:
                calls.append(bare)
                unnamed.append(bare)
            else:
                calls.append(_call(raw))
                unnamed += filter(lacks_id, calls[-1:])
        except Malformed as fault:
            raise fault.at("tool_calls", index) from None
    return tuple(calls)


def _plain_call(id: Any, kind: str, function: Any) -> ToolCallPart:
    if function.__class__ is dict and [*function] == _INNER_KEYS:
        name, given = function.values()
        if name.__class__ is str and given.__class__ is str and id.__class__ is str:
            return call_part(id, name, json_text(given), False, None, EMPTY, None, PLAIN_CALL)
    return _called({"id": id, "type": kind, "function": function}, "function")


def _bare_call(function: Any) -> ToolCallPart | None:
    """Read a call as Ollama itself makes them; None for others."""
    if function.__class__ is not dict or [*function] != _INNER_KEYS:
        return None
    name, given = function.values()
    if name.__class__ is not str or given.__class__ is not dict:
        return None
    try:
        return call_part("", name, freeze_object(given), False, None, EMPTY, None, _BARE_CALL)
    except Malformed as fault:
        raise fault.at("function", "arguments") from None


def _call(raw: Any) -> Called:
    kind = mapping(raw).get("type")
    if kind == "function" or (kind is None and "type" not in raw and "function" in raw):  # gateways leave the type out
        return _called(raw, "function", "function" if "type" in raw else "function untyped")
    if string(kind, "type") == "custom":
        return _custom(raw)
    return read_opaque(raw, _FIELD_SHAPES["tool_calls"])


def _called(raw: Wire, kind: str, form: str = "") -> ToolCallPart:
    function = mapping(raw.get(kind), kind)
    name, given, form = string(function.get("name"), kind, "name"), function.get("arguments"), form or kind
    try:
        given, form = (json_text(given), form) if given.__class__ is str else (freeze(given), f"{form} json")
    except Malformed as fault:
        raise fault.at(kind, "arguments") from None
    return _laid_out(raw, kind, form, name, given)


def _custom(raw: Wire) -> ToolCallPart:
    custom = mapping(raw.get("custom"), "custom")
    name, given = string(custom.get("name"), "custom", "name"), string(custom.get("input"), "custom", "input")
    return _laid_out(raw, "custom", "custom", name, given)


def _laid_out(raw: Wire, kind: str, form: str, name: str, given: JsonValue) -> ToolCallPart:
    """Return the call with its id, its layout and what nobody claims."""
    function, id = raw[kind], raw.get("id")
    claimed = ("type", kind) if id is None else ("id", "type", kind)
    signature = signature_of(raw) if SIGNED in raw else None
    if signature is not None:
        claimed = (*claimed, SIGNED)
    inner = inner_extras(kind, function, "name", "input" if kind == "custom" else "arguments")
    options, extras = unclaimed(raw, tuple(key for key in raw if key not in claimed), inner)
    if signature is not None:
        options = options.with_(google=JsonObject(thoughtSignature=signature))
    shape = new_shape(FORMAT, tuple(raw), form, False, tuple(function))
    return call_part("" if id is None else string(id, "id"), name, given, False, None, options, extras, shape)


def _tool(raw: Wire, _: Unnamed) -> ToolMessage:
    keys = [*raw]
    if keys == _BARE_RESULT_KEYS:
        _, text, name = raw.values()
        if text.__class__ is str and name.__class__ is str:
            words = (text_part(text, EMPTY, None, None),)
            return _tool_message((result_part("", name, words, False, False, None, EMPTY, None, _BARE_RESULT),), EMPTY, None, None)
    if keys == _PLAIN_RESULT_KEYS:
        _, id, text = raw.values()
        if text.__class__ is str and id.__class__ is str:
            words = (text_part(text, EMPTY, None, None),)
            return _tool_message((result_part(id, "", words, False, False, None, EMPTY, None, PLAIN_RESULT),), EMPTY, None, None)
    output, form = read_content(raw)
    id = raw.get("tool_call_id")
    shape, rest = layout(tuple(raw), form, _TOOL)
    if not rest and id.__class__ is str:
        return _tool_message((result_part(id, "", output, False, False, None, EMPTY, None, shape),), EMPTY, None, None)
    if id is None and "tool_call_id" in raw:
        rest = (*rest, "tool_call_id")
    images, rest = read_images(raw, rest)
    name, options, extras = _named(raw, rest, "tool_name" if raw.get("name") is None else "name")
    id = "" if id is None else string(id, "tool_call_id")
    return _tool_message((result_part(id, name or "", output + images, False, False, None, options, extras, shape),), EMPTY, None, None)


def _function(raw: Wire, _: Unnamed) -> ToolMessage:
    output, form = read_content(raw)
    name = string(raw.get("name"), "name")
    shape, rest = layout(tuple(raw), form, _FUNCTION, "function")
    return _tool_message((result_part("", name, output, False, False, None, *unclaimed(raw, rest), shape),), EMPTY, None, None)


_READERS: dict[str, Callable[[Any, Unnamed], Message]] = {
    "user": _user, "assistant": _assistant, "tool": _tool, "system": _system, "developer": _system, "function": _function,
}  # fmt: skip
