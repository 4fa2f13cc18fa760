"""What `import segue` offers, and that nothing of it is loaded before it is asked for."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import segue


def run(code):
    """What a fresh interpreter prints that finds the same package."""
    env = {**os.environ, "PYTHONPATH": str(Path(segue.__file__).parents[1])}
    return subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


@pytest.mark.parametrize("name", segue.__all__)
def test_each_name_is_what_its_module_has(name):
    """A public name is the very object of its own module, and is listed."""
    home = segue._HOMES.get(name)
    found = getattr(segue, name)

    assert found is (import_module(f"segue.{name}") if home is None else getattr(import_module(f"segue.{home}"), name))
    assert name in dir(segue)


def test_type_checkers_read_the_same_names():
    """What is imported for type checkers alone comes from the modules from which it is loaded."""
    tree = ast.parse(Path(segue.__file__).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("segue")]
    read = {alias.name: (node.module or "").removeprefix("segue").removeprefix(".") for node in imported for alias in node.names}

    assert {name: home for name, home in read.items() if home} == segue._HOMES
    assert sorted(read) == sorted(segue.__all__)


def test_importing_loads_nothing():
    """The package alone loads none of its modules; a record loads no rule, a fix no format that is neither read nor written."""
    loaded = "print(sorted(name for name in sys.modules if name.startswith('segue')))"
    assert run(f"import sys, segue; {loaded}") == "['segue']"
    assert "segue.rules" not in run(f"import sys; from segue import Prompt; {loaded}")
    fixed = run(f"import sys, segue; segue.fix([{{'role': 'user', 'content': 'Hi'}}], 'anthropic/claude-sonnet-4-5'); {loaded}")
    assert "segue.formats.anthropic" in fixed
    assert "segue.formats.gemini" not in fixed


def test_modules_of_the_package_are_found():
    """A module may be reached as an attribute without importing it first."""
    assert run("import segue; print(segue.profiles.__name__)") == "segue.profiles"


def test_an_unknown_name_is_an_attribute_error():
    """It names the package and the name."""
    with pytest.raises(AttributeError, match="module 'segue' has no attribute 'nothing_such'"):
        segue.nothing_such  # noqa: B018 - the look-up is what is tested


def test_a_module_that_cannot_be_loaded_says_why(monkeypatch, tmp_path):
    """Where a module of the package lacks something itself, that is what the error names."""
    (tmp_path / "broken.py").write_text("import nowhere_to_be_found")
    monkeypatch.setattr(segue, "__path__", [*segue.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        segue.broken  # noqa: B018 - the look-up is what is tested
