"""What Amazon Bedrock's Converse API refuses, in the order in which it is repaired.

The order is that of `segue.rules.anthropic`, for the same reasons. Words that some models take only in turns of their own are
parted last, when nothing merges turns any more.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.converse_content import CONTENT
from segue.rules.converse_tools import TOOLS
from segue.rules.converse_turns import TURNS

CONVERSE = since("0.2.0", *CONTENT, *TOOLS, *TURNS, characters.CONVERSE)
