"""A cache marker on a part that may carry none.

What it does
    Moves it to the nearest part before that may carry one: a text with words, a file, a call or a result. If that has one already,
    or there is none, the marker goes.
Why
    Clients mark whatever stands last, and providers refuse a marker on a text without words or on a thought.
Keeps
    Every part; where to the provider is to cache, as nearly as can be.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import prompt, user
    >>> marked = TextPart(" ", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    >>> [len(part.provider_options) for part in move_misplaced_markers(prompt(user("Hi", marked)), "anthropic").messages[0].content]
    [1, 0]
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.parts import FilePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import Message, Prompt
from segue.repairs._pairing import At
from segue.repairs._rebuilding import changed, with_content, with_messages
from segue.shapes import extras_for

_NAME, _FIELD = "cacheControl", "cache_control"


def move_misplaced_markers(prompt: Prompt, owner: str) -> Prompt:
    """Move markers of this provider's to where they may stand."""
    last: At | None = None
    given: dict[At, JsonValue] = {}
    taken: set[At] = set()
    for index, message in enumerate(prompt.messages):
        for number, part in enumerate(message.content):
            marker = _marker(part, owner)
            if _may_carry(part):
                last = (index, number)
            elif marker is not None:
                taken.add((index, number))
                if last is not None and _marker(prompt.messages[last[0]].content[last[1]], owner) is None:
                    given[last] = marker
    return with_messages(prompt, [_remarked(index, message, given, taken, owner) for index, message in enumerate(prompt.messages)])


def _may_carry(part: Part) -> bool:
    if isinstance(part, TextPart):
        return part.text != "" and not part.text.isspace()
    return isinstance(part, FilePart | ToolCallPart | ToolResultPart)


def _marker(part: Part, owner: str) -> JsonValue:
    """Return a part's marker; a thought may carry it as a field that nobody claims."""
    fields = extras_for(part.extras, owner) if isinstance(part, ReasoningPart) else EMPTY
    return fields.get(_FIELD, option(part, owner, _NAME))


def _remarked(index: int, message: Message, given: dict[At, JsonValue], taken: set[At], owner: str) -> Message:
    def remarked(at: At, part: Any) -> Any:
        return _marked(part, given[at], owner) if at in given else _unmarked(part, owner) if at in taken else part

    return with_content(message, [remarked((index, number), part) for number, part in enumerate(message.content)])


def _marked(part: Any, marker: JsonValue, owner: str) -> Any:
    options: JsonObject = part.provider_options
    own = options.get(owner)
    kept = own if isinstance(own, JsonObject) else EMPTY
    return changed(part, provider_options=options.with_(**{owner: kept.with_(**{_NAME: marker})}))


def _unmarked(part: Any, owner: str) -> Any:
    extras = part.extras
    if isinstance(part, ReasoningPart) and extras is not None and _FIELD in extras.fields:
        left = extras.fields.without(_FIELD)
        part = evolve(part, extras=evolve(extras, fields=left) if left else None)
    own = part.provider_options.get(owner)
    if not isinstance(own, JsonObject) or _NAME not in own:
        return part
    kept = own.without(_NAME)
    options = part.provider_options.with_(**{owner: kept}) if kept else part.provider_options.without(owner)
    return changed(part, provider_options=options or EMPTY)
