"""A conversation with whichever provider answers: recalled, rewritten for the one that is called, called, stored."""

from segue_shell.conversation.effects import Piece, Retracted, SendResult
from segue_shell.conversation.records import Attempt, SendFailure, Turn
from segue_shell.conversation.talking import Conversation
from segue_shell.conversation.tools import Tool
from segue_shell.providers.callables import CallableProvider

__all__ = ["Attempt", "CallableProvider", "Conversation", "Piece", "Retracted", "SendFailure", "SendResult", "Tool", "Turn"]
