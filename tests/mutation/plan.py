"""Which sources are mutated, and which tests are theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

DATA = {"_triggers", "_item_triggers", "_named_messages", "__init__"}
"""Modules of data: prompts that break demands, and re-exports."""
AROUND = {"test_every_repair.py", "test_documentation.py", "test_patterns.py"}
"""Tests that are of no one source, and take long."""
ENGINE = ("tests/test_engine.py", "tests/test_tracing.py", "tests/test_verbs.py", "tests/catalogue")


def sources(root: Path) -> Iterator[Path]:
    """Yield all that is mutated: the repairs, the rules and the engine."""
    core = root / "core" / "segue"
    yield core / "engine.py"
    for folder in ("repairs", "rules"):
        yield from (path for path in sorted((core / folder).glob("*.py")) if path.stem not in DATA)


def module_of(path: Path, root: Path) -> str:
    """Return the name under which a source is imported."""
    return ".".join(path.relative_to(root / "core").with_suffix("").parts)


def judging(path: Path, root: Path) -> tuple[tuple[str, ...], ...]:
    """Return the tests of a source, those first that are likeliest to notice; the later ones are run where the first noticed nothing."""
    if path.parent.name == "repairs":
        own = _named(root / "tests" / "repairs", f"test_{path.stem.strip('_')}*.py", root)
        all_ = _named(root / "tests" / "repairs", "test_*.py", root)
        shared = path.stem.startswith("_") or not own
        return (own, all_) if own and shared else (own or all_,)
    if path.parent.name == "rules":
        return (("tests/catalogue",), _named(root / "tests" / "rules", "test_*.py", root))
    return (ENGINE,)


def _named(folder: Path, pattern: str, root: Path) -> tuple[str, ...]:
    return tuple(str(path.relative_to(root)) for path in sorted(folder.glob(pattern)) if path.name not in AROUND)


def chosen(root: Path, names: Iterable[str]) -> list[Path]:
    """Return the sources whose path holds one of these words; all where there are none."""
    words = tuple(names)
    return [path for path in sources(root) if not words or any(word in str(path.relative_to(root)) for word in words)]
