"""What retention deletes, in every store: what is older than a date, what is not among the last, and nothing of others."""

from __future__ import annotations

import asyncio

import pytest

from segue.messages import Thread
from segue_shell.stores import ANY_RESOURCE, prune, prune_async
from tests.stores.conftest import ids

DATE = "2030-06-01T08:00:{:02}.000Z"


@pytest.fixture
def talk(opening, clock, say):
    """Fill two threads of ada's, with 10 and 3 messages, an empty one, and one of bob's."""
    store = opening(clock)
    for thread, owner, size in (("t", "ada", 10), ("u", "ada", 3), ("b", "bob", 5)):
        store.append(thread, owner, [say(f"{thread}{place}", created_at=DATE.format(place)) for place in range(size)])
    store.save_thread(Thread("empty", "ada"))
    return store


def left(store):
    """Return the places of the messages that are left in each thread."""
    return {thread: "".join(id[1:] for id in ids(store.list_messages(thread, ANY_RESOURCE))) for thread in "tub"}


CASES = [
    ({"keep_last": 4}, {"t": "6789", "u": "012", "b": "01234"}, 6),
    ({"before": DATE.format(2)}, {"t": "23456789", "u": "2", "b": "01234"}, 4),
    ({"before": DATE.format(2), "keep_last": 2}, {"t": "23456789", "u": "12", "b": "01234"}, 3),
    ({"before": "2031-01-01", "thread_id": "u"}, {"t": "0123456789", "u": "", "b": "01234"}, 3),
    ({"keep_last": 0}, {"t": "", "u": "", "b": "01234"}, 13),
    ({"before": "2029-01-01"}, {"t": "0123456789", "u": "012", "b": "01234"}, 0),
    ({"keep_last": 1, "thread_id": "b"}, {"t": "0123456789", "u": "012", "b": "01234"}, 0),
    ({"keep_last": 1, "thread_id": "none"}, {"t": "0123456789", "u": "012", "b": "01234"}, 0),
]


@pytest.mark.parametrize(("limits", "expected", "gone"), CASES)
@pytest.mark.parametrize("batch", [2, 500])
def test_what_is_beyond_the_limits_goes(kind, talk, limits, expected, gone, batch):
    """Whatever the size of a transaction; threads stay, and what is somebody else's."""
    counts = []
    if kind.endswith("async"):
        done = asyncio.run(prune_async(Awaited(talk), "ada", batch=batch, progress=counts.append, **limits))
    else:
        done = prune(talk, "ada", batch=batch, progress=counts.append, **limits)

    assert (done, left(talk)) == (gone, expected)
    assert (counts == sorted(set(counts)), (counts or [0])[-1]) == (True, gone)
    assert talk.list_threads(ANY_RESOURCE).total == 4


class Awaited:
    """Gives the answers of a store that is called to who awaits them."""

    def __init__(self, store):
        self.store = store

    def __getattr__(self, name):
        """Return the method of this name, to be awaited."""

        async def method(*arguments, **options):
            return getattr(self.store, name)(*arguments, **options)

        return method


def test_all_owners_are_pruned_by_name(talk):
    """`ANY_RESOURCE` reaches every thread, more than are looked at at once."""
    for number in range(120):
        talk.append(
            f"x{number}", f"o{number}", [talk.get_messages(["t0"], "ada")[0].__class__(f"x{number}-{place}", "user") for place in "ab"]
        )

    assert prune(talk, ANY_RESOURCE, keep_last=1) == 9 + 2 + 4 + 120
    assert left(talk) == {"t": "9", "u": "2", "b": "4"}


def test_what_was_deleted_stays_deleted_where_it_is_interrupted(talk):
    """The oldest go first, so that what is left has no hole."""

    def stop(count):
        if count == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prune(talk, "ada", thread_id="t", keep_last=1, batch=2, progress=stop)

    assert left(talk)["t"] == "456789"


@pytest.mark.parametrize("limits", [{}, {"before": "soon"}, {"keep_last": -1}, {"keep_last": 1.5}, {"keep_last": 1, "batch": 0}])
def test_limits_that_are_none_delete_nothing(talk, limits):
    """A caller's mistake is told, also where nothing says what to keep."""
    with pytest.raises(ValueError, match=r"keep|no date|whole number|at least 1"):
        prune(talk, "ada", **limits)

    assert left(talk) == {"t": "0123456789", "u": "012", "b": "01234"}
