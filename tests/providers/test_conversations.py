"""Conversations through the official SDKs: one thread goes from provider to provider, and each takes what it is sent."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import ExitStack
from select import select
from threading import Event

import pytest
from returns.pipeline import is_successful

from segue.kinds import Loss
from segue.messages import StoredReasoning, ToolInvocation
from segue.targets import Target
from segue_shell.conversation import Conversation
from segue_shell.providers import TextDelta
from segue_shell.stores import SqliteStore
from tests.conversation.conftest import gathered
from tests.providers.cases import CASES, OPENAI_RESPONSES
from tests.providers.servers import LoopbackServer
from tests.providers.servers.openai_chat import error

BOARD = {"board": lambda train="9:40", stops=(): f"{train} leaves on time, {len(stops)} stops."}
PATIENCE = 120
"""Seconds after which a process that says nothing is given up."""
each = pytest.mark.parametrize("case", CASES, ids=lambda case: case.target)


def talking(store, provider, **options):
    """Return a conversation with a provider about trains."""
    return Conversation(store, provider, thread_id="trains", resource_id="ada", system="You know the trains.", tools=BOARD, **options)


def everything(talk, way, text):
    """Return all that a way of sending gives, and let go of connections."""
    (made,) = talk.providers

    async def in_loop():
        try:
            return await gathered(getattr(talk, way)(text))
        finally:
            await made.close_async()

    if way.endswith("_async"):
        return asyncio.run(in_loop())
    given = getattr(talk, way)(text)
    return list(given) if way == "stream" else [given]


@pytest.fixture
def path(tmp_path):
    """Name a file that is not there."""
    return tmp_path / "chat.db"


@each
@pytest.mark.parametrize("way", ["send", "send_async", "stream", "stream_async"])
def test_each_provider_by_itself(path, case, way):
    """Calls are run, results go back, the reply and its figures are stored; in all four ways."""
    with LoopbackServer(case.api([case.calling, case.said])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        *pieces, sent = everything(talking(store, made), way, "Is the 9:40 to Bergen late?")
        made.close()
        question, calling, said = store.list_messages("trains", "ada")

    assert sent.unwrap().text == "It leaves on time."
    assert not pieces or "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)).endswith("It leaves on time.")
    assert [part.state for part in calling.parts if isinstance(part, ToolInvocation)] == ["result", "result"]
    assert case.usage.items() <= said.metadata["usage"].items()
    assert (said.metadata["finishReason"], calling.metadata["finishReason"]) == case.finish
    assert question.parts[0].text == "Is the 9:40 to Bergen late?"


@pytest.mark.parametrize("order", [CASES, CASES[::-1]], ids=["there", "and back"])
def test_through_all_of_them(path, order):
    """With thoughts and calls of each in the history, every provider takes it, from a file that is opened anew each time."""
    with ExitStack() as stack:
        for case in (*order, order[0]):
            server = stack.enter_context(LoopbackServer(case.api([case.calling, case.said])))
            made = case.made(server)
            with SqliteStore(path, synchronous="NORMAL") as store:
                sent = talking(store, made).send(f"{case.target}: is the 9:40 to Bergen late?")
            made.close()
            assert is_successful(sent), str(sent.failure())
            assert sent.unwrap().text == "It leaves on time."
    with SqliteStore(path) as store:
        rows = store.list_messages("trains", "ada")

    assert len(rows) == 3 * (len(order) + 1)
    assert [Target.of(row.metadata["provider"]).provider for row in rows if row.role == "assistant"][::2] == [
        Target.of(case.target).provider for case in (*order, order[0])
    ]


def killed_at(step, case, server, path, text):
    """Talk in a process of its own, and kill it at the first event of this name."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            talking(SqliteStore(path), case.made(server), listeners=[lambda event: stop(writer) if type(event).__name__ == step else None]).send(text)
        finally:
            os._exit(1)
    os.close(writer)
    assert select([reader], [], [], PATIENCE)[0]
    assert os.read(reader, 1) == b"!", "the process ended before it could be killed"
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL


def stop(writer):
    """Say that the place is reached, and wait to be killed."""
    os.write(writer, b"!")
    Event().wait()


def test_through_all_of_them_killed_at_each(path):
    """Killed after the question was stored, or after a reply arrived, the thread goes on from its file, at each provider in turn."""
    for number, case in enumerate(CASES):
        step, before = (("Saved", []), ("Replied", [case.calling]))[number % 2]
        with LoopbackServer(case.api([*before, case.calling, case.said])) as server:
            killed_at(step, case, server, path, f"{case.target}: is the 9:40 to Bergen late?")
            made = case.made(server)
            with SqliteStore(path) as store:
                sent = talking(store, made).retry()
                rows = store.list_messages("trains", "ada")
            made.close()
        assert is_successful(sent), str(sent.failure())
        assert sent.unwrap().text == "It leaves on time."
        assert [row.role for row in rows] == ["user", "assistant", "assistant"] * (number + 1)


UNREADABLE = "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed."


@pytest.mark.parametrize("way", ["send", "send_async", "stream", "stream_async"])
def test_a_rejection_is_repaired_once(path, way):
    """A 400 that a rule knows, in the SDK's own exception, is corrected, and the corrected request is taken."""
    case, refused = OPENAI_RESPONSES, error(UNREADABLE, 400, code="invalid_encrypted_content")
    with LoopbackServer(case.api([case.calling, case.said, refused, case.said])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        talking(store, made).send("Is the 9:40 to Bergen late?").unwrap()
        heard = []
        *_, sent = everything(talking(store, made, listeners=[heard.append]), way, "And now?")
        made.close()

    assert sent.unwrap().text == "It leaves on time."
    assert [event.rule for event in heard if type(event).__name__ == "Repaired"] == ["openai-responses-foreign-reasoning"]
    assert ["reasoning" in str(body["input"]) for body in server.bodies[2:]] == [True, False]


@each
def test_ones_own_thoughts_come_back(path, case):
    """What a provider thought, it is shown again: none of it is lost on the way through the store."""
    with LoopbackServer(case.api([case.calling, case.said, case.said])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        talk = talking(store, made)
        first = talk.send("Is the 9:40 to Bergen late?").unwrap()
        thoughts = [part for row in store.list_messages("trains", "ada") for part in row.parts if isinstance(part, StoredReasoning)]
        second = talk.send("And now?").unwrap()
        made.close()

    assert [change for change in (*first.changes, *second.changes) if Loss.REASONING in change.losses] == []
    assert len(thoughts) == sum(type(part).__name__ == "ReasoningPart" for part in first.messages[0].content)


@each
def test_the_next_provider_takes_over(path, case):
    """Where one is overloaded, the next gets a rewrite of its own and answers."""
    other = next(one for one in CASES if one is not case)
    with (
        LoopbackServer(other.api([other.calling, other.said, other.overloaded])) as busy,
        LoopbackServer(case.api([case.said])) as free,
        SqliteStore(path, synchronous="NORMAL") as store,
    ):
        first, second = other.made(busy), case.made(free)
        talk = talking(store, [first, second])
        talk.send("Is the 9:40 to Bergen late?").unwrap()
        sent = talk.send("And now?")
        first.close(), second.close()

    assert (sent.unwrap().text, str(sent.unwrap().target)) == ("It leaves on time.", str(second.target))


@each
@pytest.mark.parametrize("way", ["stream", "stream_async"])
def test_a_stream_that_is_cut(path, case, way):
    """What arrived is in the failure and not in the rows; the reply can be asked for again."""
    with LoopbackServer(case.api([case.begun("cut"), case.said])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        talk = talking(store, made)
        *_, sent = everything(talk, way, "Is the 9:40 to Bergen late?")
        rows = len(store.list_messages("trains", "ada"))
        again = talk.retry()
        made.close()

    assert "It leaves on time.".startswith(sent.failure().attempts[0].partial)
    assert (rows, bool(sent.failure().attempts[0].partial)) == (1, True)
    assert again.unwrap().text == "It leaves on time."


@each
@pytest.mark.parametrize("way", ["stream", "stream_async"])
def test_whoever_stops_listening_hangs_up(path, case, way):
    """Closing the stream closes the connection, and keeps the words that were heard."""
    with LoopbackServer(case.api([case.begun("held")])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        stream = getattr(talking(store, made), way)("Is the 9:40 to Bergen late?")
        if way == "stream":
            heard = next(stream)
            stream.close()
        else:
            heard = asyncio.run(first_of(stream, made))
        assert server.hung_up.wait(20)
        made.close()
        kept = store.list_messages("trains", "ada")[1:]

    assert [part.text for row in kept for part in row.parts] == [heard.text]
    assert kept[0].metadata["finishReason"] == "interrupted"


async def first_of(stream, made):
    """Listen to one piece, then stop."""
    heard = await anext(stream)
    await stream.aclose()
    await made.close_async()
    return heard


@each
def test_a_refusal(path, case):
    """What a provider refuses for a reason that no rule knows is a failure, with its words and its status."""
    with LoopbackServer(case.api([case.refused])) as server, SqliteStore(path, synchronous="NORMAL") as store:
        made = case.made(server)
        sent = talking(store, made).send("Is the 9:40 to Bergen late?")
        made.close()

    (attempt,) = sent.failure().attempts
    assert (attempt.failure.status, "prompt is too long" in attempt.failure.message) == (case.refused_status, True)
