"""A conversation's history around a turn: what is recalled before it, what is stored after it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Protocol, TypeAlias, cast
from uuid import uuid4

from attrs import evolve, field, frozen

from segue.messages import StoredMessage
from segue.recall import dated, recall, select_to_store
from segue_shell.clock import utc_now
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner, Store

Messages: TypeAlias = tuple[StoredMessage, ...]


class AsyncStore(Protocol):
    """What a history asks of a store whose methods are awaited; each does what that of `Store` does."""

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> Awaitable[Messages]:
        """Write one turn."""
        ...

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> Awaitable[Messages]:
        """Return a thread's messages, oldest first."""
        ...


def _is_id(_: object, attribute: Any, value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{attribute.name} is text, not {value!r}")
    if not value.strip():
        raise ValueError(f"{attribute.name} is not blank, as {value!r} is")


def _is_id_or_none(instance: object, attribute: Any, value: Any) -> None:
    if value is not None:
        _is_id(instance, attribute, value)


def _is_owner(instance: object, attribute: Any, value: Any) -> None:
    if value is not ANY_RESOURCE:
        _is_id(instance, attribute, value)


def _is_flag(_: object, attribute: Any, value: Any) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"{attribute.name} is True or False, not {value!r}")


def _is_limit(_: object, attribute: Any, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{attribute.name} is a whole number or None, not {value!r}")
    if value < 0:
        raise ValueError(f"{attribute.name} is not negative, as {value!r} is")


@frozen
class RequestContext:
    """Which conversation a request belongs to, and whose it is. Raises `TypeError` or `ValueError` for ids that are no text or blank.

    >>> RequestContext("thread-1", "ada").read_only
    False
    """

    thread_id: str | None = field(validator=_is_id_or_none)
    """None where the request belongs to no conversation: nothing is recalled and nothing stored."""
    resource_id: Owner = field(validator=_is_owner)
    """The owner, whose messages alone are seen; `ANY_RESOURCE` to see them all."""
    read_only: bool = field(default=False, validator=_is_flag)
    """Recall, but store nothing."""


@frozen
class MessageHistory:
    """Recalls a conversation from a store before a turn and stores what is new after it.

    The turn's own messages tell by their `sources` what they are: `input`, `context` (not stored) or `response`. The caller's objects
    are never changed. What a store raises passes through.

    >>> from segue.messages import RESPONSE
    >>> from segue.parts import TextPart
    >>> from segue_shell.stores.memory import MemoryStore
    >>> history, context = MessageHistory(MemoryStore()), RequestContext("thread-1", "ada")
    >>> turn = history.process_input([StoredMessage("", "user", (TextPart("When is low tide?"),))], context)
    >>> turn = history.process_output_result([*turn, StoredMessage("", "assistant", (TextPart("At six."),), sources=RESPONSE)], context)
    >>> [message.role for message in history.process_input([], context)]
    ['user', 'assistant']
    """

    id: ClassVar[str] = "message-history"
    name: ClassVar[str] = "MessageHistory"

    storage: Store | AsyncStore
    last_messages: int | None = field(default=None, validator=_is_limit)
    """How many stored messages are recalled at most, system messages not counted; None for all."""
    clock: Callable[[], str] = field(default=utc_now, kw_only=True)
    """What time it is, as rows hold it."""
    new_id: Callable[[], str] = field(default=lambda: str(uuid4()), kw_only=True)

    def process_input(self, messages: Iterable[StoredMessage], context: RequestContext) -> Messages:
        """Return the conversation so far with the messages of this turn in it, as `segue.recall.recall` orders and merges them.

        Messages without an id or a date get one, system messages aside; the dates are later than all that was recalled.
        """
        given = tuple(messages)
        if context.thread_id is None:
            return given
        return self._recalled(_asked(self._list(context)), given)

    async def process_input_async(self, messages: Iterable[StoredMessage], context: RequestContext) -> Messages:
        """Do as `process_input`, with a store whose methods are awaited, or with another in a thread."""
        given = tuple(messages)
        if context.thread_id is None:
            return given
        return self._recalled(await _awaited(self._list(context)), given)

    def process_output_result(
        self, messages: Iterable[StoredMessage], context: RequestContext, *, finish_reason: str | None = None
    ) -> Messages:
        """Store what is new of a turn, in one go, and return its messages, those that were stored as they are stored now.

        What is new, and what is left out of it, `segue.recall.select_to_store` tells. Nothing is stored without a thread, for a context
        that may only read, or where the turn ended with `finish_reason` "error" and no reply. Raises `ConflictError`, and stores
        nothing, where one of these messages belongs to another thread or owner.
        """
        turn, new = self._chosen(messages, context, finish_reason)
        return _with(turn, _asked(self._append(context, new))) if new else turn

    async def process_output_result_async(
        self, messages: Iterable[StoredMessage], context: RequestContext, *, finish_reason: str | None = None
    ) -> Messages:
        """Do as `process_output_result`, with a store whose methods are awaited, or with another in a thread."""
        turn, new = self._chosen(messages, context, finish_reason)
        return _with(turn, await _awaited(self._append(context, new))) if new else turn

    def correct(self, messages: Iterable[StoredMessage], context: RequestContext) -> bool:
        """Put messages, as a rule of the documents corrected them, in the place of those stored under their ids, in one go.

        Says whether it did: a store without `replace_messages` cannot, and nothing is written for a context that may only read.
        """
        question = self._replace(messages, context)
        if question is not None:
            _asked(question)
        return question is not None

    async def correct_async(self, messages: Iterable[StoredMessage], context: RequestContext) -> bool:
        """Do as `correct`, with a store whose methods are awaited, or with another in a thread."""
        question = self._replace(messages, context)
        if question is not None:
            await _awaited(question)
        return question is not None

    def _replace(self, messages: Iterable[StoredMessage], context: RequestContext) -> partial[Any] | None:
        replace = getattr(self.storage, "replace_messages", None)
        if replace is None or context.thread_id is None or context.read_only:
            return None
        return partial(replace, context.thread_id, context.resource_id, tuple(messages))

    def _list(self, context: RequestContext) -> partial[Any]:
        return partial(self.storage.list_messages, _thread(context), context.resource_id, last=self.last_messages, without=("system",))

    def _append(self, context: RequestContext, new: Messages) -> partial[Any]:
        return partial(self.storage.append, _thread(context), context.resource_id, new)

    def _recalled(self, stored: Messages, given: Messages) -> Messages:
        return recall(stored, dated(map(self._named, given), stored, self.clock()))

    def _chosen(self, messages: Iterable[StoredMessage], context: RequestContext, finish_reason: str | None) -> tuple[Messages, Messages]:
        given = tuple(messages)
        if context.thread_id is None or context.read_only:
            return given, ()
        turn = tuple(map(self._named, given))
        new = select_to_store(turn, failed=finish_reason == "error")
        _refuse_strangers(new, context)
        return turn, new

    def _named(self, message: StoredMessage) -> StoredMessage:
        return message if message.id or message.role == "system" else evolve(message, id=self.new_id())


def _thread(context: RequestContext) -> str:
    return cast("str", context.thread_id)


def _refuse_strangers(messages: Messages, context: RequestContext) -> None:
    for message in messages:
        if message.thread_id not in {None, "", context.thread_id}:
            raise ConflictError(f"the message {message.id!r} belongs to the thread {message.thread_id!r}, not to {context.thread_id!r}")
        if context.resource_id is not ANY_RESOURCE and message.resource_id not in {None, "", context.resource_id}:
            raise ConflictError(f"the message {message.id!r} belongs to {message.resource_id!r}, not to {context.resource_id!r}")


def _with(turn: Messages, rows: Messages) -> Messages:
    stored = {row.id: row for row in rows}
    return tuple(stored.get(message.id, message).from_(message.sources) for message in turn)


def _asked(question: partial[Any]) -> Messages:
    answer = question()
    if not inspect.isawaitable(answer):
        return cast("Messages", answer)
    if inspect.iscoroutine(answer):
        answer.close()
    raise TypeError("this store is to be awaited: use process_input_async and process_output_result_async")


async def _awaited(question: partial[Any]) -> Messages:
    if inspect.iscoroutinefunction(question):
        return cast("Messages", await question())
    answer = await asyncio.to_thread(question)
    return cast("Messages", await answer if inspect.isawaitable(answer) else answer)
