"""A cheap look at the items of a history finds what a thorough one finds."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.kinds import Kind
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import FORMAT
from segue.prompts import assistant, call, prompt, result, tool, user
from segue.repairs._item_faults import item_kinds
from segue.scan import scan
from segue.shapes import Shape


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


ITEMS = {kind for _, kinds in BROKEN.values() for kind in kinds}


@pytest.mark.parametrize("messages", WHOLE.values(), ids=WHOLE)
def test_whole_histories(messages):
    """Nothing is found, cheaply or thoroughly."""
    assert (item_kinds(messages), scan(prompt(*messages)) & ITEMS) == (set(), set())


@pytest.mark.parametrize(("messages", "kinds"), BROKEN.values(), ids=BROKEN)
def test_broken_histories(messages, kinds):
    """All is found, cheaply or thoroughly."""
    assert (item_kinds(messages), scan(prompt(*messages)) & ITEMS) == (kinds, kinds)


def renamed(message, suffix):
    """The message with other ids of items, so that none of them stood before."""
    def part(given):
        own = given.provider_options.get("openai") if hasattr(given, "provider_options") else None
        id = own.get("itemId") if isinstance(own, JsonObject) else None
        return evolve(given, provider_options=given.provider_options.with_(openai=own.with_(itemId=id + suffix))) if isinstance(id, str) else given

    return evolve(message, content=tuple(map(part, message.content)))


def answered(id):
    """A call that is whole, and a result in an item of this id."""
    return (assistant(thinks("rs_1"), calls("fc_1")), tool(evolve(result("c1"), provider_options=openai(itemId=id))))


PIECES = WHOLE | {name: messages for name, (messages, _) in BROKEN.items()} | {"answer": answered("fco_1")}


@pytest.mark.parametrize("suffix", ["", "2"], ids=["the same ids", "other ids"])
@pytest.mark.parametrize("parted", [True, False], ids=["parted", "in a row"])
@pytest.mark.parametrize("first", PIECES)
def test_what_stands_elsewhere_changes_nothing(first, parted, suffix):
    """Two pieces of a history are judged as a thorough look judges both, whichever of them may be passed over, under ids of theirs or shared."""
    for second in PIECES.values():
        between = (user("Go on."),) if parted else ()
        history = prompt(user("Hi"), *PIECES[first], *between, *(renamed(message, suffix) for message in second), user("Bye."))
        assert scan(history) & set(ITEMS) == item_kinds(history.messages)


def test_an_answer_under_the_id_of_a_reply():
    """An item of results is no reply, and is told from those all the same."""
    told = tool(evolve(result("c1"), provider_options=openai(itemId="msg_1")))
    messages = (assistant(thinks("rs_1"), says("msg_1")), user("?"), assistant(thinks("rs_2"), calls("fc_2")), told)

    assert (item_kinds(messages), scan(prompt(*messages)) & ITEMS) == ({Kind.DOUBLE_ITEM_ID}, {Kind.DOUBLE_ITEM_ID})
