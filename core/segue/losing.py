"""What a change really lost, of what its rule may lose: told by what stood in its place before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import compress

from segue.kinds import Loss, Place
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolResultPart, option
from segue.prompts import Request


def _has_marker(record: object) -> bool:
    return option(record, "anthropic", "cacheControl") is not None or option(record, "bedrock", "cachePoint") is not None


def _has_token(record: object) -> bool:
    options: Mapping[str, Mapping[str, object]] = getattr(record, "provider_options", {})
    return any(name not in {"cacheControl", "cachePoint"} for own in options.values() if isinstance(own, Mapping) for name in own)


def _is_blank(record: object) -> bool:
    return isinstance(record, TextPart) and not record.text.strip()


_SIGNS: Mapping[Loss, Callable[[object], bool]] = {
    Loss.CACHE_MARKER: _has_marker,
    Loss.OPAQUE_TOKEN: _has_token,
    Loss.REASONING: lambda record: isinstance(record, ReasoningPart),
    Loss.MEDIA: lambda record: isinstance(record, FilePart),
    Loss.FILE_NAME: lambda record: isinstance(record, FilePart) and bool(record.filename),
    Loss.EMPTY_TEXT: _is_blank,
    Loss.EMPTY_MESSAGE: lambda record: getattr(record, "content", None) == (),
    Loss.ERROR_FLAG: lambda record: isinstance(record, ToolResultPart) and record.error,
    Loss.SPEAKER: lambda record: bool(getattr(record, "name", None)) and hasattr(record, "content"),
    Loss.UNKNOWN_FIELD: lambda record: isinstance(record, OpaquePart) or getattr(record, "extras", None) is not None,
}
"""What shows in a record that it may be lost there. A loss that leaves no such sign is always told."""


def narrowed(losses: frozenset[Loss], records: Iterable[object]) -> frozenset[Loss]:
    """Keep the losses of which one of the records shows a sign, and those that show none."""
    seen = list(records)
    return frozenset(loss for loss in losses if loss not in _SIGNS or any(map(_SIGNS[loss], seen)))


def records_at(request: Request, places: Mapping[int, Place], wanted: Container[Place]) -> Mapping[Place, list[object]]:
    """Return the records of each place that is wanted: a message with its parts, a part with the pieces of its output.

    Messages whose place nobody asked for so far are passed over.
    """
    found: defaultdict[Place, list[object]] = defaultdict(list)
    messages = request.prompt.messages
    for message in compress(messages, map(places.__contains__, map(id, messages))):
        whole = places[id(message)]
        if whole in wanted:
            found[whole] += [message, *(piece for part in message.content for piece in _with_pieces(part))]
        for part in message.content:
            place = places[id(part)]
            if place in wanted and place != whole:
                found[place] += _with_pieces(part)
    for tool in request.tools:
        found[places[id(tool)]].append(tool)
    return found


def _with_pieces(part: object) -> tuple[object, ...]:
    return (part, *part.output) if isinstance(part, ToolResultPart) else (part,)
