"""What Anthropic's Messages API refuses, in the order in which it is repaired.

What others' kinds of part become comes first, since it makes the texts and messages that later rules look at. Then tools: ids
before pairs, a result's place before a result that is missing, then what calls hold, and the server tools that still run, which may
have nothing but results behind them. Then system text in between, whose neighbours may have been results that moved. Then fields, empty
texts and the messages they leave empty. Last the turns, since all that came before may change who stands first, beside whom, and last.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.anthropic_blocks import LIMITS, REFERENCES
from segue.rules.anthropic_content import CONTENT, LATE_SYSTEM
from segue.rules.anthropic_tools import TOOLS
from segue.rules.anthropic_turns import TURNS

ANTHROPIC = since("0.1.0", *CONTENT, *REFERENCES, *LIMITS, *TOOLS, *LATE_SYSTEM, *TURNS, characters.ANTHROPIC)
