"""What a dialect of Chat Completions is: a record of how one provider has messages written. `segue.profiles.dialects` has the table."""

from __future__ import annotations

import re
from datetime import date
from typing import TypeAlias

from attrs import field, frozen

from segue.parts import ReasoningPart, option

FORMAT = "openai-chat"
DETAILS, CHUNKS, TAGS = "reasoning_details", "thinking", "think tags"

Words: TypeAlias = "frozenset[str] | None"

_PECULIAR = frozenset({CHUNKS, "thinking field"})
"""Forms of thoughts that one dialect alone has."""

FIELD_OF = {
    "reasoning_content": "reasoning_content", "reasoning": "reasoning", "thinking field": "thinking", DETAILS: DETAILS,
    "thinking_blocks": "thinking_blocks",
}  # fmt: skip
"""The field of a message that holds thoughts of a form. Those of two more forms stand in the contents: `thinking` and `think tags`."""


def _listed(words: str) -> frozenset[str]:
    return frozenset(filter(None, words.split(", ")))


def _words(words: str | None) -> Words:
    return None if words is None else _listed(words)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


def read_on(day: date, *addresses: str) -> tuple[Source, ...]:
    """Return these addresses as sources."""
    return tuple(Source(address, day) for address in addresses)


@frozen
class Source:
    """Where a dialect is described, and the day on which that was read."""

    address: str
    read: date


@frozen(kw_only=True)
class Dialect:
    """How one provider has messages written; for some of its models only, where that is not the same for all.

    Lists of names are given as one text, `"role, content"`. None stands for all that OpenAI has and whatever else came.
    """

    provider: str = ""
    variant: str = ""
    """Names a second layout of the same provider, which a target has behind the dot: `ollama.native/…`."""
    models: re.Pattern[str] = field(default="", converter=_pattern)
    """Searched for in the model's id."""
    sources: tuple[Source, ...] = ()

    system: Words = field(default=None, converter=_words)
    """The fields of a system message."""
    user: Words = field(default=None, converter=_words)
    assistant: Words = field(default=None, converter=_words)
    tool: Words = field(default=None, converter=_words)
    call: Words = field(default=None, converter=_words)
    """The fields of a tool call."""
    marks: frozenset[str] = field(default="", converter=_listed)
    """Fields of a part of the contents beside its kind and what it holds, such as `cache_control`."""
    developer: bool = True
    """There is a developer role; without one its words are a system message."""

    system_parts: Words = field(default=None, converter=_words)
    """The forms of part that contents hold. An empty text: contents are a string."""
    user_parts: Words = field(default=None, converter=_words)
    assistant_parts: Words = field(default=None, converter=_words)
    tool_parts: Words = field(default=None, converter=_words)
    remote: bool = True
    """Images are taken by URL."""
    nulls: bool = True
    """Contents beside calls may be null."""
    made_ids: bool = True
    """Calls that came without id are given one."""
    arguments: str = "text"
    """A call's input is written as `text`, as an `object`, or `either`."""

    signed: bool = False
    """Calls carry Gemini's thought signatures, in `extra_content`."""

    reasoning: str | None = None
    """The form in which thoughts are written: one of `FIELD_OF`, `thinking`, `think tags`, "" for not at all. None: as they came."""
    makers: re.Pattern[str] = field(default=r"(?!)", converter=_pattern)
    """Matches the models whose thoughts are read again, as `provider/id`."""
    tokens: frozenset[str] = field(default="", converter=_listed)
    """The providers whose options on a thought show that it may be read again."""
    formats: Words = field(default=None, converter=_words)
    """The formats of OpenRouter's details that can be read."""
    filler: str | None = None
    """Stands for the thoughts of a message with calls that has none, where their field may not be missing."""
    every: bool = False
    """Nor may it in a message without calls."""

    @property
    def open(self) -> bool:
        """Tell whether nothing is known that this dialect lacks of OpenAI's, so that all that came may be written."""
        return self.assistant is None

    @property
    def as_it_came(self) -> bool:
        """Tell whether even layouts that only some dialects have are written as they came."""
        return self.open and not self.made_ids

    def fields(self, role: str) -> Words:
        """Return the fields of a message of this role."""
        known: dict[str, Words] = {"user": self.user, "assistant": self.assistant, "tool": self.tool}
        return known.get(role, self.system)

    def parts(self, role: str) -> Words:
        """Return the forms of part that contents of this role hold."""
        known: dict[str, Words] = {"user": self.user_parts, "assistant": self.assistant_parts, "tool": self.tool_parts}
        return known.get(role, self.system_parts)

    def has(self, role: str, name: str) -> bool:
        """Tell whether messages of this role have a field."""
        known = self.fields(role)
        return known is None or name in known

    def keeps(self, form: str) -> bool:
        """Tell whether thoughts of this form may stay in it."""
        return form == self.reasoning or (form in FIELD_OF and self.has("assistant", FIELD_OF[form]))


def form_of(part: ReasoningPart) -> str:
    """Return the form in which a thought stood on the wire, "" where it comes from another format."""
    return part.shape.form if part.shape is not None and part.shape.format == FORMAT else ""


def is_own_thought(part: ReasoningPart, dialect: Dialect) -> bool:
    """Tell whether a thought may be sent where this dialect is spoken, to be read again there.

    Who made it decides, where that is known; else whose options it carries; else that it stood where this dialect has thoughts.
    """
    if dialect.reasoning is None:
        return dialect.as_it_came or form_of(part) not in _PECULIAR
    if dialect.reasoning == "" or not _readable(part, dialect.formats):
        return False
    if part.origin is not None:
        return dialect.makers.match(str(part.origin).lower()) is not None
    if part.provider_options:
        return not dialect.tokens.isdisjoint(part.provider_options)
    return dialect.keeps(form_of(part))


def _readable(part: ReasoningPart, formats: Words) -> bool:
    """Tell whether OpenRouter's details of a thought, of which the AI SDK keeps a list, are in one of these formats or in no known one."""
    if formats is None:
        return True
    listed = option(part, "openrouter", "reasoning_details")
    details = (option(part, "openrouter", "detail"), *(listed if isinstance(listed, tuple) else ()))
    named = {detail.get("format") for detail in details if isinstance(detail, dict)}
    return named <= {None, "unknown", *formats}
