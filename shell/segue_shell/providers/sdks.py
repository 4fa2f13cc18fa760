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
