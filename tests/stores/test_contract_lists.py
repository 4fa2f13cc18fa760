"""Lists read by a cursor, around a message, by time, role and metadata; threads copied and brought in whole: in every store."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import freeze_object
from segue.messages import StoredMessage, Thread, ToolInvocation
from segue_shell.stores import ANY_RESOURCE, ConflictError
from tests.stores.conftest import ids

DATE = "2030-06-01T08:00:{:02}.000Z"


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


@pytest.fixture
def talk(store, say):
    """Put seven messages into a thread of ada's, some of one date, and one into one of bob's."""
    roles = ["user", "assistant", "user", "system", "assistant", "user", "assistant"]
    dates = [1, 2, 3, 3, 3, 4, 5]
    turn = [
        say(f"m{place}", role=role, created_at=DATE.format(date), metadata=freeze_object({"place": place, "even": place % 2 == 0}))
        for place, (role, date) in enumerate(zip(roles, dates, strict=True))
    ]
    store.append("t", "ada", turn)
    store.append("u", "bob", [say("other")])
    return store


def scrolled(ask, **options):
    """Return the items of all stretches, and how many each has."""
    found, sizes, cursor = [], [], None
    while True:
        stretch = ask(cursor=cursor, **options)
        found += stretch.items
        sizes.append(len(stretch.items))
        cursor = stretch.cursor
        if not stretch.more:
            return ids(found), sizes


# By a cursor


@pytest.mark.parametrize("limit", [1, 2, 7, 10**30])
@pytest.mark.parametrize("newest_first", [False, True])
def test_stretches_make_up_the_whole(talk, limit, newest_first):
    """In both directions, whatever the limit, each message once and in order; also those of one date."""
    found, sizes = scrolled(lambda **options: talk.scroll_messages("t", "ada", **options), limit=limit, newest_first=newest_first)

    assert found == [f"m{place}" for place in range(7)][:: -1 if newest_first else 1]
    assert all(size == min(limit, 7) for size in sizes[:-1])


def test_what_is_added_or_deleted_meanwhile_moves_nothing(talk, say):
    """Going on from a cursor, no message comes twice and none is left out, though earlier ones came or the last one seen is gone."""
    first = talk.scroll_messages("t", "ada", limit=3)
    talk.append("t", "ada", [say("early", created_at=DATE.format(0)), say("late")])
    talk.delete_messages(["m0", "m2"], "ada")
    second = talk.scroll_messages("t", "ada", cursor=first.cursor, limit=3)
    third = talk.scroll_messages("t", "ada", cursor=second.cursor, limit=3)

    assert [ids(stretch.items) for stretch in (first, second, third)] == [["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6", "late"]]
    assert [stretch.more for stretch in (first, second, third)] == [True, True, False]


def test_at_the_end_a_cursor_waits_for_more(talk, say):
    """It stays where the list ended, and finds what comes next."""
    end = talk.scroll_messages("t", "ada", limit=99)
    again = talk.scroll_messages("t", "ada", cursor=end.cursor)
    talk.append("t", "ada", [say("new")])

    assert (again.items, again.cursor, again.more) == ((), end.cursor, False)
    assert ids(talk.scroll_messages("t", "ada", cursor=end.cursor).items) == ["new"]


def test_a_list_that_is_empty_has_no_cursor(store):
    """It begins where it begins."""
    found = store.scroll_messages("none", "ada"), store.scroll_threads("ada")

    assert [(stretch.items, stretch.cursor, stretch.more) for stretch in found] == [((), None, False)] * 2


def test_a_stretch_of_nothing_says_whether_there_is_more(talk):
    """A limit of 0 looks only."""
    assert (talk.scroll_messages("t", "ada", limit=0).more, talk.scroll_messages("none", "ada", limit=0).more) == (True, False)


BROKEN = ["", "x", "e30", "W10", "WyJhIiwgdHJ1ZV0", "WzEsIDJd", "WyIyMDMwIiwgMWUzXQ", "ünï", "W10=" * 9, "[" * 100_000, None.__class__, 7]


@pytest.mark.parametrize("cursor", BROKEN)
def test_what_is_no_cursor_is_refused(talk, cursor):
    """It is the caller's mistake, or somebody's who sends one."""
    for ask in (lambda: talk.scroll_messages("t", "ada", cursor=cursor), lambda: talk.scroll_threads("ada", cursor=cursor)):
        with pytest.raises(ValueError, match="no cursor of this store"):
            ask()


@pytest.mark.parametrize(
    "options", [{"limit": -1}, {"limit": 1.5}, {"since": "soon"}, {"until": ""}, {"roles": ["a\0"]}, {"metadata": {"a": {1}}}]
)
def test_what_makes_no_sense_is_refused(talk, options):
    """Numbers, dates, roles and metadata that are none are the caller's mistake."""
    with pytest.raises(ValueError, match=r"whole number|no date|a role|JSON"):
        talk.scroll_messages("t", "ada", **options)


# By what they are


def test_messages_of_some_time(talk):
    """From a date on, that one too, and before another; dates of any zone."""
    since, until = DATE.format(3), "2030-06-01T10:00:04+02:00"

    assert scrolled(lambda **options: talk.scroll_messages("t", "ada", **options), since=since, limit=2)[0] == [
        "m2",
        "m3",
        "m4",
        "m5",
        "m6",
    ]
    assert ids(talk.scroll_messages("t", "ada", since=since, until=until).items) == ["m2", "m3", "m4"]
    assert ids(talk.scroll_messages("t", "ada", until=since, newest_first=True).items) == ["m1", "m0"]


def test_messages_of_some_roles(talk):
    """One, several, none."""
    found = [ids(talk.scroll_messages("t", "ada", roles=roles).items) for roles in (["user"], {"assistant", "system"}, [], ["' OR 1 --"])]

    assert found == [["m0", "m2", "m5"], ["m1", "m3", "m4", "m6"], [], []]


def test_messages_with_some_metadata(talk):
    """All items must be there; a limit counts what is found."""
    ask = lambda **options: talk.scroll_messages("t", "ada", **options)  # noqa: E731  # as short as a test's fixture

    assert scrolled(ask, metadata={"even": True}, limit=1) == (["m0", "m2", "m4", "m6"], [1, 1, 1, 1])
    assert ids(ask(metadata={"even": False, "place": 3}).items) == ["m3"]
    assert ids(ask(metadata={"even": 1}).items) == ids(ask(metadata={"nothing": None}).items) == []
    assert len(ask(metadata={}).items) == 7


def test_metadata_is_found_behind_many_that_have_none(store, say):
    """More than are looked through at once."""
    store.append("t", "ada", [say(f"m{place:03}", metadata=freeze_object({"last": place >= 448})) for place in range(450)])

    assert scrolled(lambda **options: store.scroll_messages("t", "ada", **options), metadata={"last": True}, limit=1)[0] == ["m448", "m449"]


@pytest.fixture
def threads(store):
    """Save five threads of ada's and one of bob's."""
    for place in range(5):
        metadata = {"plan": "free" if place % 2 else "paid", "seats": place, "tags": {"a": [place, None]}}
        store.save_thread(Thread(f"t{place}", "ada", created_at=DATE.format(place // 2), metadata=freeze_object(metadata)))
    store.save_thread(Thread("bobs", "bob", metadata=freeze_object({"plan": "free"})))
    store.save_thread(Thread("bare", "ada", created_at=DATE.format(9)))
    return store


@pytest.mark.parametrize("newest_first", [False, True])
def test_threads_come_by_a_cursor(threads, newest_first):
    """In both directions, those of one date too."""
    found, _ = scrolled(lambda **options: threads.scroll_threads("ada", **options), limit=2, newest_first=newest_first)

    assert found == ["t0", "t1", "t2", "t3", "t4", "bare"][:: -1 if newest_first else 1]


WANTED = [
    ({"plan": "free"}, ["t1", "t3"]), ({"plan": "free", "seats": 3}, ["t3"]), ({"seats": 2.0}, ["t2"]), ({"seats": True}, []),
    ({"tags": {"a": [2, None]}}, ["t2"]), ({"tags": {"a": [2]}}, []), ({"tags": {}}, []), ({"none": None}, []),
    ({}, ["t0", "t1", "t2", "t3", "t4", "bare"]), ({"plan": "' OR '1'='1"}, []), ({"plan') --": 1}, []),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "expected"), WANTED)
def test_threads_with_some_metadata(threads, wanted, expected):
    """All items must be there, each equal as JSON: numbers by their value, a list or an object in whole."""
    assert ids(threads.scroll_threads("ada", metadata=wanted, newest_first=False).items) == expected


def test_threads_of_all_owners(threads):
    """By name."""
    assert ids(threads.scroll_threads(ANY_RESOURCE, metadata={"plan": "free"}, newest_first=False).items) == ["bobs", "t1", "t3"]


# Around


@pytest.mark.parametrize(
    ("id", "before", "after", "expected"),
    [
        ("m3", 1, 1, "m2 m3 m4"),
        ("m3", 0, 0, "m3"),
        ("m0", 2, 1, "m0 m1"),
        ("m6", 1, 9, "m5 m6"),
        ("m3", 10**30, 10**30, "m0 m1 m2 m3 m4 m5 m6"),
    ],
)
def test_messages_around_another(talk, id, before, after, expected):
    """Its neighbours, itself in its place, also among those of one date."""
    assert ids(talk.list_around(id, "ada", before=before, after=after)) == expected.split()


def test_around_what_is_not_there_is_nothing(talk):
    """Unknown, or somebody else's."""
    assert () == talk.list_around("none", "ada") == talk.list_around("other", "ada") == talk.list_around("m3", "bob")
    for options in ({"before": -1}, {"after": None}):
        with pytest.raises(ValueError, match="whole number"):
            talk.list_around("none", "ada", **options)


# Copied


def test_a_thread_is_copied(talk):
    """With title, metadata and all messages, which keep their dates; what is done to the copy is not done to the thread."""
    talk.save_thread(Thread("t", "ada", "Harbour", freeze_object({"a": 1})))
    before = talk.list_messages("t", "ada")
    copy = talk.copy_thread("t", "ada", "copy")
    rows = talk.list_messages("copy", "ada")

    assert (copy.id, copy.resource_id, copy.title, copy.metadata) == ("copy", "ada", "Harbour", {"a": 1})
    assert copy == talk.get_thread("copy", "ada")
    assert ids(rows) == [f"copy-{number:09}" for number in range(1, 8)]
    assert [evolve(row, id=old.id, thread_id="t") for row, old in zip(rows, before, strict=True)] == list(before)
    talk.delete_thread("copy", "ada")
    assert talk.list_messages("t", "ada") == before


def test_a_thread_is_branched_off_at_a_message(talk, say):
    """Up to that message and with it, also among those of one date; the branch goes its own way."""
    talk.copy_thread("t", "ada", "branch", until="m3")
    (new,) = talk.append("branch", "ada", [say("b")])
    rows = talk.list_messages("branch", "ada")

    assert [row.parts for row in rows] == [row.parts for row in talk.list_messages("t", "ada")[:4]] + [new.parts]
    assert [row.metadata.get("place") for row in rows] == [0, 1, 2, 3, None]
    assert len(talk.list_messages("t", "ada")) == 7


def test_a_copy_can_be_copied(talk):
    """Names do not grow."""
    talk.copy_thread("t", "ada", "one")
    talk.copy_thread("one", "ada", "two", until="one-000000002")

    assert ids(talk.list_messages("two", "ada")) == ["two-000000001", "two-000000002"]


@pytest.mark.parametrize(
    ("thread", "owner", "until"),
    [("none", "ada", None), ("t", "bob", None), ("t", "ada", "none"), ("t", "ada", "other"), ("u", "ada", "m1")],
)
def test_what_is_not_there_is_not_copied(talk, thread, owner, until):
    """A thread or a message that is unknown, somebody else's, or elsewhere gives None, and nothing is made."""
    assert talk.copy_thread(thread, owner, "copy", until=until) is None
    assert talk.get_thread("copy", ANY_RESOURCE) is None


def test_a_copy_replaces_nothing(talk, say):
    """Neither a thread, be it one's own, nor a message of such a name; then nothing is made."""
    for new in ("t", "u"):
        with pytest.raises(ConflictError, match=f"the thread '{new}' is there already"):
            talk.copy_thread("t", "ada", new)
    talk.append("u", "bob", [say("copy-000000003")])
    with pytest.raises(ConflictError, match="messages named after the thread 'copy' are there already"):
        talk.copy_thread("t", "ada", "copy")

    assert (talk.get_thread("copy", ANY_RESOURCE), talk.list_messages("copy", ANY_RESOURCE)) == (None, ())


def test_a_copy_holds_what_its_owner_sees(talk, say):
    """Rows of nobody, which a named owner does not see, are not copied for them."""
    talk.append("n", ANY_RESOURCE, [say("nobody"), say("bobs", resource_id="bob")])
    talk.copy_thread("n", ANY_RESOURCE, "all")

    assert talk.copy_thread("n", "bob", "none") is None
    assert [row.resource_id for row in talk.list_messages("all", ANY_RESOURCE)] == [None, "bob"]


@pytest.mark.parametrize("id", ["", " ", "a\0", "\ud800", None])
def test_a_copy_has_a_name(talk, id):
    """A blank id, or one that no column holds, is the caller's mistake."""
    with pytest.raises(ValueError, match="the new thread's id"):
        talk.copy_thread("t", "ada", id)


# Brought in


def test_a_thread_is_brought_in_whole(store, say):
    """With its dates, and messages as they are asked for, more than are written at once."""
    thread = Thread("t", "ada", "Harbour", freeze_object({"a": 1}), DATE.format(1), DATE.format(2))
    count = store.import_thread(thread, (say(f"m{place:04}", created_at=DATE.format(place % 60)) for place in range(1_201)))

    assert (count, store.get_thread("t", "ada"), store.page_messages("t", "ada").total) == (1_201, thread, 1_201)


def test_a_thread_that_is_there_is_continued(talk, say):
    """Its title stays, what is stored stays, what is new comes behind."""
    before = talk.list_messages("t", "ada")
    assert talk.import_thread(Thread("t", "ada", "Other"), [say("m0", "forged"), say("new")]) == 2

    assert talk.list_messages("t", "ada")[:-1] == before
    assert (talk.get_thread("t", "ada").title, talk.list_messages("t", "ada")[-1].id) == ("", "new")


def test_a_thread_without_messages_is_brought_in(store):
    """It is there then."""
    assert store.import_thread(Thread("t", "ada", "Harbour"), []) == 0
    assert store.get_thread("t", "ada").title == "Harbour"


def refused(say):
    """Yield more messages than are written at once, and fail."""
    yield from (say(f"n{place}") for place in range(700))
    raise KeyError("no more")


@pytest.mark.parametrize(
    ("thread", "messages", "error"),
    [
        (Thread("new", "ada"), refused, KeyError),
        (Thread("new", "ada"), lambda say: [*(say(f"n{place}") for place in range(700)), say("other")], ConflictError),
        (Thread("new", "ada"), lambda say: [*(say(f"n{place}") for place in range(700)), say("")], ValueError),
        (Thread("new", "ada", "a\0"), lambda say: [say("n")], ValueError),
        (Thread("t", "bob"), lambda say: [say("n")], ConflictError),
        (Thread("t", "bob"), lambda _: [], ConflictError),
    ],
)
def test_what_fails_brings_nothing_in(talk, say, thread, messages, error):
    """An error in the messages, an id of somebody else, a text that no column holds: nothing of the thread is there."""
    before = talk.list_messages("t", "ada"), talk.list_threads(ANY_RESOURCE).items
    with pytest.raises(error):
        talk.import_thread(thread, messages(say))

    assert before == (talk.list_messages("t", "ada"), talk.list_threads(ANY_RESOURCE).items)
    assert talk.get_messages(["n", *(f"n{place}" for place in range(700))], ANY_RESOURCE) == ()


def test_old_calls_keep_their_outcomes_across_a_copy(store):
    """A call and what it gave are one message, copied as it is."""
    call = StoredMessage("m", "assistant", (ToolInvocation("c", "tides", "result", freeze_object({"day": 1}), "low"),))
    store.append("t", "ada", [call])
    store.copy_thread("t", "ada", "copy")

    assert store.list_messages("copy", "ada")[0].parts == call.parts
