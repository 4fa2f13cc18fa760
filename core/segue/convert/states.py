"""What becomes of a stored call, by its state: the call, and the result that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import frozen

from segue.convert.outputs import SHOWN, Outcome, denied, given, is_made_here, shown
from segue.json_values import EMPTY, JsonObject, JsonValue, json_text
from segue.messages import ToolInvocation
from segue.models import Model
from segue.parts import TextPart, ToolCallPart, ToolResultPart, option

Answer: TypeAlias = Callable[[ToolInvocation], Outcome | None]

MASTRA = "mastra"
RESULT_OPTIONS = "resultProviderMetadata"
"""The key of a stored call under which the options of its result are, as the AI SDK has it."""


@frozen
class StateRow:
    """One row of the table: a state, what a prompt has of a call in it, and what gives the outcome. None: not even the call."""

    state: str
    prompt: str
    answer: Answer | None


def _nothing(_: ToolInvocation) -> None:
    return None


def _refused(invocation: ToolInvocation) -> Outcome | None:
    answered = invocation.approval or EMPTY
    return denied(answered.get("reason")) if answered.get("approved") is False else None


def _gave(invocation: ToolInvocation) -> Outcome:
    """Return what the model was shown where that is stored, else what the tool gave."""
    seen = option(invocation, MASTRA, SHOWN)
    if seen is None:
        return given(invocation.output), invocation.error
    output, error = shown(seen)
    return output, error or invocation.error


def _failed(invocation: ToolInvocation) -> Outcome:
    if invocation.error_text is not None:
        return (TextPart(invocation.error_text),), True
    return (() if invocation.output is None else _gave(invocation)[0]), True


def _denied(invocation: ToolInvocation) -> Outcome:
    return denied((invocation.approval or EMPTY).get("reason") or invocation.error_text)


def _gave_anything(invocation: ToolInvocation) -> Outcome | None:
    return None if invocation.output is None else _gave(invocation)


TABLE = (
    StateRow("partial-call", "nothing: its arguments never came to an end", None),
    StateRow("call", "the call; that nothing answers it is for the rules to repair", _nothing),
    StateRow("approval-requested", "the call, which waits for the user", _nothing),
    StateRow("approval-responded", "the call, which waits to be run; where the user said no, with an error that says so and why", _refused),
    StateRow("result", "the call and what it gave, an error where it is marked as one; an output that is missing is null", _gave),
    StateRow("output-error", "the call and an error of the words that were stored, of none where none were", _failed),
    StateRow("output-denied", "the call and an error that says it was denied, and the reason where one was given", _denied),
)
"""The seven states."""
OTHER = StateRow("", "the call, and what it gave if there is an output", _gave_anything)
"""Any other state."""
_BY_STATE: Mapping[str, StateRow] = {row.state: row for row in TABLE}


def call_and_result(invocation: ToolInvocation, origin: Model | None) -> tuple[ToolCallPart | None, ToolResultPart | None]:
    """Return the call that a prompt has of a stored one, and its result; None for what it has not.

    Arguments that are text are an object's JSON where they hold one, else the text they are. `origin` is for what the provider
    itself ran.
    """
    answer = _BY_STATE.get(invocation.state, OTHER).answer
    if answer is None:
        return None, None
    maker = origin if invocation.hosted else None
    options, seen = _told_apart(invocation)
    call = ToolCallPart(invocation.id, invocation.name, _input(invocation), invocation.hosted, maker, options)
    outcome = answer(invocation)
    if outcome is None:
        return call, None
    output, error = outcome
    return call, ToolResultPart(invocation.id, invocation.name, output, error, invocation.hosted, maker, seen)


def _input(invocation: ToolInvocation) -> JsonValue:
    """Return the arguments; of a call that failed without any, the text that the model gave for them."""
    value = invocation.input
    if not value and invocation.state == "output-error":
        value = _left(invocation, "toolInvocation").get("rawInput") or value
    return json_text(value) if value.__class__ is str else value


def _left(invocation: ToolInvocation, key: str) -> JsonObject:
    """Return an object among the fields that no record claims."""
    found = invocation.extras.fields.get(key) if invocation.extras is not None else None
    return found if isinstance(found, JsonObject) else EMPTY


def _told_apart(invocation: ToolInvocation) -> tuple[JsonObject, JsonObject]:
    """Return the call's options and its result's: what the model was shown is the result's, with what is stored as its own."""
    options = invocation.provider_options
    of_result = _left(invocation, RESULT_OPTIONS)
    seen = option(invocation, MASTRA, SHOWN)
    if seen is None:
        return options, of_result
    if not is_made_here(seen, invocation.output):
        return options.without(MASTRA), of_result.with_(mastra=options[MASTRA])
    rest = options[MASTRA].without(SHOWN)
    return options.with_(mastra=rest) if rest else options.without(MASTRA), of_result
