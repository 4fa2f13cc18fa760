"""Would DeepSeek accept this request? What OpenAI's API takes, in plain strings, with its thoughts given back beside calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.judges import openai_chat
from tests.judges.checks import whole

OWN = {"reasoning_content", "prefix"}


def judge(payload: Any, *, model: str) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted. Thinking is taken to be on."""
    body = whole(payload)
    messages = [message for message in body.get("messages", []) if isinstance(message, dict)]
    plain = {"messages": [{key: value for key, value in message.items() if key not in OWN} for message in messages]}
    return [*_refused(messages), *openai_chat.judge({**body, **plain}, model=model)]


def _refused(messages: list[dict[str, Any]]) -> Iterator[str]:
    for at, message in enumerate(messages):
        calls = message.get("tool_calls")
        if calls and not isinstance(message.get("reasoning_content"), str):
            yield f"messages[{at}]: the `reasoning_content` in the thinking mode must be passed back to the API"
        if any(not call.get("id") for call in calls or ()):
            yield f"messages[{at}]: insufficient tool messages following tool_calls message"
        if isinstance(message.get("content"), list):
            yield f"messages[{at}]: invalid type: sequence, expected a string"
