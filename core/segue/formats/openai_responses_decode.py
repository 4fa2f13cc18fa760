"""The Responses API: bodies and bare inputs, read as requests.

Items that follow each other are gathered: what a model said, thought and called is one message, and so are the answers to its calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from segue.formats.openai_responses_content import read_content
from segue.formats.openai_responses_hosted import SORTS, read_hosted
from segue.formats.openai_responses_items import read_call, read_custom, read_item, read_said, read_thought, unread
from segue.formats.openai_responses_layout import NAME, Wire, layout, mapping, optional, string, text_part, unclaimed
from segue.formats.openai_responses_results import ANSWERS, read_result
from segue.formats.openai_responses_tools import read_choice, read_tools
from segue.formats.quick import quick
from segue.json_values import EMPTY, Malformed, freeze_object
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

Reader: TypeAlias = Callable[[Wire, list[Any]], None]

_system_message, _user_message = quick(SystemMessage), quick(UserMessage)
_assistant_message, _tool_message = quick(AssistantMessage), quick(ToolMessage)

_MESSAGE = frozenset({"type", "role", "content", "status"})
_EASY_KEYS = ["role", "content"]
_EASY = Shape(NAME, ("role", "content"), "string")
_WHOLE = Shape(NAME, (), "input")
_CHAINS = ("previous_response_id", "conversation", "prompt")
"""Keys of a body that may stand for an input."""


def read_request(payload: object) -> Request:
    """Return the request that a body, a list of items or one text holds. Raises `Malformed`."""
    if payload.__class__ is str:
        return Request(Prompt(_read_input(payload)), shape=Shape(NAME, form="string"))
    if isinstance(payload, list | tuple):
        return Request(Prompt(read_items(payload)), shape=Shape(NAME, form="list"))
    return _body(mapping(payload))


def _body(body: Wire) -> Request:
    tools, choice = read_tools(body), read_choice(body)
    claimed = {key for key in ("instructions", "input") if body.get(key) is not None} | ({"tools"} if tools else set())
    messages = (*_instructions(body), *_input(body))
    left = freeze_object({key: value for key, value in body.items() if key not in claimed})
    return Request(Prompt(messages), tools, choice, Extras(NAME, left) if left else None, Shape(NAME, tuple(body), "body"))


def _instructions(body: Wire) -> tuple[Message, ...]:
    text = optional(body, "instructions")
    return () if text is None else (SystemMessage((text_part(text, EMPTY, None, None),), shape=Shape(NAME, (), "instructions")),)


def _input(body: Wire) -> tuple[Message, ...]:
    given = body.get("input")
    if given is None and any(body.get(key) is not None for key in _CHAINS):
        return ()
    try:
        return _read_input(given)
    except Malformed as fault:
        raise fault.at("input") from None


def _read_input(given: Any) -> tuple[Message, ...]:
    if given.__class__ is str:
        return (_user_message((text_part(given, EMPTY, None, None),), None, EMPTY, None, _WHOLE),)
    if isinstance(given, list | tuple):
        return read_items(given)
    raise Malformed("a string or a list of items", given)


def read_items(items: Iterable[Any]) -> tuple[Message, ...]:
    """Return the messages that items make. Raises `Malformed`, its path from the item's index on."""
    messages: list[Message] = []
    parts: list[Any] = []
    making: Any = None
    index = 0
    try:
        for index, raw in enumerate(items):  # noqa: B007 - read where the loop breaks off
            kind = raw.get("type") if raw.__class__ is dict else mapping(raw).get("type")
            make, read = _KINDS[string(kind, "type")] if kind is not None and kind != "message" else _sort(raw)
            if make is not making:
                _close(making, parts, messages)
                making = make
            read(raw, messages if make is None else parts)
    except Malformed as fault:
        raise fault.at(index) from None
    _close(making, parts, messages)
    return tuple(messages)


def _close(making: Any, parts: list[Any], messages: list[Message]) -> None:
    """Make a message of the parts gathered so far."""
    if parts:
        messages.append(making(tuple(parts)))
        parts.clear()


def _said_by_model(parts: tuple[Any, ...]) -> Message:
    return _assistant_message(parts, None, None, EMPTY, None, None)


def _answered(parts: tuple[Any, ...]) -> Message:
    return _tool_message(parts, EMPTY, None, None)


def _sort(raw: Wire) -> tuple[Any, Reader]:
    """Return how an item is read that is a message, or that has no type."""
    role = raw.get("role")
    if role is None and raw.get("type") is None and raw.get("id").__class__ is str:
        return _said_by_model, _read_reference
    return _ROLES[role] if role.__class__ is str and role in _ROLES else _stranger(role)


def _stranger(role: object) -> Any:
    raise Malformed("user, assistant, system or developer", role, ("role",))


def _read_reference(raw: Wire, parts: list[Any]) -> None:
    parts.append(unread(raw, "item_reference"))


def _read_operator(raw: Wire, messages: list[Any]) -> None:
    """Carry unread an item that its sender, not the model, put there."""
    messages.append(SystemMessage((unread(raw),), developer=True))


def _contents(raw: Wire) -> tuple[tuple[Any, ...], str]:
    content = raw.get("content")
    if content.__class__ is str:
        return (text_part(content, EMPTY, None, None),), "string"
    if content is None:
        return (), "null" if "content" in raw else "absent"
    if not isinstance(content, list | tuple):
        raise Malformed("a string or a list", content, ("content",))
    try:
        return read_content(content), "list"
    except Malformed as fault:
        raise fault.at("content") from None


def _read_user(raw: Wire, messages: list[Any]) -> None:
    if [*raw] == _EASY_KEYS and (text := raw["content"]).__class__ is str:
        messages.append(_user_message((text_part(text, EMPTY, None, None),), None, EMPTY, None, _EASY))
        return
    content, form = _contents(raw)
    shape, rest = layout(tuple(raw), _MESSAGE, form, optional(raw, "status"))
    messages.append(_user_message(content, None, EMPTY, unclaimed(raw, rest), shape))


def _read_system(raw: Wire, messages: list[Any]) -> None:
    content, form = _contents(raw)
    shape, rest = layout(tuple(raw), _MESSAGE, form, optional(raw, "status"))
    developer = raw["role"] == "developer"
    messages.append(_system_message(content, developer, None, EMPTY, unclaimed(raw, rest), shape))


_ROLES: dict[str, tuple[Any, Reader]] = {
    "user": (None, _read_user), "assistant": (_said_by_model, read_said), "system": (None, _read_system), "developer": (None, _read_system),
}  # fmt: skip


class _Kinds(dict[str, "tuple[Any, Reader]"]):
    """How items are read by kind. Those of a kind that is not known are carried unread among what the model said."""

    def __missing__(self, kind: str) -> tuple[Any, Reader]:
        return _said_by_model, read_item


_KINDS = _Kinds(
    {
        "function_call": (_said_by_model, read_call),
        "custom_tool_call": (_said_by_model, read_custom),
        "reasoning": (_said_by_model, read_thought),
    }
    | dict.fromkeys(SORTS, (_said_by_model, read_hosted))
    | {kind: (_said_by_model if answer.tool else _answered, read_result) for kind, answer in ANSWERS.items()}
    | dict.fromkeys(("compaction_trigger", "additional_tools", "configuration_update"), (None, _read_operator))
    | {"mcp_approval_response": (_answered, read_item)}
)
