"""The Responses API's rules on payloads: what goes, what stays, and what an error makes go."""

from __future__ import annotations

import json

import pytest

import segue
from segue.engine import find_faults, recover, rewrite, rewrite_request
from segue.failures import CallFailure
from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.json_values import freeze_object
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, Request, SystemMessage, ToolDefinition, assistant, prompt, system, user
from segue.shapes import Shape

TARGET = "openai.responses/gpt-5.2"
ASK, MORE = {"role": "user", "content": "Add."}, {"role": "user", "content": "And?"}


def thinks(id="rs_1", **more):
    """Return a reasoning item."""
    return {"type": "reasoning", "id": id, "summary": [], "encrypted_content": "gAAA", **more}


def says(id="msg_1", text="2", **more):
    """Return a message of the model."""
    return {"type": "message", "role": "assistant", "id": id, "status": "completed", "content": [{"type": "output_text", "text": text, "annotations": []}], **more}


def calls(id="fc_1", call_id="call_1", **more):
    """Return a call."""
    return {"type": "function_call", "id": id, "call_id": call_id, "name": "add", "arguments": "{}", "status": "completed", **more}


def tells(call_id="call_1", **more):
    """Return an output."""
    return {"type": "function_call_output", "call_id": call_id, "output": "2", **more}


def bare(item):
    """Return an item without its id."""
    return {key: value for key, value in item.items() if key != "id"}


def fixed(*items, to=TARGET, made_by=None, **body):
    """Repair a body of these items; return the items, through JSON."""
    payload = segue.fix({**body, "input": [*items]}, to, from_format="openai-responses", made_by=made_by).payload
    return json.loads(json.dumps(payload))["input"]


def faults(*items, to=TARGET, made_by=None, **body):
    """Return the rules that find fault with a body of these items, and where."""
    found = segue.check({**body, "input": [*items]}, to, from_format="openai-responses", made_by=made_by)
    return [(fault.rule.removeprefix("openai-responses-"), fault.place) for fault in found]


SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "sums"}}
WHOLE = [
    {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Add."}]}, ASK, thinks(), says(), calls(), calls("fc_2", "call_2"),
    tells("call_2"), tells(), thinks("rs_2"), SEARCH, thinks("rs_3"), says("msg_2"), {"role": "system", "content": "Be brief."}, MORE,
    {"type": "compaction", "encrypted_content": "gAAB"}, bare(says()), MORE,
]  # fmt: skip


@pytest.mark.parametrize("target", [TARGET, "azure.responses/gpt-5"])
def test_a_whole_history_comes_back_as_it_was(target):
    """Encrypted thoughts with what came of them, searches, late system text: there is no fault in it."""
    assert faults(*WHOLE, to=target) == []
    assert fixed(*WHOLE, to=target) == WHOLE


def test_a_missing_thought_frees_all_its_followers():
    """Up to the next thought; the calls' own ids stay, and later replies keep theirs."""
    before = [ASK, says(), calls(), calls("fc_2", "call_2"), tells(), tells("call_2"), says("msg_2"), thinks(), says("msg_3"), MORE]

    assert fixed(*before) == [ASK, *map(bare, before[1:4]), *before[4:6], bare(before[6]), *before[7:]]
    assert {rule for rule, _ in faults(*before)} == {"unled-item"}


def test_what_a_model_that_does_not_think_made_keeps_its_ids():
    """Told by the caller, or by the target where nobody is told."""
    before = [ASK, says(), MORE]

    assert fixed(*before, made_by="openai/gpt-4.1") == before
    assert fixed(*before, to="openai.responses/gpt-4o") == before
    assert fixed(*before, to="openai.responses/gpt-4o", made_by="openai/gpt-5.2") == [ASK, bare(says()), MORE]


def test_a_stored_thought_goes_and_frees_its_followers():
    """Nothing is taken to be stored, unless the body says so or goes on from what is."""
    before = [ASK, {"type": "reasoning", "id": "rs_1", "summary": []}, says(), calls(), tells()]

    assert fixed(*before) == [ASK, bare(says()), bare(calls()), tells()]
    assert fixed(*before, store=True) == before
    assert fixed(*before, previous_response_id="resp_1") == before
    assert fixed(*before, previous_response_id="resp_1", store=False) == fixed(*before)


def test_a_reference_goes_unless_it_is_stored():
    """What it referred to cannot be told; an output whose call was referred to is told as text."""
    before = [ASK, {"type": "item_reference", "id": "msg_1"}, {"id": "fc_1"}, tells()]
    told = {"role": "user", "content": "[tool result without its call: unknown_tool]\n2\n[end of tool result]"}

    assert fixed(*before) == [ASK, told]
    assert fixed(*before[:2], store=True) == before[:2]


def test_a_thought_of_another_provider_goes():
    """Its encrypted content is read by its maker alone, though it came in the same format."""
    before = [ASK, thinks(), says(), MORE, thinks("rs_2"), says("msg_2")]

    assert fixed(*before, made_by=[(0, "xai/grok-4"), (3, "openai/gpt-5.2")]) == [ASK, bare(says()), *before[3:]]
    assert fixed(*before[:3], made_by="azure/my-deployment") == [ASK, bare(says())]
    assert fixed(*before[:3], made_by="azure/my-deployment", to="azure.responses/other") == before[:3]


def test_thoughts_go_where_the_model_does_not_think():
    """With the ids of what came of them."""
    assert fixed(ASK, thinks(), says(), MORE, to="openai.responses/gpt-4.1") == [ASK, bare(says()), MORE]


def test_a_thought_that_came_to_nothing_goes():
    """At the end of a turn, whatever the next turn is."""
    assert fixed(ASK, thinks(), MORE, bare(says()), thinks("rs_2")) == [ASK, MORE, bare(says())]


def test_an_odd_id_frees_its_unit_alone():
    """A client's own, another kind's, too long, empty."""
    for odd in ("1b9d6bcd-bbfd", "rs_9", "msg_" + "x" * 61, "", "msg.1"):
        before = [ASK, thinks(), says(odd), calls(), tells(), thinks("rs_2"), says("msg_2")]
        assert fixed(*before) == [ASK, *map(bare, before[1:4]), *before[4:]]
        assert ("item-id", ("input", 2)) in [(rule, place[:2]) for rule, place in faults(*before)]


def test_ids_stand_once():
    """The first keeps its own; what is said twice is kept."""
    before = [ASK, thinks(), says(), MORE, thinks(), says(), MORE]

    assert fixed(*before) == [*before[:4], bare(thinks()), bare(says()), MORE]


def test_half_named_units_have_no_ids():
    """A client that stored the thought's id and not the answer's."""
    assert fixed(ASK, thinks(), bare(says()), MORE) == [ASK, bare(thinks()), bare(says()), MORE]


def test_the_same_search_twice_is_told_the_second_time():
    """Its id cannot be left out and cannot stand twice."""
    assert fixed(ASK, SEARCH, bare(says()), MORE, SEARCH, bare(says())) == [
        ASK, SEARCH, bare(says()), MORE, {"role": "assistant", "content": "[web_search, a server tool, was called with]\nquery: sums"}, bare(says()),
    ]  # fmt: skip


def test_outputs_of_calls_that_openai_holds_stay():
    """Where the input goes on from an earlier response; elsewhere they are told as text."""
    assert fixed(tells(), previous_response_id="resp_1") == [tells()]
    assert fixed(tells(), MORE)[0]["role"] == "user"


def test_outputs_may_be_late_and_not_early():
    """What stands between call and output stays there; an output before its call moves behind it."""
    late = [ASK, bare(calls()), MORE, bare(says()), tells()]

    assert fixed(*late) == late
    assert fixed(ASK, tells(), bare(calls()), MORE) == [ASK, bare(calls()), tells(), MORE]


def test_two_outputs_become_one():
    """Each piece of both."""
    both = [{"type": "input_text", "text": "2"}, {"type": "input_text", "text": "3"}]

    assert fixed(ASK, bare(calls()), tells(), MORE, tells(output="3")) == [ASK, bare(calls()), tells(output=both), MORE]


def test_long_ids_of_calls_stay_apart():
    """Two that begin alike for 64 characters; one of 64 stays."""
    one, two, fine = "x" * 65 + "1", "x" * 65 + "2", "y" * 64
    after = fixed(ASK, *(bare(calls(call_id=id)) for id in (one, two, fine)), *map(tells, (two, one, fine)))
    ids = [item["call_id"] for item in after[1:]]

    assert len({*ids}) == 3
    assert ids[3:] == [ids[1], ids[0], fine]
    assert max(map(len, ids)) <= 64


ODD_FIELDS = {
    "chat's kind of text": ({"role": "user", "content": [{"type": "text", "text": "Add."}]}, {"role": "user", "content": [{"type": "input_text", "text": "Add."}]}),
    "the user's kind of text": ({"role": "assistant", "content": [{"type": "input_text", "text": "2"}]}, {"role": "assistant", "content": [{"type": "output_text", "text": "2"}]}),
    "cache marker": (
        {"role": "user", "content": [{"type": "input_text", "text": "Add.", "cache_control": {"type": "ephemeral"}}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Add."}]},
    ),
    "id of a user's message": ({"type": "message", "id": "msg_7", **ASK}, {"type": "message", **ASK}),
    "image without detail": (
        {"role": "user", "content": [{"type": "input_image", "image_url": "https://a.example/a.png"}]},
        {"role": "user", "content": [{"type": "input_image", "image_url": "https://a.example/a.png", "detail": "auto"}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("item", "expected"), ODD_FIELDS.values(), ids=ODD_FIELDS)
def test_fields_are_written_as_the_api_has_them(item, expected):
    """What is said stays."""
    assert fixed(item, MORE) == [expected, MORE]


def test_calls_are_written_as_the_api_has_them():
    """Arguments as text, without fields that it does not list; a missing id is made."""
    odd = {"type": "function_call", "name": "add", "arguments": {"x": 1}, "index": 0, "status": None}
    call, output = fixed(ASK, odd, {"type": "function_call_output", "output": None})[1:]

    assert call == {"type": "function_call", "call_id": output["call_id"], "name": "add", "arguments": '{"x": 1}'}
    assert output == {"type": "function_call_output", "call_id": call["call_id"], "output": ""}


def test_a_thought_has_a_summary():
    """If only an empty one."""
    assert fixed(ASK, {"type": "reasoning", "encrypted_content": "gAAA"}, bare(says()))[1] == bare(thinks())


def test_what_is_null_is_empty():
    """Of the model; a user's message of nothing goes."""
    assert fixed(ASK, {"role": "assistant", "content": None}, {"role": "user", "content": None}, MORE) == [ASK, {"role": "assistant", "content": ""}, MORE]


def test_names_of_people_and_voices_go():
    """There is no field for them; what was spoken stays."""
    spoken = assistant(TextPart("2", freeze_object({"openai": {"audio": {"id": "audio_1"}}})))
    after = rewrite(prompt(user("Add.", name="Ann"), spoken), TARGET).prompt

    assert after == prompt(user("Add."), assistant("2"))


def test_foreign_tools_are_left_out():
    """OpenAI's own are offered, and the caller's."""
    tools = [ToolDefinition("add"), ToolDefinition("web_search", hosted="openai.web_search"), ToolDefinition("web_search", hosted="anthropic.web_search_20250305")]

    assert rewrite_request(Request(prompt(user("Hi")), tuple(tools)), TARGET).request.tools == tuple(tools[:2])


def test_hosted_calls_of_another_format_are_told():
    """And the outcome of a search is what its search is."""
    search = ToolCallPart("ws_1", "web_search", freeze_object({"query": "sums"}), hosted=True)
    found = ToolResultPart("ws_1", "web_search", (TextPart("7"),), hosted=True, shape=Shape("openai-responses", form="web_search_call"))

    assert [part.text for part in rewrite(prompt(assistant(search, found)), TARGET).prompt.messages[0].content] == [
        "[web_search, a server tool, was called with]\nquery: sums", "[result of web_search, a server tool]\n7",
    ]  # fmt: skip


def test_what_openai_ran_comes_back_with_what_it_gave():
    """A call and its outcome in one item, and two items of their own."""
    code = {"type": "code_interpreter_call", "id": "ci_1", "status": "completed", "code": "1 + 1", "container_id": "cntr_1", "outputs": [{"type": "logs", "logs": "2"}]}
    shell = [
        {"type": "shell_call", "id": "sh_1", "call_id": "call_9", "status": "completed", "action": {"commands": ["expr 1 + 1"]}, "environment": {"type": "container_reference", "container_id": "cntr_1"}},
        {"type": "shell_call_output", "id": "sho_1", "call_id": "call_9", "status": "completed", "output": [{"stdout": "2", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}]},
    ]
    for items in ([code], shell):
        history = [ASK, thinks(), *items, thinks("rs_2"), says(), MORE]
        assert fixed(*history) == history


NO_INPUT = [Prompt(), prompt(system("Be brief.")), prompt(SystemMessage((TextPart("Be brief."),), developer=True)), prompt(user("Hi"))]


def test_a_body_without_input_is_found():
    """A system message alone would stand beside the input; a developer's stands in it."""
    found = [[(fault.rule, fault.place) for fault in find_faults(given, TARGET)] for given in NO_INPUT]
    assert found == [[("openai-responses-no-input", ("messages",))]] * 2 + [[], []]


@pytest.mark.parametrize("body", [{"previous_response_id": "resp_1"}, {"conversation": {"id": "conv_1"}}, {"prompt": {"id": "pmpt_1"}}])
def test_a_body_may_go_on_from_another(body):
    """Then it needs no input."""
    assert segue.check(body, TARGET, from_format="openai-responses") == ()


def recovered(error, *items, **body):
    """Return the items that are sent after an error, and the rule that took care."""
    request = OPENAI_RESPONSES.decode({**body, "input": [*items]}).unwrap()
    found = recover(request, TARGET, CallFailure(error, 400))
    return found and (found.rule, OPENAI_RESPONSES.encode(found.request)["input"])


ENCRYPTED = "The encrypted content for item rs_2 could not be verified. Reason: Encrypted content organization_id did not match the target organization."
UNLED = "Item 'msg_1' of type 'message' was provided without its required 'reasoning' item: 'rs_9'."
ALONE = "Item 'rs_1' of type 'reasoning' was provided without its required following item."
UNKNOWN = "Item with id 'rs_1' not found."


def test_encrypted_thoughts_of_another_organisation_go_after_the_error():
    """All of them: who cannot read one cannot read the others; what came of them is free of its ids."""
    before = [ASK, thinks(), says(), MORE, thinks("rs_2"), calls(), tells()]

    assert fixed(*before) == before
    assert recovered(ENCRYPTED, *before) == ("openai-responses-foreign-reasoning", [ASK, bare(says()), MORE, bare(calls()), tells()])
    assert recovered(ENCRYPTED, ASK, bare(says())) is None


def test_stored_thoughts_stay_after_an_error_about_encrypted_ones():
    """OpenAI has them."""
    stored = {"type": "reasoning", "id": "rs_9", "summary": []}

    assert recovered(ENCRYPTED, ASK, stored, says("msg_9"), MORE, thinks(), says(), store=True)[1] == [ASK, stored, says("msg_9"), MORE, bare(says())]


@pytest.mark.parametrize(("error", "rule"), [(UNLED, "openai-responses-unled-item"), (ALONE, "openai-responses-half-named")])
def test_ids_go_after_an_error_about_kin(error, rule):
    """All of them, though nothing is seen that is amiss; the encrypted thoughts stay."""
    assert recovered(error, ASK, thinks(), says(), SEARCH, MORE) == (rule, [ASK, bare(thinks()), bare(says()), SEARCH, MORE])
    assert recovered(error, ASK, bare(says()), MORE) is None


def test_what_is_not_found_goes_after_the_error():
    """Though it was said to be stored: references first, then thoughts that are not encrypted."""
    stored, reference = {"type": "reasoning", "id": "rs_1", "summary": []}, {"type": "item_reference", "id": "msg_9"}

    assert recovered(UNKNOWN, ASK, reference, MORE, store=True) == ("openai-responses-item-reference", [ASK, MORE])
    assert recovered(UNKNOWN, ASK, stored, says(), store=True) == ("openai-responses-unstored-reasoning", [ASK, bare(says())])
    assert recovered(UNKNOWN, ASK, thinks(), says(), store=True) is None
