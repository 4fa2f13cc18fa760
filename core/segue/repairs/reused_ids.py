"""One id on two different calls.

What it does
    Gives the later call, and the results that are its own, another id.
Why
    Servers that count calls from zero in each turn use an id again; providers that pair by id refuse the second one. Merging
    the calls would lose one's arguments or result.
Keeps
    Both calls and both results; the first one's id; the new id as the history grows. A result without call stays without one.
Example
    >>> from segue.profiles.demands import Spelling
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> turn = (assistant(call("call_0", "clock")), tool(result("call_0", "9:00")))
    >>> after = rename_reused_ids(prompt(user("Watch."), *turn, *turn), Spelling("[a-zA-Z0-9_-]"))
    >>> [after.messages[index].content[0].id for index in (1, 2, 3, 4)]
    ['call_0', 'call_0', 'call_0_a0c908ba94', 'call_0_a0c908ba94']
"""

from __future__ import annotations

from collections import Counter

from segue.parts import ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._pairing import At, Pairs, pair, turns, with_ids
from segue.repairs._spelling import Aliases


def rename_reused_ids(prompt: Prompt, spelling: Spelling, *, within_turn: bool = False) -> Prompt:
    """Rename calls whose id an earlier call has.

    With `within_turn`, an earlier call of the same assistant message or of one right before it; anywhere, though, in a history
    whose results do not all stand behind their calls, since moving them joins turns.
    """
    pairs = pair(prompt)
    aliases, ids = Aliases(spelling), dict[At, str]()
    everywhere = not within_turn or not _settled(prompt, pairs)
    used: Counter[str] = Counter()
    here: set[str] = set()
    orphans = set(pairs.orphans)
    for index, message in enumerate(prompt.messages):
        if not isinstance(message, AssistantMessage):
            here.clear()
        hosted: dict[str, str] = {}
        for number, part in enumerate(message.content):
            if isinstance(part, ToolResultPart):
                if (index, number) in orphans:
                    ids[index, number] = aliases.keep(part.id)
                elif part.id in hosted:
                    ids[index, number] = hosted[part.id]
            elif isinstance(part, ToolCallPart) and part.id:
                used[part.id] += 1
                again = part.id in here or (everywhere and used[part.id] > 1)
                name = aliases.another(part.id, used[part.id]) if again else aliases.keep(part.id)
                if name != part.id:
                    ids[index, number] = hosted[part.id] = name
                here.add(part.id)
    results = {result: ids[call] for result, call in pairs.call_of().items() if call in ids}
    return with_ids(prompt, ids | results)


def _settled(prompt: Prompt, pairs: Pairs) -> bool:
    """Tell whether each call has one result, and it stands in the turn behind it."""
    turn_of = turns(prompt)
    return all(len(found) == 1 and turn_of[found[0][0]] == call[0] for call, found in pairs.answers.items())
