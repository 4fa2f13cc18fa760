"""A history recalls a conversation before a turn and stores what is new after it, once, and only where it may."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from attrs import define, evolve, field

from segue.json_values import EMPTY
from segue.messages import CONTEXT, INPUT, MEMORY, RESPONSE, StoredMessage, ToolInvocation
from segue.parts import TextPart
from segue_shell.history import MessageHistory, RequestContext
from segue_shell.stores.memory import MemoryStore
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError
from segue_shell.stores.sqlite import SqliteStore
from tests.conformance.cases import OWN, own_deviations, read_cases
from tests.conformance.handlers import history as handlers
from tests.conformance.verdict import answered, judged

NOW = "2030-06-01T08:00:00.000Z"
ADA = RequestContext("thread-1", "ada")


def clock():
    """A clock that stands still."""
    return NOW


@pytest.fixture(params=["memory", "sqlite"])
def store(request):
    """A store of each kind."""
    made = MemoryStore(clock=clock) if request.param == "memory" else SqliteStore(":memory:", clock=clock)
    yield made
    made.close()


def history_of(store, last_messages=None, prefix="new"):
    """A history with ids that can be foretold."""
    ids = iter(f"{prefix}-{n}" for n in range(100))
    return MessageHistory(store, last_messages, clock=clock, new_id=lambda: next(ids))


def said(text, role="assistant", id="", sources=RESPONSE, **fields):
    """A message of one text."""
    return StoredMessage(id, role, (TextPart(text),), sources=sources, **fields)


def asked(text, id="", sources=INPUT, **fields):
    """A message of a person."""
    return said(text, "user", id, sources, **fields)


def turn(history, *messages, context=ADA, **options):
    """A whole turn; what is stored is returned."""
    history.process_output_result([*history.process_input([], context), *messages], context, **options)
    return stored(history.storage)


def stored(store, thread="thread-1"):
    """All that is stored of a thread."""
    return store.list_messages(thread, ANY_RESOURCE)


def texts(messages):
    """What the messages say."""
    return [message.parts[0].text for message in messages]


def test_a_history_has_the_documents_names():
    """By which pipelines know it."""
    assert (MessageHistory(MemoryStore()).id, MessageHistory(MemoryStore()).name) == ("message-history", "MessageHistory")


def test_ids_and_dates_are_made_as_needed():
    """By default of random numbers and the time of day."""
    one, two = MessageHistory(MemoryStore()).process_input([asked("a"), asked("b")], ADA)
    assert one.id != two.id
    assert NOW[:2] == one.created_at[:2] < two.created_at


@pytest.mark.parametrize(("limit", "error"), [(-1, ValueError), (True, TypeError), (2.0, TypeError), ("2", TypeError)])
def test_a_limit_that_is_none_is_refused(limit, error):
    """By name, with the value."""
    with pytest.raises(error, match=f"last_messages .*{limit!r}"):
        MessageHistory(MemoryStore(), limit)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("  ", "ada"), ValueError, "thread_id .*'  '"),
        ((5, "ada"), TypeError, "thread_id .*5"),
        (("t", ""), ValueError, "resource_id .*''"),
        (("t", None), TypeError, "resource_id .*None"),
        (("t", "ada", "no"), TypeError, "read_only .*'no'"),
    ],
)
def test_a_context_that_is_none_is_refused(arguments, error, words):
    """Before anything is read for the wrong person."""
    with pytest.raises(error, match=words):
        RequestContext(*arguments)


def test_a_context_names_its_owner():
    """Nobody sees another's messages for want of an argument."""
    with pytest.raises(TypeError):
        RequestContext("thread-1")


def test_the_next_turn_recalls_the_last_one(store):
    """In order, also while the clock stands still, each with an id and a date."""
    history = history_of(store)
    for number in range(3):
        begun = history.process_input([asked(f"q{number}")], ADA)
        history.process_output_result([*begun, said(f"a{number}")], ADA)
    recalled = history.process_input([asked("q3")], ADA)

    assert texts(recalled) == ["q0", "a0", "q1", "a1", "q2", "a2", "q3"]
    assert len({message.id for message in recalled}) == len({message.created_at for message in recalled}) == 7
    assert [message.source for message in recalled] == ["memory"] * 6 + ["input"]


@pytest.mark.parametrize(("limit", "expected"), [(None, ["a", "b", "c"]), (0, []), (1, ["c"]), (2, ["b", "c"]), (9, ["a", "b", "c"])])
def test_a_limit_counts_the_newest_stored_messages(store, limit, expected):
    """Not those of this turn."""
    turn(history_of(store), asked("a"), said("b"), asked("c", sources=RESPONSE))
    assert texts(history_of(store, limit, "later").process_input([asked("new")], ADA)) == [*expected, "new"]


def test_stored_system_messages_use_up_no_places(store):
    """They are not recalled either."""
    store.append("thread-1", "ada", [asked("a", "1"), said("b", id="2"), said("rules", "system", "3")])
    assert texts(history_of(store, 2).process_input([], ADA)) == ["a", "b"]


def test_only_the_owners_messages_are_recalled(store):
    """Of one's own thread, unless all are asked for."""
    turn(history_of(store), asked("a"))
    assert history_of(store).process_input([], RequestContext("thread-1", "bob")) == ()
    assert history_of(store).process_input([], RequestContext("thread-2", "ada")) == ()
    assert texts(history_of(store).process_input([], RequestContext("thread-1", ANY_RESOURCE))) == ["a"]


def test_the_callers_messages_are_not_changed(store):
    """What is missing is given to copies."""
    given = asked("a")
    (begun,) = history_of(store).process_input([given], ADA)
    assert (begun.id, begun.created_at) == ("new-0", NOW)
    assert given == asked("a")


def test_system_messages_are_left_as_they_are(store):
    """They are not stored, so they need neither id nor date."""
    rules = said("rules", "system")
    assert history_of(store).process_input([asked("a"), rules], ADA)[0] is rules


def test_without_a_thread_nothing_happens():
    """The store is not even asked."""
    context, messages = RequestContext(None, "ada"), (asked("a"), said("b"))
    assert MessageHistory(None).process_input(messages, context) == messages
    assert MessageHistory(None).process_output_result(messages, context) == messages


def test_a_read_only_context_recalls_but_does_not_store(store):
    """Not even the thread."""
    turn(history_of(store), asked("a"))
    context = RequestContext("thread-1", "ada", read_only=True)
    assert texts(turn(history_of(store), asked("b"), said("c"), context=context)) == ["a"]
    assert texts(history_of(store).process_input([], context)) == ["a"]


@pytest.mark.parametrize("messages", [[], [asked("a", sources=CONTEXT)], [asked("a", sources=MEMORY)], [said("rules", "system")]])
def test_nothing_new_makes_no_thread(store, messages):
    """The store is not asked."""
    assert len(history_of(store).process_output_result(messages, ADA)) == len(messages)
    assert store.get_thread("thread-1", ANY_RESOURCE) is None


def test_a_turn_is_stored_and_told_as_it_is_stored(store):
    """Given messages first, then the reply; what was not stored is returned as it was given."""
    hint = asked("hint", "h", CONTEXT)
    done = history_of(store).process_output_result([said("b"), hint, asked("a")], ADA)

    assert [(row.id, row.parts[0].text, row.resource_id) for row in stored(store)] == [("new-1", "a", "ada"), ("new-0", "b", "ada")]
    assert [(message.id, message.thread_id, message.sources) for message in done] == [
        ("new-0", "thread-1", RESPONSE), ("h", None, CONTEXT), ("new-1", "thread-1", INPUT),
    ]  # fmt: skip
    assert done[0].created_at > done[2].created_at


def test_messages_keep_their_sources():
    """Whatever a store says of its rows."""

    class Forgetful(MemoryStore):
        def append(self, *arguments):
            return tuple(row.from_(MEMORY) for row in super().append(*arguments))

    done = history_of(Forgetful()).process_output_result([asked("a"), said("b")], ADA)
    assert [message.sources for message in done] == [INPUT, RESPONSE]


def test_a_turn_may_be_told_twice(store):
    """It is stored once."""
    history = history_of(store)
    messages = history.process_output_result([asked("a"), said("b")], ADA)
    assert history.process_output_result(messages, ADA) == messages
    assert texts(stored(store)) == ["a", "b"]


def test_a_turn_is_one_call_of_the_store():
    """So that it is one transaction."""
    calls = []

    class Spy(MemoryStore):
        def append(self, *arguments):
            calls.append(arguments)
            return super().append(*arguments)

    turn(MessageHistory(Spy()), asked("a"), said("b"), said("c"))
    assert [(thread, owner, len(messages)) for thread, owner, messages in calls] == [("thread-1", "ada", 3)]


@pytest.mark.parametrize("fields", [{"thread_id": "thread-2"}, {"resource_id": "bob"}])
def test_another_conversations_messages_are_refused(store, fields):
    """And nothing of the turn is stored."""
    with pytest.raises(ConflictError, match="'x'"):
        history_of(store).process_output_result([asked("a"), evolve(said("b", id="x"), **fields)], ADA)
    assert stored(store) == ()


def test_whoever_may_see_all_may_store_for_all(store):
    """Messages say themselves whose they are."""
    context = RequestContext("thread-1", ANY_RESOURCE)
    turn(history_of(store), asked("a", resource_id="ada", thread_id="thread-1"), asked("b", resource_id="bob"), context=context)
    assert [row.resource_id for row in stored(store)] == ["ada", "bob"]


def test_another_threads_ids_are_refused(store):
    """The store sees to that."""
    turn(history_of(store), asked("a", "1"))
    with pytest.raises(ConflictError):
        turn(history_of(store), asked("b", "1"), context=RequestContext("thread-2", "ada"))


@pytest.mark.parametrize(("reason", "expected"), [("error", []), ("stop", ["a"]), (None, ["a"])])
def test_a_turn_that_failed_leaves_no_lone_question(store, reason, expected):
    """Only without a reply."""
    assert expected == texts(turn(history_of(store), asked("a"), finish_reason=reason))


def test_a_failed_turn_with_a_reply_is_stored(store):
    """As far as it came."""
    assert texts(turn(history_of(store), asked("a"), said("b"), finish_reason="error")) == ["a", "b"]


def called(state, output=None, sources=RESPONSE):
    """A message of one call."""
    return StoredMessage("m", "assistant", (ToolInvocation("c", "confirm", state, EMPTY, output),), sources=sources)


@pytest.mark.parametrize("limit", [None, 0])
def test_what_the_client_ran_is_stored(store, limit):
    """Whether or not the call was recalled."""
    turn(history_of(store), asked("a"), called("call"))
    history = history_of(store, limit)
    history.process_output_result(history.process_input([called("result", "yes", INPUT)], ADA), ADA)
    assert stored(store)[1].parts[0].output == "yes"


@pytest.mark.parametrize("limit", [None, 0])
def test_an_outcome_cannot_be_forged(store, limit):
    """Whether or not it was recalled."""
    turn(history_of(store), asked("a"), called("result", "yes"))
    history = history_of(store, limit)
    history.process_output_result([*history.process_input([called("result", "forged", INPUT)], ADA), said("ok")], ADA)
    assert stored(store)[1].parts[0].output == "yes"


def test_a_reply_may_go_on_with_a_stored_message(store):
    """Its new parts are added to the row."""
    turn(history_of(store), asked("a"), said("b", id="m"))
    turn(history_of(store), StoredMessage("m", "assistant", (TextPart("b"), TextPart("c")), sources=RESPONSE))
    assert [part.text for part in stored(store)[1].parts] == ["b", "c"]


@define
class Awaited:
    """A store whose methods are awaited."""

    store: MemoryStore = field(factory=lambda: MemoryStore(clock=clock))

    async def append(self, *arguments):
        """Write a turn."""
        await asyncio.sleep(0)
        return self.store.append(*arguments)

    async def list_messages(self, *arguments, **options):
        """Read a thread."""
        await asyncio.sleep(0)
        return self.store.list_messages(*arguments, **options)


@define
class Promised:
    """A store whose methods return what can be awaited, but are no coroutine functions themselves."""

    store: Awaited = field(factory=Awaited)

    def append(self, *arguments):
        """Write a turn."""
        return self.store.append(*arguments)

    def list_messages(self, *arguments, **options):
        """Read a thread."""
        return self.store.list_messages(*arguments, **options)


@define
class Broken:
    """A store that cannot be read or written."""

    def append(self, *_):
        """Fail."""
        message = "disk full"
        raise OSError(message)

    def list_messages(self, *_, **__):
        """Fail."""
        message = "disk gone"
        raise OSError(message)


@pytest.mark.parametrize("make", [lambda: MemoryStore(clock=clock), lambda: SqliteStore(":memory:", clock=clock), Awaited, Promised])
def test_turns_can_be_awaited(make):
    """With stores of every kind."""

    async def run():
        history = history_of(make())
        begun = await history.process_input_async([asked("a")], ADA)
        await history.process_output_result_async([*begun, said("b")], ADA)
        return await history.process_input_async([asked("c")], ADA)

    assert texts(asyncio.run(run())) == ["a", "b", "c"]


def test_without_a_thread_there_is_nothing_to_await():
    """Nothing to read, nothing to write."""

    async def run(context, messages):
        history = MessageHistory(None)
        return [await history.process_input_async(messages, context), await history.process_output_result_async(messages, context)]

    messages = (asked("a"),)
    assert asyncio.run(run(RequestContext(None, "ada"), messages)) == [messages, messages]


@pytest.mark.parametrize("make", [Awaited, Promised])
def test_a_store_that_is_awaited_must_be(make):
    """Otherwise nothing is read and nothing written, and it is said what to do."""
    history = history_of(make())
    with pytest.raises(TypeError, match="process_input_async"):
        history.process_input([], ADA)
    with pytest.raises(TypeError, match="process_output_result_async"):
        history.process_output_result([asked("a")], ADA)


@pytest.mark.filterwarnings("error")
def test_what_is_not_awaited_is_closed():
    """Or Python would warn of a coroutine that was forgotten."""
    answer = Awaited().list_messages("t", "ada")

    class Answering:
        def list_messages(self, *_, **__):
            return answer

    with pytest.raises(TypeError):
        MessageHistory(Answering()).process_input([], ADA)
    assert answer.cr_frame is None


def test_what_can_be_awaited_need_not_be_a_coroutine():
    """A future is refused as well."""

    class Future:
        def list_messages(self, *_, **__):
            return asyncio.get_running_loop().create_future()

    async def run():
        with pytest.raises(TypeError, match="process_input_async"):
            MessageHistory(Future()).process_input([], ADA)

    asyncio.run(run())


@pytest.mark.parametrize("is_async", [False, True])
def test_what_the_store_raises_passes_through(is_async):
    """Unwrapped."""
    history = history_of(Broken())
    with pytest.raises(OSError, match="disk gone"):
        asyncio.run(history.process_input_async([], ADA)) if is_async else history.process_input([], ADA)
    with pytest.raises(OSError, match="disk full"):
        asyncio.run(history.process_output_result_async([asked("a")], ADA)) if is_async else history.process_output_result(
            [asked("a")], ADA
        )


@pytest.mark.parametrize("is_async", [False, True])
def test_stored_messages_can_be_corrected(store, is_async):
    """What a rule of the documents made of them stands in their place, in the thread and for the owner of the context."""
    history = history_of(store)
    turn(history, asked("Low tide?", "a"), said("At six.", id="b"))
    corrected = [said("At seven.", id="b"), said("New.", id="c")]
    done = asyncio.run(history.correct_async(corrected, ADA)) if is_async else history.correct(corrected, ADA)

    assert (done, texts(stored(store))) == (True, ["Low tide?", "At seven."])


@define
class Unchanging:
    """A store that replaces nothing."""


READ_ONLY, NOWHERE = RequestContext("thread-1", "ada", read_only=True), RequestContext(None, "ada")


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize(("storage", "context"), [(Unchanging(), ADA), (MemoryStore(), READ_ONLY), (MemoryStore(), NOWHERE)])
def test_what_may_not_be_corrected_is_not(storage, context, is_async):
    """Without a thread, for a context that may only read, and in a store that cannot, nothing is written, and that is told."""
    history = MessageHistory(storage)
    done = asyncio.run(history.correct_async([said("New.", id="b")], context)) if is_async else history.correct([said("New.", id="b")], context)
    assert done is False


ON_FILE = {"messageHistory.processInput": handlers.process_input, "messageHistory.processOutputResult": handlers.process_output_result}


@pytest.mark.parametrize("case", [case for case in read_cases(OWN) if case.function in ON_FILE], ids=lambda case: case.id)
def test_the_originals_cases_are_met_on_file(case):
    """A store in a file answers as the one in memory does."""
    answer = answered(partial(ON_FILE[case.function], make_store=lambda clock: SqliteStore(":memory:", clock=clock)), case)
    verdict = judged(case, answer, own_deviations().get(case.key), own=True)
    assert not verdict.complaint, verdict.complaint
