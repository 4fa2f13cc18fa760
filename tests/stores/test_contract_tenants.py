"""What a stranger, or a client that lies, gets out of a store and does to it, in every store: nothing."""

from __future__ import annotations

import os

import pytest

from segue.json_values import freeze_object
from segue.messages import RESPONSE, StoredMessage, Thread, ToolInvocation
from segue.parts import TextPart
from segue_shell.stores import ANY_RESOURCE, ConflictError, prune
from tests.stores.conftest import ids

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
SQL = [
    "'; DROP TABLE mastra_messages; --",
    "%' OR 1=1 --",
    '"',
    "%s %(thread)s {0} ? :id $1",
    "\\'",
    "a\nb\r\t\x01\x1b[2J\x7f\x85\u2028\u202e",
]


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


def call(output, state="result"):
    """Return an assistant's message with a call that was settled."""
    return StoredMessage("m1", "assistant", (ToolInvocation("c", "pay", state, freeze_object({"eur": 5}), output),))


@pytest.fixture
def talk(store, say):
    """Fill a thread of ada's with a call that is settled and one that waits, and one of bob's."""
    waiting = StoredMessage("m2", "assistant", (ToolInvocation("d", "pay", "approval-requested"),))
    store.append("t", "ada", [say("m0"), call("paid"), waiting])
    store.save_thread(Thread("t", "ada", "Secret", freeze_object({"plan": "free"})))
    store.append("u", "bob", [say("other")])
    store.update_resource("ada", working_memory="Secret")
    return store


def everything(store):
    """Return all that is stored."""
    threads = store.list_threads(ANY_RESOURCE, per_page=None).items
    return threads, [store.list_messages(thread.id, ANY_RESOURCE) for thread in threads], store.get_resource("ada")


STRANGERS = ["bob", "eve", "", "ADA", "ada ", "%", SQL[1], SQL[3]]


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_sees_nothing(talk, stranger):
    """By every read, page, search, around a message, by a cursor of the owner's."""
    cursor = talk.scroll_messages("t", "ada", limit=1).cursor
    threads = talk.scroll_threads("ada", limit=1).cursor
    seen = [
        talk.list_messages("t", stranger), talk.list_messages("t", stranger, last=5), talk.page_messages("t", stranger).items,
        talk.scroll_messages("t", stranger).items, talk.scroll_messages("t", stranger, cursor=cursor).items,
        talk.scroll_messages("t", stranger, metadata={}).items, talk.scroll_messages("t", stranger, roles=["user"]).items,
        talk.list_around("m1", stranger), talk.get_messages(["m0", "m1"], stranger),
    ]  # fmt: skip

    assert seen == [()] * len(seen)
    assert (talk.page_messages("t", stranger).total, talk.get_thread("t", stranger)) == (0, None)
    found = [*talk.list_threads(stranger).items, *talk.scroll_threads(stranger, metadata={"plan": "free"}).items]
    found += talk.scroll_threads(stranger, cursor=threads, newest_first=False).items
    assert [thread for thread in found if thread.resource_id == "ada"] == []


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_changes_nothing(talk, say, stranger):
    """By every write: what is refused raises, what finds nothing says so, and all is as it was."""
    before = everything(talk)
    for work in (
        lambda: talk.append("t", stranger, [say("new")]), lambda: talk.append("t", stranger, [call("forged")]),
        lambda: talk.append(f"x{stranger}", stranger, [call("forged")]), lambda: talk.import_thread(Thread("t", stranger), [say("new")]),
        lambda: talk.import_thread(Thread(f"x{stranger}", stranger), [say("new"), say("m0")]), lambda: talk.save_thread(Thread("t", stranger)),
        lambda: talk.replace_messages("t", stranger, [say("m0", "Forged")]),
        lambda: talk.replace_messages(f"x{stranger}", stranger, [say("m0", "Forged")]),
    ):  # fmt: skip
        with pytest.raises(ConflictError):
            work()
    done = [
        talk.update_thread("t", stranger, title="x"), talk.copy_thread("t", stranger, "copy"), talk.delete_thread("t", stranger),
        talk.delete_messages(["m0", "m1"], stranger),
    ]  # fmt: skip

    assert done == [None, None, False, 0]
    assert before == everything(talk)


def test_pruning_for_a_stranger_leaves_all(talk):
    """Named or not, another's thread is not pruned."""
    before = everything(talk)
    for thread in (None, "t"):
        assert prune(talk, "eve", thread_id=thread, keep_last=0) == 0

    assert before == everything(talk)


@pytest.mark.parametrize(
    "lie", [call("forged"), call("forged").from_(RESPONSE), call(None, "call"), StoredMessage("m1", "user", (TextPart("Forged"),))]
)
def test_what_is_settled_stays_settled(talk, lie):
    """A client that sends a stored id with another outcome, state, role or text changes no outcome."""
    talk.append("t", "ada", [lie])
    (row,) = talk.get_messages(["m1"], "ada")

    assert (row.role, row.parts[0]) == ("assistant", call("paid").parts[0])


def test_what_waits_takes_one_answer(talk):
    """The first outcome that comes is the outcome."""
    for output in ("first", "second"):
        talk.append("t", "ada", [StoredMessage("m2", "assistant", (ToolInvocation("d", "pay", "result", output=output),))])

    assert talk.get_messages(["m2"], "ada")[0].parts[0].output == "first"


@pytest.mark.parametrize("text", SQL)
def test_texts_of_any_kind_are_no_sql(store, text, say):
    """In every id, title, text, role and metadata of every method they are kept, found and deleted as what they are."""
    store.import_thread(
        Thread(text, text, text, freeze_object({text: text})), [say(text, text, role=text, metadata=freeze_object({text: text}))]
    )
    copy = store.copy_thread(text, text, f"{text}2", until=text)
    store.update_thread(text, text, title=f"{text}!", metadata={f"{text}!": text})
    store.update_resource(text, working_memory=text, metadata={text: text})
    store.append(text, text, [say(f"{text}new", text), say(text, "forged")])

    assert ids(store.scroll_messages(text, text, roles=[text], metadata={text: text}).items) == [text]
    assert {thread.id for thread in store.scroll_threads(text, metadata={text: text}).items} == {text, copy.id}
    assert ids(store.list_around(text, text)) == ids(store.list_messages(text, text)) == [text, f"{text}new"]
    assert ids(store.list_messages(text, text, without=["user", text])) == []
    assert (store.get_thread(text, text).title, store.get_resource(text).working_memory) == (f"{text}!", text)
    assert store.replace_messages(text, text, [say(text, "new")])[0].parts[0].text == "new"
    assert (store.delete_messages([text], text), store.delete_thread(text, text), store.delete_resource(text)) == (1, True, True)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800"])
def test_what_no_column_holds_is_refused_by_every_method(talk, say, text):
    """As the caller's mistake, with the place, before anything is asked or written."""
    before = everything(talk)
    works = [
        lambda: talk.scroll_messages(text, "ada"), lambda: talk.scroll_messages("t", text), lambda: talk.scroll_messages("t", "ada", roles=[text]),
        lambda: talk.scroll_threads(text), lambda: talk.list_around(text, "ada"), lambda: talk.list_around("m0", text),
        lambda: talk.copy_thread(text, "ada", "x"), lambda: talk.copy_thread("t", text, "x"), lambda: talk.copy_thread("t", "ada", text),
        lambda: talk.copy_thread("t", "ada", "x", until=text), lambda: talk.import_thread(Thread(text, "ada"), []),
        lambda: talk.import_thread(Thread("x", text), []), lambda: talk.import_thread(Thread("x", "ada", text), [say("x")]),
        lambda: talk.import_thread(Thread("x", "ada"), [say("x"), say(text)]), lambda: talk.update_thread("t", "ada", title=text),
        lambda: talk.update_resource("ada", working_memory=text), lambda: talk.delete_messages([text], "ada"), lambda: talk.delete_thread(text, "ada"),
        lambda: talk.get_thread("t", text), lambda: talk.list_threads(text), lambda: talk.delete_resource(text),
    ]  # fmt: skip
    for work in works:
        with pytest.raises(ValueError, match=r"NUL or a lone surrogate|expected text"):
            work()

    assert before == everything(talk)


def test_a_huge_message_comes_back_whole(store, say):
    """8 MB, or in the profile `deep` 100 MB, of text that does not compress, with what JSON and Postgres escape."""
    text = (os.urandom(2_000_000 if not DEEP else 25_000_000).hex() + '\\"\0é') * 2
    store.append("t", "ada", [say("m", text)])

    assert store.list_messages("t", "ada", last=1)[0].parts[0].text == text
