"""A thought that OpenAI cannot read again.

What it does
    Takes it out, and with it the ids of what came of it, up to the next thought; a message that held nothing else goes.
Why
    Encrypted thoughts are read by the account of the provider that made them, by models that think; thoughts without encrypted
    content are read as long as they are stored. OpenAI remembers which item came of which thought and refuses one without the
    other, unless the item has no id.
Keeps
    Thoughts that can be read again, byte for byte; every word and every call, with the calls' own ids.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart, TextPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.", freeze_object({"openai": {"itemId": "rs_1"}}))
    >>> reply = TextPart("Four.", freeze_object({"openai": {"itemId": "msg_1"}}))
    >>> before = prompt(user("2 + 2?"), assistant(thought, reply))
    >>> drop_unread_reasoning(before, lambda item: not item.encrypted).messages[1].content
    (TextPart(text='Four.', provider_options={}, extras=None),)
    >>> drop_unread_reasoning(before, lambda item: False) is before
    True
"""

from __future__ import annotations

from collections.abc import Callable

from segue.prompts import Prompt
from segue.repairs._items import Item, let_go, units


def drop_unread_reasoning(prompt: Prompt, drops: Callable[[Item], bool]) -> Prompt:
    """Take out the thoughts that `drops` names, and the ids of what came of them."""
    chosen = [(unit, list(filter(drops, unit.thoughts))) for unit in units(prompt.messages)]
    return let_go(prompt, [(unit, thoughts) for unit, thoughts in chosen if thoughts])
