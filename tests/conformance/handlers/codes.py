"""The codes by which cases write what JSON cannot."""

from __future__ import annotations

from typing import Any


class Undefined:
    """A value that is not there; not given, in Python's words."""

    def __repr__(self) -> str:
        """Write its name."""
        return "UNDEFINED"

    def __bool__(self) -> bool:
        """Count as false."""
        return False


UNDEFINED = Undefined()


def decoded(value: Any) -> Any:
    """Return the value with its codes read: a function, UNDEFINED, or a number that JSON has not."""
    match value:
        case {"$function": True}:
            return lambda *_, **__: None
        case {"$undefined": True}:
            return UNDEFINED
        case {"$number": str(text)}:
            return float(text)
        case dict():
            return {key: decoded(item) for key, item in value.items()}
        case list():
            return [decoded(item) for item in value]
        case _:
            return value


def present(value: Any) -> Any:
    """Return the value without the keys of its objects that hold UNDEFINED, as JavaScript writes it."""
    if isinstance(value, list):
        return [present(item) for item in value]
    if isinstance(value, dict):
        return {key: present(item) for key, item in value.items() if item is not UNDEFINED}
    return value


def given(value: Any, default: Any = None) -> Any:
    """Return the value, the default where it is UNDEFINED."""
    return default if value is UNDEFINED else value
