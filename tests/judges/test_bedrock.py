"""Each check of the judge for Converse can fail, spares its nearest neighbour, and good payloads pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judges import bedrock
from tests.judges.bedrock import TYPES, judge, types
from tests.judges.checks import Issued

CLAUDE, NOVA, LLAMA = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0", "amazon.nova-pro-v1:0", "meta.llama3-3-70b-instruct-v1:0"
ISSUED = Issued({"sig": "Add them."}, frozenset({"blob"}))
TOOLS = {"tools": [{"toolSpec": {"name": "add", "inputSchema": {"json": {"type": "object"}}}}]}
PNG = {"image": {"format": "png", "source": {"bytes": "iVBORw=="}}}


def asks(*blocks: Any) -> dict[str, Any]:
    """Make a user's message of texts and blocks."""
    return {"role": "user", "content": [block if isinstance(block, dict) else {"text": block} for block in blocks]}


def says(*blocks: Any) -> dict[str, Any]:
    """Make a message of the model."""
    return {**asks(*blocks), "role": "assistant"}


def uses(id_: str = "tooluse_a", **more: Any) -> dict[str, Any]:
    """Make a call."""
    return {"toolUse": {"toolUseId": id_, "name": "add", "input": {}, **more}}


def gives(*pieces: Any, id_: str = "tooluse_a", **more: Any) -> dict[str, Any]:
    """Make a result."""
    content = [piece if isinstance(piece, dict) else {"text": piece} for piece in pieces]
    return {"toolResult": {"toolUseId": id_, "content": content, **more}}


def thinks(text: str = "Add them.", **more: Any) -> dict[str, Any]:
    """Make a thought."""
    return {"reasoningContent": {"reasoningText": {"text": text, **more}}}


def document(name: str, **more: Any) -> dict[str, Any]:
    """Make a document."""
    return {"document": {"format": "pdf", "name": name, "source": {"bytes": "JVBERi0="}, **more}}


ASK = asks("1 + 1?")
CALLED = [ASK, says(uses())]

# check -> (refused, accepted): a body or message list, or (either of them, model)
CASES: dict[str, tuple[Any, Any]] = {
    "first-speaker": ([says("Hi."), ASK], [ASK, says("2"), ASK]),
    "alternation": ([ASK, ASK], [ASK, {"role": "system", "content": [{"text": "Be brief."}]}, says("2"), ASK]),
    "empty-message": ([ASK, says(), ASK], [ASK, says("2"), ASK]),
    "blank-text": ({"messages": [ASK], "system": [{"text": " "}]}, {"messages": [asks("1 ")], "system": [{"text": "a "}]}),
    "call-unanswered": ([*CALLED, asks("Well?")], [*CALLED, asks(gives("2"), "Well?")]),
    "orphan-result": ([asks("Hi."), says("2"), asks(gives("2"))], [ASK, says(uses(type="server_tool_use"), gives("2"), "2"), ASK]),
    "error-without-content": ([*CALLED, asks(gives(status="error"))], [*CALLED, asks(gives(status="success"))]),
    "json-object": ([*CALLED, asks(gives({"json": [2]}))], [*CALLED, asks(gives({"json": {"sum": 2}}))]),
    "tool-config-missing": ({"messages": [*CALLED, asks(gives("2"))]}, {"messages": [*CALLED, asks(gives("2"))], "toolConfig": TOOLS}),
    "document-without-text": ([asks(document("a"))], [asks(document("a"), "Read it.")]),
    "document-name": ([asks("Read.", document("a  b"))], [asks("Read.", document("a b-[1] (2)"))]),
    "duplicate-document-name": ([asks("Read.", document("a"), document("A"))], [asks("Read.", document("a"), document("a 2"))]),
    "assistant-file": ([ASK, says(PNG), ASK], [asks(PNG), says("2"), ASK]),
    "reasoning-unsupported": (([ASK, says(thinks(), "2"), ASK], NOVA), [ASK, says(thinks(signature="sig"), "2"), ASK]),
    "reasoning-foreign": (
        [ASK, says(thinks(signature="x"), "2"), ASK],
        [ASK, says(thinks(signature="sig"), {"reasoningContent": {"redactedContent": "blob"}}, "2"), ASK],
    ),
    "text-beside-call": (([ASK, says("So.", uses()), asks(gives("2"))], LLAMA), ([*CALLED, asks(gives("2"))], LLAMA)),
    "text-beside-result": (([*CALLED, asks(gives("2"), "So?")], LLAMA), ([*CALLED, asks(gives("2"), "So?")], NOVA)),
    "trailing-whitespace": ([ASK, says("It is ")], [ASK, says("It "), asks("So?"), says("It is")]),
}


def verdict(case: Any) -> list[str]:
    """Return the judge's complaints."""
    payload, model = case if isinstance(case, tuple) else (case, CLAUDE)
    return judge(payload, model=model, issued=ISSUED)


@pytest.mark.parametrize("name", bedrock.CHECKS.known)
def test_each_check_refuses_its_smallest_case(name: str) -> None:
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in verdict(CASES[name][0])), verdict(CASES[name][0])


@pytest.mark.parametrize("name", bedrock.CHECKS.known)
def test_each_check_spares_the_near_miss(name: str) -> None:
    """The nearest good payload has no complaint at all."""
    assert verdict(CASES[name][1]) == []


def test_no_case_is_left_over() -> None:
    """Every case belongs to a check that exists, and every check says where it was seen."""
    assert set(CASES) == set(bedrock.CHECKS.known)
    assert all(check.source.startswith("https://") and check.says for check in bedrock.CHECKS.known.values())


ODD: dict[str, Any] = {
    'Unknown parameter in messages[0]: "mood"': [{**ASK, "mood": "x"}],
    'Unknown parameter in messages[0].content[0].toolUse: "caller"': [asks(uses(caller={}))],
    'Missing required parameter in messages[0].content[0].toolUse: "input"': [{"role": "user", "content": [{"toolUse": {"toolUseId": "a", "name": "b"}}]}],
    "Invalid type for parameter messages[0].content[0].text": [asks({"text": None})],
    "Invalid number of parameters set for tagged union structure messages[0].content[0]": [asks({"text": "a", **PNG})],
    "Invalid length for parameter messages[0].content[0].toolUse.toolUseId": [asks(uses(""))],
    "Invalid length for parameter system[0].text": {"messages": [ASK], "system": [{"text": ""}]},
    "Invalid type for parameter messages[0].content": [{"role": "user", "content": "Hi"}],
    "messages[0].role: none of user, assistant, system": [{**ASK, "role": "tool"}],
    "messages[0].content[0].toolUse.toolUseId: does not match": [asks(uses("a|b"))],
    "messages[0].content[0].toolUse.toolUseId: 65 is not in 1..64": [asks(uses("a" * 65))],
    "messages[0].content[0].toolUse.name: does not match": [asks(uses(name="a.b"))],
    "messages[0].content[0].image.source.bytes: no base64": [asks({"image": {"format": "png", "source": {"bytes": "?"}}})],
    "messages[0].content[0].image.source.bytes: 0 is not in 1..": [asks({"image": {"format": "png", "source": {"bytes": b""}}})],
    "messages[0].content[0].image.format: none of png": [asks({"image": {"format": "tiff", "source": {"bytes": b"II"}}})],
    "messages[0].content[0].document.name: 201 is not in 1..200": [asks(document("a" * 201))],
    "messages[0].content[0].toolResult.status: none of success, error": [asks(gives("2", status="denied"))],
    "messages[0].content[0].cachePoint.ttl: none of 5m, 1h": [asks({"cachePoint": {"type": "default", "ttl": "2m"}})],
    "messages[0].content[0].toolUse.input.a.0: no JSON": [asks(uses(input={"a": [float("nan")]}))],
    "inferenceConfig.temperature: 1.5 is not in 0..1": {"messages": [ASK], "inferenceConfig": {"temperature": 1.5}},
    "inferenceConfig.maxTokens: no number": {"messages": [ASK], "inferenceConfig": {"maxTokens": True}},
    "requestMetadata (key): does not match": {"messages": [ASK], "requestMetadata": {"a!": "b"}},
    "requestMetadata: 17 is not in 1..16": {"messages": [ASK], "requestMetadata": {str(at): "b" for at in range(17)}},
    "additionalModelResponseFieldPaths: 11 is not in 0..10": {"messages": [ASK], "additionalModelResponseFieldPaths": ["/a"] * 11},
    "Invalid length for parameter toolConfig.tools": {"messages": [ASK], "toolConfig": {"tools": []}},
    "modelId: does not match": {"messages": [ASK], "modelId": "a model"},
}  # fmt: skip


@pytest.mark.parametrize("words", ODD)
def test_the_service_model_is_held_to_the_letter(words: str) -> None:
    """What it lists is checked: what botocore checks, and what it only lists."""
    assert any(words in line and line.endswith(TYPES) for line in verdict(ODD[words])), verdict(ODD[words])


def test_a_rich_body_passes() -> None:
    """All kinds of block that a history may hold are accepted together, blobs as bytes and as base64 text."""
    found = {"source": "https://a.example", "title": "Sums", "content": [{"text": "2"}], "citations": {"enabled": True}}
    body = {
        "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
        "system": [{"text": "Add."}, {"cachePoint": {"type": "default", "ttl": "5m"}}, {"guardContent": {"text": {"text": "x", "qualifiers": ["query"]}}}],
        "messages": [
            asks("1 + 1?", PNG, document("Sums", context="c"), {"image": {"format": "gif", "source": {"bytes": b"GIF"}}}, {"searchResult": found}),
            says(thinks(signature="sig"), "So.", uses()),
            asks(gives("2", {"json": {"sum": [2.5, None]}}, PNG, {"searchResult": found}, status="success"), {"cachePoint": {"type": "default"}}),
            says({"citationsContent": {"content": [{"text": "2"}], "citations": [{"title": "Sums", "location": {"web": {"url": "https://a.example"}}}]}}),
            asks({"video": {"format": "mp4", "source": {"s3Location": {"uri": "s3://bucket/a.mp4", "bucketOwner": "123456789012"}}}}, "And?"),
        ],
        "toolConfig": {"tools": [*TOOLS["tools"], {"cachePoint": {"type": "default"}}, {"systemTool": {"name": "nova_grounding"}}], "toolChoice": {"auto": {}}},
        "inferenceConfig": {"maxTokens": 100, "temperature": 0.5, "stopSequences": ["a"]},
        "additionalModelRequestFields": {"thinking": {"type": "enabled"}, "top_k": 5},
        "requestMetadata": {"a": "b"},
    }  # fmt: skip
    assert types(body) == []
    assert verdict(body) == []
