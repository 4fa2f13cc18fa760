"""Case files and lists of deviations, read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import field, frozen

OWN = Path(__file__).parent
LISTS = ("deviations.json", "known-deviations.json")


@frozen
class Case:
    """What the reference was given, and what it answered."""

    function: str
    group: str
    name: str
    input: Any = field(repr=False)
    expected: Any = field(repr=False)
    note: str = ""
    """Where the reference does badly: why."""

    @property
    def id(self) -> str:
        """Name it in a test's id."""
        return f"{self.function}/{self.group}/{self.name}"

    @property
    def key(self) -> tuple[str, str]:
        """Name it as deviations do."""
        return self.function, self.name


@frozen
class Deviation:
    """Where ours answers otherwise: our answer, or words about it, and why."""

    function: str
    case: str
    ours: Any = field(repr=False)
    reason: str = field(repr=False)

    @property
    def key(self) -> tuple[str, str]:
        """Name its case."""
        return self.function, self.case

    @property
    def told(self) -> bool:
        """Tell whether it describes our answer in words."""
        return isinstance(self.ours, str)


def read_cases(folder: Path) -> list[Case]:
    """Return the cases of all case files of a folder. `ValueError` for a file that is none."""
    return [case for path in sorted(folder.glob("*.json")) if path.name not in LISTS for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict) or not {"function", "cases"} <= set(content):
        message = f"{path} is no file of cases: it has not the keys function and cases"
        raise ValueError(message)
    for raw in content["cases"]:
        note = raw.get("weakness") or str(raw.get("referenceThrows") or "")
        yield Case(content["function"], raw.get("group", ""), raw["name"], raw["input"], raw["expected"], note)


def read_deviations(*paths: Path) -> dict[tuple[str, str], Deviation]:
    """Return the deviations that files list, by function and case; files that are not there list none. `ValueError` for a case listed twice."""
    listed: dict[tuple[str, str], Deviation] = {}
    for path in filter(Path.is_file, paths):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            deviation = Deviation(entry["function"], entry["case"], entry["ours"], entry["reason"])
            if listed.setdefault(deviation.key, deviation) is not deviation:
                message = f"{path} lists {deviation.key} once more"
                raise ValueError(message)
    return listed


def own_deviations() -> dict[tuple[str, str], Deviation]:
    """Return the deviations that are written down beside our own cases."""
    return read_deviations(*sorted((OWN / "deviations").glob("*.json")))
