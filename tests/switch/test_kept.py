"""The checks of what is kept read every format alike, and notice each kind of loss."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.switch.facts import Call, Hosted, Orphan, Text, Thought
from tests.switch.kept import CARRIED, added, lost
from tests.switch.reading import READERS, read

PNG = "iVBORw0KGgo="
CALL = {"id": "a", "type": "function", "function": {"name": "add", "arguments": '{"x": 1}'}}
IMAGE = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
ASKED = {"role": "user", "content": [{"type": "text", "text": "1 + 1?"}, IMAGE]}
BLIND = {"role": "user", "content": "1 + 1?\n[file omitted: image/png]"}


def _chat(asked: dict[str, Any], **adding: Any) -> list[dict[str, Any]]:
    return [
        {"role": "system", "content": "Be brief."},
        asked,
        {"role": "assistant", "content": "Adding.", "tool_calls": [CALL], **adding},
        {"role": "tool", "tool_call_id": "a", "content": "the sum is 2"},
        {"role": "assistant", "content": "It is 2."},
        {"role": "user", "content": "Thanks."},
    ]


HISTORY = _chat(ASKED, reasoning_content="I add them up.")
PAYLOAD: dict[str, Any] = {
    "system": "Be brief.",
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "1 + 1?"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PNG}},
            ],
        },
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "Adding."}, {"type": "tool_use", "id": "a", "name": "add", "input": {"x": 1}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "the sum is 2"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "It is 2."}]},
        {"role": "user", "content": "Thanks."},
    ],
}
RESPONSES = {
    "instructions": "Be brief.",
    "input": [
        {
            "role": "user",
            "content": [{"type": "input_text", "text": "1 + 1?"}, {"type": "input_image", "image_url": f"data:image/png;base64,{PNG}"}],
        },
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "I add them up."}], "encrypted_content": "x"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Adding."}]},
        {"type": "function_call", "call_id": "a", "name": "add", "arguments": '{"x":1}'},
        {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "the sum is 2"}]},
        {"type": "message", "role": "assistant", "content": "It is 2."},
        {"type": "message", "role": "user", "content": "Thanks."},
    ],
}
GEMINI = {
    "systemInstruction": {"parts": [{"text": "Be brief."}]},
    "contents": [
        {"role": "user", "parts": [{"text": "1 + 1?"}, {"inline_data": {"mime_type": "image/png", "data": PNG}}]},
        {
            "role": "model",
            "parts": [
                {"text": "I add them up.", "thought": True},
                {"text": "Adding."},
                {"functionCall": {"name": "add", "args": {"x": 1}}, "thoughtSignature": "c2lnbg=="},
            ],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "add", "response": {"result": "the sum is 2"}}}]},
        {"role": "model", "parts": [{"text": "It is 2."}]},
        {"role": "user", "parts": [{"text": "Thanks."}]},
    ],
}
CONVERSE = {
    "system": [{"text": "Be brief."}],
    "messages": [
        {"role": "user", "content": [{"text": "1 + 1?"}, {"image": {"format": "png", "source": {"bytes": PNG}}}]},
        {
            "role": "assistant",
            "content": [
                {"reasoningContent": {"reasoningText": {"text": "I add them up.", "signature": "s"}}},
                {"text": "Adding."},
                {"toolUse": {"toolUseId": "a", "name": "add", "input": {"x": 1}}},
            ],
        },
        {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"json": {"output": "the sum is 2"}}]}}]},
        {"role": "assistant", "content": [{"text": "It is 2."}]},
        {"role": "user", "content": [{"text": "Thanks."}, {"cachePoint": {"type": "default"}}]},
    ],
}
AI_SDK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "1 + 1?"}, {"type": "file", "mediaType": "image/png", "data": PNG}]},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "I add them up."},
            {"type": "text", "text": "Adding."},
            {"type": "tool-call", "toolCallId": "a", "toolName": "add", "input": {"x": 1}},
        ],
    },
    {
        "role": "tool",
        "content": [{"type": "tool-result", "toolCallId": "a", "toolName": "add", "output": {"type": "text", "value": "the sum is 2"}}],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "It is 2."}]},
    {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
]
THINKING = {"type": "thinking", "thinking": [{"type": "text", "text": "I add them up."}]}
TOLD_IN: dict[str, Any] = {
    "openai-chat": HISTORY,
    "openai-responses": RESPONSES,
    "anthropic": PAYLOAD,
    "gemini": GEMINI,
    "bedrock-converse": CONVERSE,
    "ai-sdk": AI_SDK,
    "mistral": _chat(ASKED, content=[THINKING, {"type": "text", "text": "Adding."}]),
    "deepseek": _chat(BLIND, reasoning_content="I add them up."),
    "cerebras": _chat(BLIND, content="<think>\nI add them up.\n</think>\nAdding."),
}
"""One conversation in every format that is read."""
FACTS = ["Be brief.", "1 + 1?", "Adding.", '"add"', "the sum is 2", "It is 2.", "Thanks."]


def _changed(*steps: Any, to: Any) -> dict[str, Any]:
    payload = copy.deepcopy(PAYLOAD)
    target: Any = payload
    for step in steps[:-1]:
        target = target[step]
    target[steps[-1]] = to
    return payload


DAMAGES = {
    "system text gone": (_changed("system", to=""), "system text: 'Be brief.'"),
    "system text unlabelled": (
        {"messages": [{"role": "user", "content": "Be brief."}, *PAYLOAD["messages"]]},
        "label of a system text: 'Be brief.'",
    ),
    "user text gone": (_changed("messages", 4, "content", to="Thank you."), "user text: 'Thanks.'"),
    "assistant text edited": (_changed("messages", 3, "content", 0, "text", to="It is two."), "assistant text: 'It is 2.'"),
    "texts swapped": ({**PAYLOAD, "messages": [PAYLOAD["messages"][4], *PAYLOAD["messages"][:4]]}, "user text: 'Thanks.'"),
    "file gone": (_changed("messages", 0, "content", to="1 + 1?"), "file: image/png"),
    "call gone": (_changed("messages", 1, "content", to=[{"type": "text", "text": "Adding."}]), "1 calls became 0"),
    "call renamed": (_changed("messages", 1, "content", 1, "name", to="sum"), "call of add became one of sum"),
    "arguments edited": (_changed("messages", 1, "content", 1, "input", to={"x": "1"}), "arguments of add: {'x': 1} became {'x': '1'}"),
    "result edited": (_changed("messages", 2, "content", 0, "content", to="2"), "result of add: 'the sum is 2'"),
    "result detached": (_changed("messages", 2, "content", 0, "tool_use_id", to="b"), "result of add: 'the sum is 2'"),
    "reasoning leaked": (_changed("messages", 4, "content", to="I add them up. Thanks."), "reasoning became visible: 'I add them up.'"),
}


ADDITIONS = {
    "a line of its own": (_changed("messages", 4, "content", to="Thanks.\nPlease continue."), ["Please continue."]),
    "said twice": ({**PAYLOAD, "messages": [*PAYLOAD["messages"], PAYLOAD["messages"][4]]}, ["Thanks."]),
    "a file twice": (_changed("messages", 0, "content", to=[*PAYLOAD["messages"][0]["content"], PAYLOAD["messages"][0]["content"][1]]), ["file: iVBORw0KGgo"]),
    "a placeholder": (_changed("messages", 4, "content", to="[earlier messages are left out]\nThanks."), []),
}  # fmt: skip


def test_every_format_is_read() -> None:
    """There is a reader for each format that the conversation is told in, and none besides."""
    assert READERS.keys() == TOLD_IN.keys()


@pytest.mark.parametrize("target", CARRIED)
@pytest.mark.parametrize("source", [format for format in TOLD_IN if format not in {"cerebras", "deepseek"}])
def test_a_faithful_payload_has_lost_nothing(source: str, target: str) -> None:
    """The same conversation in another wire format is found whole, and nothing besides."""
    assert lost(TOLD_IN[source], source, TOLD_IN[target], target) == []
    assert added(TOLD_IN[source], source, TOLD_IN[target], target) == []


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize("target", CARRIED)
def test_each_fact_is_missed_in_every_format(target: str, fact: str) -> None:
    """A fact that is another in the payload is told, once and nothing else."""
    payload = json.loads(json.dumps(TOLD_IN[target]).replace(fact, fact.replace(fact[-3:-1], "~~")))
    assert len(lost(HISTORY, "openai-chat", payload, target)) == 1


@pytest.mark.parametrize("target", [format for format, kinds in CARRIED.items() if kinds])
def test_a_file_is_missed_in_every_format(target: str) -> None:
    """Other bytes are told where the format can hold the file."""
    payload = json.loads(json.dumps(TOLD_IN[target]).replace(PNG, "R0lGODlh"))
    assert lost(HISTORY, "openai-chat", payload, target) == ["file: image/png"]


@pytest.mark.parametrize("format", [format for format in TOLD_IN if format != "anthropic"])
def test_thoughts_are_read_in_every_format(format: str) -> None:
    """Wherever a format has them, thoughts are thoughts and no texts."""
    assert "I add them up." in [item.words for turn in read(TOLD_IN[format], format) for item in turn.told if isinstance(item, Thought)]


@pytest.mark.parametrize("addition", ADDITIONS)
def test_each_addition_is_noticed(addition: str) -> None:
    """A line or a file that is not in the history, or not so often, is told; what stands in brackets is not."""
    payload, told = ADDITIONS[addition]
    assert added(HISTORY, "openai-chat", payload, "anthropic") == told


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_noticed(damage: str) -> None:
    """One thing gone, edited, moved or leaked is told, and nothing else is."""
    payload, told = DAMAGES[damage]
    assert lost(HISTORY, "openai-chat", payload, "anthropic") == [told]


def test_tools_that_a_provider_ran_are_read() -> None:
    """Queries, code and output are told in the formats that have them, types and ids are not."""
    search = [{"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "tides"}}]
    assert read(search, "openai-responses")[1].told == [Hosted(["tides"])]
    code = [{"role": "model", "parts": [{"executableCode": {"code": "1 + 1"}}, {"codeExecutionResult": {"output": "2"}}]}]
    assert read(code, "gemini")[1].told == [Hosted(["1 + 1"]), Hosted(["2"])]


def test_results_without_ids_are_attached_by_name_and_order() -> None:
    """Of two calls of one name the first gets the first result; a result of another name has no call."""
    calls = [{"functionCall": {"name": "add", "args": {"x": x}}} for x in (1, 2)]
    given = [{"functionResponse": {"name": name, "response": {"result": name}}} for name in ("add", "add", "sub")]
    asked, answered = read([{"role": "model", "parts": calls}, {"role": "user", "parts": given}], "gemini")[1:]
    assert [call.results for call in asked.told if isinstance(call, Call)] == [[[{"result": "add"}]], [[{"result": "add"}]]]
    assert answered.told == [Orphan([{"result": "sub"}])]


def test_texts_outside_the_list_come_first() -> None:
    """What stands outside is the operator's, in every format that has a place for it."""
    told = {format: read(payload, format)[0].told for format, payload in TOLD_IN.items() if isinstance(payload, dict)}
    assert told == {format: [Text("system", "Be brief.")] for format in ("openai-responses", "anthropic", "gemini", "bedrock-converse")}
