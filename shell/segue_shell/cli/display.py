"""What a chat shows: the reply as it arrives, and around it, dimly, what was done. Plain where it is no terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from attrs import define, field
from rich.console import Console
from rich.text import Text

from segue.failures import Change
from segue.json_values import dump, thaw
from segue.parts import ToolCallPart
from segue_shell.cli.escaping import escaped
from segue_shell.cli.rendering import counted
from segue_shell.conversation import Retracted, SendFailure, Turn
from segue_shell.conversation import events as told
from segue_shell.conversation.effects import Piece
from segue_shell.providers import ReasoningDelta, TextDelta

LONGEST = 200
"""Characters of a call's arguments that are shown."""
_KEPT = "\n\t"


def _console(file: object = None) -> Console:
    return Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)  # type: ignore[arg-type]


@define(eq=False)
class Display:
    """Shows pieces, turns, and the steps of a send, whose listener it is."""

    console: Console = field(factory=_console)
    _open: bool = field(default=False, init=False)
    """The last line has no end yet."""
    _style: str = field(default="", init=False)
    _told: str = field(default="", init=False)
    """What was last said of a rewrite, which most turns repeat."""

    @classmethod
    def of_terminal(cls) -> Display:
        """Return a display on standard output."""
        return cls(_console())

    def __call__(self, event: told.Event) -> None:
        """Show what was rewritten, until that changes once, and what was corrected, in one dim line; all else shows by itself."""
        match event:
            case told.Rewrote():
                self._rewritten(f"rewritten for {event.target}: {summed_up(event.changes)}")
            case told.Repaired():
                self.note(f"refused by {event.target}; corrected by {event.rule}, and sent again")
            case told.ToolRan():
                self.note(f"ran {event.name}" + (", which failed" if event.error else ""))
            case _:
                pass

    def piece(self, piece: Piece) -> None:
        """Show a piece of a reply."""
        if isinstance(piece, Retracted):
            self.note("that reply was cut; another provider answers")
        elif isinstance(piece, TextDelta):
            self._words(piece.text, "")
        elif isinstance(piece, ReasoningDelta):
            self._words(piece.text, "dim italic")

    def turn(self, turn: Turn) -> None:
        """End a reply, and show the calls that wait."""
        self.end()
        for call in turn.calls:
            self.note(f"calls {call_line(call)}, which nobody answers here")

    def failure(self, failure: SendFailure) -> None:
        """Say why there is no reply."""
        self.end()
        self.console.print(Text(f"error: {escaped(str(failure))}", "red"))

    def note(self, text: str) -> None:
        """Say something about the conversation in a dim line."""
        self.end()
        self.console.print(Text(escaped(text), "dim"))

    def end(self) -> None:
        """End the line."""
        if self._open:
            self.console.print()
        self._open, self._style = False, ""

    def _rewritten(self, line: str) -> None:
        if line != self._told:
            self.note(line)
        self._told = line

    def _words(self, text: str, style: str) -> None:
        if style != self._style:
            self.end()
        self._open, self._style = True, style
        self.console.print(Text(escaped(text, _KEPT), style), end="")


def summed_up(changes: Iterable[Change]) -> str:
    """Say in a line what was changed: how often, and by which rules.

    >>> summed_up([Change("a-rule", (), frozenset()), Change("b-rule", (), frozenset()), Change("a-rule", (), frozenset())])
    '3 changes (a-rule twice, b-rule)'
    """
    counts = Counter(change.rule for change in changes)
    often = {1: "", 2: " twice"}
    rules = ", ".join(rule + often.get(count, f" {count} times") for rule, count in counts.items())
    return f"{counted(sum(counts.values()), 'change')} ({rules})"


def call_line(call: ToolCallPart) -> str:
    """Write a call in a line, its arguments cut to 200 characters."""
    given = call.input if isinstance(call.input, str) else dump(thaw(call.input))
    return f"{call.name}({given if len(given) <= LONGEST else given[: LONGEST - 1] + '…'})"
