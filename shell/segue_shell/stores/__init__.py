"""Databases that hold threads and their messages."""

from segue_shell.stores.memory import MemoryStore
from segue_shell.stores.protocol import ANY_RESOURCE, AnyResource, ConflictError, Owner, Page, Store, StoreError
from segue_shell.stores.sqlite import SqliteStore

__all__ = ["ANY_RESOURCE", "AnyResource", "ConflictError", "MemoryStore", "Owner", "Page", "SqliteStore", "Store", "StoreError"]
