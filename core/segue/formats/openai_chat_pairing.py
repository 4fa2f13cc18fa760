"""Chat Completions: ids and tool names for Ollama's calls and results, which need not carry any."""

from __future__ import annotations

from collections.abc import Iterable

from segue.formats.openai_chat_layout import Fields, own
from segue.formats.pairing import Pairing
from segue.parts import OpaquePart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, ToolMessage

_put = object.__setattr__
_PREFIX = "ollama-"
_ANY = "\0"
"""Begins the queue of all calls, for results that do not name their tool."""
_BARE = "function untyped json"


def is_made(id: str) -> bool:
    """Tell whether an id looks like one that is made here."""
    return id.startswith(_PREFIX)


def lacks_id(part: ToolCallPart | OpaquePart) -> bool:
    """Tell whether a call is one of Ollama's without id."""
    if not isinstance(part, ToolCallPart) or part.shape is None:
        return False
    return part.shape.form == _BARE and "id" not in part.shape.keys


def give_ids(messages: Iterable[Message]) -> None:
    """Give calls without id one, and results without id that of the call which they answer.

    The messages were just read, and nobody has seen them: the ids are put into their parts, which costs a fifth of making them anew.
    """
    pairing = Pairing(_PREFIX)
    for message in messages:
        if message.__class__ is AssistantMessage:
            for part in message.content:
                if part.__class__ is ToolCallPart:
                    _name_call(part, pairing)
            continue
        pairing.turn += 1
        for part in message.content if message.__class__ is ToolMessage else ():
            if part.__class__ is ToolResultPart:
                _name_result(part, pairing)


def _name_call(part: ToolCallPart, pairing: Pairing) -> None:
    id = pairing.call(part.name, None if lacks_id(part) else part.id)
    pairing.call("", id, _ANY)
    _put(part, "id", id)


def _name_result(part: ToolResultPart, pairing: Pairing) -> None:
    id = pairing.result(part.name, None if _lacks_id(part) else part.id, "" if part.name else _ANY)
    pairing.answered.add(id)
    _put(part, "id", id)


def _lacks_id(part: ToolResultPart) -> bool:
    shape = own(part)
    return shape is not None and "tool_call_id" not in shape.keys and shape.detail != "function"


def name_tools(written: Iterable[Fields]) -> None:
    """Name the tool in results that are written without its name, where their call is known by its id."""
    names: dict[str, str] = {}
    for message in written:
        names.update({call["id"]: call["function"]["name"] for call in message.get("tool_calls") or () if "id" in call})
        if message["role"] == "tool" and "tool_name" not in message and message.get("tool_call_id") in names:
            message["tool_name"] = names[message["tool_call_id"]]
