"""The layout of the tables in Postgres, which is that of the TypeScript original: looked at on opening, made or completed if need be.

What only segue needs is in a table of its own. A database that has all of the original's tables and columns gets none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from segue_shell.clock import utc_now
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.protocol import StoreError
from segue_shell.stores.scripts import Script, within
from segue_shell.stores.sqlite_schema import MESSAGES, NEWEST, RESOURCES, STEPS, THREADS, step_number

_TEXT, _WALL, _MOMENT, _JSON = "text", "timestamp without time zone", "timestamp with time zone", "jsonb"
_TWINS = {"createdAtZ": _MOMENT, "updatedAtZ": _MOMENT}
LAYOUT: Mapping[str, Mapping[str, str]] = {
    THREADS: {"id": _TEXT, "resourceId": _TEXT, "title": _TEXT, "metadata": _JSON, "createdAt": _WALL, "updatedAt": _WALL, **_TWINS},
    MESSAGES: {
        "id": _TEXT, "thread_id": _TEXT, "content": _TEXT, "role": _TEXT, "type": _TEXT, "createdAt": _WALL, "resourceId": _TEXT,
        "createdAtZ": _MOMENT,
    },
    RESOURCES: {"id": _TEXT, "workingMemory": _TEXT, "metadata": _JSON, "createdAt": _WALL, "updatedAt": _WALL, **_TWINS},
}  # fmt: skip
"""The tables, their columns, and the types of these."""
_NULLABLE = frozenset({(THREADS, "metadata"), (MESSAGES, "resourceId"), (RESOURCES, "workingMemory"), (RESOURCES, "metadata")})
_LATER = frozenset({(MESSAGES, "resourceId"), *((table, twin) for table in LAYOUT for twin in _TWINS if twin in LAYOUT[table])})
"""What old databases lack, and get, as the original gives it to them."""
_INDEXES = (
    f'CREATE INDEX IF NOT EXISTS {THREADS}_resourceid_createdat_idx ON {THREADS} ("resourceId", "createdAt" DESC)',
    f'CREATE INDEX IF NOT EXISTS {MESSAGES}_thread_id_createdat_idx ON {MESSAGES} (thread_id, "createdAt" DESC)',
)
_COLUMNS = """
SELECT tables.relname, columns.attname, format_type(columns.atttypid, NULL) FROM pg_class AS tables
JOIN pg_namespace AS schemas ON schemas.oid = tables.relnamespace JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
WHERE schemas.nspname = %(schema)s AND tables.relname = ANY(%(tables)s::text[]) AND tables.relkind IN ('r', 'p')
AND columns.attnum > 0 AND NOT columns.attisdropped
"""
_NAMES = f"SELECT name FROM {STEPS} WHERE migration_set = 'segue'"  # noqa: S608  # a name of this file
_TURN = "SELECT pg_advisory_xact_lock(%(lock)s)"
_LOCK = 0x5E60E
"""Who makes tables holds this lock, since `IF NOT EXISTS` alone does not keep two from making one table."""
_MAKE_STEPS = f"CREATE TABLE IF NOT EXISTS {STEPS} (migration_set text, name text, applied_at text, PRIMARY KEY (migration_set, name))"
_TAKE_STEP = f"INSERT INTO {STEPS} VALUES ('segue', 'layout_1', %(now)s) ON CONFLICT DO NOTHING"  # noqa: S608


def prepare(address: Address, *, create: bool) -> Script[None]:
    """See that a schema has what is needed; tables that are not there are made with `create`.

    Raises `StoreError` where the layout is newer than this version or another.
    """
    lacks = yield from _lacking(address)
    if lacks and all((create and not column) or (table, column) in _LATER for table, column in lacks):
        yield from within("BEGIN", _completed(address))
        lacks = yield from _lacking(address)
    for table, column in lacks:
        raise StoreError(
            f"{address.name}: the table {table} has no column {column}" if column else f"{address.name}: there is no table {table}"
        )


def _lacking(address: Address) -> Script[list[tuple[str, str]]]:
    """Return the tables and columns that are not there. Raises `StoreError` for a newer layout and for columns of another type."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in (yield _COLUMNS, {"schema": address.schema, "tables": [*LAYOUT, STEPS]}):
        found.setdefault(table, {})[column] = kind
    if STEPS in found:
        _refuse_newer(address, (yield _NAMES, {}))
    _refuse_types(address, found)
    absent = [(table, "") for table in LAYOUT if table not in found]
    return absent + [(table, column) for table in LAYOUT if table in found for column in LAYOUT[table] if column not in found[table]]


def _refuse_newer(address: Address, rows: Iterable[tuple[Any, ...]]) -> None:
    version = max(map(step_number, rows), default=0)
    if version > NEWEST:
        raise StoreError(
            f"{address.name}: its layout is version {version}, made by a newer segue; this one knows version {NEWEST} and older"
        )


def _refuse_types(address: Address, found: Mapping[str, Mapping[str, str]]) -> None:
    for table, columns in LAYOUT.items():
        for column, kind in columns.items():
            known = found.get(table, {}).get(column, kind)
            if known != kind and (known, kind) != ("character varying", _TEXT):
                raise StoreError(f"{address.name}: the column {column} of {table} is of type {known}, not {kind}")


def _completed(address: Address) -> Script[None]:
    """Make what is lacking, within a transaction that lets nobody else do so."""
    yield _TURN, {"lock": _LOCK}
    lacks = yield from _lacking(address)
    if any(not column for _, column in lacks):
        if address.schema != "public":
            yield f"CREATE SCHEMA IF NOT EXISTS {address.quoted}", {}
        for statement in (_MAKE_STEPS, *map(_table, LAYOUT), *_INDEXES):
            yield statement, {}
        yield _TAKE_STEP, {"now": utc_now()}
    for table, column in lacks:
        if column:
            yield from _added(table, column)


def _table(name: str) -> str:
    columns = (f'"{column}" {kind}{_constraint(name, column)}' for column, kind in LAYOUT[name].items())
    return f"CREATE TABLE IF NOT EXISTS {name} ({', '.join(columns)})"


def _constraint(table: str, column: str) -> str:
    if column == "id":
        return " PRIMARY KEY"
    if column in _TWINS:
        return " DEFAULT now()"
    return "" if (table, column) in _NULLABLE else " NOT NULL"


def _added(table: str, column: str) -> Script[None]:
    """Add a column. Rows that are there do not get its default: they were not made now."""
    yield f'ALTER TABLE {table} ADD COLUMN "{column}" {LAYOUT[table][column]}', {}
    if column in _TWINS:
        yield f'ALTER TABLE {table} ALTER COLUMN "{column}" SET DEFAULT now()', {}
