"""Which sources are mutated, and which tests are theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

DATA = {"_triggers", "_item_triggers", "_named_messages", "__init__"}
"""Modules of data: prompts that break demands, and re-exports."""
GROUPS = ("engine", "repairs", "rules")
ENGINE = ("tests/test_engine.py", "tests/test_tracing.py", "tests/test_verbs.py", "tests/catalogue")
RULES = ("tests/rules", "tests/catalogue", "tests/test_compat.py", "tests/repairs/test_every_repair.py")


def sources(root: Path) -> Iterator[Path]:
    """Yield all that is mutated: the engine, the repairs and the rules; what many share last."""
    within = root / "core" / "segue"
    yield within / "engine.py"
    for folder, pattern in (("repairs", "[a-z]*.py"), ("rules", "*.py"), ("repairs", "_*.py")):
        yield from (path for path in sorted((within / folder).glob(pattern)) if path.stem not in DATA)


def module_of(path: Path, root: Path) -> str:
    """Return the name under which a source is imported."""
    return ".".join(path.relative_to(root / "core").with_suffix("").parts).removesuffix(".__init__")


def core(root: Path) -> list[str]:
    """Return the names of all modules of the core."""
    return [module_of(path, root) for path in sorted((root / "core").rglob("*.py"))]


def judging(path: Path, root: Path) -> tuple[str, ...]:
    """Return the tests of a source: of a repair its own and those of the repairs that take a step from it; the rules share all of theirs."""
    if path.parent.name == "repairs":
        return tuple(dict.fromkeys(test for each in (path, *_users(path)) for test in _own(each, root)))
    if path.parent.name == "rules":
        return RULES
    return ENGINE


def group_of(path: Path) -> str:
    """Return what a source belongs to: the engine, the repairs or the rules."""
    return path.parent.name if path.parent.name in {"repairs", "rules"} else path.stem


def _own(path: Path, root: Path) -> list[str]:
    found = sorted((root / "tests" / "repairs").glob(f"test_{path.stem.strip('_')}*.py"))
    return [str(test.relative_to(root)) for test in found]


def _users(path: Path) -> Iterator[Path]:
    """Yield the repairs that take a step from this module, directly or by another such module."""
    line = f"from segue.repairs.{path.stem} import"
    for other in sorted(path.parent.glob("*.py")):
        if line in other.read_text(encoding="utf-8"):
            yield from _users(other) if other.stem.startswith("_") else [other]


def chosen(root: Path, names: Iterable[str]) -> list[Path]:
    """Return the sources whose path holds one of these words; all where there are none."""
    words = tuple(names)
    return [path for path in sources(root) if not words or any(word in str(path.relative_to(root)) for word in words)]
