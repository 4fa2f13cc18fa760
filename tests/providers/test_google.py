"""Gemini: replies put together from chunks, calls that have no ids, and where it is called."""

from __future__ import annotations

import asyncio

import pytest
from google.genai import types

from segue.formats.gemini import GEMINI
from segue.parts import ReasoningPart, ToolCallPart
from segue.prompts import Prompt, Request
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta, provider
from segue_shell.providers.gemini_chunks import GeminiPieces
from segue_shell.providers.google import GoogleProvider, _Closing
from segue_shell.providers.refusals import UnreadableReply
from tests.providers.cases import GEMINI as CASE
from tests.providers.cases import HELLO
from tests.providers.servers import Answer, LoopbackServer
from tests.providers.servers import google as gemini
from tests.providers.servers.loopback import events_answer, json_answer


def told(*chunks):
    """Return the deltas of chunks, and the parts that they make."""
    pieces = GeminiPieces()
    deltas = [delta for chunk in chunks for delta in pieces.add(chunk)]
    return deltas, pieces.whole()["candidates"][0]["content"].get("parts")


def chunk(*parts, finish=None, **more):
    """Make a chunk of parts."""
    return {"candidates": [{"content": {"role": "model", "parts": [*parts]}, **({"finishReason": finish} if finish else {})}], **more}


@pytest.mark.parametrize("reply", [CASE.said, CASE.calling], ids=["words", "calls"])
def test_chunks_make_the_whole_reply(reply):
    """What chunks make is the reply as it would have come unstreamed; each chunk is of the API's own types."""
    pieces = GeminiPieces()
    for one in gemini.chunks(reply):
        types.GenerateContentResponse.model_validate(one)
        list(pieces.add(one))

    assert pieces.whole() == reply


def test_signed_parts_stay_apart():
    """Texts that go on are one part; one that is signed, even an empty one, stays the part it is, and thoughts are no words."""
    sealed = {"text": "", "thoughtSignature": "CpwB"}
    parts = [{"text": "Hm. ", "thought": True}, {"text": "Oh.", "thought": True}, {"text": "On "}, {"text": "time."}, sealed, {"text": "!"}]

    assert told(*map(chunk, parts), chunk(finish="STOP")) == (
        [ReasoningDelta("Hm. "), ReasoningDelta("Oh."), TextDelta("On "), TextDelta("time."), TextDelta("!")],
        [{"text": "Hm. Oh.", "thought": True}, {"text": "On time."}, sealed, {"text": "!"}],
    )


def test_other_parts_are_kept():
    """Code, its result and pictures are parts of the reply."""
    parts = [{"executableCode": {"language": "PYTHON", "code": "1"}}, {"codeExecutionResult": {"outcome": "OUTCOME_OK"}}, {"inlineData": {"data": "UE5H"}}]

    assert told(*map(chunk, parts), chunk(finish="STOP")) == ([], parts)


@pytest.mark.parametrize("given", [5, {"candidates": 5}, chunk(5), {"candidates": [{"content": 5}]}, {"candidates": [{"content": {"parts": {}}}]}])
def test_chunks_that_are_none(given):
    """A chunk that is not what the API promises is named, and nothing else is raised."""
    with pytest.raises(UnreadableReply, match="expected"):
        list(GeminiPieces().add(given))


@pytest.mark.parametrize("more", [{"willContinue": True}, {"partialArgs": [{"jsonPath": "$.train", "stringValue": "9"}]}])
def test_arguments_in_pieces(more):
    """Arguments that are streamed in pieces, for who asks for them so, are not taken for a call without any."""
    with pytest.raises(UnreadableReply, match="leave out streamFunctionCallArguments"):
        told(chunk({"functionCall": {"name": "board", **more}}))


def ids(message):
    """Return the ids of a message's calls."""
    return [part.id for part in message.content if isinstance(part, ToolCallPart)]


def test_calls_without_ids_get_some():
    """Calls of two replies never share an id; an id that came is kept; streamed, they are told by the ids that they have in the end."""
    call = {"functionCall": {"name": "board", "args": {}}}
    named = {"functionCall": {"name": "board", "args": {}, "id": "own"}}
    replies = [gemini.generated(call, call, id="first"), gemini.generated(call, id="second"), gemini.generated(call, named, call, id="third")]
    with LoopbackServer([*map(json_answer, replies), events_answer(gemini.written(gemini.chunks(replies[2])))]) as server:
        made = CASE.made(server)
        whole = [made.call(HELLO).unwrap().message for _ in replies]
        *pieces, outcome = made.stream(HELLO)
        made.close()

    assert [ids(message) for message in whole] == [["first-0", "first-1"], ["second-0"], ["third-0", "own", "third-2"]]
    assert [piece.id for piece in pieces if isinstance(piece, ToolCallDelta) and not piece.arguments] == ids(outcome.unwrap().message) == ids(whole[2])
    assert GEMINI.encode(Request(Prompt((whole[2],))))["contents"][0]["parts"] == [call, named, call]


def test_a_reply_without_id():
    """Where not even the reply has an id, its calls have those that the format gives."""
    reply = {key: value for key, value in gemini.generated({"functionCall": {"name": "board", "args": {}}}).items() if key != "responseId"}
    with LoopbackServer([json_answer(reply)]) as server:
        made = CASE.made(server)
        message, _ = made.call(HELLO).unwrap().message, made.close()

    assert ids(message) == ["gemini-0-board"]


BLOCKED = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 7}, "modelVersion": "gemini-3-pro-preview"}


def test_a_prompt_that_was_blocked():
    """A prompt that was not answered at all is a failure that says why, whole and streamed."""
    with LoopbackServer([json_answer(BLOCKED), events_answer(gemini.written([BLOCKED]))]) as server:
        made = CASE.made(server)
        outcomes = [made.call(HELLO), *made.stream(HELLO)]
        made.close()

    assert [outcome.failure().message for outcome in outcomes] == ["the reply cannot be read: the prompt was blocked: PROHIBITED_CONTENT"] * 2


@pytest.mark.parametrize("content", [{"content": {"role": "model"}}, {}, {"content": {}}, {"content": {"parts": []}}])
def test_a_reply_without_words(content):
    """A reply that was stopped before its first word is empty, and says why."""
    reply = {"candidates": [{**content, "finishReason": "MAX_TOKENS"}], "modelVersion": "gemini-3-pro-preview"}
    with LoopbackServer([json_answer(reply), events_answer(gemini.written([reply]))]) as server:
        made = CASE.made(server)
        replies = [made.call(HELLO).unwrap(), [*made.stream(HELLO)][-1].unwrap()]
        made.close()

    assert [(reply.message.content, reply.finish) for reply in replies] == [((), "MAX_TOKENS")] * 2


def vertex_answer(received):
    """Answer as Vertex does with a key, which has the publisher in the address."""
    path = "/v1beta1/publishers/google/models/gemini-3-pro-preview:generateContent"
    assert (received.path, received.headers["x-goog-api-key"]) == (path, gemini.KEY)
    return json_answer(CASE.said)


def test_gemini_at_vertex(monkeypatch):
    """At Vertex the model has another address, and the maker is Vertex."""
    for name in ("GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"):
        monkeypatch.delenv(name, raising=False)
    with LoopbackServer(vertex_answer) as server:
        made = provider("vertex/gemini-3-pro-preview", api_key=gemini.KEY, base_url=server.url, max_retries=0)
        message, _ = made.call(HELLO).unwrap().message, made.close()

    assert message.origin.provider == "vertex"


def test_a_model_with_a_path(monkeypatch):
    """A tuned model is called by the path that names it; settings of the environment do not move the call elsewhere."""
    monkeypatch.setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
    with LoopbackServer([json_answer(CASE.said)]) as server:
        made = GoogleProvider("google/tunedModels/trains-1", api_key=gemini.KEY, base_url=server.url, max_retries=0)
        made.call(HELLO)
        made.close()

    assert server.requests[0].path.endswith("/tunedModels/trains-1:generateContent")


def test_headers_go_along():
    """Headers of the caller's go with each request."""
    with LoopbackServer([json_answer(CASE.said)]) as server:
        made = CASE.made(server, headers={"x-trace": "9"})
        made.call(HELLO)
        made.close()

    assert server.requests[0].headers["x-trace"] == "9"


def test_an_error_in_a_reply():
    """An error under a status of 200, whole or in place of a stream, is a failure with the status that it names."""
    body = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}
    with LoopbackServer([json_answer(body)] * 3) as server:
        made = CASE.made(server)
        outcomes = [made.call(HELLO), *made.stream(HELLO), *asyncio.run(streamed(made))]
        made.close()

    assert [(outcome.failure().message, outcome.failure().status) for outcome in outcomes] == [("The model is overloaded.", 503)] * 3


async def streamed(made):
    """Return all that a stream yields in an event loop."""
    said = [event async for event in made.stream_async(HELLO)]
    await made.close_async()
    return said


def test_a_page_instead_of_a_reply():
    """A gateway's page is kept as it came."""
    with LoopbackServer([Answer(status=502, headers={"content-type": "text/html"}, content=b"<h1>Bad gateway</h1>")]) as server:
        made = CASE.made(server)
        failure, _ = made.call(HELLO).failure(), made.close()

    assert (failure.status, failure.body) == (502, "<h1>Bad gateway</h1>")


def test_a_missing_key(monkeypatch):
    """Who has no key is told where it is looked for; who names another provider, that nobody knows its address."""
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(ValueError, match="no key for google: set GEMINI_API_KEY or GOOGLE_API_KEY, or pass api_key"):
        provider("google/gemini-3-pro-preview")
    with pytest.raises(ValueError, match="does not know where openrouter speaks the API of google and vertex: pass base_url"):
        provider("openrouter.generative-ai/google/gemini-3-pro")


def test_answers_of_other_libraries_are_closed():
    """The SDK may stand on a library whose answers are closed without awaiting."""
    closed = []

    class Stream:
        def close(self):
            closed.append(True)

    async def use():
        async with _Closing(Stream()):
            assert not closed

    asyncio.run(use())
    assert closed == [True]


def test_other_services_get_no_key_of_googles(monkeypatch):
    """A service of one's own that speaks Gemini's API is called without Google's key."""
    monkeypatch.setenv("GEMINI_API_KEY", gemini.KEY)
    with LoopbackServer([json_answer(CASE.said)]) as server:
        made = GoogleProvider("acme/own-model", base_url=server.url, max_retries=0)
        made.call(HELLO).unwrap()
        made.close()

    assert server.requests[0].headers["x-goog-api-key"] == "none"


def test_thoughts_have_their_maker():
    """Thoughts carry the model that made them, as the reply names it."""
    with LoopbackServer([json_answer(CASE.calling)]) as server:
        made = CASE.made(server)
        message, _ = made.call(HELLO).unwrap().message, made.close()

    assert [str(part.origin) for part in message.content if isinstance(part, ReasoningPart)] == ["google/gemini-3-pro-preview"]
