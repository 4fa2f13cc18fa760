"""Which result answers which call.

By id, in the latest turn that still waits for it; a second result of an answered call belongs to it too; a result that
stands before its call belongs to it where nothing else answers the call. Empty ids are paired by name and order.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate, repeat
from operator import attrgetter, is_not
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from segue.json_values import JsonObject
from segue.parts import Part, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Message, Prompt, RememberingPairs, ToolMessage
from segue.repairs._rebuilding import changed, with_content, with_messages

_recall = attrgetter("_pairs")
_remember = RememberingPairs.__dict__["_pairs"].__set__
At: TypeAlias = tuple[int, int]
"""Message index and part index."""
Calls: TypeAlias = "Mapping[At, ToolCallPart]"
Results: TypeAlias = "Mapping[At, ToolResultPart]"


@frozen
class Pairs:
    """Calls by position with the positions of their results, in order; and the results that have no call."""

    answers: dict[At, list[At]]
    orphans: list[At]

    def call_of(self) -> dict[At, At]:
        """Return the call of each result."""
        return {result: call for call, results in self.answers.items() for result in results}


def pair(prompt: Prompt) -> Pairs:
    """Pair the calls of the caller's own tools with their results. Linear. The prompt remembers the pairs, which nobody may change."""
    try:
        pairs: Pairs = _recall(prompt)
    except AttributeError:
        pairs = _paired(prompt)
        _remember(prompt, pairs)
    return pairs


def _paired(prompt: Prompt) -> Pairs:
    """Pair by id alone what a single call has; the rest, and all where results have no ids, turn by turn."""
    called, told = _calls_and_results(prompt)
    answers: dict[At, list[At]] = {at: [] for at in called}
    if not all(part.id for part in told.values()):
        return Pairs(answers, sorted(_by_turn(prompt, called, told, _Pairing(answers, nameless=True))))
    counts = Counter([part.id for part in called.values()])
    orphans = _by_id(called, told, answers, counts)
    if len(counts) < len(called):
        shared_calls = {at: part for at, part in called.items() if counts[part.id] > 1}
        shared_results = {at: part for at, part in told.items() if counts[part.id] > 1}
        orphans += _by_turn(prompt, shared_calls, shared_results, _Pairing(answers))
    return Pairs(answers, sorted(orphans))


def _calls_and_results(prompt: Prompt) -> tuple[Calls, Results]:
    """Return the calls of the caller's own tools, and their results, by position."""
    called: dict[At, ToolCallPart] = {}
    told: dict[At, ToolResultPart] = {}
    for index, message in enumerate(prompt.messages):
        if message.__class__ is AssistantMessage:
            for number, part in enumerate(message.content):
                if part.__class__ is ToolCallPart and not part.hosted:
                    called[index, number] = part
        elif message.__class__ is ToolMessage:
            for number, part in enumerate(message.content):
                if part.__class__ is ToolResultPart:
                    told[index, number] = part
    return called, told


def _by_id(called: Calls, told: Results, answers: dict[At, list[At]], counts: Mapping[str, int]) -> list[At]:
    """Give results to the one call of their id, an early one if nothing else answers it. Returns the results without a call."""
    call_of = {part.id: at for at, part in called.items()}
    orphans: list[At] = []
    early: list[tuple[At, At]] = []
    for at, part in told.items():
        call = call_of.get(part.id)
        if call is None:
            orphans.append(at)
        elif counts[part.id] == 1:
            if call < at:
                answers[call].append(at)
            else:
                early.append((call, at))
    for call, at in early:
        (orphans if answers[call] else answers[call]).append(at)
    return orphans


def _by_turn(prompt: Prompt, called: Calls, told: Results, pairing: _Pairing) -> list[At]:
    """Pair in the order in which calls and results stand; assistant messages in a row are one turn. Returns the results without a call."""
    turn_of = [*accumulate(map(is_not, map(type, prompt.messages), repeat(AssistantMessage)))]
    for at in sorted((*called, *told)):
        pairing.turn = turn_of[at[0]]
        if at in called:
            pairing.call(at, called[at])
        else:
            pairing.result(at, told[at])
    return pairing.finished()


def turns(prompt: Prompt) -> list[int]:
    """Return, for each message, the index of the assistant message it follows."""
    found, last = [], -1
    for index, message in enumerate(prompt.messages):
        last = index if isinstance(message, AssistantMessage) else last
        found.append(last)
    return found


def unclear_messages(prompt: Prompt) -> set[int]:
    """Return the indexes of the assistant messages of turns in which two calls share an id."""
    unclear: set[int] = set()
    turn: list[int] = []
    ids: list[str] = []
    for index, message in enumerate((*prompt.messages, None)):
        if isinstance(message, AssistantMessage):
            turn.append(index)
            ids += [part.id for _, part in calls(index, message)]
            continue
        if len(ids) != len(set(ids)):
            unclear.update(turn)
        turn, ids = [], []
    return unclear


def calls(index: int, message: AssistantMessage) -> Iterator[tuple[At, ToolCallPart]]:
    """Yield the calls of the caller's own tools with their positions."""
    for number, part in enumerate(message.content):
        if part.__class__ is ToolCallPart and not part.hosted:
            yield (index, number), part


@define
class _Pairing:
    """The calls met so far, by what a result may name: an id; or a name, or nothing, where it has none."""

    answers: dict[At, list[At]]
    nameless: bool = False
    """There are results without id, which are paired by name and order."""
    turn: int = 0
    waiting: defaultdict[tuple[str, ...], list[tuple[int, deque[At]]]] = Factory(lambda: defaultdict(list))
    last: dict[str, At] = Factory(dict)
    early: list[tuple[str, At]] = Factory(list)
    orphans: list[At] = Factory(list)

    def call(self, at: At, part: ToolCallPart) -> None:
        if part.id:
            self.last[part.id] = at
        kind = "id" if part.id else "empty"
        own = (kind, part.id)
        for key in (own, ("named", kind, part.name), ("any", kind)) if self.nameless else (own,):
            batches = self.waiting[key]
            if not batches or batches[-1][0] != self.turn:
                batches.append((self.turn, deque()))
            batches[-1][1].append(at)

    def result(self, at: At, part: ToolResultPart) -> None:
        call = self._first(("id", part.id)) if part.id else self._unnamed(part.name)
        call = self.last.get(part.id) if call is None else call
        if call is not None:
            self.answers[call].append(at)
        elif part.id:
            self.early.append((part.id, at))
        else:
            self.orphans.append(at)

    def _unnamed(self, name: str) -> At | None:
        """Return the call for a result without id: one without id where there are such, else any, of that name if it has one."""
        kind = "empty" if ("any", "empty") in self.waiting else "id"
        return self._first(("named", kind, name) if name else ("any", kind))

    def _first(self, key: tuple[str, ...]) -> At | None:
        """Return the first waiting call of the latest turn that has one."""
        batches = self.waiting.get(key)
        while batches:
            batch = batches[-1][1]
            while batch and self.answers[batch[0]]:
                batch.popleft()
            if batch:
                return batch[0]
            batches.pop()
        return None

    def finished(self) -> list[At]:
        """Give results that came early to a call of their id that nothing else answers; return the rest, which have none."""
        for id, at in self.early:
            call = self._first(("id", id))
            if call is not None:
                self.answers[call].append(at)
            else:
                self.orphans.append(at)
        return self.orphans


def with_ids(prompt: Prompt, ids: Mapping[At, str]) -> Prompt:
    """Give the calls and results at these positions these ids, and those to details that sign a call of their message."""
    messages = [*prompt.messages]
    made: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for (index, number), wanted in ids.items():
        if wanted != getattr(messages[index].content[number], "id", None):
            made[index][number] = wanted
    for index, new in made.items():
        message = messages[index]
        content = [changed(part, id=new[number]) if number in new else part for number, part in enumerate(message.content)]
        messages[index] = _with_details(message, with_content(message, content))
    return with_messages(prompt, messages)


def _with_details(before: Message, after: Message) -> Message:
    """Let OpenRouter's details name the calls of their message as these are named now."""
    new = {old.id: part.id for old, part in zip(before.content, after.content, strict=True) if isinstance(old, ToolCallPart)}  # type: ignore[union-attr]

    def named(part: Part) -> Part:
        if not isinstance(part, ReasoningPart) or not isinstance(detail := option(part, "openrouter", "detail"), JsonObject):
            return part
        id: Any = detail.get("id")
        if new.get(id, id) == id:
            return part
        own = JsonObject({**part.provider_options["openrouter"], "detail": detail.with_(id=new[id])})
        return changed(part, provider_options=part.provider_options.with_(openrouter=own))

    return with_content(after, map(named, after.content))


def without_marked(prompt: Prompt, gone: Collection[At]) -> list[Message | None]:
    """Return the messages without the parts at these positions, None for one that held nothing else."""
    made: list[Message | None] = [*prompt.messages]
    for index in {index for index, _ in gone}:
        message = prompt.messages[index]
        kept = [part for number, part in enumerate(message.content) if (index, number) not in gone]
        made[index] = with_content(message, kept) if kept else None
    return made


def without(prompt: Prompt, gone: Collection[At]) -> Prompt:
    """Take out the parts at these positions, and the messages that held nothing else."""
    return with_messages(prompt, [message for message in without_marked(prompt, gone) if message is not None]) if gone else prompt
