"""What a rejection makes of a request: as the error's own words say."""

from __future__ import annotations

import pytest

import segue
from segue.engine import recover
from segue.failures import CallFailure
from segue.json_values import freeze, freeze_object
from segue.parts import JsonPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Request, SystemMessage, assistant, call, prompt, result, system, tool, user
from segue.repairs.long_texts import cut_long_texts
from segue.rules import BUILT_IN
from segue.shapes import Shape

BY_NAME = {rule.name: rule for rule in BUILT_IN}
ASK, THANKS = user("Which trains run today?"), user("Thanks.")
DEVELOPER = SystemMessage((TextPart("Be brief."),), developer=True)
SIGNED = ReasoningPart("Look.", freeze_object({"anthropic": {"signature": "EqoB"}}))
ON = {"provider": "anthropic", "model_id": "claude-sonnet-4-5", "thinking": {"type": "enabled"}}


def after(error, target, *messages, tools=()):
    """Return the name of the rule that recovers, and the messages of the retry."""
    recovery = recover(Request(prompt(*messages), tools), target, CallFailure(error, 400))
    return (recovery.rule, recovery.request.prompt.messages) if recovery else None


def test_ids_are_as_short_as_the_error_says():
    """On call and result alike; an error that tells no length is met as before."""
    long = "call_" + "x" * 30
    turn = (ASK, assistant(call(long, "trains")), tool(result(long, "7:10")))
    rule, messages = after("'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 29", "openai/gpt-5.2", *turn)
    ids = {part.id for message in messages[1:] for part in message.content}

    assert rule == "openai-tool-id"
    assert [len(id) <= 29 for id in ids] == [True]
    assert after("'messages[1].tool_calls[0].id': string too long", "openai/gpt-5.2", *turn) is None


@pytest.mark.parametrize("target", ["openai/gpt-5.2", "openai.responses/gpt-5.2"])
def test_texts_are_as_long_as_the_error_says(target):
    """Where it says nothing of it, nothing is done."""
    place = "input[0].content" if "responses" in target else "messages[0].content"
    rule, messages = after(f"Invalid '{place}': string too long. Expected a string with maximum length 1000", target, user("x" * 2000))

    assert rule.endswith("-long-text")
    assert 998 < len(messages[0].content[0].text) <= 1000
    assert after(f"Invalid '{place}': string too long.", target, user("x" * 2000)) is None


def test_arguments_are_cut_to_what_the_error_says():
    """And stay an object."""
    given = ToolCallPart("c1", "write", "x" * 2000)
    cut = cut_long_texts(prompt(assistant(given)), 1000, 1000).messages[0].content[0]
    assert len(cut.input["_raw"]) <= 1000


def test_a_refused_developer_becomes_the_system():
    """Where only the newer name of the role is refused; where both are, a user's labelled words."""
    error = "Unsupported value: 'messages[0].role' does not support '{}' with this model."

    assert after(error.format("developer"), "openai/gpt-4.1", DEVELOPER, ASK) == ("openai-refused-system", (system("Be brief."), ASK))
    for role, messages in (("system", (system("Be brief."), ASK)), ("system", (DEVELOPER, ASK))):
        rule, made = after(error.format(role), "openai/gpt-4.1", *messages)
        assert (rule, made[0].content[0].text) == ("openai-refused-system", "[system message]\nBe brief.\n[end of system message]")
    assert after(error.format("system"), "openai/gpt-4.1", ASK) is None
    assert after(error.format("developer"), "openai/o1-mini", DEVELOPER, ASK)[1][0].content[0].text.startswith("[system message]")


def test_a_lost_namespace_makes_text_of_the_calls_that_are_named():
    """And of these alone."""
    turn = (ASK, assistant(call("a", "list_agents"), call("b", "trains")), tool(result("a", "none"), result("b", "7:10")), THANKS)
    rule, messages = after("Missing namespace for function_call 'list_agents'.", "openai.responses/gpt-5.4", *turn)

    assert rule == "openai-responses-missing-namespace"
    assert [part.name for message in messages for part in message.content if isinstance(part, ToolCallPart)] == ["trains"]
    assert after("Missing namespace for function_call '", "openai.responses/gpt-5.4", *turn) is None


def test_thoughts_from_the_named_message_on_go():
    """Those before stay; where none is left behind it there is no remedy."""
    turn = (ASK, assistant(SIGNED, "7:10."), ASK, assistant(SIGNED, "9:40."), THANKS)
    error = "messages.{}.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    rule, messages = after(error.format(3), "anthropic/claude-opus-5-5", *turn)

    assert (rule, [len(message.content) for message in messages]) == ("anthropic-bound-thinking", [1, 2, 1, 1, 1])
    assert after(error.format(4), "anthropic/claude-opus-5-5", *turn) is None


def test_a_turn_that_loses_its_thought_is_told_where_thinking_is_on():
    """The retry must not meet the next error."""
    turn = (ASK, assistant(SIGNED, call("c1", "trains")), tool(result("c1", "7:10")))
    rule, messages = after("messages.1.content.0: Invalid `signature` in `thinking` block", ON, *turn)

    assert rule == "anthropic-unverified-thinking"
    assert not any(isinstance(part, ToolCallPart | ToolResultPart) for message in messages for part in message.content)


def test_a_closing_thought_goes_where_the_error_says_that_thinking_is_off():
    """What was asked for is not known without the request's settings; those of earlier turns stay."""
    error = "messages.3.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`."
    turn = (ASK, assistant(SIGNED, "7:10."), ASK, assistant(SIGNED, call("c1", "trains")), tool(result("c1", "9:40")))
    rule, messages = after(error, "anthropic/claude-sonnet-4-5", *turn)

    assert (rule, [len(message.content) for message in messages]) == ("anthropic-unasked-thinking", [1, 2, 1, 1, 1])


def test_namespaces_go_where_the_error_says_that_none_are_known():
    """The calls stay, under the same ids."""
    named = ToolCallPart("c1", "trains", freeze_object({}), provider_options=freeze_object({"openai": {"namespace": "travel"}}))
    turn = (ASK, assistant(named), tool(result("c1", "7:10")), THANKS)
    rule, messages = after("Unknown parameter: 'input[1].namespace'.", "openai.responses/gpt-5.2", *turn)

    assert rule == "openai-responses-unknown-namespace"
    assert (messages[1].content[0].id, dict(messages[1].content[0].provider_options)) == ("c1", {})


def test_searches_of_the_named_message_are_told():
    """Another's may be the account's own."""

    def search(id):
        found = freeze([{"type": "web_search_result", "title": "Trains", "url": "https://a.example", "encrypted_content": "E"}])
        asked = ToolCallPart(id, "web_search", freeze_object({"query": "trains"}), hosted=True)
        return assistant(asked, ToolResultPart(id, "web_search", (JsonPart(found),), hosted=True), "7:10.")

    turn = (ASK, search("srvtoolu_1"), ASK, search("srvtoolu_2"), THANKS)
    rule, messages = after("messages.3.content.0: Invalid `encrypted_content` in `search_result` block", "anthropic/claude-sonnet-4-5", *turn)

    assert rule == "anthropic-unread-search"
    assert messages[1] is turn[1]
    assert [type(part).__name__ for part in messages[3].content] == ["TextPart"] * 3


def test_calls_in_a_container_want_its_id():
    """In the last turn of a body that names none; a turn that is over wants nothing, nor a bare list, nor a call of the model's own."""
    find = BY_NAME["anthropic-container-missing"].find
    by_code = ToolCallPart("c1", "trains", freeze_object({}), provider_options=freeze_object({"anthropic": {"caller": {"type": "code_execution_20250825"}}}))
    body = {"messages": [], "tools": []}

    def found(*messages, keys=tuple(body)):
        return find(Request(prompt(*messages), shape=Shape("anthropic", keys, "body")), None)

    open_turn = (ASK, assistant("I look.", by_code), tool(result("c1", "7:10")))
    assert found(*open_turn) == (("messages", 1, "content", 1),)
    assert found(ASK, assistant(by_code)) == (("messages", 1, "content", 0),)
    assert found(*open_turn, keys=(*body, "container")) == found(*open_turn, keys=("messages",)) == ()
    assert found(*open_turn, assistant("7:10."), THANKS) == found(ASK, assistant(call("c1", "trains"))) == found(ASK) == ()
    assert find(Request(prompt(*open_turn)), None) == ()


def test_approvals_are_told_unless_their_request_may_be_known():
    """In the input, by a reference, or in what it goes on from."""
    answer = {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": False}
    asked = {"type": "mcp_approval_request", "id": "mcpr_1", "name": "trains", "arguments": "{}", "server_label": "rail"}

    def made(*items, **body):
        fixed = segue.fix({"input": [{"role": "user", "content": "?"}, *items, answer], **body}, "openai.responses/gpt-5.2")
        return fixed.payload["input"][-1]

    assert made() == {"role": "user", "content": "[mcp_approval_response part]\napprove: false"}
    assert made(asked) == made({"type": "item_reference", "id": "mcpr_1"}, store=True) == made(previous_response_id="resp_1") == answer


def test_an_item_is_referred_to_once():
    """Not again, and not where it is in the input."""
    reference = {"type": "item_reference", "id": "msg_1"}
    said = {"type": "message", "role": "assistant", "id": "msg_1", "status": "completed", "content": [{"type": "output_text", "text": "7:10.", "annotations": []}]}
    thought = {"type": "reasoning", "id": "rs_1", "summary": []}

    def made(*items):
        fixed = segue.fix({"store": True, "input": [{"role": "user", "content": "?"}, *items, {"role": "user", "content": "!"}]}, "openai.responses/gpt-5.2")
        return fixed.payload["input"][1:-1]

    assert made(reference, reference) == [reference]
    assert made(reference, thought, said) == made(thought, said, reference) == [thought, said]
    assert made(reference, {"type": "item_reference", "id": "msg_2"}) == [reference, {"type": "item_reference", "id": "msg_2"}]
