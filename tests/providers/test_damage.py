"""Whatever a provider says, in whole or in events, is a reply or a failure: nothing is raised."""

from __future__ import annotations

import copy
import json
import random

import pytest
from returns.pipeline import is_successful
from returns.result import Result

from segue_shell.providers.refusals import ErrorReply, UnreadableReply, refusal
from tests.providers.cases import ANTHROPIC, BEDROCK, CASES, GEMINI, OPENAI_CHAT, OPENAI_RESPONSES
from tests.providers.servers import anthropic as claude
from tests.providers.servers import bedrock
from tests.providers.servers import google as gemini
from tests.providers.servers import openai_chat as chat
from tests.providers.servers import openai_responses as responses
from tests.providers.test_anthropic import SEARCH

TIMES = 250
JUNK = (None, 5, -1, 1.5, True, "", "x", [], [5], [None], {}, {"type": "text"}, {"x": 5}, [{}], float("nan"), "\ud800", 10**30)
EVENTS = {
    ANTHROPIC.target: claude.events,
    OPENAI_CHAT.target: lambda reply: chat.chunks(reply, with_usage=True),
    OPENAI_RESPONSES.target: responses.events,
    GEMINI.target: gemini.chunks,
    BEDROCK.target: bedrock.events,
}
_DETAIL = {"type": "reasoning.text", "index": 0}
_DELTAS = (
    {"role": "assistant", "content": "", "reasoning": "Look", "reasoning_details": [{**_DETAIL, "text": "Look"}, {**_DETAIL, "signature": "c2ln"}]},
    {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "thinking", "thinking": [], "closed": True}]},
    {"content": "On", "refusal": "No", "audio": {"id": "a"}, "images": [{"n": 1}], "function_call": {"name": "f", "arguments": "{"}},
    {"content": ".", "refusal": "!", "audio": {"data": "U"}, "images": [{"n": 2}], "function_call": {"arguments": "}"}},
    {"tool_calls": [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "sql", "input": ""}}, {"index": 0, "custom": {"input": "S"}}]},
    {"tool_calls": [{"id": "b", "type": "function", "function": {"name": "f", "arguments": ""}}, {"id": "b", "function": {"arguments": "{}"}}]},
)  # fmt: skip
_GROWN = (
    {"text": "On"}, {"citation": {"title": "Vy"}}, {"text": "."}, {"toolUse": {"input": "{}"}}, {"toolResult": [{"text": "A"}]}, {"toolResult": [{"json": {}}]},
    {"reasoningContent": {"redactedContent": b"x"}}, {"reasoningContent": {"text": "Hm."}}, {"image": {"source": {"bytes": b"x"}}},
)  # fmt: skip
_BEGUN = ({"toolUse": {"toolUseId": "t", "name": "n", "type": "server_tool_use"}}, {"toolResult": {"toolUseId": "t", "status": "success"}})
_PARTS = ({"text": "Hm.", "thought": True}, {"text": "", "thoughtSignature": "s"}, {"functionCall": {"id": "i", "name": "f", "args": {}}}, {"inlineData": {}})
RICH = {
    ANTHROPIC.target: [
        *[*claude.events(claude.message(*SEARCH))][:-2],
        {"type": "content_block_start", "index": 7, "content_block": {"type": "compaction", "content": None}},
        {"type": "content_block_delta", "index": 7, "delta": {"type": "compaction_delta", "content": "So far."}}, {"type": "message_stop"},
    ],
    OPENAI_CHAT.target: [{"choices": [{"index": 0, "delta": delta}]} for delta in (*_DELTAS, {})] + [{"choices": [{"finish_reason": "stop"}]}],
    OPENAI_RESPONSES.target: [
        {"type": "response.output_item.added", "output_index": 0, "item": {"type": "custom_tool_call", "call_id": "c", "name": "n"}},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "S"}, {"type": "response.refusal.delta", "delta": "No."},
        {"type": "response.incomplete", "response": {"output": [], "status": "incomplete", "incomplete_details": {"reason": "content_filter"}}},
    ],
    GEMINI.target: [{"responseId": "r", "candidates": [{"content": {"parts": [part]}}]} for part in _PARTS] + [{"candidates": [{"finishReason": "STOP"}]}],
    BEDROCK.target: [
        *({"contentBlockStart": {"contentBlockIndex": at, "start": begun}} for at, begun in enumerate(_BEGUN, 3)),
        *({"contentBlockDelta": {"contentBlockIndex": at, "delta": delta}} for at, delta in zip((0, 0, 0, 3, 4, 4, 5, 6, 7), _GROWN, strict=True)),
        {"messageStop": {"stopReason": "end_turn"}}, {"metadata": {"usage": {"inputTokens": 1}}},
    ],
}  # fmt: skip
each = pytest.mark.parametrize("case", CASES, ids=lambda case: case.target)


class Nowhere:
    """No server."""

    url = "http://127.0.0.1:1"


def places(value, path=()):
    """Yield the path of each value in JSON."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def damaged(value, draw):
    """Return JSON with one to three of its values replaced or taken away."""
    broken = copy.deepcopy(value)
    for _ in range(draw.randint(1, 3)):
        if not (found := [*places(broken)]):
            break
        *path, last = draw.choice(found)
        holder = broken
        for step in path:
            holder = holder[step]
        if draw.random() < 0.3:
            del holder[last]
        else:
            holder[last] = copy.deepcopy(draw.choice(JUNK))
    return broken


@each
def test_damaged_replies(case):
    """A whole reply that is damaged anywhere is read, or named."""
    made, draw = case.made(Nowhere()), random.Random(7)
    outcomes = [made._outcome(damaged(draw.choice((case.said, case.calling)), draw)) for _ in range(TIMES)]

    assert {is_successful(outcome) for outcome in outcomes} == {True, False}


@each
def test_damaged_streams(case):
    """A stream whose events are damaged, missing, or in another order says what it can, and ends in a reply or in what is wrong."""
    made, draw = case.made(Nowhere()), random.Random(7)
    for _ in range(TIMES):
        listed = draw.choice([RICH[case.target], *([*EVENTS[case.target](reply)] for reply in (case.said, case.calling))])
        listed = damaged(listed, draw) if draw.random() < 0.8 else draw.sample(listed, draw.randint(0, len(listed)))
        pieces = made.pieces()
        try:
            for event in listed:
                list(pieces.add(event))
        except (ErrorReply, UnreadableReply):
            continue
        assert isinstance(made._end(pieces), Result)


def nested(depth):
    """Return lists and objects in one another, so deep."""
    value = "x"
    for level in range(depth):
        value = {"error": value} if level % 2 else [value]
    return value


@each
@pytest.mark.parametrize("depth", [20, 300, 700, 950])
def test_replies_nested_without_end(case, depth):
    """A reply, an error and an event may be nested as deep as they like: what cannot be read of them is named."""
    made, deep = case.made(Nowhere()), nested(depth)
    assert isinstance(made._outcome(deep if isinstance(deep, dict) else {"error": deep}), Result)
    assert refusal(deep, None, ()).status is None
    assert all(isinstance(made._outcome(put(case.calling, path, deep)), Result) for path in [*places(case.calling)][:60])
    for event in EVENTS[case.target](case.calling):
        for path in [*places(event)][:40]:
            pieces = made.pieces()
            try:
                list(pieces.add(put(event, path, deep)))
            except (ErrorReply, UnreadableReply, RecursionError):
                continue
            assert isinstance(made._end(pieces), Result)


def put(value, path, new):
    """Return JSON with one of its values replaced."""
    head, *rest = path
    changed = put(value[head], rest, new) if rest else new
    return value | {head: changed} if isinstance(value, dict) else [*value[:head], changed, *value[head + 1 :]]


@each
@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"a":' * 5_000, "nan", "1e999", '{"a": 1' + "0" * 5_000 + "}", "\ud800", json.dumps("x")])
def test_text_that_is_no_reply(case, text):
    """Text that is no JSON, or more than can be read of it, is named."""
    assert isinstance(case.made(Nowhere())._outcome(text), Result)
