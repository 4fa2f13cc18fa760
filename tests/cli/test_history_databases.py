"""`segue history` over both databases: what is shown, carried, copied, pruned, and that no password is."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from segue.json_values import freeze_object
from segue.messages import StoredMessage, Thread
from segue.parts import TextPart
from segue_shell.cli.carrying import exported
from segue_shell.cli.escaping import masked
from segue_shell.stores import ANY_RESOURCE, MemoryStore, PostgresStore, SqliteStore
from tests.stores.postgres_server import shared

DATE = "2030-06-01T08:00:{:02}.000Z"


def said(id, place, role="user"):
    """Return a message of a date of its own."""
    return StoredMessage(id, role, (TextPart(f"No. {place}"),), DATE.format(place), metadata=freeze_object({"even": place % 2 == 0}))


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path):
    """Name a database with a thread of ten messages and one of three, of different owners."""
    name = str(tmp_path / "chat.db") if request.param == "sqlite" else request.getfixturevalue("dsn")
    with opened(name) as store:
        store.append("t", "ada", [said(f"m{place}", place, "assistant" if place % 3 else "user") for place in range(10)])
        store.append("u", "bob", [said(f"n{place}", place) for place in range(3)])
        store.update_thread("t", "ada", metadata={"plan": "free", "seats": 3})
    return name


def opened(name):
    """Open a database by its name."""
    return (PostgresStore if "://" in name else SqliteStore)(name)


def shown(run, db, *options):
    """Return the ids of the messages that are shown of the thread t."""
    done = run("history", "show", "t", "--db", db, *options, "--output", "json")
    assert done.exit_code == 0, done.stderr
    return [message["id"] for message in json.loads(done.stdout)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), "0123456789"), (("--last", "3"), "789"), (("--last", "0"), ""), (("--role", "user"), "0369"), (("--role", "user", "--last", "2"), "69"),
        (("--role", "user", "--role", "assistant", "--limit", "2"), "01"), (("--since", DATE.format(7)), "789"),
        (("--since", DATE.format(2), "--until", "2030-06-01T10:00:05+02:00"), "234"), (("--where", "even=false", "--last", "2"), "79"),
        (("--where", "even=1"), ""), (("--around", "m4", "--last", "1"), "345"), (("--around", "m1"), "0123456"), (("--around", "m1", "--last", "0"), "1"),
    ],
)  # fmt: skip
def test_messages_are_chosen(run, db, options, expected):
    """By number, role, time, metadata, and around another."""
    assert "".join(id[1:] for id in shown(run, db, *options)) == expected


def test_a_listing_goes_on_where_it_stopped(run, db):
    """The cursor that is told takes up behind what was shown."""
    first = run("history", "show", "t", "--db", db, "--limit", "7")
    cursor = first.stderr.split("--after ")[1].strip()
    last = run("history", "show", "t", "--db", db, "--limit", "7", "--after", cursor)
    threads = run("history", "threads", "--db", db, "--limit", "1")
    other = run("history", "threads", "--db", db, "--after", threads.stderr.split("--after ")[1].strip())

    assert ("No. 6" in first.stdout, "No. 7" in first.stdout, "No. 7" in last.stdout, last.stderr) == (True, False, True, "")
    assert {threads.stdout.split()[1], other.stdout.split()[1]} == {"t", "u"}


def test_threads_are_found_by_metadata(run, db):
    """Values are JSON, or else text; all must be there."""
    found = [run("history", "threads", "--db", db, *options).stdout.split()[1:2] for options in (
        ("--where", "plan=free"), ("--where", "plan=free", "--where", "seats=3"), ("--where", 'seats="3"'), ("--where", "plan=' OR 1=1 --"),
    )]  # fmt: skip

    assert found == [["t"], ["t"], [], []]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "t", "--around", "m1", "--role", "user"), "--around goes with --last alone"),
        (("show", "t", "--around", "n1"), "no message 'n1' in this thread"),
        (("show", "t", "--last", "2", "--limit", "2"), "--last goes with neither"),
        (("show", "t", "--after", "x"), "no cursor of this store: 'x'"),
        (("show", "t", "--since", "soon"), "Invalid value for '--since': 'soon' is no date"),
        (("show", "t", "--where", "x"), "'x' is not KEY=VALUE"),
        (("copy", "t", "u"), "the thread 'u' is there already"),
        (("copy", "none", "x"), "no thread 'none'"),
        (("copy", "t", "x", "--until", "n1"), "no thread 't' with a message 'n1'"),
        (("prune",), "say what is to be kept"),
        (("prune", "--keep-last", "1"), "--yes is needed"),
        (("prune", "--before", "soon", "--yes"), "before cannot be stored, it is no date"),
    ],
)
def test_what_makes_no_sense_is_told(run, db, arguments, told):
    """In a line, with status 2."""
    done = run("history", *arguments, "--db", db)

    assert (done.exit_code, told in done.stderr, "Traceback" in done.stderr) == (2, True, False)


def test_a_thread_is_copied_and_branched(run, db):
    """All of it, or up to a message."""
    told = [
        run("history", "copy", "t", *arguments, "--db", db).stderr.split(": ")[-1] for arguments in (("whole",), ("part", "--until", "m3"))
    ]
    with opened(db) as store:
        texts = [message.parts[0].text for message in store.list_messages("part", "ada")]

    assert told == ["10 messages copied\n", "4 messages copied\n"]
    assert texts == ["No. 0", "No. 1", "No. 2", "No. 3"]


def test_old_messages_are_pruned(run, db):
    """Of one owner, of one thread, of all; what is asked for is asked."""
    options = [
        ("--resource", "bob", "--keep-last", "2"),
        ("--thread", "t", "--before", DATE.format(2)),
        ("--before", DATE.format(9), "--keep-last", "2"),
    ]
    told = [run("history", "prune", "--db", db, *option, "--yes").stderr.split(": ")[-1] for option in options]

    assert told == ["1 message deleted\n", "2 messages deleted\n", "6 messages deleted\n"]
    with opened(db) as store:
        assert [[message.id for message in store.list_messages(thread, ANY_RESOURCE)] for thread in "tu"] == [["m8", "m9"], ["n1", "n2"]]


def test_threads_go_from_one_database_to_the_other(run, db, tmp_path):
    """And back: the lines are the same, metadata aside, whose order is the database's."""
    lines, back, other = tmp_path / "lines.jsonl", str(tmp_path / "back.db"), shared().new_database()
    run("history", "export", "--db", db, "-o", str(lines))
    told = [run("history", "import", str(lines), "--db", name).stderr.split(": ")[-1] for name in (other, back)]
    first, *others = (list(map(json.loads, run("history", "export", "--db", name).stdout.splitlines())) for name in (db, other, back))

    assert told == ["2 threads, 13 messages read\n"] * 2
    assert others == [first, first]


def test_nothing_of_a_broken_thread_goes_in(run, db, file):
    """Those before it do, since each is a transaction; the line that is wrong is named."""
    lines = [{"thread": {"id": "a", "resourceId": "ada"}}, {"message": {"id": "a1", "role": "user", "content": "Hi"}}]
    lines += [
        {"thread": {"id": "b", "resourceId": "ada"}},
        {"message": {"id": "b1", "role": "user", "content": "Hi"}},
        {"message": {"id": 7}},
    ]
    done = run("history", "import", file("\n".join(map(json.dumps, lines)), "x.jsonl"), "--db", db)
    with opened(db) as store:
        found = [len(store.list_messages(thread, "ada")) for thread in "ab"], store.get_thread("b", "ada")

    assert (done.exit_code, "x.jsonl:5: " in done.stderr, found) == (2, True, ([1, 0], None))


def test_what_others_own_is_not_taken_and_not_overwritten(run, db, file):
    """Export, import, search, copy and pruning for one owner leave the others' alone."""
    mine = ("--db", db, "--resource", "bob")
    before = run("history", "export", "--db", db).stdout
    exported = run("history", "export", *mine).stdout
    line = file(
        json.dumps({"thread": {"id": "t", "resourceId": "ada"}})
        + "\n"
        + json.dumps({"message": {"id": "m0", "role": "user", "content": "Forged"}}),
        "x.jsonl",
    )
    done = [
        run("history", *arguments, *mine)
        for arguments in (
            ("import", line),
            ("show", "t"),
            ("export", "t"),
            ("copy", "t", "x"),
            ("delete", "t", "--yes"),
            ("threads", "--where", "plan=free"),
            ("prune", "--thread", "t", "--keep-last", "0", "--yes"),
        )
    ]

    assert [one.exit_code for one in done] == [2, 2, 2, 2, 2, 0, 0]
    assert not any("No. " in one.stdout for one in done)
    assert '"ada"' not in exported
    assert run("history", "export", "--db", db).stdout == before


def test_an_export_holds_a_stretch_at_a_time():
    """Lines come as the store is read, not when all of it was."""
    asked = []

    class Counting(MemoryStore):
        def scroll_messages(self, *arguments, **options):
            asked.append(options["limit"])
            return super().scroll_messages(*arguments, **options)

    store = Counting()
    store.append("t", "ada", [said(f"{place}", 0) for place in range(1_200)])
    lines = exported(store, (), ANY_RESOURCE)

    assert len(list(islice(lines, 100))) == 100
    assert asked == [500]
    assert (len(list(lines)), asked) == (1_101, [500] * 3)


# Passwords

ADDRESSES = [
    ("postgresql://ada:hunter2@127.0.0.1:1/x", "postgresql://ada:***@127.0.0.1:1/x"),
    ("postgres://ada:hunter2@h:2@hunter2@127.0.0.1:1/x", "postgres://ada:***@127.0.0.1:1/x"),
    ("postgresql://127.0.0.1:1/x?user=ada&password=hunter2&sslmode=disable", "postgresql://127.0.0.1:1/x?user=ada&password=***&sslmode=disable"),
    ("postgresql:///x?password=hunter2", "postgresql:///x?password=***"),
    ("postgresql://ada:hunter2@[x", "postgresql://ada:***@[x"),
    ("postgresql://ada@host/x", "postgresql://ada@host/x"),
    ("ada:secret@file.db", "ada:secret@file.db"),
]  # fmt: skip


@pytest.mark.parametrize(("address", "expected"), ADDRESSES)
def test_a_password_is_masked(address, expected):
    """Wherever in an address it stands; files are named as they are."""
    assert masked(address) == expected


@pytest.mark.parametrize("address", [address for address, _ in ADDRESSES if "hunter2" in address])
@pytest.mark.parametrize(
    "arguments", [("history", "threads"), ("history", "show", "t"), ("check", "--thread", "t", "--to", "openai/gpt-5.2")]
)
def test_no_password_is_shown(run, address, arguments):
    """Where the database cannot be reached, or the address cannot be read."""
    done = run(*arguments, "--db", address)

    assert done.exit_code == 2
    assert "hunter2" not in done.stdout + done.stderr.replace("hunter2@127", "***")


def test_no_password_is_shown_where_all_is_well(run, dsn, to):
    """Nor in the hint how to repair a thread."""
    with PostgresStore(dsn) as store:
        store.append("t", "ada", [said("m", 1), StoredMessage("n", "assistant", (TextPart("Hello, "),))])
    address = dsn.replace("postgres@", "postgres:hunter2@")
    done = [
        run("check", "--db", address, "--thread", "t", *to),
        run("history", "threads", "--db", address),
        run("check", "--db", address, "--thread", "x", *to),
    ]

    assert [one.exit_code for one in done] == [1, 0, 2]
    assert "hunter2" not in "".join(one.stdout + one.stderr for one in done)
    assert f"segue fix --db {dsn.replace('postgres@', 'postgres:***@')}" in done[0].stdout.replace("'", "")


def test_without_psycopg_the_command_says_what_to_install(run, monkeypatch):
    """In a line."""
    import builtins  # noqa: PLC0415

    real = builtins.__import__

    def without(name, *arguments, **options):
        if name.partition(".")[0] == "psycopg":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    done = run("history", "threads", "--db", "postgresql://localhost/x")

    assert (done.exit_code, "pip install 'segue[postgres]'" in done.stderr) == (2, True)


def test_threads_keep_what_they_are_called(run, db, file):
    """A thread that is brought in has its title, metadata and dates."""
    thread = Thread("new", "eve", "Tides", freeze_object({"a": [1]}), DATE.format(1), DATE.format(2))
    line = {
        "thread": {
            "id": "new",
            "resourceId": "eve",
            "title": "Tides",
            "metadata": {"a": [1]},
            "createdAt": DATE.format(1),
            "updatedAt": DATE.format(2),
        }
    }
    run("history", "import", file(json.dumps(line) + "\n", "x.jsonl"), "--db", db)
    with opened(db) as store:
        assert store.get_thread("new", "eve") == thread
