"""What Google's Gemini API refuses, at AI Studio and at Vertex, in the order in which it is repaired.

The order is that of `segue.rules.anthropic`, for the same reasons. Calls are signed last, when it is settled in which turn each stands.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.gemini_content import CONTENT
from segue.rules.gemini_tools import TOOLS
from segue.rules.gemini_turns import TURNS

GEMINI = since("0.2.0", *CONTENT, *TOOLS, *TURNS, characters.GEMINI)
