"""What OpenAI's Chat Completions API refuses, in the order in which it is repaired.

The same order as Anthropic's, for the same reasons: others' kinds of part, tools, fields, empty messages.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.openai_content import FIELDS, PARTS
from segue.rules.openai_limits import LIMITS, SYSTEM
from segue.rules.openai_tools import TOOLS

OPENAI = since("0.1.0", *SYSTEM, *PARTS, *TOOLS, *FIELDS, *LIMITS, characters.OPENAI)
