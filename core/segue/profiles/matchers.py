"""Which provider a model is of, told from the name it was given, as the rules of the documents ask.

A name is a text such as `anthropic/claude-sonnet-4-5`, a mapping or object with `provider` and `model_id`, a list of fallbacks, a
function that is to choose, or nothing. A list is of every provider that one of its entries is of. These are coarser than
`segue.targets.Target`, which reads a list as its first entry, and knows gateways; `BUILT_IN` rules ask that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from segue.models import Model
from segue.targets import Target

_AZURE = re.compile(r"azure(-openai)?(\.[a-z0-9_-]+)?", re.ASCII | re.IGNORECASE)
# What follows a date's length of digits is no minor version: `claude-opus-4-20250514` is 4.0.
# Nor is a version longer than what begins it, so that no number is too long to read.
_CLAUDE = re.compile(r"claude-(?:opus-|sonnet-|haiku-)?0*([0-9]{1,9})(?:[.-]([0-9]{1,5})(?![0-9]))?", re.ASCII | re.IGNORECASE)
_GEMINI = re.compile(r"gemini-0*([0-9]{1,9})", re.ASCII | re.IGNORECASE)
_NO_PREFILL_SINCE = (4, 6)
_NO_TRAILING_TURN_SINCE = 3
_FAMILIES = (
    ("anthropic", ("anthropic",)),
    ("openai", ("openai", "azure", "azure-openai")),
    ("google", ("google", "vertex", "google-vertex")),
)


@frozen
class _Name:
    provider: str = ""
    id: str = ""
    split: bool = False
    """It was one text, so the provider's name is whole."""
    open: bool = False
    """A function is yet to choose."""

    def of(self, provider: str) -> bool:
        if self.split:
            return _follows(self.provider, provider, ("",))
        return _follows(self.provider, provider, ("", ".", "-")) or _follows(self.id, provider, ("/", ":"))

    def family(self) -> str | None:
        named = next((family for family, providers in _FAMILIES if any(map(self.of, providers))), None)
        return "anthropic" if named == "google" and self._claude() else named

    def _claude(self) -> bool:
        return "anthropic" in self.provider.lower().split(".") or "claude" in self.id.lower()


def _follows(text: str, provider: str, ends: tuple[str, ...]) -> bool:
    """Tell whether a text is the provider's name, in capitals or not, and one of these ends."""
    size = len(provider)
    return text[:size].lower() == provider and text[size : size + 1] in ends


def is_anthropic(model: object) -> bool:
    """Tell whether a model is run by Anthropic itself. Claude on Vertex is of its family all the same.

    >>> is_anthropic("anthropic/claude-sonnet-4-5"), is_anthropic({"provider": "anthropic.messages"}), is_anthropic("claude-3-opus")
    (True, True, False)
    """
    return any(name.of("anthropic") for name in _names(model))


def is_cerebras(model: object) -> bool:
    """Tell whether a model is run by Cerebras."""
    return any(name.of("cerebras") for name in _names(model))


def is_azure(model: object) -> bool:
    """Tell whether a model is run by Azure OpenAI."""
    return any(map(_is_azure, _names(model)))


def _is_azure(name: _Name) -> bool:
    if name.split:
        return name.of("azure") or name.of("azure-openai")
    prefixed = any(_follows(name.id, provider, ("/", ":")) for provider in ("azure", "azure-openai"))
    return prefixed or _AZURE.fullmatch(name.provider) is not None


def family(model: object) -> str | None:
    """Return the first of `anthropic`, `openai` and `google` that a model is of, None where it is of none.

    >>> family("azure/gpt-5"), family([{"model": "google/gemini-3-pro"}, {"model": "openai/gpt-5"}]), family("mistral/large")
    ('openai', 'openai', None)
    """
    found = {name.family() for name in _names(model)}
    return next((known for known, _ in _FAMILIES if known in found), None)


def provider_id(model: object) -> str | None:
    """Return the provider that a model's object names, None where a text or nothing names it."""
    return next((name.provider for name in _names(model) if name.provider and not name.split), None)


def refuses_prefill(model: object) -> bool:
    """Tell whether a model may refuse to go on from an assistant message at the end: Claude since 4.6, or of unknown version."""
    return any(name.open or (name.family() == "anthropic" and _since_4_6(name.id)) for name in _names(model))


def _since_4_6(id: str) -> bool:
    found = _CLAUDE.search(id)
    return found is None or (int(found[1]), int(found[2] or 0)) >= _NO_PREFILL_SINCE


def refuses_trailing_model_turn(model: object) -> bool:
    """Tell whether a model may refuse a history that ends with a model's turn: Gemini since 3, or of unknown version."""
    return any(name.open or (name.family() == "google" and _since_3(name.id)) for name in _names(model))


def _since_3(id: str) -> bool:
    found = _GEMINI.search(id)
    return found is None or int(found[1]) >= _NO_TRAILING_TURN_SINCE


def _names(model: object) -> Iterator[_Name]:
    if isinstance(model, list | tuple):
        yield from (name for entry in model for name in _names(_chosen(entry)))
    elif isinstance(model, Target) and model.given is not None:
        yield from _names(model.given)
    elif (name := _name(model)) is not None:
        yield name


def _chosen(entry: object) -> object:
    """Return the model that an entry of a list wraps; the entry where it wraps none."""
    chosen = entry.get("model") if isinstance(entry, Mapping) else None
    return entry if chosen is None else chosen


def _name(model: object) -> _Name | None:
    match model:
        case str():
            return _split(model)
        case Model():
            return _Name(model.provider, model.id)
        case Target():
            return _Name(model.provider, model.model)
    provider, id = _text(model, "provider"), _text(model, "modelId") or _text(model, "model_id")
    if provider or id:
        return _Name(provider, id)
    return _Name(open=True) if callable(model) else None


def _split(text: str) -> _Name | None:
    at = min((index for index in (text.find("/"), text.find(":")) if index >= 0), default=-1)
    return None if at < 0 else _Name(text[:at], text[at + 1 :], split=True)


def _text(model: object, key: str) -> str:
    value = model.get(key) if isinstance(model, Mapping) else getattr(model, key, None)
    return value if isinstance(value, str) else ""
