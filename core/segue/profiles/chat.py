"""What the dialects of Chat Completions demand of a history, and single providers beside that.

Sources: those of `segue.profiles.dialects`, and the rejections quoted in `segue.rules.chat`.
"""

from __future__ import annotations

from typing import Any

from toolz import keyfilter

from segue.json_values import JsonObject
from segue.parts import FilePart, ToolCallPart, ToolResultPart
from segue.profiles import openai
from segue.profiles.demands import Spelling
from segue.profiles.dialect_files import file_form
from segue.profiles.dialects import FORMAT, Dialect, Words, dialect_of
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import extras_for
from segue.targets import Target

MISTRAL, MOONSHOT = "mistral", "moonshot"
NINE = Spelling("[a-zA-Z0-9]", longest=9, shortest=9)
"""How tokenizers of Mistral's up to the eleventh version have an id."""
_TAKING_TURNS = frozenset({"perplexity", "zai"})
_SYSTEM_FIRST = frozenset({MISTRAL, "minimax", "perplexity"})
_INPUT_READ = frozenset({"minimax", "zai", "vllm", "llamacpp"})
_SPEAKERS, _NAMED = frozenset({AssistantMessage, ToolMessage}), frozenset({ToolCallPart, ToolResultPart})
_ROLES = ("user", "assistant", "tool")


def chat(target: Target) -> bool:
    """Tell whether a target is served by a Chat Completions API that is not OpenAI's own."""
    return target.endpoint == FORMAT and target.provider not in {"openai", "azure"}


def call_id(target: Target) -> Spelling:
    """Return how ids of calls are spelled. 40 characters are what OpenAI's routers and copies keep to."""
    return NINE if target.provider == MISTRAL else openai.CALL_ID


def is_unlike_openai(target: Target) -> bool:
    """Tell whether it is known what the provider lacks of OpenAI's fields."""
    return chat(target) and not dialect_of(target).open


def has_no_developer(target: Target) -> bool:
    """Tell whether a developer is not among the roles."""
    return chat(target) and not dialect_of(target).developer


def has_no_marks(target: Target) -> bool:
    """Tell whether parts carry no cache markers."""
    return is_unlike_openai(target) and "cache_control" not in dialect_of(target).marks


def takes_files(target: Target) -> bool:
    """Tell whether users may send more than text."""
    held = dialect_of(target).user_parts
    return chat(target) and (held is None or not held <= {"text"})


def reads_inputs(target: Target) -> bool:
    """Tell whether the input of a call is looked into: by the API, or by the template that a server fills."""
    return chat(target) and (target.provider in _INPUT_READ or dialect_of(target).arguments == "object")


def takes_system_first(target: Target) -> bool:
    """Tell whether the system speaks before all others, or not at all."""
    return chat(target) and target.provider in _SYSTEM_FIRST


def has_strict_roles(target: Target) -> bool:
    """Tell whether users and assistants take turns."""
    return chat(target) and (target.provider in _TAKING_TURNS or (target.provider == "deepseek" and "reasoner" in target.model.lower()))


def begins_with_user(target: Target) -> bool:
    """Tell whether an assistant may not speak first."""
    return chat(target) and target.provider in {*_TAKING_TURNS, MISTRAL}


def ends_with_user(target: Target) -> bool:
    """Tell whether an assistant may not speak last."""
    return chat(target) and target.provider in {"perplexity", MISTRAL}


def is_mistral(target: Target) -> bool:
    """Tell whether Mistral serves the target."""
    return chat(target) and target.provider == MISTRAL


def spells_ids_freely(target: Target) -> bool:
    """Tell whether ids of calls are bound in length alone."""
    return chat(target) and target.provider != MISTRAL


def has_nines(prompt: Prompt) -> bool:
    """Tell whether all ids of the caller's own calls and results are nine letters and digits. Every clean history asks, so it is quick."""
    said = [message.content for message in prompt.messages if message.__class__ in _SPEAKERS]
    ids = {part.id for content in said for part in content if part.__class__ in _NAMED and not part.hosted}  # type: ignore[union-attr]
    spelled = "".join(ids)
    return not ids or (set(map(len, ids)) == {9} and spelled.isascii() and spelled.isalnum())


def is_prefix(prompt: Prompt) -> bool:
    """Tell whether the last message says itself that it is to be continued, as Mistral and DeepSeek have it."""
    match prompt.messages:
        case (*_, AssistantMessage() as last):
            return extras_for(last.extras, FORMAT).get("prefix") is True
        case _:
            return False


def is_own_tool(tool: ToolDefinition, dialect: Dialect) -> bool:
    """Tell whether a tool is one of the provider's: one that a list of tools of this format had, OpenAI's custom tools aside."""
    custom = tool.hosted.startswith("openai.")
    return tool.hosted.startswith("openai.custom") if dialect.open and custom else not custom and _is_of_chat(tool)


def _is_of_chat(record: Any) -> bool:
    return record.shape is not None and record.shape.format == FORMAT


def has_place(part: FilePart, dialect: Dialect) -> bool:
    """Tell whether some message can hold a file."""
    return any(file_form(part, role, dialect) for role in _ROLES)


def known_parts(dialect: Dialect) -> frozenset[str]:
    """Return the forms of part that some message holds."""
    return frozenset().union(*(dialect.parts(role) or () for role in ("system", *_ROLES)))


def known_fields(holder: Any, dialect: Dialect) -> JsonObject:
    """Return the unclaimed fields of a record that a dialect has; the very object where it has all."""
    fields: JsonObject = holder.extras.fields
    known = _known(holder, dialect)
    kept = fields if known is None else JsonObject(keyfilter(known.__contains__, fields))
    return fields if len(kept) == len(fields) else kept


def _known(holder: Any, dialect: Dialect) -> Words:
    match holder:
        case SystemMessage():
            return dialect.system
        case UserMessage():
            return dialect.user
        case AssistantMessage():
            return dialect.assistant
        case ToolMessage() | ToolResultPart():
            return dialect.tool
        case ToolCallPart():
            return None if dialect.call is None else dialect.call - {"function"}
        case _:
            return None if dialect.open else dialect.marks | {"closed"}
