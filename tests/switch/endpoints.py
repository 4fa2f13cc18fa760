"""The ends a history is carried to, a row each: who judges there, and whose thoughts can be read again. A target is told by what stands before its slash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from tests.judges import anthropic, bedrock, cerebras, deepseek, gemini, mistral, openai_chat, openai_responses
from tests.switch.provenance import Made, encrypted_by_openai, issued_by_anthropic, issued_by_google, linked_by_openai

History = dict[str, Any]


def nobody(_: Made) -> bool:
    """No thought is read again."""
    return False


@frozen
class Endpoint:
    """An end."""

    format: str
    judge: Callable[[Any, str, History], list[str]]
    """Takes a payload, the name of the target, and the history, which tells which tokens were really issued."""
    owed: Callable[[Made], bool] = nobody
    """Thoughts that must come back byte by byte."""
    readable: Callable[[Made], bool] = nobody
    """Thoughts that may come back."""


def _responses(payload: Any, model: str, history: History) -> list[str]:
    body = payload if isinstance(payload, dict) else {"input": payload}
    encrypted, linked = encrypted_by_openai(history), linked_by_openai(history)
    return openai_responses.judge({"store": False, **body}, model=model, encrypted=encrypted, linked=linked)


def _converse(payload: Any, model: str, history: History) -> list[str]:
    return bedrock.judge(payload, model=model, issued=issued_by_anthropic(history))


ENDPOINTS = {
    "anthropic": Endpoint(
        "anthropic",
        lambda payload, model, history: anthropic.judge(payload, model=model, issued=issued_by_anthropic(history)),
        owed=lambda made: made.maker.startswith("anthropic/") and bool(made.thought.token) and not made.closing,
        readable=lambda made: "claude" in made.maker and bool(made.thought.token),
    ),
    "openai": Endpoint("openai-chat", lambda payload, model, _: openai_chat.judge(payload, model=model)),
    "openai.responses": Endpoint(
        "openai-responses",
        _responses,
        owed=lambda made: made.maker.startswith("openai/") and made.thought.form == "encrypted" and bool(made.thought.token) and made.led,
        readable=lambda made: made.maker.startswith("openai/") and made.thought.form == "encrypted",
    ),
    "google": Endpoint(
        "gemini",
        lambda payload, model, history: gemini.judge(payload, model=model, issued=issued_by_google(history)),
        owed=lambda made: made.maker.startswith("google/") and made.thought.form == "signature",
        readable=lambda made: made.thought.form != "signature" or made.maker.startswith("google/"),
    ),
    "bedrock": Endpoint("bedrock-converse", _converse),
    "mistral": Endpoint(
        "mistral", lambda payload, model, _: mistral.judge(payload, model=model), readable=lambda made: made.maker.startswith("mistral/")
    ),
    "deepseek": Endpoint(
        "deepseek",
        lambda payload, model, _: deepseek.judge(payload, model=model),
        owed=lambda made: made.maker.startswith("deepseek/"),
        readable=lambda made: made.maker.startswith("deepseek/"),
    ),
    "cerebras": Endpoint(
        "cerebras",
        lambda payload, model, _: cerebras.judge(payload, model=model),
        owed=lambda made: made.maker.startswith("cerebras/"),
        readable=lambda made: made.maker.startswith(("cerebras/", "zai/")),
    ),
}


def endpoint(target: str) -> Endpoint:
    """Return the end that a target's name means."""
    return ENDPOINTS[target.partition("/")[0]]
