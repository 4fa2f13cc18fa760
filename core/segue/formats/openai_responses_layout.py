"""The Responses API: what its readers and writers share about layout.

A shape's `keys` are those of the wire object, its `form` names the spelling: of a message or result how its contents came, of other
parts the kind of item or content. What an assistant says remembers its item: `detail` holds the item's status, the keys of the
content and a number that those of one item share; `apart` marks the first of them. Of a result `detail` holds kind and status of
its item, of a thought or a hosted call the status and what is odd about its layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, TypeAlias

from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, thaw
from segue.parts import FilePart, FunctionId, MessageId, OpaquePart, ReasoningPart, TextPart, ThoughtTokens, ToolCallPart, ToolResultPart
from segue.profiles.responses import LONGEST_ITEM_ID, PREFIXES
from segue.shapes import Extras, Shape, extras_for

NAME = "openai-responses"
OWNER = "openai"
"""Under whose name the API's ids and tokens stand in provider options."""
ITEM = "item"
"""The form of an unread part that is an item of its own, whichever message carries it."""
_THOUGHT, _MESSAGE, _FUNCTION = PREFIXES["reasoning"], PREFIXES["message"], PREFIXES["function_call"]
BREAKPOINT, BREAKPOINT_OPTION = "prompt_cache_breakpoint", "promptCacheBreakpoint"

text_part, reasoning_part, file_part, opaque_part = quick(TextPart), quick(ReasoningPart), quick(FilePart), quick(OpaquePart)
call_part, result_part = quick(ToolCallPart), quick(ToolResultPart)

Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]


def string(value: object, *path: str | int) -> str:
    """Return the value if it is a string."""
    if value.__class__ is str:
        return value
    raise Malformed("a string", value, path)


def mapping(value: object, *path: str | int) -> Wire:
    """Return the value if it is an object."""
    if isinstance(value, Mapping):
        return value
    raise Malformed("an object", value, path)


def optional(raw: Wire, key: str) -> str | None:
    """Return the string under a key, None where it is absent or null."""
    value = raw.get(key)
    return value if value is None or value.__class__ is str else string(value, key)


def frozen(raw: Wire, key: str) -> JsonValue:
    """Return the JSON under a key."""
    try:
        return freeze(raw.get(key))
    except Malformed as fault:
        raise fault.at(key) from None


class Seen(dict[Any, Shape]):
    """Shapes of objects that hold nothing out of the ordinary, by the order of their keys and the like: a look-up on the hot path."""

    def keep(self, key: Any, shape: Shape) -> None:
        """Keep a shape while there are few."""
        if len(self) < 1024:
            self[key] = shape


@lru_cache(maxsize=2048)
def layout(
    keys: tuple[str, ...], claimed: frozenset[str], form: str, detail: JsonValue = None, apart: bool = False
) -> tuple[Shape, frozenset[str]]:
    """Return the shape of an object with these keys, and the keys that are not claimed. Shapes are shared."""
    return Shape(NAME, keys, form, apart, detail), frozenset(keys) - claimed


def unclaimed(raw: Wire, rest: AbstractSet[str], held: tuple[str, ...] = ()) -> Extras | None:
    """Return the fields nobody claims: those in `rest`, and claimed ones that are null unless they are `held` by a record."""
    if not rest and None not in raw.values():
        return None
    left = {key: value for key, value in raw.items() if key in rest or (value is None and key not in held)}
    return Extras(NAME, freeze_object(left)) if left else None


def read_options(raw: Wire, named: tuple[tuple[str, str], ...]) -> dict[str, JsonValue]:
    """Return what an item's strings say as options: pairs of key and option name."""
    found: dict[str, JsonValue] = {}
    for key, name in named:
        value = raw.get(key)
        if value is not None:
            found[name] = value if value.__class__ is str else string(value, key)
    return found


def options(found: Mapping[str, JsonValue]) -> JsonObject:
    """Return provider options that say this to OpenAI."""
    if len(found) == 1 and (id := found.get("itemId")).__class__ is str:
        return item_id(id)
    return JsonObject(openai=JsonObject(found)) if found else EMPTY


def item_id(id: str) -> JsonObject:
    """Return provider options that name an item."""
    kind = MessageId if id.startswith(_MESSAGE) else FunctionId if id.startswith(_FUNCTION) else None
    if kind is None or len(id) > LONGEST_ITEM_ID:
        return JsonObject(openai=JsonObject(itemId=id))
    made = kind(openai=JsonObject(itemId=id))
    made.id = id
    return made


def tokens(id: object, encrypted: object) -> JsonObject | None:
    """Return provider options that are the usual id and the encrypted content of a thought, None where one of them is missing."""
    if id.__class__ is not str or encrypted.__class__ is not str or not encrypted:
        return None
    if not id.startswith(_THOUGHT) or len(id) > LONGEST_ITEM_ID:
        return None
    made = ThoughtTokens(openai=JsonObject(itemId=id, reasoningEncryptedContent=encrypted))
    made.id = id
    return made


def our_options(record: Any) -> JsonObject:
    """Return what a record's options say to OpenAI."""
    known: JsonObject = record.provider_options
    if known is EMPTY:
        return EMPTY
    found = known.get(OWNER)
    return found if isinstance(found, JsonObject) else EMPTY


def own(record: Any) -> Shape | None:
    """Return the record's shape if this format laid it out."""
    shape: Shape | None = record.shape
    return shape if shape is not None and shape.format == NAME else None


def free(record: Any) -> JsonObject:
    """Return the record's extras if they are this format's."""
    return extras_for(record.extras, NAME)


def finish(fields: Fields, record: Any, shape: Shape | None, inner: str | None = None) -> Fields:
    """Add the extras, and put all in the order the wire object had. Those of the object inside are under `inner`, and not added."""
    if record.extras is not None and (extras := free(record)):
        fields = {key: thaw(value) for key, value in extras.items() if key != inner or value.__class__ is not JsonObject} | fields
    return fields if shape is None else ordered(fields, shape.keys)


def ordered(fields: Fields, keys: tuple[str, ...]) -> Fields:
    """Return the fields in the order of these keys, others last."""
    if not keys or tuple(fields) == keys:
        return fields
    return {key: fields[key] for key in keys if key in fields} | fields


def has(record: Any, shape: Shape, key: str) -> bool:
    """Tell whether the wire object had this key with a value that a record's field holds."""
    return key in shape.keys and key not in free(record)


def write_options(fields: Fields, found: Mapping[str, JsonValue], named: tuple[tuple[str, str], ...]) -> None:
    """Write options that are strings: pairs of key and option name."""
    for key, name in named:
        value = found.get(name)
        if value.__class__ is str:
            fields[key] = value
