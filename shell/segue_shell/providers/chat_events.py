"""The chunks of a streamed reply of Chat Completions, put together, whatever service they come from.

Source: https://platform.openai.com/docs/api-reference/chat-streaming; for thoughts, the references of OpenRouter (`reasoning_details`),
DeepSeek (`reasoning_content`) and Mistral (chunks of contents). The SDK's own accumulator is not used: it refuses replies that were
cut or filtered, and lists whose items have no index.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segue_shell.providers.chat_pieces import ChatCalls, extend, joined
from segue_shell.providers.protocol import Delta, ReasoningDelta, TextDelta
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.wire import Text, Wire, grown, mapping, objects, settled, text

_TAKEN_APART = frozenset({"delta", "finish_reason", "index"})
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")


class ChatPieces:
    """A reply that grows by chunks."""

    def __init__(self) -> None:
        self._head: Wire = {}
        self._message: Wire = {"role": "assistant", "content": None}
        self._calls = ChatCalls()
        self._finish: Any = None
        self._choice: Wire = {}

    def add(self, event: Wire) -> Iterator[Delta]:
        """Take a chunk, and yield what it says. Raises `ErrorReply`, `UnreadableReply`."""
        chunk = mapping(event, "a chunk")
        check(chunk)
        self._head.update({key: told for key, told in chunk.items() if key != "choices" and told is not None})
        for choice in objects(chunk.get("choices"), "choices"):
            if choice.get("index", 0) == 0:
                yield from self._grow(choice)

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where the stream broke off."""
        if self._finish is None:
            raise UnreadableReply("the stream ended before the reply did")
        calls = self._calls.whole()
        message = settled({**self._message, "tool_calls": calls} if calls else self._message)
        choice = {**self._choice, "index": 0, "message": message, "finish_reason": self._finish}
        return {**self._head, "object": "chat.completion", "choices": [choice]}

    def _grow(self, choice: Wire) -> Iterator[Delta]:
        self._choice.update({key: choice[key] for key in choice if key not in _TAKEN_APART and choice[key] is not None})
        if choice.get("finish_reason") is not None:
            self._finish = choice["finish_reason"]
        if isinstance(choice.get("usage"), dict):  # Moonshot tells its figures here
            self._head["usage"] = choice["usage"]
        delta = mapping(choice.get("delta") or {}, "choices.delta")
        for key in sorted(delta, key=lambda key: key == "reasoning_details"):  # the same in more detail, and so later
            if delta[key] is not None:
                yield from self._take(key, delta[key])

    def _take(self, key: str, told: Any) -> Iterator[Delta]:
        if key == "content":
            yield from self._grow_text(key, told)
        elif key in _THOUGHTS and isinstance(told, str):
            yield from self._grow_thought(key, told)
        elif key == "reasoning_details":
            yield from self._grow_details(key, told)
        elif key == "tool_calls":
            for call in objects(told, key):
                yield from self._calls.add(call)
        else:
            self._message[key] = joined(self._message.get(key), told, key)

    def _grow_text(self, key: str, told: Any) -> Iterator[Delta]:
        """Take a piece of contents: a text, or Mistral's chunks; a text that follows chunks is one more."""
        held = self._message.get(key)
        if isinstance(told, str) and not isinstance(held, list):
            self._message[key] = grown(held, told)
            if told:
                yield TextDelta(told)
            return
        words = settled(held) if isinstance(held, Text) else ""
        listed = held if isinstance(held, list) else [{"type": "text", "text": words}] if words else []
        self._message[key] = listed
        for chunk in [{"type": "text", "text": told}] if isinstance(told, str) else objects(told, key):
            extend(listed, chunk)
            yield from _said(chunk)

    def _grow_thought(self, key: str, told: str) -> Iterator[Delta]:
        """Take a piece of a thought. What is there twice, as text and in details, is told once, from the text."""
        self._message[key] = grown(self._message.get(key), told)
        first = next(name for name in _THOUGHTS if name in self._message)
        if told and key == first:
            yield ReasoningDelta(told)

    def _grow_details(self, key: str, told: Any) -> Iterator[Delta]:
        listed = self._message.setdefault(key, [])
        for detail in objects(told, key):
            extend(listed, detail)
            words = text(detail.get("text")) or text(detail.get("summary"))
            if words and not any(name in self._message for name in _THOUGHTS):
                yield ReasoningDelta(words)


def check(answer: Wire) -> None:
    """Raise `ErrorReply` where a reply or a chunk is an error, or holds one: OpenRouter and MiniMax send them under a status of 200."""
    if answer.get("error"):
        raise ErrorReply(answer)
    status = answer.get("base_resp")
    if isinstance(status, dict) and status.get("status_code") and not answer.get("choices"):
        raise ErrorReply(status)
    for choice in objects(answer.get("choices"), "choices"):
        if choice.get("error"):
            raise ErrorReply({"error": choice["error"]})


def _said(chunk: Wire) -> Iterator[Delta]:
    """Yield what a chunk of contents says."""
    if chunk.get("type") == "thinking":
        pieces = chunk.get("thinking")
        words = pieces if isinstance(pieces, str) else "".join(text(piece.get("text")) for piece in objects(pieces, "thinking"))
        yield from (ReasoningDelta(words),) if words else ()
    elif words := text(chunk.get("text")):
        yield TextDelta(words)
