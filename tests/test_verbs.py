"""check, fix and explain over plain payloads of every format."""

import json
from copy import deepcopy
from functools import reduce

import pytest
from attrs import evolve
from returns.pipeline import is_successful

from segue.failures import Change, DecodeError, DecodeFailure, Fault
from segue.formats.registry import FORMATS
from segue.json_values import EMPTY, same_json
from segue.kinds import Loss
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, assistant
from segue.rule import CompatRule
from segue.rules import BUILT_IN, only, without
from segue.targets import Target
from segue.verbs import _made, check, explain, fix, try_fix

CLAUDE, GPT = "anthropic/claude-sonnet-4-5", "openai/gpt-5.2"
NAME, ALIAS = "db.trains", "db_trains_5274e22cfa"
TEXTS = [{"type": "text", "text": "Trains?"}, {"type": "text", "text": ""}]

# One history in three formats: an empty text, a call id and a tool name that Anthropic does not take.
BODIES = {
    "openai-chat": {
        "model": "gpt-5.2",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": TEXTS},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "a:1", "type": "function", "function": {"name": NAME, "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "a:1", "content": "7:10"},
            {"role": "user", "content": "Thanks."},
        ],
        "tools": [{"type": "function", "function": {"name": NAME, "parameters": {"type": "object"}}}],
        "temperature": 1,
    },
    "anthropic": {
        "model": "claude-sonnet-4-5",
        "max_tokens": 99,
        "system": "Be brief.",
        "messages": [
            {"role": "user", "content": TEXTS},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a:1", "name": NAME, "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a:1", "content": "7:10"}, {"type": "text", "text": "Thanks."}]},
        ],
        "tools": [{"name": NAME, "input_schema": {"type": "object"}}],
    },
    "ai-sdk": {
        "prompt": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": TEXTS},
            {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a:1", "toolName": NAME, "input": {}}]},
            {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "a:1", "toolName": NAME, "output": {"type": "text", "value": "7:10"}}]},
            {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
        ],
        "tools": [{"type": "function", "name": NAME, "inputSchema": {"type": "object"}}],
    },
}
LISTS = {
    "openai-chat": "messages", "anthropic": "messages", "ai-sdk": "prompt", "mastra": "messages", "openai-responses": "input", "gemini": "contents",
    "bedrock-converse": "messages",
}  # fmt: skip
each_format = pytest.mark.parametrize("format", BODIES)

# format -> rule and place of each fault, in order
FAULTS = {
    "openai-chat": [
        ("anthropic-blank-text", ("messages", 1, "content", 1)),
        ("anthropic-tool-id", ("messages", 2, "tool_calls", 0)),
        ("anthropic-tool-name", ("messages", 2, "tool_calls", 0)),
        ("anthropic-tool-id", ("messages", 3)),
        ("anthropic-tool-name", ("tools", 0)),
    ],
    "anthropic": [
        ("anthropic-blank-text", ("messages", 0, "content", 1)),
        ("anthropic-tool-id", ("messages", 1, "content", 0)),
        ("anthropic-tool-name", ("messages", 1, "content", 0)),
        ("anthropic-tool-id", ("messages", 2, "content", 0)),
        ("anthropic-tool-name", ("tools", 0)),
    ],
    "ai-sdk": [
        ("anthropic-blank-text", ("prompt", 1, "content", 1)),
        ("anthropic-tool-id", ("prompt", 2, "content", 0)),
        ("anthropic-tool-name", ("prompt", 2, "content", 0)),
        ("anthropic-tool-id", ("prompt", 3, "content", 0)),
        ("anthropic-tool-name", ("prompt", 3, "content", 0)),
        ("anthropic-tool-name", ("tools", 0)),
    ],
}


def standing_at(payload, place):
    """What stands at a place of a payload."""
    return reduce(lambda value, step: value[step], place, payload)


def bare(format):
    """The list of messages alone."""
    return BODIES[format][LISTS[format]]


# Checking.


@each_format
def test_check_names_faults_where_the_payload_has_them(format):
    """Each fault is named by rule and JSON path, in the order of the payload, and something stands at each path."""
    found = check(BODIES[format], CLAUDE)
    assert [(fault.rule, fault.place) for fault in found] == FAULTS[format]
    assert all(standing_at(BODIES[format], fault.place) for fault in found)
    assert all(fault.repairable for fault in found)


@each_format
def test_a_bare_list_is_checked_like_its_body(format):
    """In a bare list paths begin with the index of the message."""
    found = check(bare(format), CLAUDE, from_format=format)
    assert [(fault.rule, (LISTS[format], *fault.place)) for fault in found] == [each for each in FAULTS[format] if each[1][0] != "tools"]


@each_format
def test_another_target_has_other_demands(format):
    """Chat Completions takes the id and the empty text; only the name is a fault."""
    assert {fault.rule for fault in check(BODIES[format], GPT)} == {"openai-tool-name"}


@each_format
def test_a_target_without_demands_finds_no_fault(format):
    """Without a target, and for one that is not known, nothing is a fault."""
    assert check(BODIES[format], None) == check(BODIES[format], "example-provider/one") == ()


@each_format
def test_rules_may_be_narrowed(format):
    """Check tries the rules that are given, and no others."""
    chosen = only(BUILT_IN, "anthropic-tool-id")
    assert [each for each in FAULTS[format] if each[0] == "anthropic-tool-id"] == [
        (fault.rule, fault.place) for fault in check(BODIES[format], CLAUDE, rules=iter(chosen))
    ]


def test_an_empty_history_cannot_be_repaired():
    """A fault that nothing repairs is found by check and left by fix."""
    (fault,) = check({"messages": []}, GPT)
    assert fault == Fault("openai-no-messages", ("messages",), repairable=False)
    assert fix({"messages": []}, GPT).faults_left == (fault,)


# Fixing.

FIXED_TOOLS = {
    "anthropic": [{"name": ALIAS, "input_schema": {"type": "object"}}],
    "openai-chat": [{"type": "function", "function": {"name": ALIAS, "parameters": {"type": "object"}}}],
}


@each_format
def test_fix_writes_what_anthropic_takes(format):
    """From every format comes one body of the Messages API, without fault, and what was changed is named in the payload given."""
    fixed = fix(BODIES[format], CLAUDE)
    said = fixed.payload["messages"]
    assert (fixed.payload["system"], fixed.payload["tools"]) == ("Be brief.", FIXED_TOOLS["anthropic"])
    assert said[0]["content"] in ("Trains?", TEXTS[:1])
    assert said[1]["content"] == [{"type": "tool_use", "id": said[1]["content"][0]["id"], "name": ALIAS, "input": {}}]
    assert said[2]["content"][0] == {"type": "tool_result", "tool_use_id": said[1]["content"][0]["id"], "content": "7:10"}
    assert sorted((change.rule, change.place) for change in fixed.changes) == sorted(FAULTS[format])
    assert fixed.faults_left == check(fixed.payload, CLAUDE) == ()


@each_format
def test_fix_writes_what_openai_takes(format):
    """From every format comes one body of Chat Completions, without fault."""
    fixed = fix(BODIES[format], GPT)
    assert [message["role"] for message in fixed.payload["messages"]] == ["system", "user", "assistant", "tool", "user"]
    assert fixed.payload["messages"][2]["tool_calls"] == [{"id": "a:1", "type": "function", "function": {"name": ALIAS, "arguments": "{}"}}]
    assert fixed.payload["tools"] == FIXED_TOOLS["openai-chat"]
    assert fixed.faults_left == check(fixed.payload, GPT) == ()


@each_format
@pytest.mark.parametrize("target", [CLAUDE, GPT])
def test_the_payload_is_not_touched(format, target):
    """Neither check nor fix changes what it was given, and what is done to a fixed payload does not reach it."""
    payload = deepcopy(BODIES[format])
    check(payload, target)
    fixed = fix(payload, target).payload
    fixed["messages"].clear()
    fixed["tools"][0].clear()
    assert same_json(payload, BODIES[format])


@each_format
@pytest.mark.parametrize("root", ["body", "list"])
def test_what_needs_nothing_is_written_as_it_came(format, root):
    """In its own format, body or bare list, a payload that no rule changes is the same to the letter."""
    payload = BODIES[format] if root == "body" else bare(format)
    fixed = fix(payload, None, from_format=format)
    assert same_json(fixed.payload, payload)
    assert (fixed.changes, fixed.faults_left) == ((), ())


def test_a_bare_list_stays_one():
    """A bare list is fixed to a bare list in its own format, to a body where the target's is another."""
    fixed = fix(bare("anthropic"), CLAUDE)
    assert [message["role"] for message in fixed.payload] == ["user", "assistant", "user"]
    assert list(fix(bare("openai-chat"), CLAUDE).payload) == ["system", "messages"]


def test_fields_of_a_body_stay_with_their_format():
    """What a body says besides rides along in its own format and is not written into another's."""
    assert list(fix(BODIES["anthropic"], CLAUDE).payload) == list(BODIES["anthropic"])
    assert list(fix(BODIES["openai-chat"], GPT).payload) == list(BODIES["openai-chat"])
    assert "temperature" not in fix(BODIES["openai-chat"], CLAUDE).payload


@each_format
@pytest.mark.parametrize("wanted", FORMATS)
def test_the_format_can_be_chosen(format, wanted):
    """What the target demands can be written in any format, and is read there as the same history. Stored messages hold no tools."""
    payload = fix(BODIES[format], CLAUDE, as_format=wanted).payload
    assert LISTS[wanted] in payload
    assert check(payload, CLAUDE, from_format=wanted) == ()
    assert json.dumps(payload).count(ALIAS) >= (1 if wanted == "mastra" else 2)


def test_a_target_without_endpoint_keeps_the_format():
    """Where the target is not known, the payload's own format is written."""
    assert "prompt" in fix(BODIES["ai-sdk"], "example-provider/one").payload


def test_fixing_twice_changes_nothing_more():
    """A fixed payload is fixed."""
    for target in (CLAUDE, GPT):
        once = fix(BODIES["ai-sdk"], target).payload
        again = fix(once, target)
        assert again.changes == ()
        assert same_json(again.payload, once)


def test_rules_of_ones_own_are_applied():
    """Fix applies the rules that are given, each once, from any iterable."""
    assert {change.rule for change in fix(BODIES["anthropic"], CLAUDE, rules=iter(without(BUILT_IN, "anthropic-tool"))).changes} == {"anthropic-blank-text"}


def test_a_change_tells_what_was_lost():
    """A change says which rule, where and at what cost."""
    (change,) = fix({"messages": [{"role": "user", "content": TEXTS}]}, CLAUDE).changes
    assert change == Change("anthropic-blank-text", ("messages", 0, "content", 1), frozenset({Loss.EMPTY_TEXT}))


# What cannot be read.

UNDETECTABLE = [({"a": 1}, "an object"), ("Hello", "'Hello'"), (5, "5"), (None, "null"), ([1], "a list"), ({}, "an object")]


@pytest.mark.parametrize(("payload", "found"), UNDETECTABLE)
def test_a_payload_in_no_format(payload, found):
    """A payload without messages is a failure at its root that names the formats."""
    failure = DecodeFailure("any of them", (), f"a history in one of the formats {', '.join(FORMATS)}", found)
    assert try_fix(payload, CLAUDE).failure() == failure
    for verb in (check, fix):
        with pytest.raises(DecodeError) as caught:
            verb(payload, CLAUDE)
        assert caught.value.failure == failure


BROKEN = {
    "openai-chat": ({"messages": [{"role": "user", "content": [{"type": "text", "text": 5}]}]}, ("messages", 0, "content", 0, "text")),
    "anthropic": ({"system": "", "messages": [{"role": "user", "content": [{"type": "text", "text": 5}]}]}, ("messages", 0, "content", 0, "text")),
    "ai-sdk": ({"prompt": [{"role": "user", "content": [{"type": "text", "text": 5}]}]}, ("prompt", 0, "content", 0, "text")),
}


@each_format
def test_a_payload_that_is_broken(format):
    """A payload that cannot be read names the place, what was expected and what stood there, raised or returned."""
    payload, place = BROKEN[format]
    result = try_fix(payload, CLAUDE, from_format=format)
    assert not is_successful(result)
    failure = result.failure()
    assert (failure.format, failure.place, failure.found) == (format, place, "5")
    for verb in (check, fix):
        with pytest.raises(DecodeError, match=failure.expected) as caught:
            verb(payload, CLAUDE, from_format=format)
        assert caught.value.failure == failure


def test_try_fix_gives_what_fix_gives():
    """Where nothing fails, the result holds the same payload, changes and faults."""
    tried, fixed = try_fix(BODIES["ai-sdk"], CLAUDE).unwrap(), fix(BODIES["ai-sdk"], CLAUDE)
    assert (tried.payload, tried.changes, tried.faults_left) == (fixed.payload, fixed.changes, fixed.faults_left)


@pytest.mark.parametrize("verb", [check, fix, try_fix])
def test_an_unknown_format_is_the_callers_bug(verb):
    """A format that is not known raises ValueError with its name and those that are; it is no decode error."""
    with pytest.raises(ValueError, match="no format is named 'openai'; known are openai-chat, anthropic, ai-sdk, mastra") as caught:
        verb(BODIES["openai-chat"], CLAUDE, from_format="openai")
    assert not isinstance(caught.value, DecodeError)


@pytest.mark.parametrize("verb", [fix, try_fix])
@pytest.mark.parametrize(
    ("target", "wanted", "said"),
    [
        (CLAUDE, "claude", "no format is named 'claude'"),
        ("openai.responses/gpt-5.2", "responses", "no format is named 'responses'"),
    ],
)
def test_a_format_that_cannot_be_written_is_the_callers_bug(verb, target, wanted, said):
    """A format to write that is not known raises ValueError, whether it was asked for or is the target's."""
    with pytest.raises(ValueError, match=said):
        verb(BODIES["openai-chat"], target, as_format=wanted)


def test_the_format_can_be_told():
    """A payload is read as the format that is named, even where it looks like another."""
    ambiguous = [{"role": "user", "content": ""}]
    assert [fault.place for fault in check(ambiguous, CLAUDE, from_format="openai-chat")] == [(0, "content")]
    with pytest.raises(DecodeError, match="read as anthropic"):
        check(BODIES["ai-sdk"], CLAUDE, from_format="anthropic")


# Who made what.

THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmF0dXJl"}
THINKING = [
    {"role": "user", "content": "Trains?"},
    {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "7:10."}]},
    {"role": "user", "content": "Buses?"},
    {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "9:40."}]},
    {"role": "user", "content": "Thanks."},
]
KIMI = "moonshot/kimi-k2"
SPANS = {
    "nobody": (None, []),
    "Claude": (CLAUDE, []),
    "another": (KIMI, [1, 3]),
    "a model": (Model("moonshot", "kimi-k2"), [1, 3]),
    "another, then Claude": ([(0, KIMI), (2, CLAUDE)], [1]),
    "in any order": ([(3, Model("moonshot")), (0, CLAUDE)], [3]),
    "from the turn itself": (((1, CLAUDE), (2, KIMI)), [3]),
    "the first not told": ([(2, KIMI)], [3]),
    "none told": ([], []),
    "too late": ([(9, KIMI)], []),
}


@pytest.mark.parametrize("root", ["body", "list"])
@pytest.mark.parametrize(("made_by", "foreign"), SPANS.values(), ids=SPANS)
def test_who_made_a_turn_decides_what_is_foreign(made_by, foreign, root):
    """One model, or models from an index of the payload's own list on, tell whose thoughts these are."""
    payload, path = (THINKING, ()) if root == "list" else ({"system": "Be brief.", "messages": THINKING}, ("messages",))
    faults = check(payload, CLAUDE, from_format="anthropic", made_by=made_by)
    assert faults == tuple(Fault("anthropic-foreign-thinking", (*path, index, "content", 0)) for index in foreign)
    fixed = fix(payload, CLAUDE, from_format="anthropic", made_by=made_by).payload
    assert json.dumps(fixed).count("c2ln") == 2 - len(foreign)


def asked_by(payload, made_by):
    """The request that rules are asked about."""
    seen = []
    check(payload, None, made_by=made_by, rules=[CompatRule(name="x-see", find=lambda request, _: seen.append(request) or ())])
    return seen[0]


def test_only_the_assistant_is_attributed():
    """A model made assistant messages and thoughts; what others said, and what nobody was named for, is left as it was."""
    messages = asked_by(THINKING, [(2, KIMI)]).prompt.messages
    assert [getattr(message, "origin", None) for message in messages] == [None, None, None, Model.of(KIMI), None]
    assert [getattr(part, "origin", None) for part in messages[3].content] == [Model.of(KIMI), None]


def test_items_of_two_models_in_a_row_keep_their_makers():
    """Items of the Responses API become one message; a thought in it is of the model that made its item."""
    items = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": "One moment."},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "find", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "call_1", "output": "ok"},
    ]
    message = asked_by(items, [(0, CLAUDE), (2, "openai/gpt-5.2")]).prompt.messages[1]
    assert [getattr(part, "origin", None) for part in message.content] == [None, Model("openai", "gpt-5.2"), None]
    assert message.origin == Model.of(CLAUDE)
    assert fix(items, "openai.responses/gpt-5.2", made_by=[(0, CLAUDE), (2, "openai/gpt-5.2")]).payload == items


def test_attribution_changes_no_payload():
    """Naming who made the turns does not change what is written where no rule changes anything."""
    assert same_json(fix(THINKING, None, from_format="anthropic", made_by=KIMI).payload, THINKING)


def test_what_is_known_is_not_overruled():
    """Thoughts and hosted calls take the maker that is named; one that is known stays, and other parts have none."""
    maker, known = Model("xai", "grok-4"), Model("openai", "gpt-5.2")
    hosted = ToolCallPart("s1", "web_search", EMPTY, hosted=True), ToolResultPart("s1", "web_search", (), hosted=True)
    own, words, thought = ToolCallPart("c1", "trains", EMPTY), TextPart("7:10."), ReasoningPart("Hm.")
    made = _made(assistant(*hosted, own, words, thought, evolve(thought, origin=known)), (0,), [(0,)] * 6, [(0, maker)])
    assert [getattr(part, "origin", None) for part in made.content] == [maker, maker, None, None, maker, known]
    assert made.origin == maker
    assert _made(AssistantMessage((), known), (0,), (), [(0, maker)]).origin == known


# Putting names back.

REPLIES = {
    "anthropic": {"type": "message", "role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": ALIAS, "input": {"name": ALIAS}}]},
    "openai-chat": {
        "object": "chat.completion",
        "choices": [{"message": {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": ALIAS, "arguments": "{}"}}]}}],
    },
    "ai-sdk": {"content": [{"type": "tool-call", "toolCallId": "c1", "toolName": ALIAS, "input": "{}"}]},
}
EVENTS = {
    "anthropic": {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "toolu_1", "name": ALIAS, "input": {}}},
    "openai-chat": {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": ALIAS, "arguments": ""}}]}}]},
    "ai-sdk": {"type": "tool-input-start", "id": "c1", "toolName": ALIAS},
}


@each_format
@pytest.mark.parametrize("wanted", BODIES)
@pytest.mark.parametrize("replies", [REPLIES, EVENTS], ids=["whole", "streamed"])
def test_names_of_a_reply_are_put_back(format, wanted, replies):
    """A reply in the format that was written, whole or an event of a stream, has the caller's name again; it is not touched itself."""
    reply = deepcopy(replies[wanted])
    restored = fix(BODIES[format], CLAUDE, as_format=wanted).restore(reply)
    assert json.dumps(restored, sort_keys=True).count(NAME) == 1
    assert same_json(reply, replies[wanted])


def test_what_the_model_wrote_is_not_put_back():
    """An alias inside a call's input is the model's own word."""
    restored = fix(BODIES["anthropic"], CLAUDE).restore(REPLIES["anthropic"])
    assert restored["content"][0] == {"type": "tool_use", "id": "toolu_1", "name": NAME, "input": {"name": ALIAS}}


def test_a_tool_that_was_only_offered_is_put_back():
    """Names of tools that were never called have their aliases too, and names that needed none stay."""
    tools = [{"name": name, "input_schema": {"type": "object"}} for name in (NAME, "buses")]
    fixed = fix({"system": "Be brief.", "messages": [{"role": "user", "content": "Trains?"}], "tools": tools}, CLAUDE)
    calls = [{"type": "tool_use", "id": "t", "name": tool["name"], "input": {}} for tool in fixed.payload["tools"]]
    assert [block["name"] for block in fixed.restore({"content": calls})["content"]] == [NAME, "buses"]


@pytest.mark.parametrize("rules", [without(BUILT_IN, "anthropic-tool-name"), ()], ids=["other rules", "no rules"])
def test_without_aliases_a_reply_stays_the_same_object(rules):
    """Where no rule gave aliases, or none was needed, a reply is returned itself."""
    reply = REPLIES["anthropic"]
    assert fix(BODIES["anthropic"], CLAUDE, rules=rules).restore(reply) is reply
    assert fix(THINKING, CLAUDE, from_format="anthropic").restore(reply) is reply


def test_a_call_without_a_name_has_nothing_to_put_back():
    """The stand-in for a name that is missing is not taken for an alias."""
    nameless = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "", "input": {}}]}]
    fixed = fix(nameless, CLAUDE, from_format="anthropic")
    (block,) = [block for message in fixed.payload for block in message["content"] if isinstance(block, dict) and block["type"] == "tool_use"]
    assert block["name"] == "unknown_tool"
    assert fixed.restore(block) is block


# Explaining.

BLANK = "messages: text content blocks must be non-empty"
ROLE = 'messages: first message must use the "user" role'
ERRORS = {
    "text": (BLANK, ["anthropic-blank-text"]),
    "text in capitals": (BLANK.upper(), ["anthropic-blank-text"]),
    "a body": ({"type": "error", "error": {"type": "invalid_request_error", "message": BLANK}}, ["anthropic-blank-text"]),
    "a body as text": (json.dumps({"error": {"message": ROLE}}), ["anthropic-first-speaker"]),
    "a body with quotes": ({"error": {"message": ROLE}}, ["anthropic-first-speaker"]),
    "a body in a body": ({"error": {"metadata": {"raw": json.dumps({"error": {"message": ROLE}})}}}, ["anthropic-first-speaker"]),
    "an exception": (ValueError(f"Error code: 400 - {ROLE}"), ["anthropic-first-speaker"]),
    "a list": ([BLANK], ["anthropic-blank-text"]),
    "nothing": (None, []),
    "another error": ("rate limit exceeded", []),
    "no text": ("", []),
}


@pytest.mark.parametrize(("error", "names"), ERRORS.values(), ids=ERRORS)
def test_an_error_is_explained(error, names):
    """The rules behind an error are found in its text, in its body as text or JSON however quoted, and in an exception."""
    assert [rule.name for rule in explain(error)] == names


def test_rules_of_other_targets_do_not_explain():
    """With a target only its own rules are named; one that is not known narrows nothing."""
    null = "Invalid value for 'content': expected a string, got null."
    assert {rule.name.split("-")[0] for rule in explain(null)} == {"openai"}
    assert explain(null, CLAUDE) == ()
    assert explain(null, GPT) == explain(null, "example-provider/one") == explain(null)


def test_an_explanation_is_the_rule_itself():
    """What explain gives are the catalogue's own rules, or those that were given."""
    assert explain(BLANK)[0] in BUILT_IN
    assert explain(BLANK, rules=iter(without(BUILT_IN, "anthropic-blank-text"))) == ()


def test_every_quoted_error_is_explained():
    """The words that a rule quotes as evidence lead to that rule, for its own targets."""
    targets = [Target.of(name) for name in (CLAUDE, "anthropic/claude-opus-4-8", GPT, "openai.responses/gpt-5.2", "openai.responses/gpt-4.1", "bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/meta.llama3-3-70b", "google/gemini-3.6-flash", "google/gemini-3-pro", "mistral/mistral-large", "zai/glm-4.6", "deepseek/deepseek-v4", "moonshot/kimi-k2", "perplexity/sonar", "moonshot/kimi-k2.5", "groq/llama-3.3-70b", "lmstudio/gemma-2-9b-it", "lmstudio/gpt-oss-20b", "vllm/llama-3.3-70b", "llamacpp/qwen3.5-27b", "cohere/command-a", "google.chat/gemini-3-pro", "openrouter/google/gemini-3-pro", "xai.responses/grok-4", "copilot/gemini-3-pro")]
    quoted = [(rule, told.error) for rule in BUILT_IN for told in rule.evidence if told.error and rule.error_patterns]
    assert len(quoted) > 40
    missed = [
        (rule.name, error)
        for rule, error in quoted
        if rule not in explain(error, next(target for target in targets if rule.applies_to(target)))
    ]
    # reported with a bare "400 Bad Request", and in the words of another server
    assert {name for name, _ in missed} <= {"anthropic-developer-role", "openai-foreign-part"}
