"""Gemini: what cannot be read is told by place, in the payload's own spelling, and nothing is raised."""

import pytest
from returns.pipeline import is_successful

from segue.formats.gemini import GEMINI
from segue.json_values import same_json

DEEP = [[]]
for _ in range(300):
    DEEP = [DEEP]
NAN = float("nan")


def said(*parts, role="model"):
    """Return contents of one content."""
    return [{"role": role, "parts": list(parts)}]


ONE = "a list of contents, a content or a text"
FAILURES = [
    (None, (), ONE, "null"),
    (3, (), ONE, "3"),
    ({}, ("contents",), ONE, "nothing"),
    ({"messages": []}, ("contents",), ONE, "nothing"),
    ({"contents": None}, ("contents",), ONE, "null"),
    ({"contents": [3]}, ("contents", 0), "an object", "3"),
    ({"contents": {"role": "x", "parts": []}}, ("contents", "role"), "user or model", "'x'"),
    ({"contents": [], "generationConfig": {"topP": NAN}}, ("generationConfig", "topP"), "a finite number", "nan"),
    ({"contents": [], "x": DEEP}, None, "nesting of at most 256", "a list"),
    ({"contents": [], 1: 2}, (), "a string as key", "1"),
    ({"contents": [], "systemInstruction": 3}, ("systemInstruction",), "an object", "3"),
    ({"contents": [], "systemInstruction": [3]}, ("systemInstruction", 0), "an object", "3"),
    ({"contents": [], "system_instruction": {"parts": [{"text": 3}]}}, ("system_instruction", "parts", 0, "text"), "a string", "3"),
    ({"contents": [], "systemInstruction": {"role": NAN}}, ("systemInstruction", "role"), "a finite number", "nan"),
    ({"contents": [], "config": {"tools": 3}}, ("config", "tools"), "a list", "3"),
    ({"contents": [], "tools": [3]}, ("tools", 0), "an object", "3"),
    ({"contents": [], "tools": [{"functionDeclarations": 3}]}, ("tools", 0, "functionDeclarations"), "a list", "3"),
    ({"contents": [], "tools": [{"functionDeclarations": [3]}]}, ("tools", 0, "functionDeclarations", 0), "an object", "3"),
    ({"contents": [], "tools": [{"function_declarations": [{}]}]}, ("tools", 0, "function_declarations", 0, "name"), "a string", "nothing"),
    (
        {"contents": [], "tools": [{"functionDeclarations": [{"name": "a", "parameters": 3}]}]},
        ("tools", 0, "functionDeclarations", 0, "parameters"),
        "an object",
        "3",
    ),
    ({"contents": [], "tools": [{"googleSearch": NAN}]}, ("tools", 0, "googleSearch"), "a finite number", "nan"),
    ([{"role": ["user"], "parts": []}], (0, "role"), "user or model", "a list"),
    ([{"role": "user", "content": "Hi"}], (0, "parts"), "a list", "nothing"),
    ([{"role": "user", "parts": "Hi"}], (0, "parts"), "a list", "'Hi'"),
    ([{"role": "user", "parts": [], "x": NAN}], (0, "x"), "a finite number", "nan"),
    ([{"text": 3}], (0, "text"), "a string", "3"),
    (said(3), (0, "parts", 0), "an object", "3"),
    (said({"text": 3}), (0, "parts", 0, "text"), "a string", "3"),
    (said({"text": "a", "thought": "yes"}), (0, "parts", 0, "thought"), "true or false", "'yes'"),
    (said({"inlineData": {"data": ""}, "thought": 1}), (0, "parts", 0, "thought"), "true or false", "1"),
    (said({"text": "a", "thoughtSignature": 3}), (0, "parts", 0, "thoughtSignature"), "a string", "3"),
    (said({"text": "a", "thought": True, "thought_signature": 3}), (0, "parts", 0, "thought_signature"), "a string", "3"),
    (said({"functionCall": 3}), (0, "parts", 0, "functionCall"), "an object", "3"),
    (said({"function_call": {"name": 3, "args": {}}}), (0, "parts", 0, "function_call", "name"), "a string", "3"),
    (said({"functionCall": {"name": "a", "args": {}, "id": 3}}), (0, "parts", 0, "functionCall", "id"), "a string", "3"),
    (
        said({"functionCall": {"name": "a", "args": {"x": [NAN]}}}),
        (0, "parts", 0, "functionCall", "args", "x", 0),
        "a finite number",
        "nan",
    ),
    (said({"functionCall": {"args": {"x": NAN}}}), (0, "parts", 0, "functionCall", "args", "x"), "a finite number", "nan"),
    (said({"functionCall": {"willContinue": NAN}}), (0, "parts", 0, "functionCall", "willContinue"), "a finite number", "nan"),
    (said({"functionCall": {"name": "a", "args": {}}, "thoughtSignature": []}), (0, "parts", 0, "thoughtSignature"), "a string", "a list"),
    (said({"inline_data": {"mime_type": 3, "data": ""}}), (0, "parts", 0, "inline_data", "mime_type"), "a string", "3"),
    (said({"inlineData": {"data": 3}}), (0, "parts", 0, "inlineData", "data"), "a string", "3"),
    (said({"fileData": {"fileUri": 3}}), (0, "parts", 0, "fileData", "fileUri"), "a string", "3"),
    (said({"fileData": {"fileUri": "", "displayName": 3}}), (0, "parts", 0, "fileData", "displayName"), "a string", "3"),
    (said({"executableCode": {"code": 3}}), (0, "parts", 0, "executableCode", "code"), "a string", "3"),
    (said({"toolResponse": {"response": 3}}), (0, "parts", 0, "toolResponse", "response"), "an object", "3"),
    (said({"functionResponse": {"name": 3, "response": {}}}, role="user"), (0, "parts", 0, "functionResponse", "name"), "a string", "3"),
    (
        said({"functionResponse": {"name": "a", "response": {}, "id": 3}}, role="user"),
        (0, "parts", 0, "functionResponse", "id"),
        "a string",
        "3",
    ),
    (
        said({"functionResponse": {"name": "a", "response": {"x": NAN}}}, role="user"),
        (0, "parts", 0, "functionResponse", "response", "x"),
        "a finite number",
        "nan",
    ),
    (said({"functionResponse": {"response": NAN}}, role="user"), (0, "parts", 0, "functionResponse", "response"), "a finite number", "nan"),
    (said({"functionResponse": {"parts": 3}}, role="user"), (0, "parts", 0, "functionResponse", "parts"), "a list", "3"),
    (
        said({"function_response": {"parts": [{"inline_data": {"data": 3}}]}}, role="user"),
        (0, "parts", 0, "function_response", "parts", 0, "inline_data", "data"),
        "a string",
        "3",
    ),
    (said({"poll": {"x": NAN}}), (0, "parts", 0, "poll", "x"), "a finite number", "nan"),
    (said({"poll": {"x": {1}}}), (0, "parts", 0, "poll", "x"), "JSON", "a set"),
]


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAILURES, ids=[str(case[1]) for case in FAILURES])
def test_a_failure_names_its_place(payload, place, expected, found):
    """What cannot be read is a failure that says where, what was expected, and what stood there."""
    failure = GEMINI.decode(payload).failure()
    assert (failure.expected, failure.found) == (expected, found)
    assert place is None or failure.place == place


def test_deep_nesting_is_a_failure():
    """What is nested too deeply for a record, or for Python, is a failure, wherever it stands."""
    for _ in range(2):
        deep = DEEP
        for part in ({"functionCall": {"name": "a", "args": {"x": deep}}}, {"poll": deep}, {"text": "a", "partMetadata": {"x": deep}}):
            assert not is_successful(GEMINI.decode(said(part)))
    endless = []
    endless.append(endless)
    assert not is_successful(GEMINI.decode(said({"poll": endless})))


def test_tuples_are_lists():
    """Payloads may hold tuples where JSON has lists."""
    payload = ({"role": "user", "parts": ({"text": "a"},)}, {"role": "model", "parts": ({"functionCall": {"name": "a", "args": {}}},)})
    assert same_json(GEMINI.encode(GEMINI.decode(payload).unwrap()), payload)
