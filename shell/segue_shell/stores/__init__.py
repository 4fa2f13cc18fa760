"""Databases that hold threads and their messages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from segue_shell.stores.memory import MemoryStore
from segue_shell.stores.protocol import ANY_RESOURCE, AnyResource, ConflictError, Owner, Page, Store, StoreError, Stretch
from segue_shell.stores.retention import prune, prune_async
from segue_shell.stores.sqlite import SqliteStore

if TYPE_CHECKING:
    from segue_shell.stores.postgres import PostgresStore
    from segue_shell.stores.postgres_async import AsyncPostgresStore
    from segue_shell.stores.sqlite_async import AsyncSqliteStore

__all__ = [
    "ANY_RESOURCE", "AnyResource", "AsyncPostgresStore", "AsyncSqliteStore", "ConflictError", "MemoryStore", "Owner", "Page",
    "PostgresStore", "SqliteStore", "Store", "StoreError", "Stretch", "prune", "prune_async",
]  # fmt: skip

_LATE = {"AsyncPostgresStore": "postgres_async", "AsyncSqliteStore": "sqlite_async", "PostgresStore": "postgres"}
"""What is imported when it is asked for: asyncio alone takes longer than all the rest."""


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
