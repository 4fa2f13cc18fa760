"""A tool call's id that does not name its tool and count, as Kimi's ids do.

What it does
    Gives the id the spelling `functions.name:number`, on the call and on its results alike. Numbers go up by one through the whole
    history; an id that is spelled so, with a number beyond those before it, keeps it, one without `functions.` its number. With
    `bare`, every id of a word and a number stays.
Why
    Kimi's chat template prints the id of a call and nowhere the name of the tool. With ids of another form the model cannot tell
    what was called: no error comes, but empty replies, or calls that nobody can read.
Keeps
    Which result answers which call; distinct ids as distinct ids; the spelling as the history grows. A history whose calls and
    results do not pair up is left alone.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("call_9f", "run")), tool(result("call_9f", "ok")))
    >>> after = count_call_ids(before)
    >>> after.messages[1].content[0].id, after.messages[2].content[0].id, count_call_ids(after) is after
    ('functions.run:0', 'functions.run:0', True)
"""

from __future__ import annotations

import re

from segue.prompts import AssistantMessage, Prompt
from segue.repairs._pairing import At, calls, pair, unclear_messages, with_ids

_NUMBER = re.compile(r"[0-9]{1,9}")
_BARE = re.compile(r"[\w.-]{1,200}:([0-9]{1,9})", re.ASCII)
_BEGINS = "functions."


def count_call_ids(prompt: Prompt, *, bare: bool = False) -> Prompt:
    """Spell ids by the tool's name and a number; with `bare`, any word before the number will do, as Moonshot's own service gives ids."""
    pairs = pair(prompt)
    if pairs.orphans or unclear_messages(prompt):
        return prompt
    ids: dict[At, str] = {}
    taken, following = set[str](), 0
    for index, message in enumerate(prompt.messages):
        for at, call in calls(index, message) if isinstance(message, AssistantMessage) else ():
            given = _BARE.fullmatch(call.id) if bare and call.id not in taken else None
            number = int(given[1]) if given else max(_number(call.id, call.name), following)
            ids[at] = call.id if given else f"{_BEGINS}{call.name}:{number}"
            taken.add(ids[at])
            following = max(following, number + 1)
    return with_ids(prompt, ids | {result: ids[call] for result, call in pairs.call_of().items()})


def _number(id: str, name: str) -> int:
    """Return the number in an id that names this tool, -1 where it does not."""
    rest = id.removeprefix(_BEGINS)
    number = rest.removeprefix(f"{name}:") if rest.startswith(f"{name}:") else ""
    return int(number) if _NUMBER.fullmatch(number) and str(int(number)) == number else -1
