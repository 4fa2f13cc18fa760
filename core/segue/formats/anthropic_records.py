"""Quick constructors of the records that most of a history is made of, for the hot path of a decoder.

The `__init__` of a frozen class sets each slot through `object.__setattr__`, a call a field, which is half of what decoding costs.
These set plain attributes of a subclass that lacks the guard and then make the object one of the frozen class, in a third of the
time. The code is written from the record's own fields and compiled once, at import, as attrs does for its own `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import fields

from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, ToolMessage, UserMessage

R = TypeVar("R")


def maker(cls: type[R]) -> Callable[..., R]:
    """Return a function that takes every field of a frozen record, by position, and makes the record.

    >>> from segue.json_values import EMPTY
    >>> maker(TextPart)("Hello", EMPTY, None, None) == TextPart("Hello")
    True
    """
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    guarded = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    scope: dict[str, Any] = {"new": object.__new__, "Open": type(cls.__name__, (cls,), guarded), "Frozen": cls}
    lines = [f"def make({', '.join(names)}):", "self = new(Open)", *(f"self.{name} = {name}" for name in names), "self.__class__ = Frozen", "return self"]
    exec("\n    ".join(lines), scope)  # noqa: S102 - nothing but the names of our own fields
    return scope["make"]  # type: ignore[no-any-return]


text_part = maker(TextPart)
reasoning_part = maker(ReasoningPart)
call_part = maker(ToolCallPart)
result_part = maker(ToolResultPart)
user_message = maker(UserMessage)
assistant_message = maker(AssistantMessage)
tool_message = maker(ToolMessage)
