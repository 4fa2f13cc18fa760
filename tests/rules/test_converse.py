"""The rules of the Converse API together: what a body becomes for Nova, for Claude, and for models that are picky."""

from __future__ import annotations

import json

import pytest

import segue
from segue.engine import find_faults, recover, rewrite_request
from segue.failures import CallFailure
from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import Request, ToolDefinition, assistant, call, prompt, result, system, tool, user
from segue.shapes import Shape

NOVA, CLAUDE, LLAMA = "bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/meta.llama3-3-70b-instruct-v1:0"
TOOLS = {"tools": [{"toolSpec": {"name": "trains", "inputSchema": {"json": {"type": "object"}}}}]}
THOUGHT = {"reasoningContent": {"reasoningText": {"text": "Look it up.", "signature": "EqoB"}}}
USE = {"toolUse": {"toolUseId": "t1", "name": "trains", "input": {}}}
RESULT = {"toolResult": {"toolUseId": "t1", "content": [{"text": "7:10"}]}}


def said(role, *content):
    """Return a message, texts given as strings."""
    return {"role": role, "content": [{"text": block} if isinstance(block, str) else block for block in content]}


def body(*messages):
    """Return a body with tools."""
    return {"messages": list(messages), "toolConfig": TOOLS}


def fixed(payload, target, **options):
    """Return what is sent."""
    return segue.fix(payload, target, from_format="bedrock-converse", **options).payload


def test_claude_reads_its_own_thoughts_again():
    """Byte for byte, redacted ones too; nobody else's."""
    redacted = {"reasoningContent": {"redactedContent": "RXE="}}
    history = body(said("user", "When?"), said("assistant", THOUGHT, redacted, USE), said("user", RESULT), said("assistant", "At 7:10."), said("user", "?"))

    for maker in (None, "bedrock/anthropic.claude-sonnet-4-5"):
        assert fixed(history, CLAUDE, made_by=maker) == history
    for target, maker in ((NOVA, None), (LLAMA, None), (CLAUDE, "bedrock/deepseek.r1-v1:0")):
        assert fixed(history, target, made_by=maker)["messages"][1] == said("assistant", USE)


def test_thoughts_do_not_keep_neighbours_apart():
    """Roles are strict here: two turns of Claude's become one, and thoughts that would stand behind words go."""
    history = body(said("user", "When?"), said("assistant", THOUGHT, "Wait."), said("assistant", THOUGHT, "At 7:10."), said("user", "?"))
    assert fixed(history, CLAUDE)["messages"][1] == said("assistant", THOUGHT, "Wait.", "At 7:10.")

    history["messages"][1]["content"].pop(0)
    assert fixed(history, CLAUDE)["messages"][1] == said("assistant", "Wait.", "At 7:10.")


def test_picky_models_get_words_and_tools_in_turns_of_their_own():
    """And still the roles take turns; Nova and Claude take both together."""
    history = body(said("user", "When?"), said("assistant", "I look.", USE), said("user", RESULT, "Hurry!"))
    parted = [
        said("user", "When?"),
        said("assistant", "I look."),
        said("user", "[continue from where your last message stops]"),
        said("assistant", USE),
        said("user", RESULT),
        said("assistant", "[no reply: the user went on]"),
        said("user", "Hurry!"),
    ]

    assert fixed(history, LLAMA)["messages"] == parted
    assert fixed(history, NOVA) == fixed(history, CLAUDE) == history


def test_results_of_one_turn_are_one_message():
    """Spread over two users' messages they are brought together."""
    again = {"toolUse": {**USE["toolUse"], "toolUseId": "t2"}}, {"toolResult": {**RESULT["toolResult"], "toolUseId": "t2"}}
    history = body(said("user", "When?"), said("assistant", USE, again[0]), said("user", RESULT), said("user", again[1]))

    assert fixed(history, NOVA)["messages"][2:] == [said("user", RESULT, again[1])]


def test_distinct_ids_stay_distinct():
    """Nova takes dots and colons, Claude does not; what is no id anywhere has an alias, on calls and results alike."""
    ids = ["functions.trains:0", "functions_trains_0", "a|b", "a/b", "x" * 65]
    history = prompt(user("When?"), assistant(*(call(id, "trains") for id in ids)), tool(*(result(id, id) for id in ids)), user("?"))

    for target, kept in ((NOVA, 2), (CLAUDE, 1)):
        calls, results = (segue.rewrite(history, target).prompt.messages[at].content for at in (1, 2))
        assert [part.id for part in calls] == [part.id for part in results]
        assert len({part.id for part in calls}) == 5
        assert len({part.id for part in calls} & set(ids)) == kept


def test_the_same_id_in_two_turns_is_claudes_matter():
    """Nova pairs within the turn."""
    turn = assistant(call("call_0", "trains")), tool(result("call_0", "7:10"))
    history = prompt(user("When?"), *turn, *turn, user("?"))

    assert segue.rewrite(history, NOVA).prompt is history
    assert len({part.id for message in segue.rewrite(history, CLAUDE).prompt.messages[1:5] for part in message.content}) == 2


def test_what_amazon_ran_goes_to_its_own_models():
    """Told as text to all others."""
    ran = {"bedrock": {"type": "server_tool_use"}}, {"bedrock": {"resultType": "nova_grounding_result"}}
    search = ToolCallPart("t1", "nova_grounding", freeze_object({"query": "trains"}), hosted=True, provider_options=freeze_object(ran[0]))
    found = ToolResultPart("t1", "nova_grounding", (), hosted=True, provider_options=freeze_object(ran[1]))
    history = prompt(user("When?"), assistant(search, found, "At 7:10."), user("?"))

    assert segue.rewrite(history, NOVA).prompt is history
    told = segue.rewrite(history, CLAUDE).prompt.messages[1].content
    assert [part.text for part in told] == ["[nova_grounding, a server tool, was called with]\nquery: trains", "[result of nova_grounding, a server tool]", "At 7:10."]


@pytest.mark.parametrize(("target", "left"), [(NOVA, 4), (CLAUDE, 4), (LLAMA, 0)])
def test_cache_markers_are_limited_or_go(target, left):
    """The newest stay."""
    point = {"cachePoint": {"type": "default"}}
    history = body(*(said(role, "Hi", point) for role in ("user", "assistant") * 2), said("user", "?", point))
    blocks = [block for message in fixed(history, target)["messages"] for block in message["content"]]

    assert blocks.count(point) == left


def test_a_begun_reply_is_gone_on_with_where_the_model_can():
    """Without white space at its end; others are asked to go on."""
    history = body(said("user", "A poem."), said("assistant", "The tide "))

    assert fixed(history, NOVA)["messages"][1] == fixed(history, CLAUDE)["messages"][1] == said("assistant", "The tide")
    assert fixed(history, "bedrock/anthropic.claude-opus-4-8")["messages"][1:] == [
        said("assistant", "The tide "),
        said("user", "[continue from where your last message stops]"),
    ]


def test_calls_are_told_where_a_whole_body_offers_no_tools():
    """Nothing can be said of a history alone; tools that are there are enough."""
    history = body(said("user", "When?"), said("assistant", USE), said("user", RESULT))
    without = {"messages": history["messages"]}
    faults = {fault.rule for fault in segue.check(without, NOVA, from_format="bedrock-converse") if fault.repairable}
    told = fixed(without, NOVA)["messages"]

    assert faults == {"converse-tools-missing"}
    assert [message["role"] for message in told] == ["user"]
    assert all(words in json.dumps(told) for words in ("was called with", USE["toolUse"]["name"], "7:10"))
    assert segue.check({"messages": told}, NOVA, from_format="bedrock-converse") == ()
    assert segue.check(history, NOVA, from_format="bedrock-converse") == segue.check(history["messages"], NOVA, from_format="bedrock-converse") == ()
    assert segue.check({"messages": history["messages"][:1]}, NOVA, from_format="bedrock-converse") == ()


def test_calls_are_told_where_another_formats_body_offers_no_tools():
    """And once the error says so, also where only the history is known."""
    called = prompt(user("When?"), assistant(call("c1", "trains")), tool(result("c1", "7:10")), user("?"))
    elsewhere = Request(called, shape=Shape("openai-chat", form="body"))
    rejected = recover(Request(called), NOVA, CallFailure("The toolConfig field must be defined when using toolUse and toolResult content blocks."))

    assert {fault.rule for fault in find_faults(elsewhere, NOVA)} == {"converse-tools-missing"}
    assert find_faults(Request(called, (ToolDefinition("trains"),), shape=Shape("openai-chat", form="body")), NOVA) == ()
    assert find_faults(called, NOVA) == ()
    assert rejected.request.prompt == rewrite_request(elsewhere, NOVA).request.prompt


def test_tools_of_other_providers_go():
    """The caller's and Amazon's stay."""
    tools = ToolDefinition("trains"), ToolDefinition("nova_grounding", hosted="bedrock.nova_grounding"), ToolDefinition("x", hosted="openai.x")
    assert rewrite_request(Request(prompt(user("Hi")), tools), NOVA).request.tools == tools[:2]


def test_thoughts_of_anthropics_own_service_are_not_read_on_bedrock():
    """Their signature is no token of Bedrock's."""
    thought = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "EqoB"}}), Model("anthropic", "claude-sonnet-4-5"))
    history = prompt(user("When?"), assistant(thought, "At 7:10."), user("?"))

    assert segue.rewrite(history, CLAUDE).prompt.messages[1] == assistant("At 7:10.")


@pytest.mark.parametrize("history", [prompt(), prompt(system("Be brief."))])
def test_a_history_in_which_nobody_speaks_is_found(history):
    """It cannot be repaired; system text is no message."""
    assert [(fault.rule, fault.repairable) for fault in find_faults(history, NOVA)] == [("converse-no-messages", False)]


def test_names_of_documents_are_legal_and_distinct():
    """Also where a name that is made legal is another document's; legal names stay."""
    names = ["first", "a_b.pdf", "a-b", "A-B", "last"]
    documents = [{"document": {"format": "pdf", "name": name, "source": {"bytes": "JVBERi0="}}} for name in names]
    sent = fixed({"messages": [said("user", "Compare.", *documents)]}, NOVA)["messages"][0]["content"][1:]

    assert [block["document"]["name"] for block in sent] == ["first", "a-b", "a-b 2", "A-B 3", "last"]
