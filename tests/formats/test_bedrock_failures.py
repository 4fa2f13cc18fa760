"""The Converse API: what cannot be read is told by place, and nothing is raised."""

import pytest

from segue.formats.bedrock import BEDROCK_CONVERSE

DEEP = [[]]
for _ in range(300):
    DEEP = [DEEP]
ABYSS = []
for _ in range(100_000):
    ABYSS = [ABYSS]
NAN = float("nan")
BLOCK = (0, "content", 0)
CALL = {"toolUseId": "a", "name": "b", "input": {}}
WHOLE = "an object with messages, or a list of them"


def said(*blocks, role="assistant"):
    """Return a bare list of one message."""
    return [{"role": role, "content": list(blocks)}]


def result(**fields):
    """Return a bare list of one result."""
    return said({"toolResult": {"toolUseId": "a", "content": [], **fields}}, role="user")


def document(**fields):
    """Return a bare list of one document."""
    return said({"document": {"name": "a", "source": {"text": ""}, **fields}}, role="user")


def tools(*listed):
    """Return a body of these tools."""
    return {"messages": [], "toolConfig": {"tools": list(listed)}}


FAILURES = [
    (None, (), WHOLE, "null"),
    ("text", (), WHOLE, "'text'"),
    ({}, ("messages",), "a list", "nothing"),
    ({"messages": {}}, ("messages",), "a list", "an object"),
    ({"messages": None, "modelId": "m"}, ("messages",), "a list", "null"),
    ({"messages": [], "inferenceConfig": {"topP": NAN}}, ("inferenceConfig", "topP"), "a finite number", "nan"),
    ({"messages": [], 1: 2}, (), "a string as key", "1"),
    ({"messages": ["Hi"]}, ("messages", 0), "an object", "'Hi'"),
    ([{"content": []}], (0, "role"), "user, assistant or system", "nothing"),
    ([{"role": "tool", "content": []}], (0, "role"), "user, assistant or system", "'tool'"),
    ([{"role": ["user"], "content": []}], (0, "role"), "user, assistant or system", "a list"),
    ([{"role": "user"}], (0, "content"), "a list", "nothing"),
    ([{"role": "user", "content": "Hi"}], (0, "content"), "a list", "'Hi'"),
    ([{"role": "assistant", "content": 5}], (0, "content"), "a list", "5"),
    ([{"role": "system", "content": {}}], (0, "content"), "a list", "an object"),
    ([{"role": "user", "content": [], "more": {"deep": NAN}}], (0, "more", "deep"), "a finite number", "nan"),
    ({"messages": [], "system": "s"}, ("system",), "a list", "'s'"),
    ({"messages": [], "system": [{"text": 5}]}, ("system", 0, "text"), "a string", "5"),
    (said("x"), BLOCK, "an object", "'x'"),
    (said("text"), BLOCK, "an object", "'text'"),
    (said(["text"]), BLOCK, "an object", "a list"),
    (said([["text"]]), BLOCK, "an object", "a list"),
    (said(None), BLOCK, "an object", "null"),
    (said({"text": None}), (*BLOCK, "text"), "a string", "null"),
    (said({1: 2}), BLOCK, "a string as key", "1"),
    (said({"poll": {1: 2}}), (*BLOCK, "poll"), "a string as key", "1"),
    (said({"poll": ABYSS}), None, "nesting of at most 256", "a list"),
    (said({"poll": [b"x", ABYSS]}), None, "nesting of at most 256", "a list"),
    (said({"poll": 10**4400}), (*BLOCK, "poll"), "an integer of at most 4300 digits", "a very long integer"),
    (said({"text": "a"}, {"cachePoint": {"type": NAN}}), (0, "content", 1, "cachePoint", "type"), "a finite number", "nan"),
    (said({"toolUse": 5}), (*BLOCK, "toolUse"), "an object", "5"),
    (said({"toolUse": {"name": "b", "input": {}}}), (*BLOCK, "toolUse", "toolUseId"), "a string", "nothing"),
    (said({"toolUse": {**CALL, "name": None}}), (*BLOCK, "toolUse", "name"), "a string", "null"),
    (said({"toolUse": {"toolUseId": "a", "name": "b"}}), (*BLOCK, "toolUse", "input"), "an object", "nothing"),
    (said({"toolUse": {**CALL, "input": {"x": [NAN]}}}), (*BLOCK, "toolUse", "input", "x", 0), "a finite number", "nan"),
    (said({"toolUse": {**CALL, "input": DEEP}}), None, "nesting of at most 256", "a list"),
    (said({"toolResult": None}, role="user"), (*BLOCK, "toolResult"), "an object", "null"),
    (said({"toolResult": []}), (*BLOCK, "toolResult"), "an object", "a list"),
    (result(toolUseId=1), (*BLOCK, "toolResult", "toolUseId"), "a string", "1"),
    (result(content="x"), (*BLOCK, "toolResult", "content"), "a list", "'x'"),
    (result(content=[{"text": 1}]), (*BLOCK, "toolResult", "content", 0, "text"), "a string", "1"),
    (result(content=[{"json": NAN}]), (*BLOCK, "toolResult", "content", 0, "json"), "a finite number", "nan"),
    (result(content=[{"image": {"source": {"bytes": 1}}}]), (*BLOCK, "toolResult", "content", 0, "image", "source", "bytes"), "base64 text or bytes", "1"),
    (result(status=[NAN]), (*BLOCK, "toolResult", "status", 0), "a finite number", "nan"),
    (said({"reasoningContent": "x"}), (*BLOCK, "reasoningContent"), "an object", "'x'"),
    (said({"reasoningContent": {"reasoningText": "x"}}), (*BLOCK, "reasoningContent", "reasoningText"), "an object", "'x'"),
    (said({"reasoningContent": {"reasoningText": {}}}), (*BLOCK, "reasoningContent", "reasoningText", "text"), "a string", "nothing"),
    (
        said({"reasoningContent": {"reasoningText": {"text": "", "signature": 1}}}),
        (*BLOCK, "reasoningContent", "reasoningText", "signature"), "a string", "1",
    ),
    (said({"reasoningContent": {"redactedContent": None}}), (*BLOCK, "reasoningContent", "redactedContent"), "base64 text or bytes", "null"),
    (said({"image": {}}), (*BLOCK, "image", "source"), "an object", "nothing"),
    (said({"image": None}), (*BLOCK, "image"), "an object", "null"),
    (said({"image": {"format": 1, "source": {"bytes": ""}}}), (*BLOCK, "image", "format"), "a string", "1"),
    (said({"video": {"source": {"s3Location": 1}}}), (*BLOCK, "video", "source", "s3Location"), "an object", "1"),
    (said({"audio": {"source": {"s3Location": {}}}}), (*BLOCK, "audio", "source", "s3Location", "uri"), "a string", "nothing"),
    (document(source={"text": 1}), (*BLOCK, "document", "source", "text"), "a string", "1"),
    (document(source={"content": "x"}), (*BLOCK, "document", "source", "content"), "a list", "'x'"),
    (document(source={"content": [NAN]}), (*BLOCK, "document", "source", "content", 0), "a finite number", "nan"),
    (document(name=1), (*BLOCK, "document", "name"), "a string", "1"),
    (document(citations={"enabled": NAN}), (*BLOCK, "document", "citations", "enabled"), "a finite number", "nan"),
    (said({"searchResult": {"source": "", "content": []}}), (*BLOCK, "searchResult", "title"), "a string", "nothing"),
    (said({"searchResult": {"source": "", "title": "", "content": ""}}), (*BLOCK, "searchResult", "content"), "a list", "''"),
    (said({"guardContent": 1}), (*BLOCK, "guardContent"), "an object", "1"),
    (said({"guardContent": {"text": "x"}}), (*BLOCK, "guardContent", "text"), "an object", "'x'"),
    (said({"guardContent": {"image": {}}}), (*BLOCK, "guardContent", "image", "source"), "an object", "nothing"),
    (said({"citationsContent": {"content": "x"}}), (*BLOCK, "citationsContent", "content"), "a list", "'x'"),
    (said({"citationsContent": {"citations": [NAN]}}), (*BLOCK, "citationsContent", "citations", 0), "a finite number", "nan"),
    ({"messages": [], "toolConfig": []}, ("toolConfig",), "an object", "a list"),
    ({"messages": [], "toolConfig": {"tools": {}}}, ("toolConfig", "tools"), "a list", "an object"),
    ({"messages": [], "toolConfig": {"toolChoice": NAN}}, ("toolConfig", "toolChoice"), "a finite number", "nan"),
    (tools(5), ("toolConfig", "tools", 0), "an object", "5"),
    (tools({"toolSpec": 5}), ("toolConfig", "tools", 0, "toolSpec"), "an object", "5"),
    (tools({"toolSpec": {"inputSchema": {}}}), ("toolConfig", "tools", 0, "toolSpec", "name"), "a string", "nothing"),
    (tools({"toolSpec": {"name": "a"}}), ("toolConfig", "tools", 0, "toolSpec", "inputSchema"), "an object", "nothing"),
    (
        tools({"toolSpec": {"name": "a", "inputSchema": {"json": {"a": NAN}}}}),
        ("toolConfig", "tools", 0, "toolSpec", "inputSchema", "json", "a"), "a finite number", "nan",
    ),
    (
        tools({"toolSpec": {"name": "a", "inputSchema": {}, "description": 1}}),
        ("toolConfig", "tools", 0, "toolSpec", "description"), "a string", "1",
    ),
    (tools({"cachePoint": NAN}), ("toolConfig", "tools", 0, "cachePoint"), "a finite number", "nan"),
]  # fmt: skip


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAILURES)
def test_a_failure_names_place_and_demand(payload, place, expected, found):
    """A payload that cannot be read is told by its JSON path, what belongs there and what stands there."""
    failure = BEDROCK_CONVERSE.decode(payload).failure()
    assert (failure.expected, failure.found, failure.format) == (expected, found, "bedrock-converse")
    assert place is None or failure.place == place
