"""The smallest prompts that break a demand of the Responses API: items, their ids, and the thoughts they came of."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from segue.json_values import JsonObject, JsonText, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.responses import FORMAT
from segue.prompts import Prompt, UserMessage, assistant, call, prompt, result, tool, user
from segue.rules._triggers import ASK, DONE, RUN, extra, shaped
from segue.shapes import Extras, Shape


def named(part: Any, id: str) -> Any:
    """Return a part with the id of its item."""
    options: JsonObject = part.provider_options
    return evolve(part, provider_options=options.with_(openai=JsonObject(itemId=id, **options.get("openai", {}))))


_BACK = user("And back?")
_RUN, _OTHER = RUN.content[0], call("c2", "buses")
ENCRYPTED = ReasoningPart("Look.", freeze_object({"openai": {"reasoningEncryptedContent": "gAAA"}}))
STORED = named(ReasoningPart("Look."), "rs_1")
OF_AZURE = evolve(ENCRYPTED, origin=Model("azure", "gpt-5.2"))
SAID = named(TextPart("7:10."), "msg_1")

FOREIGN_THOUGHT = (
    prompt(ASK, assistant(ReasoningPart("Look it up.", origin=Model("deepseek", "deepseek-v4")), SAID), _BACK),
    prompt(ASK, assistant(ReasoningPart("Look.", freeze_object({"anthropic": {"signature": "EqoB"}}))), _BACK),
    prompt(ASK, assistant(evolve(ENCRYPTED, origin=Model("xai", "grok-4")), _RUN), DONE),
)
READ_BEFORE = (prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), SAID), _BACK), prompt(ASK, assistant(STORED, SAID), _BACK))
UNSTORED_THOUGHT = (
    prompt(ASK, assistant(STORED, SAID), _BACK),
    prompt(ASK, assistant(STORED, named(_RUN, "fc_1"), named(_OTHER, "fc_2")), tool(*DONE.content, result("c2", "9:40"))),
    prompt(ASK, assistant(STORED), _BACK),
)
LONE_THOUGHT = (
    prompt(ASK, assistant(ENCRYPTED), _BACK),
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), named(TextPart(""), "msg_1")), _BACK, assistant(SAID)),
    prompt(ASK, assistant(SAID, ENCRYPTED), user("?")),
)
ODD_ITEM_ID = (
    prompt(ASK, assistant(ENCRYPTED, named(TextPart("7:10."), "1b9d6bcd-bbfd-4b2d")), _BACK),
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), named(_RUN, "c1")), DONE),
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), named(_RUN, "fc_" + "x" * 62)), DONE),
    prompt(ASK, assistant(ENCRYPTED, named(TextPart("7:10."), "")), _BACK),
    prompt(ASK, RUN, tool(named(DONE.content[0], "fc_1:0"))),
)
DOUBLE_ITEM_ID = (
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), SAID), _BACK, assistant(named(ENCRYPTED, "rs_1"), SAID), user("?")),
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), SAID, named(_RUN, "fc_1"), SAID), DONE),
)
UNLED_ITEM = (
    prompt(ASK, assistant(SAID), _BACK),
    prompt(ASK, assistant(named(_RUN, "fc_1")), DONE, assistant(SAID), _BACK),
)
HALF_NAMED = (
    prompt(ASK, assistant(named(ENCRYPTED, "rs_1"), "7:10."), _BACK),
    prompt(ASK, assistant(ENCRYPTED, named(_RUN, "fc_1")), DONE),
    prompt(ASK, assistant(STORED, named(ENCRYPTED, "rs_1"), _RUN, named(_OTHER, "fc_2")), tool(*DONE.content, result("c2", "9:40"))),
)
REFERENCE = (
    prompt(ASK, assistant(OpaquePart("item_reference", freeze_object({"type": "item_reference", "id": "msg_1"}), FORMAT)), _BACK),
    prompt(ASK, assistant(OpaquePart("item_reference", freeze_object({"id": "fc_1"}), FORMAT), "I look."), DONE),
)

_QUERY = freeze_object({"action": {"type": "search", "query": "trains"}})
_SEARCH_SHAPE = Shape(FORMAT, ("type", "id", "status", "action"), "web_search_call", detail=("completed", None))
SEARCH = named(ToolCallPart("ws_1", "web_search", _QUERY, hosted=True, shape=_SEARCH_SHAPE), "ws_1")
_FOUND = ToolResultPart("ws_1", "web_search", (TextPart("7:10"),), hosted=True, shape=Shape(FORMAT, form="web_search_call"))
SERVER_TOOL = (
    prompt(ASK, assistant(evolve(SEARCH, origin=Model("xai", "grok-4")), "7:10."), _BACK),
    prompt(ASK, assistant(evolve(SEARCH, provider_options=JsonObject()), _FOUND, "7:10."), _BACK),
    prompt(ASK, assistant(SEARCH, _FOUND, "7:10."), _BACK, assistant(SEARCH, _FOUND), user("?")),
    prompt(ASK, assistant(_FOUND, "7:10."), _BACK),
)
MUTE = (prompt(ASK, assistant(TextPart("", freeze_object({"openai": {"audio": {"id": "audio_1"}}}))), user("?")),)
LONG_ID = (prompt(ASK, assistant(call("x" * 65, "trains")), tool(result("x" * 65, "7:10"))),)
EARLY_RESULT = (
    prompt(ASK, DONE, RUN, user("?")),
    prompt(ASK, tool(result("c2", "9:40")), assistant(_RUN, _OTHER), DONE),
)
JSON_ARGUMENTS = (prompt(ASK, assistant(shaped(FORMAT, _RUN, "function_call json")), DONE),)
MISSING_FIELD = (
    prompt(ASK, assistant(evolve(ENCRYPTED, shape=Shape(FORMAT, ("type", "encrypted_content"), "summary")), "7:10."), _BACK),
    prompt(user("See:", evolve(FilePart("image/png", "iVBORw0KGgo="), shape=Shape(FORMAT, ("type", "image_url"), "input_image")))),
)
TEXT_KIND = (
    prompt(user(extra(FORMAT, TextPart("Hi"), type="text"))),
    prompt(ASK, assistant(extra(FORMAT, TextPart("7:10."), content={"type": "input_text"})), _BACK),
    prompt(ASK, assistant(extra(FORMAT, TextPart("7:10."), content={"type": "text", "logprobs": []})), _BACK),
)
NULL_CONTENT = (
    prompt(ASK, RUN, tool(shaped(FORMAT, ToolResultPart("c1", "", ()), "null"))),
    prompt(ASK, assistant(shaped(FORMAT, TextPart(""), "absent")), _BACK),
)
_OPEN = Shape(FORMAT, (), "output_text", detail=("completed", ("type", "text"), -1))


def unknown_fields() -> tuple[Prompt, ...]:
    """Return prompts with unknown fields on messages, parts and what stands in these."""
    inner = evolve(TextPart("7:10."), extras=Extras(FORMAT, freeze_object({"content": {"cache_control": {}, "logprobs": []}})), shape=_OPEN)
    bare = evolve(inner, extras=Extras(FORMAT, freeze_object({"content": {"cache_control": {}}})))
    tuned = evolve(call("c1", "trains"), input=JsonText("{}"), shape=Shape(FORMAT, form="function_call"))
    return (
        prompt(extra(FORMAT, ASK, id="msg_1")),
        prompt(user(extra(FORMAT, TextPart("Hi"), cache_control={"type": "ephemeral"}))),
        prompt(ASK, assistant(inner, bare), _BACK),
        prompt(ASK, assistant(evolve(tuned, extras=Extras(FORMAT, freeze_object({"index": 0, "caller": {"type": "direct"}})))), DONE),
        prompt(ASK, RUN, tool(extra(FORMAT, result("c1", "7:10"), timing=1))),
    )


_SCREEN = ToolCallPart("c1", "computer", freeze_object({"action": {"type": "click"}}), shape=Shape(FORMAT, form="computer_call"))
UNSHOWN_SCREEN = (
    prompt(ASK, assistant("I look.", _SCREEN), user("Stop.")),
    prompt(ASK, assistant(_SCREEN), tool(result("c1", "not allowed", error=True)), user("?")),
)
_OF_SPACE = call("c1", "list_agents")
LOST_NAMESPACE = (prompt(ASK, assistant(_OF_SPACE), tool(result("c1", "none")), user("?")),)
NAMESPACE = (
    prompt(
        ASK, assistant(evolve(_OF_SPACE, provider_options=freeze_object({"openai": {"namespace": "collab"}}))), tool(result("c1", "none"))
    ),
)
_NAMED = OpaquePart("item_reference", freeze_object({"type": "item_reference", "id": "msg_7"}), FORMAT)
DOUBLE_REFERENCE = (prompt(ASK, assistant(_NAMED, _NAMED), user("?")), prompt(ASK, assistant(_NAMED), _BACK, assistant(_NAMED), user("?")))
_APPROVED = freeze_object({"type": "mcp_approval_response", "approval_request_id": "mcpr_9", "approve": True})
LONE_APPROVAL = (prompt(ASK, UserMessage((OpaquePart("mcp_approval_response", _APPROVED, FORMAT),)), user("?")),)
