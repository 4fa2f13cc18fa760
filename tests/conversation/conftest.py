"""Conversations in a store of their own, with providers that answer by a script."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from segue.stamps import from_milliseconds
from segue_shell import Conversation
from segue_shell.stores import MemoryStore
from tests.conversation.scripted import CLAUDE, Scripted

WAYS = ("send", "send_async", "stream", "stream_async")


@pytest.fixture
def clock():
    """Return a clock that goes on by a second whenever it is looked at."""
    seconds = count(1_900_000_000)
    return lambda: from_milliseconds(next(seconds) * 1000)


@pytest.fixture
def store(clock):
    """Return an empty store."""
    return MemoryStore(clock=clock)


@pytest.fixture
def talk(store, clock):
    """Return what makes a conversation of answers, Claude's if no other is named."""
    ids = count(1)

    def make(*answers, to=CLAUDE, **options):
        providers, held = options.pop("providers", None) or Scripted(to, answers), options.pop("store", store)
        settings = {"thread_id": "tides", "resource_id": "ada", "clock": clock, "new_id": lambda: f"m{next(ids)}", **options}
        return Conversation(held, providers, **settings)

    return make


@pytest.fixture
def rows(store):
    """Return what says which rows the store has: role, and what the parts say."""
    return lambda thread="tides": [(row.role, *map(shown, row.parts)) for row in store.list_messages(thread, "ada")]


def shown(part):
    """Show a part: its text, or a call's name, state and outcome."""
    return getattr(part, "text", None) if not hasattr(part, "state") else (part.name, part.state, part.output if part.error_text is None else part.error_text)


@pytest.fixture(params=WAYS)
def way(request):
    """Send in each of the four ways; return the pieces that came, and last what the send returned."""
    return lambda talk, *given, **options: everything(talk, request.param, *given, **options)


def everything(talk, way, *given, **options):
    """Return all that a way of sending gives."""
    if not given and way in {"send", "send_async"}:
        way = way.replace("send", "retry")
    made = getattr(talk, way)(*given, **options)
    if way.endswith("_async"):
        return asyncio.run(gathered(made))
    return list(made) if way == "stream" else [made]


async def gathered(made):
    """Return what is awaited, or all that is yielded."""
    return [piece async for piece in made] if hasattr(made, "__aiter__") else [await made]
