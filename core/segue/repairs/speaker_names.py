"""The name of a message's author, where the target allows other names or none.

What it does
    Gives the name another spelling, distinct ones for distinct names; takes it off where it is empty or names have no place.
Why
    Names hold spaces and accents; some providers take letters, digits, _ and - only, others have no such field.
Keeps
    Every word of the message; names that are allowed.
Example
    >>> from segue.profiles.demands import Spelling
    >>> from segue.prompts import prompt, user
    >>> named = prompt(user("Hi", name="Zoë B."))
    >>> spell_speaker_names(named, Spelling("[a-zA-Z0-9_-]", 64)).messages[0].name
    'Zo__B__93291dcaf7'
    >>> spell_speaker_names(named, None).messages[0].name is None
    True
"""

from __future__ import annotations

from segue.profiles.demands import Spelling
from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import changed, with_messages
from segue.repairs._spelling import Aliases


def spell_speaker_names(prompt: Prompt, spelling: Spelling | None) -> Prompt:
    """Respell names that are not allowed; take all off where there is no spelling."""
    aliases = Aliases(spelling) if spelling else None

    def named(message: Message) -> Message:
        name = aliases.of(message.name) if aliases and message.name else None
        return message if name == message.name else changed(message, name=name)

    return with_messages(prompt, map(named, prompt.messages))
