"""A cheap look at the items of a history finds what a thorough one finds."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, JsonText, freeze_object
from segue.kinds import Kind
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import FORMAT
from segue.prompts import assistant, call, prompt, result, tool, user
from segue.repairs._item_faults import is_merely_named, item_kinds, token_maker
from segue.shapes import Extras, Shape


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


def thinks(id):
    """Return a thought with the usual tokens."""
    return ReasoningPart("", openai(itemId=id, reasoningEncryptedContent="g"))


def says(id=None, text="Yes."):
    """Return words."""
    return TextPart(text, EMPTY if id is None else openai(itemId=id))


def calls(id=None, **more):
    """Return a call."""
    return evolve(call("c1", "run"), provider_options=EMPTY if id is None else openai(itemId=id), **more)


DONE = tool(result("c1"))
WHOLE = {
    "no ids": (assistant(says(), calls()), DONE, assistant(says())),
    "a reply": (assistant(thinks("rs_1"), says("msg_1")),),
    "two thoughts": (assistant(thinks("rs_1"), thinks("rs_2"), says("msg_1"), calls("fc_1")), DONE, assistant(says())),
    "a thought in between": (assistant(says(), thinks("rs_1"), says("msg_1"), thinks("rs_2"), calls("fc_1")), DONE),
    "calls in a row": (assistant(thinks("rs_1"), calls("fc_1"), calls("fc_2", shape=Shape(FORMAT, form="function_call"))), DONE),
    "custom call": (assistant(thinks("rs_1"), calls("ctc_1", shape=Shape(FORMAT, form="custom_tool_call"))), DONE),
    "messages in a row": (assistant(thinks("rs_1"), says("msg_1")), assistant(calls("fc_1")), DONE),
    "texts of an item": (assistant(thinks("rs_1"), says("msg_1"), says("msg_1")),),
    "options without an id": (assistant(TextPart("Hi", openai(phase="final_answer"))), assistant(TextPart("Ho", JsonObject(openai="x")))),
}
BROKEN = {
    "lone": ((assistant(thinks("rs_1")),), {Kind.LONE_REASONING}),
    "lone in between": ((assistant(says(), thinks("rs_1")), user("?")), {Kind.LONE_REASONING}),
    "unled": ((assistant(says("msg_1")),), {Kind.UNLED_ITEM}),
    "unled call": ((assistant(calls("fc_1")), DONE), {Kind.UNLED_ITEM}),
    "half": ((assistant(thinks("rs_1"), says()),), {Kind.HALF_NAMED}),
    "half over two messages": ((assistant(thinks("rs_1"), says("msg_1")), assistant(says())), {Kind.HALF_NAMED}),
    "half call": ((assistant(thinks("rs_1"), calls()), DONE), {Kind.HALF_NAMED}),
    "odd letters": ((assistant(thinks("rs_1"), says("msg_é")),), {Kind.ODD_ITEM_ID}),
    "odd beginning": ((assistant(thinks("rs_1"), says("fc_1")),), {Kind.ODD_ITEM_ID}),
    "too long": ((assistant(thinks("rs_1"), says("msg_" + "x" * 61)),), {Kind.ODD_ITEM_ID}),
    "twice": ((assistant(thinks("rs_1"), says("msg_1"), calls("fc_1"), says("msg_1")), DONE), {Kind.DOUBLE_ITEM_ID}),
    "shell call": ((assistant(thinks("rs_1"), calls("sh_1", shape=Shape(FORMAT, form="shell_call")), says("msg_1")),), {Kind.UNLED_ITEM}),
    "search": ((assistant(thinks("rs_1"), ToolCallPart("ws_1", "web_search", EMPTY, hosted=True), says("msg_1")),), {Kind.UNLED_ITEM}),
    "thought without an id": ((assistant(ReasoningPart("Hm."), thinks("rs_1"), says("msg_1")),), {Kind.HALF_NAMED}),
}


@pytest.mark.parametrize("messages", WHOLE.values(), ids=WHOLE)
def test_whole_histories(messages):
    """Nothing is found, cheaply or thoroughly."""
    assert [item_kinds(prompt(*messages).messages, usual=usual) for usual in (True, False)] == [set(), set()]


@pytest.mark.parametrize(("messages", "kinds"), BROKEN.values(), ids=BROKEN)
def test_broken_histories(messages, kinds):
    """All is found, cheaply or thoroughly."""
    assert [item_kinds(prompt(*messages).messages, usual=usual) for usual in (True, False)] == [kinds, kinds]


USUAL = openai(itemId="rs_1", reasoningEncryptedContent="g")
SIGNED = freeze_object({"anthropic": {"signature": "EqoB"}})
MAKERS = {
    "OpenAI": (ReasoningPart("", USUAL), "openai"),
    "Claude": (ReasoningPart("Hm.", SIGNED), "anthropic"),
    "nobody": (ReasoningPart("Hm."), ""),
    "another": (ReasoningPart("Hm.", freeze_object({"google": {"thoughtSignature": "Cs"}})), ""),
    "both": (ReasoningPart("Hm.", JsonObject({**SIGNED, **USUAL})), ""),
    "a named model": (ReasoningPart("Hm.", SIGNED, Model("anthropic")), ""),
    "unclaimed fields": (ReasoningPart("Hm.", SIGNED, extras=Extras("anthropic", EMPTY)), ""),
    "fewer tokens": (ReasoningPart("Hm.", openai(itemId="rs_1")), ""),
    "other tokens": (ReasoningPart("Hm.", openai(itemId="rs_1", note="g")), ""),
    "an empty token": (ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="")), ""),
    "a null token": (ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": None}})), ""),
    "no object": (ReasoningPart("Hm.", JsonObject(anthropic="EqoB")), ""),
    "no summary": (ReasoningPart("", USUAL, shape=Shape(FORMAT, ("type", "id"), "summary")), ""),
}


@pytest.mark.parametrize(("part", "maker"), MAKERS.values(), ids=MAKERS)
def test_whose_tokens_a_thought_carries(part, maker):
    """Those that most of their maker's thoughts carry, and nothing else."""
    assert token_maker(part) == maker


NAMED = {
    "text": (says("msg_1"), True),
    "call": (calls("fc_1"), True),
    "call in its text": (calls("fc_1", input=JsonText("{}"), shape=Shape(FORMAT, form="function_call")), True),
    "nameless": (says(), False),
    "blank text": (says("msg_1", " \n"), False),
    "empty text": (says("msg_1", ""), False),
    "odd input": (calls("fc_1", input="{"), False),
    "dialect": (calls("fc_1", shape=Shape(FORMAT, form="function_call json")), False),
    "result": (evolve(result("c1"), provider_options=openai(itemId="fco_1")), False),
    "more of OpenAI's": (TextPart("Hi", openai(itemId="msg_1", phase="final_answer")), False),
    "something else of OpenAI's": (TextPart("Hi", openai(phase="final_answer")), False),
    "another's beside it": (TextPart("Hi", freeze_object({"openai": {"itemId": "msg_1"}, "google": {}})), False),
    "unclaimed fields": (evolve(says("msg_1"), extras=Extras(FORMAT, EMPTY)), False),
    "a message": (evolve(user("Hi"), provider_options=openai(itemId="msg_1")), False),
}


@pytest.mark.parametrize(("record", "merely"), NAMED.values(), ids=NAMED)
def test_what_is_merely_named(record, merely):
    """A text or call of which nothing is to be told but its item's id."""
    assert is_merely_named(record) is merely
