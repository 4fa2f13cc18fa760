"""An item's id that OpenAI will not take: odd, on two items, or without the thought that the item came of.

What it does
    Takes the id off each item of a unit that something is amiss with: a thought, and what was said and called right behind it. A
    thought that is not encrypted is nothing without its id and goes too.
Why
    By the id of an item OpenAI looks up what it knows of it, and the thought that it came of. Ids may be left out, so to go
    without them is the least harm; to make one up, or to keep those of some items of a unit, is the next error.
Keeps
    Every word and every call, the calls' own ids, encrypted thoughts, and the ids of units that are whole.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import assistant, prompt, user
    >>> from segue.repairs._items import unled
    >>> reply = TextPart("Four.", freeze_object({"openai": {"itemId": "msg_1"}}))
    >>> release_item_ids(prompt(user("2 + 2?"), assistant(reply)), unled).messages[1].content
    (TextPart(text='Four.', provider_options={}, extras=None),)
"""

from __future__ import annotations

from segue.prompts import Prompt
from segue.repairs._items import Choice, let_go, units


def release_item_ids(prompt: Prompt, broken: Choice) -> Prompt:
    """Take the ids off the items of broken units."""
    return let_go(prompt, [(unit, ()) for unit in broken(units(prompt.messages))])
