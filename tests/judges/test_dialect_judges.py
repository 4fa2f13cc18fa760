"""The judges of Cerebras and DeepSeek: sound histories pass, and each of their own demands is complained of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judges import cerebras, deepseek

ASK = {"role": "user", "content": "When?"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "trains", "arguments": "{}"}}
DONE = {"role": "tool", "tool_call_id": "call_1", "content": "7:10"}


def _run(**fields: Any) -> list[dict[str, Any]]:
    return [ASK, {"role": "assistant", "content": None, "tool_calls": [CALL], **fields}, DONE]


def test_sound_histories_pass() -> None:
    """Thoughts stand in the field that the provider has for them."""
    assert cerebras.judge({"messages": _run(reasoning="Look.")}, model="zai-glm-4.7") == []
    assert deepseek.judge(_run(reasoning_content=""), model="deepseek-v4") == []


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (_run(reasoning_content="Look."), "unsupported"),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.example/b.png"}}]}], "no images"),
        (_run()[:2], "tool_call"),
    ],
)
def test_cerebras_complains(messages: list[dict[str, Any]], words: str) -> None:
    """Of another's field for thoughts, of images, and of what OpenAI refuses as well."""
    assert [line for line in cerebras.judge(messages, model="zai-glm-4.7") if words in line]


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        (_run(), "passed back"),
        ([{"role": "user", "content": [{"type": "text", "text": "When?"}]}], "expected a string"),
        ([ASK, {**_run(reasoning_content="")[1], "tool_calls": [{**CALL, "id": ""}]}, {**DONE, "tool_call_id": ""}], "insufficient"),
        (_run(reasoning_content="")[:2], "tool_call"),
    ],
)
def test_deepseek_complains(messages: list[dict[str, Any]], words: str) -> None:
    """Of missing thoughts, of lists of parts, of empty ids, and of what OpenAI refuses as well."""
    assert [line for line in deepseek.judge(messages, model="deepseek-v4") if words in line]
