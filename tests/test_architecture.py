"""The house keeps its own rules: who may import whom, what is pure, how long things are.

Every check is a function from source text to what is wrong with it, so that the second half of this file can show each of them failing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from textwrap import dedent
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parents[1]

# A module may import from its own package and from what stands in an earlier row; rows are no packages, so not from its row.
ORDER = (
    "unicode", "json_values stamps", "characters models", "shapes", "parts", "prompts", "messages", "targets", "kinds", "failures profiles placeholders",
    "rule rejections", "repairs", "scan", "rules tracing losing", "engine", "convert recall filters", "formats", "guards compat", "verbs", "__init__", "testing",
)  # fmt: skip
RANK = {unit: rank for rank, row in enumerate(ORDER) for unit in row.split()}

THIRD_PARTY = {"attrs", "cattrs", "returns", "toolz"}
PURE = {
    "__future__", "base64", "binascii", "bisect", "collections", "datetime", "difflib", "enum", "functools", "hashlib", "itertools", "json",
    "math", "operator", "re", "string", "textwrap", "typing",
}  # fmt: skip
DATES = {"UTC", "date", "datetime", "timedelta", "timezone"}
CLOCKS = {"now", "today", "utcnow"}
FOR_TESTING = {"hypothesis", "random", "sys", "types"}  # what is random has a seed there
SEAMS = {"formats", "verbs", "testing"}  # the packages and modules that may use `returns`

TOP_LEVEL = {"README.md", "core", "properties", "pyproject.toml", "shell", "tests"}
EMPTY_WORDS = {"helper", "helpers", "manager", "managers", "util", "utils"}
MAX_MODULE, MAX_FUNCTION, MEDIAN_FUNCTION = 300, 40, 8


def modules(tree: str) -> dict[str, str]:
    """Return the sources under a folder by dotted name."""
    base = ROOT / tree
    return {dotted(path.relative_to(base)): path.read_text(encoding="utf-8") for path in sorted(base.rglob("*.py"))}


def dotted(path: Path) -> str:
    """Return the name under which a file is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def imports(source: str) -> Iterator[str]:
    """Yield every name that is imported anywhere in a source, with the module it comes from; relative ones begin with a dot."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ("." * node.level + f"{node.module or ''}.{alias.name}" for alias in node.names)


def unit(name: str) -> str:
    """Return the row entry that a dotted name of segue belongs to; what is no module is of the package itself."""
    steps = name.split(".")
    if name == "segue":
        return "__init__"
    return steps[1] if steps[1] in RANK or len(steps) > 2 else "__init__"


def import_faults(module: str, source: str) -> list[str]:
    """Name the imports of a core module that it may not have."""
    home = steps[1] if len(steps := module.split(".")) > 1 else "__init__"
    if home not in RANK:
        return [f"{module} has no place in the order of imports"]
    return [f"{module} imports {name}: {why}" for name in imports(source) if (why := objection(home, name))]


def objection(home: str, name: str) -> str:
    """Say why a module of this row entry may not import the name; "" where it may."""
    top, *rest = name.split(".")
    if home == "testing" and top in FOR_TESTING:
        return ""
    if top == "segue":
        return "" if unit(name) == home or RANK.get(unit(name), len(ORDER)) < RANK[home] else "not from an earlier row"
    if top in THIRD_PARTY:
        return "only seams use it" if top == "returns" and home not in SEAMS else ""
    if top == "datetime":
        return "" if set(rest) <= DATES and rest else "only times that are given are pure"
    return "" if top in PURE else "neither pure nor one of the core's four"


def clock_faults(source: str) -> list[str]:
    """Name the calls that look at a clock, or at the zone of the machine. What a caller handed in is none of them: `self.now()`."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    others = [call for call in calls if not (isinstance(call.func.value, ast.Name) and call.func.value.id == "self")]
    return [call.func.attr for call in others if call.func.attr in CLOCKS or (call.func.attr == "fromtimestamp" and not zoned(call))]


def zoned(call: ast.Call) -> bool:
    """Tell whether a call of `fromtimestamp` names a zone."""
    return len(call.args) > 1 or any(keyword.arg == "tz" for keyword in call.keywords)


def repair_faults(module: str, source: str) -> list[str]:
    """Name the repairs that a module in repairs/ imports. Steps that repairs share live in modules that begin with an underscore."""
    if not module.startswith("segue.repairs."):
        return []
    near = (name.split(".")[2] for name in imports(source) if name.startswith("segue.repairs."))
    return [f"{module} imports the repair {name}" for name in near if not name.startswith("_")]


def shared_faults(module: str, source: str) -> list[str]:
    """Name what is amiss with a module in repairs/: one without an underscore is a repair and defines something public."""
    name = module.removeprefix("segue.repairs.")
    public = any(isinstance(node, ast.FunctionDef) and not node.name.startswith("_") for node in ast.parse(source).body)
    return [f"{module} defines no public repair, so it is _{name}"] if name != module and not name.startswith("_") and not public else []


def functions(source: str) -> Iterator[tuple[str, int]]:
    """Yield the name of each function and the lines its body takes, docstring and signature aside."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield node.name, body[-1].end_lineno - body[0].lineno + 1 if body else 0


Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(prefix: str, within: ast.Module | ast.ClassDef) -> Iterator[tuple[str, Definition]]:
    """Yield the public functions, classes and methods."""
    for node in within.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(f"{node.name}.", node)


def undocumented(source: str) -> list[str]:
    """Name the public functions, classes and methods that have no docstring."""
    return [name for name, node in public("", ast.parse(source)) if not ast.get_docstring(node)]


def unclaimed(source: str) -> list[str]:
    """Name the tests that do not say what they claim."""
    tests = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [node.name for node in tests if node.name.startswith("test_") and not ast.get_docstring(node)]


CORE = modules("core")
SHELL = modules("shell")
BOTH = CORE | SHELL
each_of_core = pytest.mark.parametrize("module", CORE)
each = pytest.mark.parametrize("module", BOTH)


@each_of_core
def test_core_imports_run_one_way(module):
    """A module of the core imports earlier ones, the core's four libraries and pure modules, nothing else."""
    assert import_faults(module, CORE[module]) == []


@each_of_core
def test_core_looks_at_no_clock(module):
    """No function of the core asks what time it is."""
    assert clock_faults(CORE[module]) == []


@each_of_core
def test_no_repair_imports_a_repair(module):
    """What repairs share stands beside them, in modules that begin with an underscore."""
    assert repair_faults(module, CORE[module]) + shared_faults(module, CORE[module]) == []


@each_of_core
def test_core_is_documented(module):
    """Every public function, class and method of the core has a docstring."""
    assert undocumented(CORE[module]) == []


@each
def test_modules_are_short(module):
    """No module is longer than 300 lines."""
    assert len(BOTH[module].splitlines()) <= MAX_MODULE


@each
def test_functions_are_short(module):
    """No function is longer than 40 lines."""
    assert [name for name, length in functions(BOTH[module]) if length > MAX_FUNCTION] == []


@pytest.mark.parametrize("tree", ["core", "shell"])
def test_most_functions_are_very_short(tree):
    """Half of the functions are shorter than eight lines."""
    lengths = [length for source in modules(tree).values() for _, length in functions(source)]
    assert median(lengths) < MEDIAN_FUNCTION


@pytest.mark.parametrize("tree", ["tests", "properties"])
def test_every_test_states_its_claim(tree):
    """Every test has a docstring."""
    assert {module: names for module, source in modules(tree).items() if (names := unclaimed(source))} == {}


def test_names_say_something():
    """No module is called helpers, or another word that says nothing."""
    assert [module for module in BOTH | modules("tests") | modules("properties") if EMPTY_WORDS & set(module.rpartition(".")[2].split("_"))] == []


def test_the_top_level_is_tidy():
    """Nothing lies at the top level of the repository but the known names and dot-files."""
    assert {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} <= TOP_LEVEL


@pytest.mark.parametrize("package", ["core/segue", "shell/segue_shell"])
def test_both_packages_are_typed(package):
    """Both packages tell type checkers that they are annotated."""
    assert (ROOT / package / "py.typed").is_file()


def test_pure_modules_exist():
    """The white list names modules of the standard library."""
    assert sys.stdlib_module_names >= PURE


# The checks can fail.

REFUSED = [
    ("segue.parts", "from segue.prompts import user"),
    ("segue.failures", "from segue.placeholders import NO_RESULT"),
    ("segue.engine", "from segue import formats"),
    ("segue.engine", "from segue import check"),
    ("segue.engine", "import segue"),
    ("segue.verbs", "from segue.testing.laws import check_rule"),
    ("segue.verbs", "from segue.nowhere.deeper import thing"),
    ("segue.models", "if TYPE_CHECKING:\n    from segue.parts import Part"),
    ("segue.models", "def late():\n    import segue.verbs"),
    ("segue.models", "from .json_values import EMPTY"),
    ("segue", "from segue.testing import check_rule"),
    ("segue.engine", "import segue_shell"),
    ("segue.testing.laws", "from segue_shell.cli import main"),
    ("segue.engine", "import time"),
    ("segue.engine", "import os.path"),
    ("segue.engine", "from random import choice"),
    ("segue.engine", "import logging"),
    ("segue.engine", "import sys"),
    ("segue.engine", "import hypothesis"),
    ("segue.engine", "import requests"),
    ("segue.rule", "from datetime import time"),
    ("segue.rule", "import datetime"),
    ("segue.testing.laws", "import socket"),
    ("segue.repairs.ids", "from returns.result import Success"),
    ("segue.surprise", ""),
]
ALLOWED = [
    ("segue.prompts", "from segue.parts import TextPart\nfrom attrs import frozen\nimport re\nfrom collections.abc import Mapping"),
    ("segue.rule", "from datetime import date"),
    ("segue.stamps", "from datetime import UTC, datetime, timedelta"),
    ("segue.rules.anthropic", "from segue.repairs.ids import map_ids\nfrom segue.rules import google\nfrom segue import placeholders"),
    ("segue.formats.anthropic", "from segue.repairs._pairing import pairs\nfrom returns.result import Result\nimport cattrs"),
    ("segue.profiles", "from segue.profiles.claude import CLAUDE"),
    ("segue", "from segue.verbs import check"),
    ("segue.testing", "from segue.testing.laws import check_rule\nfrom segue import check\nimport sys\nfrom hypothesis import given"),
]


@pytest.mark.parametrize(("module", "source"), REFUSED)
def test_a_wrong_import_is_seen(module, source):
    """An import that runs up, or reaches for the world, is a fault."""
    assert len(import_faults(module, source)) == 1


@pytest.mark.parametrize(("module", "source"), ALLOWED)
def test_a_right_import_is_left_alone(module, source):
    """An import that runs down is none."""
    assert import_faults(module, source) == []


LOOKS = ["datetime.now(UTC)", "datetime.utcnow()", "date.today()", "datetime.fromtimestamp(1)"]
LOOKS_NOT = ["now()", "self.now()", "datetime.fromtimestamp(1, UTC)", "datetime.fromtimestamp(1, tz=UTC)", "datetime.fromisoformat(text)"]


def test_a_look_at_a_clock_is_seen():
    """What asks for the time of day, or for the zone of the machine, is a fault; what is given a time is none."""
    assert [len(clock_faults(source)) for source in LOOKS + LOOKS_NOT] == [1, 1, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("source", ["from segue.repairs.ids import map_ids", "from segue.repairs import ids", "import segue.repairs.ids"])
def test_a_repair_that_imports_a_repair_is_seen(source):
    """Both ways to import a repair are faults in a repair, and in what repairs share, and nowhere else."""
    homes = ("segue.repairs.names", "segue.repairs._pairing", "segue.repairs", "segue.rules.xai")
    assert [len(repair_faults(module, source)) for module in homes] == [1, 1, 0, 0]


def test_shared_steps_may_be_imported_by_repairs():
    """A repair uses the steps beside it."""
    assert repair_faults("segue.repairs.names", "from segue.repairs._pairing import pairs\nfrom segue.repairs import _pairing") == []


def test_a_step_that_passes_for_a_repair_is_seen():
    """A module in repairs/ without public function must begin with an underscore."""
    source = "def _step():\n    return 1"
    assert [len(shared_faults(f"segue.repairs.{name}", source)) for name in ("steps", "_steps")] == [1, 0]


SHORT = dedent('''
    class A:
        async def f(
            self,
        ):
            """Say.

            More.
            """
            a = 1

            return a

    def g():
        """Say."""
''')
BARE = dedent('''
    def f(): 1
    class A:
        def g(self): 1
        def _h(self): 1
        def __len__(self): 1
    class _B:
        def k(self): 1
    def d():
        """Say."""
''')


def test_lengths_leave_out_docstring_and_signature():
    """A function's length is that of what it does."""
    assert dict(functions(SHORT)) == {"f": 3, "g": 0}


def test_missing_docstrings_are_seen():
    """Public names without docstring are found at every level, private ones are not."""
    assert undocumented(BARE) == ["f", "A", "A.g"]


def test_tests_without_a_claim_are_seen():
    """A test without docstring is found, in a class too; another function is not a test."""
    source = "def test_a(): 1\nclass TestB:\n    def test_c(self): 1\ndef help(): 1\ndef test_d():\n    'Say.'"
    assert unclaimed(source) == ["test_a", "test_c"]
