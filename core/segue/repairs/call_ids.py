"""A tool call's id that the target does not allow: a character, the length, or none at all.

What it does
    Gives the id another spelling, on the call and on its results alike: what can be kept of it and a digest. Empty ids get one
    each, from their number in the history, and go to the results by name and order.
Why
    Each provider has its own form of id, and some hide state in it, so a foreign id is refused, and the stored one must stay.
Keeps
    Which result answers which call; distinct ids as distinct ids; ids that are allowed; the spelling as the history grows.
Example
    >>> from segue.profiles.demands import Spelling
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Read it."), assistant(call("functions.read:0", "read")), tool(result("functions.read:0", "…")))
    >>> after = spell_call_ids(before, Spelling("[a-zA-Z0-9_-]"))
    >>> after.messages[1].content[0].id, after.messages[2].content[0].id
    ('functions_read_0_9918a9222f', 'functions_read_0_9918a9222f')
"""

from __future__ import annotations

from segue.parts import ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import Prompt
from segue.repairs._pairing import At, pair, with_ids
from segue.repairs._spelling import Aliases


def spell_call_ids(prompt: Prompt, spelling: Spelling) -> Prompt:
    """Respell ids that are not allowed."""
    if all(map(spelling.allows, _ids(prompt))):
        return prompt
    aliases = Aliases(spelling)
    call_of = pair(prompt).call_of()
    ids: dict[At, str] = {}
    unnamed = 0
    for index, message in enumerate(prompt.messages):
        for number, part in enumerate(message.content):
            if not isinstance(part, ToolCallPart | ToolResultPart):
                continue
            at = (index, number)
            if part.hosted:
                aliases.of(part.id)
            elif isinstance(part, ToolResultPart):
                ids[at] = ids.get(call_of.get(at, at)) or aliases.of(part.id)
            elif part.id:
                ids[at] = aliases.of(part.id)
            else:
                unnamed += 1
                ids[at] = aliases.another("", unnamed)
    return with_ids(prompt, ids)


def _ids(prompt: Prompt) -> set[str]:
    return {part.id for message in prompt.messages for part in message.content if isinstance(part, ToolCallPart | ToolResultPart)}
