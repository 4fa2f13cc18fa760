"""The Responses API: what its events tell, and how its replies end."""

from __future__ import annotations

import pytest
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.parts import ReasoningPart, ToolCallPart
from segue.prompts import Prompt, Request
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.responses_events import ResponsesPieces
from tests.providers.cases import HELLO
from tests.providers.cases import OPENAI_RESPONSES as CASE
from tests.providers.servers import LoopbackServer
from tests.providers.servers import openai_responses as responses
from tests.providers.servers.loopback import events_answer, json_answer

SEARCH = {
    "type": "web_search_call", "id": "ws_67c9fa0502748190b7dd390736892e100be649c1a5ff9609", "status": "completed",
    "action": {"type": "search", "query": "9:40 Bergen"},
}  # fmt: skip


def told(*listed):
    """Return the deltas of events."""
    pieces = ResponsesPieces()
    return [delta for event in listed for delta in pieces.add(event)]


def test_the_last_event_is_the_reply():
    """The reply is what the last event holds; each event is of the API's own types."""
    listed = [*responses.events(CASE.calling)]
    pieces = ResponsesPieces()
    for event in listed:
        TypeAdapter(ResponseStreamEvent).validate_python(event)
        list(pieces.add(event))

    assert pieces.whole() == CASE.calling == Response.model_validate(CASE.calling).model_dump(exclude_unset=True, mode="json")


def test_an_empty_end_is_filled():
    """Where a service leaves the last event's output empty, the items that were done are the output."""
    pieces = ResponsesPieces()
    for event in responses.events(CASE.calling):
        list(pieces.add({**event, "response": {**event["response"], "output": []}} if "response" in event else event))

    assert pieces.whole() == CASE.calling


def test_other_words():
    """Refusals and custom tools' inputs are told, raw thoughts are, too; a hosted tool's are not."""
    begun = {"type": "response.output_item.added", "output_index": 1, "item": {"type": "custom_tool_call", "call_id": "call_1", "name": "sql"}}
    given = {"type": "response.custom_tool_call_input.delta", "output_index": 1, "delta": "SELECT"}

    assert told(
        {"type": "response.refusal.delta", "delta": "No."}, {"type": "response.reasoning_text.delta", "delta": "Hm."}, begun, given,
        {"type": "response.output_item.added", "output_index": 2, "item": SEARCH}, {"type": "response.web_search_call.searching", "output_index": 2},
        {**given, "output_index": 2}, {"type": "response.output_text.delta", "delta": ""}, {"type": "response.of.the.future"},
    ) == [TextDelta("No."), ReasoningDelta("Hm."), ToolCallDelta(0, "call_1", "sql", ""), ToolCallDelta(0, "call_1", "sql", "SELECT")]  # fmt: skip


@pytest.mark.parametrize(
    "event",
    [
        5, {"type": "response.completed"}, {"type": "response.output_item.added"}, {"type": "response.output_item.done", "item": {}},
        {"type": "response.output_item.added", "output_index": 1.5, "item": {"type": "function_call"}},
        {"type": "response.function_call_arguments.delta", "delta": "{"},
    ],
)  # fmt: skip
def test_events_that_are_none(event):
    """An event that is not what the API promises is named, and nothing else is raised."""
    with pytest.raises(UnreadableReply, match="expected"):
        told(event)


def test_error_events():
    """An error event is raised, whether it holds the error or is it."""
    for event in ({"type": "error", "code": "server_error", "message": "A"}, {"type": "error", "error": {"code": "server_error", "message": "A"}}):
        with pytest.raises(ErrorReply) as caught:
            told(event)
        assert caught.value.body["message"] == "A"


FAILED = responses.response(status="failed", error={"code": "rate_limit_exceeded", "message": "Slow down"})
CUT = responses.response(responses.message("It leaves"), status="incomplete", incomplete_details={"reason": "max_output_tokens"})
UNSAID = responses.response(status="incomplete", incomplete_details={"reason": "content_filter"})


def test_a_reply_that_failed():
    """A reply whose status is `failed` is a failure, whole and streamed, with the status that its code stands for."""
    with LoopbackServer([json_answer(FAILED), events_answer(responses.written(responses.events(FAILED)))]) as server:
        made = CASE.made(server)
        failures = [made.call(HELLO).failure(), [*made.stream(HELLO)][-1].failure()]
        made.close()

    assert [(failure.message, failure.status) for failure in failures] == [("Slow down", 429)] * 2


def test_a_reply_that_was_cut():
    """A reply that was cut says why, and may have no words at all."""
    with LoopbackServer([json_answer(CUT), events_answer(responses.written(responses.events(CUT))), json_answer(UNSAID)]) as server:
        made = CASE.made(server)
        replies = [made.call(HELLO).unwrap(), [*made.stream(HELLO)][-1].unwrap(), made.call(HELLO).unwrap()]
        made.close()

    assert [reply.finish for reply in replies] == ["max_output_tokens", "max_output_tokens", "content_filter"]
    assert [len(reply.message.content) for reply in replies] == [1, 1, 0]


def test_items_go_back_as_they_came():
    """Ids, encrypted thoughts and hosted calls are under their owner, and are written again to the letter."""
    reply = responses.response(*CASE.calling["output"][:1], SEARCH, *CASE.calling["output"][1:])
    with LoopbackServer([json_answer(reply)]) as server:
        made = CASE.made(server)
        message, _ = made.call(HELLO).unwrap().message, made.close()
    owned = [part.origin for part in message.content if isinstance(part, ReasoningPart) or (isinstance(part, ToolCallPart) and part.hosted)]

    assert str(message.origin) == "openai/gpt-5.2-2025-12-11"
    assert owned == [message.origin] * 2
    assert OPENAI_RESPONSES.encode(Request(Prompt((message,))))["input"] == reply["output"]
