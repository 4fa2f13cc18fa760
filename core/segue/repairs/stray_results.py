"""A tool result that stands in another turn than right behind its call.

What it does
    Moves it up (or down) behind the message with its call, after the results that are there; with `early` only one that stands
    before its call.
Why
    Providers demand the results in the very next turn, or at least behind the call. A user who writes while a tool runs, or a
    second model's turn, gets between.
Keeps
    Every result, and the order of all that did not move.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), assistant("Running."), tool(result("c1", "ok")))
    >>> [type(message).__name__ for message in move_stray_results(before).messages]
    ['UserMessage', 'AssistantMessage', 'ToolMessage', 'AssistantMessage']
"""

from __future__ import annotations

from collections import defaultdict

from segue.parts import ToolResultPart
from segue.prompts import Message, Prompt, ToolMessage
from segue.repairs._pairing import At, pair, turns, without_marked
from segue.repairs._rebuilding import with_messages


def move_stray_results(prompt: Prompt, *, early: bool = False) -> Prompt:
    """Move results into the turn behind their calls; with `early` only those that stand before them."""
    turn_of = turns(prompt)
    strays: defaultdict[int, list[At]] = defaultdict(list)
    for call, results in pair(prompt).answers.items():
        strays[call[0]] += [result for result in results if (result < call if early else turn_of[result[0]] != call[0])]
    moved = {index: [_at(prompt, at) for at in sorted(places)] for index, places in strays.items() if places}
    if not moved:
        return prompt
    return with_messages(prompt, _inserted(without_marked(prompt, {at for places in strays.values() for at in places}), moved))


def _at(prompt: Prompt, at: At) -> ToolResultPart:
    return prompt.messages[at[0]].content[at[1]]  # type: ignore[return-value]


def _inserted(messages: list[Message | None], moved: dict[int, list[ToolResultPart]]) -> list[Message]:
    made: list[Message] = []
    waiting: list[ToolResultPart] = []
    for index, message in enumerate(messages):
        if waiting and message is not None and not isinstance(message, ToolMessage):
            made.append(ToolMessage(tuple(waiting)))
            waiting = []
        if message is not None:
            made.append(message)
        waiting = moved.get(index, waiting)
    return [*made, ToolMessage(tuple(waiting))] if waiting else made
