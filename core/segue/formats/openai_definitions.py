"""What both of OpenAI's formats say of a tool that is the caller's own: its name, its description, its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, override

from segue.formats.openai_chat_layout import string
from segue.json_values import Malformed, freeze_object
from segue.prompts import ToolDefinition

_OMIT = override(omit=True)


def read_definition(known: dict[str, Any]) -> ToolDefinition:
    """Read a tool's name, description and parameters. Raises `Malformed` at the key.

    >>> read_definition({"name": "board", "description": "Trains"}).name
    'board'
    """
    return _CONVERTER.structure(known, ToolDefinition)


def _keyed(key: str, read: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """Make a strict hook that names the key in its fault."""

    def hook(value: Any, _: Any) -> Any:
        try:
            return read(value)
        except Malformed as fault:
            raise fault.at(key) from None

    return hook


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=False)
    read = make_dict_structure_fn(
        ToolDefinition, converter, _cattrs_detailed_validation=False,
        name=override(struct_hook=_keyed("name", string)),
        description=override(struct_hook=_keyed("description", string)),
        input_schema=override(rename="parameters", struct_hook=_keyed("parameters", freeze_object)),
        hosted=_OMIT, args=_OMIT, provider_options=_OMIT, extras=_OMIT, shape=_OMIT,
    )  # fmt: skip
    converter.register_structure_hook(ToolDefinition, read)
    return converter


_CONVERTER = _make_converter()
