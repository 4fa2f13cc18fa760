"""Chat Completions, OpenAI's and that of the many who took it over: a request body, or its bare list of messages.

Source of the fields: the OpenAI SDK's `openai.types.chat`; for what others made of them, `segue.profiles.dialects`, which also
says which of them a target takes.
"""

from __future__ import annotations

from typing import Any

from segue.formats.format import Format, reading
from segue.formats.openai_chat_decode import read_messages
from segue.formats.openai_chat_encode import write_messages
from segue.formats.openai_chat_layout import FORMAT, Fields, Wire, array, free, own
from segue.formats.openai_chat_places import places, restore
from segue.formats.openai_chat_tools import read_choice, read_tools, write_choice, write_tools
from segue.json_values import Malformed, freeze_object, thaw
from segue.profiles.dialects import AS_IT_CAME, Dialect, dialect_of
from segue.prompts import Prompt, Request
from segue.shapes import Extras, Shape, in_order
from segue.targets import Target

_TOOLS = ("tools", "functions")
_BARE = Shape(FORMAT, (), "list")


def _decode(payload: object) -> Request:
    if isinstance(payload, list | tuple):
        return Request(Prompt(read_messages(payload)), (), None, None, _BARE)
    if not isinstance(payload, dict):
        raise Malformed("a request body or a list of messages", payload)
    return _body(payload)


def _body(body: Wire) -> Request:
    try:
        messages = read_messages(array(body.get("messages")))
    except Malformed as fault:
        raise fault.at("messages") from None
    claimed = {"messages", *(key for key in _TOOLS if body.get(key))}
    tools, forced = read_tools(body), read_choice(body)
    extras = freeze_object({key: value for key, value in body.items() if key not in claimed})
    return Request(Prompt(messages), tools, forced, Extras(FORMAT, extras) if extras else None, Shape(FORMAT, tuple(body), "body"))


def _encode(request: Request) -> Any:
    return _write(request, AS_IT_CAME)


def _encode_for(request: Request, target: Target) -> Any:
    return _write(request, dialect_of(target))


def _write(request: Request, to: Dialect) -> Any:
    shape = own(request)
    messages = write_messages(request.prompt.messages, to)
    tools, functions = write_tools(request.tools)
    if shape is not None and shape.form == "list" and not tools and not functions:
        return messages
    fields: Fields = {"messages": messages}
    if tools:
        fields["tools"] = tools
    if functions:
        fields["functions"] = functions
    fields = thaw(free(request)) | fields
    write_choice(fields, request)
    return in_order(fields, shape)


OPENAI_CHAT = Format(FORMAT, reading(FORMAT, _decode), _encode, places, restore, _encode_for)
"""The wire format `openai-chat`."""
