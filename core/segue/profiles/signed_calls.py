"""Where Gemini's thought signatures stand when it is asked through Chat Completions: at Google's own endpoint, OpenRouter, Copilot.

Sources: the guides to thought signatures and to OpenAI compatibility of ai.google.dev, OpenRouter's guide to reasoning tokens, and the
rejections quoted in `segue.rules.chat_thoughts`.
"""

from __future__ import annotations

from segue.json_values import JsonObject
from segue.parts import ReasoningPart, ToolCallPart, option
from segue.profiles import gemini
from segue.profiles.dialects import FORMAT
from segue.prompts import AssistantMessage, Prompt, UserMessage
from segue.shapes import extras_for
from segue.targets import Target

MAKER, SIGNATURE = gemini.MAKER, gemini.SIGNATURE
DETAILS = "google-gemini-v1"
_EXTRA = ("extra_content", "google", "thought_signature")
_OPAQUE = "reasoning_opaque"


def _asks_gemini(target: Target, *providers: str) -> bool:
    chosen = target.endpoint == FORMAT and target.provider in providers and "gemini" in target.likeness
    return chosen and target.since(gemini.SIGNED_SINCE)


def by_extra_content(target: Target) -> bool:
    """Tell whether signatures stand in the `extra_content` of a call: at Google's endpoints for OpenAI's clients."""
    return _asks_gemini(target, "google", "vertex")


def by_details(target: Target) -> bool:
    """Tell whether signatures stand in the `reasoning_details` of a message: at OpenRouter."""
    return _asks_gemini(target, "openrouter")


def by_opaque(target: Target) -> bool:
    """Tell whether signatures stand in the `reasoning_opaque` of a message: at Copilot."""
    return _asks_gemini(target, "copilot")


def is_signed(call: ToolCallPart) -> bool:
    """Tell whether a call carries a thought signature, among its options or as it came."""
    held: object = extras_for(call.extras, FORMAT)
    for key in _EXTRA:
        held = held.get(key) if isinstance(held, JsonObject) else None
    return gemini.is_signed(call) or isinstance(held, str)


def is_opaque(message: AssistantMessage) -> bool:
    """Tell whether a message carries what Copilot signs calls with."""
    return bool(extras_for(message.extras, FORMAT).get(_OPAQUE))


def signs(part: ReasoningPart) -> str | None:
    """Return the id of the call that a thought signs as one of Gemini's details, "" where the detail names none; None for any other."""
    detail = option(part, "openrouter", "detail")
    if not isinstance(detail, JsonObject) or detail.get("type") != "reasoning.encrypted" or detail.get("format") not in (None, DETAILS):
        return None
    id = detail.get("id")
    return id if isinstance(id, str) else ""


def stands_in(part: ReasoningPart) -> bool:
    """Tell whether a detail holds what stands in for the signatures of other models."""
    detail = option(part, "openrouter", "detail")
    return isinstance(detail, JsonObject) and detail.get("data") in gemini.STAND_INS


def last_user(prompt: Prompt) -> int:
    """Return the index of the last message of a user's, -1 where there is none."""
    return max((index for index, message in enumerate(prompt.messages) if isinstance(message, UserMessage)), default=-1)
