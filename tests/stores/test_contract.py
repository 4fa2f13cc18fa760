"""What every store keeps, and what it gives back to whom: in memory, in a SQLite file, in Postgres, called and awaited."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.messages import Resource, StoredMessage, Thread
from segue_shell.stores import ANY_RESOURCE, ConflictError, StoreError
from tests.stores.conftest import ids

ODD = "'quotes\" %_?\\ %s ünïcödé 👋 \n\t\x01\x7f\u2028"
REFUSED = ["a\0b", "a\ud800"]


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


@pytest.fixture
def talk(store, say):
    """Put six messages into a thread of ada's and one into one of bob's."""
    store.append("t", "ada", [say(f"m{number}", role="user" if number % 2 else "assistant") for number in range(6)])
    store.append("u", "bob", [say("other")])
    return store


# Listing


def test_messages_come_oldest_first(talk):
    """All of a thread, in the order they were written."""
    assert [f"m{number}" for number in range(6)] == ids(talk.list_messages("t", "ada"))


@pytest.mark.parametrize(("last", "expected"), [(0, []), (1, ["m5"]), (3, ["m3", "m4", "m5"]), (6, 6), (7, 6), (2**80, 6)])
def test_the_last_messages_come_oldest_first(talk, last, expected):
    """The newest so many, in the order they were written."""
    assert ([f"m{number}" for number in range(6)] if expected == 6 else expected) == ids(talk.list_messages("t", "ada", last=last))


def test_messages_come_by_their_dates(store, say):
    """A message with an older date comes first, whenever it was written."""
    store.append("t", "ada", [say("new", created_at="2030-06-01T08:00:00.000Z"), say("old", created_at="2029-06-01T08:00:00.000Z")])

    assert ids(store.list_messages("t", "ada")) == ["old", "new"]


def test_roles_can_be_left_out(talk):
    """A role that is left out takes no place among the last so many."""
    assert ids(talk.list_messages("t", "ada", last=3, without=["assistant"])) == ["m1", "m3", "m5"]
    assert talk.list_messages("t", "ada", without={"assistant", "user"}) == ()


@pytest.mark.parametrize("owner", ["bob", "", "ADA"])
def test_nobody_sees_the_messages_of_others(talk, owner):
    """Whatever is asked for, another owner's thread looks empty."""
    assert () == talk.list_messages("t", owner) == talk.get_messages(["m1"], owner) == talk.page_messages("t", owner).items
    assert (talk.page_messages("t", owner).total, talk.get_thread("t", owner)) == (0, None)


def test_anyone_may_be_asked_for(talk):
    """`ANY_RESOURCE` sees every owner's rows."""
    assert len(talk.list_messages("t", ANY_RESOURCE)) == 6
    assert ids(talk.get_messages(["m1", "other"], ANY_RESOURCE)) == ["m1", "other"]


@pytest.mark.parametrize("thread_id", ["", "  ", "\n", None, 7])
def test_a_thread_has_a_name(store, say, thread_id):
    """A blank id, or one that is no text, is the caller's mistake."""
    for call in (store.list_messages, store.page_messages, store.get_thread, store.delete_thread, store.update_thread):
        with pytest.raises(ValueError, match="a thread's id"):
            call(thread_id, "ada")
    with pytest.raises(ValueError, match="a thread's id"):
        store.append(thread_id, "ada", [say("m")])


@pytest.mark.parametrize("number", [-1, 1.5, True, "2"])
def test_numbers_are_whole(talk, number):
    """A number below 0, or that is no whole number, is the caller's mistake."""
    for name, call in (("last", talk.list_messages), ("page", talk.page_messages), ("per_page", talk.page_messages)):
        with pytest.raises(ValueError, match=f"{name} is a whole number"):
            call("t", "ada", **{name: number})


PAGES = [
    ((0, 4), ["m0", "m1", "m2", "m3"], True),
    ((1, 4), ["m4", "m5"], False),
    ((2, 4), [], False),
    ((0, 6), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((0, None), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((1, None), [], False),
    ((0, 0), [], True),
    ((0, 10**30), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((10**30, 10**30), [], False),
]


@pytest.mark.parametrize(("asked", "expected", "more"), PAGES)
def test_messages_come_in_pages(talk, asked, expected, more):
    """A page knows the total and whether more follow."""
    page, per_page = asked
    found = talk.page_messages("t", "ada", page=page, per_page=per_page)

    assert (expected, 6, page, per_page, more) == (ids(found.items), found.total, found.page, found.per_page, found.more)


def test_pages_go_backwards_too(talk):
    """The newest come first, page by page."""
    pages = [ids(talk.page_messages("t", "ada", page=page, per_page=4, newest_first=True).items) for page in (0, 1)]

    assert pages == [["m5", "m4", "m3", "m2"], ["m1", "m0"]]


def test_messages_are_found_by_id(talk):
    """In the order asked for, each once; what is not there, or not the owner's, is left out."""
    assert ids(talk.get_messages(["m4", "none", "m0", "other", "m4"], "ada")) == ["m4", "m0"]


def test_many_messages_are_found_by_id(store, say):
    """More ids than a statement takes."""
    names = [f"m{number}" for number in range(1_203)]
    store.append("t", "ada", [say(name) for name in names])

    assert names[::-1] == ids(store.get_messages(reversed(names), "ada"))
    assert store.delete_messages(names, "ada") == 1_203
    assert store.list_messages("t", "ada") == ()


# Deleting


def test_messages_are_deleted(talk):
    """Those that are there and the owner's are counted and gone, and the thread's date moves."""
    before = talk.get_thread("t", "ada").updated_at

    assert talk.delete_messages(["m1", "none", "m2", "other", "m1"], "ada") == 2
    assert ids(talk.list_messages("t", "ada")) == ["m0", "m3", "m4", "m5"]
    assert (talk.get_thread("t", "ada").updated_at > before, len(talk.list_messages("u", "bob"))) == (True, 1)


def test_deleting_nothing_changes_nothing(talk):
    """A thread none of whose messages went keeps its date."""
    before = talk.get_thread("u", "bob")

    assert 0 == talk.delete_messages([], "ada") == talk.delete_messages(["other"], "ada")
    assert before == talk.get_thread("u", "bob")


def test_a_thread_is_deleted_with_its_messages(talk):
    """All of it goes, and nothing of other threads."""
    assert (talk.delete_thread("t", "bob"), talk.delete_thread("t", "ada"), talk.delete_thread("t", "ada")) == (False, True, False)
    assert (talk.get_thread("t", "ada"), talk.list_messages("t", ANY_RESOURCE), len(talk.list_messages("u", "bob"))) == (None, (), 1)


# Threads


def test_a_new_thread_gets_its_dates(store):
    """A thread without dates is from now, once."""
    first = store.save_thread(Thread("t", "ada"))
    second = store.save_thread(Thread("t", "ada", "Harbour"))

    assert (first.created_at, first.updated_at) == (second.created_at, first.created_at)
    assert second.updated_at > first.updated_at
    assert second == store.get_thread("t", "ada")


def test_what_is_saved_replaces_all(store):
    """Dates too, where the thread or the owner brings them, in the form that rows have."""
    for day in (1, 2):
        dates = (f"2029-01-0{day}", f"2029-02-0{day}")
        thread = store.save_thread(Thread("t", "ada", f"day {day}", freeze_object({f"{day}": day}), *dates))
        resource = store.save_resource(Resource("ada", f"day {day}", freeze_object({f"{day}": day}), *dates))

    assert (thread.created_at, thread.updated_at) == ("2029-01-02T00:00:00.000Z", "2029-02-02T00:00:00.000Z")
    assert (thread, resource) == (store.get_thread("t", "ada"), store.get_resource("ada"))
    assert (thread.metadata, resource.metadata) == ({"2": 2}, {"2": 2})


def test_a_thread_of_somebody_else_is_not_overwritten(talk):
    """Saving under another owner is refused and changes nothing."""
    before = talk.get_thread("t", "ada")
    with pytest.raises(ConflictError, match="the thread 't' is somebody else's"):
        talk.save_thread(Thread("t", "bob", "Mine"))

    assert before == talk.get_thread("t", "ada")


def test_a_thread_is_updated_in_part(store):
    """What is not given stays; metadata is laid over what there is, one level deep."""
    store.save_thread(Thread("t", "ada", "Harbour", freeze_object({"a": {"x": 1}, "b": 2})))
    store.update_thread("t", "ada", metadata={"a": {"y": [3]}, "c": 4})
    thread = store.update_thread("t", "ada", title="")

    assert (thread.title, thread.metadata) == ("", {"a": {"y": (3,)}, "b": 2, "c": 4})
    assert thread == store.get_thread("t", "ada")
    assert thread.updated_at > thread.created_at


@pytest.mark.parametrize("who", [("t", "bob"), ("none", "ada")])
def test_what_is_not_there_is_not_updated(talk, who):
    """An unknown thread, or somebody else's, gives None and is not made."""
    assert talk.update_thread(*who, title="Mine") is None
    assert (talk.get_thread("t", "ada").title, talk.get_thread("none", "ada")) == ("", None)


def test_threads_come_in_pages_newest_first(store):
    """By the date they were made; of one date, the last made first."""
    for number, date in enumerate(("2030", "2031", "2031", "2029")):
        store.save_thread(Thread(f"t{number}", "ada", created_at=f"{date}-06-01T08:00:00.000Z"))
    store.save_thread(Thread("other", "bob"))
    first, second = (store.list_threads("ada", page=page, per_page=3) for page in (0, 1))

    assert (ids(first.items), ids(second.items)) == (["t2", "t1", "t0"], ["t3"])
    assert (first.total, first.more, second.total, second.more) == (4, True, 4, False)
    assert ids(store.list_threads("ada", newest_first=False).items) == ["t3", "t0", "t1", "t2"]
    assert store.list_threads(ANY_RESOURCE).total == 5


def test_a_thread_comes_back_as_it_was_saved(store):
    """Title, metadata and dates."""
    metadata = freeze_object({"a": [1, 1.5, None, True, {"b": ODD}], "": {}})
    thread = Thread("t", "ada", ODD, metadata, "2030-06-01T08:00:00.000Z", "2031-06-01T08:00:00.000Z")

    assert thread == store.save_thread(thread) == store.get_thread("t", "ada")


def test_no_metadata_is_not_empty_metadata(store):
    """None and an empty object are told apart."""
    store.save_thread(Thread("none", "ada"))
    store.save_thread(Thread("empty", "ada", metadata=EMPTY))

    assert (store.get_thread("none", "ada").metadata, store.get_thread("empty", "ada").metadata) == (None, EMPTY)


def test_messages_of_one_date_come_in_one_order(kind, store, say):
    """As they were written; in Postgres, which does not know, by their ids. A limit cuts the first ones."""
    store.append("t", "ada", [say(id, created_at="2030-06-01T08:00:00.000Z") for id in "bac"])
    expected = list("abc" if kind.startswith("postgres") else "bac")

    assert ids(store.list_messages("t", "ada")) == ids(store.page_messages("t", "ada").items) == expected
    assert ids(store.list_messages("t", "ada", last=2)) == expected[1:]
    assert ids(store.page_messages("t", "ada", newest_first=True).items) == expected[::-1]


@pytest.mark.parametrize("metadata", [{"a": "\0"}, {"\0": 1}, {"a": ["\ud800"]}, {"\udfff": 1}])
def test_metadata_that_not_every_database_holds(kind, store, metadata):
    """NUL and lone surrogates in metadata are kept, or in Postgres refused; nothing is changed silently."""
    store.save_thread(Thread("t", "ada"))
    calls = [
        lambda: store.save_thread(Thread("u", "ada", metadata=freeze_object(metadata))),
        lambda: store.update_thread("t", "ada", metadata=metadata),
        lambda: store.save_resource(Resource("ada", metadata=freeze_object(metadata))),
        lambda: store.update_resource("bob", metadata=metadata),
    ]
    for call in calls:
        if kind.startswith("postgres"):
            with pytest.raises(ValueError, match="metadata cannot be stored, it has a NUL or a lone surrogate"):
                call()
        else:
            assert call().metadata == freeze_object(metadata)


def test_metadata_that_looks_like_an_escape_is_kept(store):
    """A backslash before `u0000` is no NUL."""
    metadata = freeze_object({r"\u0000": r"\\u0000 \ud800"})

    assert store.save_thread(Thread("t", "ada", metadata=metadata)).metadata == metadata == store.get_thread("t", "ada").metadata


# Resources


def test_an_owner_is_kept_whole(store):
    """Working memory is text of any kind, metadata any JSON."""
    resource = Resource("ada", ODD, freeze_object({"plan": "free"}), "2030-06-01T08:00:00.000Z", "2031-06-01T08:00:00.000Z")

    assert resource == store.save_resource(resource) == store.get_resource("ada")
    assert store.get_resource("bob") is None


def test_an_owner_is_updated_in_part(store):
    """The record is made where missing; what is not given stays."""
    made = store.update_resource("ada", working_memory="# likes snow")
    kept = store.update_resource("ada", metadata={"plan": "free"})

    assert (made.working_memory, made.metadata) == ("# likes snow", None)
    assert ("# likes snow", {"plan": "free"}, made.created_at) == (kept.working_memory, kept.metadata, kept.created_at)
    assert kept == store.get_resource("ada")
    assert kept.updated_at > made.updated_at


def test_an_owner_saved_anew_keeps_the_first_date(store):
    """A record without dates is from now, once."""
    first, second = store.save_resource(Resource("ada")), store.save_resource(Resource("ada", "notes"))

    assert (first.created_at, True) == (second.created_at, second.updated_at > first.updated_at)


def test_an_owner_is_deleted_without_their_threads(talk):
    """Only the record goes."""
    talk.save_resource(Resource("ada"))

    assert (talk.delete_resource("ada"), talk.delete_resource("ada")) == (True, False)
    assert (talk.get_resource("ada"), len(talk.list_messages("t", "ada"))) == (None, 6)


# What rows can hold


def test_ids_of_any_kind_are_kept(store, say):
    """Quotes, wildcards, control characters and any script, in every id; nothing is taken for SQL."""
    store.append(ODD, ODD, [say(ODD, ODD, role=ODD)])

    assert [(row.id, row.thread_id, row.resource_id, row.role) for row in store.list_messages(ODD, ODD, last=1)] == [(ODD, ODD, ODD, ODD)]
    assert 1 == len(store.get_messages([ODD], ODD)) == store.delete_messages([ODD], ODD)


@pytest.mark.parametrize("text", ["a\0b", "lone \ud800", "\0", "", '{"format":2}', "null", "[1]", ODD, " ", "\ufeff"])
@pytest.mark.parametrize("form", ["parts", "text"])
def test_texts_of_any_kind_are_kept(store, say, text, form):
    """NUL, lone surrogates and text that looks like JSON come back as they were."""
    message = say("m", text) if form == "parts" else StoredMessage("m", "user", text=text, metadata=freeze_object({"k": text, text: 1}))
    store.append("t", "ada", [message])
    (found,) = store.list_messages("t", "ada")

    assert (message.parts, message.text, message.metadata) == (found.parts, found.text, found.metadata)


@pytest.mark.parametrize("text", REFUSED)
def test_columns_refuse_what_they_cannot_hold(store, say, text):
    """NUL and lone surrogates in an id, a role, a date, a title or working memory are refused, and the error names the place."""
    calls = {
        "a thread's id": lambda: store.append(text, "ada", [say("m")]),
        "an owner's id": lambda: store.append("t", text, [say("m")]),
        "the id of message 1": lambda: store.append("t", "ada", [say("m"), say(text)]),
        "the role of message 'm'": lambda: store.append("t", "ada", [say("m", role=text)]),
        "the date of message 'm'": lambda: store.append("t", "ada", [say("m", created_at=text)]),
        "the owner of message 'm'": lambda: store.append("t", ANY_RESOURCE, [say("m", resource_id=text)]),
        "its title": lambda: store.save_thread(Thread("t", "ada", text)),
        "its working memory": lambda: store.save_resource(Resource("ada", text)),
        "a message's id": lambda: store.get_messages([text], "ada"),
    }
    for place, call in calls.items():
        with pytest.raises(ValueError, match=place):
            call()

    assert (list(store.list_messages("t", ANY_RESOURCE)), store.list_threads(ANY_RESOURCE).total) == ([], 0)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1: 2}, {"a"}])
def test_metadata_is_json(talk, value):
    """What is no JSON is the caller's mistake, and changes nothing."""
    with pytest.raises(ValueError, match=r"JSON|finite|string"):
        talk.update_thread("t", "ada", title="new", metadata={"a": value})

    assert talk.get_thread("t", "ada").title == ""


# The object itself


def test_messages_are_evolved_not_changed(store, say):
    """What the caller gave stays as it was."""
    message = say("m")
    (stored,) = store.append("t", "ada", [message])

    assert (message.created_at, message.thread_id, message.resource_id) == (None, None, None)
    assert stored == evolve(message, created_at=stored.created_at, thread_id="t", resource_id="ada")


def test_a_closed_store_is_no_longer_used(kind, talk):
    """Closing twice is fine; anything else is an error, but for a store in memory, which has nothing to close."""
    talk.close()
    talk.close()
    if kind == "memory":
        assert len(talk.list_messages("t", "ada")) == 6
    else:
        with pytest.raises(StoreError, match="the store is closed"):
            talk.list_messages("t", "ada")
