"""Where a conversation goes next: provider, endpoint, model, version, and the settings that change demands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from attrs import evolve, field, frozen

from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.models import Model

# provider -> (its name here, the endpoint it speaks when none is named). Sources: the providers' own API references, and the
# provider ids of the AI SDK and LiteLLM, whose spellings people paste.
_CHAT = "openai-chat"
PROVIDERS: Mapping[str, tuple[str, str]] = {
    "anthropic": ("anthropic", "anthropic"), "claude": ("anthropic", "anthropic"),
    "openai": ("openai", _CHAT),
    "azure": ("azure", _CHAT), "azure-openai": ("azure", _CHAT),
    "google": ("google", "gemini"), "gemini": ("google", "gemini"), "google-generative-ai": ("google", "gemini"),
    "vertex": ("vertex", "gemini"), "google-vertex": ("vertex", "gemini"), "vertex_ai": ("vertex", "gemini"),
    "bedrock": ("bedrock", "bedrock-converse"), "amazon-bedrock": ("bedrock", "bedrock-converse"),
    "mistral": ("mistral", _CHAT), "cerebras": ("cerebras", _CHAT), "deepseek": ("deepseek", _CHAT), "groq": ("groq", _CHAT),
    "xai": ("xai", _CHAT), "moonshot": ("moonshot", _CHAT), "moonshotai": ("moonshot", _CHAT), "openrouter": ("openrouter", _CHAT),
    "fireworks": ("fireworks", _CHAT), "together": ("together", _CHAT), "togetherai": ("together", _CHAT),
    "perplexity": ("perplexity", _CHAT), "zai": ("zai", _CHAT), "zhipu": ("zai", _CHAT), "minimax": ("minimax", _CHAT),
    "dashscope": ("dashscope", _CHAT), "ollama": ("ollama", _CHAT), "vllm": ("vllm", _CHAT), "llamacpp": ("llamacpp", _CHAT),
    "copilot": ("copilot", _CHAT), "github-copilot": ("copilot", _CHAT), "cohere": ("cohere", _CHAT), "ifm": ("ifm", _CHAT),
    "sglang": ("sglang", _CHAT), "lmstudio": ("lmstudio", _CHAT), "lm-studio": ("lmstudio", _CHAT), "localai": ("localai", _CHAT),
    "llama-cpp": ("llamacpp", _CHAT), "mlx": ("mlx", _CHAT), "jan": ("jan", _CHAT),
    "transformers": ("transformers", _CHAT), "docker": ("docker", _CHAT),
    "nvidia": ("nvidia", _CHAT), "nim": ("nvidia", _CHAT), "huggingface": ("huggingface", _CHAT), "hf": ("huggingface", _CHAT),
    "novita": ("novita", _CHAT), "opencode": ("opencode", _CHAT),
}  # fmt: skip
ENDPOINTS: Mapping[str, str] = {
    "chat": _CHAT, "completions": _CHAT, "responses": "openai-responses", "messages": "anthropic", "anthropic": "anthropic",
    "converse": "bedrock-converse", "generative-ai": "gemini",
}  # fmt: skip
_MODEL = ("model_id", "modelId", "model", "id")
_SAID = frozenset({"provider", *_MODEL, "like", "layout", "template"})
"""The keys of a mapping that are no settings."""
DIALECTS = frozenset({("ollama", "native")})
"""Second layouts of one endpoint, by provider and what stands behind the dot: `ollama.native/…` is Ollama's own `/api/chat`, whose
layout is one more dialect of Chat Completions; plain `ollama/…` is its endpoint for OpenAI's clients."""
_BARE = (
    (re.compile(r"claude-"), "anthropic"),
    (re.compile(r"(gpt-|chatgpt-|o\d(?![a-z]))"), "openai"),
    (re.compile(r"gemini-"), "google"),
    (re.compile(r"(mistral|magistral|codestral|ministral|devstral)-"), "mistral"),
    (re.compile(r"deepseek-"), "deepseek"),
    (re.compile(r"grok-"), "xai"),
    (re.compile(r"kimi-"), "moonshot"),
    (re.compile(r"glm-"), "zai"),
)
_CLAUDE = re.compile(r"claude-(?:([a-z]+)-)?(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)(?:-([a-z]+))?")
_VERSION = re.compile(r"(?<![\d.])(\d{1,2})(?:(?:\.|-(?!\d{1,2}[a-z]))(\d{1,2}))?(?![\d.])")
_TIERS = frozenset({"opus", "sonnet", "haiku", "fable", "mythos", "instant"})


@frozen
class Target:
    """A model behind an endpoint. A target whose `endpoint` is "" has no demands; `near` then names what was perhaps meant."""

    provider: str = ""
    endpoint: str = ""
    """The wire format that it takes: `anthropic`, `openai-chat`, `openai-responses`, `gemini`, `bedrock-converse`."""
    model: str = ""
    version: tuple[int, int] | None = None
    """Major and minor; a date in the id is none. None: not told."""
    tier: str = ""
    """Claude's `opus`, `sonnet`, `haiku`, …; "" elsewhere."""
    settings: JsonObject = EMPTY
    near: tuple[str, ...] = ()
    dialect: str = ""
    """Which layout of the endpoint, where its provider has a second one: `native`."""
    like: str = ""
    """The name of a model whose demands this one shares, as a fine-tune shares those of what it was made from; "" for its own name."""
    layout: Any = field(default=None, repr=False)
    """How its messages are written, where the caller knows better: a `segue.profiles.dialect.Dialect`, or a mapping of its fields."""
    template: Any = field(default=None, repr=False)
    """What its chat template demands, where the caller knows better: a `segue.profiles.template.Template`, or a mapping of its fields."""
    given: Any = field(default=None, eq=False, repr=False)
    """What `Target.of` was given."""

    @classmethod
    def of(cls, given: object) -> Target:
        """Read a target from the many ways people name a model. Never raises.

        Takes `provider/model`, `provider:model`, `provider.endpoint/model`, a known bare model name, a mapping or an object with
        `provider` and `model_id`, a list of fallbacks (the first enabled one), a `Model`, a `Target`, or None. A mapping may also say
        whose demands the model shares (`like`), and how its messages are written (`layout`, `template`); all else in it are settings.

        >>> Target.of("anthropic/claude-opus-4-20250514").version, Target.of("openai.responses/gpt-5.2").endpoint
        ((4, 0), 'openai-responses')
        >>> Target.of("antropic/claude-sonnet-4-5").near
        ('anthropic',)
        >>> Target.of({"provider": "my-gateway", "model_id": "tuned-1", "like": "moonshot/kimi-k2.5"}).endpoint
        'openai-chat'
        """
        return given if isinstance(given, Target) else evolve(_read(given), given=given)

    @property
    def claude(self) -> bool:
        """Tell whether the model is one of Anthropic's, wherever it runs."""
        return "claude" in self.likeness or self.provider == "anthropic"

    @property
    def likeness(self) -> str:
        """The name, in small letters, that tells what the model demands."""
        return (self.like or self.model).lower()

    @property
    def known(self) -> bool:
        """Tell whether the endpoint is known."""
        return bool(self.endpoint)

    def since(self, version: tuple[int, int]) -> bool:
        """Tell whether the model is of this version or later. A model that does not tell its version is taken for the newest."""
        return self.version is None or self.version >= version

    def __str__(self) -> str:
        """Write the name as `of` reads it, with the endpoint where that is not the one its provider has for this model."""
        name = f"{self.provider}{_behind_dot(self)}"
        return f"{name}/{self.model}" if self.model else name or "no target"


def _behind_dot(target: Target) -> str:
    usual = _named(target.provider, target.model)
    if target.dialect or not target.endpoint or usual.endpoint in ("", target.endpoint):
        return f".{target.dialect}" if target.dialect else ""
    return next((f".{name}" for name, endpoint in ENDPOINTS.items() if endpoint == target.endpoint), "")


def _read(given: object) -> Target:
    if isinstance(given, str):
        return _from_name(given.strip())
    if isinstance(given, Model):
        return _from_pair(given.provider, given.id)
    if isinstance(given, list | tuple):
        return next((_read(entry) for entry in map(_enabled, given) if entry is not None), Target())
    if isinstance(given, Mapping):
        return _from_mapping(given)
    return _from_pair(*(getattr(given, name, None) for name in ("provider", "model_id")))


def _enabled(entry: object) -> object:
    if not isinstance(entry, Mapping) or "model" not in entry:
        return entry
    return None if entry.get("enabled") is False else entry["model"]


def _from_mapping(given: Mapping[Any, object]) -> Target:
    model = next((given[key] for key in _MODEL if key in given), None)
    rest = {key: value for key, value in given.items() if key not in _SAID}
    target = _likened(_from_pair(given.get("provider"), model), given.get("like"))
    target = evolve(target, layout=_frozen(given.get("layout")), template=_frozen(given.get("template")))
    if target.provider and not target.known and (target.layout is not None or target.template is not None):
        target = evolve(target, endpoint=_CHAT, near=())
    try:
        return evolve(target, settings=freeze_object(rest))
    except Malformed:
        return target


def _frozen(said: object) -> object:
    try:
        return freeze_object(said) if isinstance(said, Mapping) else said
    except Malformed:
        return None


def _likened(target: Target, like: object) -> Target:
    """Return the target with the demands of another model; one of an unknown provider speaks as that model's, or as OpenAI's clients do."""
    if not isinstance(like, str) or not like.strip():
        return target
    other = _from_name(like.strip())
    name = other.model if other.known else like.strip()
    version, tier = _version(name.lower())
    target = evolve(target, like=name, version=version, tier=tier)
    if target.known:
        return target
    spoken = (other.provider, other.endpoint, other.dialect) if other.known else (target.provider, _CHAT, "")
    return evolve(target, provider=spoken[0], endpoint=spoken[1], dialect=spoken[2], near=())


def _from_pair(provider: object, model: object) -> Target:
    if not isinstance(provider, str) or not provider:
        return _from_name(model) if isinstance(model, str) else Target()
    return _named(provider.strip().lower(), model if isinstance(model, str) else "")


def _from_name(name: str) -> Target:
    at = min((index for index in (name.find("/"), name.find(":")) if index >= 0), default=-1)
    if at >= 0:
        return _named(name[:at].strip().lower(), name[at + 1 :].strip())
    lowered = name.lower()
    if lowered in PROVIDERS:
        return _named(lowered, "")
    provider = next((provider for pattern, provider in _BARE if pattern.match(lowered)), "")
    return _named(provider, name) if provider else Target(model=name, near=_near(lowered))


def _named(provider: str, model: str) -> Target:
    name, _, endpoint = provider.partition(".")
    known, own = PROVIDERS.get(name, (name, ""))
    spoken = ENDPOINTS.get(endpoint, own) if own else ""
    if known == "vertex" and "claude" in model.lower() and not spoken.startswith("openai"):
        spoken = "anthropic"
    version, tier = _version(model.lower())
    dialect = endpoint if (known, endpoint) in DIALECTS else ""
    return Target(known, spoken, model, version, tier, near=() if own else _near(name), dialect=dialect)


def _near(name: str) -> tuple[str, ...]:
    return tuple(get_close_matches(name, PROVIDERS, n=3, cutoff=0.6))


def _version(model: str) -> tuple[tuple[int, int] | None, str]:
    """Return version and tier. `claude-opus-4-20250514` is 4.0: what follows is a date."""
    if claude := _CLAUDE.search(model):
        before, major, minor, after = claude.groups()
        tier = next((word for word in (before, after) if word in _TIERS), "")
        return (int(major), int(minor or 0)), tier
    tier = next((word for word in model.split("-") if word in _TIERS), "") if "claude" in model else ""
    found = _VERSION.search(model)
    return ((int(found[1]), int(found[2] or 0)) if found and "claude" not in model else None), tier
