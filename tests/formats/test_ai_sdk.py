"""The AI SDK's wire format: what is read, and that it is written as it came."""

import copy
import json
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue.failures import dotted
from segue.formats.ai_sdk import AI_SDK
from segue.json_values import JsonObject, same_json
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Extras

HISTORIES = sorted((Path(__file__).parents[1] / "switch" / "histories").glob("ai*.json"))


def text(words, **more):
    """A text part."""
    return {"type": "text", "text": words, **more}


def call(**more):
    """A tool call."""
    return {"type": "tool-call", "toolCallId": "call_1", "toolName": "tide", "input": {}, **more}


def result(output, **more):
    """A tool result."""
    return {"type": "tool-result", "toolCallId": "call_1", "toolName": "tide", "output": output, **more}


def asked(*parts):
    """A prompt of one user message."""
    return [{"role": "user", "content": list(parts)}]


def said(*parts):
    """A prompt of one assistant message."""
    return [{"role": "assistant", "content": list(parts)}]


def gave(*parts):
    """A prompt of one tool message."""
    return [{"role": "tool", "content": list(parts)}]


OPTIONS = {"anthropic": {"cacheControl": {"type": "ephemeral"}}}
SIGNED = {"anthropic": {"signature": "c2ln"}}
PAYLOADS = {
    "empty list": [],
    "empty body": {"prompt": []},
    "system": [{"role": "system", "content": "Be brief."}],
    "system with options": [{"providerOptions": OPTIONS, "role": "system", "content": ""}],
    "system as a list": [{"role": "system", "content": [text("a"), {"type": "odd", "x": [1.0, -0.0]}]}],
    "system as an empty list": [{"role": "system", "content": []}],
    "user string": [{"role": "user", "content": "Hi"}],
    "assistant string": [{"content": "Hi", "role": "assistant", "id": "m1"}],
    "user parts": asked(text("a"), {"text": "b", "type": "text"}, text("c", providerOptions=OPTIONS, mood=None)),
    "empty user": asked(),
    "options null and empty": asked(text("a", providerOptions=None), text("b", providerOptions={}), text("c", providerMetadata=SIGNED)),
    "options that are no object": said(text("a", providerOptions="anthropic"), text("b", providerOptions=[1]), text("c", providerMetadata=0)),
    "both options": said(text("a", providerMetadata={"x": {"y": 1}}, providerOptions=SIGNED)),
    "message metadata": [{"role": "assistant", "content": [], "providerMetadata": {"google": {"thoughtSignature": "x"}}}],
    "reasoning": said({"type": "reasoning", "text": "", "providerOptions": SIGNED}, {"type": "reasoning", "text": "Hm", "id": "r1"}),
    "reasoning without text": said({"type": "reasoning"}, {"text": None, "type": "reasoning", "providerOptions": SIGNED}, {"type": "reasoning", "text": [5]}),
    "no contents of models": [{"role": "assistant", "content": None, "id": "m1"}, {"role": "assistant", "providerOptions": OPTIONS}, {"role": "assistant"}],
    "calls": said(call(), call(input={"a": [1, {"b": None}]}, providerExecuted=True), call(providerExecuted=False)),
    "odd calls": said(call(input='{"a": '), call(input=None), call(input=[]), call(input=7), call(providerExecuted=None, dynamic=True)),
    "call with options": said(call(providerOptions={"openai": {"itemId": "fc_1"}})),
    "hosted": said(call(providerExecuted=True), result({"type": "json", "value": [{"pageAge": "1 day"}]})),
    "approval": said({"type": "tool-approval-request", "approvalId": "a"}) + gave({"type": "tool-approval-response", "approved": False}),
    "unknown kinds": said({"type": "custom", "kind": "x.y"}) + asked({"type": "tool-call", "input": 1}) + gave(text("stray")),
    "text output": gave(result({"type": "text", "value": "14 C"})),
    "bare outputs": gave(result("14 C"), result("")),
    "text output with options": gave(result({"value": "a", "type": "text", "providerOptions": OPTIONS, "x": 1}, providerOptions=OPTIONS)),
    "json outputs": gave(*(result({"type": "json", "value": value}) for value in (None, 1, 1.0, -0.0, "a", [], {}, {"a": [True]}))),
    "errors": gave(result({"type": "error-text", "value": "no"}), result({"type": "error-json", "value": {"code": 7}})),
    "content": gave(result({"type": "content", "value": [text("a"), text("b", providerOptions=OPTIONS), {"type": "custom"}]})),
    "one text in content": gave(result({"type": "content", "value": [text("a")]})),
    "empty content": gave(result({"type": "content", "value": []})),
    "content with more": gave(result({"providerOptions": OPTIONS, "value": [], "type": "content", "x": [1]}, isError=False)),
    "content in another order": gave(result({"value": [text("a")], "type": "content"})),
    "denied": gave(result({"type": "execution-denied"}), result({"type": "execution-denied", "reason": "no", "providerOptions": OPTIONS})),
    "denied with more": gave(result({"reason": None, "type": "execution-denied", "x": 1})),
    "unknown output": gave(result({"type": "stream", "parts": [1]})),
    "empty ids": gave(result({"type": "text", "value": ""}, toolCallId="", toolName="")),
    "tuples": ({"role": "user", "content": (text("a"),)},),
    "settings": {"maxOutputTokens": 5, "prompt": asked(text("a")), "toolChoice": {"type": "auto"}, "headers": {"a": None}},
    "no tools": {"tools": [], "prompt": []},
    "null tools": {"prompt": [], "tools": None, "toolChoice": None},
    "tools": {
        "prompt": [],
        "tools": [
            {"type": "function", "name": "a", "description": "A", "inputSchema": {"type": "object"}},
            {"inputSchema": {}, "name": "b", "type": "function", "description": None, "strict": True, "providerOptions": OPTIONS},
            {"type": "provider-defined", "id": "anthropic.web_search_20250305", "name": "web_search", "args": {"maxUses": 3}},
            {"type": "provider", "id": "openai.web_search", "name": "web_search"},
            {"type": "provider", "id": "openai.file_search", "name": "file_search", "args": {}},
            {"type": "provider", "id": "provider", "name": "", "args": {}},
            {"type": "provider", "id": "", "name": "x", "args": {}},
            {"type": "grammar", "name": "g", "syntax": "lark"},
        ],
        "toolChoice": {"type": "tool", "toolName": "a"},
    },
}


def decoded(payload):
    """The request in a payload."""
    return AI_SDK.decode(payload).unwrap()


def parts(payload):
    """The parts of the first message."""
    return decoded(payload).prompt.messages[0].content


@pytest.mark.parametrize("name", PAYLOADS)
def test_round_trip(name):
    """What is read is written as it came, to the letter, and the payload is not touched."""
    payload = PAYLOADS[name]
    before = copy.deepcopy(payload)
    assert same_json(AI_SDK.encode(decoded(payload)), payload)
    assert payload == before


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: path.stem)
def test_round_trip_of_real_histories(path):
    """Whole histories are written as they came, with their body or as a bare prompt."""
    history = json.loads(path.read_text(encoding="utf-8"))["history"]
    assert all(same_json(AI_SDK.encode(decoded(payload)), payload) for payload in (history, history["prompt"]))


FAILURES = [
    (7, "", "a list of messages or an object with a prompt", "7"),
    ({"messages": []}, "prompt", "a list of messages", "nothing"),
    ({"prompt": "Hi"}, "prompt", "a list of messages", "'Hi'"),
    ([7], "[0]", "an object", "7"),
    ({"prompt": [["a"]]}, "prompt[0]", "an object", "a list"),
    ([{"content": []}], "[0].role", "system, user, assistant or tool", "nothing"),
    ([{"role": "developer", "content": "x"}], "[0].role", "system, user, assistant or tool", "'developer'"),
    ([{"role": [], "content": "x"}], "[0].role", "system, user, assistant or tool", "a list"),
    ([{"role": "user"}], "[0].content", "a list of parts", "nothing"),
    ([{"role": "tool", "content": "x"}], "[0].content", "a list of parts", "'x'"),
    (asked(text("a"), 5), "[0].content[1]", "an object", "5"),
    (asked({"text": "a"}), "[0].content[0].type", "a string", "nothing"),
    (asked({"type": 5}), "[0].content[0].type", "a string", "5"),
    (asked({"type": {}}), "[0].content[0].type", "a string", "an object"),
    (asked({"type": "text"}), "[0].content[0].text", "a string", "nothing"),
    (asked(text(5)), "[0].content[0].text", "a string", "5"),
    (asked(text("a", providerOptions={"x": float("nan")})), "[0].content[0].providerOptions.x", "a finite number", "nan"),
    (asked(text("a", providerOptions=[float("nan")])), "[0].content[0].providerOptions[0]", "a finite number", "nan"),
    (asked(text("a", mood={"x": [float("nan")]})), "[0].content[0].mood.x[0]", "a finite number", "nan"),
    (asked({**text("a"), 5: 1}), "[0].content[0]", "a string as key", "5"),
    ([{"role": "user", "content": "a", "x": object()}], "[0].x", "JSON", "a object"),
    (said({"type": "text", "text": None}), "[0].content[0].text", "a string", "null"),
    (said({"type": "tool-call", "toolCallId": "a", "toolName": "b"}), "[0].content[0].input", "an object", "nothing"),
    (said(call(input={"a": float("inf")})), "[0].content[0].input.a", "a finite number", "inf"),
    (said(call(providerExecuted="yes")), "[0].content[0].providerExecuted", "true or false", "'yes'"),
    (said(call(toolCallId=None)), "[0].content[0].toolCallId", "a string", "null"),
    (said(call(toolName=1)), "[0].content[0].toolName", "a string", "1"),
    (gave(result(None)), "[0].content[0].output", "an object", "null"),
    (gave(result({"value": "a"})), "[0].content[0].output.type", "a string", "nothing"),
    (gave(result({"type": "text"})), "[0].content[0].output.value", "a string", "nothing"),
    (gave(result({"type": "json"})), "[0].content[0].output.value", "a JSON value", "nothing"),
    (gave(result({"type": "content", "value": "a"})), "[0].content[0].output.value", "a list of parts", "'a'"),
    (gave(result({"type": "content", "value": [text(1)]})), "[0].content[0].output.value[0].text", "a string", "1"),
    (gave(result({"type": "content", "value": [{"type": []}]})), "[0].content[0].output.value[0].type", "a string", "a list"),
    (gave(result({"type": "execution-denied", "reason": 1})), "[0].content[0].output.reason", "a string", "1"),
    (gave(result({"type": "text", "value": ""}, toolCallId=1)), "[0].content[0].toolCallId", "a string", "1"),
    (gave(result({"type": "text", "value": ""}, toolName=None)), "[0].content[0].toolName", "a string", "null"),
    ({"prompt": [], "tools": {}}, "tools", "a list of tools", "an object"),
    ({"prompt": [], "tools": [1]}, "tools[0]", "an object", "1"),
    ({"prompt": [], "tools": [{"name": "a"}]}, "tools[0].type", "a string", "nothing"),
    ({"prompt": [], "tools": [{"type": "function", "inputSchema": {}}]}, "tools[0].name", "a string", "nothing"),
    ({"prompt": [], "tools": [{"type": "function", "name": "a"}]}, "tools[0].inputSchema", "an object", "nothing"),
    ({"prompt": [], "tools": [{"type": "function", "name": "a", "inputSchema": 1}]}, "tools[0].inputSchema", "an object", "1"),
    ({"prompt": [], "tools": [{"type": "provider", "name": "a", "id": 1}]}, "tools[0].id", "a string", "1"),
    ({"prompt": [], "tools": [{"type": ""}]}, "tools[0].type", "function, provider-defined or provider", "''"),
    ({"prompt": [], "tools": [{"type": "grammar"}]}, "tools[0].name", "a string", "nothing"),
    ({"prompt": [], "x": float("nan")}, "x", "a finite number", "nan"),
]


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAILURES)
def test_failures_name_the_place(payload, place, expected, found):
    """What cannot be read is a failure that names the JSON path, what was expected and what stood there."""
    failure = AI_SDK.decode(payload).failure()
    assert (dotted(failure.place), failure.expected, failure.found, failure.format) == (place, expected, found, "ai-sdk")


def test_what_a_model_did_not_say_is_empty():
    """Thoughts without text, and messages without contents; both are written anew once they say something."""
    request = decoded([*said({"type": "reasoning", "text": None}), {"role": "assistant"}])
    silent, empty = request.prompt.messages
    assert (silent.content[0].text, empty.content) == ("", ())
    after = Prompt((evolve(silent, content=(evolve(silent.content[0], text="Hm"),)), evolve(empty, content=(TextPart("a"),))))
    assert AI_SDK.encode(evolve(request, prompt=after)) == said({"type": "reasoning", "text": "Hm"}) + said(text("a"))


def test_messages_become_records():
    """Each role becomes its record, strings and lists alike."""
    payload = [{"role": "system", "content": "a"}, *asked(text("b")), *said(text("c")), *gave(result({"type": "text", "value": "d"}))]
    system, user, assistant, tool = decoded(payload).prompt.messages
    assert (system, user, assistant) == (SystemMessage((TextPart("a"),)), UserMessage((TextPart("b"),)), AssistantMessage((TextPart("c"),)))
    assert tool == ToolMessage((ToolResultPart("call_1", "tide", (TextPart("d"),)),))


def test_options_stay_under_their_provider():
    """Options and metadata are read verbatim, whichever of the two names they have."""
    signed, marked = parts(said({"type": "reasoning", "text": "a", "providerOptions": SIGNED}, text("b", providerMetadata=OPTIONS)))
    assert signed == ReasoningPart("a", JsonObject({"anthropic": JsonObject({"signature": "c2ln"})}))
    assert marked.provider_options == OPTIONS


def test_calls_become_records():
    """An input is an object or what else came; a call the provider ran is hosted, and so is a result beside it."""
    plain, hosted, told = parts(said(call(input="{"), call(providerExecuted=True), result({"type": "json", "value": 1})))
    assert plain == ToolCallPart("call_1", "tide", "{")
    assert (hosted.hosted, told.hosted, told.output) == (True, True, (JsonPart(1),))


def test_outputs_become_records():
    """Errors and denials are marked, whatever the output holds."""
    outputs = ({"type": "error-json", "value": []}, {"type": "execution-denied", "reason": "no"}, {"type": "execution-denied"})
    failed, denied, silent = parts(gave(*map(result, outputs)))
    assert (failed.error, failed.output) == (True, (JsonPart(()),))
    assert (denied.error, denied.output) == (True, (TextPart("no"),))
    assert (silent.error, silent.output) == (True, ())


def test_options_that_are_no_object_are_carried_unread():
    """They are no options of any provider."""
    (odd,) = parts(said(text("a", providerOptions="anthropic")))
    assert odd == TextPart("a", extras=Extras("ai-sdk", JsonObject(providerOptions="anthropic")))


def test_a_bare_output_is_a_text():
    """As older stored prompts have it; what it becomes is written the usual way."""
    (bare,) = parts(gave(result("14 C")))
    assert bare == ToolResultPart("call_1", "tide", (TextPart("14 C"),))
    kinds = [evolve(bare, error=True), evolve(bare, output=(TextPart("14 C", JsonObject(x=JsonObject(y=1))),)), evolve(bare, output=())]
    written = AI_SDK.encode(Request(Prompt((ToolMessage(tuple(kinds)),))))["prompt"][0]["content"]
    assert [part["output"]["type"] for part in written] == ["error-text", "text", "text"]


def test_unknown_outputs_are_opaque():
    """An output of a kind nobody knows is carried unread."""
    (odd,) = parts(gave(result({"type": "stream", "parts": [1]})))
    assert odd.output == (OpaquePart("stream", JsonObject({"type": "stream", "parts": (1,)}), "ai-sdk"),)


def test_media_in_results():
    """Media of a result is a file."""
    (shot,) = parts(gave(result({"type": "content", "value": [{"type": "media", "data": "AAAA", "mediaType": "image/png"}]})))
    assert shot.output == (FilePart("image/png", "AAAA"),)


def test_the_forced_tool_is_named():
    """The tool a choice forces is read out of it."""
    assert decoded(PAYLOADS["tools"]).tool_choice == "a"
    assert decoded({"prompt": [], "toolChoice": {"type": "tool", "toolName": 5}}).tool_choice is None


def test_tools_become_records():
    """Functions have a schema, a provider's tools their id and settings; unknown kinds count as a provider's."""
    function, bare, search, *_, odd = decoded(PAYLOADS["tools"]).tools
    assert (function.name, function.description, function.input_schema) == ("a", "A", {"type": "object"})
    assert bare.description is None
    assert (search.hosted, search.args, odd.hosted) == ("anthropic.web_search_20250305", {"maxUses": 3}, "grammar")


def test_many_layouts_are_read():
    """More layouts than are remembered are written as they came all the same."""
    payload = asked(*({"type": "text", f"k{index}": index, "text": "a"} for index in range(400)))
    assert same_json(AI_SDK.encode(decoded(payload)), payload)


def test_places_of_a_body():
    """Places lead into the payload: a list's parts by index, a string by its key."""
    payload = {"prompt": [{"role": "system", "content": "a"}, *asked(text("b"), text("c"))]}
    assert AI_SDK.places(decoded(payload)) == (
        (("prompt", 0), (("prompt", 0, "content"),)),
        (("prompt", 1), (("prompt", 1, "content", 0), ("prompt", 1, "content", 1))),
    )


def test_places_of_a_bare_prompt():
    """Places of a bare prompt begin with the index."""
    assert AI_SDK.places(decoded(asked(text("a")))) == (((0,), ((0, "content", 0),)),)


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_decoding_is_total(data):
    """A payload with anything anywhere is read and written as it came, or is a failure; nothing is raised."""
    payload = copy.deepcopy(data.draw(st.sampled_from(list(PAYLOADS.values()))))
    holder, key = payload, None
    while isinstance(holder, dict | list) and holder and (key is None or data.draw(st.booleans())):
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        parent, key = holder, data.draw(st.sampled_from(list(keys)))
        holder = parent[key]
    if key is not None:
        parent[key] = data.draw(st.sampled_from([None, True, 0, 1.5, "", "text", [], {}, [{}], {"type": "text"}, [[]], {"a": 1}]))
    result = AI_SDK.decode(payload)
    assert not is_successful(result) or same_json(AI_SDK.encode(result.unwrap()), payload)
