"""`check` and `fix` of a thread in a database."""

from __future__ import annotations

import json

import pytest

from segue.messages import StoredMessage, ToolInvocation
from segue.parts import TextPart
from segue_shell.stores.sqlite import SqliteStore

TURN = [
    StoredMessage("m1", "user", (TextPart("Is the 9:40 late?"),)),
    StoredMessage("m2", "assistant", (ToolInvocation("c1", "board", "call"),)),
    StoredMessage("m3", "user", (TextPart("Never mind."),)),
]


@pytest.fixture
def db(tmp_path):
    """Name a database with one thread, in which a call has no result."""
    name = str(tmp_path / "chat.db")
    with SqliteStore(name) as store:
        store.append("trains", "ada", TURN)
    return name


def test_the_faults_of_a_thread_are_named(run, db, to):
    """A fault stands at its place in the stored message; the hint repairs the same thread."""
    done = run("check", "--db", db, "--thread", "trains", *to)

    assert done.exit_code == 1
    assert f"{db}#trains: [1].content.parts[0]: anthropic-unanswered-call" in done.stdout
    assert f"segue fix --db {db} --thread trains --to" in done.stdout


def test_a_thread_is_written_as_the_target_takes_it(run, db, to):
    """The target's format comes out; the rows stay as they are."""
    done = run("fix", "--db", db, "--thread", "trains", *to)

    assert [block["type"] for block in json.loads(done.stdout)["messages"][2]["content"]] == ["tool_result", "text"]
    with SqliteStore(db) as store:
        assert [message.parts for message in store.list_messages("trains", "ada")] == [message.parts for message in TURN]


@pytest.mark.parametrize("verb", ["check", "fix"])
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "Missing FILE"),
        (("--db", "x.db"), "go together"),
        (("--thread", "t"), "go together"),
        (("a.json", "--db", "x.db", "--thread", "t"), "either FILE or"),
        (("--db", "x.db", "--thread", "t", "--from", "anthropic"), "needs no --from"),
        (("--db", "none.db", "--thread", "t"), "no such file"),
    ],
)
def test_what_is_to_be_read_must_be_clear(run, to, verb, options, told):
    """A file or a thread, one of them, and one that is there."""
    done = run(verb, *options, *to)

    assert (done.exit_code, told in done.stderr) == (2, True)


def test_a_near_thread_is_offered(run, db, to):
    """A thread that is not there is refused with the names that are near."""
    assert "did you mean trains?" in run("check", "--db", db, "--thread", "train", *to).stderr


def test_where_none_is_near_the_list_is_offered(run, db, to):
    """Else the command that lists them, or that there are none."""
    with SqliteStore(f"{db}2"):
        pass

    assert "segue history threads --db" in run("check", "--db", db, "--thread", "x", *to).stderr
    assert "it holds none" in run("check", "--db", f"{db}2", "--thread", "x", *to).stderr
