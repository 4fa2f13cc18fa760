"""The README's console examples are run, and say what they say. Its Python is run: sessions as a doctest, the block that calls here."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.providers.servers import LoopbackServer, anthropic_api, chat_api
from tests.providers.servers import anthropic as claude
from tests.providers.servers import openai_chat as gpt

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATHS = os.pathsep.join([str(ROOT / "core"), str(ROOT / "shell")])
CALLING = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    (command, shown) for session in SESSIONS for command, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
]


@pytest.fixture
def providers():
    """Serve the providers that the README calls on loopback; return the environment in which their SDKs find them."""
    six = claude.message({"type": "text", "text": "At six."})
    noon = gpt.completion({"content": "At noon.", "refusal": None, "annotations": []})
    with LoopbackServer(anthropic_api([six])) as one, LoopbackServer(chat_api([noon])) as other:
        yield {
            "ANTHROPIC_API_KEY": claude.KEY, "ANTHROPIC_BASE_URL": one.url,
            "OPENAI_API_KEY": gpt.KEY, "OPENAI_BASE_URL": f"{other.url}/v1",
        }  # fmt: skip


def run(command: str, database: Path, keys: dict[str, str]) -> str:
    """Run a command as the README has it, `segue` being this checkout's and `chat.db` a file of its own."""
    command = re.sub(r"\bsegue (?=check|fix|explain|rules|history|chat)", f"{sys.executable} -m segue_shell.cli ", command)
    command = command.replace("chat.db", str(database))
    environment = {**os.environ, "PYTHONPATH": PATHS, **keys}
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)  # noqa: S602  # the README's own words
    return done.stdout.replace(str(database), "chat.db")


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_console_says_what_the_readme_shows(command, shown, tmp_path, providers):
    """A command prints what stands below it; `...` stands for anything."""
    printed = run(command, tmp_path / "chat.db", providers)
    if shown.startswith("{"):
        assert json.loads(printed) == json.loads(shown)
        return
    pattern = re.sub(r"\[", "[[]", shown.strip()).replace("...", "*")
    assert fnmatch.fnmatchcase(printed.strip(), pattern), printed


def test_there_are_examples_of_every_command():
    """The README shows each of the six commands."""
    shown = " ".join(command for command, _ in COMMANDS)
    assert all(f"segue {name}" in shown for name in ("check", "fix", "explain", "rules", "history", "chat"))


def test_the_first_command_is_the_one_ci_runs():
    """The set-up that the README promises on a fresh machine is the set-up that CI tries."""
    first = re.search(r"\.venv/bin/(segue fix .+)", README)
    assert first is not None
    assert first[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", CALLING)
def test_the_providers_are_called_as_the_readme_shows(block, tmp_path, providers):
    """The block runs as it stands, with the SDKs, the keys of the environment and servers as strict as the real ones."""
    environment = {**os.environ, "PYTHONPATH": PATHS, **providers}
    done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)  # noqa: S603

    assert (done.stdout, done.stderr) == ("At six.\nAt noon.", "")
