"""Anthropic: replies put together from events, and where Claude is called."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest
from anthropic import Anthropic
from returns.pipeline import is_successful

from segue.formats.anthropic import ANTHROPIC
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, Request
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta, provider
from segue_shell.providers.anthropic import AnthropicProvider
from segue_shell.providers.anthropic_events import AnthropicPieces
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from tests.providers.cases import ANTHROPIC as CASE
from tests.providers.cases import HELLO
from tests.providers.servers import Answer, LoopbackServer, anthropic_api, bedrock
from tests.providers.servers import anthropic as claude
from tests.providers.servers.loopback import events_answer, json_answer

SEARCH = [
    {"type": "server_tool_use", "id": "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE", "name": "web_search", "input": {"query": "9:40 Bergen"}},
    {
        "type": "web_search_tool_result", "tool_use_id": "srvtoolu_01WYG3ziw53XMcoyKL4XcZmE",
        "content": [{"type": "web_search_result", "url": "https://vy.no", "title": "Vy", "encrypted_content": "EqgfCioIARgBIiQ3", "page_age": None}],
    },
    {
        "type": "text", "text": "It is on time.",
        "citations": [{
            "type": "web_search_result_location", "url": "https://vy.no", "title": "Vy", "encrypted_index": "Eo8BCioIAhgBIiQy", "cited_text": "9:40",
        }],
    },
]  # fmt: skip


def told(listed):
    """Return the deltas of events, and the reply that they make."""
    pieces = AnthropicPieces()
    return [delta for event in listed for delta in pieces.add(event)], pieces.whole()


def block(begun, *deltas, stop="end_turn"):
    """Return the block that a start and deltas make."""
    opening = {"type": "message_start", "message": claude.message()}
    started = {"type": "content_block_start", "index": 0, "content_block": begun}
    grown = [{"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas]
    return told([opening, started, *grown, {"type": "message_delta", "delta": {"stop_reason": stop}}, {"type": "message_stop"}])[1]["content"][0]


@pytest.mark.parametrize("reply", [CASE.said, CASE.calling, claude.message(*SEARCH)], ids=["words", "calls", "search"])
def test_events_make_the_whole_reply(reply):
    """What events make is the reply as it would have come unstreamed, and what the SDK's own accumulator makes."""
    asked = {"model": "claude-next", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    with (
        LoopbackServer(anthropic_api([reply])) as server,
        Anthropic(api_key=claude.KEY, base_url=server.url) as client,
        client.messages.stream(**asked) as stream,
    ):
        theirs = stream.get_final_message().to_dict()
    deltas, made = told(claude.events(reply))

    assert made == reply
    assert [{key: block[key] for key in ours} for block, ours in zip(theirs["content"], made["content"], strict=True)] == made["content"]
    assert all(isinstance(delta, TextDelta | ReasoningDelta | ToolCallDelta) for delta in deltas)


def test_hosted_tools_have_their_maker():
    """Calls and results of Anthropic's own tools carry their maker, and go back as they came; their arguments are not told as one's own."""
    reply = claude.message(*SEARCH)
    with LoopbackServer(anthropic_api([reply, reply])) as server:
        made = CASE.made(server)
        *pieces, outcome = made.stream(HELLO)
        made.close()
    message = outcome.unwrap().message

    assert not any(isinstance(piece, ToolCallDelta) for piece in pieces)
    assert [part.origin for part in message.content if isinstance(part, ToolCallPart | ToolResultPart)] == [message.origin] * 2
    assert ANTHROPIC.encode(Request(Prompt((message,))))["messages"][0]["content"] == SEARCH


def test_unknown_deltas_are_kept():
    """Deltas of a kind that came later are not lost: texts grow, all else is set."""
    begun = {"type": "compaction", "content": None}

    assert block(begun, {"type": "compaction_delta", "content": "So "}, {"type": "compaction_delta", "content": "far.", "n": 1}) == {
        "type": "compaction", "content": "So far.", "n": 1,
    }  # fmt: skip


def test_a_call_that_was_cut_keeps_its_text():
    """Arguments that break off are no JSON; they are kept as they came, and not taken for an empty call."""
    begun = {"type": "tool_use", "id": "toolu_1", "name": "board", "input": {}}
    cut = block(begun, {"type": "input_json_delta", "partial_json": '{"train": "9'}, stop="max_tokens")

    assert cut["input"] == '{"train": "9'


def test_figures_are_totals():
    """Figures that come again replace the first, those that do not stay; what stands beside them is kept."""
    opening = {"type": "message_start", "message": claude.message()}
    ending = {"type": "message_delta", "delta": {"stop_reason": "refusal"}, "usage": {"output_tokens": 90, "input_tokens": None}, "context_management": 1}
    whole = told([opening, ending, {"type": "message_stop"}])[1]

    assert (whole["usage"]["output_tokens"], whole["usage"]["input_tokens"]) == (90, 25)
    assert (whole["stop_reason"], whole["context_management"]) == ("refusal", 1)


@pytest.mark.parametrize(
    "event",
    [
        5, {"type": "message_start"}, {"type": "content_block_start", "index": -1}, {"type": "content_block_start", "index": 0},
        {"type": "content_block_delta", "index": 3, "delta": {"type": "text_delta", "text": "x"}}, {"type": "content_block_delta", "index": True},
    ],
)  # fmt: skip
def test_events_that_are_none(event):
    """An event that is not what the API promises is named, and nothing else is raised."""
    with pytest.raises(UnreadableReply, match="expected"):
        list(AnthropicPieces().add(event))


def test_an_error_event():
    """An error event is raised with its body."""
    with pytest.raises(ErrorReply):
        list(AnthropicPieces().add({"type": "error", "error": {"type": "api_error", "message": "Internal server error"}}))


def test_an_error_in_a_reply():
    """An error in a reply that came with a status of 200, whole or in place of a stream, has the status that its kind stands for."""
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with LoopbackServer([json_answer(body)] * 2) as server:
        made = CASE.made(server)
        outcomes = [made.call(HELLO), *made.stream(HELLO)]
        made.close()

    assert [(outcome.failure().message, outcome.failure().status) for outcome in outcomes] == [("Overloaded", 529)] * 2


@pytest.mark.parametrize(("model", "most"), [("claude-3-haiku-20240307", 4096), ("claude-sonnet-4-5", 16_000), ("claude-next", 16_000)])
def test_how_many_tokens_where_nobody_said(model, most):
    """`max_tokens`, which the API demands, is what the model can write for sure; what the caller or the request says stands."""
    made = AnthropicProvider(f"anthropic/{model}", api_key=claude.KEY, options={"top_k": 5})

    assert made.body({"messages": []}, streamed=False) == {"max_tokens": most, "top_k": 5, "messages": [], "model": model}
    assert made.body({"messages": [], "max_tokens": 7, "model": "other", "stream": False}, streamed=True)["max_tokens"] == 7
    assert made.body({"stream": True, "top_k": 6}, streamed=False) == {"max_tokens": most, "top_k": 6, "model": model}


def test_headers_go_along():
    """Headers of the caller's go with each request; secrets among them are masked."""
    refused = claude.error("invalid_request_error", "Unexpected value(s) `context-1m` and `let-me-in-please`", 400)
    with LoopbackServer([refused]) as server:
        made = CASE.made(server, headers={"anthropic-beta": "context-1m", "x-proxy-token": "let-me-in-please"})
        failure = made.call(HELLO).failure()
        made.close()

    assert server.requests[0].headers["anthropic-beta"] == "context-1m"
    assert failure.message == "Unexpected value(s) `context-1m` and `[key]`"


def vertex_answer(received):
    """Answer as Vertex does, which has the model in the address."""
    assert received.path == "/projects/trains/locations/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict"
    assert received.headers["authorization"] == "Bearer ya29.loopback-token"
    assert "model" not in received.body
    return json_answer(CASE.said)


def test_claude_at_vertex():
    """A Claude at Vertex is called there, in Anthropic's words."""
    with LoopbackServer(vertex_answer) as server:
        client = {"region": "us-east5", "project_id": "trains"}
        made = provider("vertex/claude-sonnet-4-5@20250929", api_key="ya29.loopback-token", base_url=server.url, client=client, max_retries=0)
        outcome, _ = made.call(HELLO), made.close()

    assert outcome.unwrap().message.origin.provider == "vertex"


def bedrock_answer(received):
    """Answer as Bedrock does, which has the model in the address, and whether it is streamed; events come in AWS's encoding."""
    assert received.path.startswith("/model/anthropic.claude-opus-4-5-v1:0/invoke")
    assert received.headers["authorization"] == "Bearer bedrock-key-0123456789"
    assert received.body.keys().isdisjoint({"model", "stream"})
    if not received.path.endswith("-with-response-stream"):
        return json_answer(CASE.calling)
    events = ({"chunk": {"bytes": b64encode(json.dumps(event).encode()).decode()}} for event in claude.events(CASE.calling))
    return bedrock.stream_answer(bedrock.encoded(events))


def test_claude_at_bedrock():
    """A Claude at Bedrock can be called in Anthropic's words as well, whole and streamed."""
    with LoopbackServer(bedrock_answer) as server:
        made = provider(
            "bedrock.anthropic/anthropic.claude-opus-4-5-v1:0", api_key="bedrock-key-0123456789", base_url=server.url,
            client={"aws_region": "us-east-1"}, max_retries=0,
        )  # fmt: skip
        whole, (*pieces, streamed) = made.call(HELLO), made.stream(HELLO)
        made.close()

    assert whole == streamed
    assert whole.unwrap().message.origin.provider == "bedrock"
    assert any(isinstance(piece, ReasoningDelta) for piece in pieces)


def test_other_services_get_no_key_of_anthropics(monkeypatch):
    """A service that speaks Anthropic's API is given its own key, from its own variable, and never Anthropic's."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", claude.KEY)
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-deepseek-0123456789")
    with LoopbackServer([json_answer(CASE.said)] * 2) as server:
        for target in ("deepseek.anthropic/deepseek-chat", "acme.anthropic/own"):
            made = AnthropicProvider(target, base_url=server.url, max_retries=0)
            assert is_successful(made.call(HELLO))
            made.close()

    sent = [json.dumps([*received.headers.values()]) for received in server.requests]
    assert "sk-deepseek-0123456789" in sent[0]
    assert not any(claude.KEY in text for text in sent)


def test_a_missing_key_is_told_as_elsewhere(monkeypatch, tmp_path):
    """The SDK speaks of its own arguments; what can be done is to set a variable. Other errors are its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    made = provider("anthropic/claude-sonnet-4-5", max_retries=0)

    assert made.call(HELLO).failure().message == "no key for anthropic: set ANTHROPIC_API_KEY"
    assert made.failure(TypeError("no such thing"), ()).message == "no such thing"


def test_addresses_that_are_known():
    """Services that speak Anthropic's API are called where their documents say."""
    made = AnthropicProvider("moonshot.anthropic/kimi-k2", api_key="x")

    assert str(made._clients.sync().base_url).rstrip("/") == "https://api.moonshot.ai/anthropic"


def test_words_that_a_block_begins_with():
    """Words that come with a block's beginning are told as well."""
    deltas, whole = told([
        {"type": "message_start", "message": claude.message()},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "It "}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "leaves."}},
        {"type": "message_stop"},
    ])  # fmt: skip

    assert deltas == [TextDelta("It "), TextDelta("leaves.")]
    assert whole["content"] == [{"type": "text", "text": "It leaves."}]


def test_replies_that_cannot_be_read():
    """Figures that are none, and what is no message of the assistant's, are named."""
    nan = json.dumps(claude.message()).replace('"output_tokens": 15', '"output_tokens": NaN').encode()
    asked = json.dumps(claude.message({"type": "text", "text": "Hi"}, role="user")).encode()
    with LoopbackServer([Answer(headers={"content-type": "application/json"}, content=content) for content in (nan, asked)]) as server:
        made = CASE.made(server)
        failures = [made.call(HELLO).failure().message for _ in range(2)]
        made.close()

    assert failures == [
        "the reply cannot be read: usage: expected a finite number, found nan",
        "the reply cannot be read: the reply: expected one message of the assistant, found a list",
    ]


def test_nobody_knows_the_address():
    """A service whose address nobody knows is the caller's to name."""
    with pytest.raises(ValueError, match="does not know where groq speaks Anthropic's API: pass base_url"):
        provider("groq.anthropic/llama")


def test_a_thought_without_signature_is_kept():
    """Blocks that a compatible service sends in part are read as they came."""
    reply = claude.message({"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Yes."})
    with LoopbackServer([json_answer(reply), events_answer([])]) as server:
        made = CASE.made(server)
        whole, cut = made.call(HELLO).unwrap().message, [*made.stream(HELLO)]
        made.close()

    assert [part.text for part in whole.content if isinstance(part, ReasoningPart)] == ["Hm."]
    assert cut[0].failure().message == "the reply cannot be read: the stream ended before the reply did"


def test_a_page_instead_of_a_stream():
    """A gateway's page is the failure's body."""
    page = Answer(status=502, headers={"content-type": "text/html"}, content=b"<h1>Bad gateway</h1>")
    with LoopbackServer([page]) as server:
        made = CASE.made(server)
        (outcome,), _ = made.stream(HELLO), made.close()

    assert (outcome.failure().status, outcome.failure().message, outcome.failure().body) == (502, "<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>")
