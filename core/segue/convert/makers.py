"""Who made a stored message: what its row tells, in the names by which the rules know providers."""

from __future__ import annotations

from functools import lru_cache

from segue.json_values import JsonObject
from segue.models import Model
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart
from segue.targets import PROVIDERS, Target

_KNOWN = frozenset(name for name, _ in PROVIDERS.values())
_REMEMBERED = 256


def maker_of(metadata: JsonObject) -> Model | None:
    """Return the model that a row's metadata names, None where it names none.

    >>> maker_of(JsonObject(provider="openai.responses", modelId="gpt-5.2"))
    Model(provider='openai', id='gpt-5.2')
    """
    provider, model = metadata.get("provider"), metadata.get("modelId")
    return _made_by(provider if isinstance(provider, str) else "", model if isinstance(model, str) else "")


def lacks_maker(part: object) -> bool:
    """Tell whether a part has a maker that nobody told: a thought, or a call or result of a tool that a provider ran."""
    hosted = isinstance(part, ToolCallPart | ToolResultPart) and part.hosted
    return (hosted or isinstance(part, ReasoningPart)) and part.origin is None  # type: ignore[attr-defined]


def step_maker(name: str, otherwise: Model | None) -> Model | None:
    """Return the model that a step names, the message's where the step names none that is known."""
    return otherwise if not name else _made_by("", name) or otherwise


@lru_cache(_REMEMBERED)
def _made_by(provider: str, model: str) -> Model | None:
    """Return a model under its provider's own name: `openai.responses` is OpenAI, `vertex.anthropic.messages` Claude on Vertex."""
    if not provider:
        return _named(model)
    target = Target.of(Model(provider, model))
    if "anthropic" in provider.lower().split(".") and "claude" not in model.lower():
        return Model("anthropic", model)
    return Model(target.provider, model)


def _named(name: str) -> Model | None:
    """Return the model behind a name such as `anthropic/claude-sonnet-4-5` or `gpt-5.2`, None where it names no provider."""
    provider, slash, model = name.partition("/")
    if slash:
        return _made_by(provider, model)
    target = Target.of(name)
    if target.provider in _KNOWN:
        return Model(target.provider, target.model)
    return Model("anthropic", name) if "claude" in name.lower() else None
