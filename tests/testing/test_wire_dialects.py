"""The strategies for payloads of dialects give all that a row lists, and nothing that the format refuses."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from returns.pipeline import is_successful

from segue.formats.openai_chat import OPENAI_CHAT
from segue.profiles.dialects import DIALECTS, dialect_of
from segue.targets import Target
from segue.testing.wire_dialects import dialects, payloads

LOOK = settings(
    max_examples=300, derandomize=True, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
NAMES = ["mistral/voxtral-x", "cerebras/zai-glm-4.7", "deepseek/x", "openrouter/anthropic/x", "ollama.native/x", "vllm/x", "moonshot/x"]


@cache
def draws(name, *, odd):
    """Return what the strategy gives for a target's dialect in some hundred draws: the messages of each payload."""
    drawn = []

    @LOOK
    @given(payloads(dialect_of(Target.of(name)), odd=odd))
    def draw(made):
        drawn.append(made)

    draw()
    return drawn


def messages(name, *, odd=True):
    """Return all messages that are drawn."""
    return [message for drawn in draws(name, odd=odd) for message in (drawn["messages"] if isinstance(drawn, dict) else drawn)]


def kinds(value):
    """Yield every `type` in a value."""
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        yield value["type"]
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from kinds(item)


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_every_payload_is_read(name, odd):
    """Nothing is drawn that the format refuses, in a body or a bare list."""
    assert all(is_successful(OPENAI_CHAT.decode(drawn)) for drawn in draws(name, odd=odd))
    assert {type(drawn) for drawn in draws(name, odd=odd)} == {dict, list}


@pytest.mark.parametrize("name", NAMES)
def test_every_field_comes_up(name):
    """All the fields that a row lists are drawn, with nulls and strays where the payload is odd, and none else where it is not."""
    row = dialect_of(Target.of(name))
    for role in ("system", "user", "assistant", "tool"):
        plain = {key for message in messages(name, odd=False) if message["role"] == role for key in message}
        odd = {key for message in messages(name) if message["role"] == role for key in message}
        assert plain == row.fields(role)
        assert odd == row.fields(role) | {"stray"}
    assert any(value is None for message in messages(name) for value in message.values())


def test_every_kind_of_part_comes_up():
    """All the kinds that contents hold are drawn, chunks of thoughts and lists of details among them."""
    mistral, router = (set(kinds(messages(name))) for name in ("mistral/voxtral-x", "openrouter/anthropic/x"))

    assert {"text", "image_url", "document_url", "input_audio", "file", "reference", "thinking"} <= mistral
    assert {"reasoning.text", "reasoning.summary", "reasoning.encrypted", "reasoning.server_tool_call", "video_url"} <= router
    assert "refusal" in set(kinds(messages("vllm/x")))


def test_calls_are_as_the_dialect_has_them():
    """Inputs are objects, or texts, or both; Ollama's calls have no type, and some no id."""
    inputs = {
        name: {type(call["function"]["arguments"]) for message in messages(name) for call in message.get("tool_calls") or ()}
        for name in NAMES
    }
    called = [set(call) for message in messages("ollama.native/x") for call in message.get("tool_calls") or ()]

    assert (inputs["mistral/voxtral-x"], inputs["deepseek/x"], inputs["ollama.native/x"]) == ({str, dict}, {str}, {dict})
    assert {"function"} in called
    assert {"id", "function"} in called
    assert all(message["reasoning_content"] for message in messages("moonshot/x", odd=False) if "tool_calls" in message)


def test_every_dialect_comes_up():
    """The strategy of dialects gives each of the table."""
    seen = set()

    @LOOK
    @given(dialects())
    def draw(row):
        seen.add(row)

    draw()
    assert seen == set(DIALECTS)
