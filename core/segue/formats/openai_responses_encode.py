"""The Responses API: requests, written as bodies or bare inputs.

Every record finds a place: what this format cannot hold becomes the labelled text of `segue.placeholders`. Reasoning is written where
it carries OpenAI's own tokens, or stood in an item that had none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, TypeAlias

from attrs import Factory, define

from segue.formats.openai_responses_content import plain_text, write_content
from segue.formats.openai_responses_hosted import SORTS, is_item, write_hosted
from segue.formats.openai_responses_layout import ITEM, NAME, Fields, finish, free, ordered, own
from segue.formats.openai_responses_results import own_result, write_result
from segue.formats.openai_responses_runs import runs
from segue.formats.openai_responses_said import write_call, write_said, write_thought
from segue.formats.openai_responses_tools import custom_names, write_choice, write_tools
from segue.formats.openai_responses_words import words_of
from segue.json_values import thaw
from segue.parts import OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._wording import hosted_as_text
from segue.shapes import Shape


@define
class _Writing:
    """The items written so far, and what they say of those to come."""

    customs: frozenset[str]
    """Names of the tools whose input is text."""
    items: list[Fields] = Factory(list)
    answers: dict[str, str] = Factory(dict)
    """The kinds of item that calls want as their answer which are no functions, by id."""
    names: dict[str, str] = Factory(dict)
    """The tools that other providers ran, by the call's id."""


def write_request(request: Request) -> Any:
    """Return the payload: what was read bare stays bare while it can, all else is a body."""
    shape = own(request)
    messages = request.prompt.messages
    instructions = instructions_of(request)
    given = _input(messages if instructions is None else messages[1:], request)
    tools = write_tools(request.tools)
    if shape is not None and shape.form in {"list", "string"} and not tools:
        return given
    fields: Fields = {} if instructions is None else {"instructions": instructions}
    if given or not _chained(shape, request):
        fields["input"] = given
    if tools:
        fields["tools"] = tools
    extras = free(request)
    fields = (thaw(extras) if extras else {}) | fields
    write_choice(fields, request)
    return fields if shape is None else ordered(fields, shape.keys)


def _chained(shape: Shape | None, request: Request) -> bool:
    """Tell whether a body had come without input, continuing another."""
    return shape is not None and shape.form == "body" and ("input" not in shape.keys or "input" in free(request))


def instructions_of(request: Request) -> str | None:
    """Return the text of the body's own field for it: the first message's, if that is the system's and stood there or in no list."""
    shape, messages = own(request), request.prompt.messages
    if not messages or messages[0].__class__ is not SystemMessage or (shape is not None and shape.form != "body"):
        return None
    first: Any = messages[0]
    laid = own(first)
    fits = laid.form == "instructions" if laid is not None else not first.developer
    return plain_text(first.content[0]) if fits and len(first.content) == 1 else None


def _input(messages: tuple[Message, ...], request: Request) -> Any:
    if len(messages) == 1 and (whole := own(messages[0])) is not None and whole.form == "input":
        text = plain_text(messages[0].content[0]) if len(messages[0].content) == 1 else None
        if text is not None:
            return text
    writing = _Writing(custom_names(request.tools))
    for message in messages:
        _WRITERS[message.__class__](message, writing)
    return writing.items


def _system(message: SystemMessage, writing: _Writing) -> None:
    _message(message, "developer" if message.developer else "system", writing.items)


def _user(message: UserMessage, writing: _Writing) -> None:
    _message(message, "user", writing.items)


def _message(message: SystemMessage | UserMessage, role: str, items: list[Fields]) -> None:
    """Write a message; unread items in it stand by themselves."""
    if OpaquePart not in map(type, message.content):
        items.append(_spoken(message, message.content, role))
        return
    for unread, run in groupby(message.content, is_unread_item):
        parts = tuple(run)
        items += map(_unread, parts) if unread else [_spoken(message, parts, role)]


def is_unread_item(part: Part) -> bool:
    """Tell whether a part is an item that nobody read."""
    return part.__class__ is OpaquePart and part.format == NAME and (shape := own(part)) is not None and shape.form == ITEM


def _unread(part: Any) -> Fields:
    fields: Fields = thaw(part.value)
    return fields


def _spoken(message: SystemMessage | UserMessage, parts: tuple[Any, ...], role: str) -> Fields:
    shape = own(message)
    shape = shape if shape is not None and shape.keys else None
    form = "" if shape is None else shape.form
    fields: Fields = {"role": role}
    if shape is not None and "type" in shape.keys and "type" not in free(message):
        fields["type"] = "message"
    if parts or form not in ("null", "absent"):
        fields["content"] = write_content(parts, form, native=role == "user")
    if shape is None:
        return fields
    if shape.detail is not None:
        fields["status"] = shape.detail
    return finish(fields, message, shape)


def _assistant(message: AssistantMessage, writing: _Writing) -> None:
    for run in runs(_saying(message.content)):
        item = _ITEMS[run[0].__class__](run, writing)
        if item is not None:
            writing.items.append(item)


def _saying(content: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the parts without an empty text, such as Chat Completions has beside calls, which would be a message of its own here."""
    if all(part.__class__ is not TextPart or part.text for part in content):
        return content
    rest = tuple(part for part in content if part.__class__ is not TextPart or part.text or own(part) is not None or part.provider_options)
    return rest or content


_Run: TypeAlias = "list[Any]"


def _text(run: _Run, _: _Writing) -> Fields:
    return write_said(run)


def _thought(run: _Run, _: _Writing) -> Fields | None:
    return write_thought(run)


def _call(run: _Run, writing: _Writing) -> Fields:
    part = run[0]
    if is_item(part):
        sort = SORTS[part.shape.form]
        if sort.answer:
            writing.answers[part.id] = sort.answer
        return write_hosted(part, run[1] if len(run) > 1 else None)
    if part.hosted:
        writing.names[part.id] = part.name
        return _words(hosted_as_text(part).text)
    item = write_call(part, writing.customs)
    if item["type"] != "function_call":
        writing.answers[part.id] = "custom_tool_call_output"
    return item


def _result(run: _Run, writing: _Writing) -> Fields:
    part = run[0]
    if part.hosted and own_result(part) is None:
        return _words(hosted_as_text(part, writing.names).text)
    return write_result(part, writing.answers)


def _opaque(run: _Run, _: _Writing) -> Fields:
    part = run[0]
    shape = own(part)
    if part.format == NAME:
        return write_said(run) if shape is not None and shape.form == "piece" else _unread(part)
    return _words(words_of(part) or "")


def _other(run: _Run, _: _Writing) -> Fields:
    return _words(words_of(run[0]) or "")


def _words(text: str) -> Fields:
    return {"role": "assistant", "content": text}


class _Items(dict[type, "Callable[[_Run, _Writing], Fields | None]"]):
    def __missing__(self, _: type) -> Callable[[_Run, _Writing], Fields | None]:
        return _other


_ITEMS = _Items({TextPart: _text, ReasoningPart: _thought, ToolCallPart: _call, ToolResultPart: _result, OpaquePart: _opaque})


def _tool(message: ToolMessage, writing: _Writing) -> None:
    others: list[str] = []
    for part in message.content:
        if part.__class__ is ToolResultPart:
            writing.items.append(write_result(part, writing.answers))
        elif part.__class__ is OpaquePart and part.format == NAME:
            writing.items.append(_unread(part))
        else:
            text = words_of(part)
            others += [] if text is None else [text]
    if others:  # a user's words, since nothing but answers may stand between calls and answers
        writing.items.append({"role": "user", "content": "\n".join(others)})


_WRITERS: Mapping[type, Callable[[Any, _Writing], None]] = {
    SystemMessage: _system, UserMessage: _user, AssistantMessage: _assistant, ToolMessage: _tool,
}  # fmt: skip
