"""The layout of the tables, which is that of the TypeScript original: looked at on opening, made or completed where it is not there.

What only segue needs is in tables whose names begin with `segue_`. A file that has all of the original's tables gets none of them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from segue_shell.stores.protocol import StoreError
from segue_shell.stores.sqlite_connections import Connections

if TYPE_CHECKING:
    from sqlite_utils import Database

NEWEST = 1
"""The newest layout that this version knows."""
THREADS, MESSAGES, RESOURCES, STEPS = "mastra_threads", "mastra_messages", "mastra_resources", "segue_migrations"
LAYOUT: Mapping[str, tuple[str, ...]] = {
    THREADS: ("id", "resourceId", "title", "metadata", "createdAt", "updatedAt"),
    MESSAGES: ("id", "thread_id", "content", "role", "type", "createdAt", "resourceId"),
    RESOURCES: ("id", "workingMemory", "metadata", "createdAt", "updatedAt"),
}
NULLABLE: Mapping[str, frozenset[str]] = {
    THREADS: frozenset({"metadata"}),
    MESSAGES: frozenset({"resourceId"}),
    RESOURCES: frozenset({"workingMemory", "metadata"}),
}
INDEXES: Mapping[str, tuple[str, ...]] = {
    "idx_messages_thread_created_at": ("thread_id", "createdAt"),
    "idx_messages_thread_resource_created_at": ("thread_id", "resourceId", "createdAt"),
}
Lack: TypeAlias = tuple[str, str]
"""A table and the column it lacks, "" where there is no such table."""
_LATER = (MESSAGES, "resourceId")
"""What old files lack, and get, as the original gives it to them."""
_COLUMNS = """
SELECT tables.name, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' AND (tables.name LIKE 'mastra_%' OR tables.name LIKE 'segue_%')
"""
_NAMES = "SELECT name FROM segue_migrations WHERE migration_set = 'segue'"
_STEP = re.compile(r"layout_([0-9]+)")


def prepare(name: str, connections: Connections, *, create: bool) -> None:
    """See that a database has what is needed; tables that are not there are made with `create`.

    Raises `StoreError` where the layout is newer than this version or another.
    """
    version, lacks = connections.read(_found)
    if version > NEWEST:
        raise StoreError(f"{name}: its layout is version {version}, made by a newer segue; this one knows version {NEWEST} and older")
    if lacks and all((create and not column) or (table, column) == _LATER for table, column in lacks):
        connections.write(_complete)
        _, lacks = connections.read(_found)
    for table, column in lacks:
        raise StoreError(f"{name}: the table {table} has no column {column}" if column else f"{name}: there is no table {table}")


def _found(connection: sqlite3.Connection) -> tuple[int, list[Lack]]:
    """Return the version of the layout, 0 where segue did not make it, and what is lacking."""
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(_COLUMNS):
        found.setdefault(table, set()).add(column)
    version = max(map(step_number, connection.execute(_NAMES)), default=0) if STEPS in found else 0
    absent = [(table, "") for table in LAYOUT if table not in found]
    return version, absent + [
        (table, column) for table in LAYOUT if table in found for column in LAYOUT[table] if column not in found[table]
    ]


def step_number(row: tuple[str, ...]) -> int:
    """Return the number of a layout by the name of its step; 0 for another step."""
    step = _STEP.fullmatch(row[0])
    return int(step[1]) if step else 0


def _complete(connection: sqlite3.Connection) -> None:
    """Take the steps to the newest layout that this database has not taken, within a transaction that lets no other process in."""
    from sqlite_utils import Database, Migrations  # noqa: PLC0415  # it takes long to import and is seldom needed

    steps = Migrations("segue")
    steps.migrations_table = STEPS
    steps(name="layout_1")(_first_layout)
    steps.apply(Database(connection, execute_plugins=False))


def _first_layout(database: Database) -> None:
    for table, columns in LAYOUT.items():
        types: dict[str, Any] = dict.fromkeys(columns, str)
        database.create_table(table, types, pk="id", not_null=set(columns) - NULLABLE[table], if_not_exists=True)
    messages = database.table(MESSAGES)
    if "resourceId" not in messages.columns_dict:
        messages.add_column("resourceId", str)
    for name, columns in INDEXES.items():
        messages.create_index(columns, index_name=name, if_not_exists=True)
