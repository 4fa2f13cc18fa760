"""The README's console examples are run, and say what they say. Its Python is run as a doctest."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    (command, shown) for session in SESSIONS for command, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
]


def run(command: str, database: Path) -> str:
    """Run a command as the README has it, `segue` being this checkout's and `chat.db` a file of its own."""
    command = re.sub(r"\bsegue (?=check|fix|explain|rules|history)", f"{sys.executable} -m segue_shell.cli ", command)
    command = command.replace("chat.db", str(database))
    paths = os.pathsep.join([str(ROOT / "core"), str(ROOT / "shell")])
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths})  # noqa: S602  # the README's own words
    return done.stdout.replace(str(database), "chat.db")


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_console_says_what_the_readme_shows(command, shown, tmp_path):
    """A command prints what stands below it; `...` stands for anything."""
    printed = run(command, tmp_path / "chat.db")
    if shown.startswith("{"):
        assert json.loads(printed) == json.loads(shown)
        return
    pattern = re.sub(r"\[", "[[]", shown.strip()).replace("...", "*")
    assert fnmatch.fnmatchcase(printed.strip(), pattern), printed


def test_there_are_examples_of_every_command():
    """The README shows each of the five commands."""
    shown = " ".join(command for command, _ in COMMANDS)
    assert all(f"segue {name}" in shown for name in ("check", "fix", "explain", "rules", "history"))


def test_the_first_command_is_the_one_ci_runs():
    """The set-up that the README promises on a fresh machine is the set-up that CI tries."""
    first = re.search(r"\.venv/bin/(segue fix .+)", README)
    assert first is not None
    assert first[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
