"""Cache markers: more than the target takes, or any where it knows none.

What it does
    Takes markers off the messages, the oldest first, until no more are left than the target takes; those on tools and system
    text go last.
Why
    Providers that cache on demand take a few markers a request; others refuse the field.
Keeps
    Every part; the markers of the newest messages.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import Request, prompt, user
    >>> marked = TextPart("Hi", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    >>> before = Request(prompt(*[user(marked)] * 5))
    >>> after = limit_cache_markers(before, 4)
    >>> [len(message.content[0].provider_options) for message in after.prompt.messages]
    [0, 1, 1, 1, 1]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from segue.json_values import JsonObject
from segue.parts import ToolResultPart, option
from segue.prompts import Message, Request, SystemMessage
from segue.repairs._rebuilding import changed, with_content, with_messages, with_output, with_tools

Marker: TypeAlias = tuple[str, str]
_OF_ANTHROPIC: Marker = ("anthropic", "cacheControl")
H = TypeVar("H")


def limit_cache_markers(request: Request, most: int, marker: Marker = _OF_ANTHROPIC) -> Request:
    """Take surplus markers off; `marker` is the provider that takes them, and the name of the option."""
    found: list[bool] = []
    _each_marker(request, marker, lambda late: found.append(late) or False)  # type: ignore[func-returns-value]
    surplus = len(found) - most
    if surplus <= 0:
        return request
    left = {True: min(surplus, sum(found)), False: max(0, surplus - sum(found))}

    def drops(late: bool) -> bool:
        left[late] -= 1
        return left[late] >= 0

    return _each_marker(request, marker, drops)


def _each_marker(request: Request, marker: Marker, drops: Callable[[bool], bool]) -> Request:
    """Take off each marker of which `drops` says so; it is told whether the marker is on a message that is not the system's."""
    defined = with_tools(request, [_unmarked(tool, marker, drops, late=False) for tool in request.tools])
    messages = [_message(message, marker, drops, late=not isinstance(message, SystemMessage)) for message in request.prompt.messages]
    prompt = with_messages(request.prompt, messages)
    return defined if prompt is request.prompt else evolve(defined, prompt=prompt)


def _message(message: Message, marker: Marker, drops: Callable[[bool], bool], *, late: bool) -> Message:
    kept = with_content(message, [_part(part, marker, drops, late=late) for part in message.content])
    return _unmarked(kept, marker, drops, late=late)


def _part(part: Any, marker: Marker, drops: Callable[[bool], bool], *, late: bool) -> Any:
    if isinstance(part, ToolResultPart):
        part = with_output(part, [_unmarked(piece, marker, drops, late=late) for piece in part.output])
    return _unmarked(part, marker, drops, late=late)


def _unmarked(holder: H, marker: Marker, drops: Callable[[bool], bool], *, late: bool) -> H:
    owner, name = marker
    if option(holder, owner, name) is None or not drops(late):
        return holder
    options: JsonObject = holder.provider_options  # type: ignore[attr-defined]
    own = options[owner].without(name)
    return changed(holder, provider_options=options.with_(**{owner: own}) if own else options.without(owner))
