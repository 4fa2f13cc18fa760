"""What the Postgres store costs, beside the same work on the bare connection: python -m tests.bench.stores_postgres.

The server is that of the tests, with fsync, so that a turn waits for the disk. Writes are measured by the clock on the wall, reads by
CPU time of this process: the server's work is the same on both sides.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from time import perf_counter
from typing import Any

import psycopg

from segue.formats.mastra import content_text
from segue_shell.stores import AsyncPostgresStore, PostgresStore
from segue_shell.stores import postgres_statements as sql
from tests.bench.__main__ import _printed as printed
from tests.bench.stores import OWNER, answer, per_turn, question, turn
from tests.bench.timing import Row, Work, minima
from tests.stores.postgres_server import Server

APPEND, READ, LENGTH, EIGHT = 1.2, 2.0, 1.5, 1 / 2.5
"""The limits: a turn in one bare statement, rows read in rows parsed, a long thread in a short one, a turn of eight writers in one of one."""
WRITERS = 8
BARE = """
WITH home AS (
  INSERT INTO mastra_threads (id, "resourceId", title, metadata, "createdAt", "updatedAt", "createdAtZ", "updatedAtZ")
  VALUES (%(thread)s, %(owner)s, '', '{}', %(wall)s, %(wall)s, %(now)s, %(now)s)
  ON CONFLICT (id) DO UPDATE SET "updatedAt" = excluded."updatedAt", "updatedAtZ" = excluded."updatedAtZ" RETURNING id
) INSERT INTO mastra_messages (id, thread_id, content, role, type, "createdAt", "createdAtZ", "resourceId")
SELECT new.id, home.id, new.content, new.role, 'v2', %(wall)s, %(now)s, %(owner)s
FROM home, (VALUES (%(q)s, %(question)s, 'user'), (%(a)s, %(answer)s, 'assistant')) AS new (id, content, role)
"""
"""The least that a turn does: its thread touched, two rows written, nothing looked at and nothing told."""
FILL = """
INSERT INTO mastra_threads SELECT 't-' || n, %(owner)s, '', '{}', '2020-01-01', '2020-01-01', '2020-01-01Z', '2020-01-01Z'
FROM generate_series(0, %(threads)s - 1) AS n;
INSERT INTO mastra_messages SELECT 'm-' || n, 't-' || n %% %(threads)s,
CASE n / %(threads)s %% 2 WHEN 0 THEN %(question)s ELSE %(answer)s END, CASE n / %(threads)s %% 2 WHEN 0 THEN 'user' ELSE 'assistant' END, 'v2',
timestamp '2023-01-01' + n * interval '1 ms', %(owner)s, timestamptz '2023-01-01Z' + n * interval '1 ms'
FROM generate_series(0, %(messages)s - 1) AS n
"""
_NUMBERS = count()


def texts() -> dict[str, str]:
    """Return the contents of a turn, ready."""
    return {"question": content_text(question("q")), "answer": content_text(answer("a"))}


def fill(dsn: str, threads: int, messages: int) -> None:
    """Fill a database with so many messages, spread over threads as if all were talked in at the same time."""
    PostgresStore(dsn).close()
    with psycopg.ClientCursor(connection := psycopg.connect(dsn, autocommit=True)) as cursor:
        cursor.execute(FILL, {"owner": OWNER, "threads": threads, "messages": messages, **texts()})
        cursor.execute("VACUUM ANALYZE")
    connection.close()


def append_row(server: Server, repeats: int) -> Row:
    """Measure a turn of two messages, encoded, its owner and ids checked, beside the least that it does with texts that are ready."""
    dsn = server.new_database()
    ready = {**texts(), "thread": "bare", "owner": OWNER, "wall": "2040-06-01 08:00", "now": "2040-06-01 08:00Z"}
    with PostgresStore(dsn) as store, psycopg.connect(dsn, autocommit=True) as connection:
        turns = [turn(next(_NUMBERS)) for _ in range(40 * repeats)]
        works = {
            "ours": lambda number: store.append("ours", OWNER, turns[number]),
            "bare": lambda number: connection.execute(BARE, {**ready, "q": f"bq-{number}", "a": f"ba-{number}"}, prepare=True),
        }
        taken = per_turn(works, len(turns))
    return Row("append a turn / one bare statement", 2, taken["ours"], taken["bare"], APPEND)


def length_row(server: Server, messages: int, repeats: int) -> Row:
    """Measure a turn in a thread of many messages, beside one in a thread of a hundred."""
    dsn = server.new_database()
    fill(dsn, 1, messages)
    with PostgresStore(dsn) as store:
        store.append("short", OWNER, [message for _ in range(50) for message in turn(next(_NUMBERS))])
        turns = [(turn(next(_NUMBERS)), turn(next(_NUMBERS))) for _ in range(40 * repeats)]
        works = {
            "long": lambda number: store.append("t-0", OWNER, turns[number][0]),
            "short": lambda number: store.append("short", OWNER, turns[number][1]),
        }
        taken = per_turn(works, len(turns))
    return Row(f"append a turn after {messages} / after 100", 2, taken["long"], taken["short"], LENGTH)


def read_rows(server: Server, messages: int, repeats: int) -> Iterator[Row]:
    """Measure the last 50 of many messages, in one thread and in one after the other."""
    threads, dsn = max(1, messages // 1_000), server.new_database()
    fill(dsn, threads, messages)
    with PostgresStore(dsn) as store, psycopg.connect(dsn, autocommit=True) as connection:

        def parsed(thread: int) -> list[Any]:
            text, parameters = sql.messages(f"t-{thread}", OWNER, 50, ())
            return [json.loads(row[2]) for row in connection.execute(text, parameters, prepare=True).fetchall()]

        works: dict[str, Work] = {"ours": lambda: store.list_messages("t-0", OWNER, last=50), "yardstick": lambda: parsed(0)}
        taken = minima(works, repeats)
        yield Row(f"last 50 of {messages} / rows parsed", 50, taken["ours"], taken["yardstick"], READ)
        ours, theirs = cycle(range(threads)), cycle(range(threads))
        works = {
            "ours": lambda: store.list_messages(f"t-{next(ours)}", OWNER, last=50),
            "yardstick": lambda: parsed(next(theirs)),
        }
        taken = minima(works, repeats)
        yield Row(f"last 50 of {messages}, each thread / rows parsed", 50, taken["ours"], taken["yardstick"], READ)


def writers_row(server: Server, repeats: int) -> Row:
    """Measure a turn of eight tasks that write at the same time, each into its thread, beside a turn of one."""
    dsn, turns = server.new_database(), 5 * repeats

    async def work(store: AsyncPostgresStore, name: str) -> None:
        for _ in range(turns):
            await store.append(name, OWNER, turn(next(_NUMBERS)))

    async def measured() -> dict[int, float]:
        best = dict.fromkeys((1, WRITERS), float("inf"))
        async with AsyncPostgresStore(dsn, connections=WRITERS) as store:
            await asyncio.gather(*(work(store, f"t-{which}") for which in range(WRITERS)))
            for _ in range(3):
                for writers in best:
                    begun = perf_counter()
                    await asyncio.gather(*(work(store, f"t-{which}") for which in range(writers)))
                    best[writers] = min(best[writers], (perf_counter() - begun) / (writers * turns))
        return best

    best = asyncio.run(measured())
    return Row("a turn of eight awaited writers / of one", 2, best[WRITERS], best[1], EIGHT)


def all_rows(server: Server, messages: int, repeats: int) -> Iterator[Row]:
    """Measure everything, row by row."""
    yield append_row(server, repeats)
    yield writers_row(server, repeats)
    yield length_row(server, messages, repeats)
    yield from read_rows(server, messages, repeats)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0; with --strict 1 where a row is over its limit."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.stores_postgres", description="What the Postgres store costs, in yardsticks measured in the same run."
    )
    parser.add_argument("--messages", type=int, default=1_000_000, help="how many messages the largest database holds")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a row is over its limit")
    options = parser.parse_args(arguments)
    server = Server("synchronous_commit=on", fsync=True).start()
    try:
        measured = list(printed(all_rows(server, options.messages, options.repeats)))
    finally:
        server.remove()
    return int(options.strict and any(row.over for row in measured))


if __name__ == "__main__":
    raise SystemExit(main())
