"""Chat Completions: replies put together from the chunks of many services, and how these are called."""

from __future__ import annotations

import json

import pytest
from openai.lib.streaming.chat import ChatCompletionStreamState
from openai.types.chat import ChatCompletionChunk
from returns.pipeline import is_successful

from segue.formats.openai_chat import OPENAI_CHAT
from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, Request
from segue.targets import PROVIDERS, Target
from segue_shell.providers import ReasoningDelta, TextDelta, ToolCallDelta, provider
from segue_shell.providers.chat_events import ChatPieces
from segue_shell.providers.chat_services import SERVICES, address, key
from segue_shell.providers.openai_chat import OpenAIChatProvider
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from tests.judges import mistral
from tests.providers.cases import HELLO
from tests.providers.cases import OPENAI_CHAT as CASE
from tests.providers.servers import Answer, LoopbackServer, chat_api
from tests.providers.servers import openai_chat as chat
from tests.providers.servers.loopback import events_answer, json_answer


def told(*deltas, finish="stop"):
    """Return what deltas say as they come, and the message that they make."""
    pieces = ChatPieces()
    chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    said = [delta for chunk in [*chunks, {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}] for delta in pieces.add(chunk)]
    return said, pieces.whole()["choices"][0]["message"]


@pytest.mark.parametrize("reply", [CASE.said, CASE.calling], ids=["words", "calls"])
def test_chunks_make_the_whole_reply(reply):
    """What chunks make is the reply as it would have come unstreamed, and what the SDK's own accumulator makes."""
    state, pieces = ChatCompletionStreamState(), ChatPieces()
    for chunk in chat.chunks(reply, with_usage=True):
        state.handle_chunk(ChatCompletionChunk.model_validate(chunk))
        list(pieces.add(chunk))
    choice, theirs = pieces.whole()["choices"][0], state.current_completion_snapshot.choices[0]

    assert choice["message"].items() <= reply["choices"][0]["message"].items()
    assert pieces.whole()["usage"] == reply["usage"]
    assert (choice["message"]["content"], choice["finish_reason"]) == (theirs.message.content, theirs.finish_reason)
    assert [call["function"] for call in choice["message"].get("tool_calls", ())] == [
        {"name": call.function.name, "arguments": call.function.arguments} for call in theirs.message.tool_calls or ()
    ]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thoughts_of_services(field):
    """DeepSeek's, Groq's and others' thoughts are streamed as such, and stand in their own field."""
    said, message = told({"role": "assistant", field: "Look "}, {field: "it up."}, {"content": "On time."})

    assert said == [ReasoningDelta("Look "), ReasoningDelta("it up."), TextDelta("On time.")]
    assert message == {"role": "assistant", "content": "On time.", field: "Look it up."}


def test_thoughts_of_openrouter():
    """Details that go on are one detail, their signature is set, encrypted ones stay apart; what is there twice is told once."""
    detail = {"type": "reasoning.text", "format": "anthropic-claude-v1", "index": 0}
    sealed = {"type": "reasoning.encrypted", "data": "gAAA", "id": "rs_1", "format": "openai-responses-v1", "index": 0}
    said, message = told(
        {"role": "assistant", "content": "", "reasoning": "Look ", "reasoning_details": [{**detail, "text": "Look "}]},
        {"content": "", "reasoning_details": [{**detail, "text": "it up."}], "reasoning": "it up."},
        {"content": "", "reasoning": None, "reasoning_details": [{**detail, "signature": "c2ln"}]},
        {"reasoning_details": [sealed]},
        {"reasoning_details": [{**sealed, "data": "gBBB"}]},
        {"content": "On time."},
    )

    assert said == [ReasoningDelta("Look "), ReasoningDelta("it up."), TextDelta("On time.")]
    assert message["reasoning"] == "Look it up."
    assert message["reasoning_details"] == [{**detail, "text": "Look it up.", "signature": "c2ln"}, sealed, {**sealed, "data": "gBBB"}]


def test_details_alone_are_told():
    """Where only details have the thoughts, these are told, summaries too."""
    said, _ = told({"reasoning_details": [{"type": "reasoning.summary", "summary": "Look.", "index": 0}, {"type": "reasoning.text", "text": "Up."}]})

    assert said == [ReasoningDelta("Look."), ReasoningDelta("Up.")]


def test_chunks_of_mistral():
    """Thoughts among the contents are one chunk, and the words that follow them another, as in a whole reply."""
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "Look "}]}
    said, message = told(
        {"role": "assistant", "content": ""}, {"content": [thinking]}, {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "up."}]}]},
        {"content": [{"type": "thinking", "thinking": [], "closed": True}]}, {"content": "On "}, {"content": "time."},
    )  # fmt: skip

    assert said == [ReasoningDelta("Look "), ReasoningDelta("up."), TextDelta("On "), TextDelta("time.")]
    assert message["content"] == [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Look up."}], "closed": True}, {"type": "text", "text": "On time."},
    ]  # fmt: skip


def calls(*deltas):
    """Return the calls that pieces of calls make, as id, name and arguments, and in which order pieces were told."""
    said, message = told(*({"tool_calls": listed} for listed in deltas), finish="tool_calls")
    made = [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in message["tool_calls"]]
    return made, [(piece.index, piece.arguments) for piece in said if isinstance(piece, ToolCallDelta)]


def function(arguments="", name="board", **more):
    """Make a piece of a call."""
    return {"function": {"arguments": arguments, **({"name": name} if name else {})}, **more}


@pytest.mark.parametrize(
    "pieces",
    [
        ([function(index=0, id="a")], [function("{}", None, index=0)], [function(index=1, id="b")], [function("{1}", None, index=1)]),
        ([function("{}", index=0, id="a"), function("{1}", index=1, id="b")],),
        ([function("{}", index=0, id="a")], [function("{1}", index=0, id="b")]),
        ([function("{}", id="a")], [function("{1}", id="b")]),
        ([function("{", id="a")], [function("}", None)], [function("{1", id="b")], [function("}", None)]),
        ([function("{", index=0, id="a")], [function("}", index=0, id="a")], [function("{1}", index=1, id="b")]),
        ([function("{", index=0, id="a")], [function("}", index=0, id=None)], [function("{1}", "bo", index=1, id="b")], [function("", "ard", index=1)]),
    ],
    ids=["in turn", "at once", "one index", "no index", "no index, in pieces", "told again", "name in pieces"],
)
def test_calls_of_services(pieces):
    """However a service numbers the pieces of calls, and whether it repeats their names and ids, each piece goes to its call."""
    made, order = calls(*pieces)

    assert made == [("a", "board", "{}"), ("b", "board", "{1}")]
    assert ["".join(text for at, text in order if at == index) for index in (0, 1)] == ["{}", "{1}"]


def test_other_fields_of_calls_are_kept():
    """What a service puts beside a call, such as Gemini's thought signature, is kept; arguments that are no text are, too."""
    signature = {"google": {"thought_signature": "CpwB"}}
    _, message = told({"tool_calls": [{"id": "a", "function": {"name": "board", "arguments": {"n": 1}, "strict": True}, "extra_content": signature}]})

    assert message["tool_calls"] == [
        {"id": "a", "type": "function", "extra_content": signature, "function": {"name": "board", "arguments": {"n": 1}, "strict": True}}
    ]


def test_custom_tools():
    """The input of a custom tool is told in pieces as well."""
    begun = {"index": 0, "id": "a", "type": "custom", "custom": {"name": "sql", "input": ""}}
    said, message = told({"tool_calls": [begun]}, {"tool_calls": [{"index": 0, "custom": {"input": "SELECT 1"}}]}, finish="tool_calls")

    assert said == [ToolCallDelta(0, "a", "sql", ""), ToolCallDelta(0, "a", "sql", "SELECT 1")]
    assert message["tool_calls"] == [{"id": "a", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}]


def test_other_fields_are_kept():
    """Refusals grow, a voice is filled up, lists are joined, an old function's arguments grow, and all else is set."""
    _, message = told(
        {"refusal": "No", "audio": {"id": "audio_1", "transcript": "He"}, "images": [{"n": 1}], "function_call": {"name": "f", "arguments": "{"}},
        {"refusal": ", sorry.", "audio": {"transcript": "llo", "data": "UklG"}, "images": [{"n": 2}], "function_call": {"arguments": "}"}, "role": "assistant"},
    )

    assert message == {
        "role": "assistant", "content": None, "refusal": "No, sorry.", "audio": {"id": "audio_1", "transcript": "Hello", "data": "UklG"},
        "images": [{"n": 1}, {"n": 2}], "function_call": {"name": "f", "arguments": "{}"},
    }  # fmt: skip


def test_empty_pieces_are_not_told():
    """Pieces without words say nothing: thoughts in chunks, details, and empty texts among them."""
    thinking = [{"type": "thinking", "thinking": []}, {"type": "text", "text": ""}]
    said, _ = told({"content": ""}, {"content": thinking}, {"reasoning": ""}, {"reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]})

    assert said == []


def test_thoughts_that_are_no_text():
    """Thoughts in a form that is not known are kept as they came."""
    _, message = told({"reasoning": {"steps": 1}}, {"reasoning": {"more": 2}}, {"thinking": [{"a": 1}]})

    assert (message["reasoning"], message["thinking"]) == ({"steps": 1, "more": 2}, [{"a": 1}])


def test_other_choices_are_left_out():
    """Of several choices the first is the reply; Moonshot's figures stand in it."""
    pieces = ChatPieces()
    for choice in ({"index": 1, "delta": {"content": "No."}}, {"index": 0, "delta": {"content": "Yes."}, "finish_reason": "stop", "usage": {"total_tokens": 3}}):
        list(pieces.add({"model": "kimi-k2", "choices": [choice]}))
    whole = pieces.whole()

    assert (whole["choices"][0]["message"]["content"], whole["usage"], whole["model"]) == ("Yes.", {"total_tokens": 3}, "kimi-k2")


@pytest.mark.parametrize(
    "chunk",
    [
        5, {"choices": 5}, {"choices": [5]}, {"choices": [{"delta": 5}]}, {"choices": [{"delta": {"tool_calls": 5}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": "0"}]}}]}, {"choices": [{"delta": {"content": 5}}]},
        {"choices": [{"delta": {"reasoning_details": {}}}]}, {"choices": [{"delta": {"tool_calls": [{"function": 5}]}}]},
    ],
)  # fmt: skip
def test_chunks_that_are_none(chunk):
    """A chunk that is not what the API promises is named, and nothing else is raised."""
    with pytest.raises(UnreadableReply, match="expected"):
        list(ChatPieces().add(chunk))


ERRORS = [
    ({"error": {"code": 502, "message": "Provider returned error", "metadata": {"raw": "overloaded"}}}, 502, "Provider returned error"),
    ({"id": "gen-1", "choices": [], "error": {"code": 429, "message": "Slow down"}, "user_id": "u"}, 429, "Slow down"),
    ({"choices": [{"message": {"content": ""}, "error": {"code": 400, "message": "Too long"}, "finish_reason": "error"}]}, 400, "Too long"),
    ({"base_resp": {"status_code": 1004, "status_msg": "login fail"}, "choices": None}, None, "login fail"),
    ({"error": "model not found"}, None, "model not found"),
]


@pytest.mark.parametrize(("body", "status", "words"), ERRORS)
def test_errors_in_replies(body, status, words):
    """Routers send errors with a status of 200, beside choices or in them: a failure, whole, in place of a stream, and in a chunk of one."""
    chunked = events_answer([f"data: {json.dumps(body)}", "data: [DONE]"])
    with LoopbackServer([json_answer(body), json_answer(body), chunked]) as server:
        made = CASE.made(server)
        outcomes = [made.call(HELLO), *made.stream(HELLO), *made.stream(HELLO)]
        made.close()

    assert [(outcome.failure().status, outcome.failure().message) for outcome in outcomes] == [(status, words)] * 3


def test_errors_of_choices_in_the_middle():
    """A choice that ends in an error ends the stream as one."""
    with pytest.raises(ErrorReply):
        list(ChatPieces().add({"choices": [{"delta": {"content": ""}, "finish_reason": "error", "error": {"code": 502, "message": "Lost"}}]}))


SHAPES = [
    (500, {"error": {"code": 500, "message": "Failed to parse messages: Missing 'content'", "type": "server_error"}}, "Failed to parse messages: Missing 'content'"),
    (422, {"detail": [{"type": "missing", "loc": ["body", "messages", 1], "msg": "Field required"}]}, "Field required"),
    (400, {"object": "error", "message": "Expected last role User or Tool", "type": "invalid_request_error", "code": "3230"}, "Expected last role User or Tool"),
    (422, {"object": "error", "message": {"detail": [{"msg": "Extra inputs are not permitted"}]}}, "Extra inputs are not permitted"),
    (400, {"error": "json: cannot unmarshal array"}, "json: cannot unmarshal array"),
]


@pytest.mark.parametrize(("status", "body", "words"), SHAPES)
def test_errors_of_services(status, body, words):
    """The words are found wherever a service has them, a local server's 500 for a wrong shape among them; the body is kept as it came."""
    with LoopbackServer([json_answer(body, status)]) as server:
        made = CASE.made(server)
        failure, _ = made.call(HELLO).failure(), made.close()

    assert (failure.status, failure.message, json.loads(failure.body)) == (status, words, body)


def mistral_judge(body, model):
    """Grade a body as Mistral does, which takes no `stream_options`."""
    return ["stream_options: extra_forbidden"] if "stream_options" in body else mistral.judge({"messages": body["messages"]}, model=model)


def test_a_service_by_its_name(monkeypatch):
    """A service is called where it is, with its key from the environment, and nothing that it does not know; what it thinks goes back to it."""
    monkeypatch.setenv("MISTRAL_API_KEY", "mistral-key-0123456789")
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": "Look it up."}]}, {"type": "text", "text": "On time."}]
    api = chat_api([chat.completion({"content": thinking}, model="magistral-medium-2509")], key="mistral-key-0123456789", judged=mistral_judge)
    with LoopbackServer(api) as server:
        made = provider("mistral/magistral-medium-2509", base_url=f"{server.url}/v1", max_retries=0)
        message, _ = made.call(HELLO).unwrap().message, made.close()

    assert [part.text for part in message.content if isinstance(part, ReasoningPart)] == ["Look it up."]
    assert OPENAI_CHAT.encode_for(Request(Prompt((message,))), made.target)["messages"][0]["content"] == thinking
    assert "stream_options" not in made.body({"messages": []}, streamed=True)
    assert made.body({"stream_options": {"include_usage": False}}, streamed=True)["stream_options"] == {"include_usage": False}


def test_what_is_for_streams_only():
    """Settings of streams, which a request may have kept from elsewhere, are not sent where nothing is streamed."""
    kept = {"stream": True, "stream_options": {"include_usage": True}}
    made = [provider(target, api_key="x") for target in ("openai/gpt-5.2", "openai.responses/gpt-5.2")]

    assert [one.body(kept, streamed=False) for one in made] == [{"model": "gpt-5.2"}] * 2
    assert [one.body(kept, streamed=True) for one in made] == [{**kept, "model": "gpt-5.2"}] * 2


def test_a_message_without_role():
    """A message whose role a service leaves out, or empty, is the model's."""
    with LoopbackServer([json_answer({"choices": [{"message": {"content": "Hi", **role}}]}) for role in ({}, {"role": None})]) as server:
        made = CASE.made(server)
        outcomes = [made.call(HELLO), made.call(HELLO)]
        made.close()

    assert [is_successful(outcome) for outcome in outcomes] == [True, True]


def test_the_account_at_openai_stays_there(monkeypatch):
    """Whose account at OpenAI is in the environment, no other service is told; OpenAI is."""
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-secret")
    with LoopbackServer([json_answer(CASE.said)] * 2) as server:
        for target in ("groq/llama-3.3-70b-versatile", "openai/gpt-5.2"):
            made = provider(target, api_key=chat.KEY, base_url=server.url, max_retries=0)
            assert is_successful(made.call(HELLO))
            made.close()

    assert ["org-secret" in received.headers.values() for received in server.requests] == [False, True]


def test_a_service_of_ones_own(monkeypatch):
    """A service that nobody knows is called at its address, without anybody's key; its maker is noted by the name that was given."""
    monkeypatch.setenv("OPENAI_API_KEY", chat.KEY)
    with LoopbackServer(chat_api([chat.completion({"content": "Hi"}, model="")], path="/chat/completions", key="none")) as server:
        made = provider("acme/own-model", base_url=server.url, max_retries=0)
        reply, _ = made.call(HELLO).unwrap(), made.close()

    assert [part.text for part in reply.message.content if isinstance(part, TextPart)] == ["Hi"]
    assert str(reply.message.origin) == "acme/own-model"
    assert made.target.endpoint == "openai-chat"


def test_every_provider_has_an_address(monkeypatch):
    """Each service that is known has an address and, unless it is one's own machine, a variable for its key."""
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://trains.openai.azure.com/")
    named = {name for name, _ in PROVIDERS.values()}

    assert SERVICES.keys() <= named
    assert {name for name in SERVICES if not SERVICES[name].keys} == {name for name in SERVICES if "localhost" in SERVICES[name].base_url}
    assert [name for name in SERVICES if name != "openai" and not (address(name, None) or "").startswith("http")] == []
    assert address("azure", None) == "https://trains.openai.azure.com/openai/v1"
    assert {Target.of(f"{name}.chat/m").provider for name in SERVICES} == SERVICES.keys()


def test_keys_and_addresses_that_are_missing(monkeypatch):
    """Who has no key, or no address, is told under which name it is looked for."""
    for name in ("GROQ_API_KEY", "AZURE_OPENAI_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(ValueError, match="no key for groq: set GROQ_API_KEY, or pass api_key"):
        OpenAIChatProvider("groq/llama-3.3-70b-versatile")
    with pytest.raises(ValueError, match="where azure is: set AZURE_OPENAI_ENDPOINT, or pass base_url"):
        provider("azure/gpt-5.2", api_key="x")
    with pytest.raises(ValueError, match="where copilot is: pass base_url"):
        provider("copilot/gpt-5.2", api_key="x")
    assert key("ollama", None) == "none"


def test_a_reply_without_choices():
    """A reply without choices, or whose choice has no message, is named for what it lacks."""
    with LoopbackServer([json_answer({"choices": []}), json_answer({"choices": [{"index": 0}]}), Answer(content=b"")]) as server:
        made = CASE.made(server)
        failures = [made.call(HELLO).failure().message for _ in range(3)]
        made.close()

    assert failures == [
        "the reply cannot be read: choices: expected at least one, found a list",
        "the reply cannot be read: choices[0].message: expected an object, found null",
        "the reply cannot be read: the whole: expected JSON, found ''",
    ]
