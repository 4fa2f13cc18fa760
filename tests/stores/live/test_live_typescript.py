"""The original's own packages and these stores on one database, in turn: what one writes, the other lists.

Opt-in, since it needs Node and the packages: `npm install @mastra/core @mastra/libsql @mastra/pg` somewhere, then

    NODE_MODULES=/there/node_modules pytest -m live_typescript tests/stores/live
"""

from __future__ import annotations

import json
import os
import subprocess
from functools import partial
from pathlib import Path

import pytest

from segue.formats.mastra import decode_messages, encode_messages
from segue.json_values import same_json
from segue_shell.stores import ANY_RESOURCE, PostgresStore, SqliteStore
from tests.stores.conftest import DUMPS

pytestmark = pytest.mark.live_typescript
LISTED = json.loads((DUMPS / "mastra-libsql.list.json").read_text(encoding="utf-8"))
THREADS = [thread for thread in LISTED["threads"] if thread["id"] != "thread-legacy"]  # its rows are of a version nobody writes any more
SCRIPT = Path(__file__).with_name("original.mjs")


def said(thread):
    """Return what the original lists of a thread."""
    return LISTED["asc"][thread["id"]]["messages"]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, path):
    """Name a database as the original does, and what opens it here."""
    if request.param == "sqlite":
        return f"file:{path}", partial(SqliteStore, path)
    dsn = request.getfixturevalue("dsn")
    return dsn, partial(PostgresStore, dsn)


@pytest.fixture
def opened(database):
    """Open the database here."""
    return database[1]


@pytest.fixture
def original(database):
    """Let the original do things on the database; return its answers."""

    def run(*steps):
        asked = json.dumps({"url": database[0], "steps": steps})
        done = subprocess.run(["node", str(SCRIPT)], input=asked, capture_output=True, text=True, check=False, env=os.environ)  # noqa: S603, S607
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def listed(original, thread):
    """Return the messages of a thread as the original lists them now."""
    return original({"step": "listMessages", "threadId": thread["id"]})[0]["messages"]


@pytest.mark.parametrize("thread", THREADS, ids=lambda thread: thread["id"])
def test_what_the_original_writes_is_listed_alike(opened, original, thread):
    """To the letter, lone surrogates and numbers included."""
    original({"step": "saveThread", "thread": thread}, {"step": "saveMessages", "messages": said(thread)})
    theirs = listed(original, thread)

    with opened() as store:
        assert same_json(theirs, encode_messages(store.list_messages(thread["id"], ANY_RESOURCE, without=("system",))))
        assert store.get_thread(thread["id"], thread["resourceId"]).title == thread["title"]


@pytest.mark.parametrize("thread", THREADS, ids=lambda thread: thread["id"])
def test_what_is_written_here_the_original_lists_alike(opened, original, thread):
    """In a database that the original has never seen."""
    with opened() as store:
        store.append(thread["id"], thread["resourceId"], decode_messages(said(thread)).unwrap())
        ours = encode_messages(store.list_messages(thread["id"], ANY_RESOURCE, without=("system",)))

    assert same_json(listed(original, thread), ours)
    assert [row["id"] for row in original({"step": "listThreads", "resourceId": thread["resourceId"]})[0]["threads"]] == [thread["id"]]


def test_both_write_one_thread_in_turn(opened, original):
    """Each goes on where the other stopped; all is listed, as old as it was said, what is equally old in the database's own order."""
    thread = THREADS[0]
    turns = [[row] for row in said(thread)]
    original({"step": "saveThread", "thread": thread}, {"step": "saveMessages", "messages": turns[0]})
    for number, turn in enumerate(turns[1:], 1):
        if number % 2:
            with opened() as store:
                store.append(thread["id"], thread["resourceId"], decode_messages(turn).unwrap())
        else:
            original({"step": "saveMessages", "messages": turn})

    with opened() as store:
        ours = store.list_messages(thread["id"], thread["resourceId"])
    assert sorted(message.id for message in ours) == sorted(row["id"] for row in said(thread))
    assert [message.created_at for message in ours] == [row["createdAt"] for row in said(thread)]
    assert same_json(listed(original, thread), encode_messages(ours))
