"""The providers' SDKs, imported when they are needed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any


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


def at_home(provider: str, homes: tuple[str, ...], base_url: str | None) -> None:
    """Raise `ValueError` where an SDK would take a request, and a key, to others than the provider that was named."""
    if provider not in homes and base_url is None:
        message = f"segue does not know where {provider or 'this model'} speaks the API of {' and '.join(homes)}: pass base_url"
        raise ValueError(message)
