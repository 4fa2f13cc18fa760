"""What was found so far, one line a mutant, so that a run goes on where it ended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from attrs import asdict, frozen


@frozen
class Outcome:
    """Whether a mutant was noticed; `source` and `tests` are digests of what it was made of and of what was run."""

    file: str
    where: str
    change: str
    noticed: bool
    source: str
    tests: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it apart from all others: file, function and change."""
        return self.file, self.where, self.change


class Results:
    """The outcomes in a file, the latest of each mutant."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.known = {outcome.key: outcome for outcome in (Outcome(**json.loads(line)) for line in lines)}

    def settles(self, outcome: Outcome) -> bool:
        """Tell whether what was found still holds: a noticed fault as long as the source is the same, another as long as the tests are too."""
        found = self.known.get(outcome.key)
        return found is not None and found.source == outcome.source and (found.noticed or found.tests == outcome.tests)

    def add(self, outcome: Outcome) -> None:
        """Note an outcome at once."""
        self.known[outcome.key] = outcome
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome)) + "\n")


def digest(paths: Iterable[Path]) -> str:
    """Return a digest of files, and of all files in folders."""
    files = sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py")))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
