"""The pure halves of a message history: what is recalled before a turn, what is stored after it."""

from segue.recall.merging import dated, recall
from segue.recall.outcomes import advanced
from segue.recall.replies import extended
from segue.recall.storing import select_to_store, storable
from segue.recall.working_memory import without_working_memory

__all__ = ["advanced", "dated", "extended", "recall", "select_to_store", "storable", "without_working_memory"]
