"""The events of a streamed reply of Amazon Bedrock's Converse, put together.

Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html. boto3 has no accumulator.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from segue_shell.providers.protocol import Delta, ReasoningDelta, TextDelta, ToolCallDelta
from segue_shell.providers.refusals import UnreadableReply
from segue_shell.providers.wire import Text, Wire, grown, mapping, number, parsed, settled, text

_CALL, _THOUGHT, _CITED = "toolUse", "reasoningContent", "citationsContent"


class ConversePieces:
    """A reply that grows by events."""

    def __init__(self) -> None:
        self._role = "assistant"
        self._blocks: dict[int, Wire] = {}
        self._calls: dict[int, int] = {}
        self._end: Wire = {}

    def add(self, event: Wire) -> Iterator[Delta]:
        """Take an event, and yield what it says. Raises `UnreadableReply`."""
        for kind, held in mapping(event, "an event").items():
            told = mapping(held, kind)
            if kind == "messageStart":
                self._role = text(told.get("role")) or self._role
            elif kind == "contentBlockStart":
                yield from self._begin(number(told.get("contentBlockIndex"), kind), mapping(told.get("start"), kind))
            elif kind == "contentBlockDelta":
                yield from self._grow(number(told.get("contentBlockIndex"), kind), mapping(told.get("delta"), kind))
            elif kind in {"messageStop", "metadata"}:
                self._end.update(told)

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where the stream broke off."""
        if "stopReason" not in self._end:
            raise UnreadableReply("the stream ended before the reply did")
        content = [_finished(settled(self._blocks[index])) for index in sorted(self._blocks)]
        return {"output": {"message": {"role": self._role, "content": content}}, **self._end}

    def _begin(self, index: int, start: Wire) -> Iterator[Delta]:
        self._blocks[index] = {kind: dict(mapping(told, f"start.{kind}")) for kind, told in start.items()}
        if _CALL in start and "type" not in start[_CALL]:
            self._calls[index] = len(self._calls)
            yield self._called(index, "")

    def _grow(self, index: int, delta: Wire) -> Iterator[Delta]:
        block = self._blocks.setdefault(index, {})
        for kind, told in delta.items():
            if kind == "text":
                _add_text(block, text(told))
                yield TextDelta(text(told))
            elif kind == _CALL:
                yield from self._argue(index, text(mapping(told, kind).get("input")))
            elif kind == _THOUGHT:
                block[_THOUGHT] = _grown(block.get(_THOUGHT), mapping(told, kind))
                yield from (ReasoningDelta(words),) if (words := text(told.get("text"))) else ()
            elif kind == "citation":
                _cite(block, told)
            else:  # a result's pieces are a list
                block[kind] = _grown(block.get(kind), {"content": told} if isinstance(told, list) else told)

    def _argue(self, index: int, piece: str) -> Iterator[Delta]:
        self._blocks[index][_CALL] = _grown(self._blocks[index].get(_CALL), {"input": piece})
        if piece and index in self._calls:
            yield self._called(index, piece)

    def _called(self, index: int, piece: str) -> Delta:
        call = self._blocks[index][_CALL]
        return ToolCallDelta(self._calls[index], text(call.get("toolUseId")), text(call.get("name")), piece)


def _grown(held: Any, told: Any) -> Any:
    """Return what there is of a block with a piece put to it: texts and bytes are joined, lists too, the rest is set."""
    if isinstance(held, str | Text) and isinstance(told, str):
        return grown(held, told)
    if isinstance(held, bytes) and isinstance(told, bytes):
        return held + told
    if isinstance(told, list):
        return [*held, *told] if isinstance(held, list) else told
    if isinstance(told, dict):
        known = held if isinstance(held, dict) else {}
        return {**known, **{key: _grown(known.get(key), one) for key, one in told.items()}}
    return told


def _add_text(block: Wire, words: str) -> None:
    """Put words to a block; where sources were cited in it, it is a block of citations, which has its words in a list."""
    if _CITED in block:
        content = block[_CITED].setdefault("content", [{"text": ""}])
        content[-1]["text"] = grown(content[-1]["text"], words)
    else:
        block["text"] = grown(block.get("text"), words)


def _cite(block: Wire, told: Any) -> None:
    words = block.pop("text", None)
    cited = block.setdefault(_CITED, {"citations": []} if words is None else {"content": [{"text": words}], "citations": []})
    cited["citations"].append(told)


def _finished(block: Wire) -> Wire:
    """Return a block as it stands in a whole reply: its input as JSON, its thought's text and signature together, its bytes as base64."""
    if _CALL in block:
        return {**block, _CALL: {**block[_CALL], "input": parsed(text(block[_CALL].get("input")))}}
    if _THOUGHT in block and "redactedContent" not in block[_THOUGHT]:
        return {**block, _THOUGHT: {"reasoningText": {"text": "", **block[_THOUGHT]}}}
    finished: Wire = as_json(block)
    return finished


def as_json(value: Any) -> Any:
    """Return what boto3 gives as JSON has it: bytes are base64.

    >>> as_json({"redactedContent": b"PNG"})
    {'redactedContent': 'UE5H'}
    """
    if isinstance(value, bytes):
        return b64encode(value).decode("ascii")
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return {key: as_json(item) for key, item in value.items()} if isinstance(value, dict) else value
