"""The provider for a target, the SDKs behind it, and the threads that some of them need."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from segue_shell.providers import provider
from segue_shell.providers.anthropic import AnthropicProvider
from segue_shell.providers.bedrock import BedrockProvider
from segue_shell.providers.google import GoogleProvider
from segue_shell.providers.openai_chat import OpenAIChatProvider
from segue_shell.providers.openai_responses import OpenAIResponsesProvider
from segue_shell.providers.sdks import sdk
from segue_shell.providers.threads import _tell, awaited, iterated

SDKS = ("anthropic", "openai", "google.genai", "boto3", "botocore", "httpx", "httpx2")
CHOICES = {
    "anthropic/claude-sonnet-4-5": AnthropicProvider, "claude-sonnet-4-5": AnthropicProvider, "openai/gpt-5.2": OpenAIChatProvider,
    "openai.responses/gpt-5.2": OpenAIResponsesProvider, "google/gemini-3-pro-preview": GoogleProvider, "groq/llama-3.3-70b": OpenAIChatProvider,
    "anthropic.chat/claude-sonnet-4-5": OpenAIChatProvider, "ollama/qwen3": OpenAIChatProvider,
}  # fmt: skip


@pytest.mark.parametrize(("target", "kind"), CHOICES.items(), ids=CHOICES)
def test_the_right_provider(target, kind):
    """The endpoint of a target decides which SDK calls it, and what else is given are fields of the body."""
    made = provider(target, api_key="a-key-of-ones-own", temperature=0)

    assert type(made) is kind
    assert made.body({}, streamed=False)["temperature"] == 0
    assert made.target.model == target.rpartition("/")[2]


OWN = {"provider": "my-gateway", "model_id": "tuned-1", "like": "moonshot/kimi-k2.5"}


def test_a_model_like_anothers(monkeypatch):
    """A model that is to be treated like another's is called where it is, without the other's key, and never where the other is."""
    monkeypatch.setenv("MOONSHOT_API_KEY", "sk-moonshot-0123456789")
    with pytest.raises(ValueError, match="my-gateway is no provider segue knows: a service of your own needs base_url"):
        provider(OWN)
    made = provider(OWN, base_url="http://localhost:1/v1")

    assert made.target.provider == "moonshot"
    assert made.body({}, streamed=False) == {"model": "tuned-1"}
    assert "sk-moonshot-0123456789" not in made._secrets
    with pytest.raises(ValueError, match="where my-gateway is: pass base_url"):
        OpenAIChatProvider(OWN)
    for kind, like in ((GoogleProvider, "google/gemini-3-pro-preview"), (BedrockProvider, "bedrock/amazon.nova-pro-v1:0"), (AnthropicProvider, "claude-opus-4-5")):
        with pytest.raises(ValueError, match=r"where my-gateway speaks .*: pass base_url"):
            kind(OWN | {"like": like})


def test_amazon_has_its_own():
    """Converse is called through boto3, which is given a region."""
    made = provider("bedrock/amazon.nova-pro-v1:0", client={"region_name": "us-east-1"}, inferenceConfig={"maxTokens": 9})

    assert type(made) is BedrockProvider
    assert made.body({"modelId": "other"}, streamed=False) == {"inferenceConfig": {"maxTokens": 9}}


def test_importing_is_cheap():
    """No SDK is imported before a provider is made that needs it."""
    code = f"import sys, segue_shell.providers; print([name for name in {SDKS!r} if name in sys.modules])"
    done = subprocess.run(  # noqa: S603 - the code is the one above
        [sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "extra", "target"),
    [("anthropic", "anthropic", "anthropic/claude-sonnet-4-5"), ("openai", "openai", "openai/gpt-5.2"), ("openai", "openai", "openai.responses/gpt-5.2"),
     ("google.genai", "google", "google/gemini-3-pro-preview"), ("boto3", "bedrock", "bedrock/amazon.nova-pro-v1:0")],
)  # fmt: skip
def test_a_missing_sdk_names_its_extra(monkeypatch, name, extra, target):
    """Without its SDK a provider says what to install, as soon as it is made."""
    monkeypatch.setitem(sys.modules, name, None)

    with pytest.raises(ImportError, match=rf"{name}: pip install 'segue\[{extra}\]'"):
        provider(target, api_key="x")


def test_an_sdk_that_lacks_something_says_so(monkeypatch):
    """Where the SDK is there and something that it stands on is not, its own words say which."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "anthropic"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "anyio", None)

    with pytest.raises(ImportError) as caught:
        sdk("anthropic", "anthropic")
    assert caught.value.name == "anyio"


def test_a_thread_gives_what_its_function_gives():
    """What a function returns or raises in its thread comes out where it is awaited."""

    def fail():
        raise OSError("gone")

    assert asyncio.run(awaited(lambda: threading.current_thread() is threading.main_thread())) is False
    with pytest.raises(OSError, match="gone"):
        asyncio.run(awaited(fail))


def test_a_thread_that_comes_too_late():
    """What a function gives after its caller was cancelled, or after the loop is gone, is dropped without a word."""
    go, gone = threading.Event(), threading.Event()

    def late():
        go.wait(10)
        gone.set()
        return 1

    async def cancel():
        task = asyncio.ensure_future(awaited(late))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return task

    async def cancel_and_stay():
        task = await cancel()
        go.set()
        await asyncio.to_thread(gone.wait, 10)
        await asyncio.sleep(0)
        return task

    assert asyncio.run(cancel_and_stay()).cancelled()
    go.clear()
    gone.clear()
    asyncio.run(cancel())
    go.set()
    assert gone.wait(10)


def test_a_generator_in_a_thread():
    """What a generator yields in its thread comes out in order, what it raises at its end; whoever stops reading interrupts it."""
    interrupted = []

    def count():
        yield from (1, 2)
        raise OSError("gone")

    async def read(stop):
        numbers = iterated(count, lambda: interrupted.append(stop))
        async for number in numbers:
            if number == stop:
                break
        await numbers.aclose()

    asyncio.run(read(1))
    with pytest.raises(OSError, match="gone"):
        asyncio.run(read(5))
    assert interrupted == [1, 5]


def test_a_generator_that_nobody_reads():
    """A generator that cannot be interrupted is closed at its next item."""
    go, closed = threading.Event(), threading.Event()

    def endless():
        try:
            yield 1
            while go.wait(10):
                yield 2
        finally:
            closed.set()

    async def read():
        numbers = iterated(endless, lambda: None)
        assert await anext(numbers) == 1
        await numbers.aclose()
        go.set()
        return await asyncio.to_thread(closed.wait, 10)

    assert asyncio.run(read())


def test_a_loop_that_closes_meanwhile():
    """A loop that is closed between a look at it and a word to it is told nothing."""

    class Closing:
        def is_closed(self):
            return False

        def call_soon_threadsafe(self, *_):
            raise RuntimeError("Event loop is closed")

    assert _tell(Closing(), print) is None
