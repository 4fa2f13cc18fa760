"""What is left of a message once its calls are gone, and whether that is worth keeping.

A thought without the call it led to is refused by the provider that made it, and an empty text by most.
"""

from __future__ import annotations

from collections.abc import Iterable

from segue.filters._printing import is_blank
from segue.messages import StepStart, StoredReasoning
from segue.parts import ReasoningPart, TextPart

_SILENT = frozenset({ReasoningPart, StoredReasoning, StepStart})


def says_something(parts: Iterable[object]) -> bool:
    """Tell whether there is more among the parts than thoughts and blank texts."""
    for part in parts:
        if part.__class__ is TextPart:
            if not is_blank(part.text):
                return True
        elif part.__class__ not in _SILENT:
            return True
    return False
