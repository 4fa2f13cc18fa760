"""Who made the thoughts of a history, and which opaque tokens a provider really issued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from attrs import frozen

from tests.judges.checks import Issued
from tests.switch.facts import Call, Hosted, Text, Thought
from tests.switch.reading import items, read
from tests.switch.run import makers

SEARCH_KEYS = ("encrypted_content", "encryptedContent")


@frozen
class Made:
    """A thought, the model that had it, whether an answer or a call came of it, and whether it stands in the last item of its history."""

    thought: Thought
    maker: str
    led: bool
    closing: bool


def maker_at(history: dict[str, Any], at: int) -> str:
    """Name the model that made item `at`."""
    made_by = makers(history)
    if isinstance(made_by, str):
        return made_by
    return next((model for start, model in reversed(made_by) if start <= at), history["from_model"])


def thoughts(history: dict[str, Any]) -> Iterator[Made]:
    """Yield the thoughts of a history."""
    turns = read(history["history"], history["format"])
    told = [(turn.at, item) for turn in turns for item in turn.told]
    for number, (at, item) in enumerate(told):
        if isinstance(item, Thought):
            behind = takewhile(_is_models_own, (entry for _, entry in told[number + 1 :]))
            yield Made(item, maker_at(history, at), any(not isinstance(entry, Thought) for entry in behind), at == turns[-1].at)


def _is_models_own(item: object) -> bool:
    return item.role == "assistant" if isinstance(item, Text) else isinstance(item, Call | Hosted | Thought)


def issued_by_anthropic(history: dict[str, Any]) -> Issued:
    """Collect what Anthropic's API can read again: what Claude signed, at home or elsewhere."""
    own = [made.thought for made in thoughts(history) if made.thought.token and "claude" in made.maker]
    return Issued(
        {thought.token: thought.words for thought in own if thought.form == "signed"},
        frozenset(thought.token for thought in own if thought.form == "redacted"),
        frozenset(_searched(history)),
    )


def issued_by_google(history: dict[str, Any]) -> Issued:
    """Collect the signatures that the Gemini API made; those of Vertex are another's."""
    own = (made.thought for made in thoughts(history) if made.maker.startswith("google/"))
    return Issued({thought.token: thought.words for thought in own if thought.form == "signature"})


def encrypted_by_openai(history: dict[str, Any]) -> frozenset[str]:
    """Collect the encrypted reasoning that OpenAI's API can read again."""
    own = (made.thought for made in thoughts(history) if made.maker.startswith("openai/"))
    return frozenset(thought.token for thought in own if thought.form == "encrypted" and thought.token)


def linked_by_openai(history: dict[str, Any]) -> frozenset[str]:
    """Collect the ids of what OpenAI's models wrote: where a model reasons, each may have been made with reasoning, stored or lost."""
    found = enumerate(items(history["history"], history["format"]))
    return frozenset(id for at, item in found if maker_at(history, at).startswith("openai/") for id in _ids(item))


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value[key] for key in ("id", "itemId") if isinstance(value.get(key), str))
    for entry in _entries(value):
        yield from _ids(entry)


def _searched(history: dict[str, Any]) -> Iterator[str]:
    for at, item in enumerate(items(history["history"], history["format"])):
        if maker_at(history, at).startswith("anthropic/"):
            yield from _payloads(item)


def _payloads(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value[key] for key in SEARCH_KEYS if isinstance(value.get(key), str))
    for entry in _entries(value):
        yield from _payloads(entry)


def _entries(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
