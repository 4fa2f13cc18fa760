"""Would Cerebras accept this request? What OpenAI's API takes, less what Cerebras refuses, and with thoughts in their own field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.judges import openai_chat
from tests.judges.checks import whole

TEXTS = {"text", "refusal"}


def judge(payload: Any, *, model: str) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted."""
    body = whole(payload)
    messages = [message for message in body.get("messages", []) if isinstance(message, dict)]
    own = {"messages": [{key: value for key, value in message.items() if key != "reasoning"} for message in messages]}
    return [*_refused(messages), *openai_chat.judge({**body, **own}, model=model)]


def _refused(messages: list[dict[str, Any]]) -> Iterator[str]:
    for at, message in enumerate(messages):
        content = message.get("content")
        if "reasoning_content" in message:
            yield f"messages[{at}]: property 'reasoning_content' is unsupported"
        if isinstance(content, list) and not {part.get("type") for part in content} <= TEXTS:
            yield f"messages[{at}]: the model takes no images"
