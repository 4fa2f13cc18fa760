"""A thought of OpenAI's that came to nothing.

What it does
    Takes out thoughts behind which their model neither says nor calls anything; a message that held nothing else goes.
Why
    A reply that was cut off, or of which a client kept the thoughts alone, leaves such a thought, and OpenAI wants what came of it.
Keeps
    Thoughts that something came of, be it a search; every word.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.", freeze_object({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}))
    >>> len(drop_lone_reasoning(prompt(user("2 + 2?"), assistant(thought), user("Well?"))).messages)
    2
    >>> fine = prompt(user("2 + 2?"), assistant(thought, "Four."))
    >>> drop_lone_reasoning(fine) is fine
    True
"""

from __future__ import annotations

from segue.prompts import Prompt
from segue.repairs._items import is_openais, let_go, lone, units


def drop_lone_reasoning(prompt: Prompt) -> Prompt:
    """Take out thoughts that came to nothing."""
    return let_go(prompt, [(unit, list(filter(is_openais, unit.thoughts))) for unit in lone(units(prompt.messages))])
