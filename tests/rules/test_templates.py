"""What becomes of a history for the template of an open model, for gateways, and for Gemini by way of others."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import segue
from segue.engine import recover, rewrite_request
from segue.failures import CallFailure
from segue.formats.registry import FORMATS
from segue.json_values import freeze_object
from segue.models import Model
from segue.prompts import Request, assistant, call, prompt, result, tool, user

ASK = {"role": "user", "content": "Oslo and Rome?"}
SIGNATURE = "skip_thought_signature_validator"


def said(role, content, **fields):
    """Return a message."""
    return {"role": role, "content": content, **fields}


def calling(*ids, content="", **fields):
    """Return a message that calls `weather` under these ids."""
    calls = [{"id": id, "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}} for id in ids]
    return said("assistant", content, tool_calls=calls, **fields)


def answered(id, content="4 C"):
    """Return a result."""
    return {"role": "tool", "tool_call_id": id, "content": content}


def fixed(messages, target):
    """Return what is sent; nothing is left to do, also when it is read again."""
    made = segue.fix(messages, target, from_format="openai-chat")
    assert made.faults_left == ()
    assert segue.check(made.payload, target) == ()
    return made.payload


def retried(messages, target, error):
    """Return what is sent after an error, and the rule that made it so."""
    form = FORMATS["openai-chat"]
    found = recover(form.decode(messages).unwrap(), target, CallFailure(error, 500))
    return (None, None) if found is None else (found.rule, form.encode_for(found.request, segue.Target.of(target)))


def roles(messages):
    """Return the initials of the roles."""
    return "".join(message["role"][0] for message in messages)


PAIR = [ASK, calling("call_1", "call_2"), answered("call_1"), answered("call_2", "12 C")]


def test_llama_is_asked_one_call_at_a_time():
    """Calls and results take turns; elsewhere they stay as they are."""
    after = fixed(PAIR, "nvidia/meta/llama-3.3-70b-instruct")

    assert roles(after) == "uatat"
    assert [message.get("tool_call_id") for message in after] == [None, None, "call_1", None, "call_2"]
    assert fixed(PAIR, "vllm/Qwen/Qwen3-8B") == PAIR
    assert fixed(PAIR, "ollama/llama3.2") == PAIR


CROSSED = [*PAIR[:2], *PAIR[:1:-1]]


def test_results_stand_in_the_order_of_their_calls_where_no_ids_are_printed():
    """At servers that fill templates, and for Gemini; others pair them by id."""
    assert fixed(CROSSED, "vllm/Qwen/Qwen3-8B") == fixed(CROSSED, "ollama/llama3.2") == PAIR
    assert fixed(CROSSED, "nvidia/meta/llama-3.3-70b-instruct") == fixed(PAIR, "nvidia/meta/llama-3.3-70b-instruct")
    assert [part["functionResponse"]["response"]["result"] for part in fixed(CROSSED, "google/gemini-2.5-flash")["contents"][2]["parts"]] == ["4 C", "12 C"]
    assert fixed(CROSSED, "groq/llama-3.3-70b") == CROSSED


@pytest.mark.parametrize("target", ["vllm/my-model", {"provider": "vllm", "model_id": "tuned", "template": {"unknown": True}}])
def test_an_unknown_template_is_asked_first(target):
    """What it may demand is done once it complains, and then alone."""
    late = [ASK, said("assistant", "Yes."), said("system", "Be brief."), said("user", "Go on.")]

    assert fixed(PAIR, target) == PAIR
    assert fixed(late, target) == late
    assert retried(PAIR, target, "This model only supports single tool-calls at once!")[0] == "chat-parallel-calls"
    assert roles(retried(late, target, "System message must be at the beginning.")[1]) == "uauu"
    assert retried([said("system", "S"), ASK], target, "System role not supported")[0] == "chat-no-system"
    assert roles(retried([ASK, ASK], target, "Conversation roles must alternate user/assistant/user/assistant/...")[1]) == "u"
    assert roles(retried([*PAIR, ASK], target, "Unexpected role 'user' after role 'tool'")[1]) == "uattau"
    assert roles(retried([said("assistant", "Hi")], target, "No user query found in messages.")[1]) == "ua"
    assert roles(retried([ASK, said("assistant", "So")], target, "Assistant response prefill is incompatible with enable_thinking.")[1]) == "uau"
    assert retried([ASK, said("assistant", "So", prefix=True)], target, "Last message must have role `user`.") == (None, None)
    assert retried([ASK], target, "This model only supports single tool-calls at once!") == (None, None)


def test_several_system_messages_become_one():
    """Where one is read: at the beginning; nothing is lost where nobody knows the template."""
    history = [said("system", "Be brief."), said("system", "Be kind."), ASK]

    assert fixed(history, "lmstudio/qwen3.5-9b")[0] == said("system", "Be brief.\nBe kind.")
    assert roles(fixed(history, "vllm/my-model")) == "su"
    assert roles(fixed(history, "together/my-model")) == "ssu"


def test_gemma_two_hears_the_operator_as_a_user():
    """There is no system role: the words stand before the user's, between labels."""
    after = fixed([said("system", "Be brief."), ASK], "ollama/gemma2:9b")

    assert after == [said("user", [{"type": "text", "text": "[system message]\nBe brief.\n[end of system message]"}, {"type": "text", "text": "Oslo and Rome?"}])]


def test_mistrals_template_is_met_wherever_its_models_are_served():
    """Turns, nine characters, a reply between tools and users."""
    history = [said("system", "S"), ASK, ASK, calling("call_1"), answered("call_1"), said("user", "And?")]
    after = fixed(history, "llamacpp/devstral-small-2")

    assert roles(after) == "suatau"
    assert len(after[3]["tool_call_id"]) == 9
    assert len(fixed(history, "openrouter/mistralai/mistral-large")[3]["tool_calls"][0]["id"]) == 9
    assert roles(fixed(history, "nvidia/mistralai/mistral-large")) == "suatau"


def test_kimi_gets_ids_that_name_the_tool():
    """At servers and gateways; Moonshot's own service keeps its own."""
    shell = [ASK, calling("Shell:58"), answered("Shell:58")]

    for target in ("vllm/moonshotai/Kimi-K2-Instruct", "openrouter/moonshotai/kimi-k2.5", "fireworks/kimi-k2-instruct"):
        assert fixed(PAIR, target)[2:] == [answered("functions.weather:0"), answered("functions.weather:1", "12 C")]
        assert fixed(shell, target)[2]["tool_call_id"] == "functions.weather:0"
    assert fixed(shell, "moonshot/kimi-k2.5")[2]["tool_call_id"] == "Shell:58"
    assert fixed(PAIR, "moonshot/kimi-k2.5")[2]["tool_call_id"] == "functions.weather:0"


def test_kimis_ids_may_be_long():
    """They hold the tool's name, which may have 64 letters; elsewhere 40 are enough."""
    long = "weather_" * 8
    call = {"id": "call_1", "type": "function", "function": {"name": long, "arguments": "{}"}}

    assert fixed([ASK, said("assistant", "", tool_calls=[call]), answered("call_1")], "sglang/kimi-k2")[2]["tool_call_id"] == f"functions.{long}:0"


@pytest.mark.parametrize(
    ("target", "filler"),
    [
        ("deepseek/deepseek-v4", ""), ("moonshot/kimi-k2.5", " "), ("huggingface/deepseek-ai/DeepSeek-V4.1-Flash", ""), ("novita/moonshotai/kimi-k2.6", " "),
        ("opencode/deepseek-v4-pro", ""), ({"provider": "my-gateway", "model_id": "mine", "like": "deepseek/deepseek-v4"}, ""),
    ],
)  # fmt: skip
def test_the_models_maker_decides_whether_thoughts_go_back(target, filler):
    """Beside calls alone; own thoughts as they were, another vendor's never; after an error in every message."""
    mine, theirs = calling("weather:0", reasoning_content="Ask."), calling("weather:1", content=None)
    history = [ASK, mine, answered("weather:0"), said("assistant", "4 C."), ASK, theirs, answered("weather:1"), ASK]
    after = fixed(history, target)
    foreign = segue.fix(history, target, from_format="openai-chat", made_by="zai/glm-4.6").payload

    assert [message.get("reasoning_content") for message in after] == [None, "Ask.", None, None, None, filler, None, None]
    assert [message.get("reasoning_content") for message in foreign] == [None, filler, None, None, None, filler, None, None]
    rule, again = retried(after, target, "The `reasoning_content` in the thinking mode must be passed back to the API.")
    assert (rule, again[3]["reasoning_content"]) == ("chat-missing-thought", filler)


def test_others_get_no_thoughts_made_up():
    """Nor does another model of the same gateway."""
    for target in ("huggingface/Qwen/Qwen3-8B", "groq/llama-3.3-70b", "xai/grok-4"):
        assert all("reasoning_content" not in message for message in fixed(PAIR, target))


def test_every_message_of_ifm_has_a_thought():
    """With calls and without."""
    assert [message.get("reasoning_content") for message in fixed([ASK, said("assistant", "4 C."), ASK], "ifm/k2-horizon")] == [None, "", None]


def test_googles_own_endpoint_for_openai_has_signatures_in_calls():
    """The first call of each step of the current turn; one that is there stays; fields of others are not sent elsewhere."""
    own = calling("call_3")
    own["tool_calls"][0]["extra_content"] = {"google": {"thought_signature": "c2ln"}}
    history = [ASK, calling("call_0"), answered("call_0"), *PAIR, own, answered("call_3")]
    after = fixed(history, "google.chat/gemini-3-pro")

    signs = [[call.get("extra_content") for call in message.get("tool_calls", ())] for message in after if message["role"] == "assistant"]
    assert signs == [[None], [{"google": {"thought_signature": SIGNATURE}}, None], [{"google": {"thought_signature": "c2ln"}}]]
    assert fixed(PAIR, "google.chat/gemini-2.5-flash") == PAIR
    assert "extra_content" not in json.dumps([fixed(history, target) for target in ("mistral/mistral-large", "together/x", "openrouter/google/gemini-3-pro")])


def test_openrouter_has_signatures_in_details():
    """Under the id of the call, also when that is respelled; a detail of another call goes."""
    detail = {"type": "reasoning.encrypted", "id": "x" * 41, "format": "google-gemini-v1", "data": "c2ln", "index": 0}
    stale = {**detail, "id": "gone", "data": "b2xk"}
    thought = {"type": "reasoning.text", "text": "Look.", "format": "google-gemini-v1", "index": 1}
    history = [ASK, calling("x" * 41, reasoning_details=[detail, stale, thought]), answered("x" * 41), calling("call_2"), answered("call_2")]
    after = fixed(history, "openrouter/google/gemini-3-pro-preview")
    kept, made = after[1]["reasoning_details"], after[3]["reasoning_details"]

    assert kept == [{**detail, "id": after[1]["tool_calls"][0]["id"]}, thought]
    assert made == [{"type": "reasoning.encrypted", "data": SIGNATURE, "id": "call_2", "format": "google-gemini-v1", "index": 0}]
    assert all("reasoning_details" not in message for message in fixed(PAIR, "openrouter/google/gemini-2.5-pro"))


CORRUPTED = "Corrupted thought signature."


def test_a_signature_of_another_service_is_not_sent_to_googles_endpoint():
    """What AI Studio signed Vertex does not read, whichever format is spoken; the stand-in takes its place."""
    signed = evolve(call("c1", "weather", {}), provider_options=freeze_object({"google": {"thoughtSignature": "c2ln"}}))
    given = Request(prompt(user("When?"), evolve(assistant(signed), origin=Model("google", "gemini-3-pro")), tool(result("c1", "4 C"))))

    for target, sent in (("vertex.chat/gemini-3-pro", SIGNATURE), ("google.chat/gemini-3-pro", "c2ln")):
        after = rewrite_request(given, target).request
        assert sent in json.dumps(FORMATS["openai-chat"].encode_for(after, segue.Target.of(target)))
    again = recover(after, target, CallFailure(CORRUPTED, 400))
    assert (again.rule, SIGNATURE in str(again.request), "c2ln" in str(again.request)) == ("chat-foreign-signature", True, False)
    assert recover(again.request, target, CallFailure(CORRUPTED, 400)) is None


def test_details_are_trusted_until_gemini_does_not_read_them():
    """After the error the stand-in takes the place of each that signs a call; once it did, there is nothing more to do."""
    detail = {"type": "reasoning.encrypted", "id": "call_1", "format": "google-gemini-v1", "data": "c2ln", "index": 0}
    history, target = [ASK, calling("call_1", reasoning_details=[detail]), answered("call_1")], "openrouter/google/gemini-3-pro"
    rule, again = retried(history, target, CORRUPTED)

    assert fixed(history, target) == history
    assert (rule, again[1]["reasoning_details"]) == ("chat-stale-detail", [{**detail, "data": SIGNATURE}])
    assert retried(again, target, CORRUPTED) == (None, None)


def test_copilots_signatures_cannot_be_made():
    """The call is named; what Copilot gave stays there, and goes nowhere else."""
    opaque = calling("call_2", content="Look.", reasoning_opaque="b3Bh", reasoning_text="Ask.")
    history = [ASK, calling("call_0"), answered("call_0"), ASK, calling("call_1"), answered("call_1"), opaque, answered("call_2")]
    found = segue.check(history, "copilot/gemini-3-pro", from_format="openai-chat")

    assert [(fault.rule, fault.place, fault.repairable) for fault in found] == [("copilot-unsigned-call", (4, "tool_calls", 0), False)]
    assert segue.check(history, "copilot/gpt-5.2", from_format="openai-chat") == ()
    assert "reasoning_opaque" not in json.dumps(segue.fix(history, "together/x", from_format="openai-chat").payload)


def test_a_thought_that_came_to_nothing_is_no_message_for_moonshot():
    """Elsewhere it goes along with an empty text."""
    history = [ASK, {"role": "assistant", "content": None, "reasoning_content": "Hm."}, ASK]

    assert roles(fixed(history, "moonshot/kimi-k2.5")) == "uu"
    assert fixed(history, "deepseek/deepseek-v4")[1] == {"role": "assistant", "content": "", "reasoning_content": "Hm."}


def test_marks_of_a_reply_that_was_begun_stay_on_the_last():
    """Mistral's and DeepSeek's `prefix`, Moonshot's `partial`."""
    for target, name in (("mistral/mistral-large", "prefix"), ("deepseek/deepseek-v4", "prefix"), ("moonshot/kimi-k2.5", "partial")):
        history = [ASK, said("assistant", "The", **{name: True}), ASK, said("assistant", "So", **{name: True})]
        assert [message.get(name) for message in fixed(history, target)] == [None, None, None, True]


def test_groq_is_told_that_a_result_is_empty():
    """Whether it was null, an empty text, white space or a list of nothing."""
    for nothing in (None, "", " ", []):
        assert fixed([ASK, calling("call_1"), answered("call_1", nothing)], "groq/llama-3.3-70b")[2]["content"] == "[empty result]"


def test_servers_get_strings():
    """No null and no list, where templates join strings."""
    listed = [{"type": "text", "text": "I look."}, {"type": "text", "text": "Wait."}]
    after = fixed([ASK, calling("call_1", content=None), answered("call_1"), said("assistant", listed), ASK], "sglang/Qwen/Qwen2.5-7B")

    assert [message["content"] for message in after[1::2]] == ["", "I look.\nWait."]


def test_two_that_stand_last_become_one():
    """And then the user is asked to speak, where a thought is opened."""
    history = [ASK, said("assistant", "[interrupted]"), said("assistant", "Hel")]

    assert fixed(history, "llamacpp/lfm2.5") == [ASK, said("assistant", [{"type": "text", "text": "[interrupted]"}, {"type": "text", "text": "Hel"}])]
    assert roles(fixed(history, "llamacpp/qwen3.5-27b")) == "uau"
    assert roles(fixed(history, {"provider": "llamacpp", "model_id": "qwen3.5-27b", "chat_template_kwargs": {"enable_thinking": False}})) == "ua"


def test_cohere_hears_an_assistant_between_tool_and_user():
    """As its older history demands."""
    assert roles(fixed([ASK, calling("call_1"), answered("call_1"), ASK], "cohere/command-r-plus")) == "uatau"


@pytest.mark.parametrize(
    ("error", "rule"),
    [
        ("invalid params, chat content has invalid message role: system (2013)", "late-system"),
        ("invalid params, tool result's tool id(call_function_x_1) not found (2013)", "orphan-result"),
        ("invalid params, tool call result does not follow tool call (2013)", "late-result"),
    ],
)
def test_minimax_says_the_same_at_both_of_its_endpoints(error, rule):
    """That for OpenAI's clients and that for Anthropic's."""
    assert f"chat-{rule}" in {found.name for found in segue.explain(error, "minimax/MiniMax-M2.7")}
    assert f"anthropic-{rule}" in {found.name for found in segue.explain(error, "minimax.anthropic/MiniMax-M2.7")}


def test_xai_gets_encrypted_thoughts_of_its_own():
    """Of another maker the summary stays; after an error none is trusted, whoever made it."""
    thought = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Greet."}], "encrypted_content": "gAAA"}
    given = [said("user", "Hi"), thought, {**thought, "summary": []}, said("assistant", "Hello"), said("user", "Bye")]
    form, target = FORMATS["openai-responses"], "xai.responses/grok-4"
    theirs = segue.fix(given, target, from_format="openai-responses", made_by="openai/gpt-5.2").payload
    failure = CallFailure("Could not decrypt the provided encrypted_content.", 400)

    assert segue.fix(given, target, from_format="openai-responses", made_by="xai/grok-4").payload == given
    assert "gAAA" not in json.dumps(theirs)
    assert "Greet." in json.dumps(theirs)
    assert "gAAA" not in json.dumps(form.encode(recover(form.decode(given).unwrap(), target, failure).request))
    assert recover(form.decode([said("user", "Hi")]).unwrap(), target, failure) is None


def test_what_a_server_may_demand_is_not_done_before_it_does():
    """An assistant that speaks first, at a server of an unknown template."""
    history = [said("assistant", "Well?"), ASK]

    assert fixed(history, "vllm/my-model") == history
    assert roles(fixed(history, "llamacpp/devstral-small-2")) == "uau"


def test_a_signature_that_is_no_text_is_not_sent():
    """A call's other options say nothing to Google."""
    odd = evolve(call("c1", "weather", {}), provider_options=freeze_object({"anthropic": {"x": 1}}))
    sent = FORMATS["openai-chat"].encode_for(Request(prompt(user("When?"), assistant(odd))), segue.Target.of("google.chat/gemini-3-pro"))

    assert "extra_content" not in json.dumps(sent)


def test_mistrals_reused_ids_stay_nine_characters():
    """Two calls of one turn under one id get two."""
    twice = calling("abcdefghi", "abcdefghi")
    twice["tool_calls"][1]["function"] = {"name": "tides", "arguments": "{}"}
    after = fixed([ASK, twice, answered("abcdefghi"), answered("abcdefghi", "low")], "mistral/mistral-large")
    ids = [made["id"] for made in after[1]["tool_calls"]]

    assert len(set(ids)) == 2
    assert {len(id) for id in ids} == {9}
    assert [message["tool_call_id"] for message in after[2:]] == ids
