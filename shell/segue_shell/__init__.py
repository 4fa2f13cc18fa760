"""The effects around `segue`: stores, provider calls, a conversation, and the command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from segue_shell.conversation import Conversation

__all__ = ["Conversation"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for: the command, which is one of the shell's parts, starts without it."""
    if name != "Conversation":
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from segue_shell.conversation import Conversation  # noqa: PLC0415  # see above

    return Conversation
