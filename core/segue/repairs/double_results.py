"""Two results of one call.

What it does
    Joins them into one whose output is theirs in order. It is an error if the last one is.
Why
    Providers take one result a call. To keep only one loses what the other said.
Keeps
    Every piece of every output.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> twice = (tool(result("c1", "started")), tool(result("c1", "done")))
    >>> after = join_double_results(prompt(user("Go."), assistant(call("c1", "run")), *twice))
    >>> [piece.text for piece in after.messages[2].content[0].output]
    ['started', 'done']
"""

from __future__ import annotations

from attrs import evolve

from segue.parts import ToolResultPart
from segue.prompts import Prompt
from segue.repairs._pairing import At, Pairs, pair
from segue.repairs._rebuilding import with_content, with_messages


def join_double_results(prompt: Prompt) -> Prompt:
    """Join the results of each call that has more than one."""
    joined = _joined(prompt, pair(prompt))
    touched = {index for index, _ in joined}
    made = []
    for index, message in enumerate(prompt.messages):
        if index not in touched:
            made.append(message)
            continue
        kept = [joined.get((index, number), part) for number, part in enumerate(message.content)]
        if any(part is not None for part in kept):
            made.append(with_content(message, [part for part in kept if part is not None]))
    return with_messages(prompt, made)


def _joined(prompt: Prompt, pairs: Pairs) -> dict[At, ToolResultPart | None]:
    """Return what each result that is one of several becomes: the joined one, or nothing."""
    made: dict[At, ToolResultPart | None] = {}
    for places in pairs.answers.values():
        if len(places) > 1:
            results: list[ToolResultPart] = [prompt.messages[i].content[j] for i, j in places]  # type: ignore[misc]
            output = tuple(piece for part in results for piece in part.output)
            made |= dict.fromkeys(places[1:])
            made[places[0]] = evolve(results[0], output=output, error=results[-1].error)
    return made
