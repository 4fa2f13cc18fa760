"""The pure halves of a message history: what is recalled before a turn, what is stored after it."""

from segue.recall.outcomes import advanced
from segue.recall.replies import extended

__all__ = ["advanced", "extended"]
