"""Any callable is a provider: what it gives is a reply, what it raises a failure."""

from __future__ import annotations

import asyncio

import pytest
from returns.result import Failure, Success

from segue.failures import CallFailure
from segue.models import Model
from segue.parts import TextPart
from segue.prompts import Request, assistant, call, prompt, user
from segue.targets import Target
from segue_shell.providers import Reply, TextDelta
from segue_shell.providers.callables import CallableProvider, as_provider

ASKED = Request(prompt(user("When?")))
CLAUDE = "anthropic/claude-sonnet-4-5"
MAKER = Model("anthropic", "claude-sonnet-4-5")


class Rejected(Exception):
    """As an SDK raises it."""

    status_code = 400
    body = '{"error": {"message": "too long"}}'


def called(given, way, target=CLAUDE):
    """Return what a callable that gives this comes to."""

    def function(request):
        assert request is ASKED
        if isinstance(given, Exception):
            raise given
        return given

    async def later(request):
        return function(request)

    if way == "called":
        return CallableProvider(function, target).call(ASKED)
    return asyncio.run(CallableProvider(later if way == "awaited" else function, target).call_async(ASKED))


WAYS = pytest.mark.parametrize("way", ["called", "awaited", "in a thread"])
GIVEN = {
    "text": ("At six.", Reply(assistant("At six.", origin=MAKER))),
    "a message": (assistant(call("c1", "tides")), Reply(assistant(call("c1", "tides"), origin=MAKER))),
    "a reply": (Reply(assistant("At six."), finish="stop"), Reply(assistant("At six.", origin=MAKER), finish="stop")),
    "a success": (Success("At six."), Reply(assistant("At six.", origin=MAKER))),
    "another's": (assistant("At six.", origin=Model("xai")), Reply(assistant("At six.", origin=Model("xai")))),
}


@WAYS
@pytest.mark.parametrize(("given", "reply"), GIVEN.values(), ids=GIVEN)
def test_what_it_gives_is_a_reply(given, reply, way):
    """Text, message, reply or success: a reply of the target's model, unless it tells another."""
    assert called(given, way) == Success(reply)


FAILED = {
    "a failure": (Failure(CallFailure("too long", 400)), CallFailure("too long", 400)),
    "a failure of words": (Failure("too long"), CallFailure("too long")),
    "a failure of an exception": (Failure(Rejected("no")), CallFailure("no", 400, '{"error": {"message": "too long"}}')),
    "an exception": (Rejected("no"), CallFailure("no", 400, '{"error": {"message": "too long"}}')),
    "an exception without words": (TimeoutError(), CallFailure("TimeoutError")),
}


@WAYS
@pytest.mark.parametrize(("given", "failure"), FAILED.values(), ids=FAILED)
def test_what_it_raises_is_a_failure(given, failure, way):
    """With the exception's words, status and body, so that the rules know it."""
    assert called(given, way) == Failure(failure)


@WAYS
def test_what_is_no_reply_is_a_mistake(way):
    """A caller's function that gives anything else is told so."""
    with pytest.raises(TypeError, match="a provider gives a text, an AssistantMessage, a Reply or a Result, not int"):
        called(7, way)


def test_without_target_the_maker_is_not_known():
    """Nothing is made up."""
    assert called("At six.", "called", None).unwrap().message.origin is None


def test_what_is_to_be_awaited_is_not_called():
    """An async function in a sync call is a caller's mistake."""

    async def later(_):
        return "At six."

    with pytest.raises(TypeError, match="to be awaited: use send_async"):
        CallableProvider(later).call(ASKED)


def test_it_streams_in_one_piece():
    """The words come as one piece, then the reply; a failure alone."""

    async def pieces(made):
        return [piece async for piece in made.stream_async(ASKED)]

    made = CallableProvider(lambda _: "At six.")
    whole = [TextDelta("At six."), Success(Reply(assistant("At six.")))]
    assert list(made.stream(ASKED)) == asyncio.run(pieces(made)) == whole
    assert list(CallableProvider(lambda _: Failure("no")).stream(ASKED)) == [Failure(CallFailure("no"))]


def test_closing_it_does_nothing():
    """It holds no connection of ours."""
    made = CallableProvider(lambda _: "At six.")
    made.close()
    asyncio.run(made.close_async())
    assert made.call(ASKED).unwrap().message.content == (TextPart("At six."),)


def test_what_counts_as_a_provider(monkeypatch):
    """A provider is one, a callable is made one, a target is called with the environment's key, and nothing else is any."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    made = CallableProvider(len)

    assert as_provider(made) is made
    assert as_provider(len) == made
    assert as_provider(CLAUDE).target == Target.of(CLAUDE)
    with pytest.raises(TypeError, match="7 is no provider"):
        as_provider(7)
