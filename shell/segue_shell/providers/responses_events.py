"""The events of a streamed reply of OpenAI's Responses API. The last one holds the whole reply.

Source: https://platform.openai.com/docs/api-reference/responses-streaming.
"""

from __future__ import annotations

from collections.abc import Iterator

from segue_shell.providers.protocol import Delta, ReasoningDelta, TextDelta, ToolCallDelta
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.wire import Wire, mapping, number, text

_CALLS = frozenset({"function_call", "custom_tool_call"})
_WORDS = frozenset({"response.output_text.delta", "response.refusal.delta"})
_THOUGHTS = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta"})
_GIVEN = frozenset({"response.function_call_arguments.delta", "response.custom_tool_call_input.delta"})
_LAST = frozenset({"response.completed", "response.incomplete", "response.failed", "response.cancelled"})


class ResponsesPieces:
    """A reply of which events tell."""

    def __init__(self) -> None:
        self._calls: dict[int, Wire] = {}
        self._done: dict[int, Wire] = {}
        self._reply: Wire | None = None

    def add(self, event: Wire) -> Iterator[Delta]:
        """Take an event, and yield what it says. Raises `ErrorReply`, `UnreadableReply`."""
        kind = text(mapping(event, "an event").get("type"))
        if kind in _WORDS and event.get("delta"):
            yield TextDelta(text(event["delta"]))
        elif kind in _THOUGHTS and event.get("delta"):
            yield ReasoningDelta(text(event["delta"]))
        elif kind == "response.output_item.added":
            yield from self._begin(event)
        elif kind in _GIVEN:
            yield from self._argue(event)
        elif kind == "response.output_item.done":
            self._done[number(event.get("output_index"), f"{kind}.output_index")] = mapping(event.get("item"), f"{kind}.item")
        elif kind in _LAST:
            self._reply = mapping(event.get("response"), f"{kind}.response")
        elif kind == "error":
            raise ErrorReply(event.get("error") or event)

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where the stream broke off."""
        if self._reply is None:
            raise UnreadableReply("the stream ended before the reply did")
        # some services leave the last event's output empty
        return self._reply if self._reply.get("output") else {**self._reply, "output": [self._done[at] for at in sorted(self._done)]}

    def _begin(self, event: Wire) -> Iterator[Delta]:
        item = mapping(event.get("item"), "response.output_item.added.item")
        if text(item.get("type")) in _CALLS:
            self._calls[number(event.get("output_index"), "response.output_item.added.output_index")] = item
            yield self._told(item, "")

    def _argue(self, event: Wire) -> Iterator[Delta]:
        item = self._calls.get(number(event.get("output_index"), f"{event['type']}.output_index"))
        if item is not None and event.get("delta"):
            yield self._told(item, text(event["delta"]))

    def _told(self, item: Wire, piece: str) -> Delta:
        index = next(at for at, call in enumerate(self._calls.values()) if call is item)
        return ToolCallDelta(index, text(item.get("call_id")), text(item.get("name")), piece)
