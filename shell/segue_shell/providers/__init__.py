"""Calling providers: each takes a request as it is and gives a reply, or tells why there is none."""

from segue_shell.providers.choosing import provider
from segue_shell.providers.protocol import Delta, Outcome, Provider, ReasoningDelta, Reply, TextDelta, ToolCallDelta

__all__ = ["Delta", "Outcome", "Provider", "ReasoningDelta", "Reply", "TextDelta", "ToolCallDelta", "provider"]
