"""What of ours answers each function of the cases. One module a topic, each with a table `HANDLERS` of its functions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

TOPICS = {
    "compat": "compat",
    "matchers": "matchers",
    "prefill": "guards",
    "trailingAssistantGuard": "guards",
    "toolCallFilter": "filters",
    "messageHistory": "history",
    "workingMemory": "history",
}


def handler(function: str) -> Callable[[Any], Any]:
    """Return what answers a function; `LookupError` where nothing does."""
    module = f"{__name__}.{TOPICS.get(function.partition('.')[0], 'nothing')}"
    found = import_module(module).HANDLERS.get(function) if find_spec(module) else None
    if found is None:
        message = f"no handler for the function {function!r}"
        raise LookupError(message)
    return found
