"""The providers side by side: for each its server, how it is made, and replies in its own words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from segue.json_values import JsonObject
from segue.prompts import Request, prompt, user
from segue.shapes import Shape
from segue_shell.providers import Provider, provider
from tests.providers.servers import Answer, LoopbackServer, anthropic_api, bedrock, chat_api, converse_api, gemini_api, responses_api
from tests.providers.servers import anthropic as claude
from tests.providers.servers import google as gemini
from tests.providers.servers import openai_chat as chat
from tests.providers.servers import openai_responses as responses
from tests.providers.servers.loopback import Answering, events_answer

HELLO = Request(prompt(user("Is the 9:40 to Bergen late?")))


@frozen
class Case:
    """A provider and its server."""

    target: str
    api: Callable[[Any], Answering]
    key: str
    base: str
    """What stands behind the server's address in the base URL."""
    said: Any
    """A reply that says `It leaves on time.`, and nothing else."""
    calling: Any
    """A reply that thinks, speaks and calls `board` twice at once."""
    refused: Answer
    """An error in the provider's own envelope, with its words `The prompt is too long`."""
    refused_status: int
    broken: Answer
    """A stream that ends with an error after its first words, `It leaves`."""
    overloaded: Answer
    """An answer that says to come back later."""
    usage: dict[str, int]
    finish: tuple[str, str]
    """Why `said` and `calling` ended."""
    options: dict[str, Any]
    """Fields of the body."""
    environment: Mapping[str, str]
    """Where it has the key."""
    listed: Shape
    """Of a request that was read from a bare list of messages."""
    forbidden: int = 401
    """The status for a wrong key."""
    in_threads: bool = False
    """Its SDK blocks, so that a call that is cancelled goes on in a thread."""
    more: Mapping[str, Any] = {}
    """What else the provider is made with."""

    def made(self, server: LoopbackServer, **options: Any) -> Provider:
        """Make the provider for a server."""
        settings = {"api_key": self.key, "base_url": server.url + self.base, "max_retries": 0, "timeout": 60, **self.more, **options}
        return provider(self.target, **settings)

    def begun(self, ending: str) -> Answer:
        """Return a stream that says `It leaves`, and then ends so."""
        assert self.broken.pieces is not None
        return Answer(headers=self.broken.headers, pieces=self.broken.pieces[:-1], ending=ending)


_CLAUDE_BEGUN = [*claude.events(claude.message({"type": "text", "text": "It leaves on time."}))][:4]
_OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
ANTHROPIC = Case(
    "anthropic/claude-sonnet-4-5", anthropic_api, claude.KEY, "",
    said=claude.message({"type": "text", "text": "It leaves on time."}),
    calling=claude.message(
        {"type": "thinking", "thinking": "Look at both boards.", "signature": "EqQBCgIYAhIM1gbcDa9GJwZA2b3h"},
        {"type": "redacted_thinking", "data": "EmwKAhgBEgy3va3pzix/LafPsn4a"},
        {"type": "text", "text": "I look at the boards."},
        {"type": "tool_use", "id": "toolu_01A09q90qw90lq917835lq9", "name": "board", "input": {"train": "9:40", "stops": ["Voss"]}},
        {"type": "tool_use", "id": "toolu_01B09q90qw90lq917835lq9", "name": "board", "input": {}},
        stop="tool_use",
    ),
    refused=claude.error("invalid_request_error", "The prompt is too long", 400), refused_status=400,
    broken=events_answer([*claude.written(_CLAUDE_BEGUN), *claude.written([_OVERLOADED])]),
    overloaded=claude.error("rate_limit_error", "Number of request tokens has exceeded your limit", 429, retry_after_ms="1"),
    usage={"input_tokens": 25, "output_tokens": 15}, finish=("end_turn", "tool_use"),
    options={"max_tokens": 2000, "temperature": 0.5}, environment={"ANTHROPIC_API_KEY": claude.KEY}, listed=Shape("anthropic", (), "list"),
)  # fmt: skip

_CALLS = [
    {"id": "call_9QmWn0kB1lyZ0p2VfUJHqoPs", "type": "function", "function": {"name": "board", "arguments": '{"train": "9:40", "stops": ["Voss"]}'}},
    {"id": "call_8QmWn0kB1lyZ0p2VfUJHqoPs", "type": "function", "function": {"name": "board", "arguments": "{}"}},
]
_CHAT_BEGUN = [*chat.chunks(chat.completion({"content": "It leaves on time."}), with_usage=True)][:2]
_BROKEN_CHAT = json.dumps({"error": {"message": "The server had an error", "type": "server_error", "param": None, "code": None}})
OPENAI_CHAT = Case(
    "openai/gpt-5.2", chat_api, chat.KEY, "/v1",
    said=chat.completion({"content": "It leaves on time.", "refusal": None, "annotations": []}),
    calling=chat.completion({"content": "I look at the boards.", "tool_calls": _CALLS}, "tool_calls"),
    refused=chat.error("The prompt is too long", 400, param="messages", code="context_length_exceeded"), refused_status=400,
    broken=events_answer([*chat.written(_CHAT_BEGUN)[:-1], f"data: {_BROKEN_CHAT}"]),
    overloaded=chat.error("Rate limit reached", 429, kind="requests", code="rate_limit_exceeded"),
    usage={"prompt_tokens": 19, "completion_tokens": 10}, finish=("stop", "tool_calls"),
    options={"max_completion_tokens": 2000, "temperature": 0.5}, environment={"OPENAI_API_KEY": chat.KEY}, listed=Shape("openai-chat", (), "list"),
)  # fmt: skip

_SAID = responses.message("It leaves on time.")
_THOUGHT = {
    "type": "reasoning", "id": "rs_67ccf18ef5fc8190b16dbee19bc54e5f087bb177ab789d5c", "encrypted_content": "gAAAAABozuGvv",
    "summary": [{"type": "summary_text", "text": "Look at both boards."}],
}  # fmt: skip
_ITEMS = [
    {"type": "function_call", "id": f"fc_{at}7ccf18f64008190a39b619f4c8455ef", "call_id": call["id"], "status": "completed", **call["function"]}
    for at, call in enumerate(_CALLS)
]
_RESPONSE_BEGUN = [*responses.events(responses.response(_SAID))][:5]
_BROKEN_RESPONSE = {"type": "error", "code": "server_error", "message": "The server had an error", "param": None, "sequence_number": 5}
OPENAI_RESPONSES = Case(
    "openai.responses/gpt-5.2", responses_api, chat.KEY, "/v1",
    said=responses.response(_SAID),
    calling=responses.response(_THOUGHT, responses.message("I look at the boards.", "msg_18ccd2bf17f0"), *_ITEMS),
    refused=chat.error("The prompt is too long", 400, param="input", code="context_length_exceeded"), refused_status=400,
    broken=events_answer(responses.written([*_RESPONSE_BEGUN, _BROKEN_RESPONSE])),
    overloaded=chat.error("Rate limit reached", 429, kind="requests", code="rate_limit_exceeded"),
    usage={"input_tokens": 36, "output_tokens": 87}, finish=("completed", "completed"),
    options={"max_output_tokens": 2000, "store": False}, environment={"OPENAI_API_KEY": chat.KEY}, listed=Shape("openai-responses", (), "list"),
)  # fmt: skip

_BROKEN_GEMINI = json.dumps({"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}})
GEMINI = Case(
    "google/gemini-3-pro-preview", gemini_api, gemini.KEY, "",
    said=gemini.generated({"text": "It leaves on time."}),
    calling=gemini.generated(
        {"text": "Look at both boards.", "thought": True},
        {"text": "I look at the boards."},
        {"functionCall": {"name": "board", "args": {"train": "9:40", "stops": ["Voss"]}}, "thoughtSignature": "CpwBAVSoXO5kQ2VydGFpbmx5"},
        {"functionCall": {"name": "board", "args": {}}},
    ),
    refused=gemini.error("The prompt is too long", 400, "INVALID_ARGUMENT"), refused_status=400,
    broken=events_answer([*gemini.written(gemini.chunks(gemini.generated({"text": "It leaves on time."})))[:1], f"data: {_BROKEN_GEMINI}"]),
    overloaded=gemini.error("Resource has been exhausted (e.g. check quota).", 429, "RESOURCE_EXHAUSTED"),
    usage={"promptTokenCount": 8, "candidatesTokenCount": 11}, finish=("STOP", "STOP"),
    options={"generationConfig": {"temperature": 0.5, "maxOutputTokens": 2000}}, environment={"GEMINI_API_KEY": gemini.KEY},
    listed=Shape("gemini", (), "bare", detail=JsonObject(contents="")), forbidden=400,
)  # fmt: skip

_USES = [
    {"toolUse": {"toolUseId": "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q", "name": "board", "input": {"train": "9:40", "stops": ["Voss"]}}},
    {"toolUse": {"toolUseId": "tooluse_lZJMlvQmRJ6eAyJE5GIl7Q", "name": "board", "input": {}}},
]
_CONVERSE_BEGUN = bedrock.encoded([*bedrock.events(bedrock.said({"text": "It leaves on time."}))][:2])
BEDROCK = Case(
    "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0", converse_api, bedrock.KEY, "",
    said=bedrock.said({"text": "It leaves on time."}),
    calling=bedrock.said(
        {"reasoningContent": {"reasoningText": {"text": "Look at both boards.", "signature": "EqQBCgIYAhIM1gbcDa9GJwZA2b3h"}}},
        bedrock.redacted(b"unread"),
        {"text": "I look at the boards."},
        *_USES,
        stop="tool_use",
    ),
    refused=bedrock.error("ValidationException", "The prompt is too long", 400), refused_status=400,
    broken=bedrock.stream_answer([*_CONVERSE_BEGUN, bedrock.exception("internalServerException", "The system encountered an error.")]),
    overloaded=bedrock.error("ThrottlingException", "Too many requests, please wait before trying again.", 429),
    usage={"inputTokens": 30, "outputTokens": 62}, finish=("end_turn", "tool_use"),
    options={"inferenceConfig": {"maxTokens": 2000, "temperature": 0.5}}, environment={"AWS_ACCESS_KEY_ID": bedrock.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI-LOOPBACK"}, in_threads=True,
    listed=Shape("bedrock-converse", (), "list"), forbidden=403, more={"client": {"region_name": "us-east-1"}},
)  # fmt: skip

CASES = (ANTHROPIC, OPENAI_CHAT, OPENAI_RESPONSES, GEMINI, BEDROCK)
