"""Filters: what of a history a user wants the model not to see.

A filter is exempt from the law of the stable prefix, since forgetting is its purpose; it keeps the others.
"""

from segue.filters._history import History
from segue.filters.prompt_calls import without_tool_calls
from segue.filters.stored_calls import without_stored_calls
from segue.filters.tool_calls import FilterState, ToolCallFilter

__all__ = ["FilterState", "History", "ToolCallFilter", "without_stored_calls", "without_tool_calls"]
