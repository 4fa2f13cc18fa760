"""`segue history`: threads of a database listed, shown, carried to another one, deleted."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from segue.json_values import JsonObject
from segue.messages import StoredMessage, StoredReasoning, Thought, Thread, ToolInvocation
from segue.parts import FilePart, TextPart
from segue_shell.stores import ANY_RESOURCE
from segue_shell.stores.sqlite import SqliteStore

DUMP = Path(__file__).parents[1] / "stores" / "dumps" / "mastra-libsql.sql"


@pytest.fixture
def original(tmp_path):
    """Name a database that the TypeScript original wrote."""
    name = str(tmp_path / "original.db")
    connection = sqlite3.connect(name)
    connection.executescript(DUMP.read_text(encoding="utf-8"))
    connection.close()
    return name


@pytest.fixture
def made(tmp_path):
    """Make a database of threads, given as messages by thread id; return its name."""

    def make(name="made.db", owner="ada", **threads):
        path = str(tmp_path / name)
        with SqliteStore(path) as store:
            for thread, messages in threads.items():
                store.append(thread, owner, messages)
        return path

    return make


def ids(name, thread, owner=ANY_RESOURCE):
    """Return the ids of a thread's messages."""
    with SqliteStore(name) as store:
        return [message.id for message in store.list_messages(thread, owner)]


def test_threads_are_listed_newest_first(run, original):
    """A line a thread: when it was touched, its id, its owner, its title."""
    lines = run("history", "threads", "--db", original).stdout.splitlines()

    assert [line.split()[1:3] for line in lines] == [
        ["thread-states", "resource-2"],
        ["thread-1", "resource-1"],
        ["thread-legacy", "resource-1"],
    ]


def test_threads_of_one_owner(run, original):
    """`--resource` leaves the others out."""
    assert [thread["id"] for thread in json.loads(run("history", "threads", "--db", original, "--resource", "resource-2", "--output", "json").stdout)] == ["thread-states"]


def test_a_database_without_threads_says_so(run, made):
    """Nothing is printed, and the reason stands on standard error."""
    done = run("history", "threads", "--db", made())

    assert (done.exit_code, done.stdout, done.stderr.endswith("made.db: no threads\n")) == (0, "", True)


def test_a_thread_is_shown(run, original):
    """Texts stand whole, calls and results in a line each."""
    shown = run("history", "show", "thread-1", "--db", original).stdout

    assert '    → get_weather {"city": "Oslo"}\n    ← {"tempC": -3, "note": "snow"}\n    It is -3 C and snowing.\n' in shown


def test_who_answered_is_told(run, made):
    """Where a message was made by a model, its line ends with it."""
    said = {"parts": (TextPart("Hi"),), "created_at": "2026-01-01T00:00:00.000Z"}
    name = made(t=[StoredMessage("m1", "user", **said), StoredMessage("m2", "assistant", **said, metadata=JsonObject(provider="openai.chat", modelId="gpt-5.2"))])
    heads = [line for line in run("history", "show", "t", "--db", name).stdout.splitlines() if line and line[0] != " "]

    assert [head.split()[2:] for head in heads] == [["m1"], ["m2", "openai/gpt-5.2"]]


def test_no_message_is_no_line(run, made):
    """Where nothing is chosen, that is told beside an empty output."""
    done = run("history", "show", "t", "--db", made(t=[StoredMessage("m", "user", (TextPart("Hi"),))]), "--role", "robot")

    assert (done.exit_code, done.stdout, done.stderr.endswith("no such messages\n")) == (0, "", True)


@pytest.mark.parametrize("option", ["--since", "--until"])
def test_what_is_no_date_is_refused(run, made, option):
    """The option is named, and what was typed."""
    done = run("history", "show", "t", "--db", made(t=[StoredMessage("m", "user", (TextPart("Hi"),))]), option, "yesterday")

    assert (done.exit_code, f"Invalid value for '{option}': 'yesterday' is no date" in done.stderr) == (2, True), done.stderr


def test_every_kind_of_part_is_told(run, made):
    """Thoughts, failed calls, files and text beside the parts have a line."""
    parts = (
        StoredReasoning("", (Thought("hm"),)),
        StoredReasoning("", (Thought(redacted="x"),)),
        ToolInvocation("c1", "run", "output-error", error_text="no\nway"),
        ToolInvocation("c2", "run", "result", output="x" * 200, error=True),
        FilePart("text/plain", "aGk=", filename="a.txt"),
    )
    name = made(t=[StoredMessage("m1", "assistant", parts, text="beside")])

    shown = run("history", "show", "t", "--db", name).stdout

    assert [line.strip()[:28] for line in shown.splitlines()[1:]] == [
        "(thinks) hm", "(thinks, unreadable)", "→ run {} (output-error)", "← error: no way", "→ run {}", '← error: "xxxxxxxxxxxxxxxxxx',
        "[text/plain a.txt, 4 charact", "beside", "",
    ]  # fmt: skip


def test_only_the_last_are_shown(run, original):
    """`--last` leaves older ones out; JSON holds the messages as they are stored."""
    shown = json.loads(run("history", "show", "thread-1", "--db", original, "--last", "2", "--output", "json").stdout)

    assert [message["id"] for message in shown] == ["tie-a", "tie-c"]


def test_nothing_reaches_the_terminal_unescaped(run, made):
    """Escapes in texts, ids and titles are written out."""
    name = made(t=[StoredMessage("m\x1b[2J", "user", (TextPart("\x1b[31mred"),))])
    with SqliteStore(name) as store:
        store.update_thread("t", "ada", title="\x1b]0;owned\x07")

    assert "\x1b" not in run("history", "show", "t", "--db", name).stdout + run("history", "threads", "--db", name).stdout


def test_what_is_exported_can_be_imported(run, original, tmp_path):
    """A database made of another's lines lists the same threads and messages."""
    lines, copy = str(tmp_path / "lines.jsonl"), str(tmp_path / "copy.db")
    wrote = run("history", "export", "--db", original, "-o", lines)
    read = run("history", "import", lines, "--db", copy)

    assert (wrote.stderr.split(": ")[1], read.stderr.split(": ")[1]) == ("3 threads, 15 messages written\n", "3 threads, 15 messages read\n")
    again, first = (text.splitlines() for text in (run("history", "export", "--db", copy).stdout, Path(lines).read_text(encoding="utf-8")))
    assert list(map(json.loads, again)) == list(map(json.loads, first))


def test_importing_twice_changes_no_message(run, made, tmp_path):
    """Messages that are there stay as they are, and are there once."""
    name = made(t=[StoredMessage("m1", "user", (TextPart("Hi"),))])
    lines = tmp_path / "lines.jsonl"
    lines.write_text(run("history", "export", "--db", name).stdout.replace('"Hi"', '"Forged"'), encoding="utf-8")
    run("history", "import", str(lines), "--db", name)

    with SqliteStore(name) as store:
        assert [message.parts for message in store.list_messages("t", "ada")] == [(TextPart("Hi"),)]


def test_a_foreign_id_is_refused(run, made, tmp_path):
    """A thread of another owner is not continued; the message says what helps, and nothing is written."""
    name = made(t=[StoredMessage("m1", "user", (TextPart("Hi"),))])
    lines = tmp_path / "lines.jsonl"
    lines.write_text(run("history", "export", "--db", name).stdout, encoding="utf-8")
    done = run("history", "import", str(lines), "--db", name, "--resource", "mallory")

    assert (done.exit_code, "--new-ids" in done.stderr, ids(name, "t", "mallory"), ids(name, "t")) == (2, True, [], ["m1"])


def test_a_message_of_another_thread_is_refused(run, made, tmp_path):
    """A thread with one foreign message does not go in at all."""
    name = made(t=[StoredMessage("m1", "user", (TextPart("Hi"),))])
    lines = tmp_path / "lines.jsonl"
    lines.write_text(run("history", "export", "--db", name).stdout.replace('"id": "t"', '"id": "u"'), encoding="utf-8")
    done = run("history", "import", str(lines), "--db", name)

    with SqliteStore(name) as store:
        assert (done.exit_code, store.get_thread("u", ANY_RESOURCE)) == (2, None)


def test_new_ids_make_a_second_thread(run, made, tmp_path):
    """With `--new-ids` nothing that is there is in the way."""
    name = made(t=[StoredMessage("m1", "user", (TextPart("Hi"),))])
    lines = tmp_path / "lines.jsonl"
    lines.write_text(run("history", "export", "--db", name).stdout, encoding="utf-8")
    done = run("history", "import", str(lines), "--db", name, "--new-ids", "--resource", "bob")

    with SqliteStore(name) as store:
        (thread,) = store.list_threads("bob").items
    assert (done.exit_code, thread.id == "t", len(ids(name, thread.id, "bob"))) == (0, False, 1)


def test_one_thread_is_exported_by_name(run, original):
    """The lines of the threads named, and of no others."""
    lines = [json.loads(line) for line in run("history", "export", "thread-states", "--db", original).stdout.splitlines()]

    assert [next(iter(line)) for line in lines] == ["thread"] + ["message"] * 5


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('{"message": {"id": "m", "role": "user", "content": "x"}}\n{"thread": {"id": "t", "resourceId": "r"}}', ":1: a message before any thread"),
        ('{"thread": {"id": "t", "resourceId": "r"}}\n{"post": {}}', ':2: expected {"thread": …} or {"message": …}'),
        ('{"thread": {"id": "t", "resourceId": "r"}}\n{"message": {"id": 7, "role": "user"}}', ":2: [0].id: expected"),
        ('{"thread": {"id": 3}}\n{"thread": {"id": "t", "resourceId": "r"}}', ":1: thread: expected"),
        ("[1, 2", "not JSON"),
    ],
)
def test_a_bad_line_is_named(run, tmp_path, file, lines, told):
    """File, line and place of what cannot be read; the status is 2."""
    done = run("history", "import", file(lines, "lines.jsonl"), "--db", str(tmp_path / "new.db"))

    assert (done.exit_code, told in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("lines", ["", "[\n  1\n]", '{"post": {}}', None])
def test_what_is_no_export_leaves_no_database(run, tmp_path, file, lines):
    """A database is made when there is something to put into it."""
    name = str(tmp_path / "none.jsonl") if lines is None else file(lines, "lines.jsonl")
    done = run("history", "import", name, "--db", str(tmp_path / "new.db"))

    assert (done.exit_code, (tmp_path / "new.db").exists()) == (2, False)


def test_an_unknown_thread_is_refused(run, original):
    """Nothing is exported or shown of a thread that is not there."""
    assert [run("history", verb, "nope", "--db", original).exit_code for verb in ("export", "show")] == [2, 2]


def test_threads_are_deleted(run, original):
    """A thread goes with its messages, the others stay."""
    done = run("history", "delete", "thread-1", "--db", original, "--yes")

    assert (done.exit_code, done.stderr.endswith(": 1 thread deleted\n"), ids(original, "thread-1"), len(ids(original, "thread-states"))) == (0, True, [], 5)


def test_one_missing_thread_keeps_all(run, original):
    """Where one of the names is wrong nothing is deleted."""
    done = run("history", "delete", "thread-1", "nope", "--db", original, "--yes")

    assert (done.exit_code, len(ids(original, "thread-1"))) == (2, 6)


def test_deleting_needs_a_word(run, original):
    """Without a terminal to ask on, `--yes` is needed."""
    done = run("history", "delete", "thread-1", "--db", original)

    assert (done.exit_code, "--yes" in done.stderr, len(ids(original, "thread-1"))) == (2, True, 6)


@pytest.mark.parametrize("verb", [("threads",), ("show", "t"), ("export",), ("delete", "t", "--yes")])
def test_a_missing_database_is_not_made(run, tmp_path, verb):
    """Looking into a file that is not there is bad input, and leaves no file."""
    name = tmp_path / "none.db"
    done = run("history", *verb, "--db", str(name))

    assert (done.exit_code, "no such file" in done.stderr, name.exists()) == (2, True, False)


def test_what_is_no_database_is_told(run, file):
    """A file of another kind is named, and no traceback shown."""
    done = run("history", "threads", "--db", file("[]"))

    assert (done.exit_code, "chat.json" in done.stderr) == (2, True)


@pytest.mark.parametrize("command", ["threads", "show", "export", "import", "copy", "delete", "prune"])
def test_each_command_teaches(run, command):
    """Each command's help gives examples."""
    assert "Examples:" in run("history", command, "--help").stdout


def test_a_thread_keeps_its_title_and_dates(run, made, tmp_path):
    """Title, metadata and times go over."""
    name, lines, copy = made(), str(tmp_path / "l.jsonl"), str(tmp_path / "copy.db")
    with SqliteStore(name) as store:
        kept = store.save_thread(Thread("t", "ada", "Tides", None, "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"))
    run("history", "export", "--db", name, "-o", lines)
    run("history", "import", lines, "--db", copy)

    with SqliteStore(copy) as store:
        assert store.get_thread("t", "ada") == kept
