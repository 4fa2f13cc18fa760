"""Item ids go where the reasoning that they ask for is not in the history."""

from __future__ import annotations

import pytest

from segue.json_values import JsonObject, freeze_object
from segue.messages import Data, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.repairs.orphan_item_ids import strip_orphan_item_ids
from segue.shapes import Extras


def text(**options):
    """Return a text with options."""
    return TextPart("Four.", freeze_object(options))


def said(*parts, role="assistant"):
    """Return a stored message."""
    return StoredMessage("m", role, parts)


def stripped(*messages):
    """Strip, and see that there is nothing left to do."""
    after = strip_orphan_item_ids(messages)
    assert after is not messages
    assert strip_orphan_item_ids(after) is after
    return after


def options(message):
    """Return the options of the parts."""
    return [part.provider_options for part in message.parts]


ITEM = text(openai={"itemId": "msg_1"})
THOUGHT = StoredReasoning("", provider_options=freeze_object({"openai": {"itemId": "rs_1"}}))

OPTIONS = [
    ({"openai": {"itemId": "msg_1", "cached": 3}}, {"openai": {"cached": 3}}),
    ({"azure": {"itemId": ""}}, {"azure": {}}),
    ({"openai": {"itemId": "a", "resultItemId": "b"}, "azure": {"resultItemId": "c"}, "xai": {"itemId": "d"}}, {"openai": {}, "azure": {}, "xai": {"itemId": "d"}}),
    ({"openai": {"itemId": "a"}, "azure": 5}, {"openai": {}, "azure": 5}),
]


@pytest.mark.parametrize(("before", "after"), OPTIONS)
def test_item_ids_go(before, after):
    """Of OpenAI and Azure, of a call and its result; what else is there stays, an emptied object too."""
    assert options(stripped(said(text(**before)))[0]) == [after]


def test_calls_are_stripped_as_well():
    """All kinds of part are."""
    call = ToolInvocation("c", "add", "result", provider_options=freeze_object({"openai": {"itemId": "fc_1", "resultItemId": "fco_1"}}))
    assert options(stripped(said(call))[0]) == [{"openai": {}}]


def test_both_kinds_of_options_are_stripped():
    """The second one is carried unread, and whole parts are."""
    more = Extras("mastra", freeze_object({"providerOptions": {"openai": {"itemId": "msg_1", "keep": 1}}, "x": 1}))
    odd = OpaquePart("custom", freeze_object({"type": "custom", "providerMetadata": {"openai": {"itemId": "msg_1"}}}), "mastra")
    both, unread, data = stripped(said(TextPart("a", extras=more), odd, Data("n", 1, Extras("mastra", more.fields))))[0].parts
    assert both.extras.fields == data.extras.fields == {"providerOptions": {"openai": {"keep": 1}}, "x": 1}
    assert unread.value == {"type": "custom", "providerMetadata": {"openai": {}}}


UNREAD = OpaquePart("reasoning", JsonObject(type="reasoning"), "mastra")
KEPT = [
    [said(THOUGHT, ITEM)],
    [said(UNREAD, ITEM)],
    [said(THOUGHT), said(ITEM)],
    [said(ITEM, role="user")],
    [said(text())],
    [said(text(openai={"itemId": 5}), text(openai="itemId"), text(xai={"itemId": "a"}))],
    [said(text(openai={"resultItemId": "a"}))],
    [said(TextPart("a", extras=Extras("mastra", JsonObject(x=1))), OpaquePart("custom", JsonObject(type="custom"), "mastra"))],
    [said()],
    [],
]


@pytest.mark.parametrize("messages", KEPT)
def test_everything_else_stays(messages):
    """With reasoning of its own or right before it, of other roles, without ids that are text."""
    given = tuple(messages)
    assert strip_orphan_item_ids(given) is given


BARE = [
    [said(THOUGHT), said(TextPart("go on"), role="user"), said(ITEM)],
    [said(THOUGHT, TextPart("Hm.")), said(ITEM)],
    [said(THOUGHT, OpaquePart("text", JsonObject(type="text"), "mastra")), said(ITEM)],
    [said(THOUGHT, role="user"), said(ITEM)],
    [said(TextPart("Hm.")), said(ITEM)],
    [said(ToolInvocation("c", "add", "result")), said(ITEM)],
]


@pytest.mark.parametrize("messages", BARE)
def test_reasoning_further_away_is_none(messages):
    """Only that of the message right before counts, and only if it stands alone there."""
    after = stripped(*messages)
    assert options(after[-1]) == [{"openai": {}}]
    assert all(one is other for one, other in zip(after[:-1], messages, strict=False))
