"""Each strict check of the judge for the Responses API can fail, spares its nearest neighbour, and good payloads pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judges import openai_responses
from tests.judges.openai_responses import judge

GPT = "gpt-5.2"
ISSUED, LINKED = frozenset({"gAAA"}), frozenset({"msg_1", "fc_1"})


def asks(words: Any = "1 + 1?") -> dict[str, Any]:
    """Make a user's message."""
    return {"role": "user", "content": words}


def says(*pieces: Any, **more: Any) -> dict[str, Any]:
    """Make a message of the model."""
    content = [{"type": "output_text", "text": piece, "annotations": []} if isinstance(piece, str) else piece for piece in pieces or ("2",)]
    return {"type": "message", "role": "assistant", "status": "completed", "content": content, **more}


def thinks(**more: Any) -> dict[str, Any]:
    """Make a reasoning item."""
    return {"type": "reasoning", "summary": [], "encrypted_content": "gAAA", **more}


def calls(id_: str = "a", **more: Any) -> dict[str, Any]:
    """Make a call."""
    return {"type": "function_call", "call_id": id_, "name": "add", "arguments": "{}", **more}


def tells(id_: str = "a", **more: Any) -> dict[str, Any]:
    """Make an answer."""
    return {"type": "function_call_output", "call_id": id_, "output": "2", **more}


def tools(count: int) -> list[dict[str, Any]]:
    """Make tool definitions."""
    return [{"type": "function", "name": f"add_{at}", "parameters": None, "strict": False} for at in range(count)]


# check -> (refused, accepted)
CASES: dict[str, tuple[Any, Any]] = {
    "no-input": ([], "1 + 1?"),
    "call-unanswered": ([asks(), calls("a"), calls("b"), tells("a")], [asks(), calls("a"), calls("b"), tells("b"), tells("a")]),
    "orphan-output": ([tells(), asks()], {"previous_response_id": "resp_1", "input": [tells(), asks()]}),
    "reasoning-without-following": ([asks(), thinks(), asks()], [asks(), thinks(), thinks(), says(), asks()]),
    "following-without-id": ([asks(), thinks(id="rs_1"), says()], [asks(), thinks(id="rs_1"), says(id="msg_1")]),
    "reasoning-missing": ([asks(), says(id="msg_1")], [asks(), thinks(), says(id="msg_1"), calls(id="fc_1"), tells()]),
    "item-not-found": (
        {"store": False, "input": [{"type": "reasoning", "id": "rs_1", "summary": []}, says(id="msg_1")]},
        {"store": True, "input": [{"type": "item_reference", "id": "rs_1"}, says(id="msg_1")]},
    ),
    "encrypted-content-foreign": ([thinks(encrypted_content="x"), says()], [thinks(), says()]),
    "item-id-prefix": (
        [asks(), says(id="42")],
        [asks(), {"type": "web_search_call", "id": "42", "status": "completed", "action": {"type": "search"}}],
    ),
    "item-id-length": ([asks(), says(id="msg_" + "x" * 61)], [asks(), says(id="msg_" + "x" * 60)]),
    "call-id-length": ([asks(), calls("a" * 65), tells("a" * 65)], [asks(), calls("a" * 64), tells("a" * 64)]),
    "duplicate-item": ([asks(), says(id="msg_2"), says(id="msg_2")], [asks(), says(id="msg_2"), says(id="msg_3")]),
    "assistant-input-text": (
        [{"role": "assistant", "content": [{"type": "input_text", "text": "2"}]}],
        [says({"type": "refusal", "refusal": "No."}), {"role": "assistant", "content": "2"}],
    ),
    "function-name-pattern": ([asks(), calls(name="sh.run"), tells()], [asks(), calls(name="sh-run"), tells()]),
    "string-length": ([asks("x" * 10_485_761)], [asks("x" * 10_485_760)]),
    "too-many-tools": ({"input": "a", "tools": tools(129)}, {"input": "a", "tools": tools(128)}),
}


def verdict(payload: Any) -> list[str]:
    """Return the judge's complaints."""
    return judge(payload, model=f"openai/{GPT}", encrypted=ISSUED, linked=LINKED)


@pytest.mark.parametrize("name", openai_responses.CHECKS.known)
def test_each_check_refuses_its_smallest_case(name: str) -> None:
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in verdict(CASES[name][0]))


@pytest.mark.parametrize("name", openai_responses.CHECKS.known)
def test_each_check_spares_the_near_miss(name: str) -> None:
    """The nearest good payload has no complaint at all."""
    assert verdict(CASES[name][1]) == []


def test_no_case_is_left_over() -> None:
    """Every case belongs to a check that exists, and every check says where it was seen."""
    assert set(CASES) == set(openai_responses.CHECKS.known)
    assert all(check.source.startswith("https://") and check.says for check in openai_responses.CHECKS.known.values())


def test_a_model_that_does_not_reason_links_nothing() -> None:
    """Only reasoning models want back the reasoning that an item was made with."""
    assert judge([asks(), says(id="msg_1")], model="gpt-5.2-chat-latest", linked=LINKED) == []


ODD: dict[str, Any] = {
    "input.0.mood": [{**asks(), "mood": "x"}],
    "input.0.content": [asks([{"type": "text", "text": "x"}])],
    "input.0: none of": [{"type": "odd"}],
    "input.0.arguments": [{"type": "function_call", "call_id": "a", "name": "add", "arguments": {}}],
    "input.0.summary": [{"type": "reasoning", "encrypted_content": "gAAA"}],
    "tools.0.strict": {"input": "a", "tools": [{"type": "function", "name": "add", "parameters": {}}]},
    "messages: Unknown parameter": {"input": "a", "messages": []},
    "input.0: ": [5],
}


@pytest.mark.parametrize("place", ODD)
def test_types_are_eager_and_closed(place: str) -> None:
    """A fault deep in an iterable field, or a key that the vendor does not know, is refused at its place."""
    assert any(line.startswith(place) for line in verdict(ODD[place])), verdict(ODD[place])


def test_a_rich_body_passes() -> None:
    """All kinds of item and content that a history may hold are accepted together."""
    parts = [
        {"type": "input_text", "text": "1 + 1?"},
        {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo=", "detail": "auto"},
        {"type": "input_file", "filename": "sums.pdf", "file_data": "data:application/pdf;base64,JVBERi0="},
    ]
    body = {
        "model": GPT,
        "instructions": "Be brief.",
        "store": False,
        "tools": [*tools(1), {"type": "web_search"}],
        "tool_choice": "auto",
        "input": [
            {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Add."}]},
            asks(parts),
            thinks(id="rs_1"),
            says(id="msg_1"),
            calls(id="fc_1", status="completed"),
            tells(output=[{"type": "input_text", "text": "2"}, {"type": "input_image", "image_url": "https://example.org/a.png"}]),
            {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "sums"}},
            {"role": "assistant", "content": "2"},
            asks(),
        ],
    }
    assert verdict(body) == []
