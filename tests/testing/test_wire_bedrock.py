"""The strategies for payloads of Converse give all kinds of block, and nothing that the format refuses."""

from __future__ import annotations

from functools import cache

from hypothesis import HealthCheck, Phase, given, settings

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.formats.bedrock_parts import ASSISTANT, USER
from segue.json_values import same_json
from segue.testing.wire_bedrock import payloads

LOOK = settings(
    max_examples=200, derandomize=True, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)


@cache
def draws(*, raw):
    """Return what the strategy gives in a few hundred draws."""
    drawn = []

    @LOOK
    @given(payloads(raw=raw))
    def draw(made):
        drawn.append(made)

    draw()
    return drawn


def listed(payload):
    """Return the messages of a payload."""
    return payload.get("messages", []) if isinstance(payload, dict) else payload


def blocks(*, raw):
    """Return all blocks of messages."""
    return [block for payload in draws(raw=raw) for message in listed(payload) for block in message["content"]]


def test_every_kind_of_block_comes_up():
    """Each kind of block is drawn, those that nobody reads and cache markers too."""
    assert {*USER, *ASSISTANT, "cachePoint", "poll"} - {kind for block in blocks(raw=False) for kind in block} == set()


def test_payloads_are_of_the_format():
    """Every payload is read and written as it came; bodies with and without messages, and lists, come up."""
    assert all(same_json(BEDROCK_CONVERSE.encode(BEDROCK_CONVERSE.decode(payload).unwrap()), payload) for payload in draws(raw=False))
    assert {type(payload) for payload in draws(raw=False)} == {dict, list}
    assert any("messages" not in payload for payload in draws(raw=False))


def test_bytes_come_up():
    """Images and unread blocks with bytes are drawn, and come back."""
    assert any(isinstance(block["image"]["source"].get("bytes"), bytes) for block in blocks(raw=True) if "image" in block)
    assert {"poll": {"a": [b"\x00", {"b": b""}]}} in blocks(raw=True)
    assert all(BEDROCK_CONVERSE.encode(BEDROCK_CONVERSE.decode(payload).unwrap()) == payload for payload in draws(raw=True))
