"""Bedrock: replies put together from events, errors with their kinds, and how boto3 is told what to send."""

from __future__ import annotations

import json

import pytest
from botocore.config import Config

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.json_values import freeze_object
from segue.parts import OpaquePart
from segue.prompts import Prompt, Request
from segue.shapes import Extras
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta, provider
from segue_shell.providers.bedrock import _Line
from segue_shell.providers.converse_events import ConversePieces
from segue_shell.providers.refusals import UnreadableReply
from tests.providers.cases import BEDROCK as CASE
from tests.providers.cases import HELLO
from tests.providers.servers import LoopbackServer, bedrock, converse_api
from tests.providers.servers.loopback import json_answer

CITED = {"citationsContent": {"content": [{"text": "On time."}], "citations": [{"title": "Vy", "location": {"web": {"url": "https://vy.no"}}}]}}


def told(*events):
    """Return the deltas of events, and the blocks that they make."""
    pieces = ConversePieces()
    deltas = [delta for event in events for delta in pieces.add(event)]
    list(pieces.add({"messageStop": {"stopReason": "end_turn"}}))
    return deltas, pieces.whole()["output"]["message"]["content"]


def start(index, begun):
    """Make the event that begins a block."""
    return {"contentBlockStart": {"contentBlockIndex": index, "start": begun}}


def grow(index, **delta):
    """Make an event that adds to a block."""
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}


@pytest.mark.parametrize("reply", [CASE.said, bedrock.said(CITED)], ids=["words", "citations"])
def test_events_make_the_whole_reply(reply):
    """What events make is the reply as it would have come unstreamed."""
    pieces = ConversePieces()
    for event in bedrock.events(reply):
        list(pieces.add(event))

    assert pieces.whole() == reply


def test_bytes_are_base64():
    """A thought that nobody can read comes as bytes, and is the base64 that a whole reply has, so that it can be sent again as JSON."""
    deltas, blocks = told(grow(0, reasoningContent={"redactedContent": b"un"}), grow(0, reasoningContent={"redactedContent": b"read"}))

    assert (deltas, blocks) == ([], [bedrock.redacted(b"unread")])


def test_tools_of_amazons():
    """A tool that Amazon runs is none of the caller's calls; its result is a block, put together."""
    begun = {"toolUse": {"toolUseId": "t1", "name": "nova_grounding", "type": "server_tool_use"}}
    answered = {"toolResult": {"toolUseId": "t1", "type": "nova_grounding_result", "status": "success"}}
    deltas, blocks = told(
        start(0, begun), grow(0, toolUse={"input": "{}"}), start(1, answered), grow(1, toolResult=[{"text": "A"}]), grow(1, toolResult=[{"text": "B"}]),
    )  # fmt: skip

    assert deltas == []
    assert blocks == [
        {"toolUse": {**begun["toolUse"], "input": {}}}, {"toolResult": {**answered["toolResult"], "content": [{"text": "A"}, {"text": "B"}]}},
    ]  # fmt: skip


def test_words_before_a_citation():
    """Words are cited after they were said; words that follow go on with them."""
    deltas, blocks = told(grow(0, text="On "), grow(0, citation={"title": "Vy"}), grow(0, text="time."), grow(1, citation={"title": "Bane"}), grow(1, text="!"))

    assert deltas == [TextDelta("On "), TextDelta("time."), TextDelta("!")]
    assert blocks == [
        {"citationsContent": {"content": [{"text": "On time."}], "citations": [{"title": "Vy"}]}},
        {"citationsContent": {"citations": [{"title": "Bane"}], "content": [{"text": "!"}]}},
    ]


def test_a_call_that_was_cut():
    """Arguments that break off are kept as they came."""
    deltas, blocks = told(start(0, {"toolUse": {"toolUseId": "t1", "name": "board"}}), grow(0, toolUse={"input": '{"train": "9'}))

    assert deltas == [ToolCallDelta(0, "t1", "board", ""), ToolCallDelta(0, "t1", "board", '{"train": "9')]
    assert blocks == [{"toolUse": {"toolUseId": "t1", "name": "board", "input": '{"train": "9'}}]


def test_a_thought_without_words():
    """A thought of which only the signature is shown has an empty text, as the API demands of it."""
    deltas, blocks = told(grow(0, reasoningContent={"text": "Hm."}), grow(1, reasoningContent={"signature": "c2ln"}))

    assert deltas == [ReasoningDelta("Hm.")]
    assert blocks[1] == {"reasoningContent": {"reasoningText": {"text": "", "signature": "c2ln"}}}


@pytest.mark.parametrize("event", [5, {"contentBlockStart": {}}, {"contentBlockDelta": {"contentBlockIndex": 0}}, grow(-1, text="x"), grow(0, toolUse=5)])
def test_events_that_are_none(event):
    """An event that is not what the API promises is named, and nothing else is raised."""
    with pytest.raises(UnreadableReply, match="expected"):
        list(ConversePieces().add(event))


STREAMED = [("throttlingException", 429), ("modelStreamErrorException", 424), ("validationException", 400)]


@pytest.mark.parametrize(("kind", "status"), STREAMED)
def test_errors_in_the_middle(kind, status):
    """An error that comes as an event has the status that the API gives its kind."""
    with LoopbackServer([bedrock.stream_answer([bedrock.exception(kind, "Too much")])]) as server:
        made = CASE.made(server)
        (outcome,), _ = made.stream(HELLO), made.close()

    assert (outcome.failure().message, outcome.failure().status) == ("Too much", status)


def test_an_error_of_an_unknown_kind():
    """An error that boto3 has no words for is a failure all the same."""
    with LoopbackServer([bedrock.stream_answer([bedrock.exception("somethingNew", "Too much")])]) as server:
        made = CASE.made(server)
        (outcome,), _ = made.stream(HELLO), made.close()

    assert outcome.failure().message.startswith("An error occurred")


def test_signed_with_credentials():
    """With keys of Amazon's own requests are signed by boto3, over the very body that segue wrote."""
    client = {"region_name": "eu-north-1", "aws_access_key_id": bedrock.ACCESS_KEY, "aws_secret_access_key": "wJalrXUtnFEMI-LOOPBACK"}
    leak = bedrock.error("ValidationException", "Signed with wJalrXUtnFEMI-LOOPBACK", 400)
    with LoopbackServer(converse_api([CASE.said, leak])) as server:
        made = CASE.made(server, api_key=None, client=client, headers={"x-trace": "9"})
        outcome, failure = made.call(HELLO), made.call(HELLO).failure()
        made.close()

    assert outcome.unwrap().finish == "end_turn"
    assert "/eu-north-1/bedrock/aws4_request" in server.requests[0].headers["authorization"]
    assert server.requests[0].headers["x-trace"] == "9"
    assert failure.message == "Signed with [key]"


def test_fields_that_boto3_does_not_know():
    """A block and a field that the installed boto3 has never heard of are sent and read all the same."""
    new = {"hologram": {"source": "UE5H"}}
    block = OpaquePart("hologram", freeze_object(new), "bedrock-converse")
    asked = Request(Prompt((*HELLO.prompt.messages,)), extras=Extras("bedrock-converse", freeze_object({"mood": "calm"})))
    with LoopbackServer([json_answer(bedrock.said({"text": "Hi"}, new))]) as server:
        made = CASE.made(server)
        reply, _ = made.call(asked).unwrap(), made.close()

    assert server.bodies[0]["mood"] == "calm"
    assert BEDROCK_CONVERSE.encode(Request(Prompt((reply.message,))))["messages"][0]["content"] == [{"text": "Hi"}, new]
    assert reply.message.content[1].value == block.value


def test_files_are_sent_as_json_has_them():
    """Blobs are base64 on the wire, once."""
    picture = {"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}
    asked = BEDROCK_CONVERSE.decode([{"role": "user", "content": [{"text": "What is this?"}, picture]}]).unwrap()
    with LoopbackServer(converse_api([CASE.said])) as server:
        made = CASE.made(server)
        made.call(asked).unwrap()
        made.close()

    assert server.bodies[0]["messages"][0]["content"][1] == picture


def test_a_configuration_of_ones_own():
    """boto3's own settings are taken beside those that are named here."""
    with LoopbackServer([json_answer(CASE.said)]) as server:
        made = CASE.made(server, client={"region_name": "us-east-1", "config": Config(user_agent_extra="trains/1")})
        made.call(HELLO)
        made.close()

    assert "trains/1" in server.requests[0].headers["user-agent"]


def test_a_missing_region(monkeypatch, tmp_path):
    """Who names no region is told where it is looked for; who names another provider, that nobody knows its address."""
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))

    with pytest.raises(ValueError, match=r"no region for bedrock: set AWS_REGION, or pass client="):
        provider("bedrock/amazon.nova-pro-v1:0")
    with pytest.raises(ValueError, match="does not know where openai speaks the API of bedrock: pass base_url"):
        provider("openai.converse/gpt-5.2")


def test_hanging_up():
    """A line that is hung up before anything came is not read from; a library that cannot be woken is not asked to."""
    line = _Line()
    line.hang_up()

    assert not line.open(Stream())
    assert line.hang_up() is None
    line.close()
    line.close()


class Stream:
    """A stream of boto3's whose connection is over."""

    _raw_stream = property(lambda self: self)

    def shutdown(self):
        """Raise as urllib3 does."""
        raise RuntimeError("Cannot shutdown as connection has already been released to the pool")

    def close(self):
        """Do nothing."""


def test_a_stream_that_comes_too_late():
    """A stream that nobody waits for any more is closed unread."""
    with LoopbackServer([bedrock.stream_answer(bedrock.encoded(bedrock.events(CASE.said)))]) as server:
        made, line = CASE.made(server), _Line()
        line.hang_up()
        events = [*made._events({}, line)]
        made.close()

    assert events == []


def test_the_servers_own_encoding():
    """The server's messages are AWS's: their checksums and lengths are those that botocore demands."""
    from botocore.eventstream import EventStreamBuffer  # noqa: PLC0415

    buffer = EventStreamBuffer()
    buffer.add_data(b"".join(bedrock.encoded([{"messageStart": {"role": "assistant"}}])))
    (message,) = buffer

    assert message.headers[":event-type"] == "messageStart"
    assert json.loads(message.payload) == {"role": "assistant"}
