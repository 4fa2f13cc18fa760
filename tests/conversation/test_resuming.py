"""A process that is killed at any step leaves a conversation that goes on from its file, with nothing said twice and nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from segue_shell.conversation import Conversation
from segue_shell.providers.callables import CallableProvider
from segue_shell.stores import SqliteStore
from tests.conversation.conftest import shown
from tests.conversation.talker import model, ran

ROOT = Path(__file__).parents[2]
PATHS = os.pathsep.join(map(str, (ROOT / "core", ROOT / "shell", ROOT)))

KILLED = {
    # where, the rows that are left, how often the function has run then, and how often at the end
    "after the question was stored": (("Saved", 1), ["user"], 0, 1),
    "after the reply arrived": (("Replied", 1), ["user"], 0, 1),
    "after the reply was stored": (("Saved", 2), ["user", "assistant"], 0, 1),
    "after the function ran, before its result was stored": (("ToolRan", 1), ["user", "assistant"], 1, 2),
    "after the result was stored": (("Saved", 3), ["user", "assistant"], 1, 1),
}


def killed(path, step, count):
    """Run a process up to a step, and kill it there."""
    command = [sys.executable, "-m", "tests.conversation.talker", str(path), step, str(count)]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": PATHS}, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def times(path):
    """Return how often the function has run."""
    noted = Path(f"{path}.ran")
    return len(noted.read_text(encoding="utf-8")) if noted.exists() else 0


@pytest.mark.parametrize(("at", "left", "had_run", "in_all"), KILLED.values(), ids=KILLED)
def test_a_killed_conversation_goes_on(tmp_path, at, left, had_run, in_all):
    """The rows are whole turns; retry brings the reply that is missing, and runs again only what had no result stored."""
    path = tmp_path / "chat.db"
    killed(path, *at)
    runs = times(path)

    with SqliteStore(path) as store:
        before = [row.role for row in store.list_messages("tides", "ada")]
        claude, tools = CallableProvider(model, "anthropic/claude-sonnet-4-5"), {"look": lambda: ran(path)}
        talk = Conversation(store, claude, thread_id="tides", resource_id="ada", tools=tools)
        sent = talk.retry()
        rows = [(row.role, *map(shown, row.parts)) for row in store.list_messages("tides", "ada")]

    assert (before, runs) == (left, had_run)
    assert sent.unwrap().text == "At six."
    assert rows == [("user", "When is low tide?"), ("assistant", "I look.", ("look", "result", "seen")), ("assistant", "At six.")]
    assert times(path) == in_all


def test_a_message_that_was_delivered_is_not_said_again(tmp_path):
    """Whoever sends the same message again under its id, not knowing what became of it, gets the reply."""
    path = tmp_path / "chat.db"
    killed(path, "Saved", 4)

    with SqliteStore(path) as store:
        talk = Conversation(store, lambda _: "never", thread_id="tides", resource_id="ada")
        sent = talk.send("When is low tide?", message_id="q1")
        assert (sent.unwrap().text, len(sent.unwrap().rows), len(store.list_messages("tides", "ada"))) == ("At six.", 3, 3)
