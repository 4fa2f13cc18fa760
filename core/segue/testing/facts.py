"""What a request says, as facts: one a part, in order, with its satellites (tokens, markers, unclaimed fields) as details."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import Factory, evolve, frozen
from toolz import identity

from segue.json_values import JsonText, freeze, parse
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.media_types import usual_type
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.testing.exact import exact, is_marker, option_leaves
from segue.testing.pairing import At, answers_of

Detail: TypeAlias = tuple[str, Any]
"""`token`, `marker`, `extra`, `origin`, `speaker` or `error`, and what it says."""


@frozen(eq=False)
class Fact:
    """What one part says."""

    kind: str
    """`text`, `reasoning`, `file`, `json`, `call`, `result`, `opaque`; `nothing` for a message without parts; `tool`, `choice`."""
    role: str
    """The message's; `result` within a tool result."""
    value: Any
    """The content, as `exact` gives it; of a text or a call's input the thing itself."""
    part: Any = None
    """The very part; `said` is as it is read, halves of characters completed or not."""
    said: Any = None
    details: tuple[Detail, ...] = ()
    ats: tuple[At, ...] = ()
    """Message and part index; more than one where results of one call were folded."""
    id: str = ""
    name: str = ""
    """The tool's; of a result that does not repeat it that of its call."""
    written: str = ""
    """The name that stands on the part itself."""
    pieces: tuple[Fact, ...] = ()
    twin: bool = False
    """The same call stands before it in its message, with the same result; or it is the result of such a call. Of a message without
    parts: it stands beside one of its role."""
    whole: Message | None = None
    """The message without parts: of several, one is rather itself than another."""
    loose: bool = False
    """It was within a result that is no more."""

    @property
    def message(self) -> int:
        """The message index, -1 for what is in none."""
        return self.ats[0][0] if self.ats else -1


@frozen(eq=False)
class Said:
    """All facts of a request, and the details of each message."""

    facts: tuple[Fact, ...]
    messages: tuple[tuple[Detail, ...], ...]
    offers: tuple[Fact, ...]
    body: tuple[Detail, ...]
    answers: dict[At, list[At]] = Factory(dict)
    orphans: frozenset[At] = frozenset()


def facts_of(request: Request, *, folded: bool = False, read: Callable[[Any], Any] = identity) -> Said:
    """Return what a request says; `folded` takes the results of one call for one, `read` gives a part as it is to be read."""
    messages = request.prompt.messages
    answers, orphans = answers_of(request.prompt)
    facts = [fact for index in range(len(messages)) for fact in _of_message(index, messages, read)]
    facts = _named(facts, answers)
    facts = _twins_marked(facts, answers)
    if folded:
        facts = _folded(facts, answers)
    choice = request.tool_choice
    offers = (*map(_offer, request.tools), *([] if choice is None else [Fact("choice", "", None, name=choice, written=choice)]))
    return Said(tuple(facts), tuple(map(_of_envelope, messages)), offers, tuple(_extras(request)), answers, frozenset(orphans))


def role_of(message: Message) -> str:
    """Return the role of a message; a developer's differs from the system's."""
    if isinstance(message, SystemMessage):
        return "developer" if message.developer else "system"
    return {UserMessage: "user", AssistantMessage: "assistant", ToolMessage: "tool"}[message.__class__]


def _of_message(index: int, messages: Sequence[Message], read: Callable[[Any], Any]) -> Iterator[Fact]:
    message, neighbours = messages[index], (*messages[max(0, index - 1) : index], *messages[index + 1 : index + 2])
    role = role_of(message)
    if not message.content:
        beside = any(role_of(neighbour) == role for neighbour in neighbours)
        yield Fact("nothing", role, None, ats=((index, 0),), twin=beside, whole=message)
    for number, part in enumerate(message.content):
        yield _fact(part, role, (index, number), read)


def _fact(part: Any, role: str, at: At, read: Callable[[Any], Any]) -> Fact:
    details, said = tuple(_details(part)), read(part)
    match said:
        case TextPart(text=text):
            return Fact("text", role, text, part, said, details, (at,))
        case ReasoningPart(text=text):
            return Fact("reasoning", role, text, part, said, details, (at,))
        case FilePart():
            return Fact("file", role, (usual_type(said), said.data, said.encoding, said.filename), part, said, details, (at,))
        case JsonPart(value=value):
            return Fact("json", role, exact(value), part, said, details, (at,))
        case OpaquePart():
            return Fact("opaque", role, (said.kind, exact(said.value), said.format), part, said, details, (at,))
        case ToolCallPart():
            return Fact("call", role, said.input, part, said, details, (at,), part.id, part.name, part.name)
    pieces = tuple(_fact(piece, "result", at, read) for piece in part.output)
    return Fact("result", role, part.hosted, part, said, details, (at,), part.id, part.name, part.name, pieces)


def _details(part: Any) -> Iterator[Detail]:
    for path, leaf in option_leaves(getattr(part, "provider_options", None) or {}):
        yield ("marker" if is_marker(path) else "token"), (path, leaf)
    yield from _extras(part)
    if getattr(part, "origin", None) is not None and not (isinstance(part, ToolResultPart) and not part.hosted):
        yield "origin", str(part.origin)
    if getattr(part, "error", False):
        yield "error", True


def _extras(record: Any) -> Iterator[Detail]:
    extras = getattr(record, "extras", None)
    if extras is not None:
        for key, value in extras.fields.items():
            yield "extra", (extras.format, key, exact(value))


def _of_envelope(message: Message) -> tuple[Detail, ...]:
    speaker = getattr(message, "name", None)
    return (*_details(message), *([] if speaker is None else [("speaker", speaker)]))


def _offer(tool: ToolDefinition) -> Fact:
    value = (tool.description, exact(tool.input_schema), tool.hosted, exact(tool.args))
    return Fact("tool", "", value, tool, tool, tuple(_details(tool)), name=tool.name, written=tool.name)


def parsed(value: Any) -> Any:
    """Return a call's input as `exact` gives it, an object in its JSON text read."""
    return exact(freeze(parse(value))) if value.__class__ is JsonText else exact(value)


def _named(facts: list[Fact], answers: dict[At, list[At]]) -> list[Fact]:
    """Give results that do not repeat the name of their tool that of their call."""
    call_of = {result: call for call, results in answers.items() for result in results}
    names = {fact.ats[0]: fact.name for fact in facts if fact.kind == "call"}
    return [
        evolve(fact, name=names.get(call_of.get(fact.ats[0], (-1, -1)), "")) if fact.kind == "result" and not fact.name else fact
        for fact in facts
    ]


def _twins_marked(facts: list[Fact], answers: dict[At, list[At]]) -> list[Fact]:
    by_at = {fact.ats[0]: fact for fact in facts}
    seen: dict[Any, list[Any]] = {}
    twins: set[At] = set()
    for fact in facts:
        if fact.kind == "call":
            told = [_told(by_at[at]) for at in answers.get(fact.ats[0], ())]
            first = seen.setdefault((fact.message, fact.name, parsed(fact.value), fact.part.hosted), told)
            if first is not told and (not told or told == first):
                twins |= {fact.ats[0], *answers.get(fact.ats[0], ())}
    return [evolve(fact, twin=True) if fact.ats[0] in twins else fact for fact in facts]


def _told(result: Fact) -> Any:
    return [(piece.kind, piece.value) for piece in result.pieces], result.part.error


def _folded(facts: list[Fact], answers: dict[At, list[At]]) -> list[Fact]:
    """Take the results of one call for one, where the first of them stands."""
    by_at = {fact.ats[0]: fact for fact in facts}
    later = {at for results in answers.values() for at in results[1:]}
    wholes = {results[0]: _whole([by_at[at] for at in results]) for results in answers.values() if len(results) > 1}
    return [wholes.get(fact.ats[0], fact) for fact in facts if fact.ats[0] not in later]


def _whole(results: list[Fact]) -> Fact:
    return evolve(
        results[0],
        part=None,
        details=tuple(dict.fromkeys(detail for result in results for detail in result.details)),
        ats=tuple(result.ats[0] for result in results),
        pieces=tuple(piece for result in results for piece in result.pieces),
    )
