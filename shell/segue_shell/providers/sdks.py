"""The providers' SDKs, imported when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from segue.targets import PROVIDERS, Target


def sdk(name: str, extra: str) -> ModuleType:
    """Import an SDK. Raises `ImportError` that names the extra to install."""
    try:
        return import_module(name)
    except ImportError as error:
        if error.name is not None and not (name == error.name or name.startswith(f"{error.name}.")):
            raise  # it is there, and something that it stands on is not
        message = f"calls of this provider need its SDK, {name}: pip install 'segue[{extra}]'"
        raise ImportError(message, name=name) from None


def given(**arguments: Any) -> dict[str, Any]:
    """Return the arguments that are not None, so that an SDK's own defaults stand."""
    return {name: value for name, value in arguments.items() if value is not None}


def home(target: Target) -> str:
    """Return the provider that was named, which a target forgets where it is to be treated like a model of another's.

    >>> home(Target.of({"provider": "my-gateway", "model_id": "tuned-1", "like": "moonshot/kimi-k2.5"})), home(Target.of("groq/llama"))
    ('my-gateway', 'groq')
    """
    named = target.given.get("provider") if isinstance(target.given, Mapping) else None
    if not isinstance(named, str) or not named.strip():
        return target.provider
    name = named.strip().lower().partition(".")[0]
    return PROVIDERS.get(name, (name, ""))[0]


def at_home(target: Target, homes: tuple[str, ...], base_url: str | None) -> None:
    """Raise `ValueError` where an SDK would take a request, and a key, to others than the provider that was named."""
    if home(target) not in homes and base_url is None:
        message = f"segue does not know where {home(target) or 'this model'} speaks the API of {' and '.join(homes)}: pass base_url"
        raise ValueError(message)
