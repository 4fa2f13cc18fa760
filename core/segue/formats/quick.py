"""Making records fast.

A frozen record's own constructor sets each field through `object.__setattr__`, which is most of what decoding costs. Here a twin
of the record that may still be changed is filled and then closed by giving it the record's class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import fields

_R = TypeVar("_R")

# Both must be the object's own, or the interpreter looks the setter up by name for every field (typeobject.c, update_one_slot).
_OPEN = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}


def quick(record: type[_R]) -> Callable[..., _R]:
    """Return a constructor that takes every field by position. It checks nothing, so it is for records without validators.

    >>> from segue.parts import TextPart
    >>> part = quick(TextPart)("Hello", {}, None, None)
    >>> part == TextPart("Hello", {}), type(part) is TextPart
    (True, True)
    """
    names = [attribute.name for attribute in fields(record)]  # type: ignore[arg-type]
    body = "".join(f"    self.{name} = {name}\n" for name in names)
    scope: dict[str, Any] = {"record": record, "twin": type(record.__name__, (record,), _OPEN), "new": object.__new__}
    # attrs makes its own constructors the same way
    exec(f"def make({', '.join(names)}):\n    self = new(twin)\n{body}    self.__class__ = record\n    return self\n", scope)  # noqa: S102
    return scope["make"]  # type: ignore[no-any-return]
