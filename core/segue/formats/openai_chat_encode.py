"""Chat Completions: records written as messages.

Every record finds a place: what this format cannot hold becomes the labelled text of `segue.placeholders`; reasoning goes back
into the field it came from and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from segue.formats.openai_chat_content import arguments, told, write_content
from segue.formats.openai_chat_layout import FORMAT, PLAIN_CALL, Fields, finish, free, nested, own
from segue.json_values import EMPTY, JsonText, thaw
from segue.parts import OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Message, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Shape, in_order

_LISTED = {
    "reasoning_details": ("openrouter", "detail", "reasoning.text", "text"),
    "thinking_blocks": ("litellm", "block", "thinking", "thinking"),
}  # fmt: skip
"""Lists of thoughts: whose they are, where in the options each stands as it came, and its kind and text's key if it is new."""
_FUNCTIONS = frozenset({"function", "function json", "function untyped", "function untyped json"})
_WITHOUT_WORDS = frozenset({"refusal", "audio", "function_call", "tool_calls"})  # with one of these contents may be null


def write_messages(messages: tuple[Message, ...]) -> list[Fields]:
    """Write messages, one wire message for each and for each result."""
    written: list[Fields] = []
    for message in messages:
        _WRITERS[message.__class__](message, written)
    return written


def _system(message: SystemMessage, written: list[Fields]) -> None:
    _plain(message, "developer" if message.developer else "system", written)


def _user(message: UserMessage, written: list[Fields]) -> None:
    _plain(message, "user", written)


def _plain(message: SystemMessage | UserMessage, role: str, written: list[Fields]) -> None:
    shape = own(message)
    fields: Fields = {"role": role}
    write_content(fields, message.content, shape, role)
    written.append(_finished(fields, message, shape))


def _finished(fields: Fields, message: SystemMessage | UserMessage | AssistantMessage, shape: Shape | None) -> Fields:
    if message.name is not None:
        fields["name"] = message.name
    if message.extras is None and message.provider_options is EMPTY:
        return in_order(fields, shape)
    return finish(fields, message, shape)


def _assistant(message: AssistantMessage, written: list[Fields]) -> None:
    shape = own(message)
    fields: Fields = {"role": "assistant", "content": None}
    said: list[Part] = []
    results: list[ToolResultPart] = []
    for part in message.content:
        if part.__class__ is TextPart and part.provider_options is EMPTY:
            said.append(part)
        elif part.__class__ is ToolResultPart and not part.hosted:
            results.append(part)
        elif (sort := _SORTERS.get(part.__class__)) is None or not sort(fields, part):
            said.append(part)
    if shape is not None and isinstance(shape.detail, tuple):
        _repeat(fields, message, *map(str, shape.detail))
    write_content(fields, said, shape, "assistant", "" if _WITHOUT_WORDS.isdisjoint(fields) else None)
    written.append(_finished(fields, message, shape))
    written += map(_result, results)


def _text(fields: Fields, part: TextPart) -> bool:
    """Put a refusal or a voice reply into its field, if that is free."""
    shape = own(part)
    audio = option(part, "openai", "audio")
    if isinstance(audio, dict) and "audio" not in fields:
        fields["audio"] = voice = thaw(audio)
        if part.text != (voice.get("transcript") or ""):
            voice["transcript"] = part.text
        return True
    if "refusal" in fields or option(part, "openai", "refusal") is not True or (shape is not None and shape.form == "refusal"):
        return False
    fields["refusal"] = part.text
    return True


def _reasoning(fields: Fields, part: ReasoningPart) -> bool:
    """Put reasoning into the field it came from."""
    shape = own(part)
    form = "" if shape is None else shape.form
    if form in _LISTED:
        fields.setdefault(form, []).append(_detail(part, *_LISTED[form]))
    elif form in ("reasoning_content", "reasoning"):
        fields[form] = f"{fields[form]}\n\n{part.text}" if form in fields else part.text
    return True


def _detail(part: ReasoningPart, owner: str, name: str, kind: str, text: str) -> Fields:
    raw = option(part, owner, name)
    detail: Fields = thaw(raw) if isinstance(raw, dict) else {"type": kind}
    key = "summary" if detail.get("type") == "reasoning.summary" else text
    if part.text != (detail.get(key) or ""):
        detail[key] = part.text
    return detail


def _repeat(fields: Fields, message: AssistantMessage, first: str, *others: str) -> None:
    """Write the fields that repeat the reasoning of another, as that is now."""
    if first not in fields:
        return
    whole = fields[first]
    if isinstance(whole, list):
        thoughts = (part for part in message.content if isinstance(part, ReasoningPart))
        whole = "".join(part.text for part in thoughts if (shape := own(part)) is not None and shape.form == first)
    fields.update({key: whole for key in others if key not in fields})


def _call(fields: Fields, part: ToolCallPart) -> bool:
    """Put a call into its field; those of hosted tools have none."""
    if part.hosted:
        return False
    shape = own(part)
    if shape is not None and shape.form.startswith("function_call") and not part.id and "function_call" not in fields:
        fields["function_call"] = _function(part, shape, "function_call")
        return True
    wire = _written_call(part, shape)
    if "tool_calls" in fields:
        fields["tool_calls"].append(wire)
    else:
        fields["tool_calls"] = [wire]
    return True


def _written_call(part: ToolCallPart, shape: Shape | None) -> Fields:
    if shape is not None and shape.form == "custom" and part.input.__class__ is str:
        custom = nested("custom", {"name": part.name, "input": part.input}, part, shape.detail)
        return finish(_identified(part, "id", shape) | {"type": "custom", "custom": custom}, part, shape)
    if shape is None or shape.form not in _FUNCTIONS or (part.extras is None and shape is PLAIN_CALL):
        return {"id": part.id, "type": "function", "function": {"name": part.name, "arguments": arguments(part.input)}}
    fields = _identified(part, "id", shape)
    if "type" in shape.keys:
        fields["type"] = "function"
    fields["function"] = _function(part, shape, "function")
    return finish(fields, part, shape)


def _function(part: ToolCallPart, shape: Shape, key: str) -> Fields:
    fields: Fields = {"name": part.name}
    if not shape.form.endswith(" json"):
        fields["arguments"] = arguments(part.input)
    elif part.input is not None:
        fields["arguments"] = arguments(part.input) if part.input.__class__ is JsonText else thaw(part.input)
    return nested(key, fields, part, shape.detail)


def _identified(part: ToolCallPart | ToolResultPart, key: str, shape: Shape) -> Fields:
    """Return the id, which is left out where it is missing as it was."""
    absent = not part.id and (key not in shape.keys or key in free(part))
    return {} if absent else {key: part.id}


def _opaque(fields: Fields, part: OpaquePart) -> bool:
    """Put an unknown kind of call among the calls."""
    shape = own(part)
    if part.format != FORMAT or shape is None or shape.form != "tool_calls":
        return False
    fields.setdefault("tool_calls", []).append(thaw(part.value))
    return True


_SORTERS: dict[type, Callable[[Fields, Any], bool]] = {
    TextPart: _text, ReasoningPart: _reasoning, ToolCallPart: _call, OpaquePart: _opaque,
}  # fmt: skip


def _tool(message: ToolMessage, written: list[Fields]) -> None:
    others: list[str] = []
    for part in message.content:
        if part.__class__ is ToolResultPart:
            written.append(_result(part))
        else:
            text = told(part)
            others += [] if text is None else [text]
    if others:  # a user's words, since nothing but results may stand between calls and results
        written.append({"role": "user", "content": "\n".join(others)})


def _result(part: ToolResultPart) -> Fields:
    shape = own(part)
    if shape is None:
        fields: Fields = {"role": "tool", "tool_call_id": part.id}
    elif shape.detail == "function" and not part.id:
        fields = {"role": "function", "name": part.name}
    else:
        fields = {"role": "tool"} | _identified(part, "tool_call_id", shape)
        if "name" in shape.keys and shape.detail != "function" and "name" not in free(part):
            fields["name"] = part.name
    write_content(fields, part.output, shape, "tool")
    if part.extras is None and part.provider_options is EMPTY:
        return in_order(fields, shape)
    return finish(fields, part, shape)


_WRITERS: dict[type, Callable[[Any, list[Fields]], None]] = {
    SystemMessage: _system, UserMessage: _user, AssistantMessage: _assistant, ToolMessage: _tool,
}  # fmt: skip
