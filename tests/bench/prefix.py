"""What a provider's prompt cache still hits as a history grows: `python -m tests.bench.prefix`.

The histories of tests/switch are carried to each target turn by turn, as they were when each reply was asked for. A cache hits the bytes
with which one payload and the one before it begin. What could be hit at least is the earlier payload up to its last user message, since
what stands behind it is still under way; how much of the whole was hit is told beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

import segue
from segue.prompts import AssistantMessage
from tests.switch.endpoints import endpoint
from tests.switch.reading import READERS, items
from tests.switch.run import TARGETS, files, makers

HISTORIES = Path(__file__).parents[1] / "switch" / "histories"
GOAL = 0.99
FEWEST = 3
"""Replies in a history that is long enough to tell anything."""
_RESULTS = ("tool_result", "toolResult", "functionResponse")


@frozen
class Share:
    """Bytes that are hit, of those that could be, and of all there were."""

    hit: int = 0
    due: int = 0
    reached: int = 0
    all: int = 0
    least: float = 1.0
    """The share of the turn that hit least."""

    @property
    def share(self) -> float:
        """The part that is hit of what could be; all of nothing."""
        return self.hit / self.due if self.due else 1.0

    def __add__(self, other: Share) -> Share:
        """Return both together."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("hit", "due", "reached", "all")}
        return evolve(self, **sums, least=min(self.least, other.least))


def turns(history: Mapping[str, Any]) -> list[Any]:
    """Return the payload as it was when each reply was asked for, and as it is now. Messages of the model in a row are one reply."""
    form, payload = segue.FORMATS[history["format"]], history["history"]
    request = form.decode(payload).unwrap()
    spoken = [isinstance(message, AssistantMessage) for message in request.prompt.messages]
    starts = [place for (place, _), speaks, spoke in zip(form.places(request), spoken, [False, *spoken], strict=False) if speaks and not spoke]
    listed = items(payload, history["format"])
    asked = sorted({next(step for step in place if isinstance(step, int)) for place in starts} - {0})
    return [_cut(payload, history["format"], listed[:length]) for length in (*asked, len(listed))]


def _cut(payload: Any, format: str, kept: list[Any]) -> Any:
    return kept if isinstance(payload, list) else {**payload, READERS[format].listed: kept}


def shares(history: Mapping[str, Any], target: str, *, every: int = 1) -> Iterator[Share]:
    """Yield what each turn of a history hits of the one before it, at a target; `every` takes one turn of so many."""
    format, made_by = endpoint(target).format, makers(dict(history))
    carried = [segue.fix(turn, target, from_format=history["format"], made_by=made_by).payload for turn in turns(history)[::every]]
    for before, after in pairwise(carried):
        early, late = written(before, format), written(after, format)
        due, hit = len(written(before, format, settled=True)), _common(early, late)
        yield Share(min(hit, due), due, hit, len(early), min(hit, due) / due if due else 1.0)


def _common(one: bytes, other: bytes) -> int:
    """Count the bytes with which both begin."""
    return next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), min(len(one), len(other)))


def written(payload: Any, format: str, *, settled: bool = False) -> bytes:
    """Write a payload as a cache sees it: what stands outside of the list first; `settled` leaves out the last user message and what follows."""
    listed = items(payload, format)
    outside = {} if isinstance(payload, list) else {key: value for key, value in payload.items() if value is not listed}
    last = max((index for index, item in enumerate(listed) if _is_user(item)), default=0)
    return b"\n".join(json.dumps(part, ensure_ascii=False).encode() for part in (outside, *(listed[:last] if settled else listed)))


def _is_user(item: Mapping[str, Any]) -> bool:
    """Tell whether an item is of a person; some formats hand in results under the same role."""
    content = item.get("content") or item.get("parts") or ()
    pieces = content if isinstance(content, list) else ()
    return item.get("role") == "user" and not all(piece.get("type") in _RESULTS or not piece.keys().isdisjoint(_RESULTS) for piece in pieces or ({},))


def measured(target: str, paths: Iterable[Path]) -> Share:
    """Return what all histories that are long enough hit at a target."""
    histories = (json.loads(path.read_text(encoding="utf-8")) for path in files(paths))
    return sum((share for history in histories if len(turns(history)) > FEWEST for share in shares(history, target)), Share())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the shares by target. Returns 1 where one is below the goal."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.prefix", description=__doc__)
    parser.add_argument("histories", nargs="*", type=Path, default=[HISTORIES])
    found = {slug: measured(target, parser.parse_args(arguments).histories) for slug, target in TARGETS.items()}
    print(f"{'target':<28}{'hit':>9}{'of bytes':>12}{'least turn':>12}{'of the whole':>14}")
    for slug, share in found.items():
        print(f"{slug:<28}{share.share:>9.2%}{share.due:>12}{share.least:>12.1%}{share.reached / share.all:>14.1%}")
    return int(any(share.share < GOAL for share in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
