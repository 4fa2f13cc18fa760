"""What other formats' records, and records that repairs changed, become in the AI SDK's wire format."""

import pytest
from attrs import evolve

from segue.formats.ai_sdk import AI_SDK
from segue.json_values import JsonObject, JsonText, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    result,
    system,
    tool,
    user,
)  # fmt: skip
from segue.shapes import Extras, Shape

CACHED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
FOREIGN = Shape("anthropic", ("content", "role"), "string")
SIGNED = freeze_object({"anthropic": {"signature": "s"}})


def body(*messages):
    """What messages are written as."""
    return AI_SDK.encode(Request(Prompt(messages)))["prompt"]


def said(*parts):
    """What parts of an assistant are written as."""
    return body(assistant(*parts))[0]["content"]


def gave(*output, error=False):
    """What the output of a result is written as."""
    return body(tool(ToolResultPart("a", "b", output, error)))[0]["content"][0]["output"]


def read(payload):
    """The messages in a payload."""
    return AI_SDK.decode(payload).unwrap().prompt.messages


def test_system_texts_become_messages_of_their_own():
    """The SDK gives a system message one string, so each text has its own message, with its own options."""
    many = SystemMessage((TextPart("a"), TextPart("b", CACHED)), provider_options=freeze_object({"x": {}}))
    assert body(many) == [
        {"role": "system", "content": "a", "providerOptions": {"x": {}}},
        {"role": "system", "content": "b", "providerOptions": {"x": {}, "anthropic": {"cacheControl": {"type": "ephemeral"}}}},
    ]


def test_odd_system_messages():
    """An empty system message stays one; a part that is no text is named."""
    assert body(SystemMessage(())) == [{"role": "system", "content": ""}]
    assert body(SystemMessage((OpaquePart("x", JsonObject(), "anthropic"),))) == [{"role": "system", "content": "[x part]"}]


def test_string_contents_stay_strings_while_they_can():
    """A string that became several texts, or a text with options, is written as a list; another format's string always is."""
    (message,) = read([{"role": "user", "content": "a"}])
    (answer,) = read([{"role": "assistant", "content": "a"}])
    assert body(evolve(message, content=(TextPart("b"),))) == [{"role": "user", "content": "b"}]
    assert body(evolve(answer, content=())) == [{"role": "assistant", "content": []}]
    assert body(evolve(message, content=(TextPart("b", CACHED),)))[0]["content"][0]["text"] == "b"
    assert body(evolve(message, content=(FilePart("a/b", "A"),)))[0]["content"][0]["type"] == "file"
    assert body(UserMessage((TextPart("a"),), shape=FOREIGN)) == [{"role": "user", "content": [{"type": "text", "text": "a"}]}]


def test_reasoning_and_options_are_kept():
    """Thoughts keep what only their maker can read, under the provider's name."""
    assert said(ReasoningPart("Hm", SIGNED)) == [
        {"type": "reasoning", "text": "Hm", "providerOptions": {"anthropic": {"signature": "s"}}}
    ]


def test_metadata_stays_metadata():
    """Options read as metadata are written as metadata, also when changed."""
    (message,) = read([{"role": "assistant", "content": [{"type": "text", "text": "a", "providerMetadata": {"x": {"y": 1}}}]}])
    changed = evolve(message, content=(evolve(message.content[0], provider_options=CACHED),))
    assert body(changed)[0]["content"][0]["providerMetadata"] == CACHED


def test_unclaimed_fields_of_others_are_not_written():
    """What another format could not claim stays with that format."""
    part = TextPart("a", extras=Extras("anthropic", freeze_object({"secret": 1})), shape=FOREIGN)
    assert said(part) == [{"type": "text", "text": "a"}]


INPUTS = [
    (freeze({"a": [1]}), {"a": [1]}),
    (JsonText('{"a": 1}'), {"a": 1}),
    ('{"a": 1}', {"a": 1}),
    ("{}", {}),
    ('{"a": ', '{"a": '),
    ("", {}),
    (None, {}),
    ((), {}),
    (7, 7),
]


@pytest.mark.parametrize(("given", "written"), INPUTS)
def test_inputs_are_objects_where_they_can_be(given, written):
    """Text that holds an object becomes one; text that does not stays text, as the SDK keeps it; nothing is an empty object."""
    assert said(ToolCallPart("a", "b", given))[0]["input"] == written


def test_json_text_in_a_part_of_the_own_format():
    """A repaired input is written as the object it holds, though the call was read from this format."""
    (message,) = read([{"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "b", "input": "{"}]}])
    changed = evolve(message, content=(evolve(message.content[0], input=JsonText('{"a": 1}')),))
    assert body(changed)[0]["content"][0]["input"] == {"a": 1}


def test_results_learn_their_tool_from_the_call():
    """A result without a name takes the call's; where there is no call, it is unknown."""
    prompt = body(assistant(call("a", "tide")), tool(result("a", "x"), result("z", "y")))
    assert [part["toolName"] for part in prompt[1]["content"]] == ["tide", "unknown_tool"]


def test_consecutive_tool_messages_of_others_are_joined():
    """Other formats have a message a result; the SDK has one for all. Its own messages stay apart."""
    assert len(body(tool(result("a", "x")), tool(result("b", "y")))) == 1
    wire = {"type": "tool-result", "toolCallId": "a", "toolName": "b", "output": {"type": "text", "value": ""}}
    assert len(body(*read([{"role": "tool", "content": [wire]}, {"role": "tool", "content": [wire]}]))) == 2
    assert len(body(tool(result("a", "x")), ToolMessage((result("b", "y"),), CACHED))) == 2


OUTPUTS = [
    ((TextPart("a"),), False, {"type": "text", "value": "a"}),
    ((TextPart("a"),), True, {"type": "error-text", "value": "a"}),
    ((JsonPart(freeze([1])),), False, {"type": "json", "value": [1]}),
    ((JsonPart(None),), True, {"type": "error-json", "value": None}),
    ((), False, {"type": "text", "value": ""}),
    ((), True, {"type": "error-text", "value": ""}),
    ((TextPart("a"), TextPart("b")), True, {"type": "error-text", "value": "a\nb"}),
    ((TextPart("a"), JsonPart(1)), False, {"type": "content", "value": [{"type": "text", "text": "a"}, {"type": "text", "text": "1"}]}),
    ((FilePart("a/b", "A"),), True, {"type": "content", "value": [{"type": "media", "data": "A", "mediaType": "a/b"}]}),
    ((OpaquePart("x", JsonObject(text="t"), "anthropic"),), False, {"type": "content", "value": [{"type": "text", "text": "[x part]\nt"}]}),
    ((ReasoningPart("a"),), False, {"type": "content", "value": []}),
]  # fmt: skip


@pytest.mark.parametrize(("output", "error", "written"), OUTPUTS)
def test_outputs(output, error, written):
    """One text or JSON value is written as such, all else as content; an error is marked where the format can."""
    assert gave(*output, error=error) == written


def own_result(output):
    """A result read from this format."""
    wire = {"type": "tool-result", "toolCallId": "a", "toolName": "b", "output": output}
    (message,) = read([{"role": "tool", "content": [wire]}])
    return message.content[0]


CHANGED = [
    (
        {"type": "text", "value": "a"},
        {"output": (TextPart("a"), TextPart("b"))},
        {"type": "content", "value": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
    ),
    ({"type": "content", "value": [{"type": "text", "text": "a"}]}, {"error": True}, {"type": "error-text", "value": "a"}),
    ({"type": "execution-denied"}, {"error": False}, {"type": "text", "value": ""}),
    ({"type": "execution-denied", "reason": "no"}, {"error": False}, {"type": "text", "value": "no"}),
    ({"type": "execution-denied", "x": 1}, {"output": (TextPart("no"),)}, {"type": "execution-denied", "reason": "no"}),
    ({"type": "stream"}, {"output": (TextPart("a"),)}, {"type": "text", "value": "a"}),
    ({"x": 1, "type": "content", "value": []}, {"extras": None}, {"type": "content", "value": []}),
]  # fmt: skip


@pytest.mark.parametrize(("wire", "change", "written"), CHANGED)
def test_changed_results_are_written_as_they_are(wire, change, written):
    """The form a result had is kept only as long as it fits."""
    assert body(ToolMessage((evolve(own_result(wire), **change),)))[0]["content"][0]["output"] == written


def test_odd_parts_in_a_tool_message():
    """What a tool message cannot hold follows as words of the user; an own unknown part stays."""
    own = OpaquePart("tool-approval-response", JsonObject({"type": "tool-approval-response"}), "ai-sdk")
    odd = ToolMessage((TextPart("a"), own))
    assert body(odd) == [
        {"role": "tool", "content": [{"type": "tool-approval-response"}]},
        {"role": "user", "content": [{"type": "text", "text": "a"}]},
    ]
    assert body(ToolMessage((TextPart("a"),))) == [{"role": "user", "content": [{"type": "text", "text": "a"}]}]
    assert body(ToolMessage(())) == [{"role": "tool", "content": []}]


WORDS = [
    (ReasoningPart("a"), None),
    (JsonPart(freeze({"a": 1})), '{"a": 1}'),
    (call("a", "tide", {"b": 1}), '[tide, a server tool, was called with]\n{"b": 1}'),
    (ToolCallPart("a", "tide", "{"), "[tide, a server tool, was called with]\n{"),
    (ToolResultPart("a", "tide", (TextPart("x"), FilePart("a/b", "A"), FilePart("text/plain", "y", "text", "n"))),
     "[tool result without its call: tide]\nx\n[file omitted: a/b]\n[document: n]\ny\n[end of tool result]"),
    (ToolResultPart("a", "tide", (ReasoningPart("x"),), error=True), "[tool error without its call: tide]\n[end of tool result]"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "words"), WORDS)
def test_what_a_user_message_cannot_hold(part, words):
    """A part that has no place in a user's message is said in labelled words; thoughts are left out."""
    expected = [] if words is None else [{"type": "text", "text": words}]
    assert body(UserMessage((part,)))[0]["content"] == expected


def test_hosted_results_of_anthropic_are_spelled_as_the_sdk_does():
    """Anthropic's results of hosted tools get the SDK's keys, and folded tools its name."""
    told = freeze_object({"anthropic": {"resultType": "web_search_tool_result"}})
    found = freeze([{"type": "web_search_result", "encrypted_content": "x", "return_code": 0}])
    ran, gave_ = said(
        ToolCallPart("a", "bash_code_execution", freeze({"command": "ls"}), True),
        ToolResultPart("a", "bash_code_execution", (JsonPart(found),), hosted=True, provider_options=told),
    )
    assert (ran["toolName"], ran["providerExecuted"]) == ("code_execution", True)
    assert ran["input"] == {"type": "bash_code_execution", "command": "ls"}
    assert (gave_["toolName"], gave_["output"]["value"]) == (
        "code_execution", [{"type": "web_search_result", "encryptedContent": "x", "return_code": 0}],
    )  # fmt: skip


def test_found_tools_are_a_list():
    """The SDK keeps the references of a tool search without their wrapper."""
    told = freeze_object({"anthropic": {"resultType": "tool_search_tool_result"}})
    value = freeze({"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "x"}]})
    (wire,) = said(ToolResultPart("a", "s", (JsonPart(value),), hosted=True, provider_options=told))
    assert wire["output"]["value"] == [{"type": "tool_reference", "toolName": "x"}]


def test_other_hosted_parts_are_left_as_they_are():
    """A value that is not Anthropic's, and an input that is no object, are written as they are."""
    (wire,) = said(ToolResultPart("a", "s", (JsonPart(freeze({"page_age": 1})),), hosted=True))
    assert wire["output"]["value"] == {"page_age": 1}
    assert said(ToolCallPart("a", "bash_code_execution", 7, True))[0]["input"] == 7


def test_tools():
    """Functions always have a schema; a provider's tool has an id that names the provider, and settings in the SDK's spelling."""
    args = freeze_object({"max_uses": 3, "user_location": {"x_y": [1]}})
    search = ToolDefinition("web_search", hosted="anthropic.web_search_20250305", args=args)
    tools = (ToolDefinition("a"), search, ToolDefinition("b", hosted="web_search"), ToolDefinition("c", "C", freeze_object({"x": 1})))
    assert AI_SDK.encode(Request(Prompt(()), tools)) == {
        "prompt": [],
        "tools": [
            {"type": "function", "name": "a", "inputSchema": {"type": "object", "properties": {}}},
            {"type": "provider-defined", "id": "anthropic.web_search_20250305", "name": "web_search",
             "args": {"maxUses": 3, "userLocation": {"xY": [1]}}},
            {"type": "provider-defined", "id": "openai.web_search", "name": "b", "args": {}},
            {"type": "function", "name": "c", "description": "C", "inputSchema": {"x": 1}},
        ],
    }  # fmt: skip


def test_a_request_of_another_format_is_prompt_and_tools_only():
    """Settings of another format's body are not written."""
    extras = Extras("anthropic", freeze_object({"max_tokens": 5}))
    request = Request(Prompt((user("a"),)), extras=extras, shape=Shape("anthropic", ("messages",)))
    assert AI_SDK.encode(request) == {"prompt": [{"role": "user", "content": [{"type": "text", "text": "a"}]}]}


def test_a_bare_prompt_that_got_tools_needs_a_body():
    """A list cannot hold tools."""
    request = AI_SDK.decode([]).unwrap()
    assert AI_SDK.encode(evolve(request, tools=(ToolDefinition("a"),))).keys() == {"prompt", "tools"}


@pytest.mark.parametrize(("name", "choice"), [("b", {"type": "tool", "toolName": "b"}), (None, None)])
def test_the_forced_tool_follows_the_record(name, choice):
    """A forced tool that was renamed is named anew; one that is no longer forced is not."""
    request = AI_SDK.decode({"prompt": [], "toolChoice": {"type": "tool", "toolName": "a"}}).unwrap()
    assert AI_SDK.encode(evolve(request, tool_choice=name)).get("toolChoice") == choice


def test_a_malformed_choice_is_kept():
    """A choice that names no tool is written as it came."""
    payload = {"prompt": [], "toolChoice": {"type": "tool"}}
    assert AI_SDK.encode(AI_SDK.decode(payload).unwrap()) == payload


def test_places_of_records_from_elsewhere():
    """Records that were not read from a payload have the places they would be written to."""
    request = Request(Prompt((system("a"), AssistantMessage((TextPart("b"),)))))
    assert AI_SDK.places(request) == ((("prompt", 0), (("prompt", 0, "content"),)), (("prompt", 1), (("prompt", 1, "content", 0),)))


NAMES = {"t_1": "weather.today"}


def test_restoring_names():
    """Names come back in results and stream events alike."""
    event = {"type": "tool-input-start", "id": "a", "toolName": "t_1"}
    called = {"type": "tool-call", "toolName": "t_1", "input": '{"toolName": "t_1"}'}
    reply = {"content": [{"type": "text", "text": "t_1"}, called], "usage": {}}
    assert AI_SDK.restore(event, NAMES)["toolName"] == "weather.today"
    restored = AI_SDK.restore(reply, NAMES)
    assert restored["content"][1] == {"type": "tool-call", "toolName": "weather.today", "input": '{"toolName": "t_1"}'}
    assert restored["content"][0] is reply["content"][0]


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "t_1",
        {"type": "tool-call", "toolName": "other"},
        {"type": "tool-call", "toolName": None, "input": {"content": [{"toolName": "t_1"}]}},
        [{"toolName": "other"}],
        object(),
    ],
)
def test_nothing_to_restore(reply):
    """What holds no alias is the same object, and inputs are not looked into."""
    assert AI_SDK.restore(reply, NAMES) is reply


def test_restoring_stops_somewhere():
    """A reply nested beyond all sense is given back, not followed."""
    reply = {"toolName": "t_1"}
    for _ in range(3000):
        reply = {"content": reply}
    assert AI_SDK.restore(reply, NAMES) is reply
    assert AI_SDK.restore(({"toolName": "t_1"},), NAMES) == ({"toolName": "weather.today"},)
