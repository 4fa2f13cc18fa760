"""The errors of the cases, as Python has them."""

from __future__ import annotations

from types import SimpleNamespace


class ApiError(Exception):
    """A provider's rejection, as an SDK raises it."""


def error_of(described):
    """Return the error that a case describes: an exception, a plain object, text, nothing."""
    if not isinstance(described, dict):
        return described
    fields = {key: value for key, value in described.items() if key not in {"kind", "message", "cause"}}
    match described["kind"]:
        case "null":
            return None
        case "object":
            return SimpleNamespace(message=described["message"], **fields)
        case kind:
            error = (ApiError if kind == "api" else Exception)(described["message"])
            error.__dict__.update(fields)
            error.__cause__ = error_of(described.get("cause"))
            return error
