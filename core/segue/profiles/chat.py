"""What the dialects of Chat Completions demand of a history, and single providers beside that.

Sources: those of `segue.profiles.dialects`, and the rejections quoted in `segue.rules.chat`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolz import keyfilter

from segue.json_values import JsonObject
from segue.parts import FilePart, ToolCallPart, ToolResultPart
from segue.profiles import openai
from segue.profiles.demands import Spelling
from segue.profiles.dialect_files import file_form
from segue.profiles.dialects import FORMAT, Dialect, Words, dialect_of
from segue.profiles.template import FUNCTIONS, NINE
from segue.profiles.templates import can_continue, is_filled, is_kimi, is_of_mistral, template_of
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import extras_for
from segue.targets import Target

MISTRAL, MOONSHOT = "mistral", "moonshot"
NINES = Spelling("[a-zA-Z0-9]", longest=9, shortest=9)
"""How tokenizers of Mistral's up to the eleventh version have an id."""
_ANY_ID = Spelling(r"[\s\S]")
_TAKING_TURNS = frozenset({"perplexity", "zai"})
_SYSTEM_FIRST = frozenset({"minimax", "perplexity"})
_INPUT_READ = frozenset({"minimax", "zai"})
_ONE_SYSTEM = frozenset({"minimax", MOONSHOT})
PREFIXES = ("prefix", "partial")
"""How Mistral and DeepSeek, and how Moonshot, mark a reply that was begun for the model."""
_PRIVATE: Mapping[str, frozenset[str]] = {
    "reasoning_opaque": frozenset({"copilot"}), "reasoning_text": frozenset({"copilot"}), "extra_content": frozenset({"google", "vertex"}),
}  # fmt: skip
"""Fields that one provider made for itself, and who takes them: they are not sent where nothing else is known."""
_SPEAKERS, _NAMED = frozenset({AssistantMessage, ToolMessage}), frozenset({ToolCallPart, ToolResultPart})
_ROLES = ("user", "assistant", "tool")


def chat(target: Target) -> bool:
    """Tell whether a target is served by a Chat Completions API that is not OpenAI's own."""
    return target.endpoint == FORMAT and target.provider not in {"openai", "azure"}


def call_id(target: Target) -> Spelling:
    """Return how ids of calls are spelled. 40 characters are what OpenAI's routers and copies keep to; Kimi's hold the tool's name."""
    if wants_nines(target):
        return NINES
    return _ANY_ID if wants_functions(target) else openai.CALL_ID


def wants_nines(target: Target) -> bool:
    """Tell whether ids of calls are nine letters and digits, as Mistral's models have them wherever they are served."""
    return chat(target) and (is_of_mistral(target) or template_of(target).ids == NINE)


def wants_functions(target: Target) -> bool:
    """Tell whether ids of calls name the tool and count, as Kimi's models have them wherever they are served."""
    return chat(target) and (is_kimi(target) or template_of(target).ids == FUNCTIONS)


def spells_ids_freely(target: Target) -> bool:
    """Tell whether ids of calls are bound in length alone."""
    return chat(target) and not wants_nines(target)


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
    filled = is_filled(target) or template_of(target).objects
    return chat(target) and (target.provider in _INPUT_READ or filled or dialect_of(target).arguments == "object")


def has_one_system(target: Target) -> bool:
    """Tell whether one system message is read and not several."""
    return chat(target) and not has_no_system(target) and (target.provider in _ONE_SYSTEM or template_of(target).one_system)


def has_no_system(target: Target) -> bool:
    """Tell whether there is no system role."""
    return chat(target) and template_of(target).no_system


def takes_system_first(target: Target) -> bool:
    """Tell whether the system speaks before all others, or not at all."""
    first = target.provider in _SYSTEM_FIRST or is_of_mistral(target) or template_of(target).first_system
    return chat(target) and first and not has_no_system(target)


def takes_prefix(target: Target) -> bool:
    """Tell whether a message can be marked as one to go on with."""
    return chat(target) and any(dialect_of(target).has("assistant", name) for name in PREFIXES)


def has_strict_roles(target: Target) -> bool:
    """Tell whether users and assistants take turns."""
    reasoner = target.provider == "deepseek" and "reasoner" in target.likeness
    return chat(target) and (target.provider in _TAKING_TURNS or reasoner or template_of(target).takes_turns)


def begins_with_user(target: Target) -> bool:
    """Tell whether an assistant may not speak first."""
    demanded = template_of(target)
    strict = demanded.takes_turns or demanded.needs_user
    return chat(target) and (target.provider in _TAKING_TURNS or is_of_mistral(target) or strict)


def begins_with_system(target: Target) -> bool:
    """Tell whether an assistant may speak behind the system: where Mistral itself serves its models."""
    return is_of_mistral(target) and not template_of(target).takes_turns


def ends_with_user(target: Target) -> bool:
    """Tell whether an assistant may not speak last, unless its message is marked as one to go on with."""
    reasoner = target.provider == "deepseek" and "reasoner" in target.likeness
    served = target.provider in {"perplexity", MISTRAL} or reasoner
    return chat(target) and (served or (target.provider in {"llamacpp", "jan"} and not can_continue(target)))


def ends_with_one(target: Target) -> bool:
    """Tell whether no two assistants may speak last."""
    return chat(target) and target.provider in {"llamacpp", "jan", "ollama"}


def has_one_call(target: Target) -> bool:
    """Tell whether a message holds one call at most. Ollama has templates of its own, which take several."""
    return chat(target) and template_of(target).one_call and target.provider != "ollama"


def parts_thoughts(target: Target) -> bool:
    """Tell whether a message with calls holds a thought or words, not both."""
    return chat(target) and template_of(target).either


def wants_replies(target: Target) -> bool:
    """Tell whether an assistant speaks between tools and a user: with Mistral's models, wherever they are served."""
    return chat(target) and (is_of_mistral(target) or template_of(target).replies)


def is_unsure(target: Target) -> bool:
    """Tell whether the template that is filled for a target is not known, so that its errors tell what it demands."""
    return chat(target) and template_of(target).unknown


def wants_results_said(target: Target) -> bool:
    """Tell whether a tool message may not be empty: Groq's may not, and Cohere's older history has none without words."""
    return chat(target) and target.provider in {"groq", "cohere"}


def prints_no_ids(target: Target) -> bool:
    """Tell whether results belong to calls by their order: a template is filled, which prints ids with Kimi's models alone."""
    return chat(target) and is_filled(target) and not wants_functions(target)


def is_cohere(target: Target) -> bool:
    """Tell whether Cohere serves the target."""
    return chat(target) and target.provider == "cohere"


def refuses_empty_strings(target: Target) -> bool:
    """Tell whether a call's message may not say an empty text, and nobody a thought alone: Moonshot's may not."""
    return chat(target) and target.provider == MOONSHOT


def has_nines(prompt: Prompt) -> bool:
    """Tell whether all ids of the caller's own calls and results are nine letters and digits. Every clean history asks, so it is quick."""
    said = [message.content for message in prompt.messages if message.__class__ in _SPEAKERS]
    ids = {part.id for content in said for part in content if part.__class__ in _NAMED and not part.hosted}  # type: ignore[union-attr]
    spelled = "".join(ids)
    return not ids or (set(map(len, ids)) == {9} and spelled.isascii() and spelled.isalnum())


def is_prefix(prompt: Prompt) -> bool:
    """Tell whether the last message says itself that it is to be continued, as Mistral, DeepSeek and Moonshot have it."""
    last = prompt.messages[-1] if prompt.messages else None
    return isinstance(last, AssistantMessage) and marks_prefix(last)


def marks_prefix(message: AssistantMessage) -> bool:
    """Tell whether a message is marked as one that is to be continued."""
    fields = extras_for(message.extras, FORMAT)
    return any(fields.get(key) is True for key in PREFIXES)


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
    private = fields.without(*(name for name, owners in _PRIVATE.items() if dialect.provider not in owners))
    kept = private if known is None else JsonObject(keyfilter(known.__contains__, fields))
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
