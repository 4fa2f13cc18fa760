"""A Messages request as the strict checks read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from tests.judges.checks import Checks, Issued

Block = dict[str, Any]
THINKING = ("thinking", "redacted_thinking")
MODEL = re.compile(r"claude-(opus|sonnet|haiku|fable|mythos)-(\d+)(?:[-.](\d{1,2}))?(?!\d)")


@frozen
class Turn:
    """One message: where it stands, whose it is, and its blocks. A string is one text block."""

    at: int
    role: str
    blocks: tuple[Block, ...]
    text: bool
    """Whether the content is a string."""

    @property
    def place(self) -> str:
        """Where the message stands."""
        return f"messages.{self.at}"

    def placed(self, *kinds: str) -> Iterator[tuple[str, Block]]:
        """Yield the blocks of these types, or all, each with its place."""
        for at, block in enumerate(self.blocks):
            if not kinds or block["type"] in kinds:
                yield f"{self.place}.content.{at}", block

    def of(self, *kinds: str) -> list[Block]:
        """Return the blocks of these types."""
        return [block for block in self.blocks if block["type"] in kinds]


@frozen
class Body:
    """A request whose types are right."""

    raw: dict[str, Any]
    turns: tuple[Turn, ...]
    model: str
    issued: Issued | None
    bare: bool
    """Only a message list was given: nothing can be said of the rest."""

    @property
    def closing(self) -> Turn | None:
        """Return the last message where it is the assistant's."""
        return self.turns[-1] if self.turns and self.turns[-1].role == "assistant" else None

    @property
    def spoken(self) -> list[Turn]:
        """Return the turns that are no system message."""
        return [turn for turn in self.turns if turn.role != "system"]

    @property
    def running(self) -> Turn | None:
        """Return the assistant turn that is not finished: the last turn, or the one before a turn of nothing but results."""
        spoken = self.spoken
        if spoken and spoken[-1].role == "user" and spoken[-1].blocks and not spoken[-1].of(*_others(spoken[-1])):
            spoken = spoken[:-1]
        return spoken[-1] if spoken and spoken[-1].role == "assistant" else None

    @property
    def thinks(self) -> str:
        """Return the thinking setting, "disabled" where it is absent."""
        return str((self.raw.get("thinking") or {}).get("type", "disabled"))

    def placed(self, *kinds: str) -> Iterator[tuple[str, Block]]:
        """Yield the blocks of these types in all messages."""
        for turn in self.turns:
            yield from turn.placed(*kinds)

    def since(self, opus: tuple[int, int], others: tuple[int, int]) -> bool:
        """Tell whether the model is of these versions or later. Fable and Mythos are later than all."""
        found = MODEL.search(self.model)
        if not found:
            return False
        version = (int(found[2]), int(found[3] or 0))
        return found[1] in {"fable", "mythos"} or version >= (opus if found[1] == "opus" else others)


def _others(turn: Turn) -> list[str]:
    return [block["type"] for block in turn.blocks if block["type"] != "tool_result"]


def read(raw: dict[str, Any], model: str, issued: Issued | None) -> Body:
    """Read a request whose types are right."""
    turns = tuple(_turn(at, message) for at, message in enumerate(raw.get("messages", [])))
    return Body(raw, turns, model, issued, set(raw) == {"messages"})


def _turn(at: int, message: dict[str, Any]) -> Turn:
    content = message["content"]
    if isinstance(content, str):
        return Turn(at, message["role"], ({"type": "text", "text": content},) if content else (), text=True)
    return Turn(at, message["role"], tuple(content), text=False)


CHECKS: Checks[Body] = Checks()
