"""Chat Completions: Gemini's thought signatures, which stand on calls where Google's endpoints speak this format."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from openai.types.chat import ChatCompletionMessage

from segue import Target, check, fix, same_json
from segue.formats.gemini import GEMINI
from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import EMPTY, freeze
from segue.parts import option
from segue.prompts import Prompt

SIGNED = {"google": {"thought_signature": "Cs8B"}}


def history(**more):
    """A call that is signed, and its result."""
    call = {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": "{}"}, **more}
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    return [{"role": "user", "content": "Go."}, said, {"role": "tool", "tool_call_id": "call_1", "content": "14"}]


def call(payload):
    """Read the call."""
    return OPENAI_CHAT.decode(payload).unwrap().prompt.messages[1].content[0]


def test_a_signature_is_googles():
    """It is an option of Google's, as Gemini's own format has it."""
    read = call(history(extra_content=SIGNED))

    assert (option(read, "google", "thoughtSignature"), read.extras) == ("Cs8B", None)


KEPT = {
    "alone": {"extra_content": SIGNED},
    "before a field that nobody knows": {"extra_content": SIGNED, "index": 0},
    "beside another of Google's": {"extra_content": {"google": {"thought_signature": "Cs8B", "thought": True}}},
    "beside another provider's": {"extra_content": {**SIGNED, "other": 1}},
    "no text": {"extra_content": {"google": {"thought_signature": 5}}},
    "no object": {"extra_content": {"google": "x"}},
    "nothing": {"extra_content": None},
    "empty": {"extra_content": {}},
}


@pytest.mark.parametrize("more", KEPT.values(), ids=KEPT)
def test_it_is_written_as_it_came(more):
    """Whatever stands there comes back to the letter."""
    payload = history(**more)
    assert same_json(OPENAI_CHAT.encode(OPENAI_CHAT.decode(payload).unwrap()), payload)


def test_the_order_of_fields_stays():
    """A signature that stood before the function is written there."""
    payload = history()
    payload[1]["tool_calls"] = [{"id": "call_1", "extra_content": SIGNED, "type": "function", "function": {"name": "read", "arguments": "{}"}}]
    assert same_json(OPENAI_CHAT.encode(OPENAI_CHAT.decode(payload).unwrap()), payload)


@pytest.mark.parametrize("target", ["google.chat/gemini-3-pro", "vertex.chat/gemini-3-pro"])
def test_googles_endpoints_get_it_back(target):
    """Where Gemini is asked through this format the signature stands on its call; nothing has to be repaired."""
    sent = OPENAI_CHAT.encode_for(OPENAI_CHAT.decode(history(extra_content=SIGNED)).unwrap(), Target.of(target))

    assert sent[1]["tool_calls"][0]["extra_content"] == SIGNED


@pytest.mark.parametrize("target", ["openai/gpt-5.2", "mistral/mistral-large-latest", "deepseek/deepseek-v4"])
def test_others_do_not(target):
    """A signature is Google's, and is sent to nobody else."""
    assert "Cs8B" not in json.dumps(fix(history(extra_content=SIGNED), target).payload)


def test_gemini_reads_it_in_its_own_format():
    """The call is signed in Gemini's own contents, so that no placeholder is needed; and the way back keeps it."""
    fixed = fix(history(extra_content=SIGNED), "google/gemini-3-pro")
    parts = [part for content in fixed.payload["contents"] for part in content["parts"]]

    assert [part["thoughtSignature"] for part in parts if "functionCall" in part] == ["Cs8B"]
    assert check(history(extra_content=SIGNED), "google/gemini-3-pro") == ()
    back = OPENAI_CHAT.encode_for(GEMINI.decode(fixed.payload).unwrap(), Target.of("google.chat/gemini-3-pro"))
    assert next(m for m in back["messages"] if m["role"] == "assistant")["tool_calls"][0]["extra_content"] == SIGNED


@pytest.mark.parametrize("held", [{"google": "x"}, "x", {"other": 1}])
def test_a_signature_that_came_takes_its_place(held):
    """Where a call is signed that had something else there, what is no object gives way and all else stays."""
    read = OPENAI_CHAT.decode(history(extra_content=held)).unwrap()
    ask, said, told = read.prompt.messages
    signed = evolve(said, content=(evolve(said.content[0], provider_options=freeze({"google": {"thoughtSignature": "Cs8B"}})),))
    sent = OPENAI_CHAT.encode_for(evolve(read, prompt=Prompt((ask, signed, told))), Target.of("google.chat/gemini-3-pro"))[1]["tool_calls"][0]

    assert sent["extra_content"] == SIGNED | (held if held == {"other": 1} else {}) or "extra_content" not in held


def test_other_options_of_googles_sign_nothing():
    """A call that has options of Google's and no signature among them is written without the field."""
    read = OPENAI_CHAT.decode(history()).unwrap()
    ask, said, told = read.prompt.messages
    noted = evolve(said, content=(evolve(said.content[0], provider_options=freeze({"google": {"thought": True}})),))
    sent = OPENAI_CHAT.encode_for(evolve(read, prompt=Prompt((ask, noted, told))), Target.of("google.chat/gemini-3-pro"))

    assert "extra_content" not in sent[1]["tool_calls"][0]


def test_a_signature_that_was_taken_is_not_written():
    """Where a rule took the option the field goes with it."""
    read = OPENAI_CHAT.decode(history(extra_content=SIGNED)).unwrap()
    ask, said, told = read.prompt.messages
    bare = evolve(said, content=(evolve(said.content[0], provider_options=EMPTY),))

    assert "extra_content" not in OPENAI_CHAT.encode(evolve(read, prompt=Prompt((ask, bare, told))))[1]["tool_calls"][0]


def test_the_sdk_keeps_it():
    """OpenAI's SDK, with which the endpoint is asked, dumps the field with the reply, and that dump is read."""
    said = {**history(extra_content=SIGNED)[1], "refusal": None}
    dumped = ChatCompletionMessage.model_validate(said).model_dump(mode="json")
    read = OPENAI_CHAT.decode([dumped]).unwrap().prompt.messages[0]

    assert [option(part, "google", "thoughtSignature") for part in read.content if hasattr(part, "input")] == ["Cs8B"]
