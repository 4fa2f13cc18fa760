"""Ways to run the command, and a history that one target refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from segue_shell.cli import main
from tests.stores.postgres_server import shared, stop_shared

ROOT = Path(__file__).parents[2]
TO = ("--to", "anthropic/claude-sonnet-4-5")
FAULTY = {"messages": [{"role": "user", "content": "Greet me."}, {"role": "assistant", "content": "Hello, "}]}
FINE = {"messages": [{"role": "user", "content": "Greet me."}]}
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "core"), str(ROOT / "shell"), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture
def run():
    """Run the command in this process."""
    return lambda *args, given=None, **extra: CliRunner().invoke(main, list(args), input=given, prog_name="segue", **extra)


@pytest.fixture
def to():
    """Name a target that refuses a closing assistant text which ends in white space."""
    return TO


@pytest.fixture
def file(tmp_path):
    """Write a value as JSON into a file; return its name."""

    def write(value, name="chat.json"):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def faulty(file):
    """Name a file with one fault."""
    return file(FAULTY)


@pytest.fixture
def fine(file):
    """Name a file without faults."""
    return file(FINE, "fine.json")


@pytest.fixture
def process():
    """Start the command as a process of its own; the keywords are those of Popen."""

    def start(*args, **extra):
        return subprocess.Popen([sys.executable, "-m", "segue_shell.cli", *args], env=ENVIRONMENT, cwd=ROOT, **extra)  # noqa: S603

    return start


@pytest.fixture
def python():
    """Run a line of Python as a process of its own; return its output."""

    def call(code):
        done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout

    return call


@pytest.fixture
def dsn():
    """Return the address of an empty Postgres database."""
    return shared().new_database()


def pytest_sessionfinish():
    """Stop the Postgres server, if there is one."""
    stop_shared()
