"""LiteLLM's converters from Chat Completions. It is imported where it is asked for: the tests do without it."""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from typing import Any

Messages = list[dict[str, Any]]


def converters() -> dict[str, Callable[[Messages], Any]]:
    """Return a function for each format, from messages to a payload. Raises ImportError where LiteLLM is not installed."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # nothing is fetched
    from litellm.completion_extras.litellm_responses_transformation.transformation import (  # noqa: PLC0415
        LiteLLMResponsesTransformationHandler,
    )
    from litellm.litellm_core_utils.prompt_templates.factory import (  # noqa: PLC0415
        _bedrock_converse_messages_pt,
        anthropic_messages_pt,
    )
    from litellm.llms.vertex_ai.gemini.transformation import _gemini_convert_messages_with_history  # noqa: PLC0415

    def responses(messages: Messages) -> Any:
        listed, instructions = LiteLLMResponsesTransformationHandler().convert_chat_completion_messages_to_responses_api(deepcopy(messages))
        return {"instructions": instructions, "input": listed}

    def with_system(write: Callable[[Messages], Any], key: str, lead: Callable[[list[str]], Any], name: str) -> Callable[[Messages], Any]:
        def converted(messages: Messages) -> Any:
            said = deepcopy(messages)
            led = bool(said) and said[0]["role"] in {"system", "developer"}
            content = said.pop(0)["content"] if led else []
            texts = [content] if isinstance(content, str) else [part["text"] for part in content]
            return {**({name: lead(texts)} if texts else {}), key: write(said)}

        return converted

    blocks = lambda texts: [{"text": text} for text in texts]  # noqa: E731
    return {
        "anthropic": with_system(
            lambda said: anthropic_messages_pt(said, model="claude-sonnet-4-6", llm_provider="anthropic"), "messages",
            lambda texts: [{"type": "text", "text": text} for text in texts], "system",
        ),
        "bedrock-converse": with_system(
            lambda said: _bedrock_converse_messages_pt(said, model="amazon.nova-pro-v1:0", llm_provider="bedrock_converse"), "messages", blocks, "system"
        ),
        "gemini": with_system(
            lambda said: _gemini_convert_messages_with_history(said, model="gemini-2.5-flash"), "contents",
            lambda texts: {"parts": blocks(texts)}, "systemInstruction",
        ),
        "openai-responses": responses,
    }  # fmt: skip
