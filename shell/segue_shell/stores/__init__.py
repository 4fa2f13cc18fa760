"""Databases that hold threads and their messages."""

from segue_shell.stores.protocol import ANY_RESOURCE, AnyResource, ConflictError, Owner, Page, Store, StoreError

__all__ = ["ANY_RESOURCE", "AnyResource", "ConflictError", "Owner", "Page", "Store", "StoreError"]
