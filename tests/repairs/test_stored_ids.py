"""Ids of stored calls are respelled, distinct ones to distinct ones, and what refers to a call follows it."""

from __future__ import annotations

import pytest

from segue.json_values import JsonObject, freeze_object
from segue.messages import STATES, Data, StoredMessage, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.profiles.anthropic import CALL_ID
from segue.repairs.stored_ids import plain_id, respell_stored_ids
from tests.repairs.settling import steps


def call(id, state="result", name="get"):
    """Return a call, settled if not told otherwise."""
    return ToolInvocation(id, name, state)


def said(*parts, role="assistant", **more):
    """Return a stored message."""
    return StoredMessage("m", role, parts, **more)


def respelled(*messages):
    """Respell, and see that there is nothing left to do."""
    after = respell_stored_ids(messages, CALL_ID)
    assert respell_stored_ids(after, CALL_ID) is after
    return after


def ids(messages):
    """Return the ids of the calls among the parts."""
    return [[part.id for part in message.parts if isinstance(part, ToolInvocation)] for message in messages]


def listed(messages):
    """Return the ids of the calls in the lists."""
    return [[entry.id for entry in message.invocations] for message in messages]


PLAIN = {
    "functions.read:0": "functions_read_0", "a b/c+d=e@f#g": "a_b_c_d_e_f_g", "...": "___", "вес-1": "___-1", "ca\u0301lc": "ca_lc", "call7\n": "call7_",
    "call\uff17": "call_", "\uffff": "_", "😀": "__", "\ud83d": "_", "a\0b": "a_b", "toolu_01-AB_cd": "toolu_01-AB_cd", "": "", "x." + "y" * 300: "x_" + "y" * 300,
}  # fmt: skip


@pytest.mark.parametrize(("id", "plain"), PLAIN.items())
def test_each_unit_that_is_not_allowed_becomes_an_underscore(id, plain):
    """Two for a letter outside of the basic plane; no id is shortened."""
    assert plain == plain_id(id, CALL_ID)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", ["assistant", "user", "tool"])
def test_calls_are_respelled_in_every_state_and_role(state, role):
    """The same id alike, wherever it stands; ids that are allowed stay."""
    after = respelled(said(call("f:0", state), call("ok-1"), role=role), said(call("f:0")))
    assert ids(after) == [["f_0", "ok-1"], ["f_0"]]


def test_distinct_ids_stay_distinct():
    """The second one, and one beside an id that is in the history already, get a digest; so does one whose digest is taken."""
    first, second, third = respelled(said(call("a.b"), call("a:b"), call("a b")))[0].parts
    assert (first.id, len({first.id, second.id, third.id})) == ("a_b", 3)
    assert all(CALL_ID.allows(part.id) and part.id.startswith("a_b_") for part in (second, third))
    before, after = respelled(said(call("a.b")), said(call("a_b")))
    assert (before.parts[0].id, after.parts[0].id) == ("a_b_fc7d33be47", "a_b")
    assert ids(respelled(said(call("a.b"), call("a_b"), call("a_b_fc7d33be47"))))[0][0] == "a_b_296d8778d1"
    assert len({*ids(respelled(said(call("раз"), call("два"), call("три"))))[0]}) == 3


def test_the_same_history_gets_the_same_ids():
    """Nothing is drawn by chance, here or in another version: the ids that other tests quote stay in stores."""
    messages = (said(call("a.b"), call("a:b"), call("")),)
    assert respell_stored_ids(messages, CALL_ID) == respell_stored_ids(messages, CALL_ID)


def test_lists_beside_parts_follow():
    """By id; an entry that no part has is respelled alike, since it repeats one of them."""
    after = respelled(said(call("x.1"), invocations=(call("x.1"), call("fine"), call("x:1"))))
    assert (ids(after), listed(after)) == ([["x_1"]], [["x_1", "fine", "x_1"]])
    twins = (call("a.b"), call("a:b"))
    assert ids(after := respelled(said(*twins, invocations=twins))) == listed(after)


def test_a_list_that_repeats_the_parts_takes_no_id_away():
    """The part gets the plain spelling although the list has it."""
    assert ids(respelled(said(call("x.1"), invocations=(call("x_1"),)))) == [["x_1"]]


def test_lists_without_calls_among_the_parts_are_respelled():
    """As older rows have them; they count like parts."""
    after = respelled(said(text="old", invocations=(call("g:1"), call("g.1"))), said(TextPart("Hi"), invocations=(call("h:1"),)), said(call("g:1")))
    assert (listed(after)[0][0], ids(after)[2], listed(after)[1]) == ("g_1", ["g_1"], ["h_1"])
    assert len({*listed(after)[0]}) == 2


def test_what_refers_to_a_call_follows_it():
    """Suspended calls among the parts, pending ones in the metadata, by key and inside."""
    suspended = Data("tool-call-suspended", freeze_object({"toolCallId": "f:0", "toolName": "get"}))
    metadata = freeze_object({"note": "f:0", "pendingToolApprovals": {"f:0": {"toolCallId": "f:0"}, "b": 1}, "suspendedTools": {"get": {"toolCallId": "f:0"}}})
    (after,) = respelled(said(call("f:0", "call"), suspended, metadata=metadata))
    assert after.parts[1].value == {"toolCallId": "f_0", "toolName": "get"}
    assert after.metadata == {"note": "f:0", "pendingToolApprovals": {"f_0": {"toolCallId": "f_0"}, "b": 1}, "suspendedTools": {"get": {"toolCallId": "f_0"}}}


def test_one_of_several_that_wait_is_respelled():
    """Though all stand under the names of their tools."""
    metadata = freeze_object({"suspendedTools": {"get": {"toolCallId": "f:0"}, "put": {"toolCallId": "ok"}}})
    (after,) = respelled(said(call("f:0", "call"), metadata=metadata))
    assert after.metadata == {"suspendedTools": {"get": {"toolCallId": "f_0"}, "put": {"toolCallId": "ok"}}}


def test_what_only_holds_an_id_stays():
    """Arguments, results, texts, values of the application's own: the same objects."""
    odd = OpaquePart("tool-invocation", JsonObject(toolCallId=7), "mastra")
    kept = (TextPart("see f:0"), Data("note", "f:0"), Data("note", JsonObject(toolCallId=7)), odd, call("ok"))
    (after,) = respelled(said(ToolInvocation("f:0", "get", "result", JsonObject(f="f:0"), "f:0"), *kept, metadata=JsonObject(pendingToolApprovals="f:0")))
    assert (after.parts[0].input, after.parts[0].output) == ({"f": "f:0"}, "f:0")
    assert all(one is other for one, other in zip(after.parts[1:], kept, strict=True))


def test_a_settled_call_without_id_gets_one():
    """By its number in the history, in the list beside the parts too; each its own, and none that is taken."""
    first, second = respelled(said(call(""), invocations=(call(""), call(""))), said(call("")))
    assert (first.parts[0].id, second.parts[0].id) == ("call_e79e418e48", "call_913da1f8df")
    assert [entry.id for entry in first.invocations] == ["call_e79e418e48", ""]
    assert ids(respelled(said(call("call_e79e418e48")), said(call(""))))[1] == ["call_80c2d9637a"]
    assert listed(respelled(said(text="old", invocations=(call(""),)))) == [["call_e79e418e48"]]


@pytest.mark.parametrize("message", [said(call("", "call")), said(call(""), role="tool")])
def test_half_a_call_without_id_stays(message):
    """Its other half, which stands elsewhere, could not follow."""
    assert respell_stored_ids((message,), CALL_ID)[0] is message


def test_nothing_to_do_is_the_very_tuple():
    """And messages without odd ids are the same objects."""
    fine = (said(call("toolu_1"), Data("note", JsonObject(toolCallId="toolu_1"))), said(metadata=freeze_object({"pendingToolApprovals": {"toolu_1": {}}})))
    assert respell_stored_ids(fine, CALL_ID) is fine
    assert respell_stored_ids((), CALL_ID) == ()
    assert respelled(*fine, said(call("f:0")))[:2] == fine
    assert all(one is other for one, other in zip(respelled(*fine, said(call("f:0"))), fine, strict=False))


def test_it_is_linear():
    """Twice as many messages take at most 2.5 times the steps."""
    once, twice = ((said(call(f"f:{index}"), call(f"f.{index}")) for index in range(size)) for size in (100, 200))
    fewer, more = (steps(lambda messages=tuple(messages): respell_stored_ids(messages, CALL_ID)) for messages in (once, twice))
    assert more <= 2.5 * fewer
