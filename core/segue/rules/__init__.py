"""The rule sets, and how to narrow them."""

from __future__ import annotations

from segue.rule import CompatRule
from segue.rules._choosing import only, without
from segue.rules.anthropic import ANTHROPIC
from segue.rules.chat import CHAT
from segue.rules.converse import CONVERSE
from segue.rules.gemini import GEMINI
from segue.rules.openai import OPENAI
from segue.rules.responses import RESPONSES
from segue.rules.xai import XAI

BUILT_IN: tuple[CompatRule, ...] = (*ANTHROPIC, *OPENAI, *RESPONSES, *CONVERSE, *GEMINI, *CHAT, *XAI)
"""Every rule of the catalogue, in the order in which they are applied. The default of `check`, `fix` and `rewrite`."""

__all__ = ["BUILT_IN", "only", "without"]
