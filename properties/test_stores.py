"""Whatever is done to a store in a database, it answers as one in memory does, also after it was closed and opened again."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule

from segue.formats.mastra import content_text
from segue.json_values import freeze_object
from segue.messages import INPUT, RESPONSE, Resource, StoredMessage, Thread
from segue.shapes import Extras
from segue.stamps import from_milliseconds
from segue.testing.pool import pooled
from segue.testing.stored import stored_messages
from segue_shell.stores import ANY_RESOURCE, ConflictError, MemoryStore, Page
from tests.stores.kinds import emptied, opened

BEGIN = 1_900_000_000_000
THREADS = ("t", "u", "v'%_")
PEOPLE = ("ada", "bob")
IDS = tuple(f"m{number}" for number in range(7))
TITLES = ("", "Harbour", "Ünïcödé 👋", "a'b\"c\n")
METADATA = tuple(map(freeze_object, ({}, {"plan": "free"}, {"plan": None, "n": [1, 1.0, -0.0, {"é": "\t"}]})))
UNHELD = freeze_object({"plan": {"\0": "\ud800"}})
"""Metadata that Postgres does not hold."""

MESSAGES = pooled(stored_messages(), 4 * settings().max_examples)
"""Messages to choose from, drawn once for all stores."""
threads = st.sampled_from(THREADS)
people = st.sampled_from(PEOPLE)
owners = st.sampled_from((*PEOPLE, *PEOPLE, ANY_RESOURCE))
ids = st.lists(st.sampled_from((*IDS, "none")), max_size=4)
dates = st.none() | st.integers(0, 20).map(lambda step: from_milliseconds(BEGIN - 100_000 + step * 500))
sizes = st.none() | st.integers(0, 5)
sources = st.sampled_from((INPUT, INPUT, RESPONSE))
metadata = st.none() | st.sampled_from(METADATA)
wanted = st.none() | st.sampled_from((*METADATA, freeze_object({"plan": "free", "n": 1})))
roles = st.none() | st.sets(st.sampled_from(("user", "assistant", "system")))


@st.composite
def turns(draw):
    """Some messages, of few ids; fields that no column holds are left out."""
    return [
        evolve(
            message, id=draw(st.sampled_from(IDS)), created_at=draw(dates), thread_id=None, resource_id=None, sources=draw(sources),
            extras=message.extras and Extras("mastra", freeze_object({"content": message.extras.fields["content"]})),
        )
        for message in draw(st.lists(MESSAGES, max_size=3))
    ]  # fmt: skip


def contents(answer):
    """Return the contents of the messages in an answer, to the letter but for the order of keys, which rows that moved on may change."""
    found = answer.items if isinstance(answer, Page) else answer if isinstance(answer, tuple) else ()
    return [json.dumps(json.loads(content_text(message)), sort_keys=True) for message in found if isinstance(message, StoredMessage)]


class Stores(RuleBasedStateMachine):
    """A store in a database and one in memory, to which the same is done."""

    kind = "sqlite"
    cursors = Bundle("cursors")

    def __init__(self):
        super().__init__()
        self.folder, self.time = TemporaryDirectory(), BEGIN
        emptied(self.kind)
        self.in_postgres = self.kind.startswith("postgres")
        self.memory, self.database = MemoryStore(clock=self.clock, by_id=self.in_postgres), self.opened()

    def clock(self):
        return from_milliseconds(self.time)

    def opened(self):
        return opened(self.kind, Path(self.folder.name) / "store.db", self.clock)

    def teardown(self):
        self.alike()
        self.database.close()
        self.folder.cleanup()

    def both(self, name, *arguments, **options):
        """Do the same to both and compare what they answer, or what they raise."""
        self.time += 1_000
        expected, actual = (self.answer(partial(getattr(store, name), *arguments, **options)) for store in (self.memory, self.database))
        assert expected == actual
        assert contents(expected) == contents(actual)

    def answer(self, call):
        try:
            return call()
        except (ConflictError, ValueError) as error:
            return type(error)

    def stretches(self, name, cursors, *arguments, **options):
        """Read a stretch of both, each from a cursor of its own, and return how to go on."""
        found = [
            getattr(store, name)(*arguments, cursor=cursor, **options)
            for store, cursor in zip((self.memory, self.database), cursors, strict=True)
        ]
        assert [(stretch.items, stretch.more) for stretch in found[:1]] == [(stretch.items, stretch.more) for stretch in found[1:]]
        assert contents(found[0].items) == contents(found[1].items)
        assert (found[0].cursor is None) == (found[1].cursor is None)
        return tuple(stretch.cursor for stretch in found)

    @rule(thread=threads, owner=owners, turn=turns())
    def append(self, thread, owner, turn):
        self.both("append", thread, owner, turn)

    @rule(thread=threads, owner=owners, last=sizes, without=st.sets(st.sampled_from(("user", "assistant", "system"))))
    def list_messages(self, thread, owner, last, without):
        self.both("list_messages", thread, owner, last=last, without=without)

    @rule(thread=threads, owner=owners, page=st.integers(0, 3), per_page=sizes, newest_first=st.booleans())
    def page_messages(self, thread, owner, page, per_page, newest_first):
        self.both("page_messages", thread, owner, page=page, per_page=per_page, newest_first=newest_first)

    @rule(
        target=cursors, known=cursors | st.just((None, None)), thread=threads, owner=owners, limit=st.integers(0, 4),
        newest_first=st.booleans(), since=dates, until=dates, roles=roles, metadata=wanted,
    )  # fmt: skip
    def scroll_messages(self, known, thread, owner, **options):
        return self.stretches("scroll_messages", known, thread, owner, **options)

    @rule(owner=owners, limit=st.integers(0, 4), newest_first=st.booleans(), metadata=wanted)
    def scroll_threads(self, owner, **options):
        after = self.stretches("scroll_threads", (None, None), owner, **options)
        self.stretches("scroll_threads", after, owner, **options)

    @rule(id=st.sampled_from((*IDS, "none")), owner=owners, before=st.integers(0, 3), after=st.integers(0, 3))
    def list_around(self, id, owner, before, after):
        self.both("list_around", id, owner, before=before, after=after)

    @rule(ids=ids, owner=owners)
    def get_messages(self, ids, owner):
        self.both("get_messages", ids, owner)

    @rule(thread=threads, owner=owners, turn=turns())
    def replace_messages(self, thread, owner, turn):
        self.both("replace_messages", thread, owner, turn)

    @rule(ids=ids, owner=owners)
    def delete_messages(self, ids, owner):
        self.both("delete_messages", ids, owner)

    @rule(thread=threads, owner=owners, new=threads, until=st.none() | st.sampled_from((*IDS, "none")))
    def copy_thread(self, thread, owner, new, until):
        self.both("copy_thread", thread, owner, new, until=until)

    @rule(thread=st.builds(Thread, threads, people, st.sampled_from(TITLES), metadata, dates, dates), turn=turns())
    def import_thread(self, thread, turn):
        self.both("import_thread", thread, turn)

    @rule(thread=st.builds(Thread, threads, people, st.sampled_from(TITLES), metadata, dates, dates))
    def save_thread(self, thread):
        self.both("save_thread", thread)

    @rule(thread=threads, owner=owners, title=st.none() | st.sampled_from(TITLES), metadata=metadata)
    def update_thread(self, thread, owner, title, metadata):
        self.both("update_thread", thread, owner, title=title, metadata=metadata)

    @rule(thread=threads, owner=owners)
    def delete_thread(self, thread, owner):
        self.both("delete_thread", thread, owner)

    @rule(owner=owners, page=st.integers(0, 2), per_page=sizes, newest_first=st.booleans())
    def list_threads(self, owner, page, per_page, newest_first):
        self.both("list_threads", owner, page=page, per_page=per_page, newest_first=newest_first)

    @rule(resource=st.builds(Resource, people, st.none() | st.sampled_from(TITLES), metadata, dates, dates))
    def save_resource(self, resource):
        self.both("save_resource", resource)

    @rule(person=people, memory=st.none() | st.sampled_from(TITLES), metadata=metadata)
    def update_resource(self, person, memory, metadata):
        self.both("update_resource", person, working_memory=memory, metadata=metadata)

    @rule(person=people)
    def update_with_what_not_every_database_holds(self, person):
        if not self.in_postgres:
            self.both("update_resource", person, metadata=UNHELD)
            self.both("scroll_threads", person, metadata=UNHELD, limit=0)

    @rule(person=people)
    def delete_resource(self, person):
        self.both("delete_resource", person)

    @rule()
    def reopen(self):
        self.database.close()
        self.database = self.opened()
        self.alike()

    def alike(self):
        """See that all that both hold is the same."""
        for thread in THREADS:
            self.both("list_messages", thread, ANY_RESOURCE)
        self.both("list_threads", ANY_RESOURCE, newest_first=False)
        for person in PEOPLE:
            self.both("get_resource", person)


def case(kind, share):
    """Return the tests of a kind of store, with this share of the examples: those that are awaited run the same statements."""
    made = type(kind, (Stores,), {"kind": kind}).TestCase
    made.settings = settings(max_examples=max(1, settings().max_examples // share))
    return made


TestSqlite = case("sqlite", 1)
TestSqliteAwaited = case("sqlite-async", 5)
TestPostgres = case("postgres", 2)
TestPostgresAwaited = case("postgres-async", 5)
