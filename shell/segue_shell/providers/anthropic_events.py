"""The events of a streamed reply of Anthropic's Messages API, put together.

Source: https://docs.anthropic.com/en/docs/build-with-claude/streaming. The SDK's own accumulator is not used: it reads events into
its types, and so drops kinds of delta and fields of blocks that the installed version does not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segue_shell.providers.protocol import Delta, ReasoningDelta, TextDelta, ToolCallDelta
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.wire import Text, Wire, grown, mapping, number, parsed, settled, text

_CALLS = "tool_use"


class AnthropicPieces:
    """A reply that grows by events."""

    def __init__(self) -> None:
        self._message: Wire = {}
        self._blocks: dict[int, Wire] = {}
        self._arguments: dict[int, Text] = {}
        self._calls: dict[int, int] = {}
        self._ended = False

    def add(self, event: Wire) -> Iterator[Delta]:
        """Take an event, and yield what it says. Raises `ErrorReply`, `UnreadableReply`."""
        kind = text(mapping(event, "an event").get("type"))
        if kind == "message_start":
            self._message = dict(mapping(event.get("message"), "message_start.message"))
        elif kind == "content_block_start":
            yield from self._begin(number(event.get("index"), f"{kind}.index"), dict(mapping(event.get("content_block"), kind)))
        elif kind == "content_block_delta":
            yield from self._grow(number(event.get("index"), f"{kind}.index"), mapping(event.get("delta"), kind))
        elif kind == "message_delta":
            self._close(event)
        elif kind == "message_stop":
            self._ended = True
        elif kind == "error":
            raise ErrorReply(event)

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where the stream broke off."""
        if not self._ended:
            raise UnreadableReply("the stream ended before the reply did")
        blocks = {index: settled(block) for index, block in self._blocks.items()}
        for index, arguments in self._arguments.items():
            blocks[index] = {**blocks[index], "input": parsed(settled(arguments))}
        return {**self._message, "content": [blocks[index] for index in sorted(blocks)]}

    def _begin(self, index: int, block: Wire) -> Iterator[Delta]:
        self._blocks[index] = block
        if block.get("type") == _CALLS:
            self._calls[index] = len(self._calls)
            yield ToolCallDelta(self._calls[index], text(block.get("id")), text(block.get("name")), "")
        elif begun := text(block.get("text")):
            yield TextDelta(begun)

    def _grow(self, index: int, delta: Wire) -> Iterator[Delta]:
        block = mapping(self._blocks.get(index), f"content_block_delta.{index}")
        match delta.get("type"):
            case "text_delta":
                block["text"] = grown(block.get("text"), text(delta.get("text")))
                yield TextDelta(text(delta.get("text")))
            case "thinking_delta":
                block["thinking"] = grown(block.get("thinking"), text(delta.get("thinking")))
                yield ReasoningDelta(text(delta.get("thinking")))
            case "signature_delta":
                block["signature"] = delta.get("signature")
            case "citations_delta":
                cited = block.get("citations")
                block["citations"] = [*(cited if isinstance(cited, list) else ()), delta.get("citation")]
            case "input_json_delta":
                yield from self._argue(index, text(delta.get("partial_json")))
            case _:
                _append_all(block, delta)

    def _argue(self, index: int, piece: str) -> Iterator[Delta]:
        self._arguments[index] = grown(self._arguments.get(index), piece)
        if piece and index in self._calls:
            block = self._blocks[index]
            yield ToolCallDelta(self._calls[index], text(block.get("id")), text(block.get("name")), piece)

    def _close(self, event: Wire) -> None:
        """Take the reply's end: why it stopped, and figures, which are totals; those that do not come again stay."""
        told = {key: figure for key, figure in _fields(event.get("usage")).items() if figure is not None}
        usage = {**_fields(self._message.get("usage")), **told}
        others = {key: event[key] for key in event if key not in {"type", "delta", "usage"}}
        self._message = {**self._message, **_fields(event.get("delta")), **others, "usage": usage}


def _append_all(block: Wire, delta: Wire) -> None:
    """Take a delta of a kind that is not known here, such as that of a compaction: texts are added to texts, the rest is set."""
    for key, told in delta.items():
        if key != "type":
            block[key] = grown(block.get(key), told) if isinstance(told, str) else told


def _fields(value: Any) -> Wire:
    return value if isinstance(value, dict) else {}
