"""Whatever is done to a store in a file, it answers as one in memory does, also after it was closed and opened again."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from segue.formats.mastra import content_text
from segue.json_values import freeze_object
from segue.messages import INPUT, RESPONSE, Resource, StoredMessage, Thread
from segue.shapes import Extras
from segue.stamps import from_milliseconds
from segue.testing.stored import stored_messages
from segue_shell.stores import ANY_RESOURCE, ConflictError, MemoryStore, Page, SqliteStore

BEGIN = 1_900_000_000_000
THREADS = ("t", "u", "v'%_")
PEOPLE = ("ada", "bob")
IDS = tuple(f"m{number}" for number in range(7))
TITLES = ("", "Harbour", "Ünïcödé 👋", "a'b\"c\n")
METADATA = tuple(map(freeze_object, ({}, {"plan": "free"}, {"plan": None, "n": [1, 1.0, -0.0, {"\0": "\ud800"}]})))

threads = st.sampled_from(THREADS)
people = st.sampled_from(PEOPLE)
owners = st.sampled_from((*PEOPLE, *PEOPLE, ANY_RESOURCE))
ids = st.lists(st.sampled_from((*IDS, "none")), max_size=4)
dates = st.none() | st.integers(0, 20).map(lambda step: from_milliseconds(BEGIN - 100_000 + step * 500))
sizes = st.none() | st.integers(0, 5)
sources = st.sampled_from((INPUT, INPUT, RESPONSE))
metadata = st.none() | st.sampled_from(METADATA)


@st.composite
def turns(draw):
    """Some messages, of few ids; fields that no column holds are left out."""
    return [
        evolve(
            message, id=draw(st.sampled_from(IDS)), created_at=draw(dates), thread_id=None, resource_id=None, sources=draw(sources),
            extras=message.extras and Extras("mastra", freeze_object({"content": message.extras.fields["content"]})),
        )
        for message in draw(st.lists(stored_messages(), max_size=3))
    ]  # fmt: skip


def contents(answer):
    """Return the contents of the messages in an answer, to the letter but for the order of keys, which rows that moved on may change."""
    found = answer.items if isinstance(answer, Page) else answer if isinstance(answer, tuple) else ()
    return [json.dumps(json.loads(content_text(message)), sort_keys=True) for message in found if isinstance(message, StoredMessage)]


class Stores(RuleBasedStateMachine):
    """A store in a file and one in memory, to which the same is done."""

    def __init__(self):
        super().__init__()
        self.folder, self.time = TemporaryDirectory(), BEGIN
        self.memory, self.file = MemoryStore(clock=self.clock), self.opened()

    def clock(self):
        return from_milliseconds(self.time)

    def opened(self):
        return SqliteStore(Path(self.folder.name) / "store.db", synchronous="NORMAL", clock=self.clock)

    def teardown(self):
        self.alike()
        self.file.close()
        self.folder.cleanup()

    def both(self, name, *arguments, **options):
        """Do the same to both and compare what they answer, or what they raise."""
        self.time += 1_000
        expected, actual = (self.answer(partial(getattr(store, name), *arguments, **options)) for store in (self.memory, self.file))
        assert expected == actual
        assert contents(expected) == contents(actual)

    def answer(self, call):
        try:
            return call()
        except (ConflictError, ValueError) as error:
            return type(error)

    @rule(thread=threads, owner=owners, turn=turns())
    def append(self, thread, owner, turn):
        self.both("append", thread, owner, turn)

    @rule(thread=threads, owner=owners, last=sizes, without=st.sets(st.sampled_from(("user", "assistant", "system"))))
    def list_messages(self, thread, owner, last, without):
        self.both("list_messages", thread, owner, last=last, without=without)

    @rule(thread=threads, owner=owners, page=st.integers(0, 3), per_page=sizes, newest_first=st.booleans())
    def page_messages(self, thread, owner, page, per_page, newest_first):
        self.both("page_messages", thread, owner, page=page, per_page=per_page, newest_first=newest_first)

    @rule(ids=ids, owner=owners)
    def get_messages(self, ids, owner):
        self.both("get_messages", ids, owner)

    @rule(ids=ids, owner=owners)
    def delete_messages(self, ids, owner):
        self.both("delete_messages", ids, owner)

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
    def delete_resource(self, person):
        self.both("delete_resource", person)

    @rule()
    def reopen(self):
        self.file.close()
        self.file = self.opened()
        self.alike()

    def alike(self):
        """See that all that both hold is the same."""
        for thread in THREADS:
            self.both("list_messages", thread, ANY_RESOURCE)
        self.both("list_threads", ANY_RESOURCE, newest_first=False)
        for person in PEOPLE:
            self.both("get_resource", person)


TestStores = Stores.TestCase
