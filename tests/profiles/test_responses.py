"""What OpenAI's Responses API demands, as facts."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles import responses as profile
from segue.profiles.responses_fields import taken_fields, usual_fields
from segue.prompts import AssistantMessage, Prompt, Request, ToolDefinition, call, prompt, result, user
from segue.shapes import Extras, Shape
from segue.targets import Target

OPENAI, AZURE = Target.of("openai.responses/gpt-5.2"), Target.of("azure.responses/my-deployment")
FORMAT = profile.FORMAT
SPELLED = [
    (profile.CALL_ID, "a.b:1 \né", True), (profile.CALL_ID, "x" * 64, True), (profile.CALL_ID, "x" * 65, False), (profile.CALL_ID, "", False),
    (profile.TOOL_NAME, "get_weather-2", True), (profile.TOOL_NAME, "x" * 65, False), (profile.TOOL_NAME, "db.trains", False),
]  # fmt: skip


@pytest.mark.parametrize(("spelling", "text", "allowed"), SPELLED)
def test_spellings(spelling, text, allowed):
    """Ids of calls are any 1 to 64 characters, names of tools 1 to 64 letters, digits, _ and -."""
    assert spelling.allows(text) is allowed


ITEM_IDS = [
    ("rs_1", "reasoning", True), ("msg_1", "message", True), ("msg_1", "reasoning", False), ("fc_1", "function_call", True), ("ctc_1", "function_call", False),
    ("ctc_1", "custom_tool_call", True), ("fc_1", "call", True), ("ctc_1", "call", True), ("call_1", "call", False), ("ws_1", "web_search_call", True),
    ("x-1", "shell_call", True), ("x.1", "shell_call", False), ("", "answer", False), ("msg_" + "x" * 60, "message", True), ("msg_" + "x" * 61, "message", False),
]  # fmt: skip


@pytest.mark.parametrize(("id", "kind", "spelled"), ITEM_IDS)
def test_item_ids(id, kind, spelled):
    """They begin with the letters of their kind and have 1 to 64 letters, digits, _ and -."""
    assert profile.is_spelled(id, kind) is spelled


def test_item_ids_are_options():
    """What is no text is none, and what has no options has none."""
    ids = [{"openai": {"itemId": "msg_1"}}, {"openai": {"itemId": 1}}, {"openai": {}}, {}]

    assert [profile.item_id(TextPart("x", freeze_object(options))) for options in ids] == ["msg_1", None, None, None]
    assert profile.item_id(OpaquePart("x", EMPTY, FORMAT)) is None


def test_encrypted_content_is_a_text():
    """An empty one is none."""
    tokens = ("gAAA", "", None, 7)

    assert [profile.is_encrypted(ReasoningPart("", freeze_object({"openai": {"reasoningEncryptedContent": token}}))) for token in tokens] == [True, False, False, False]


HELD = [
    ("image/png", "base64", "", True), ("image/*", "url", "", True), ("image/tiff", "base64", "", False), ("application/pdf", "base64", "", True),
    ("application/pdf", "url", "", True), ("text/plain", "base64", "", False), ("text/plain", "text", "", False), ("audio/wav", "base64", "", False),
    ("text/csv", "base64", "input_file", True), ("application/octet-stream", "base64", "input_file", True), ("audio/wav", "base64", "input_file", False),
    ("text/plain", "text", "input_file", False), ("audio/wav", "base64", "input_audio", False), ("image/tiff", "base64", "input_image", False),
]  # fmt: skip


@pytest.mark.parametrize(("media_type", "encoding", "form", "held"), HELD)
def test_files(media_type, encoding, form, held):
    """Images and PDF have a place, and what the API was given as a document; sound has none."""
    assert profile.holds(FilePart(media_type, "https://example.org/a" if encoding == "url" else "A", encoding, shape=Shape(FORMAT, form=form) if form else None)) is held


@pytest.mark.parametrize(("format", "data", "held"), [(FORMAT, "file-1", True), ("openai-chat", "file-1", True), ("anthropic", "file-1", False), (FORMAT, "assistant-1", True), ("openai-chat", "x", False)])
def test_file_ids(format, data, held):
    """Those of OpenAI's own formats are held, and nobody else's."""
    assert profile.holds(FilePart("image/*", data, "id", shape=Shape(format))) is held
    assert not profile.holds(FilePart("image/*", data, "id"))


def test_who_may_have_made_it():
    """The target's own provider, or nobody who is known."""
    assert [profile.is_own(origin, OPENAI) for origin in (None, Model("openai", "o3"), Model("azure"), Model("xai"))] == [True, True, False, False]
    assert all(profile.is_own(Model(name), AZURE) for name in ("azure", "azure-openai", "azure.responses"))
    assert profile.is_own(Model.of("openai.responses/gpt-5.2"), OPENAI)


SEARCH = ToolCallPart(
    "ws_1", "web_search", freeze_object({"action": {"type": "search", "query": "x"}}), hosted=True, provider_options=freeze_object({"openai": {"itemId": "ws_1"}}),
    shape=Shape(FORMAT, ("type", "id", "status", "action"), "web_search_call"),
)  # fmt: skip
FOUND = ToolCallPart("call_1", "tool_search", EMPTY, hosted=True, shape=Shape(FORMAT, ("type", "arguments"), "tool_search_call"))
HOSTED = {
    "search": (SEARCH, True),
    "made at OpenAI": (evolve(SEARCH, origin=Model("openai", "gpt-5.2")), True),
    "made elsewhere": (evolve(SEARCH, origin=Model("xai", "grok-4")), False),
    "no item": (evolve(SEARCH, shape=None), False),
    "another format's": (evolve(SEARCH, shape=Shape("anthropic", (), "server_tool_use")), False),
    "no id": (evolve(SEARCH, provider_options=EMPTY), False),
    "odd id": (evolve(SEARCH, provider_options=freeze_object({"openai": {"itemId": "srvtoolu_1"}})), False),
    "no status": (evolve(SEARCH, shape=Shape(FORMAT, ("type", "id", "action"), "web_search_call")), False),
    "no action": (evolve(SEARCH, input=freeze_object({"action": None})), False),
    "odd action": (evolve(SEARCH, input=freeze_object({"action": {"query": "x"}})), False),
    "no object": (evolve(SEARCH, input="x"), False),
    "tool search": (FOUND, True),
    "tool search with an odd id": (evolve(FOUND, provider_options=freeze_object({"openai": {"itemId": "x.y"}})), False),
}


@pytest.mark.parametrize(("part", "own"), HOSTED.values(), ids=HOSTED)
def test_hosted_calls(part, own):
    """Items of the API's own, whole, with an id of their kind where they need one."""
    assert profile.is_own_hosted_call(part, OPENAI) is own


def test_hosted_results():
    """The outcome in its call's item is what that is; an item of its own is told by its maker."""
    outcome = ToolResultPart("ws_1", "web_search", (), hosted=True, shape=Shape(FORMAT, (), "web_search_call"))
    item = evolve(outcome, shape=Shape(FORMAT, ("type", "tools"), "json"))

    assert [profile.is_own_hosted_result(outcome, OPENAI, outcome=own) for own in (True, False)] == [True, False]
    assert profile.is_own_hosted_result(item, OPENAI, outcome=False)
    assert not profile.is_own_hosted_result(evolve(item, origin=Model("xai")), OPENAI, outcome=False)
    assert not profile.is_own_hosted_result(evolve(outcome, shape=None), OPENAI, outcome=True)


def test_kinds_of_items():
    """A call's item is told by its layout; one of another format has none."""
    shapes = (Shape(FORMAT, form="function_call"), Shape(FORMAT, form="function_call json"), Shape("openai-chat", form="function"), None)

    assert [profile.item_kind(evolve(call("c1", "run"), shape=shape)) for shape in shapes] == ["function_call", "function_call", "call", "call"]


def test_unread_parts():
    """Kinds that the API lists, in its own format."""
    parts = [OpaquePart("compaction", EMPTY, FORMAT), OpaquePart("poll", EMPTY, FORMAT), OpaquePart("compaction", EMPTY, "openai-chat")]

    assert [profile.is_own_opaque(part) for part in parts] == [True, False, False]


def test_layouts():
    """Arguments as JSON, thoughts without a summary and images without detail are odd; records made by hand and other formats are not."""
    lacking = [Shape(FORMAT, ("type",), form) for form in ("summary", "content", "input_image", "input_file")]

    assert [profile.lacks_field(shape) for shape in lacking] == [True, True, True, False]
    assert not any(map(profile.lacks_field, (None, Shape(FORMAT, (), "summary"), Shape("x", ("type",), "summary"), Shape(FORMAT, ("type", "summary"), "content"))))
    assert [profile.is_json_arguments(Shape(format, form="function_call json")) for format in (FORMAT, "x")] == [True, False]
    assert not profile.is_json_arguments(Shape(FORMAT, form="function_call"))


def test_models_that_think():
    """Those before the fifth generation do not, nor those of the chat; who is not known does."""
    models = {"gpt-5.2": True, "o3-mini": True, "my-deployment": True, "": True, "gpt-4o": False, "ft:gpt-4.1:x": False, "chatgpt-4o-latest": False, "gpt-5.2-chat-latest": False, "gpt-3.5-turbo": False}

    assert {model: profile.reasons(model) for model in models} == models


def request(**body):
    """Return a request with these fields in its body."""
    return Request(Prompt((user("Hi"),)), extras=Extras(FORMAT, freeze_object(body)))


def test_what_is_stored():
    """Nothing, unless the body says so, or the target, or it goes on from what is stored."""
    stored = Target.of({"provider": "openai.responses", "model_id": "gpt-5.2", "store": True})
    chained = request(previous_response_id="resp_1")

    assert [profile.is_stored(given, OPENAI) for given in (request(), request(store=True), request(store=False), chained, Request(Prompt()))] == [False, True, False, True, False]
    assert (profile.is_stored(request(), stored), profile.is_stored(request(store=False), stored)) == (True, False)
    assert [profile.is_chained(given) for given in (chained, request(conversation="conv_1"), request(conversation=None), request())] == [True, True, False, False]


def shaped(record, form="", detail=None, **fields):
    """Return a record of the format with these unclaimed fields."""
    return evolve(record, extras=Extras(FORMAT, freeze_object(fields)), shape=Shape(FORMAT, ("type",), form, detail=detail))


SAID = ("completed", ("type", "text"), -1)
FIELDS = {
    "function": (shaped(call("c1", "run"), "function_call", caller={"type": "direct"}, index=0, id=None), {"caller"}),
    "result": (shaped(result("c1"), "string", ("function_call_output", None), id=None, status=None, name=None, timing=1), {"id", "status", "name"}),
    "result of another format": (shaped(result("c1"), "string", id=None), set()),
    "thought": (shaped(ReasoningPart("x"), "summary", encrypted_content=None, status=None, content=[]), {"encrypted_content", "content"}),
    "words given": (shaped(TextPart("x"), "input_text", type="text", cache_control={}), {"type"}),
    "words said": (shaped(TextPart("x"), "output_text", SAID, content={"type": "text", "logprobs": []}, phase=None, usage={}), {"content", "phase"}),
    "words said with an odd field": (shaped(TextPart("x"), "output_text", SAID, content={"logprobs": [], "cache_control": {}}), set()),
    "words said with an odd content": (shaped(TextPart("x"), "output_text", SAID, content=None), set()),
    "image": (shaped(FilePart("image/png", "A"), "input_image", file_id=None, alt="x"), {"file_id"}),
    "document": (shaped(FilePart("image/png", "A"), "input_file", file_id=None, filename=None), {"file_id"}),
    "message": (shaped(user("Hi"), "string", id="msg_1", name="Ann"), set()),
}


@pytest.mark.parametrize(("holder", "names"), FIELDS.values(), ids=FIELDS)
def test_fields_that_are_taken(holder, names):
    """By the kind of item or content; null where the API says so, and what stands inside of them all or not at all."""
    assert set(taken_fields(holder)) == names


def test_fields_that_all_are_taken_are_the_very_object():
    """Nothing is made anew."""
    holder = shaped(call("c1", "run"), "function_call", caller={"type": "direct"})

    assert taken_fields(holder) is holder.extras.fields


def test_odd_kinds_of_text():
    """They go from texts, with what stands beside them in what the model said; from nothing else."""
    holders = [shaped(TextPart("x"), type="text", note=1), shaped(TextPart("x"), content={"type": "text"}), shaped(TextPart("x"), content={"logprobs": []}), shaped(call("c1", "run"), type="x")]

    assert [dict(usual_fields(holder)) for holder in holders] == [{"note": 1}, {}, {"content": {"logprobs": ()}}, {"type": "x"}]
    assert usual_fields(holders[2]) is holders[2].extras.fields
    assert usual_fields(holders[3]) is holders[3].extras.fields


def space(name, *functions):
    """Make a namespace of these functions."""
    return ToolDefinition(name, hosted="openai.namespace", args=freeze_object({"tools": [{"type": "function", "name": one} for one in functions]}))


def test_the_namespace_of_a_function():
    """That of the one which holds it; of none where two do, or where it is on offer beside."""
    odd = ToolDefinition("odd", hosted="openai.namespace", args=freeze_object({"tools": ["list", {"name": 7}]}))
    bare = ToolDefinition("bare", hosted="openai.namespace")
    other = ToolDefinition("list", hosted="openai.other", args=freeze_object({"tools": [{"name": "more"}]}))
    tools = [space("a", "list", "both", "plain"), space("b", "both", "only"), ToolDefinition("plain"), odd, bare, other]

    assert profile.namespaces(iter(tools)) == {"list": "a", "only": "b"}


def test_references_and_approvals_name_an_item():
    """Those of this format, of their kind, with an id."""
    reference = OpaquePart("item_reference", freeze_object({"id": "msg_1"}), FORMAT)
    answer = OpaquePart("mcp_approval_response", freeze_object({"approval_request_id": "mcpr_1"}), FORMAT)
    request = OpaquePart("mcp_approval_request", freeze_object({"id": "mcpr_1"}), FORMAT)

    assert [profile.reference_id(part) for part in (reference, answer, evolve(reference, format="f"), evolve(reference, value=EMPTY))] == ["msg_1", None, None, None]
    assert [profile.approval(part) for part in (answer, request, evolve(answer, format="f"), evolve(answer, value=EMPTY))] == ["mcpr_1", None, None, None]
    assert profile.asked_for(prompt(user("?"), AssistantMessage((reference, answer, request, evolve(request, value=EMPTY))))) == {"msg_1", "mcpr_1"}


def test_calls_that_need_a_screen():
    """Those of the computer, and a namespace is a text."""
    screen = evolve(call("c1", "computer"), shape=Shape(FORMAT, form="computer_call"))

    assert profile.needs_screen(screen)
    assert not profile.needs_screen(call("c1", "computer"))
    assert profile.namespace(evolve(screen, provider_options=freeze_object({"openai": {"namespace": "a"}}))) == "a"
    assert profile.namespace(evolve(screen, provider_options=freeze_object({"openai": {"namespace": 7}}))) is None
