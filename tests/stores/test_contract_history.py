"""A conversation's history over every store, its methods called and awaited."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from segue.messages import RESPONSE, StoredMessage
from segue.parts import TextPart
from segue_shell.history import AsyncStore, MessageHistory, RequestContext
from segue_shell.stores import AsyncPostgresStore, AsyncSqliteStore, ConflictError, MemoryStore, PostgresStore, SqliteStore, Store

CONTEXT = RequestContext("t", "ada")


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


def said(text, role="user", **fields):
    """Return a message that has no id yet."""
    return StoredMessage("", role, (TextPart(text),), **fields)


def test_turns_are_recalled(store):
    """What was said and answered comes before what is asked next."""
    history = MessageHistory(store, last_messages=3)
    for question, answer in (("a", "b"), ("c", "d")):
        turn = history.process_input([said(question)], CONTEXT)
        history.process_output_result([*turn, said(answer, "assistant", sources=RESPONSE)], CONTEXT)

    assert [message.parts[0].text for message in history.process_input([said("e")], CONTEXT)] == ["b", "c", "d", "e"]
    with pytest.raises(ConflictError):
        history.process_output_result([said("x")], RequestContext("t", "eve"))


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_turns_are_recalled_by_who_awaits(database, path, dsn):
    """With a store whose methods are awaited."""

    async def work():
        async with AsyncPostgresStore(dsn) if database == "postgres" else AsyncSqliteStore(path) as store:
            history = MessageHistory(store)
            turn = await history.process_input_async([said("a")], CONTEXT)
            await history.process_output_result_async([*turn, said("b", "assistant", sources=RESPONSE)], CONTEXT)
            return await history.process_input_async([said("c")], CONTEXT)

    assert [message.parts[0].text for message in asyncio.run(work())] == ["a", "b", "c"]


def public(kind):
    """Return the signatures of a class's public methods, return types aside."""
    methods = {name: found for name, found in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    return {name: inspect.signature(found).replace(return_annotation=inspect.Signature.empty) for name, found in methods.items()}


@pytest.mark.parametrize("kind", [MemoryStore, SqliteStore, PostgresStore, AsyncSqliteStore, AsyncPostgresStore])
def test_all_stores_have_the_same_methods(kind):
    """With the same arguments, of the same types and defaults; those that are awaited are coroutines."""
    assert public(kind) == public(Store)
    if kind.__name__.startswith("Async"):
        assert all(inspect.iscoroutinefunction(getattr(kind, name)) for name in public(Store))
        assert set(public(AsyncStore)) <= set(public(kind))
