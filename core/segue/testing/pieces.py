"""Strategies for parts, and turns that nothing else makes."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, SystemMessage, UserMessage, assistant, system, user
from segue.testing.values import cache_markers, json_values, provider_options, texts

_CLAUDE, _GPT, _GEMINI = Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2"), Model("google", "gemini-3-pro-preview")


@cache
def origins() -> SearchStrategy[Model | None]:
    """Who may have made a message; mostly not told."""
    return st.sampled_from((None, None, _CLAUDE, _GPT, _GEMINI))


@cache
def speakers() -> SearchStrategy[str | None]:
    """Names of people; mostly none."""
    return st.sampled_from((None, None, None, "Ann", "Bob B.", ""))


@cache
def text_parts() -> SearchStrategy[TextPart]:
    """Texts of people and tools."""
    return st.builds(TextPart, texts(), cache_markers())


@cache
def said_parts() -> SearchStrategy[TextPart]:
    """Texts of models; some carry a token."""
    return st.builds(TextPart, texts(), provider_options())


def _options(**providers: Any) -> JsonObject:
    return freeze_object(providers)


_THOUGHTS = (
    ReasoningPart("Hm."),
    ReasoningPart("Hm.", _options(anthropic={"signature": "EqoB"}), _CLAUDE),
    ReasoningPart("", _options(anthropic={"redactedData": "Emw"})),
    ReasoningPart("", _options(openai={"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}), _GPT),
    ReasoningPart("Hm.", _options(google={"thoughtSignature": "Cs8B"}), _GEMINI),
    ReasoningPart("Hm.", EMPTY, Model("deepseek", "deepseek-reasoner")),
    ReasoningPart(" "),
)


@cache
def reasoning() -> SearchStrategy[ReasoningPart]:
    """Thoughts: signed, redacted, encrypted, foreign, without any token, blank."""
    return st.sampled_from(_THOUGHTS)


_FILES = (
    FilePart("image/png", "iVBORw0KGgo="),
    FilePart("image/*", "https://files.example/cat.png", "url"),
    FilePart("image/tiff", "SUkqAA==", "base64", "scan.tiff"),
    FilePart("application/pdf", "JVBERi0=", "base64", "a.pdf", _options(anthropic={"title": "A"})),
    FilePart("text/plain", "Dear all,\nhello.", "text", "letter.txt"),
    FilePart("text/csv", "YSxiCg=="),
    FilePart("application/pdf", "file-abc", "id"),
    FilePart("audio/wav", "UklGRg=="),
    FilePart("video/mp4", "https://files.example/v.mp4", "url"),
)


@cache
def files() -> SearchStrategy[FilePart]:
    """Files of all kinds, given in all ways."""
    return st.sampled_from(_FILES)


_OPAQUE = (
    OpaquePart("mcp_approval", freeze_object({"type": "mcp_approval", "id": "m1", "note": "Let it."}), "openai-responses"),
    OpaquePart("container", freeze_object({"type": "container", "encrypted": "EqZ"}), "anthropic", _CLAUDE),
)


@cache
def opaque_parts() -> SearchStrategy[OpaquePart]:
    """Parts of kinds that are not known."""
    return st.sampled_from(_OPAQUE)


@cache
def output_parts() -> SearchStrategy[Any]:
    """Pieces of tool results."""
    return st.one_of(text_parts(), files(), st.builds(JsonPart, json_values()), opaque_parts())


_SEARCHED = freeze_object({"type": "web_search_result", "title": "Bergen", "url": "https://a.example", "encrypted_content": "Eq"})
_HOSTED_CALL = ToolCallPart("srvtoolu_01B", "web_search", freeze_object({"query": "Bergen"}), True, _CLAUDE)
_HOSTED_RESULT = ToolResultPart("srvtoolu_01B", "web_search", (JsonPart((_SEARCHED,)),), hosted=True, origin=_CLAUDE)
_CODE_CALL = ToolCallPart("ci_1", "code_interpreter", freeze_object({"code": "1 + 1"}), True, _GPT, _options(openai={"itemId": "ci_1"}))
_CODE_RESULT = ToolResultPart("ci_1", "code_interpreter", (TextPart("2"),), hosted=True, origin=_GPT)


@cache
def hosted_pairs() -> SearchStrategy[tuple[ToolCallPart | ToolResultPart, ...]]:
    """Calls of tools that a provider ran, with their results or, open, without."""
    return st.sampled_from(((_HOSTED_CALL, _HOSTED_RESULT), (_CODE_CALL, _CODE_RESULT), (_HOSTED_CALL,)))


LATER: tuple[tuple[Message, ...], ...] = (
    (UserMessage(()),),
    (AssistantMessage(()),),
    (SystemMessage(()),),
    (user("So?"), system("Answer in verse.")),
    (user("So?"), assistant("Then ")),
    (assistant("Then "), assistant("more.\n\n")),
    (user("So?"), user("Well?")),
    (assistant(TextPart("Aye.", _options(openai={"audio": {"id": "audio_1"}}))),),
)
"""Turns that most providers refuse somewhere: empty, late, closing, doubled, spoken."""
