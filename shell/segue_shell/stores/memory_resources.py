"""Owners in memory, and what is remembered of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

from attrs import define, evolve, field

from segue.messages import Resource
from segue_shell.clock import utc_now
from segue_shell.stores.columns import check_owner, laid_over, resource_row
from segue_shell.stores.memory_lists import timed


@define(eq=False)
class MemoryResources:
    """The part of a store in memory that holds records of owners."""

    clock: Callable[[], str] = field(default=utc_now, kw_only=True)
    """What time it is, as rows hold it."""
    _resources: dict[str, Resource] = field(factory=dict, init=False, repr=False)
    _lock: Any = field(factory=RLock, init=False, repr=False)

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        check_owner(resource_id)
        return self._resources.get(resource_id)

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times; without a time it keeps that it has."""
        check_owner(resource.id)
        with self._lock:
            saved = timed(resource, self._resources.get(resource.id), self.clock())
            resource_row(saved)
            self._resources[resource.id] = saved
            return saved

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        with self._lock:
            known = self.get_resource(resource_id) or Resource(resource_id)
            memory = known.working_memory if working_memory is None else working_memory
            return self.save_resource(evolve(known, working_memory=memory, metadata=laid_over(known.metadata, metadata), updated_at=None))

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        check_owner(resource_id)
        return self._resources.pop(resource_id, None) is not None
