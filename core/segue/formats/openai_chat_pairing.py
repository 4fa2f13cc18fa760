"""Chat Completions: ids and tool names for Ollama's calls and results, which need not carry any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from segue.formats.openai_chat_layout import Fields, own
from segue.formats.pairing import Pairing
from segue.parts import AssistantPart, OpaquePart, ToolCallPart, ToolPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, ToolMessage

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


def with_ids(messages: Iterable[Message]) -> Iterator[Message]:
    """Give calls without id one, and results without id that of the call which they answer."""
    pairing = Pairing(_PREFIX)
    for message in messages:
        if isinstance(message, AssistantMessage):
            yield evolve(message, content=tuple(_called(part, pairing) for part in message.content))
            continue
        pairing.turn += 1
        if isinstance(message, ToolMessage):
            yield evolve(message, content=tuple(_answered(part, pairing) for part in message.content))
        else:
            yield message


def _called(part: AssistantPart, pairing: Pairing) -> AssistantPart:
    if not isinstance(part, ToolCallPart):
        return part
    id = pairing.call(part.name, None if lacks_id(part) else part.id)
    pairing.call("", id, _ANY)
    return evolve(part, id=id)


def _answered(part: ToolPart, pairing: Pairing) -> ToolPart:
    if not isinstance(part, ToolResultPart):
        return part
    id = pairing.result(part.name, None if _lacks_id(part) else part.id, "" if part.name else _ANY)
    pairing.answered.add(id)
    return evolve(part, id=id)


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
