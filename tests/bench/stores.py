"""What stores cost, beside the same statements on the bare connection: python -m tests.bench.stores.

Writes are measured by the clock on the wall, since with FULL most of the time is spent waiting for the disk; reads by CPU time.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from segue.formats.mastra import content_text
from segue.json_values import freeze
from segue.messages import StepStart, StoredMessage, ToolInvocation
from segue.parts import TextPart
from segue.recall import recall
from segue.stamps import from_milliseconds
from segue_shell.stores import SqliteStore
from segue_shell.stores import sqlite_statements as sql
from tests.bench.__main__ import _printed as printed
from tests.bench.timing import Row, Work, minima

FULL, NORMAL, READ, RECALL, LENGTH = 1.5, 2.5, 2.0, 5.0, 1.5
"""The limits: a turn in bare statements, rows read in rows parsed, a recall in rows parsed, a long thread in a short one."""
OWNER = "ada"
BATCH = 50
"""Turns that are measured, times how often everything is repeated."""


def question(id: str) -> StoredMessage:
    """Return what a user asks."""
    return StoredMessage(id, "user", (TextPart("When is low tide in the harbour tomorrow, and will the north wind matter? " * 2),))


def answer(id: str) -> StoredMessage:
    """Return what an assistant answers, with a call and its outcome."""
    call = ToolInvocation(
        f"call-{id}", "tides", "result", freeze({"place": "harbour", "day": "tomorrow"}), freeze({"low": "06:12", "height": 0.4})
    )
    return StoredMessage(
        id, "assistant", (StepStart("anthropic/claude-sonnet-4-5"), call, StepStart(), TextPart("At six, and it will. " * 6))
    )


def turn(number: int) -> tuple[StoredMessage, StoredMessage]:
    """Return a turn of two messages."""
    return question(f"q-{number}"), answer(f"a-{number}")


def rows(threads: int, messages: int) -> Iterator[tuple[Any, ...]]:
    """Yield rows of so many messages, spread over threads as if all were talked in at the same time."""
    contents = {"user": content_text(question("q")), "assistant": content_text(answer("a"))}
    for number in range(messages):
        role = "assistant" if number // threads % 2 else "user"
        yield f"m-{number}", f"t-{number % threads}", contents[role], role, "v2", from_milliseconds(1_700_000_000_000 + number), OWNER


def fill(path: Path, threads: int, messages: int) -> None:
    """Make a database that holds so many messages."""
    SqliteStore(path, synchronous="NORMAL").close()
    connection = sqlite3.connect(path)
    made = from_milliseconds(0)
    connection.executemany(sql.PUT_THREAD, ((f"t-{number}", OWNER, "", "{}", made, made) for number in range(threads)))
    connection.executemany(sql.ADD_MESSAGE, rows(threads, messages))
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def bare(path: Path, synchronous: str = "NORMAL") -> sqlite3.Connection:
    """Return a connection without anything around it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    return connection


def bare_append(connection: sqlite3.Connection, texts: tuple[str, ...], number: int) -> None:
    """Do what a turn does to a database and nothing else."""
    date = "2040-06-01T08:00:00.000Z"
    ids = f"q-{number}", f"a-{number}"
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(sql.STANDING, ("t-0", "t-0")).fetchone()
    for asked in sql.messages_by_id(ids, OWNER):
        connection.execute(*asked).fetchall()
    connection.execute(sql.TOUCH_THREAD, (date, "t-0"))
    columns = ((ids[0], "t-0", texts[0], "user", "v2", date, OWNER), (ids[1], "t-0", texts[1], "assistant", "v2", date, OWNER))
    connection.executemany(sql.ADD_MESSAGE, columns)
    connection.execute("COMMIT")


def per_turn(works: Mapping[str, Callable[[int], object]], turns: int) -> dict[str, float]:
    """Return the seconds a turn takes by the clock on the wall: the median, works taking turns."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for number in range(turns):
        for name, work in works.items():
            begun = perf_counter()
            work(number)
            taken[name].append(perf_counter() - begun)
    return {name: median(times) for name, times in taken.items()}


def append_row(folder: Path, synchronous: str, limit: float, rounds: int) -> Row:
    """Measure a turn of two messages, encoded and its owner checked, beside bare statements with texts that are ready."""
    for name in ("ours", "bare"):
        fill(folder / f"{synchronous}-{name}.db", 10, 1_000)
    turns = list(map(turn, range(rounds * BATCH)))
    texts = tuple(map(content_text, turns[0]))
    with SqliteStore(folder / f"{synchronous}-ours.db", synchronous=synchronous) as store:
        connection = bare(folder / f"{synchronous}-bare.db", synchronous)
        works = {
            "ours": lambda number: store.append("t-0", OWNER, turns[number]),
            "yardstick": lambda number: bare_append(connection, texts, number),
        }
        taken = per_turn(works, len(turns))
        connection.close()
    return Row(f"append a turn, {synchronous} / bare statements", 2, taken["ours"], taken["yardstick"], limit)


def length_row(folder: Path, length: int, rounds: int) -> Row:
    """Measure a turn in a long thread beside one in a short thread."""
    for size in (100, length):
        fill(folder / f"length-{size}.db", 1, size)
    turns = list(map(turn, range(rounds * BATCH)))
    with (
        SqliteStore(folder / "length-100.db", synchronous="NORMAL") as short,
        SqliteStore(folder / f"length-{length}.db", synchronous="NORMAL") as long,
    ):
        works = {
            "short": lambda number: short.append("t-0", OWNER, turns[number]),
            "long": lambda number: long.append("t-0", OWNER, turns[number]),
        }
        taken = per_turn(works, len(turns))
    return Row(f"append a turn after {length} / after 100", 2, taken["long"], taken["short"], LENGTH)


def read_rows(folder: Path, messages: int, repeats: int) -> Iterator[Row]:
    """Measure the last 50 of many messages, in one thread and in one after the other."""
    threads = max(1, messages // 1_000)
    path = folder / "read.db"
    fill(path, threads, messages)
    asked = [sql.messages(f"t-{number}", OWNER, 50, ()) for number in range(threads)]
    connection = bare(path)
    with SqliteStore(path) as store:
        works: dict[str, Work] = {
            "ours": lambda: store.list_messages("t-0", OWNER, last=50),
            "yardstick": lambda: [json.loads(row[2]) for row in connection.execute(*asked[0]).fetchall()],
        }
        taken = minima(works, repeats)
        yield Row(f"last 50 of {messages} / rows parsed", 50, taken["ours"], taken["yardstick"], READ)
        ours, theirs = cycle(range(threads)), cycle(asked)
        works = {
            "ours": lambda: store.list_messages(f"t-{next(ours)}", OWNER, last=50),
            "yardstick": lambda: [json.loads(row[2]) for row in connection.execute(*next(theirs)).fetchall()],
        }
        taken = minima(works, repeats)
        yield Row(f"last 50 of {messages}, each thread / rows parsed", 50, taken["ours"], taken["yardstick"], READ)
    connection.close()


def recall_row(folder: Path, size: int, repeats: int) -> Row:
    """Measure a recall of a whole thread, merged with what comes in."""
    path = folder / "recall.db"
    fill(path, 1, size)
    asked = sql.messages("t-0", OWNER, None, ())
    connection = bare(path)
    incoming = (question("incoming"),)
    with SqliteStore(path) as store:
        works: dict[str, Work] = {
            "ours": lambda: recall(store.list_messages("t-0", OWNER, without=("system",)), incoming),
            "yardstick": lambda: [json.loads(row[2]) for row in connection.execute(*asked).fetchall()],
        }
        taken = minima(works, repeats)
    connection.close()
    return Row(f"recall of {size} / rows parsed", size, taken["ours"], taken["yardstick"], RECALL)


def all_rows(folder: Path, messages: int, repeats: int) -> Iterator[Row]:
    """Measure everything, row by row."""
    yield append_row(folder, "FULL", FULL, repeats)
    yield append_row(folder, "NORMAL", NORMAL, repeats)
    yield length_row(folder, max(1_000, messages // 10), repeats)
    yield from read_rows(folder, messages, repeats)
    yield recall_row(folder, max(100, messages // 100), repeats)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0; with --strict 1 where a row is over its limit."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.stores", description="What stores cost, in yardsticks measured in the same run."
    )
    parser.add_argument("--messages", type=int, default=1_000_000, help="how many messages the largest database holds")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--folder", type=Path, help="where the databases are made; a temporary folder by default")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a row is over its limit")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        measured = list(printed(all_rows(Path(folder), options.messages, options.repeats)))
    return int(options.strict and any(row.over for row in measured))


if __name__ == "__main__":
    raise SystemExit(main())
