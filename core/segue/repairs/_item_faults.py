"""What is amiss with the items of OpenAI's replies: a look that costs little where nothing is, as in most histories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import LONGEST_ITEM_ID, lacks_field
from segue.prompts import AssistantMessage, Message
from segue.repairs._items import Choice, half_named, lone, named_twice, oddly_named, units, unled

_OBJECTS = frozenset({JsonObject, JsonText})
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_BEGINNINGS = {ReasoningPart: "rs", TextPart: "msg", ToolCallPart: "fc"}
_NO_FUNCTIONS = frozenset({"computer_call", "local_shell_call", "shell_call", "apply_patch_call"})
_TOKENS = ("itemId", "reasoningEncryptedContent")
_FAULTS: tuple[tuple[Kind, Choice], ...] = (
    (Kind.ODD_ITEM_ID, oddly_named), (Kind.DOUBLE_ITEM_ID, named_twice), (Kind.HALF_NAMED, half_named), (Kind.UNLED_ITEM, unled),
    (Kind.LONE_REASONING, lone),
)  # fmt: skip


def token_maker(part: ReasoningPart) -> str:
    """Return whose usual tokens a thought carries, if these are all it has, nobody is named and no field lacks; "" elsewhere."""
    options = part.provider_options
    if len(options) != 1 or part.origin is not None or part.extras is not None:
        return ""
    tokens: Any = options.get("anthropic")
    if tokens.__class__ is JsonObject:
        return "anthropic" if len(tokens) == 1 and _is_text(tokens.get("signature")) else ""
    tokens = options.get("openai")
    usual = tokens.__class__ is JsonObject and len(tokens) == len(_TOKENS) and not lacks_field(part.shape)
    return "openai" if usual and _is_text(tokens.get(_TOKENS[0])) and _is_text(tokens.get(_TOKENS[1])) else ""


def _is_text(token: object) -> bool:
    return token.__class__ is str and token != ""


def is_merely_named(record: Any) -> bool:
    """Tell whether nothing is odd about a text or a call but that its item has an id."""
    options = record.provider_options
    own = options.get("openai")
    if own.__class__ is not JsonObject or len(own) != 1 or "itemId" not in own or len(options) != 1 or record.extras is not None:
        return False
    if record.__class__ is TextPart:
        return record.text != "" and not record.text.isspace()
    usual = record.__class__ is ToolCallPart and record.input.__class__ in _OBJECTS
    return usual and (record.shape is None or " " not in record.shape.form)


def item_kinds(messages: Sequence[Message], *, usual: bool) -> set[Kind]:
    """Return what is amiss with the items of a history; `usual` ones are texts, calls and thoughts with the usual tokens alone."""
    if usual and _are_whole(messages):
        return set()
    found = units(messages)
    return {kind for kind, choice in _FAULTS if any(True for _ in choice(found))}


def _are_whole(messages: Sequence[Message]) -> bool:
    """Tell whether each reply has no ids, or is a thought and what came of it, all of them with ids that are new.

    False tells nothing: other histories may be whole as well.
    """
    ids: dict[type, list[str]] = {kind: [] for kind in _BEGINNINGS}
    before: type | None = None
    for message in messages:
        kind = message.__class__
        if kind is AssistantMessage and (before is kind or not _is_whole(message.content, ids)):
            return False
        before = kind
    return _are_spelled(ids)


def _is_whole(content: Sequence[Any], ids: dict[type, list[str]]) -> bool:
    led = said = False
    for part in content:
        kind = part.__class__
        if kind not in ids or (kind is ToolCallPart and (part.hosted or (part.shape is not None and part.shape.form in _NO_FUNCTIONS))):
            return False
        id = None if part.provider_options is EMPTY else _id(part.provider_options)
        if kind is ReasoningPart:
            led, said = True, False
        elif (id is None) is led:
            return False
        else:
            said = True
        if id is not None:
            ids[kind].append(id)
        elif kind is ReasoningPart:
            return False
    return said or not led


def _id(options: JsonObject) -> str | None:
    own = options.get("openai")
    id = own.get("itemId") if isinstance(own, dict) else None
    return id if id.__class__ is str else None


def _are_spelled(ids: dict[type, list[str]]) -> bool:
    """Tell whether ids are new, each spelled as those of its kind are."""
    named = [id for some in ids.values() for id in some]
    if not named:
        return True
    letters = "".join(named).encode(errors="replace").translate(None, _LETTERS)
    prefixed = all(id.startswith(_BEGINNINGS[kind]) for kind, some in ids.items() for id in some)
    return not letters and prefixed and max(map(len, named)) <= LONGEST_ITEM_ID and len(set(named)) == len(named)
