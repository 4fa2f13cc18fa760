"""What providers refuse that took Chat Completions over from OpenAI, in the order in which it is repaired.

The order is that of `segue.rules.openai`, for the same reasons; who speaks when comes last. A rule is for all dialects and looks
at their table, `segue.profiles.dialects`; those whose names begin with a provider's are its alone.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.chat_content import CONTENT
from segue.rules.chat_fields import FIELDS
from segue.rules.chat_templates import CALLS, ENDS, IDS
from segue.rules.chat_thoughts import LONE, THOUGHTS
from segue.rules.chat_tools import TOOLS
from segue.rules.chat_turns import TURNS

CHAT = (
    *since("0.2.0", *CONTENT, *TOOLS),
    *since("0.3.0", *IDS, *LONE),
    *since("0.2.0", *FIELDS),
    *since("0.3.0", *ENDS),
    *since("0.2.0", *TURNS),
    *since("0.3.0", *CALLS, *THOUGHTS, characters.CHAT),
)
