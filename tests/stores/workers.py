"""Processes that write to a store while others do, and that are killed: python -m tests.stores.workers COMMAND ARGUMENT...

Each command prints what it found as JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from select import select
from threading import Thread

import psycopg
import sqlite_utils  # noqa: F401  # before the forks, so that what is killed is writing and not importing

from segue.messages import StoredMessage
from segue.parts import TextPart
from segue_shell.stores import ANY_RESOURCE, PostgresStore, SqliteStore, StoreError


def turn(name):
    """Return a turn of two messages, large enough to fill pages."""
    texts = (TextPart("When is low tide? " * 5),), (TextPart("At six. " * 50),)
    return [StoredMessage(f"{name}-q", "user", texts[0]), StoredMessage(f"{name}-a", "assistant", texts[1])]


def opened(place, synchronous="FULL"):
    """Open a file, or a Postgres database by its address."""
    return PostgresStore(place, connections=4) if is_address(place) else SqliteStore(place, synchronous=synchronous)


def is_address(place):
    """Tell whether a database is in Postgres."""
    return str(place).startswith("postgresql://")


# Killed


def kill(path, synchronous, kills):
    """Kill writers again and again; return what is wrong with the database, after each time, and how many turns were told of."""
    chance, faults, acknowledged = random.Random(int(kills)), [], []
    opened(path).close()
    for number in range(int(kills)):
        writers = [start(write, path, synchronous, f"{number}-{which}") for which in range(2)]
        select([pipe for _, pipe in writers], [], [], 30)  # until one has told of its first turn
        time.sleep(chance.uniform(0.0, 0.1))
        for pid, pipe in writers:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            with os.fdopen(pipe) as lines:
                acknowledged += [line.strip() for line in lines if line.endswith("\n")]
        faults += wrong_with(path, acknowledged)
    return {"faults": faults, "turns": len(acknowledged)}


def kill_makers(folder, kills):
    """Kill processes while they make a file; return what is wrong with what they leave."""
    chance, faults = random.Random(int(kills)), []
    for number in range(int(kills)):
        path = str(Path(folder) / f"{number}.db")
        pid, pipe = start(write, path, "FULL", "first")
        time.sleep(chance.uniform(0.0, 0.06))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        with os.fdopen(pipe) as lines:
            acknowledged = [line.strip() for line in lines if line.endswith("\n")]
        with SqliteStore(path) as store:
            store.append("t", "ada", turn("second"))
        faults += wrong_with(path, [*acknowledged, "second"])
    return faults


def start(work, *arguments):
    """Do work in a process of its own; return its id and what it writes to."""
    reader, writer = os.pipe()
    if (pid := os.fork()) == 0:
        os.close(reader)
        try:
            work(writer, *arguments)
        finally:
            os._exit(1)
    os.close(writer)
    return pid, reader


def write(pipe, path, synchronous, name):
    """Write turns until killed, and tell of each once it is written."""
    with opened(path, synchronous) as store:
        for number in count():
            store.append("t" if number % 2 else f"t-{name}", "ada", turn(f"{name}-{number}"))
            os.write(pipe, f"{name}-{number}\n".encode())


def wrong_with(path, acknowledged):
    """Say what is wrong with a database: turns that are gone, half turns, broken pages."""
    with closing(psycopg.connect(path) if is_address(path) else sqlite3.connect(path)) as connection:
        (whole,) = ("ok",) if is_address(path) else connection.execute("PRAGMA integrity_check").fetchone()
        ids = {id for (id,) in connection.execute("SELECT id FROM mastra_messages")}
        threads = {id for (id,) in connection.execute("SELECT id FROM mastra_threads")}
        homes = {id for (id,) in connection.execute("SELECT DISTINCT thread_id FROM mastra_messages")}
    halves = {id[:-2] for id in ids if id[:-1] + "qa"[id[-1] == "q"] not in ids}
    lost = [name for name in acknowledged if f"{name}-q" not in ids]
    found = {"integrity": "" if whole == "ok" else whole, "half": sorted(halves), "lost": lost, "threads": sorted(homes ^ threads)}
    return [f"{what}: {names}" for what, names in found.items() if names]


# At once


def at_once(path, processes, threads, turns):
    """Append from many threads of many processes; return what they raised."""
    context = get_context("fork")  # nothing is open yet, and what is imported need not be again
    barrier, errors = context.Barrier(int(processes)), context.Queue()
    made = [
        context.Process(target=_process, args=(barrier, errors, path, number, int(threads), int(turns))) for number in range(int(processes))
    ]
    for process in made:
        process.start()
    found = [error for _ in made for error in errors.get()]
    for process in made:
        process.join()
    return found


def _process(barrier, errors, path, number, threads, turns):
    found = []
    barrier.wait()
    try:
        with opened(path) as store:
            _threads(store, found, number, threads, turns)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is reported
        found.append(repr(error))
    errors.put(found)


def _threads(store, found, number, threads, turns):
    def work(which):
        try:
            for place in range(turns):
                name = f"{number}-{which}-{place}"
                store.append("all" if place % 2 else f"{number}-{which}", "ada", turn(name))
                if len(seen := store.list_messages("all", "ada", last=4)) % 2 or [row.role for row in seen[::2]] != ["user"] * (
                    len(seen) // 2
                ):
                    found.append(f"half a turn: {[row.id for row in seen]}")
        except Exception as error:  # noqa: BLE001
            found.append(repr(error))

    workers = [Thread(target=work, args=(which,)) for which in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


# Forked

FORKS = 12


def fork(path):
    """Use a store in a process, in its child, and in the process again, while other threads write."""
    store, stop, found = SqliteStore(path), [], []
    workers = [Thread(target=_until, args=(store, stop, found, which)) for which in range(3)]
    for worker in workers:
        worker.start()
    for number in range(FORKS):
        pid, pipe = start(_child, store, path, f"child-{number}")
        with os.fdopen(pipe) as lines:
            found += [line.strip() for line in lines]
        if os.waitpid(pid, 0)[1] != 0:
            found.append(f"child {number} failed")
        store.append("t", "ada", turn(f"parent-{number}"))
    stop.append(True)
    for worker in workers:
        worker.join()
    store.close()
    return found + wrong_with(path, [f"{who}-{number}" for number in range(FORKS) for who in ("child", "parent")])


def _until(store, stop, found, which):
    try:
        for number in count():
            store.append(f"t-{which}", "ada", turn(f"worker-{which}-{number}"))
            if stop:
                return
    except Exception as error:  # noqa: BLE001
        found.append(repr(error))


def _child(pipe, store, path, name):
    held = [link for link in Path("/proc/self/fd").iterdir() if link.is_symlink() and str(link.readlink()).startswith(path)]
    if held:
        os.write(pipe, f"{name} holds files of its parent\n".encode())
    store.append("t", "ada", turn(name))
    store.close()
    os._exit(0)


# Not allowed, and no room


def unprivileged():
    """Give up the right to do everything, where there is one."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def forbidden(path, mode, folder_mode):
    """Read and write a file under these modes; return what was read and what was raised."""
    with SqliteStore(path) as store:
        store.append("t", "ada", turn("first"))
    Path(path).chmod(int(mode, 8))
    Path(path).parent.chmod(int(folder_mode, 8))
    unprivileged()
    told = []
    try:
        with SqliteStore(path) as store:
            told.append(len(store.list_messages("t", ANY_RESOURCE)))
            told.append(store.page_messages("t", "ada").total)
            try:
                store.append("t", "ada", turn("second"))
            except StoreError as error:
                told.append(str(error))
            told.append(len(store.list_messages("t", "ada", last=5)))
    except StoreError as error:
        told.append(str(error))
    return told


def no_room(path, size):
    """Write until a file may not grow any more; return what is wrong, and what was raised."""
    import resource  # noqa: PLC0415  # not on every system

    with SqliteStore(path) as store:
        store.append("t", "ada", turn("first"))
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), most))
        written, raised = ["first"], ""
        try:
            for number in range(10_000):
                store.append("t", "ada", turn(f"{number}"))
                written.append(f"{number}")
        except StoreError as error:
            raised = str(error)
        still = [row.id for row in store.list_messages("t", "ada")]
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        store.append("t", "ada", turn("last"))
    seen = len(still) == 2 * len(written)
    return {"faults": wrong_with(path, [*written, "last"]) + ([] if seen else ["reading"]), "raised": raised, "turns": len(written)}


COMMANDS = {work.__name__: work for work in (kill, kill_makers, at_once, fork, forbidden, no_room)}

if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    print(json.dumps(COMMANDS[command](*arguments)))
