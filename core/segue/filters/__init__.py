"""Filters: what of a history a user wants the model not to see.

A filter is exempt from the law of the stable prefix, since forgetting is its purpose; it keeps the others.
"""

from segue.filters.prompt_calls import exchange_ids, without_tool_calls
from segue.filters.stored_calls import without_stored_calls
from segue.filters.tool_calls import FilterState, ToolCallFilter

__all__ = ["FilterState", "ToolCallFilter", "exchange_ids", "without_stored_calls", "without_tool_calls"]
