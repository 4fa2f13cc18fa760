"""Chat Completions: records written as messages.

Every record finds a place: what the dialect cannot hold becomes the labelled text of `segue.placeholders`. Only the fields that it
has are written, and only thoughts that it may read again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from segue import placeholders
from segue.formats.openai_chat_content import arguments, told, write_content
from segue.formats.openai_chat_layout import FORMAT, PLAIN_CALL, PLAIN_RESULT, SIGNED, Fields, finish, free, nested, own, signed
from segue.formats.openai_chat_pairing import is_made, name_tools
from segue.formats.openai_chat_thoughts import repeat_thoughts, write_thought
from segue.json_values import EMPTY, JsonText, JsonValue, parse_object, thaw
from segue.parts import OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.profiles.dialects import Dialect
from segue.prompts import AssistantMessage, Message, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Shape, in_order

_FUNCTIONS = frozenset({"function", "function json", "function untyped", "function untyped json"})
_WITHOUT_WORDS = frozenset({"refusal", "audio", "function_call", "tool_calls"})  # with one of these contents may be null


def write_messages(messages: tuple[Message, ...], to: Dialect) -> list[Fields]:
    """Write messages in a dialect, one wire message for each and for each result."""
    written: list[Fields] = []
    for message in messages:
        _WRITERS[message.__class__](message, written, to)
    if to.tool is not None and "tool_name" in to.tool:
        name_tools(written)
    return written


def _system(message: SystemMessage, written: list[Fields], to: Dialect) -> None:
    _plain(message, "developer" if message.developer and to.developer else "system", written, to)


def _user(message: UserMessage, written: list[Fields], to: Dialect) -> None:
    _plain(message, "user", written, to)


def _plain(message: SystemMessage | UserMessage, role: str, written: list[Fields], to: Dialect) -> None:
    shape = own(message)
    fields: Fields = {"role": role}
    write_content(fields, message.content, shape, role, to)
    written.append(_finished(fields, message, shape, role, to))


def _finished(
    fields: Fields, message: SystemMessage | UserMessage | AssistantMessage, shape: Shape | None, role: str, to: Dialect
) -> Fields:
    if message.extras is None and message.provider_options is EMPTY and message.name is None:
        return in_order(fields, shape)
    if message.name is not None and to.has(role, "name"):
        fields["name"] = message.name
    return finish(fields, message, shape, to.fields(role))


def _assistant(message: AssistantMessage, written: list[Fields], to: Dialect) -> None:
    shape = own(message)
    fields: Fields = {"role": "assistant", "content": None}
    said: list[Part] = []
    results: list[ToolResultPart] = []
    refused: tuple[int, str] | None = None
    for part in message.content:
        if part.__class__ is TextPart and part.provider_options is EMPTY:
            said.append(part)
        elif part.__class__ is ToolResultPart and not part.hosted:
            results.append(part)
        elif (sort := _SORTERS.get(part.__class__)) is None or not sort(fields, part, to):
            said.append(part)
        elif refused is None and "refusal" in fields:
            refused = len(said), fields["refusal"]
    if refused is not None and refused[0] < len(said):
        _say_in_order(fields, said, *refused, to)
    if shape is not None and isinstance(shape.detail, tuple):
        repeat_thoughts(fields, to, *map(str, shape.detail))
    if to.filler is not None and (to.every or "tool_calls" in fields):
        _fill(fields, str(to.reasoning), to.filler)
    write_content(fields, said, shape, "assistant", to, "" if not to.nulls or _WITHOUT_WORDS.isdisjoint(fields) else None)
    written.append(_finished(fields, message, shape, "assistant", to))
    if results:
        written += [_result(result, to) for result in results]


def _say_in_order(fields: Fields, said: list[Part], at: int, refusal: str, to: Dialect) -> None:
    """Put a refusal that more was said behind among the contents, as text: these hold texts or one refusal. The last may have the field."""
    del fields["refusal"]
    said.insert(at, TextPart(refusal))
    if isinstance(said[-1], TextPart) and _text(fields, said[-1], to):
        said.pop()


def _fill(fields: Fields, field: str, filler: str) -> None:
    """Put the filler where there are no thoughts."""
    if not fields.get(field):
        fields[field] = filler


def _text(fields: Fields, part: TextPart, to: Dialect) -> bool:
    """Put a refusal or a voice reply into its field, if there is one and it is free."""
    shape = own(part)
    audio = option(part, "openai", "audio")
    if isinstance(audio, dict) and "audio" not in fields and to.has("assistant", "audio"):
        fields["audio"] = voice = thaw(audio)
        if part.text != (voice.get("transcript") or ""):
            voice["transcript"] = part.text
        return True
    if option(part, "openai", "refusal") is not True or not to.has("assistant", "refusal"):
        return False
    if "refusal" in fields or (shape is not None and shape.form == "refusal"):
        return False
    fields["refusal"] = part.text
    return True


def _call(fields: Fields, part: ToolCallPart, to: Dialect) -> bool:
    """Put a call into its field; those of hosted tools have none."""
    if part.hosted:
        return False
    shape = own(part)
    if shape is not None and shape.form.startswith("function_call") and not part.id and _is_free(fields, to):
        fields["function_call"] = _function(part, shape, "function_call", to)
        return True
    wire = _written_call(part, shape, to)
    if part.provider_options is not EMPTY and (to.signed or (to.as_it_came and shape is not None and SIGNED in shape.keys)):
        wire = signed(wire, part, shape)
    if "tool_calls" in fields:
        fields["tool_calls"].append(wire)
    else:
        fields["tool_calls"] = [wire]
    return True


def _is_free(fields: Fields, to: Dialect) -> bool:
    return "function_call" not in fields and to.has("assistant", "function_call")


def _written_call(part: ToolCallPart, shape: Shape | None, to: Dialect) -> Fields:
    if shape is not None and shape.form == "custom" and part.input.__class__ is str and to.open:
        custom = nested("custom", {"name": part.name, "input": part.input}, part, shape.detail)
        return finish(_identified(part, "id", shape, to) | {"type": "custom", "custom": custom}, part, shape)
    if to.arguments == "object":
        id = {} if not part.id or is_made(part.id) else {"id": part.id}
        kind = {"type": "function"} if to.call is None or "type" in to.call else {}
        return finish(id | kind | {"function": {"name": part.name, "arguments": _object(part.input)}}, part, shape, to.call)
    if shape is None or shape.form not in _FUNCTIONS or (part.extras is None and shape is PLAIN_CALL):
        return {"id": part.id, "type": "function", "function": {"name": part.name, "arguments": arguments(part.input)}}
    fields = _identified(part, "id", shape, to)
    if "type" in shape.keys or not to.open:
        fields["type"] = "function"
    fields["function"] = _function(part, shape, "function", to)
    return finish(fields, part, shape, to.call)


def _function(part: ToolCallPart, shape: Shape, key: str, to: Dialect) -> Fields:
    fields: Fields = {"name": part.name}
    if not shape.form.endswith(" json") or not (to.open or to.arguments == "either"):
        fields["arguments"] = arguments(part.input)
    elif part.input is not None:
        fields["arguments"] = arguments(part.input) if part.input.__class__ is JsonText else thaw(part.input)
    return nested(key, fields, part, shape.detail, whole=to.open)


def _object(value: JsonValue) -> Any:
    """Return a call's input as an object; what is none stands in one."""
    if value is None:
        return {}
    found = parse_object(value) if isinstance(value, str) else thaw(value)
    return found if isinstance(found, dict) else {placeholders.RAW_INPUT: thaw(value)}


def _identified(part: ToolCallPart | ToolResultPart, key: str, shape: Shape, to: Dialect) -> Fields:
    """Return the id, which is left out where it is missing as it was."""
    came = key in shape.keys and (part.extras is None or key not in free(part))
    known = part.id and (to.made_ids or not is_made(part.id))
    return {key: part.id} if came or known else {}


def _opaque(fields: Fields, part: OpaquePart, to: Dialect) -> bool:
    """Put an unknown kind of call among the calls."""
    shape = own(part)
    if part.format != FORMAT or shape is None or shape.form != "tool_calls" or not to.open:
        return False
    fields.setdefault("tool_calls", []).append(thaw(part.value))
    return True


_SORTERS: dict[type, Callable[[Fields, Any, Dialect], bool]] = {
    TextPart: _text, ReasoningPart: write_thought, ToolCallPart: _call, OpaquePart: _opaque,
}  # fmt: skip


def _tool(message: ToolMessage, written: list[Fields], to: Dialect) -> None:
    others: list[str] = []
    for part in message.content:
        if part.__class__ is ToolResultPart:
            written.append(_result(part, to))
        else:
            text = told(part)
            others += [] if text is None else [text]
    if others:  # a user's words, since nothing but results may stand between calls and results
        written.append({"role": "user", "content": "\n".join(others)})


def _result(part: ToolResultPart, to: Dialect) -> Fields:
    shape = own(part)
    if shape is None or shape is PLAIN_RESULT:
        fields: Fields = {"role": "tool", "tool_call_id": part.id}
    elif shape.detail == "function" and not part.id and to.open:
        fields = {"role": "function", "name": part.name}
    else:
        fields = {"role": "tool"} | _identified(part, "tool_call_id", shape, to)
        if "name" in shape.keys and shape.detail != "function" and "name" not in free(part) and to.has("tool", "name"):
            fields["name"] = part.name
    if to.tool is not None or (shape is not None and "tool_name" in shape.keys and to.as_it_came):
        _name_tool(fields, part, to)
    write_content(fields, part.output, shape, "tool", to)
    if part.extras is None and part.provider_options is EMPTY:
        return in_order(fields, shape)
    return finish(fields, part, shape, to.tool)


def _name_tool(fields: Fields, part: ToolResultPart, to: Dialect) -> None:
    """Name the tool as Ollama has it."""
    if "tool_name" not in free(part) if to.tool is None else ("tool_name" in to.tool and part.name):
        fields["tool_name"] = part.name


_WRITERS: dict[type, Callable[[Any, list[Fields], Dialect], None]] = {
    SystemMessage: _system, UserMessage: _user, AssistantMessage: _assistant, ToolMessage: _tool,
}  # fmt: skip
