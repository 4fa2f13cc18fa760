"""What reading and writing the Messages API share: its words, and where its records keep what.

Source: the content block, tool and message parameters of Anthropic's Messages API reference, as its Python SDK types them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, thaw
from segue.parts import FilePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import file_omitted
from segue.prompts import ToolDefinition
from segue.shapes import Extras, Shape, extras_for, in_order, shape_for

NAME = "anthropic"

# wire key -> option, for each kind of block that takes it
TEXT_OPTIONS: Mapping[str, str] = {"cache_control": "cacheControl", "citations": "citations"}
FILE_OPTIONS: Mapping[str, str] = {"cache_control": "cacheControl", "citations": "citations", "context": "context"}
CALL_OPTIONS: Mapping[str, str] = {"cache_control": "cacheControl", "caller": "caller"}
PLAIN_OPTIONS: Mapping[str, str] = {"cache_control": "cacheControl"}
NO_OPTIONS: Mapping[str, str] = {}

MCP_USE = "mcp_tool_use"
MCP_RESULT = "mcp_tool_result"
"""How the AI SDK marks the calls of the MCP connector, in the option `type`."""
COMPACTION = "compaction"
"""Kind of block and option `type` alike: the summary that stands for turns the provider has dropped."""


class Layouts(dict[tuple[str, ...], Shape]):
    """The shapes of one form, by the keys of the wire object: a look-up on the hot path instead of a new record."""

    def __init__(self, form: str = "", *, apart: bool = False) -> None:
        super().__init__()
        self.form, self.apart = form, apart

    def __missing__(self, keys: tuple[str, ...]) -> Shape:
        """Make the shape, and keep it while there are few."""
        shape = Shape(NAME, keys, self.form, self.apart)
        if len(self) < 1024:
            self[keys] = shape
        return shape


def mapping(value: object) -> Mapping[str, Any]:
    """Return the value if it is an object. Raises `Malformed`."""
    if isinstance(value, Mapping):
        return value
    raise Malformed("an object", value)


def listing(value: object, expected: str = "a list") -> list[Any] | tuple[Any, ...]:
    """Return the value if it is a list. Raises `Malformed`."""
    if isinstance(value, list | tuple):
        return value
    raise Malformed(expected, value)


def string(block: Mapping[str, Any], key: str) -> str:
    """Return the text under a key. Raises `Malformed` at the key."""
    value = block.get(key)
    if value.__class__ is not str:
        raise Malformed("a string", value, (key,))
    return value


def flag(block: Mapping[str, Any], key: str) -> bool:
    """Return the truth under a key, False where it is absent or null. Raises `Malformed` at the key."""
    value = block.get(key)
    if value is not None and value.__class__ is not bool:
        raise Malformed("true or false", value, (key,))
    return value is True


def forced(choice: object) -> str | None:
    """Return the name of the tool that a `tool_choice` demands, None where it demands none."""
    name = choice.get("name") if isinstance(choice, Mapping) and choice.get("type") == "tool" else None
    return str.__str__(name) if isinstance(name, str) else None


def options(told: dict[str, JsonValue]) -> JsonObject:
    """Return provider options that say this to Anthropic."""
    return JsonObject({NAME: JsonObject(told)}) if told else EMPTY


def rest(
    block: Mapping[str, Any], claimed: frozenset[str], named: Mapping[str, str], told: dict[str, JsonValue] | None = None
) -> tuple[JsonObject, Extras | None]:
    """Return what a block's claimed keys leave over: provider options and extras. A claimed key that is null is left over too."""
    told = {} if told is None else told
    left: dict[str, JsonValue] = {}
    for key, value in block.items():
        if value is not None and key in claimed:
            continue
        if key.__class__ is not str:
            raise Malformed("a string as key", key)
        known = value is not None and key in named and _translatable(key, value)
        (told if known else left)[named[key] if known else key] = _frozen(key, value)
    return options(told), Extras(NAME, JsonObject(left)) if left else None


def _translatable(key: str, value: object) -> bool:
    return key != "caller" or (isinstance(value, Mapping) and "toolId" not in value)


def _frozen(key: str, value: object) -> JsonValue:
    try:
        frozen = freeze(value)
    except Malformed as fault:
        raise fault.at(key) from None
    if key == "caller" and isinstance(frozen, JsonObject) and "toolId" not in frozen:
        return JsonObject({"toolId" if name == "tool_id" else name: item for name, item in frozen.items()})
    return frozen


def finish(
    block: dict[str, Any],
    part: TextPart | ReasoningPart | FilePart | ToolCallPart | ToolResultPart | ToolDefinition,
    named: Mapping[str, str],
) -> dict[str, Any]:
    """Add a record's provider options and extras to its block, and order the keys as they came."""
    told = part.provider_options.get(NAME)
    if isinstance(told, JsonObject):
        block |= {key: _told(key, told[name]) for key, name in named.items() if told.get(name) is not None}
    block |= {key: thaw(value) for key, value in extras_for(part.extras, NAME).items() if key not in block}
    return in_order(block, shape_for(part.shape, NAME))


def _told(key: str, value: JsonValue) -> Any:
    plain = thaw(value)
    if key == "caller" and isinstance(plain, dict):
        return {"tool_id" if name == "toolId" else name: item for name, item in plain.items()}
    return plain


def own(part: Part | ToolDefinition) -> Shape | None:
    """Return the part's shape if this format read it."""
    return shape_for(part.shape, NAME)


def said(part: Part | ToolDefinition, key: str) -> bool:
    """Tell whether the wire object had this key with a value that a record's field holds."""
    shape = own(part)
    return shape is not None and key in shape.keys and key not in extras_for(getattr(part, "extras", None), NAME)


def content_text(content: JsonValue) -> str:
    """Return what can be read of a document that is given as blocks: its texts, and a stand-in for each image."""
    if isinstance(content, str):
        return content
    return "\n".join(map(_block_text, content)) if isinstance(content, tuple) else ""


def _block_text(block: JsonValue) -> str:
    if not isinstance(block, JsonObject):
        return ""
    if isinstance(text := block.get("text"), str):
        return text
    source = block.get("source")
    kind = source.get("media_type") if isinstance(source, JsonObject) else None
    return file_omitted(kind if isinstance(kind, str) else f"{block.get('type')}/*")


def search_text(fields: Mapping[str, Any]) -> str:
    """Return what can be read of a search result: where it is from, and its texts."""
    return f"{fields.get('source')}\n{content_text(fields.get('content'))}"
