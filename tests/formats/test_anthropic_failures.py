"""The Messages API: what cannot be read is told by place, and nothing is raised."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue.formats.anthropic import ANTHROPIC
from segue.json_values import same_json

DEEP = [[]]
for _ in range(300):
    DEEP = [DEEP]
NAN = float("nan")


def said(*blocks, role="assistant"):
    """Return a bare list of one message."""
    return [{"role": role, "content": list(blocks)}]


FAILURES = [
    (None, (), "an object with messages, or a list of them", "null"),
    ("text", (), "an object with messages, or a list of them", "'text'"),
    ({}, ("messages",), "a list", "nothing"),
    ({"messages": {}}, ("messages",), "a list", "an object"),
    ({"messages": [], "model": NAN}, ("model",), "a finite number", "nan"),
    ({"messages": [], 1: 2}, (), "a string as key", "1"),
    ({"messages": ["Hi"]}, ("messages", 0), "an object", "'Hi'"),
    ([{"content": "x"}], (0, "role"), "user, assistant or system", "nothing"),
    ([{"role": "tool", "content": "x"}], (0, "role"), "user, assistant or system", "'tool'"),
    ([{"role": ["user"], "content": "x"}], (0, "role"), "user, assistant or system", "a list"),
    ([{"role": "user"}], (0, "content"), "a string or a list", "nothing"),
    ([{"role": "assistant", "content": 5}], (0, "content"), "a string or a list", "5"),
    ([{"role": "system", "content": {}}], (0, "content"), "a string or a list", "an object"),
    ([{"role": "user", "content": "x", "more": {"deep": NAN}}], (0, "more", "deep"), "a finite number", "nan"),
    ({"messages": [], "system": 5}, ("system",), "a string or a list", "5"),
    ({"messages": [], "system": [{"type": "text"}]}, ("system", 0, "text"), "a string", "nothing"),
    (said("x"), (0, "content", 0), "an object", "'x'"),
    (said({"text": "x"}), (0, "content", 0, "type"), "a string", "nothing"),
    (said({"type": "text", "text": "x"}, {"type": 5}), (0, "content", 1, "type"), "a string", "5"),
    (said({"type": []}), (0, "content", 0, "type"), "a string", "a list"),
    (said({"type": "text", "text": None}, role="user"), (0, "content", 0, "text"), "a string", "null"),
    (said({"type": "text", "text": "x", "cache_control": DEEP}), None, "nesting of at most 256", "a list"),
    (said({"type": "poll", "n": 10**4400}), (0, "content", 0, "n"), "an integer of at most 4300 digits", "a very long integer"),
    (said({"type": "thinking", "signature": "x"}), (0, "content", 0, "thinking"), "a string", "nothing"),
    (said({"type": "thinking", "thinking": "", "signature": 1}), (0, "content", 0, "signature"), "a string", "1"),
    (said({"type": "redacted_thinking"}), (0, "content", 0, "data"), "a string", "nothing"),
    (said({"type": "compaction", "content": 1}), (0, "content", 0, "content"), "a string", "1"),
    (said({"type": "tool_use", "name": "a", "input": {}}), (0, "content", 0, "id"), "a string", "nothing"),
    (said({"type": "tool_use", "id": "a", "name": None, "input": {}}), (0, "content", 0, "name"), "a string", "null"),
    (said({"type": "tool_use", "id": "a", "name": "a"}), (0, "content", 0, "input"), "an object", "nothing"),
    (
        said({"type": "tool_use", "id": "a", "name": "a", "input": {"x": [NAN]}}),
        (0, "content", 0, "input", "x", 0), "a finite number", "nan",
    ),
    (said({"type": "mcp_tool_use", "id": "a", "name": "a", "input": {}}), (0, "content", 0, "server_name"), "a string", "nothing"),
    (said({"type": "tool_result", "content": "x"}, role="user"), (0, "content", 0, "tool_use_id"), "a string", "nothing"),
    (said({"type": "tool_result", "tool_use_id": "a", "content": 1}, role="user"), (0, "content", 0, "content"), "a string or a list", "1"),
    (
        said({"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text"}]}, role="user"),
        (0, "content", 0, "content", 0, "text"), "a string", "nothing",
    ),
    (said({"type": "tool_result", "tool_use_id": "a", "is_error": 0}, role="user"), (0, "content", 0, "is_error"), "true or false", "0"),
    (said({"type": "web_search_tool_result", "tool_use_id": "a"}), (0, "content", 0, "content"), "an object or a list", "nothing"),
    (said({"type": "web_search_tool_result", "content": []}), (0, "content", 0, "tool_use_id"), "a string", "nothing"),
    (
        said({"type": "web_search_tool_result", "tool_use_id": "a", "content": [NAN]}),
        (0, "content", 0, "content", 0), "a finite number", "nan",
    ),
    (said({"type": "image"}), (0, "content", 0, "source"), "an object", "nothing"),
    (said({"type": "image", "source": {}}), (0, "content", 0, "source", "type"), "a string", "nothing"),
    (said({"type": "image", "source": {"type": "url"}}), (0, "content", 0, "source", "url"), "a string", "nothing"),
    (said({"type": "image", "source": {"type": "base64", "data": ""}}), (0, "content", 0, "source", "media_type"), "a string", "nothing"),
    (said({"type": "document", "source": {"type": "content"}}), (0, "content", 0, "source", "content"), "a string or a list", "nothing"),
    (
        said({"type": "document", "source": {"type": "content", "content": NAN}}),
        (0, "content", 0, "source", "content"), "a finite number", "nan",
    ),
    (said({"type": "document", "source": {"type": "url", "url": ""}, "title": 1}), (0, "content", 0, "title"), "a string", "1"),
    (said({"type": "search_result", "source": "", "content": []}), (0, "content", 0, "title"), "a string", "nothing"),
    (said({"type": "search_result", "source": "", "title": "", "content": ""}), (0, "content", 0, "content"), "a list", "''"),
    ({"messages": [], "tools": {}}, ("tools",), "a list", "an object"),
    ({"messages": [], "tools": [5]}, ("tools", 0), "an object", "5"),
    ({"messages": [], "tools": [{"type": 5}]}, ("tools", 0, "type"), "a string", "5"),
    ({"messages": [], "tools": [{"name": "a"}]}, ("tools", 0, "input_schema"), "an object", "nothing"),
    ({"messages": [], "tools": [{"name": "a", "input_schema": []}]}, ("tools", 0, "input_schema"), "an object", "a list"),
    ({"messages": [], "tools": [{"input_schema": {}}]}, ("tools", 0, "name"), "a string", "nothing"),
    ({"messages": [], "tools": [{"name": 7, "input_schema": {}}]}, ("tools", 0, "name"), "a string", "7"),
    ({"messages": [], "tools": [{"name": "a", "description": 7, "input_schema": {}}]}, ("tools", 0, "description"), "a string", "7"),
    ({"messages": [], "tools": [{"type": "bash_20250124", "name": 7}]}, ("tools", 0, "name"), "a string", "7"),
]  # fmt: skip


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAILURES)
def test_a_failure_names_place_and_demand(payload, place, expected, found):
    """A payload that cannot be read is told by its JSON path, what belongs there and what stands there."""
    failure = ANTHROPIC.decode(payload).failure()
    assert (failure.expected, failure.found, failure.format) == (expected, found, "anthropic")
    assert place is None or failure.place == place


WHOLE = {
    "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "system", "content": "late"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "t", "signature": "s"},
                {"type": "tool_use", "id": "a", "name": "n", "input": {"x": 1}, "caller": {"type": "direct", "tool_id": "b"}},
                {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
                {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "r"}], "is_error": False},
                {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": "r"}]}, "title": "t"},
            ],
        },
    ],
    "tools": [{"name": "n", "input_schema": {}}, {"type": "bash_20250124", "name": "bash"}],
    "tool_choice": {"type": "tool", "name": "n"},
}
ODD = st.sampled_from(
    [None, True, 0, -0.0, "", "user", "text", "content", [], {}, [[]], ["x"], {"type": "text"}, [None], NAN, {"type": []}]
)


def steps(value):
    """Return the path of every value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(), *((key, *path) for key, item in inner for path in steps(item))]


PATHS = [path for path in steps(WHOLE) if path]


def mutated(path, odd, *, dropped):
    """Return the whole payload with one value replaced or left out."""
    payload = copy.deepcopy(WHOLE)
    place = payload
    for step in path[:-1]:
        place = place[step]
    if dropped:
        del place[path[-1]]
    else:
        place[path[-1]] = odd
    return payload


@settings(max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(PATHS), ODD, st.booleans())
def test_reading_is_total(path, odd, dropped):
    """A payload with anything anywhere is read and comes back to the letter, or fails at a place that leads to the fault."""
    payload = mutated(path, odd, dropped=dropped)
    result = ANTHROPIC.decode(payload)
    if is_successful(result):
        assert same_json(ANTHROPIC.encode(result.unwrap()), payload)
        assert json.dumps(ANTHROPIC.places(result.unwrap()))
    else:
        assert all(step == other for step, other in zip(result.failure().place, path[:-1], strict=False))
