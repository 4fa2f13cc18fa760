"""ProviderHistoryCompat: prompts for the provider that is called next, stored messages after a rejection, rules of one's own."""

from __future__ import annotations

import copy
import re
from types import SimpleNamespace

import pytest
from attrs import evolve

from segue.compat import ProviderHistoryCompat
from segue.failures import CallFailure, Correction
from segue.formats.ai_sdk import AI_SDK
from segue.formats.mastra import decode_messages, encode_messages
from segue.json_values import EMPTY, freeze_object
from segue.messages import StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, UserMessage, assistant, prompt, result, system, tool, user
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.rule import CompatRule
from segue.rules.documented import DOCUMENTED
from segue.shapes import Extras

CLAUDE, CEREBRAS, AZURE, OPENAI = "anthropic/claude-sonnet-4-5", "cerebras/gpt-oss-120b", "azure/gpt-5", "openai/gpt-5.2"
REFUSED = ValueError("messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
ASK = user("2 + 2?")
OWN = ReasoningPart("Add.", freeze_object({"anthropic": {"signature": "sig-1"}}))
FOREIGN = ReasoningPart("Hm.", freeze_object({"openai": {"itemId": "rs_1"}}))
SEARCH = ToolCallPart("ws_1", "search", EMPTY, hosted=True, provider_options=freeze_object({"openai": {"itemId": "ws_1"}}))
FOUND = ToolResultPart("ws_1", "search", (TextPart("4"),), hosted=True)


def sent(given, model, messages=(), **more):
    """Return the messages that the model sees."""
    return ProviderHistoryCompat(**more).process_llm_request(given, model, messages).messages


def stored(*ids):
    """Return a stored message with calls of these ids."""
    return StoredMessage("m1", "assistant", tuple(ToolInvocation(id, "add", "result") for id in ids))


def corrected(messages, error=REFUSED, **more):
    """Return what is done about a rejection."""
    return ProviderHistoryCompat().process_api_error(messages, error, **more)


def test_thoughts_of_others_are_not_sent_to_anthropic():
    """Its own are, byte for byte; the turn that is going on is no exception."""
    before = prompt(ASK, assistant(OWN, FOREIGN, "4"), ASK, assistant(OWN, FOREIGN, "4"))
    after = sent(before, CLAUDE)
    assert [message.content for message in after[1::2]] == [(OWN, TextPart("4"))] * 2
    assert after[0] is before.messages[0]


def test_no_thoughts_are_sent_to_cerebras():
    """Not even those that are the answer's last word."""
    assert sent(prompt(ASK, assistant(OWN, "4"), assistant(FOREIGN)), CEREBRAS) == (ASK, assistant("4"))


def test_nothing_to_do_is_the_very_prompt():
    """For other providers, and where there is nothing of the kind."""
    thoughts, plain = prompt(ASK, assistant(FOREIGN, "4")), prompt(ASK, assistant("4"))
    assert ProviderHistoryCompat().process_llm_request(thoughts, OPENAI) is thoughts
    assert all(ProviderHistoryCompat().process_llm_request(plain, model) is plain for model in (CLAUDE, CEREBRAS, AZURE))


@pytest.mark.parametrize("model", [CLAUDE, CEREBRAS])
def test_no_message_is_left_empty(model):
    """One that held nothing but thoughts goes with them; one that was empty before stays."""
    assert sent(prompt(ASK, assistant(FOREIGN), assistant(), ASK), model) == (ASK, assistant(), ASK)


def test_signed_thoughts_without_text_go():
    """But not in the turn that is going on."""
    silent = evolve(OWN, text="")
    after = sent(prompt(ASK, assistant(silent, "4"), ASK, assistant(silent, SEARCH), tool(result("c1"))), "anthropic/claude-opus-4-1")
    assert after[1:] == (assistant("4"), ASK, assistant(silent), tool(result("c1")))


def test_a_hosted_call_of_another_provider_goes_with_its_results():
    """Those in the same message and those behind it; no result is left without its call."""
    assert sent(prompt(ASK, assistant("a", SEARCH, FOUND), tool(result("ws_1"))), CLAUDE) == (ASK, assistant("a"))
    assert sent(prompt(ASK, assistant("a", SEARCH, FOUND)), OPENAI)[1].content[1] is SEARCH


def test_empty_messages_of_models_and_tools_go_with_a_hosted_call():
    """Also those that were empty before; users' stay, and all do where no call goes."""
    before = prompt(ASK, UserMessage(()), assistant(), tool(), assistant("a", SEARCH))
    assert sent(before, CLAUDE) == (ASK, UserMessage(()), assistant("a"))
    assert sent(before, OPENAI) is before.messages


def test_hosted_calls_of_unknown_makers_stay():
    """Nobody knows whether the target would refuse them; a target of no family gets all."""
    unknown = evolve(SEARCH, provider_options=freeze_object({"xai": {}}))
    assert sent(prompt(ASK, assistant(unknown)), CLAUDE)[1].content == (unknown,)
    assert sent(prompt(ASK, assistant(SEARCH)), "mistral/large")[1].content == (SEARCH,)


def test_claude_on_vertex_keeps_its_own_hosted_calls():
    """It is of Anthropic's family, and loses those of others."""
    own = evolve(SEARCH, id="srv_1", provider_options=freeze_object({"anthropic": {}}))
    after = sent(prompt(ASK, assistant(own, SEARCH)), {"provider": "vertex.anthropic.messages", "modelId": "claude-opus-4-6"})
    assert after[1].content == (own,)


def test_vertex_is_google_as_text_and_as_object():
    """Calls of others go either way."""
    before = prompt(ASK, assistant("a", SEARCH))
    assert {sent(before, model) for model in ("google-vertex/gemini-3-pro", {"provider": "google-vertex"})} == {(ASK, assistant("a"))}


def test_string_contents_are_texts():
    """Beside a foreign hosted call, and on Azure, where the original breaks."""
    payload = [
        {"role": "user", "content": "<system-reminder>x</system-reminder>"},
        {"role": "assistant", "content": "Plain."},
        {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "g", "toolName": "s", "input": {}, "providerExecuted": True, "providerOptions": {"google": {}}}]},
    ]  # fmt: skip
    request = AI_SDK.decode(payload).unwrap()
    after = ProviderHistoryCompat().process_llm_request(request.prompt, AZURE)
    assert AI_SDK.encode(evolve(request, prompt=after)) == [{"role": "user", "content": "<memory-context>x</memory-context>"}, payload[1]]


def test_a_list_of_fallbacks_is_every_provider_on_it():
    """Anthropic's thoughts go where Cerebras may answer; nothing on the list is no provider."""
    assert sent(prompt(ASK, assistant(OWN, "4")), [CLAUDE, {"model": CEREBRAS, "enabled": False}])[1] == assistant("4")
    assert sent(prompt(ASK, assistant(FOREIGN, "4")), [OPENAI, None])[1].content[0] is FOREIGN


def stamped(provider, **options):
    """Return a stored thought of a provider's."""
    thought = StoredReasoning("Hm.", provider_options=freeze_object({"anthropic": options}))
    return StoredMessage("m", "assistant", (thought,), metadata=freeze_object({"provider": provider}))


TARGET = {"provider": "anthropic.messages", "modelId": "claude-sonnet-4-5"}


def test_thoughts_that_another_signed_go():
    """As the stored messages tell, also in the turn that is going on; the target's own stay."""
    messages = [stamped("kimi", signature="sig-1"), stamped("anthropic.messages", signature="sig-2")]
    other = evolve(OWN, provider_options=freeze_object({"anthropic": {"signature": "sig-2"}}))
    assert sent(prompt(ASK, assistant(OWN, other, "4")), TARGET, messages)[1].content == (other, TextPart("4"))


KEPT = [
    (TARGET, ()),
    (CLAUDE, [stamped("kimi", signature="sig-1")]),
    (TARGET, [stamped(None, signature="sig-1")]),
    (TARGET, [evolve(stamped("kimi", signature="sig-1"), role="user")]),
    (TARGET, [stamped("kimi", signature=7, redactedData="")]),
    (TARGET, [evolve(stamped("kimi", signature="sig-1"), parts=(TextPart("Hm.", OWN.provider_options),))]),
    (TARGET, [evolve(stamped("kimi", signature="sig-1"), extras=Extras("mastra", freeze_object({"content": {"format": 3}})))]),
]


@pytest.mark.parametrize(("model", "messages"), KEPT)
def test_thoughts_of_unknown_makers_stay(model, messages):
    """Nobody is known to have signed them, or the model does not name its provider."""
    before = prompt(ASK, assistant(OWN, "4"))
    assert ProviderHistoryCompat().process_llm_request(before, model, messages) is before


def test_what_else_a_content_holds_tells_no_format():
    """A stored message is read as one of format 2 where its content names none."""
    messages = [evolve(stamped("kimi", signature="sig-1"), extras=Extras("mastra", freeze_object({"content": {"note": 1}})))]
    assert sent(prompt(ASK, assistant(OWN, "4")), TARGET, messages)[1] == assistant("4")


def test_redacted_thoughts_are_told_by_their_data():
    """Where they have no signature."""
    hidden = ReasoningPart("", freeze_object({"anthropic": {"redactedData": "RD"}}))
    both = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "own", "redactedData": "RD"}}))
    assert sent(prompt(ASK, assistant(hidden, both)), TARGET, [stamped("kimi", redactedData="RD")])[1].content == (both,)


def test_ids_that_were_refused_are_respelled():
    """In the stored messages, for the retry and for the turns that follow; what is fine stays the same objects."""
    messages = (stored("toolu_1"), stored("functions.add:0", "b"))
    correction = corrected(messages)
    assert correction == Correction((stored("toolu_1"), stored("functions_add_0", "b")), "anthropic-tool-id-format", {"functions_add_0": "functions.add:0"})
    assert correction.messages[0] is messages[0]
    assert correction.messages[1].parts[1] is messages[1].parts[1]


def test_new_ids_are_told_from_lists_too():
    """As older rows have them."""
    message = StoredMessage("m", "assistant", invocations=stored("a.b", "a:b").parts, text="old")
    assert sorted(corrected([message]).renamed.values()) == ["a.b", "a:b"]


def test_there_is_one_retry():
    """A count that is missing or below nought is the first."""
    messages = (stored("a.b"),)
    assert [corrected(messages, retry_count=count) is not None for count in (-1, 0, 0.5, 1)] == [True, True, False, False]


def test_nothing_changed_is_no_retry():
    """The words are known, but every id is allowed."""
    assert corrected((stored("toolu_1"),)) is None
    assert corrected(()) is None


def wrapped(error):
    """Return an error that another caused."""
    wrapper = RuntimeError("Failed after 3 attempts")
    wrapper.__cause__ = error
    return wrapper


WORDS = str(REFUSED)
KNOWN = [
    REFUSED, wrapped(REFUSED), {"message": WORDS}, SimpleNamespace(message=WORDS), SimpleNamespace(message="x", response_body=WORDS),
    {"message": "Bad Request", "responseBody": {"error": {"message": WORDS}}}, CallFailure("Bad Request", 400, WORDS),
    ValueError("tool_use.id:\n  String should match pattern"), ValueError("TOOL_USE.ID: x SHOULD MATCH PATTERN"), ValueError("tool_use.id:\u0085should match pattern"),
    ValueError("messages.2.content.0.tool_result.tool_use_id: String should match pattern"), ValueError("tool_call_id is invalid"),
    ValueError("Invalid tool_call_id: 'a.b'"), ValueError("Invalid 'messages[2].tool_call_id': must match"),
]  # fmt: skip


@pytest.mark.parametrize("error", KNOWN, ids=range(len(KNOWN)))
def test_rejections_are_known(error):
    """Whatever they come as, printed on one line or several, told of the call or of the result, wrapped or not."""
    assert corrected((stored("a.b"),), error).messages == (stored("a_b"),)


UNKNOWN = [
    None, WORDS, ValueError("overloaded"), {"message": "x"}, ValueError("tool_useXid: should match pattern"), ValueError("tool_use.id:\rshould match pattern"),
    ValueError("tool_u\u017fe.id: should match pattern"), ValueError("invalid params, invalid function arguments json string, tool_call_id: call_1"),
]  # fmt: skip


@pytest.mark.parametrize("error", UNKNOWN, ids=range(len(UNKNOWN)))
def test_other_errors_are_left_alone(error):
    """Text alone is none; letters that only look like others are others."""
    assert corrected((stored("a.b"),), error) is None


def test_long_errors_take_no_time():
    """However often the words begin: a history that cannot be helped is told at once."""
    assert corrected((stored("a.b"),), ValueError("tool_call_id " * 100_000)) is None


def test_item_ids_without_their_reasoning_are_stripped():
    """As OpenAI's own words ask."""
    message = StoredMessage("m", "assistant", (TextPart("4", freeze_object({"openai": {"itemId": "msg_1"}})),))
    error = {"message": "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_1'."}
    correction = corrected((message,), error)
    assert (correction.rule, correction.messages[0].parts[0].provider_options, correction.renamed) == ("openai-orphan-item-id", {"openai": {}}, {})


MALFORMED = [
    {
        "id": "a1", "role": "assistant",
        "content": {"format": 2, "parts": [None, {"type": "tool-invocation"}, {"type": "tool-invocation", "toolInvocation": {"state": "call", "toolCallId": 7.5, "toolName": "x", "args": {}}}, 5]},
    },
]  # fmt: skip


def test_parts_that_cannot_be_read_are_carried():
    """Null, a call without its invocation, an id that is a number: nothing breaks, and the others are respelled."""
    fine = {"type": "tool-invocation", "toolInvocation": {"state": "result", "toolCallId": "f:0", "toolName": "x", "args": {}, "result": 1}}
    payload = copy.deepcopy(MALFORMED)
    payload[0]["content"]["parts"].append(fine)
    correction = corrected(decode_messages(payload).unwrap())
    assert correction.renamed == {"f_0": "f:0"}
    assert encode_messages(correction.messages)[0]["content"]["parts"][:-1] == payload[0]["content"]["parts"][:-1]
    assert corrected(decode_messages(MALFORMED).unwrap()) is None


def test_what_was_given_is_not_touched():
    """The caller's list and its messages are as they were."""
    messages = [stored("a.b"), stored("toolu_1")]
    given = [*messages]
    assert corrected(messages).messages != tuple(messages)
    assert all(one is other for one, other in zip(messages, given, strict=True))


# Rules of one's own.


def without_options(given, target):
    """Remove the provider options of assistants' parts."""
    if not str(target.given).startswith("example-provider/"):
        return given

    def bare(part):
        return evolve(part, provider_options=EMPTY) if getattr(part, "provider_options", None) else part

    messages = [evolve(message, content=tuple(map(bare, message.content))) if isinstance(message, AssistantMessage) else message for message in given.messages]
    return Prompt(tuple(messages))


EXAMPLE = CompatRule(name="example-strip-options", apply_to_prompt=without_options)


def test_a_rule_of_ones_own_looks_at_the_model_as_given():
    """The documents' example: options go for one provider, and for no other."""
    before = prompt(ASK, assistant(FOREIGN, TextPart("4", freeze_object({"x": {"y": 1}}))))
    assert sent(before, "example-provider/m1", additional_rules=[EXAMPLE])[1] == assistant(ReasoningPart("Hm."), "4")
    assert ProviderHistoryCompat([EXAMPLE]).process_llm_request(before, "openai/m1") is before


def test_rules_of_ones_own_come_after_the_others():
    """They see what these have made."""
    seen = []
    rule = CompatRule(name="x-y", apply_to_prompt=lambda given, _: seen.append(given) or Prompt((*given.messages, system("More."))))
    assert sent(prompt(ASK, assistant(FOREIGN, "4")), CLAUDE, additional_rules=(rule,))[-1] == system("More.")
    assert seen[0].messages[1] == assistant("4")


def test_a_rule_may_look_at_the_stored_messages():
    """They are handed to it with the prompt."""
    rule = CompatRule(name="x-y", apply_with_messages=lambda _, target, messages: Prompt((user(f"{target} {len(messages)}"),)))
    assert sent(prompt(ASK), "a/b", [stored()], additional_rules=[rule]) == (user("a/b 1"),)


def test_a_fix_of_ones_own_is_tried_in_its_turn():
    """The first that changes anything ends it; an answer that is the same object changes nothing."""
    idle = CompatRule(name="x-idle", error_patterns=(re.compile("boom"),), fix=lambda messages: messages)
    trim = CompatRule(name="x-trim", error_patterns=(re.compile("nope"), re.compile("bo+m")), fix=lambda messages: messages[:-1])
    messages = (stored("a.b"), stored())
    compat = ProviderHistoryCompat([idle, trim])
    assert [compat.process_api_error(messages, ValueError("boom")) for _ in range(3)] == [Correction(messages[:1], "x-trim")] * 3
    assert compat.process_api_error(messages, ValueError("boom " + WORDS)).rule == "anthropic-tool-id-format"


def test_a_fix_without_patterns_is_never_tried():
    """Nothing tells when it should be."""
    rule = CompatRule(name="x-y", fix=lambda _: ())
    assert ProviderHistoryCompat([rule]).process_api_error((stored(),), ValueError("boom")) is None


def test_messages_that_lost_parts_tell_of_no_new_ids():
    """What stood where is not known then."""
    rule = CompatRule(name="x-y", error_patterns=(re.compile("boom"),), fix=lambda messages: tuple(evolve(message, parts=message.parts[1:]) for message in messages))
    assert ProviderHistoryCompat([rule]).process_api_error((stored("a", "b"),), ValueError("boom")).renamed == {}


def explode(*_):
    """Raise."""
    message = "rule exploded"
    raise RuntimeError(message)


def test_what_a_rule_raises_is_passed_on():
    """Before the call and after a rejection."""
    compat = ProviderHistoryCompat([CompatRule(name="x-y", apply_to_prompt=explode, error_patterns=(re.compile("boom"),), fix=explode)])
    with pytest.raises(RuntimeError, match="rule exploded"):
        compat.process_llm_request(prompt(ASK), CLAUDE)
    with pytest.raises(RuntimeError, match="rule exploded"):
        compat.process_api_error((stored(),), ValueError("boom"))


@pytest.mark.parametrize(("rules", "shown"), [(5, "5"), ([EXAMPLE, "x"], "'x'"), ("x", "'x'"), ([None], "None"), (None, "None")])
def test_what_is_no_rule_is_refused(rules, shown):
    """By name, in both places."""
    for place in ("rules", "additional_rules"):
        with pytest.raises(TypeError, match=re.escape(shown)):
            ProviderHistoryCompat(**{place: rules})


def test_other_rules_can_be_chosen():
    """None of the documents', or others instead."""
    drop = CompatRule(name="x-y", apply_to_prompt=lambda given, _: drop_reasoning(given, lambda _: True))
    assert sent(prompt(ASK, assistant(FOREIGN)), OPENAI, rules=[drop]) == (ASK, assistant())
    assert ProviderHistoryCompat(rules=()).process_api_error((stored("a.b"),), REFUSED) is None


def test_id_and_name():
    """As the documents have them."""
    assert (ProviderHistoryCompat.id, ProviderHistoryCompat.name) == ("provider-history-compat", "Provider History Compat")


def test_it_is_shown_by_the_names_of_its_rules():
    """And holds the documents' rules if not told otherwise."""
    assert repr(ProviderHistoryCompat([EXAMPLE], DOCUMENTED[:1])) == (
        "ProviderHistoryCompat(additional_rules=['example-strip-options'], rules=['strip-foreign-provider-executed-tools'])"
    )
    assert ProviderHistoryCompat().rules is DOCUMENTED
