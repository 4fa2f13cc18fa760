"""Two sends on one thread at once: both are answered, each sees a whole history, no word is lost, and the next call is one that is taken."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from segue.engine import find_faults
from segue.prompts import Prompt, assistant, call
from segue_shell.conversation import CallableProvider, Conversation
from segue_shell.stores import SqliteStore
from tests.conversation.conftest import everything
from tests.conversation.scripted import CLAUDE, Scripted

ASKED = tuple(f"question {number}" for number in range(8))


@pytest.fixture
def store(tmp_path):
    """Return a store in a file."""
    with SqliteStore(tmp_path / "chat.db", synchronous="NORMAL") as made:
        yield made


def words(messages):
    """Return the texts of messages."""
    return [part.text for message in messages for part in message.content if hasattr(part, "text")]


def echo(request):
    """Answer the last question."""
    return f"answer to {words(request.prompt.messages)[-1]}"


def said(store):
    """Return what the rows say."""
    return [part.text for row in store.list_messages("tides", "ada") for part in row.parts]


def taken(store):
    """Return the faults of the next request, as it is sent."""
    scripted = Scripted(CLAUDE, ["Yes."])
    Conversation(store, scripted, thread_id="tides", resource_id="ada").send("All there?").unwrap()
    return find_faults(scripted.requests[0], CLAUDE), set(words(scripted.requests[0].prompt.messages))


def test_in_threads(store):
    """Whoever recalls before another has stored its reply does not see it; all see whole turns, and all words stay."""
    barrier, seen = Barrier(len(ASKED)), []

    def model(request):
        seen.append(words(request.prompt.messages))
        barrier.wait(20)
        return echo(request)

    talk = Conversation(store, model, thread_id="tides", resource_id="ada")
    with ThreadPoolExecutor(len(ASKED)) as pool:
        sent = list(pool.map(talk.send, ASKED))

    assert [one.unwrap().text for one in sent] == [f"answer to {question}" for question in ASKED]
    assert sorted(said(store)) == sorted([*ASKED, *(f"answer to {question}" for question in ASKED)])
    assert all(set(recalled) <= set(ASKED) for recalled in seen)


def test_in_tasks(store):
    """The same in one event loop."""

    async def model(request):
        await asyncio.sleep(0)
        return echo(request)

    async def run():
        talk = Conversation(store, model, thread_id="tides", resource_id="ada")
        return await asyncio.gather(*map(talk.send_async, ASKED))

    sent = asyncio.run(run())

    assert [one.unwrap().text for one in sent] == [f"answer to {question}" for question in ASKED]
    assert sorted(said(store)) == sorted([*ASKED, *(f"answer to {question}" for question in ASKED)])


def test_each_sees_its_own_words_last(store):
    """A send that begins while another waits for its reply sees the other's question, and answers its own."""
    asked, go = Event(), Event()

    def slow(request):
        asked.set()
        go.wait(20)
        return echo(request)

    talk = Conversation(store, slow, thread_id="tides", resource_id="ada")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(talk.send, "first")
        asked.wait(20)
        second = talk.to(echo).send("second")
        go.set()
        first = first.result()

    assert (first.unwrap().text, second.unwrap().text) == ("answer to first", "answer to second")
    assert said(store) == ["first", "second", "answer to second", "answer to first"]


def test_the_next_call_is_taken(store):
    """Questions and answers that lie across each other are rewritten into a request without fault, with all words in it."""
    test_each_sees_its_own_words_last(store)
    faults, kept = taken(store)

    assert faults == ()
    assert kept >= {"first", "second", "answer to second", "answer to first"}


@pytest.mark.parametrize("way", ["send", "send_async", "stream", "stream_async"])
def test_a_call_that_another_is_answering_is_left_alone(store, way):
    """A send does not run the functions that another one is running; the result lands in its own row."""
    ran, asked, go = [], Event(), Event()

    def look():
        asked.set()
        go.wait(20)
        ran.append(1)
        return "seen"

    talk = Conversation(store, Scripted(CLAUDE, [assistant(call("c1", "look")), "So."]), thread_id="tides", resource_id="ada", tools=[look])
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(talk.send, "Look.")
        asked.wait(20)
        *_, second = everything(talk.to(Scripted(CLAUDE, ["Hm."])), way, "Well?")
        go.set()
        first = first.result()

    assert (first.unwrap().text, second.unwrap().text, ran) == ("So.", "Hm.", [1])
    assert store.list_messages("tides", "ada")[1].parts[0].output == "seen"
    assert taken(store)[0] == ()


def test_one_id_at_once_is_said_once(store):
    """A message that is delivered twice at the same time is one row, though both may be answered."""
    barrier = Barrier(2)

    def model(_):
        barrier.wait(20)
        return "At six."

    talk = Conversation(store, model, thread_id="tides", resource_id="ada")
    with ThreadPoolExecutor(2) as pool:
        sent = list(pool.map(lambda _: talk.send("When?", message_id="q1"), range(2)))

    assert [one.unwrap().text for one in sent] == ["At six."] * 2
    assert said(store).count("When?") == 1


def test_a_prompt_is_never_half_a_turn(store):
    """While many talk, every request is one that the provider takes."""
    faults = []

    def model(request):
        faults.extend(find_faults(Prompt(request.prompt.messages), CLAUDE))
        return echo(request)

    talk = Conversation(store, CallableProvider(model, CLAUDE), thread_id="tides", resource_id="ada")
    with ThreadPoolExecutor(4) as pool:
        sent = list(pool.map(talk.send, ASKED * 3))

    assert len(sent) == 24
    assert faults == []
