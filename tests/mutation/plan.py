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
    """Yield all that is mutated: the engine, the repairs and the rules; what many share last, since it takes longest."""
    core = root / "core" / "segue"
    yield core / "engine.py"
    for folder, pattern in (("repairs", "[a-z]*.py"), ("rules", "*.py"), ("repairs", "_*.py")):
        yield from (path for path in sorted((core / folder).glob(pattern)) if path.stem not in DATA)


def module_of(path: Path, root: Path) -> str:
    """Return the name under which a source is imported."""
    return ".".join(path.relative_to(root / "core").with_suffix("").parts)


def judging(path: Path, root: Path) -> tuple[tuple[str, ...], ...]:
    """Return the tests of a source, those first that are likeliest to notice; the later ones are run where the first noticed nothing."""
    if path.parent.name == "repairs":
        own, others = _own(path, root), tuple(test for user in _users(path) for test in _own(user, root))
        return tuple(filter(None, (own, others)))
    if path.parent.name == "rules":
        return (("tests/catalogue",), _named(root / "tests" / "rules", "test_*.py", root))
    return (ENGINE,)


def _own(path: Path, root: Path) -> tuple[str, ...]:
    return _named(root / "tests" / "repairs", f"test_{path.stem.strip('_')}*.py", root)


def _users(path: Path) -> list[Path]:
    """Return the repairs that take a step from this module."""
    line = f"from segue.repairs.{path.stem} import"
    return [other for other in sorted(path.parent.glob("[a-z]*.py")) if line in other.read_text(encoding="utf-8")]


def _named(folder: Path, pattern: str, root: Path) -> tuple[str, ...]:
    return tuple(str(path.relative_to(root)) for path in sorted(folder.glob(pattern)) if path.name not in AROUND)


def chosen(root: Path, names: Iterable[str]) -> list[Path]:
    """Return the sources whose path holds one of these words; all where there are none."""
    words = tuple(names)
    return [path for path in sources(root) if not words or any(word in str(path.relative_to(root)) for word in words)]
