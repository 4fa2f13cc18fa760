"""The chunks of a streamed reply of Gemini, put together. Source: https://ai.google.dev/api/generate-content.

Texts that go on are joined; a part that carries a thought signature stays the part it is, as Google asks for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from segue_shell.providers.protocol import Delta, ReasoningDelta, TextDelta, ToolCallDelta
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.wire import Wire, grown, mapping, objects, settled, text

_PLAIN = ({"text"}, {"text", "thought"})


class GeminiPieces:
    """A reply that grows by chunks."""

    def __init__(self) -> None:
        self._head: Wire = {}
        self._candidate: Wire = {}
        self._content: Wire = {}
        self._parts: list[Wire] = []
        self._calls = 0

    def add(self, event: Wire) -> Iterator[Delta]:
        """Take a chunk, and yield what it says. Raises `ErrorReply`, `UnreadableReply`."""
        chunk = mapping(event, "a chunk")
        check(chunk)
        self._head.update({key: chunk[key] for key in chunk if key != "candidates"})
        for candidate in objects(chunk.get("candidates"), "candidates")[:1]:
            self._candidate.update({key: candidate[key] for key in candidate if key != "content"})
            content = mapping(candidate.get("content") or {}, "candidates.content")
            self._content.update({key: content[key] for key in content if key != "parts"})
            for part in objects(content.get("parts"), "candidates.content.parts"):
                self._grow(part)
                yield from self._told(part)

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where the stream broke off."""
        if not self._candidate.get("finishReason") and not blocked(self._head):
            raise UnreadableReply("the stream ended before the reply did")
        content = {"parts": settled(self._parts), **self._content}
        return {"candidates": [{"content": content, **self._candidate}], **self._head} if self._candidate else self._head

    def _grow(self, part: Wire) -> None:
        call = part.get("functionCall")
        if isinstance(call, dict) and not call.keys().isdisjoint({"partialArgs", "willContinue"}):
            raise UnreadableReply("pieces of arguments are not put together: leave out streamFunctionCallArguments")
        last = self._parts[-1] if self._parts else {}
        if last.keys() in _PLAIN and part.keys() in _PLAIN and last.get("thought") == part.get("thought"):
            self._parts[-1] = {**last, "text": grown(last["text"], text(part["text"]))}
        else:
            self._parts.append(part)

    def _told(self, part: Wire) -> Iterator[Delta]:
        if words := text(part.get("text")):
            yield ReasoningDelta(words) if part.get("thought") is True else TextDelta(words)
        elif isinstance(part.get("functionCall"), dict):
            call, at = part["functionCall"], self._calls
            self._calls += 1
            id, name = text(call.get("id")) or made_id(self._head, at), text(call.get("name"))
            yield ToolCallDelta(at, id, name, "")
            yield ToolCallDelta(at, id, name, json.dumps(call.get("args") or {}, ensure_ascii=False))


def made_id(answer: Wire, at: int) -> str:
    """Return an id for a reply's call that has none: no other reply's call has it. "" where the reply itself has no id.

    >>> made_id({"responseId": "vG5raKCjHcGDz7IPtr6q-Ao"}, 1)
    'vG5raKCjHcGDz7IPtr6q-Ao-1'
    """
    name = text(answer.get("responseId"))
    return name and f"{name}-{at}"


def blocked(answer: Wire) -> str:
    """Return why a prompt was not answered at all, "" where it was."""
    feedback: Any = answer.get("promptFeedback")
    return text(feedback.get("blockReason")) if isinstance(feedback, dict) else ""


def check(answer: Wire) -> None:
    """Raise `ErrorReply` where a reply or a chunk is an error."""
    if answer.get("error"):
        raise ErrorReply(answer)
