"""What is asked of Postgres: each statement with its parameters, made from the arguments alone.

Tables stand without their schema here; whoever runs a statement puts it before them. Dates go in and come out as the text that rows
of SQLite hold. Each date has two columns, as the original has it: `createdAt` holds the wall clock of UTC and orders rows,
`createdAtZ` the moment itself.
"""

# ruff: noqa: S608  # what is put into a statement is written in this file; what callers give is always a parameter

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from segue_shell.stores.columns import jsonb_text
from segue_shell.stores.protocol import ANY_RESOURCE, Owner
from segue_shell.stores.scrolling import Place, Window

Statement: TypeAlias = tuple[str, Mapping[str, Any]]

MOST = 2**63 - 1
"""The largest number that Postgres takes as a limit."""


def _shown(name: str) -> str:
    """Spell a date as rows of SQLite hold it: the moment, or where old rows have none, the wall clock."""
    return f"""to_char(coalesce("{name}Z" AT TIME ZONE 'UTC', "{name}"), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""


_MESSAGE = f'id, thread_id, content, role, type, {_shown("createdAt")}, "resourceId"'
_THREAD = f'id, "resourceId", title, metadata::text, {_shown("createdAt")}, {_shown("updatedAt")}'
_RESOURCE = f'id, "workingMemory", metadata::text, {_shown("createdAt")}, {_shown("updatedAt")}'
_PLACE = """to_char("createdAt", 'YYYY-MM-DD"T"HH24:MI:SS.US'), id"""
_DATES = '"createdAt", "createdAtZ", "updatedAt", "updatedAtZ"'
_NOW = "%(now)s::timestamptz AT TIME ZONE 'UTC', %(now)s::timestamptz"
_MADE_AND_UPDATED = f"%(made)s::timestamptz AT TIME ZONE 'UTC', %(made)s::timestamptz, {_NOW}"
_TOUCHED = '"updatedAt" = excluded."updatedAt", "updatedAtZ" = excluded."updatedAtZ"'
_REDATED = f"""
"createdAt" = CASE WHEN %(dated)s::bool THEN excluded."createdAt" ELSE old."createdAt" END,
"createdAtZ" = CASE WHEN %(dated)s::bool THEN excluded."createdAtZ" ELSE old."createdAtZ" END, {_TOUCHED}
"""
_LAID_OVER = """
CASE WHEN %(metadata)s::jsonb IS NULL THEN {known} ELSE coalesce(CASE jsonb_typeof({known})
WHEN 'object' THEN {known} WHEN 'string' THEN ({known} #>> '{{}}')::jsonb END, '{{}}') || %(metadata)s::jsonb END
"""
"""Metadata with what is given over it. What the original saves of a resource is JSON in a JSON string."""
_GIVEN = """
unnest(%(ids)b::text[], %(contents)b::text[], %(roles)b::text[], %(types)b::text[], %(owners)b::text[],
%(steps)b::text[]::int[], %(dates)b::text[]::timestamptz[]) WITH ORDINALITY AS given (id, content, role, type, owner, step, date, place)
"""
_NEW_MESSAGE = 'INSERT INTO mastra_messages (id, thread_id, content, role, type, "createdAt", "createdAtZ", "resourceId")'
_NEW_THREAD = f'INSERT INTO mastra_threads AS old (id, "resourceId", title, metadata, {_DATES})'

LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""Begin a transaction all of whose statements see one state."""

APPEND = f"""
WITH seen AS (
  SELECT xmin AS version FROM mastra_threads WHERE id = %(thread)s::text
), latest AS (
  SELECT date_trunc('milliseconds', "createdAt") AT TIME ZONE 'UTC' AS date FROM mastra_messages
  WHERE thread_id = %(thread)s::text ORDER BY mastra_messages."createdAt" DESC LIMIT 1
), home AS (
  {_NEW_THREAD}
  SELECT %(thread)s::text, %(home)s::text, '', '{{}}', {_MADE_AND_UPDATED}
  WHERE NOT EXISTS (
    SELECT FROM unnest(%(ids)b::text[]) AS given (id), LATERAL (SELECT FROM mastra_messages WHERE id = given.id LIMIT 1) AS known
  )
  ON CONFLICT (id) DO UPDATE SET {_TOUCHED}
  WHERE old.xmin = (SELECT version FROM seen) AND (%(anyone)s::bool OR old."resourceId" = excluded."resourceId")
  RETURNING "resourceId" AS owner
), added AS (
  {_NEW_MESSAGE}
  SELECT given.id, %(thread)s::text, given.content, given.role, given.type, dated.date AT TIME ZONE 'UTC', dated.date,
  coalesce(nullif(CASE WHEN %(anyone)s::bool THEN nullif(home.owner, %(thread)s::text) ELSE home.owner END, ''), given.owner)
  FROM home CROSS JOIN {_GIVEN} LEFT JOIN latest ON true CROSS JOIN LATERAL (
    SELECT least(greatest(latest.date + given.step * interval '1 ms', given.date), '9999-12-31T23:59:59.999Z') AS date
  ) AS dated ORDER BY given.place
  RETURNING id, "createdAt", "createdAtZ", "resourceId"
) SELECT id, {_shown("createdAt")}, "resourceId" FROM added
"""
"""A turn of new messages. Nothing is written, and no row is returned, where the thread is somebody else's, a message is there already, or
somebody wrote to the thread while this statement waited for it: then what it saw as the latest date no longer is. Ids are looked up one
by one, since a plan that was made while the table was empty would read all of it for `= ANY`, until somebody analyses the table."""

HOLD = f"""
{_NEW_THREAD} VALUES (%(thread)s, %(home)s, '', '{{}}', {_MADE_AND_UPDATED})
ON CONFLICT (id) DO UPDATE SET {_TOUCHED} WHERE %(anyone)s::bool OR old."resourceId" = excluded."resourceId" RETURNING "resourceId"
"""
"""Make a thread, or set its date, and keep others from writing to it until the end of the transaction."""
LATEST = """
SELECT to_char("createdAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM mastra_messages WHERE thread_id = %(thread)s
ORDER BY "createdAt" DESC LIMIT 1
"""
ADD = f"""
{_NEW_MESSAGE} SELECT id, %(thread)s::text, content, role, type, date AT TIME ZONE 'UTC', date, owner FROM {_GIVEN} ORDER BY place
"""
CHANGE = """
UPDATE mastra_messages AS old SET content = new.content, role = new.role, type = new.type
FROM unnest(%(ids)b::text[], %(contents)b::text[], %(roles)b::text[], %(types)b::text[]) AS new (id, content, role, type)
WHERE old.id = new.id
"""
HOME = 'SELECT "resourceId" FROM mastra_threads WHERE id = %(thread)s'

PUT_THREAD = f"""
{_NEW_THREAD} VALUES (%(thread)s, %(owner)s, %(title)s, %(metadata)s::jsonb, {_MADE_AND_UPDATED})
ON CONFLICT (id) DO UPDATE SET title = excluded.title, metadata = excluded.metadata, {_REDATED}
WHERE old."resourceId" = excluded."resourceId" RETURNING {_THREAD}
"""
PUT_RESOURCE = f"""
INSERT INTO mastra_resources AS old (id, "workingMemory", metadata, {_DATES})
VALUES (%(owner)s, %(memory)s, %(metadata)s::jsonb, {_MADE_AND_UPDATED}) ON CONFLICT (id) DO UPDATE SET
"workingMemory" = excluded."workingMemory", metadata = excluded.metadata, {_REDATED} RETURNING {_RESOURCE}
"""
UPDATE_RESOURCE = f"""
INSERT INTO mastra_resources AS old (id, "workingMemory", metadata, {_DATES})
VALUES (%(owner)s, %(memory)s, %(metadata)s::jsonb, {_MADE_AND_UPDATED}) ON CONFLICT (id) DO UPDATE SET
"workingMemory" = coalesce(excluded."workingMemory", old."workingMemory"),
metadata = {_LAID_OVER.format(known="old.metadata")}, {_TOUCHED} RETURNING {_RESOURCE}
"""
GET_RESOURCE = f"SELECT {_RESOURCE} FROM mastra_resources WHERE id = %(owner)s"
DELETE_RESOURCE = "DELETE FROM mastra_resources WHERE id = %(owner)s RETURNING id"
DELETE_ROWS_OF = "DELETE FROM mastra_messages WHERE thread_id = %(thread)s"


def messages(thread_id: str, owner: Owner, last: int | None, without: Collection[str]) -> Statement:
    """Ask for a thread's messages, oldest first, or for the last so many, newest first."""
    where, parameters = _of(thread_id, owner)
    if without:
        where, parameters = f"{where} AND role <> ALL(%(without)s::text[])", {**parameters, "without": list(without)}
    if last is None:
        return f"SELECT {_MESSAGE} FROM mastra_messages {where} {_order(newest_first=False)}", parameters
    limited = {**parameters, "last": min(last, MOST)}
    return f"SELECT {_MESSAGE} FROM mastra_messages {where} {_order(newest_first=True)} LIMIT %(last)s", limited


def message_page(thread_id: str, owner: Owner, size: int, start: int, *, newest_first: bool) -> Statement:
    """Ask for a stretch of a thread's messages."""
    where, parameters = _of(thread_id, owner)
    return f"SELECT {_MESSAGE} FROM mastra_messages {where} {_stretch(newest_first)}", {**parameters, "size": size, "start": start}


def message_count(thread_id: str, owner: Owner) -> Statement:
    """Ask how many messages a thread has."""
    where, parameters = _of(thread_id, owner)
    return f"SELECT count(*) FROM mastra_messages {where}", parameters


def scroll_messages(thread_id: str, owner: Owner, window: Window) -> Statement:
    """Ask for a thread's messages from a place on, each with its place."""
    where, parameters = _of(thread_id, owner)
    if window.roles is not None:
        where, parameters = f"{where} AND role = ANY(%(roles)s::text[])", {**parameters, "roles": list(window.roles)}
    for sign, name, date in ((">=", "since", window.since), ("<", "until", window.until)):
        if date is not None:
            where, parameters = f"""{where} AND "createdAt" {sign} %({name})s::timestamptz AT TIME ZONE 'UTC'""", {**parameters, name: date}
    return _scroll(f"SELECT {_MESSAGE}, {_PLACE} FROM mastra_messages {where}", parameters, window)


def scroll_threads(owner: Owner, window: Window) -> Statement:
    """Ask for an owner's threads from a place on, each with its place."""
    where, parameters = _owned("AND", owner)
    if window.metadata:
        where, parameters = f"{where} AND metadata @> %(metadata)s::jsonb", {**parameters, "metadata": jsonb_text(window.metadata)}
    return _scroll(f"SELECT {_THREAD}, {_PLACE} FROM mastra_threads WHERE true {where}", parameters, window)


def _scroll(select: str, parameters: Mapping[str, Any], window: Window) -> Statement:
    sign = "<" if window.newest_first else ">"
    if window.after is not None:
        select = f'{select} AND ("createdAt", id) {sign} (%(date)s::timestamp, %(tie)s::text)'
        parameters = {**parameters, "date": window.after[0], "tie": window.after[1]}
    return f"{select} {_order(newest_first=window.newest_first)} LIMIT %(limit)s", {**parameters, "limit": window.limit}


def place(message_id: str, owner: Owner) -> Statement:
    """Ask for a message, its thread and its place."""
    where, parameters = _owned("AND", owner)
    return f"SELECT {_MESSAGE}, {_PLACE} FROM mastra_messages WHERE id = %(id)s {where}", {**parameters, "id": message_id}


def copy_thread(thread_id: str, owner: Owner, new_id: str, now: str) -> Statement:
    """Copy a thread, not its messages, and ask for the copy; no row where the new one is there."""
    where, parameters = _owned("AND", owner)
    statement = f"""
    {_NEW_THREAD} SELECT %(new)s::text, "resourceId", title, metadata, {_NOW}, {_NOW} FROM mastra_threads WHERE id = %(thread)s {where}
    ON CONFLICT (id) DO NOTHING RETURNING {_THREAD}
    """
    return statement, {**parameters, "thread": thread_id, "new": new_id, "now": now}


def copy_messages(thread_id: str, owner: Owner, new_id: str, until: Place | None) -> Statement:
    """Copy the messages of a thread up to a place, and name them after the new one."""
    where, parameters = _of(thread_id, owner)
    if until is not None:
        where = f'{where} AND ("createdAt", id) <= (%(date)s::timestamp, %(tie)s::text)'
        parameters = {**parameters, "date": until[0], "tie": until[1]}
    statement = f"""
    {_NEW_MESSAGE} SELECT %(new)s::text || '-' || to_char(row_number() OVER ({_order(newest_first=False)}), 'FM999999000000000'),
    %(new)s::text, content, role, type, "createdAt", "createdAtZ", "resourceId" FROM mastra_messages {where}
    """
    return statement, {**parameters, "new": new_id}


def messages_by_id(ids: Sequence[str], owner: Owner, *, hold: bool = False) -> Statement:
    """Ask for messages by their ids; with `hold` nobody else changes them until the end of the transaction."""
    where, parameters = _owned("AND", owner)
    lock = " ORDER BY id FOR UPDATE" if hold else ""
    return f"SELECT {_MESSAGE} FROM mastra_messages WHERE id = ANY(%(ids)b::text[]) {where}{lock}", {**parameters, "ids": list(ids)}


def delete_messages(ids: Sequence[str], owner: Owner, now: str) -> Statement:
    """Delete messages by their ids, set the dates of their threads, and ask how many there were."""
    where, parameters = _owned("AND", owner)
    statement = f"""
    WITH gone AS (DELETE FROM mastra_messages WHERE id = ANY(%(ids)b::text[]) {where} RETURNING thread_id), touched AS (
      UPDATE mastra_threads SET "updatedAt" = %(now)s::timestamptz AT TIME ZONE 'UTC', "updatedAtZ" = %(now)s::timestamptz
      WHERE id IN (SELECT thread_id FROM gone)
    ) SELECT count(*) FROM gone
    """
    return statement, {**parameters, "ids": list(ids), "now": now}


def get_thread(thread_id: str, owner: Owner) -> Statement:
    """Ask for a thread."""
    where, parameters = _owned("AND", owner)
    return f"SELECT {_THREAD} FROM mastra_threads WHERE id = %(thread)s {where}", {**parameters, "thread": thread_id}


def thread_page(owner: Owner, size: int, start: int, *, newest_first: bool) -> Statement:
    """Ask for a stretch of an owner's threads."""
    where, parameters = _owned("WHERE", owner)
    return f"SELECT {_THREAD} FROM mastra_threads {where} {_stretch(newest_first)}", {**parameters, "size": size, "start": start}


def thread_count(owner: Owner) -> Statement:
    """Ask how many threads an owner has."""
    where, parameters = _owned("WHERE", owner)
    return f"SELECT count(*) FROM mastra_threads {where}", parameters


def update_thread(thread_id: str, owner: Owner, title: str | None, metadata: str | None, now: str) -> Statement:
    """Change a thread in part and ask for it."""
    where, parameters = _owned("AND", owner)
    statement = f"""
    UPDATE mastra_threads SET title = coalesce(%(title)s, title), metadata = {_LAID_OVER.format(known="metadata")},
    "updatedAt" = %(now)s::timestamptz AT TIME ZONE 'UTC', "updatedAtZ" = %(now)s::timestamptz
    WHERE id = %(thread)s {where} RETURNING {_THREAD}
    """
    return statement, {**parameters, "thread": thread_id, "title": title, "metadata": metadata, "now": now}


def delete_thread(thread_id: str, owner: Owner) -> Statement:
    """Delete a thread, not its messages, and ask whether there was one."""
    where, parameters = _owned("AND", owner)
    return f"DELETE FROM mastra_threads WHERE id = %(thread)s {where} RETURNING id", {**parameters, "thread": thread_id}


def _of(thread_id: str, owner: Owner) -> Statement:
    where, parameters = _owned("AND", owner)
    return f"WHERE thread_id = %(thread)s {where}", {**parameters, "thread": thread_id}


def _owned(word: str, owner: Owner) -> Statement:
    return ("", {}) if owner is ANY_RESOURCE else (f'{word} "resourceId" = %(owner)s', {"owner": owner})


def _order(*, newest_first: bool) -> str:
    """Order rows as the original does: by the wall clock, and of one date by id."""
    order = " DESC" if newest_first else ""
    return f'ORDER BY "createdAt"{order}, id{order}'


def _stretch(newest_first: bool) -> str:
    return f"{_order(newest_first=newest_first)} LIMIT %(size)s OFFSET %(start)s"
