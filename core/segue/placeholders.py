"""The only words segue ever adds. They are part of the API: prompt caches and signed prefixes depend on them."""

from __future__ import annotations

import re

NO_RESULT = "[no result: this call was not answered]"
EARLIER_TURNS = "[earlier messages are not part of this history]"
CONTINUE = "[continue from where your last message stops]"
NO_REPLY = "[no reply: the user went on]"
RESULT_FOLLOWS = "[the result is the file that follows]"
EMPTY_RESULT = "[empty result]"
DENIED = "[denied: this call was not allowed to run]"
SYSTEM_BEGINS = "[system message]"
SYSTEM_ENDS = "[end of system message]"
RESULT_ENDS = "[end of tool result]"
UNKNOWN_TOOL = "unknown_tool"
RAW_INPUT = "_raw"
"""The key under which an input that is no object is wrapped."""

THOUGHT_SIGNATURE = "skip_thought_signature_validator"
"""Not words: what Google's documents give in place of the thought signature of a call that another model made. It claims no thought."""


def _line(text: str) -> str:
    """Keep a quoted name on its line, and short."""
    return " ".join(text.split())[:120]


def orphan_result(tool: str, *, error: bool = False) -> str:
    """Begin a tool result whose call is not in the history."""
    return f"[tool {'error' if error else 'result'} without its call: {_line(tool) or UNKNOWN_TOOL}]"


def told_call(tool: str) -> str:
    """Begin a tool call that is told as text, with its input below."""
    return f"[tool {_line(tool) or UNKNOWN_TOOL} was called with]"


def told_result(tool: str, *, error: bool = False) -> str:
    """Begin the result of a call that is told as text."""
    return f"[{'error' if error else 'result'} of tool {_line(tool) or UNKNOWN_TOOL}]"


def cut(length: int) -> str:
    """Stand in for the middle of a text of so many characters."""
    return f"[the middle of this text of {length} characters is left out]"


def file_omitted(media_type: str, name: str = "") -> str:
    """Stand in for a file that the target cannot hold; `name` is its file name or its URL."""
    return f"[file omitted: {_line(media_type)}{', ' if name else ''}{' '.join(name.split())}]"


def file_of_result(tool: str) -> str:
    """Caption a file that was moved out of a tool's result."""
    return f"[file from the result of tool {_line(tool) or UNKNOWN_TOOL}]"


def file_of_assistant() -> str:
    """Caption a file that the assistant had made."""
    return "[file made by the assistant]"


def document(name: str) -> str:
    """Caption the text of a document."""
    return f"[document: {_line(name)}]" if name else "[document]"


def hosted_call(tool: str) -> str:
    """Label the query or code of a tool that another provider ran."""
    return f"[{_line(tool)}, a server tool, was called with]"


def hosted_result(tool: str) -> str:
    """Label what a tool that another provider ran gave."""
    return f"[result of {_line(tool)}, a server tool]"


def unknown_part(kind: str) -> str:
    """Label what can be read of a part that the target does not know."""
    return f"[{_line(kind)} part]"


_BRACKETED = re.compile(
    r"\[(no result: this call was not answered|earlier messages are not part of this history"
    r"|continue from where your last message stops|no reply: the user went on|the result is the file that follows|empty result"
    r"|denied: this call was not allowed to run|(end of )?system message"
    r"|tool (result|error) without its call: [^\n]*|end of tool result"
    r"|tool [^\n]* was called with|(result|error) of tool [^\n]*|the middle of this text of \d+ characters is left out"
    r"|file omitted: [^\n]*|file from the result of tool [^\n]*|file made by the assistant|document(: [^\n]*)?"
    r"|[^\n]*, a server tool, was called with|result of [^\n]*, a server tool|[^\n]* part)\]"
)


def is_placeholder(text: str) -> bool:
    """Tell whether a text is one that segue adds, and nothing else."""
    return _BRACKETED.fullmatch(text) is not None
