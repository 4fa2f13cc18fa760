"""A call moved to the outcome that a result tells."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import evolve

from segue.convert.outputs import SHOWN, denied, shown, written
from segue.convert.states import MASTRA, RESULT_OPTIONS
from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.messages import SETTLED, StoredMessage, ToolInvocation
from segue.parts import OutputPart, TextPart, ToolResultPart, option
from segue.shapes import Extras, extras_for


def answered(stored: StoredMessage, results: Iterable[ToolResultPart]) -> StoredMessage:
    """Return a stored message with the results of calls that it has. What is settled stays; where nothing moves it is the very message.

    Raises `ValueError` for a result whose call it has not.

    >>> from segue.prompts import result
    >>> row = StoredMessage("1", "assistant", (ToolInvocation("c1", "tides", "call"),))
    >>> answered(row, [result("c1", "High at 6:12.")]).parts[0].output
    'High at 6:12.'
    """
    held: tuple[list[Any], ...] = (list(stored.parts), list(stored.invocations))
    waiting = [_waiting(parts) for parts in held]
    known = {part.id for parts in held for part in parts if isinstance(part, ToolInvocation)}
    moved = False
    for result in results:
        if result.id not in known:
            raise ValueError(f"message {stored.id!r} has no call {result.id!r}")
        for parts, places in zip(held, waiting, strict=True):
            if places[result.id]:
                at = places[result.id].popleft()
                parts[at], moved = settled(parts[at], result), True
    return evolve(stored, parts=tuple(held[0]), invocations=tuple(held[1])) if moved else stored


def _waiting(parts: Sequence[object]) -> defaultdict[str, deque[int]]:
    """Return where the calls stand that wait for a result, by id."""
    found: defaultdict[str, deque[int]] = defaultdict(deque)
    for index, part in enumerate(parts):
        if isinstance(part, ToolInvocation) and part.state not in SETTLED:
            found[part.id].append(index)
    return found


def settled(call: ToolInvocation, result: ToolResultPart) -> ToolInvocation:
    """Return a call with the outcome that a result tells."""
    seen = _seen(result)
    fields, read_as = _outcome(call, result)
    options = _options(call.provider_options, result, seen, read_as)
    return evolve(call, **fields, provider_options=options, extras=_extras(call, result, seen))


def _outcome(call: ToolInvocation, result: ToolResultPart) -> tuple[dict[str, Any], JsonValue]:
    """Return the fields of a call that tell its outcome, and how the output is to be read where it is not as it is."""
    failure = _failure(call, result.output) if result.error else None
    if failure is not None:
        return failure, None
    output, read_as = written(result.output)
    return {"state": "result", "output": output, "error": result.error}, read_as


def _failure(call: ToolInvocation, output: tuple[OutputPart, ...]) -> dict[str, Any] | None:
    """Return how an error of words alone is stored, None for another one."""
    words = [part.text for part in output if part == TextPart(getattr(part, "text", ""))]
    if len(words) == len(output) < 2 and output != denied(None)[0]:
        return {"state": "output-error", "error_text": words[0] if words else None}
    reason = words[-1] if len(output) == 2 and words else None
    if output != denied(reason)[0]:
        return None
    told = {} if reason is None else {"reason": reason}
    return {"state": "output-denied", "approval": JsonObject({**(call.approval or EMPTY), "approved": False, **told})}


def _seen(result: ToolResultPart) -> JsonValue:
    """Return what the result says the model was shown, None where it does not say what the result holds."""
    seen = option(result, MASTRA, SHOWN)
    output, error = shown(seen)
    return seen if output == result.output and error <= result.error else None


def _options(options: JsonObject, result: ToolResultPart, seen: JsonValue, read_as: JsonValue) -> JsonObject:
    """Return a call's options with what the model was shown of the result, or how its output is to be read."""
    own = options.get(MASTRA, EMPTY)
    of_result = result.provider_options[MASTRA] if seen is not None else EMPTY
    mastra = JsonObject({**(own if isinstance(own, JsonObject) else EMPTY), **of_result}).without(SHOWN)
    value = read_as if seen is None else seen
    if value is not None:
        mastra = mastra.with_(**{SHOWN: value})
    return options.without(MASTRA).with_(mastra=mastra) if mastra else options.without(MASTRA)


def _extras(call: ToolInvocation, result: ToolResultPart, seen: JsonValue) -> Extras | None:
    """Return a call's unclaimed fields with the result's own options."""
    own = result.provider_options if seen is None else result.provider_options.without(MASTRA)
    fields = extras_for(call.extras, MASTRA).without(RESULT_OPTIONS)
    if own:
        fields = fields.with_(**{RESULT_OPTIONS: own})
    return Extras(MASTRA, fields) if fields else None
