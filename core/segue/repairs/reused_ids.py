"""One id on two different calls.

What it does
    Gives the later call, and the results that are its own, another id.
Why
    Servers that count calls from zero in each turn use an id again; providers that pair by id refuse the second one. Merging
    the calls would lose one's arguments or result.
Keeps
    Both calls and both results; the first one's id; the new id as the history grows.
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

from segue.parts import ToolCallPart
from segue.profiles.demands import Spelling
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._pairing import At, pair, with_ids
from segue.repairs._spelling import Aliases


def rename_reused_ids(prompt: Prompt, spelling: Spelling, *, within_message: bool = False) -> Prompt:
    """Rename calls whose id an earlier call has; with `within_message`, an earlier call of the same message."""
    aliases, ids = Aliases(spelling), dict[At, str]()
    used: Counter[str] = Counter()
    for index, message in enumerate(prompt.messages):
        if not isinstance(message, AssistantMessage):
            continue
        here: Counter[str] = Counter()
        for number, part in enumerate(message.content):
            if isinstance(part, ToolCallPart) and part.id:
                taken = here[part.id] if within_message else used[part.id]
                here[part.id] += 1
                used[part.id] += 1
                if taken and not part.hosted:
                    ids[index, number] = aliases.another(part.id, used[part.id])
                else:
                    aliases.keep(part.id)
    results = {result: ids[call] for result, call in pair(prompt).call_of().items() if call in ids}
    return with_ids(prompt, ids | results)
