"""The handler of prefill errors and the guard against a trailing assistant turn."""

from __future__ import annotations

from segue.formats.mastra import decode_messages, encode_messages
from segue.guards import PrefillErrorHandler, TrailingAssistantGuard, may_refuse_model_turn, needs_trailing_assistant_guard
from segue.json_values import thaw
from tests.conformance.handlers.codes import given, present
from tests.conformance.handlers.errors import error_of

NOW = "2031-05-04T03:02:01.000Z"


def process_api_error(input):
    """Answer a rejection; note what is signalled."""
    sent = []
    send = sent.append if input.get("withSendSignal", True) else None
    retry = PrefillErrorHandler().process_api_error(error_of(input["error"]), given(input.get("retryCount"), 0) or 0, send)
    return {"retry": retry is not None, "signals": [written(signal) for signal in sent]}


def written(signal):
    """Write a signal."""
    return {
        "type": signal.kind,
        "tagName": signal.tag,
        "contents": signal.contents,
        "attributes": thaw(signal.attributes),
        "metadata": thaw(signal.metadata),
    }


def process_input_step(input):
    """Add the turn where it is needed."""
    guard = TrailingAssistantGuard(lambda: input.get("now", NOW), lambda: "<generated:1>")
    messages = decode_messages(present(input["messages"])).unwrap()
    keeps = input.get("filterIncompleteToolCalls") is False
    after = guard.process_input_step(
        messages, given(present(input["model"])), present(given(input.get("structuredOutput"))), keeps_pending_calls=keeps
    )
    if after is messages:
        return {"appended": None}
    answer = {"appended": encode_messages(after[len(messages) :]), "order": [message.id for message in after]}
    return answer | ({"sources": sorted(after[-1].sources)} if input.get("via") == "messageList" else {})


def needed(input):
    """Ask whether the guard is needed."""
    model = given(present(input["model"]))
    return {"needed": needs_trailing_assistant_guard(model, input["inputProcessors"]), "appliesTo": may_refuse_model_turn(model)}


HANDLERS = {
    "prefill.processAPIError": process_api_error,
    "trailingAssistantGuard.processInputStep": process_input_step,
    "trailingAssistantGuard.needed": needed,
}
