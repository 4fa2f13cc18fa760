"""Ids for Gemini's calls and results, which need not carry any."""

from __future__ import annotations

from attrs import define

from segue.formats import pairing

CODE = "code_execution"
HOSTED = "\0"
"""Begins the queues of hosted tools, whose names may be those of the caller's own."""


@define
class Pairing(pairing.Pairing):
    """The calls of a history that wait for their results, as far as it is read."""

    prefix: str = "gemini-"

    def result(self, name: str, id: str | None = None, queue: str = "") -> str:
        """Return the id of a result; one without name and id answers the first call of the latest turn that waits."""
        return super().result(name if name or queue or id is not None else self._waiting(), id, queue)

    def _waiting(self) -> str:
        """Return the name of a call that waits, "" where none does."""
        turns = {
            name: queues[-1][0]
            for name, queues in self.waiting.items()
            if queues and not name.startswith(HOSTED) and not self.answered.issuperset(queues[-1][1])
        }
        return max(turns, key=turns.__getitem__, default="")
