"""What all providers do alike, each through its official SDK against a server that is as strict as the real one."""

from __future__ import annotations

import asyncio
import json

import pytest
from returns.pipeline import is_successful

from segue.engine import rewrite_request
from segue.json_values import freeze_object, thaw
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.prompts import Request, ToolDefinition, assistant, call, prompt, result, tool, user
from segue.rules import BUILT_IN
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta, provider
from segue_shell.providers.calling import payload
from tests.providers.cases import CASES, HELLO
from tests.providers.servers import Answer, LoopbackServer

BOARD = ToolDefinition("board", "Shows departures.", freeze_object({"type": "object", "properties": {"train": {"type": "string"}}}))
WITH_TOOLS = Request(HELLO.prompt, (BOARD,))
PATIENCE = 30
"""Seconds until a test gives up, on a machine that has much else to do."""
KINDS = ("application/json", "text/plain", "text/html")
NO_REPLIES = (b"", b"null", b"[]", b"{}", b'"x"', b"<html>", b'{"content": 5, "choices": [5], "output": 5, "candidates": 5}', b"\xff")
each = pytest.mark.parametrize("case", CASES, ids=lambda case: case.target)


def texts(message, kind):
    """Return the texts of parts of a kind."""
    return [part.text for part in message.content if isinstance(part, kind)]


def calls(message):
    """Return the calls of a message: id, name, and what each was given."""
    given = [part for part in message.content if isinstance(part, ToolCallPart)]
    return [(part.id, part.name, json.loads(part.input) if isinstance(part.input, str) else thaw(part.input)) for part in given]


def ask_all(made, request):
    """Return the outcomes of all four ways to ask."""
    outcome, said = asyncio.run(in_loop(made, request))
    return [made.call(request), last_of(made, request), outcome, said[-1]]


def last_of(made, request):
    """Return the outcome of a stream."""
    *_, outcome = made.stream(request)
    return outcome


async def in_loop(made, request):
    """Return what a call gives, and all that a stream yields, in an event loop."""
    outcome, said = await made.call_async(request), [event async for event in made.stream_async(request)]
    await made.close_async()
    return outcome, said


@each
def test_half_a_character_is_sent_as_its_stand_in(case):
    """Texts, results and arguments that were cut within a character do not end the call; whole characters go as they are."""
    asked = assistant(call("call_1a2b3", "board", {"train": "9:40 \udc00", "sign": "\ud83d\ude00"}))
    cut = prompt(user("Is it late? \ud83d"), asked, tool(result("call_1a2b3", "\ude02 No. 🚆")), user("And back?"))
    with LoopbackServer(case.api([case.said] * 4)) as server:
        outcomes = ask_all(case.made(server), Request(cut, (BOARD,)))

        assert all(map(is_successful, outcomes)), outcomes
        assert all(all(one in received.text for one in ("Is it late? ", "No. ")) for received in server.requests)
        assert {char for received in server.requests for char in json.dumps(received.body, ensure_ascii=False) if not char.isascii()} == {"\ufffd", "😀", "🚆"}


@each
def test_a_whole_reply(case):
    """The reply is a message with its maker, its figures and its end, in the provider's own words."""
    with LoopbackServer(case.api([case.said])) as server:
        made = case.made(server)
        reply = made.call(HELLO).unwrap()
        made.close()

    assert texts(reply.message, TextPart) == ["It leaves on time."]
    assert reply.message.origin.provider == made.target.provider
    assert case.usage.items() <= reply.usage.items()
    assert reply.finish == case.finish[0]


@each
def test_a_streamed_reply(case):
    """Pieces come as they arrive, and last the reply, which is what it would have been unstreamed."""
    with LoopbackServer(case.api([case.said] * 2)) as server:
        made = case.made(server)
        *pieces, outcome = made.stream(HELLO)
        whole = made.call(HELLO)
        made.close()

    assert len(pieces) > 1
    assert {type(piece) for piece in pieces} == {TextDelta}
    assert "".join(piece.text for piece in pieces) == "It leaves on time."
    assert outcome.unwrap().message.content == whole.unwrap().message.content
    assert (outcome.unwrap().usage, outcome.unwrap().finish) == (whole.unwrap().usage, whole.unwrap().finish)


@each
def test_calls_at_once(case):
    """Two calls of one reply are told apart, whole and streamed, and the pieces of their arguments make up the whole."""
    with LoopbackServer(case.api([case.calling] * 2)) as server:
        made = case.made(server)
        *pieces, outcome = made.stream(WITH_TOOLS)
        whole = made.call(WITH_TOOLS).unwrap()
        made.close()
    told = [piece for piece in pieces if isinstance(piece, ToolCallDelta)]
    given = ["".join(piece.arguments for piece in told if piece.index == index) for index in (0, 1)]

    assert [call[1:] for call in calls(whole.message)] == [("board", {"train": "9:40", "stops": ["Voss"]}), ("board", {})]
    assert len({id for id, _, _ in calls(whole.message)}) == 2
    assert calls(outcome.unwrap().message) == calls(whole.message)
    assert [json.loads(text or "{}") for text in given] == [{"train": "9:40", "stops": ["Voss"]}, {}]
    assert list(dict.fromkeys((piece.index, piece.name) for piece in told)) == [(0, "board"), (1, "board")]
    assert whole.finish == outcome.unwrap().finish == case.finish[1]


@each
def test_thoughts(case):
    """Thoughts are streamed as such, carry their maker, and are the same streamed and whole."""
    with LoopbackServer(case.api([case.calling] * 2)) as server:
        made = case.made(server)
        *pieces, outcome = made.stream(WITH_TOOLS)
        whole = made.call(WITH_TOOLS).unwrap().message
        made.close()
    thoughts = [part for part in whole.content if isinstance(part, ReasoningPart)]

    assert [part for part in outcome.unwrap().message.content if isinstance(part, ReasoningPart)] == thoughts
    assert "".join(piece.text for piece in pieces if isinstance(piece, ReasoningDelta)) == "".join(part.text for part in thoughts)
    assert {part.origin for part in thoughts} <= {whole.origin}


@each
def test_a_reply_goes_back_as_it_came(case):
    """What a provider said is written into the next request as it was, signatures and ids included, and is accepted there."""
    with LoopbackServer(case.api([case.calling, case.said, case.calling, case.said])) as server:
        made = case.made(server)
        for ask in (made.call, lambda request: last_of(made, request)):
            said = ask(WITH_TOOLS).unwrap().message
            results = tool(*(result(id, "On time.", name=name) for id, name, _ in calls(said)))
            assert is_successful(ask(Request(prompt(*HELLO.prompt.messages, said, results, user("And now?")), (BOARD,))))
        made.close()
    whole, streamed = server.bodies[1], server.bodies[3]

    assert {key: streamed[key] for key in whole} == whole


@each
def test_in_an_event_loop(case):
    """Called and streamed in an event loop, a provider gives what it gives in threads; in each loop anew."""
    with LoopbackServer(case.api([case.calling] * 6)) as server:
        made = case.made(server)
        first, second = asyncio.run(in_loop(made, WITH_TOOLS)), asyncio.run(in_loop(made, WITH_TOOLS))
        whole, said = made.call(WITH_TOOLS), [*made.stream(WITH_TOOLS)]
        made.close()

    assert first == second == (whole, said)


@each
def test_what_is_sent(case):
    """The body is what segue wrote, the model, and the caller's options; a request's own fields come before these."""
    with LoopbackServer(case.api([case.said])) as server:
        made = case.made(server, **case.options)
        made.call(WITH_TOOLS)
        made.close()
    written = payload(WITH_TOOLS, made.target)

    assert written.items() <= server.bodies[0].items()
    assert case.options.items() <= server.bodies[0].items()


@each
def test_an_error(case):
    """The provider's own words, status and body are in the failure, whole and streamed, in threads and in a loop."""
    with LoopbackServer(case.api([case.refused] * 4)) as server:
        made = case.made(server)
        failed = [made.call(HELLO), last_of(made, HELLO)]
        outcome, said = asyncio.run(in_loop(made, HELLO))
        made.close()

    for one in (*failed, outcome, *said):
        assert "The prompt is too long" in one.failure().message
        assert one.failure().status == case.refused_status
        assert one.failure().body == case.refused.content.decode()


@each
def test_nothing_is_rewritten(case):
    """A history that a provider refuses is sent as it was given, and refused: repairing is the conversation's part."""
    orphan = Request(prompt(*HELLO.prompt.messages, tool(result("c1", "On time.", name="board")), user("And now?")), (BOARD,))
    with LoopbackServer(case.api([case.said] * 2)) as server:
        made = case.made(server)
        failure = made.call(orphan).failure()
        repaired = rewrite_request(orphan, made.target, BUILT_IN).request
        outcome, _ = made.call(repaired), made.close()

    assert failure.status == 400
    assert server.bodies[0].items() >= payload(orphan, made.target).items()
    assert is_successful(outcome)


@each
def test_a_refused_key(case):
    """A key that is refused is neither in the words nor anywhere else, and the body of such an answer is not kept."""
    with LoopbackServer(case.api([])) as server:
        made = case.made(server, api_key="sk-ant-or-proj-not-the-right-one")
        failure = made.call(HELLO).failure()
        made.close()

    assert failure.status == case.forbidden
    assert "not-the-right" not in str(failure)
    assert not failure.body or failure.status not in {401, 403}
    assert "not-the-right" not in repr(made)


@each
def test_secrets_are_masked(case):
    """The key that a provider was given, and what looks like one, is struck out of words and body."""
    leaked = {"error": {"message": f"proxy said: Authorization: Bearer {case.key}; see ?key=AIzaSyA-0123456789abcdefghij", "code": 418, "status": "X"}}
    with LoopbackServer([Answer(status=418, headers={"content-type": "application/json"}, content=json.dumps(leaked).encode())]) as server:
        made = case.made(server)
        failure = made.call(HELLO).failure()
        made.close()

    assert failure.message.startswith("proxy said: Authorization: Bearer [key]")
    assert case.key not in str(failure)
    assert "AIza" not in str(failure)


@each
def test_an_error_in_the_middle(case):
    """After its first words a stream may end in an error, which is the outcome."""
    with LoopbackServer([case.broken] * 2) as server:
        made = case.made(server)
        *pieces, outcome = made.stream(HELLO)
        *again, failed = asyncio.run(streamed(made, HELLO))
        made.close()

    assert "".join(piece.text for piece in pieces) in {"It leaves", "It leaves on"}
    assert outcome.failure().status >= 500
    assert outcome.failure().message
    assert (again, failed) == (pieces, outcome)


async def streamed(made, request):
    """Return all that a stream yields in an event loop."""
    said = [event async for event in made.stream_async(request)]
    await made.close_async()
    return said


@each
@pytest.mark.parametrize("ending", ["cut", "whole"])
def test_a_stream_that_breaks_off(case, ending):
    """A stream without its end, whether the connection broke or the server stopped, is a failure without status, never half a reply."""
    with LoopbackServer([case.begun(ending)] * 2) as server:
        made = case.made(server)
        *pieces, outcome = made.stream(HELLO)
        *again, failed = asyncio.run(streamed(made, HELLO))
        made.close()

    assert pieces == again
    assert outcome.failure().status is failed.failure().status is None
    assert outcome.failure().message


@each
def test_a_connection_that_breaks_off(case):
    """An answer that is cut in the middle is a failure without status."""
    half = Answer(headers={"content-type": "application/json"}, content=json.dumps(case.said).encode()[:40], ending="cut")
    with LoopbackServer([half] * 2) as server:
        made = case.made(server)
        outcome, _ = made.call(HELLO), made.close()

    assert outcome.failure().status is None


@each
def test_no_stream_at_all(case):
    """An error in JSON, or in a gateway's page, in place of a stream is the outcome, in threads and in a loop."""
    page = Answer(headers={"content-type": "text/html"}, content=b"<h1>Sign in</h1>")
    with LoopbackServer([case.refused, page, case.refused, page]) as server:
        made = case.made(server)
        outcomes = [outcome for _ in range(2) for outcome in made.stream(HELLO)]
        again = asyncio.run(streamed_twice(made))
        made.close()

    assert outcomes == again
    assert outcomes[0].failure().status == case.refused_status
    assert outcomes[1].failure().status is None


async def streamed_twice(made):
    """Return all that two streams yield in an event loop."""
    said = [event for _ in range(2) async for event in made.stream_async(HELLO)]
    await made.close_async()
    return said


@each
def test_text_that_cannot_be_written(case):
    """Half a character, which no encoding has, is sent escaped, or is the reason of a failure; it is not raised."""
    with LoopbackServer(lambda _: case.refused) as server:
        made = case.made(server)
        asked = Request(prompt(user("\ud83d")))
        failures = [made.call(asked).failure(), last_of(made, asked).failure()]
        made.close()

    assert all("surrogates not allowed" in failure.message or "The prompt is too long" in failure.message for failure in failures)


@each
def test_nobody_there(case):
    """A server that cannot be reached is a failure without status."""
    with LoopbackServer([]) as server:
        pass
    made = case.made(server)

    assert made.call(HELLO).failure().status is None
    assert last_of(made, HELLO).failure().status is None
    made.close()


@each
def test_a_timeout(case):
    """A server that says nothing in time is a failure without status."""
    with LoopbackServer(lambda _: Answer(held=True)) as server:
        made = case.made(server, timeout=0.1)
        failures = [made.call(HELLO).failure(), last_of(made, HELLO).failure()]
        outcome, said = asyncio.run(in_loop(made, HELLO))
        made.close()

    assert {failure.status for failure in (*failures, outcome.failure(), said[-1].failure())} == {None}
    assert all(failure.message for failure in failures)


@each
def test_closing_a_stream_hangs_up(case):
    """Whoever stops reading closes the connection: the server sees it."""
    with LoopbackServer([case.begun("held")]) as server:
        made = case.made(server)
        pieces = made.stream(HELLO)
        first = next(pieces)
        assert not server.hung_up.is_set()
        pieces.close()
        seen = server.hung_up.wait(PATIENCE)
        made.close()

    assert first.text
    assert seen


@each
def test_cancelling_hangs_up(case):
    """A cancelled call, a cancelled stream and one that was closed close their connections."""
    for answer, ask in ((Answer(held=True), call_and_cancel), (case.begun("held"), stream_and_cancel), (case.begun("held"), stream_and_close)):
        with LoopbackServer([answer]) as server:
            made = case.made(server)
            asyncio.run(ask(made, server))
            assert (case.in_threads and ask is call_and_cancel) or server.hung_up.wait(PATIENCE)
            made.close()


async def call_and_cancel(made, server):
    """Cancel a call once the server has it."""
    task = asyncio.ensure_future(made.call_async(HELLO))
    await asyncio.to_thread(server.asked.wait, PATIENCE)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await made.close_async()


async def stream_and_cancel(made, server):
    """Cancel a stream once it has said something."""
    said = asyncio.Event()

    async def read():
        async for _ in made.stream_async(HELLO):
            said.set()

    task = asyncio.ensure_future(read())
    await said.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.to_thread(server.hung_up.wait, PATIENCE)
    await made.close_async()


async def stream_and_close(made, server):
    """Close a stream once it has said something."""
    pieces = made.stream_async(HELLO)
    await anext(pieces)
    await pieces.aclose()
    await asyncio.to_thread(server.hung_up.wait, PATIENCE)
    await made.close_async()


@each
def test_the_sdk_tries_again(case):
    """What passes is tried again by the SDK, as often as it is told."""
    with LoopbackServer(case.api([case.overloaded, case.said, case.overloaded])) as server:
        patient, impatient = case.made(server, max_retries=1), case.made(server)
        outcomes = [patient.call(HELLO), impatient.call(HELLO)]
        patient.close()
        impatient.close()

    assert is_successful(outcomes[0])
    assert outcomes[1].failure().status == case.overloaded.status
    assert len(server.requests) == 3


@each
def test_a_reply_that_is_none(case):
    """A status of 200 and a body that is not what the API promises is a failure, whole and streamed."""
    answers = [Answer(headers={"content-type": kind}, content=content) for kind in KINDS for content in NO_REPLIES for _ in range(2)]
    with LoopbackServer(answers) as server:
        made = case.made(server)
        outcomes = [outcome for _ in answers[::2] for outcome in (made.call(HELLO), last_of(made, HELLO))]
        made.close()

    assert [outcome for outcome in outcomes if is_successful(outcome)] == []
    assert len(server.requests) == len(answers)


@each
def test_a_closed_provider_opens_again(case):
    """After `close` the next call makes new connections."""
    with LoopbackServer(case.api([case.said] * 2)) as server:
        made = case.made(server)
        first, _, second, _ = made.call(HELLO), made.close(), made.call(HELLO), made.close()

    assert first == second


@each
def test_a_list_that_was_read_is_sent_as_a_body(case):
    """A request that was read from a bare list of messages is sent as a body."""
    with LoopbackServer(case.api([case.said])) as server:
        made = case.made(server)
        sent = Request(HELLO.prompt, shape=case.listed)
        outcome, _ = made.call(sent), made.close()

    assert is_successful(outcome)


def test_the_environment_has_the_key(monkeypatch):
    """Without `api_key` the key is taken from the environment, under the name of the provider's own SDK."""
    for case in CASES:
        for name, value in case.environment.items():
            monkeypatch.setenv(name, value)
        with LoopbackServer(case.api([case.said])) as server:
            made = case.made(server, api_key=None)
            outcome, _ = made.call(HELLO), made.close()

        assert is_successful(outcome)


def test_a_target_without_provider():
    """A name of no model, of no known provider, or of a layout nobody can call, is the caller's mistake."""
    for wrong in ("anthropic", "antropic/claude-sonnet-4-5", "ollama.native/qwen3", None):
        with pytest.raises(ValueError, match=r"no model|did you mean anthropic|write ollama/qwen3"):
            provider(wrong)
