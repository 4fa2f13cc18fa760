"""What OpenAI's Responses API refuses, in the order in which it is repaired.

What others' kinds of part become comes first, then tools, then fields, empty messages, and last the items: which thoughts are left,
and which ids, is known when nothing moves any more.
"""

from __future__ import annotations

from segue.rules import characters
from segue.rules._rows import since
from segue.rules.responses_content import CONTENT
from segue.rules.responses_fields import FIELDS
from segue.rules.responses_items import ITEMS
from segue.rules.responses_limits import LIMITS
from segue.rules.responses_tools import TOOLS

RESPONSES = since("0.2.0", *CONTENT, *LIMITS, *TOOLS, *FIELDS, *ITEMS, characters.RESPONSES)
