"""A stream yields the pieces of replies as they arrive, and last what a send returns; whoever stops listening ends the call."""

from __future__ import annotations

import asyncio

import pytest

from segue.failures import CallFailure
from segue.prompts import assistant, call
from segue_shell.conversation import Attempt, Retracted
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta
from tests.conversation.conftest import gathered
from tests.conversation.scripted import CLAUDE, GPT, Scripted
from tests.conversation.test_sending import Breaking

CUT = CallFailure("the connection was closed")
STREAMS = ("stream", "stream_async")
each_way = pytest.mark.parametrize("way", STREAMS)


def pieces(talk, way, *given):
    """Return all that a stream yields."""
    made = getattr(talk, way)(*given)
    return asyncio.run(gathered(made)) if way == "stream_async" else list(made)


@each_way
def test_pieces_come_before_the_turn(talk, way):
    """Words come as they arrive, the turn last."""
    *said, sent = pieces(talk("At six."), way, "When is low tide?")

    assert said == [TextDelta("At"), TextDelta(" "), TextDelta("six.")]
    assert sent.unwrap().text == "At six."


def test_nothing_is_done_before_somebody_listens(talk, rows):
    """A stream that nobody asks for a piece has stored nothing and called nobody."""
    made = talk("At six.")
    stream = made.stream("When is low tide?")

    assert (rows(), made.providers[0].requests) == ([], [])
    next(stream)
    assert len(rows()) == 1
    stream.close()


@each_way
def test_all_replies_of_a_send_come_in_pieces(talk, way):
    """With a function between them, both replies are streamed."""
    made = talk(assistant("I look.", call("c1", "tides")), "At six.", tools={"tides": lambda: "6:12"})
    *said, sent = pieces(made, way, "When is low tide?")

    assert "".join(piece.text for piece in said if isinstance(piece, TextDelta)) == "I look.At six."
    assert [piece for piece in said if isinstance(piece, ToolCallDelta)] == [ToolCallDelta(0, "c1", "tides", "")]
    assert len(sent.unwrap().messages) == 3


@each_way
def test_a_cut_stream_is_a_failure_that_has_the_words(talk, way, rows):
    """What arrived is in the failure, and is not stored: the rows are what they were."""
    made = talk([TextDelta("At "), TextDelta("si"), CUT])
    *_, sent = pieces(made, way, "When is low tide?")

    assert sent.failure().attempts == (Attempt(made.providers[0].target, CUT, "", "At si"),)
    assert rows() == [("user", "When is low tide?")]


@each_way
def test_words_are_retracted_before_the_next_provider_speaks(talk, way, rows):
    """Between the words of a call that failed and those of the next one stands that the former are void."""
    made = talk(providers=[Scripted(CLAUDE, [[TextDelta("At si"), CUT]]), Scripted(GPT, ["At six."])])
    *said, sent = pieces(made, way, "When is low tide?")

    assert said == [TextDelta("At si"), Retracted(), TextDelta("At"), TextDelta(" "), TextDelta("six.")]
    assert sent.unwrap().text == "At six."
    assert rows()[1:] == [("assistant", "At six.")]


@each_way
def test_nothing_is_retracted_where_nothing_was_said(talk, way):
    """A call that failed before its first piece leaves no trace in the stream."""
    made = talk(providers=[Scripted(CLAUDE, [CUT]), Scripted(GPT, ["At six."])])

    assert Retracted() not in pieces(made, way, "When is low tide?")


@each_way
def test_a_stream_without_end_is_a_failure(talk, way):
    """A provider that stops without saying how it ended has failed."""

    class Mute(Scripted):
        def stream(self, _):
            yield TextDelta("At")

        async def stream_async(self, _):
            yield TextDelta("At")

    *_, sent = pieces(talk(providers=Mute(CLAUDE, [])), way, "When is low tide?")

    assert sent.failure().attempts[0].failure.message == "the stream ended without an outcome"


def heard(talk, way, count, given="When is low tide?"):
    """Listen to so many pieces, then stop."""
    if way == "stream":
        stream = talk.stream(given)
        said = [next(stream) for _ in range(count)]
        stream.close()
        return said

    async def listen():
        stream = talk.stream_async(given)
        said = [await anext(stream) for _ in range(count)]
        await stream.aclose()
        return said

    return asyncio.run(listen())


@each_way
def test_whoever_stops_listening_ends_the_call(talk, way, rows):
    """The provider's stream is closed, and the words that were heard are stored as the reply."""
    made = talk("At six.")
    heard(made, way, 2)

    assert made.providers[0].closed == 1
    assert rows() == [("user", "When is low tide?"), ("assistant", "At ")]


@each_way
def test_a_reply_that_was_stopped_says_so(talk, way, store):
    """Its row tells who spoke, and that it was interrupted."""
    heard(talk("At six."), way, 2)

    told = {"provider": "anthropic", "modelId": "claude-sonnet-4-5", "finishReason": "interrupted"}
    assert store.list_messages("tides", "ada")[1].metadata == told


@each_way
def test_without_words_nothing_is_kept(talk, way, rows):
    """Thoughts and half a call are no reply."""
    made = talk([ReasoningDelta("Ebb."), ToolCallDelta(0, "c1", "tides", "{"), "never"])
    heard(made, way, 2)

    assert rows() == [("user", "When is low tide?")]


@each_way
def test_words_that_cannot_be_stored_break_nothing(talk, way):
    """Closing the stream of a store that breaks raises nothing; an event tells."""
    told, store = [], Breaking()
    heard(talk("At six.", store=store, listeners=[told.append]), way, 2)

    assert [type(event).__name__ for event in told][-2:] == ["Interrupted", "NotSaved"]


@each_way
def test_the_conversation_goes_on_after_an_interrupt(talk, way):
    """The next call has the words that were kept."""
    made = talk("At six.", "As I said.")
    heard(made, way, 2)
    pieces(made, way, "Go on.")

    said = [part.text for message in made.providers[0].requests[-1].prompt.messages for part in message.content]
    assert said == ["When is low tide?", "At ", "Go on."]


def test_ctrl_c_within_the_provider_keeps_the_words(talk, rows):
    """An interrupt while the next piece is awaited is as closing the stream."""

    class Slow(Scripted):
        def stream(self, _):
            yield TextDelta("At si")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(talk(providers=Slow(CLAUDE, [])).stream("When is low tide?"))
    assert rows()[1:] == [("assistant", "At si")]


def test_ctrl_c_within_a_whole_call_leaves_the_rows(talk, rows):
    """Nothing was heard, so nothing is kept, and the reply can be asked for again."""

    def slow(_):
        raise KeyboardInterrupt

    made = talk(providers=slow)
    with pytest.raises(KeyboardInterrupt):
        made.send("When is low tide?")
    assert rows() == [("user", "When is low tide?")]
    assert made.to(lambda _: "At six.").retry().unwrap().text == "At six."


async def cancelled(task, begun):
    """Cancel a task once it has begun."""
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_cancelling_a_stream_keeps_the_words(talk, rows):
    """A task that is cancelled while it waits for the next piece stores what it heard."""

    async def run():
        begun = asyncio.Event()

        class Slow(Scripted):
            async def stream_async(self, _):
                yield TextDelta("At si")
                begun.set()
                await asyncio.Event().wait()

        await cancelled(asyncio.create_task(gathered(talk(providers=Slow(CLAUDE, [])).stream_async("When is low tide?"))), begun)

    asyncio.run(run())
    assert rows()[1:] == [("assistant", "At si")]


def test_cancelling_a_send_leaves_the_rows(talk, rows):
    """A task that is cancelled while the provider answers has stored what was said, and nothing else."""

    async def run():
        begun = asyncio.Event()

        async def slow(_):
            begun.set()
            await asyncio.Event().wait()

        await cancelled(asyncio.create_task(talk(providers=slow).send_async("When is low tide?")), begun)

    asyncio.run(run())
    assert rows() == [("user", "When is low tide?")]
