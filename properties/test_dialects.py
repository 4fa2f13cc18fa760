"""The dialects of Chat Completions lose nothing of their own and take nothing of others'."""

from __future__ import annotations

import json

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from segue import Target, same_json
from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import freeze
from segue.models import Model
from segue.parts import ReasoningPart
from segue.profiles.dialects import DIALECTS, dialect_of
from segue.prompts import Prompt
from segue.testing import requests
from segue.testing.pool import pooled
from segue.testing.wire_dialects import dialects, payloads

MODELS = {
    "cerebras": ("zai-glm-4.7", "gpt-oss-120b", "llama-3.3-70b"), "groq": ("openai/gpt-oss-20b", "llama-3.3-70b"),
    **dict.fromkeys(("huggingface", "novita", "opencode"), ("deepseek-v3.2", "kimi-k2")),
    "moonshot": ("kimi-k2.5", "moonshot-v1-8k"), "mistral": ("voxtral-small", "mistral-large"),
    "openrouter": ("anthropic/claude-sonnet-4.5", "openai/gpt-5.2", "google/gemini-3-pro", "x-ai/grok-4", "meta-llama/llama-4", "qwen/qwen3"),
    **dict.fromkeys(("huggingface", "novita", "opencode"), ("deepseek-v4", "kimi-k2.5")),
}  # fmt: skip
ENDPOINTS = {"google": ".chat", "vertex": ".chat"}
NAMES = [
    (row.provider + (f".{row.variant}" if row.variant else ENDPOINTS.get(row.provider, "")), MODELS.get(row.provider, ("some-model",)))
    for row in DIALECTS
]
TARGETS = [Target.of(f"{provider}/{model}") for provider, models in dict.fromkeys(NAMES) for model in models]
CLOSED = [target for target in TARGETS if not dialect_of(target).open]
PAYLOADS = pooled(dialects().flatmap(payloads), 2 * settings().max_examples)
MADE = pooled(requests(), 2 * settings().max_examples) | PAYLOADS.map(lambda payload: OPENAI_CHAT.decode(payload).unwrap())
SECRET = "Only I can read this."


def sent(request, target):
    """Write a request for a target, through JSON as it would be, and return its messages."""
    written = json.loads(json.dumps(OPENAI_CHAT.encode_for(request, target)))
    return written if isinstance(written, list) else written["messages"]


def test_every_row_is_met():
    """The targets of these tests reach every row of the table."""
    assert {dialect_of(target) for target in TARGETS} == set(DIALECTS)


@given(payload=PAYLOADS)
def test_a_payload_comes_back(payload):
    """What a payload says is written as it came, and every part has its place in it."""
    read = OPENAI_CHAT.decode(payload).unwrap()

    assert same_json(OPENAI_CHAT.encode(read), payload)
    placed = OPENAI_CHAT.places(read)
    assert [len(parts) for _, parts in placed] == [len(message.content) for message in read.prompt.messages]
    for place in (at for _, parts in placed for at in parts):
        found = payload
        for step in place:
            found = found[step]


@given(payload=PAYLOADS)
def test_a_frozen_payload_is_read_alike(payload):
    """Frozen objects and arrays are read as dicts and lists are."""
    assert OPENAI_CHAT.decode(freeze(payload)) == OPENAI_CHAT.decode(payload)


@given(st.sampled_from(TARGETS).flatmap(lambda target: st.tuples(st.just(target), payloads(dialect_of(target), odd=False))))
def test_a_history_of_its_own_is_sent_as_it_came(case):
    """A history that its own provider had answered goes back to it to the letter."""
    target, payload = case

    assert same_json(OPENAI_CHAT.encode_for(OPENAI_CHAT.decode(payload).unwrap(), target), payload)


@given(target=st.sampled_from(CLOSED), request=MADE)
def test_nothing_is_sent_that_the_dialect_lacks(target, request):
    """Messages, calls and contents hold the fields and kinds of the row, whatever the records hold."""
    row = dialect_of(target)
    for message in sent(request, target):
        forms, listed = row.parts(message["role"]), isinstance(message.get("content"), list)
        assert all(row.has(message["role"], name) for name in message)
        assert row.developer or message["role"] != "developer"
        assert forms is None or listed <= ("text" in forms)
        for part in message["content"] if listed and forms is not None else ():
            assert part["type"] in {form.partition(" ")[0] for form in forms}
        for call in message.get("tool_calls") or ():
            assert row.call is None or set(call) <= row.call
            assert set(call["function"]) == {"name", "arguments"}
            assert isinstance(call["function"]["arguments"], {"text": str, "object": dict, "either": object}[row.arguments])


@given(target=st.sampled_from(TARGETS), request=MADE)
def test_what_was_sent_is_read_and_sent_again(target, request):
    """What is written for a target is read, and written again to the letter, as it is and for the target."""
    written = OPENAI_CHAT.encode_for(request, target)
    read = OPENAI_CHAT.decode(written).unwrap()

    assert same_json(OPENAI_CHAT.encode(read), written)
    assert same_json(OPENAI_CHAT.encode_for(read, target), written)


@given(target=st.sampled_from(TARGETS), request=MADE)
def test_another_models_thoughts_are_not_sent(target, request):
    """No thought of a model that another provider runs stands anywhere in what is sent."""

    def foreign(part):
        return evolve(part, text=SECRET, origin=Model("example", "model-1")) if isinstance(part, ReasoningPart) else part

    messages = tuple(evolve(message, content=tuple(map(foreign, message.content))) for message in request.prompt.messages)

    assert SECRET not in json.dumps(sent(evolve(request, prompt=Prompt(messages)), target))
