"""A prompt's messages, a person's words or a model's reply, as messages to store.

What a model said in a turn, and the results that answer it, are one row: a step start between two messages, each call with its result as
one part, whether the result came right behind it or messages later. `to_prompt` gives the same messages again, but for what rows have no
place for: names of speakers; options, unclaimed fields and layouts of messages and of results; the developer's role; messages without
parts; how results were shared among messages, and their order where it is not the calls'. A result has its call's name. What stands
behind an answered call in the same message begins a message, as does what another model made; a hosted result stands right behind its
call. A second result of a call is joined to the first. The text of a document is base64 once it has been written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import define, evolve

from segue.convert.azure import into_azure
from segue.convert.settling import settled
from segue.convert.thoughts import stored_reasoning
from segue.json_values import EMPTY, JsonObject
from segue.messages import INPUT, RESPONSE, StepStart, StoredMessage, StoredPart, ToolInvocation
from segue.models import Model
from segue.parts import OpaquePart, Part, ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._pairing import At, pair
from segue.repairs.double_results import join_double_results

Results: TypeAlias = Mapping[At, ToolResultPart]
"""Results by the position of what they belong to."""


def to_store(
    messages: Iterable[Message],
    new_id: Callable[[], str] = str,
    *,
    thread_id: str | None = None,
    resource_id: str | None = None,
    made_by: Model | None = None,
    keep_strays: bool = False,
) -> tuple[StoredMessage, ...]:
    """Return messages to store, each with a new id; without `new_id` it is "", which a history replaces before it stores them.

    `made_by` made the turns that do not tell their maker; give its provider as the TypeScript original names it where that reads the
    rows too. Raises `ValueError` for a result whose call is not among the messages: `answered` puts it into the row that has the call.
    `keep_strays` stores it as a row of results, of role `tool`, instead.

    >>> from segue.prompts import assistant, call, result, tool, user
    >>> turn = (user("Tides?"), assistant(call("c1", "tides")), tool(result("c1", "6:12")), assistant("At 6:12."))
    >>> [message.role for message in to_store(turn, iter("ab").__next__)]
    ['user', 'assistant']
    """
    prompt = join_double_results(Prompt(tuple(messages)))
    answers, strays = _answers(prompt)
    if strays and not keep_strays:
        stray = next(iter(strays.values()))
        raise ValueError(f"no call {stray.id!r} is among the messages for the result of tool {stray.name!r}")
    rows = _rows(prompt, answers, strays, made_by)
    return tuple(evolve(row, id=new_id(), thread_id=thread_id, resource_id=resource_id) for row in rows)


def _answers(prompt: Prompt) -> tuple[Results, Results]:
    """Return the results by the positions of their calls, and by their own those without one."""
    pairs = pair(prompt)

    def result(at: At) -> ToolResultPart:
        return prompt.messages[at[0]].content[at[1]]  # type: ignore[return-value]

    answers = {call: result(places[0]) for call, places in pairs.answers.items() if places}
    strays = {at: result(at) for at in pairs.orphans}
    _pair_within(prompt, answers, strays)
    return answers, strays


def _pair_within(prompt: Prompt, answers: dict[At, ToolResultPart], strays: dict[At, ToolResultPart]) -> None:
    """Pair the results that stand in a model's own messages with the calls before them."""
    calls: dict[tuple[bool, str], At] = {}
    for index, message in enumerate(prompt.messages):
        for number, part in enumerate(message.content) if isinstance(message, AssistantMessage) else ():
            if isinstance(part, ToolCallPart):
                calls[part.hosted, part.id] = index, number
            elif isinstance(part, ToolResultPart):
                call = calls.get((part.hosted, part.id))
                held, at = (strays, (index, number)) if call is None else (answers, call)
                held[at] = evolve(held[at], output=held[at].output + part.output, error=part.error) if at in held else part


@define
class _Step:
    """What one model said in one go."""

    maker: Model | None
    parts: list[StoredPart]


def _rows(prompt: Prompt, answers: Results, strays: Results, made_by: Model | None) -> Iterator[StoredMessage]:
    """Yield the rows without ids."""
    by_message: defaultdict[int, list[ToolResultPart]] = defaultdict(list)
    for (index, _), stray in strays.items():
        by_message[index].append(stray)
    steps: list[_Step] = []
    for index, message in enumerate(prompt.messages):
        if isinstance(message, AssistantMessage):
            steps += _steps(index, message, answers, made_by)
        elif isinstance(message, ToolMessage):
            _carry(steps, message)
        if index in by_message or isinstance(message, SystemMessage | UserMessage):
            yield from (*_turn(steps), *_other(message, by_message[index]))
            steps = []
    yield from _turn(steps)


def _other(message: Message, strays: list[ToolResultPart]) -> Iterator[StoredMessage]:
    """Yield the row of what is no model's message, or of stray results."""
    if strays:
        calls = (ToolInvocation(stray.id, stray.name, "call", hosted=stray.hosted) for stray in strays)
        told = tuple(settled(call, stray) for call, stray in zip(calls, strays, strict=True))
        yield StoredMessage("", "tool", told, sources=RESPONSE)
    elif message.content:
        role = "system" if isinstance(message, SystemMessage) else "user"
        yield StoredMessage("", role, message.content, sources=INPUT)  # type: ignore[arg-type]


def _steps(index: int, message: AssistantMessage, answers: Results, made_by: Model | None) -> list[_Step]:
    """Return what each model said in a message, one as a rule: a part that tells another maker begins a step."""
    message = into_azure(message)
    steps = [_Step(message.origin, [])]
    for number, part in enumerate(message.content):
        maker = getattr(part, "origin", None)
        if steps[-1].maker is not None and maker not in {None, steps[-1].maker}:
            steps.append(_Step(maker, []))
        steps[-1].maker = maker or steps[-1].maker
        steps[-1].parts += _stored(part, answers.get((index, number)))
    return [_Step(step.maker or made_by, step.parts) for step in steps if step.parts]


def _carry(steps: list[_Step], message: ToolMessage) -> None:
    """Add what is among results and is none to the step that they answer."""
    unread = [part for part in message.content if isinstance(part, OpaquePart)]
    if unread and not steps:
        steps.append(_Step(None, []))
    if unread:
        steps[-1].parts += unread


def _stored(part: Part, result: ToolResultPart | None) -> tuple[StoredPart, ...]:
    """Return a part as it is stored; results are stored with their calls."""
    if isinstance(part, ReasoningPart):
        return (stored_reasoning(part),)
    if isinstance(part, ToolCallPart):
        call = ToolInvocation(part.id, part.name, "call", part.input, hosted=part.hosted, provider_options=part.provider_options)
        return (call if result is None else settled(call, result),)
    return () if isinstance(part, ToolResultPart) else (part,)  # type: ignore[return-value]


def _turn(steps: list[_Step]) -> Iterator[StoredMessage]:
    """Yield the row of a model's turn. It names its maker, and steps that another made do; where one's is not known, each step does."""
    if not steps:
        return
    all_known = all(step.maker is not None for step in steps)
    maker = steps[0].maker if all_known else None
    parts: list[StoredPart] = []
    for number, step in enumerate(steps):
        name = "" if step.maker is None or step.maker == maker else f"{step.maker.provider}/{step.maker.id}"
        if number or name:
            parts.append(StepStart(name))
        parts += step.parts
    yield StoredMessage("", "assistant", tuple(parts), metadata=_metadata(maker), sources=RESPONSE)


def _metadata(maker: Model | None) -> JsonObject:
    if maker is None:
        return EMPTY
    return JsonObject(provider=maker.provider, modelId=maker.id) if maker.id else JsonObject(provider=maker.provider)
