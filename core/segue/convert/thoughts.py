"""Reasoning as rows hold it, in stretches, and as prompts do, a part a stretch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segue.json_values import EMPTY, JsonObject
from segue.messages import StoredReasoning, Thought
from segue.models import Model
from segue.parts import ReasoningPart, option

_TOKENS = ("signature", "redactedData")


def reasoning_parts(stored: StoredReasoning, origin: Model | None) -> tuple[ReasoningPart, ...]:
    """Return the parts that stored reasoning becomes: one a stretch, each with the token that signs it.

    The options go to one of them: the stretch whose token they repeat, else the first without one. No token is given twice.
    """
    thoughts = _stretches(stored)
    owner = _owner(thoughts, stored.provider_options)
    return tuple(
        ReasoningPart(thought.text, _options(thought, stored.provider_options if index == owner else EMPTY), origin)
        for index, thought in enumerate(thoughts)
    )


def _stretches(stored: StoredReasoning) -> Sequence[Thought]:
    """Return the stretches. Where none of them has text, the whole text belongs to the first that may have some."""
    if not stored.text or any(thought.text for thought in stored.details):
        return stored.details or (Thought(),)
    at = next((index for index, thought in enumerate(stored.details) if thought.redacted is None), None)
    if at is None:
        return Thought(stored.text), *stored.details
    return *stored.details[:at], Thought(stored.text, stored.details[at].signature), *stored.details[at + 1 :]


def _owner(thoughts: Sequence[Thought], options: JsonObject) -> int:
    """Return the index of the stretch to which the options belong."""
    if len(thoughts) < 2:
        return 0
    repeated = (index for index, thought in enumerate(thoughts) for _, token in _own(thought) if _has(options, token))
    bare = (index for index, thought in enumerate(thoughts) if not tuple(_own(thought)))
    return next(repeated, next(bare, 0))


def _own(thought: Thought) -> Iterator[tuple[str, str]]:
    pairs = zip(_TOKENS, (thought.signature, thought.redacted), strict=True)
    return ((name, token) for name, token in pairs if token)


def _has(options: JsonObject, token: str) -> bool:
    return any(value == token for own in options.values() if isinstance(own, JsonObject) for value in own.values())


def _options(thought: Thought, options: JsonObject) -> JsonObject:
    """Return the options with the stretch's own token, as Anthropic's; those that hold one already stay as they are."""
    anthropic = options.get("anthropic")
    anthropic = anthropic if isinstance(anthropic, JsonObject) else EMPTY
    own = {name: token for name, token in _own(thought) if not _has(options, token)}
    if not own or any(anthropic.get(name) for name in _TOKENS):
        return options
    return options.with_(anthropic=anthropic.with_(**own))


def stored_reasoning(part: ReasoningPart) -> StoredReasoning:
    """Return a reasoning part as it is stored: one stretch, its options beside it."""
    signature, redacted = (option(part, "anthropic", name) for name in _TOKENS)
    if isinstance(redacted, str) and not part.text:
        return StoredReasoning("", (Thought(redacted=redacted),), part.provider_options)
    return StoredReasoning("", (Thought(part.text, signature if isinstance(signature, str) else None),), part.provider_options)
