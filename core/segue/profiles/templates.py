"""The chat templates of open models, a row each. Adding one is adding a row; a caller's own goes into the target.

Sources are the templates themselves, as published with the models and rendered, and reports of what they raise.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial

from attrs import evolve

from segue.profiles.dialect import read_on
from segue.profiles.template import FUNCTIONS, NINE, Template
from segue.targets import PROVIDERS, Target

_GITHUB = "https://github.com"
_SERVERS = frozenset({"vllm", "sglang", "lmstudio", "llamacpp", "ollama", "localai", "mlx", "jan", "docker", "nvidia", "transformers"})
"""What fills the template that came with a model."""


_read = partial(read_on, date(2026, 11, 30))

NO_TEMPLATE = Template()
"""A provider's own service: whatever it fills, it takes what its reference says."""
UNKNOWN = Template(unknown=True, one_system=True)
"""A model of which nothing is known at a server that fills templates."""

_KIMI = Template(
    models=r"kimi", ids=FUNCTIONS, thinks=True,
    sources=_read(f"{_GITHUB}/vllm-project/vllm/pull/50782", f"{_GITHUB}/sgl-project/sglang/issues/25358"),
)  # fmt: skip
_MISTRAL = Template(
    models=r"mistral|mixtral|magistral|codestral|devstral|ministral|pixtral|voxtral|mathstral",
    one_system=True, first_system=True, takes_turns=True, replies=True, ids=NINE,
    sources=_read(f"{_GITHUB}/ggml-org/llama.cpp/issues/19851", f"{_GITHUB}/mistralai/mistral-vibe/issues/1006"),
)  # fmt: skip
_GEMMA = Template(
    models=r"gemma-?(3|n)", one_system=True, first_system=True, takes_turns=True,
    sources=_read(f"{_GITHUB}/sipeed/picoclaw/issues/207", f"{_GITHUB}/idiap/sdialog/issues/122"),
)  # fmt: skip
_MARGINAL = Template(one_system=True, first_system=True)
"""System text is read from the first message alone."""

TEMPLATES: tuple[Template, ...] = (
    _KIMI,
    Template(
        models=r"deepseek-?(r1|v3\.[1-9]|v[4-9]|reasoner)", thinks=True, sources=_read(f"{_GITHUB}/ggml-org/llama.cpp/issues/20861")
    ),
    _MISTRAL,
    _GEMMA,
    evolve(_GEMMA, models=r"gemma-?2|gemma-\db|gemma:\db|codegemma|shieldgemma", no_system=True),
    Template(
        models=r"llama-?_?3(?!.*nemotron)", one_call=True,
        sources=_read(f"{_GITHUB}/vllm-project/vllm/issues/13978"),
    ),
    Template(
        models=r"qwen-?(3\.[5-9]|[4-9])", one_system=True, first_system=True, needs_user=True, objects=True, thinks=True,
        sources=_read(f"{_GITHUB}/lmstudio-ai/lmstudio-bug-tracker/issues/2298", f"{_GITHUB}/QwenLM/Qwen3/issues/1894"),
    ),
    Template(models=r"qwen-?3-?(coder|next-coder)", objects=True, sources=_read(f"{_GITHUB}/QwenLM/Qwen3-Coder/issues/444")),
    Template(models=r"qwen-?3|qwq", thinks=True, sources=_read(f"{_GITHUB}/ggml-org/llama.cpp/issues/20861")),
    Template(models=r"glm-?(4\.[5-9]|[5-9])", objects=True, thinks=True, sources=_read(f"{_GITHUB}/jundot/omlx/issues/854")),
    evolve(
        _MARGINAL, models=r"minimax", objects=True, thinks=True,
        sources=_read(f"{_GITHUB}/raullenchai/Rapid-MLX/issues/973", f"{_GITHUB}/MiniMax-AI/MiniMax-M2.7/issues/43"),
    ),
    evolve(_MARGINAL, models=r"gpt-oss", thinks=True, either=True, sources=_read(f"{_GITHUB}/ggml-org/llama.cpp/issues/21889")),
    evolve(
        _MARGINAL, models=r"smollm-?3|nemotron-nano-(9b|12b)-v2|bielik|reka-edge|apertus",
        sources=_read(f"{_GITHUB}/ggml-org/llama.cpp"),
    ),
    Template(models=r"nemotron-3|step-?3", objects=True, sources=_read(f"{_GITHUB}/mudler/LocalAI/pull/10256")),
)  # fmt: skip
"""Every template that is known. The first row counts that is for the model."""


def template_of(target: Target) -> Template:
    """Return what the template demands that is filled for a target: the caller's word, a row, or `UNKNOWN`; `NO_TEMPLATE` where none is.

    `TypeError` for a mapping with a key that no template has.

    >>> template_of(Target.of("vllm/Qwen/Qwen3-Coder-30B-A3B")).objects, template_of(Target.of("openai/gpt-5.2")) is NO_TEMPLATE
    (True, True)
    >>> template_of(Target.of({"provider": "vllm", "model_id": "mine", "template": {"one_call": True}})).one_call
    True
    """
    if isinstance(target.template, Template):
        return target.template
    if isinstance(target.template, Mapping):
        return Template(**target.template)
    return model_template(target) if is_filled(target) else NO_TEMPLATE


def model_template(target: Target) -> Template:
    """Return the row for a target's model, wherever that is served; `UNKNOWN` where there is none."""
    return next((row for row in TEMPLATES if row.models.search(target.likeness)), UNKNOWN)


def is_filled(target: Target) -> bool:
    """Tell whether a target is served by something that fills the template of its model: a server of open models, or of unknown make."""
    return target.known and (target.provider in _SERVERS or target.provider not in PROVIDERS)


def is_kimi(target: Target) -> bool:
    """Tell whether the model is one of Moonshot's, wherever it is served."""
    return _KIMI.models.search(target.likeness) is not None


def is_of_mistral(target: Target) -> bool:
    """Tell whether the model is one of Mistral's, wherever it is served."""
    return target.provider == "mistral" or _MISTRAL.models.search(target.likeness) is not None


def can_continue(target: Target) -> bool:
    """Tell whether a reply can be begun for the model: no thought is opened, or thinking is off."""
    said = target.settings.get("chat_template_kwargs")
    off = isinstance(said, Mapping) and said.get("enable_thinking") is False
    return off or not template_of(target).thinks
