"""The Responses API: where records stood in their payload, and tool names put back into replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from segue.formats.format import MessagePlaces
from segue.formats.openai_responses_encode import instructions_of, is_unread_item
from segue.formats.openai_responses_layout import own
from segue.formats.openai_responses_runs import runs, said_shape
from segue.kinds import Place
from segue.parts import OpaquePart, TextPart
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolMessage, UserMessage

_NAMED = frozenset({"function_call", "custom_tool_call", "function", "custom", "response.function_call_arguments.done"})
"""Kinds of item, tool and event that name a tool of the caller's."""
_WITHIN = ("output", "item", "response", "tools", "tool_choice")
"""Keys of replies and events under which such objects stand. What a call was given is under none of them."""


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Return the JSON path of each message and of each of its parts, for a request as `decode` returned it."""
    shape, messages = own(request), request.prompt.messages
    root: Place = () if shape is not None and shape.form in {"list", "string"} else ("input",)
    found: list[MessagePlaces] = []
    index = 0
    if instructions_of(request) is not None:
        found, messages = [(("instructions",), (("instructions",),))], messages[1:]
    for message in messages:
        if _is_whole_input(message):
            found.append((root, (root,)))
            continue
        parts = tuple(_parts(message, root, index))
        found.append(((*root, index), parts))
        index += _items(message)
    return tuple(found)


def _is_whole_input(message: Message) -> bool:
    shape = own(message)
    return shape is not None and shape.form == "input"


def _items(message: Message) -> int:
    """Return how many items a message takes."""
    if isinstance(message, AssistantMessage):
        return sum(1 for _ in runs(message.content))
    return len(message.content) if isinstance(message, ToolMessage) else 1


def _parts(message: Message, root: Place, index: int) -> Iterator[Place]:
    if isinstance(message, AssistantMessage):
        for at, run in enumerate(runs(message.content), index):
            yield from ((*root, at, *step) for step in _steps(run))
    elif isinstance(message, ToolMessage):
        yield from ((*root, at) for at in range(index, index + len(message.content)))
    else:
        yield from ((*root, index, *step) for step in _contents(message))


def _steps(run: list[Any]) -> list[Place]:
    """Return where in its item each part of a run stands."""
    if run[0].__class__ is not TextPart and (run[0].__class__ is not OpaquePart or said_shape(run[0]) is None):
        return [()] * len(run)
    shape = said_shape(run[0])
    form = "string" if shape is None else shape.form
    if form in {"string", "empty", "null", "absent"}:
        return [("content",)] * len(run)
    return [("content", at) for at in range(len(run))]


def _contents(message: SystemMessage | UserMessage) -> list[Place]:
    if len(message.content) == 1 and is_unread_item(message.content[0]):
        return [()]
    shape = own(message)
    listed = shape.form == "list" if shape is not None else len(message.content) > 1
    return [("content", at) if listed else ("content",) for at in range(len(message.content))]


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Return a reply, or one event of a streamed one, with aliases of tools replaced by their names; itself where there are none.

    >>> restore({"type": "function_call", "call_id": "call_1", "name": "a_b", "arguments": "{}"}, {"a_b": "a.b"})["name"]
    'a.b'
    """
    if isinstance(reply, list):
        restored = [restore(item, names) for item in reply]
        return reply if all(new is old for new, old in zip(restored, reply, strict=True)) else restored
    return _restored(reply, names) if isinstance(reply, dict) else reply


def _restored(found: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed = {key: new for key in _WITHIN if (new := restore(found.get(key), names)) is not found.get(key)}
    alias, kind = found.get("name"), found.get("type")
    named = isinstance(alias, str) and isinstance(kind, str) and kind in _NAMED
    if named and names.get(str(alias), alias) != alias:
        changed["name"] = names[str(alias)]
    return {**found, **changed} if changed else found
