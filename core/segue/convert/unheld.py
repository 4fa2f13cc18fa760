"""What a format has no place for: marks and tokens that stay behind when a history is written in it, though no rule took them.

Words, files, calls and results are the rules' concern, and their losses are told as changes. This is about what stands beside them: that
a result is an error, cache markers, what only another provider reads, fields of another wire format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from segue.failures import Change
from segue.kinds import Loss, Place
from segue.parts import OpaquePart, ToolResultPart
from segue.profiles.dialect import DETAILS
from segue.profiles.dialects import dialect_of
from segue.profiles.gemini import SIGNED
from segue.prompts import Request
from segue.targets import Target

_NOTHING = frozenset[Loss]()
_GONE = frozenset({Loss.REASONING, Loss.MEDIA, Loss.DEMOTED, Loss.DUPLICATE, Loss.HOSTED_CALL, Loss.EMPTY_TEXT, Loss.EMPTY_MESSAGE})
"""With what goes under these goes all that stood beside it."""
_MARKERS = frozenset({"cacheControl", "cachePoint"})


@frozen
class Held:
    """What a format holds beside content."""

    tokens: frozenset[str]
    """The names, of providers or of single options, whose tokens it writes."""
    markers: frozenset[str] = frozenset()
    """The providers whose cache markers it writes."""
    errors: bool = True
    """It tells that a result is an error."""


_HELD = {
    "anthropic": Held(frozenset({"anthropic"}), frozenset({"anthropic"})),
    "bedrock-converse": Held(frozenset({"bedrock"}), frozenset({"bedrock"})),
    "gemini": Held(frozenset(SIGNED)),
    "openai-responses": Held(frozenset({"openai"}), errors=False),
}


def unheld(
    request: Request, places: Iterable[tuple[Place, tuple[Place, ...]]], format: str, target: Target, changes: Iterable[Change] = ()
) -> Iterator[Change]:
    """Yield what this format has no place for of a request, at its places. What rules took there, as `changes` tell, is left out.

    >>> from segue.prompts import Prompt, tool, result
    >>> request = Request(Prompt((tool(result("c1", "No such train.", error=True)),)))
    >>> [str(change) for change in unheld(request, [((0,), ((0, "content", 0),))], "openai-responses", Target())]
    ['[0].content[0]: not in openai-responses (error flag)']
    """
    held = _chat(target) if format == "openai-chat" else _HELD.get(format)
    told = _told(changes)
    for message, (place, parts) in zip(request.prompt.messages, places, strict=True):
        around = _NOTHING if place in parts else told.get(place, _NOTHING)  # an item is the place of its message too
        for record, at in ((message, place), *zip(message.content, parts, strict=False)):
            known = around | told.get(at, _NOTHING)
            lost = frozenset(_lost(record, format, held)) - known
            if lost and not known & _GONE:
                yield Change(f"not in {format}", at, lost)


def _told(changes: Iterable[Change]) -> Mapping[Place, frozenset[Loss]]:
    told: dict[Place, frozenset[Loss]] = {}
    for change in changes:
        told[change.place] = told.get(change.place, _NOTHING) | change.losses
    return told


def _chat(target: Target) -> Held:
    """Return what a dialect of Chat Completions holds: voices and refusals, and what its provider wants back."""
    dialect = dialect_of(target)
    said = {f"openai.{name}" for name in ("audio", "refusal") if dialect.has("assistant", name)}
    tokens = {"openai.imageDetail", *said, *dialect.tokens, *(SIGNED if dialect.signed else ())}
    detailed = {"openrouter", "anthropic", "openai"} if dialect.reasoning == DETAILS else set()
    return Held(frozenset(tokens | detailed), frozenset({"anthropic"} if "cache_control" in dialect.marks else ()), errors=False)


def _lost(record: Any, format: str, held: Held | None) -> Iterator[Loss]:
    """Yield what is lost of a record and of its pieces. A format that is not told about holds whatever options there are."""
    if isinstance(record, OpaquePart):
        return
    if record.extras is not None and record.extras.format != format and any(record.extras.fields.values()):
        yield Loss.UNKNOWN_FIELD
    if held is not None:
        yield from _options_lost(record, held)
        if isinstance(record, ToolResultPart) and record.error and not held.errors:
            yield Loss.ERROR_FLAG
    for piece in record.output if isinstance(record, ToolResultPart) else ():
        yield from _lost(piece, format, held)


def _options_lost(record: Any, held: Held) -> Iterator[Loss]:
    for provider, options in record.provider_options.items():
        names = options if isinstance(options, dict) else ()
        if provider not in held.markers and any(name in _MARKERS for name in names):
            yield Loss.CACHE_MARKER
        if provider not in held.tokens and any(f"{provider}.{name}" not in held.tokens for name in names if name not in _MARKERS):
            yield Loss.OPAQUE_TOKEN
