"""Whether a request to Claude asks for thinking.

Sources: the extended thinking and adaptive thinking guides of platform.claude.com.
"""

from __future__ import annotations

from collections.abc import Mapping

from segue.json_values import JsonObject, JsonValue
from segue.prompts import Request
from segue.shapes import extras_for
from segue.targets import Target

ENABLED, DISABLED = "enabled", "disabled"
_FIELD: Mapping[str, str] = {"bedrock-converse": "additionalModelRequestFields"}
"""Where a body of the format has its model's own fields, if not at the top."""
_ALWAYS_SINCE = (5, 0)
"""From this version on there are models that think whether asked or not."""


def asked(request: Request, target: Target) -> str:
    """Return how thinking is asked for: "enabled", "adaptive", "disabled"; "" where nobody tells.

    The target's settings tell, else the request's own body. A body that is whole, as one with `max_tokens` is, and does not ask
    for thinking, goes without.
    """
    body = extras_for(request.extras, target.endpoint)
    fields = body.get(_FIELD[target.endpoint]) if target.endpoint in _FIELD else body
    told = target.settings.get("thinking", fields.get("thinking") if isinstance(fields, JsonObject) else None)
    return _kind(told) if told is not None else _untold(body, target)


def _kind(told: JsonValue) -> str:
    match told:
        case JsonObject():
            return str(told.get("type", ""))
        case bool():
            return ENABLED if told else DISABLED
        case _:
            return str(told)


def _untold(body: JsonObject, target: Target) -> str:
    known = target.version is not None and target.version < _ALWAYS_SINCE
    return DISABLED if known and "max_tokens" in body else ""
