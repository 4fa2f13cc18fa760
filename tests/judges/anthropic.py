"""Would Anthropic's Messages API accept this request? The vendor's types first, then what the API enforces and no type states."""

from __future__ import annotations

from functools import cache
from typing import Any

from anthropic.types.message_create_params import MessageCreateParamsBase
from pydantic_core import SchemaValidator

from tests.judges import anthropic_thinking, anthropic_tools, anthropic_turns, eager
from tests.judges.anthropic_body import CHECKS, read
from tests.judges.checks import Issued, whole

STRICT = (anthropic_turns, anthropic_tools, anthropic_thinking)
"""The modules whose checks are registered by being imported."""


@cache
def _types() -> dict[str, SchemaValidator]:
    return eager.fields(MessageCreateParamsBase)


def judge(payload: Any, *, model: str, issued: Issued | None = None) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted.

    `model` is the model asked, with or without its provider. Where `issued` is given, thinking, redacted thinking and search payloads
    that are not in it are refused. Which model and how many tokens are not graded, so a body may leave them out.
    """
    body = whole(payload)
    known = {**_types(), "stream": None}
    wrong = [f"{key}: Extra inputs are not permitted [vendor's types]" for key in body if key not in known]
    wrong += [line for key, value in body.items() if (types := known.get(key)) for line in eager.complaints(types, value, key)]
    return wrong or CHECKS.complaints(read(body, model, issued))
