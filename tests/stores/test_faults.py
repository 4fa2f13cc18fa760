"""What happens to a store when processes are killed, work at once, fork, or may not write.

SEGUE_KILLS says how often writers are killed, 50 times by default, and 1,000 times in the profile `deep` (HYPOTHESIS_PROFILE).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest

from segue_shell.stores import SqliteStore, StoreError
from tests.stores.workers import turn

ROOT = Path(__file__).parents[2]
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
KILLS = os.environ.get("SEGUE_KILLS", "1000" if DEEP else "50")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "core", ROOT / "shell", ROOT)))}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")


def run(*arguments):
    """Run a command of the workers; return what it prints."""
    command = [sys.executable, "-m", "tests.stores.workers", *map(str, arguments)]
    done = subprocess.run(command, env=ENVIRONMENT, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120 + 10 * int(KILLS))  # noqa: S603
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# Killed


@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_a_killed_writer_loses_nothing_that_it_told_of(path, synchronous):
    """However often writers are killed, every turn they told of is there, none is there by half, and the file is whole."""
    found = run("kill", path, synchronous, KILLS)

    assert found["faults"] == []
    assert found["turns"] > 0


def test_a_process_killed_while_it_makes_a_file_leaves_one_that_opens(tmp_path):
    """Another process makes what is missing and goes on."""
    assert run("kill_makers", tmp_path, KILLS) == []


# At once


def test_many_threads_of_many_processes_write_at_once(path):
    """Eight threads of eight processes append to one thread and to their own: no error, no turn lost, each date later than the last."""
    errors = run("at_once", path, 8, 8, 6)

    assert errors == []
    with SqliteStore(path) as store:
        rows = store.list_messages("all", "ada")
        dates = [row.created_at for row in rows]
        expected = {f"{number}-{which}-{place}-{end}" for number in range(8) for which in range(8) for place in range(6) for end in "qa"}
        threads = store.list_threads("ada", per_page=None).items
        assert {row.id for row in rows} == {id for id in expected if int(id.split("-")[2]) % 2}
        assert expected == {row.id for thread in threads for row in store.list_messages(thread.id, "ada")}
        assert [row.id[:-1] for row in rows[::2]] == [row.id[:-1] for row in rows[1::2]]
        assert all(earlier < later for earlier, later in pairwise(dates))


def test_many_processes_make_a_file_at_once(path):
    """Six processes that find no file make it once, and all work with it."""
    assert run("at_once", path, 6, 1, 2) == []
    with SqliteStore(path) as store:
        assert store.list_threads("ada").total == 7


def test_a_store_goes_on_in_a_forked_process(path):
    """A child opens connections of its own, holds none of its parent's files, and the parent's threads go on."""
    assert run("fork", path) == []


# Modes


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_file_is_its_owners_alone(path, umask):
    """Whatever the umask, nobody else can read the database, its log or its index of the log."""
    before = os.umask(umask)
    try:
        with SqliteStore(path) as store:
            store.append("t", "ada", turn("m"))
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)

    assert modes == {"store.db": 0o600, "store.db-wal": 0o600, "store.db-shm": 0o600}


def test_a_file_that_is_there_keeps_its_mode(path):
    """Who may read it is for its owner to say."""
    path.touch(0o640)
    with SqliteStore(path) as store:
        store.append("t", "ada", turn("m"))

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_leads_to_its_file(path):
    """A link to a file that is not there yet makes it there, for its owner alone."""
    path.symlink_to(path.with_name("elsewhere.db"))
    SqliteStore(path).close()

    assert (path.is_symlink(), stat.S_IMODE(path.with_name("elsewhere.db").stat().st_mode)) == (True, 0o600)


@pytest.fixture
def open_folder():
    """Return a folder that others may look into."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(("mode", "folder_mode"), [("444", "777"), ("444", "755"), ("444", "555")])
def test_a_file_that_may_only_be_read_is_read(open_folder, mode, folder_mode):
    """Reading works, whether the folder may be written or not; writing is an error that names the file, and reading goes on."""
    path = open_folder / "store.db"
    rows, total, error, again = run("forbidden", path, mode, folder_mode)

    assert (rows, total, again) == (2, 2, 2)
    assert re.fullmatch(f"{path}: attempt to write a readonly database", error)


def test_a_file_that_may_not_be_read_is_told(open_folder):
    """The error names the file."""
    path = open_folder / "store.db"

    assert run("forbidden", path, "000", "755") == [f"{path}: unable to open database file"]


# No room


def test_a_disk_that_is_full_takes_nothing_of_a_turn(path):
    """A turn that does not fit is refused whole, what was there stays, and there is more once there is room."""
    found = run("no_room", path, 300_000)

    assert found["faults"] == []
    assert found["turns"] > 10
    assert found["raised"].startswith(f"{path}: ")


def test_a_database_that_may_not_grow_takes_nothing_of_a_turn(path, sql):
    """SQLite's own limit on pages: the error says that it is full, and nothing of the turn is there."""
    with SqliteStore(path) as store:
        store.append("t", "ada", turn("first"))
        limit(store, "(SELECT page_count FROM pragma_page_count) + 2")
        with pytest.raises(StoreError, match=f"{path}: database or disk is full"):
            store.append("u", "ada", [message for number in range(100) for message in turn(f"second-{number}")])
        assert sql("SELECT id FROM mastra_messages ORDER BY rowid") == [("first-q",), ("first-a",)]
        assert store.get_thread("u", "ada") is None

        limit(store, "1000000")
        store.append("u", "ada", turn("third"))
        assert len(store.list_messages("u", "ada")) == 2


def limit(store, pages):
    """Set how many pages the database may have."""
    (most,) = store._connections.read(lambda connection: connection.execute(f"SELECT {pages}").fetchone())
    store._connections.read(lambda connection: connection.execute(f"PRAGMA max_page_count = {most}").fetchone())


# Files that are something else


@pytest.mark.parametrize("content", [b"no database", b"x" * 5000, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_told_and_left_alone(path, content):
    """The error names the file, which stays as it is."""
    path.write_bytes(content)
    with pytest.raises(StoreError, match=f"{path}: "):
        SqliteStore(path)

    assert path.read_bytes() == content


def test_a_missing_folder_is_told(tmp_path):
    """The error names the file; the folder is not made."""
    path = tmp_path / "none" / "store.db"
    with pytest.raises(StoreError, match=f"{path}: No such file or directory"):
        SqliteStore(path)

    assert not path.parent.exists()


def test_a_folder_is_no_database(tmp_path):
    """The error names it."""
    with pytest.raises(StoreError, match=f"{tmp_path}: unable to open database file"):
        SqliteStore(tmp_path)


def test_a_file_that_is_not_to_be_made_is_not(path):
    """Without `create` a missing file is an error, and so are missing tables; nothing is made."""
    with pytest.raises(StoreError, match=f"{path}: unable to open database file"):
        SqliteStore(path, create=False)
    assert not path.exists()

    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (id)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"{path}: there is no table mastra_threads"):
        SqliteStore(path, create=False)
    assert path.read_bytes() == before
