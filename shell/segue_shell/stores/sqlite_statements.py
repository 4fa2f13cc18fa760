"""What is asked of SQLite: each statement with its parameters, made from the arguments alone."""

# ruff: noqa: S608  # what is put into a statement is written in this file; what callers give is always a parameter

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from segue_shell.stores.protocol import ANY_RESOURCE, Owner
from segue_shell.stores.scrolling import Place, Window

Statement: TypeAlias = tuple[str, tuple[Any, ...]]

CHUNK = 500
"""How many ids one statement takes; old versions of SQLite take 999 parameters."""
_MESSAGE = 'id, thread_id, content, role, type, "createdAt", "resourceId"'
_THREAD = 'id, "resourceId", title, metadata, "createdAt", "updatedAt"'
_RESOURCE = 'id, "workingMemory", metadata, "createdAt", "updatedAt"'

ADD_MESSAGE = f"INSERT INTO mastra_messages ({_MESSAGE}) VALUES (?, ?, ?, ?, ?, ?, ?)"
CHANGE_MESSAGE = "UPDATE mastra_messages SET content = ?, role = ?, type = ? WHERE id = ?"
TOUCH_THREAD = 'UPDATE mastra_threads SET "updatedAt" = ? WHERE id = ?'
PUT_THREAD = f"""
INSERT INTO mastra_threads ({_THREAD}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
"resourceId" = excluded."resourceId", title = excluded.title, metadata = excluded.metadata,
"createdAt" = excluded."createdAt", "updatedAt" = excluded."updatedAt"
"""
PUT_RESOURCE = f"""
INSERT INTO mastra_resources ({_RESOURCE}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
"workingMemory" = excluded."workingMemory", metadata = excluded.metadata,
"createdAt" = excluded."createdAt", "updatedAt" = excluded."updatedAt"
"""
STANDING = """
SELECT (SELECT "resourceId" FROM mastra_threads WHERE id = ?),
(SELECT "createdAt" FROM mastra_messages WHERE thread_id = ? ORDER BY "createdAt" DESC LIMIT 1)
"""
"""Whose a thread is, and the latest date in it."""
DATES = 'SELECT "createdAt" FROM mastra_messages WHERE thread_id = ? ORDER BY "createdAt" DESC'
GET_THREAD = f"SELECT {_THREAD} FROM mastra_threads WHERE id = ?"
THREAD_HOME = 'SELECT "resourceId", "createdAt" FROM mastra_threads WHERE id = ?'
GET_RESOURCE = f"SELECT {_RESOURCE} FROM mastra_resources WHERE id = ?"
DELETE_THREAD = ("DELETE FROM mastra_messages WHERE thread_id = ?", "DELETE FROM mastra_threads WHERE id = ?")
RESOURCE_DATE = 'SELECT "createdAt" FROM mastra_resources WHERE id = ?'
DELETE_RESOURCE = "DELETE FROM mastra_resources WHERE id = ?"


def messages(thread_id: str, owner: Owner, last: int | None, without: Collection[str]) -> Statement:
    """Ask for a thread's messages, oldest first, or for the last so many, newest first."""
    roles = f" AND role NOT IN ({_marks(without)})" if without else ""
    order, limit = ("", ()) if last is None else (" DESC", (last,))
    where, parameters = _of(thread_id, owner)
    return (
        f'SELECT {_MESSAGE} FROM mastra_messages {where}{roles} ORDER BY "createdAt"{order}, rowid{order}{" LIMIT ?" if limit else ""}',
        (*parameters, *without, *limit),
    )


def message_page(thread_id: str, owner: Owner, size: int, start: int, *, newest_first: bool) -> Statement:
    """Ask for a stretch of a thread's messages."""
    where, parameters = _of(thread_id, owner)
    return f"SELECT {_MESSAGE} FROM mastra_messages {where} {_stretch(newest_first=newest_first)}", (*parameters, size, start)


def message_count(thread_id: str, owner: Owner) -> Statement:
    """Ask how many messages a thread has."""
    where, parameters = _of(thread_id, owner)
    return f"SELECT count(*) FROM mastra_messages {where}", parameters


def thread_page(owner: Owner, size: int, start: int, *, newest_first: bool) -> Statement:
    """Ask for a stretch of an owner's threads."""
    where, parameters = _owned("WHERE", owner)
    return f"SELECT {_THREAD} FROM mastra_threads{where} {_stretch(newest_first=newest_first)}", (*parameters, size, start)


def thread_count(owner: Owner) -> Statement:
    """Ask how many threads an owner has."""
    where, parameters = _owned("WHERE", owner)
    return f"SELECT count(*) FROM mastra_threads{where}", parameters


def scroll_messages(thread_id: str, owner: Owner, window: Window) -> Statement:
    """Ask for a thread's messages from a place on, each with its place."""
    where, parameters = _of(thread_id, owner)
    if window.roles is not None:
        where, parameters = f"{where} AND role IN ({_marks(window.roles)})", (*parameters, *window.roles)
    for sign, date in ((">=", window.since), ("<", window.until)):
        if date is not None:
            where, parameters = f'{where} AND "createdAt" {sign} ?', (*parameters, date)
    return _scroll(f'SELECT {_MESSAGE}, "createdAt", rowid FROM mastra_messages {where}', parameters, window)


def scroll_threads(owner: Owner, window: Window) -> Statement:
    """Ask for an owner's threads from a place on, each with its place."""
    where, parameters = _owned(" AND", owner)
    return _scroll(f'SELECT {_THREAD}, "createdAt", rowid FROM mastra_threads WHERE true{where}', parameters, window)


def _scroll(select: str, parameters: tuple[Any, ...], window: Window) -> Statement:
    sign, order = ("<", " DESC") if window.newest_first else (">", "")
    if window.after is not None:
        select, parameters = f'{select} AND ("createdAt", rowid) {sign} (?, ?)', (*parameters, *window.after)
    return f'{select} ORDER BY "createdAt"{order}, rowid{order} LIMIT ?', (*parameters, window.limit)


def place(message_id: str, owner: Owner) -> Statement:
    """Ask for a message, its thread and its place."""
    where, parameters = _owned(" AND", owner)
    return f'SELECT {_MESSAGE}, "createdAt", rowid FROM mastra_messages WHERE id = ?{where}', (message_id, *parameters)


def copy_messages(thread_id: str, owner: Owner, new_id: str, until: Place | None) -> Statement:
    """Copy the messages of a thread up to a place, and name them after the new one."""
    where, parameters = _of(thread_id, owner)
    if until is not None:
        where, parameters = f'{where} AND ("createdAt", rowid) <= (?, ?)', (*parameters, *until)
    statement = f"""
    INSERT INTO mastra_messages ({_MESSAGE}) SELECT ? || printf('-%09d', row_number() OVER (ORDER BY "createdAt", rowid)),
    ?, content, role, type, "createdAt", "resourceId" FROM mastra_messages {where} ORDER BY "createdAt", rowid
    """
    return statement, (new_id, new_id, *parameters)


def messages_by_id(ids: Iterable[str], owner: Owner) -> Iterator[Statement]:
    """Ask for messages by their ids, so many at a time."""
    return (_by_id(f"SELECT {_MESSAGE}", chunk, owner) for chunk in _chunks(ids))


def threads_of(ids: Iterable[str], owner: Owner) -> Iterator[Statement]:
    """Ask in which threads messages are."""
    return (_by_id("SELECT DISTINCT thread_id", chunk, owner) for chunk in _chunks(ids))


def delete_messages(ids: Iterable[str], owner: Owner) -> Iterator[Statement]:
    """Delete messages by their ids."""
    return (_by_id("DELETE", chunk, owner) for chunk in _chunks(ids))


def _by_id(what: str, ids: Sequence[str], owner: Owner) -> Statement:
    where, parameters = _owned(" AND", owner)
    return f"{what} FROM mastra_messages WHERE id IN ({_marks(ids)}){where}", (*ids, *parameters)


def _of(thread_id: str, owner: Owner) -> Statement:
    where, parameters = _owned(" AND", owner)
    return f"WHERE thread_id = ?{where}", (thread_id, *parameters)


def _owned(word: str, owner: Owner) -> Statement:
    return ("", ()) if owner is ANY_RESOURCE else (f' {word} "resourceId" = ?', (owner,))


def _stretch(*, newest_first: bool) -> str:
    order = " DESC" if newest_first else ""
    return f'ORDER BY "createdAt"{order}, rowid{order} LIMIT ? OFFSET ?'


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


def _chunks(ids: Iterable[str]) -> Iterator[tuple[str, ...]]:
    rest = iter(ids)
    while chunk := tuple(islice(rest, CHUNK)):
        yield chunk
