"""What another provider's tool was asked and gave is told as text, in its place."""

from __future__ import annotations

from functools import partial

from segue.json_values import EMPTY, freeze_object
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from tests.repairs.settling import said, settled, spared, untouched

SEARCH = ToolCallPart("ws_1", "web_search", freeze_object({"query": "Züge ☕"}), hosted=True)
FOUND = ToolResultPart("ws_1", "web_search", (TextPart("7:10"),), hosted=True)
OWN = ToolCallPart("srvtoolu_1", "web_search", EMPTY, hosted=True)
OWN_FOUND = ToolResultPart("srvtoolu_1", "web_search", (), hosted=True)
tell = partial(tell_foreign_server_tools, is_own=lambda part: part.id.startswith("srvtoolu_"))


def test_calls_and_results_are_told_in_their_place():
    """Several in one message, between other parts, which are the same objects."""
    before = prompt(user("When?"), assistant(SEARCH, FOUND, "At 7:10.", OWN, OWN_FOUND, FOUND), user("And back?"))
    after = settled(tell, before)

    label, gave = "[web_search, a server tool, was called with]\nquery: Züge ☕", "[result of web_search, a server tool]\n7:10"
    assert said(after.messages[1]) == [label, gave, "At 7:10.", "ToolCallPart", "ToolResultPart", gave]
    assert all(after.messages[1].content[index] is before.messages[1].content[index] for index in (2, 3, 4))
    spared(before, after, 1)


def test_own_server_tools_and_the_callers_tools_stay():
    """The target's blocks to the letter; a call that nobody hosts is none of them."""
    untouched(tell, Prompt(), prompt(user("When?"), assistant(OWN, OWN_FOUND, call("ws_1", "web_search")), tool(result("ws_1", "7:10"))))


def test_a_result_is_told_with_its_call():
    """Though it would be the target's own; another call of that id is asked about by itself."""
    own_call = ToolCallPart("ws_1", "mine", EMPTY, hosted=True)
    after = tell_foreign_server_tools(prompt(assistant(SEARCH, FOUND, own_call)), lambda part: part is not SEARCH)

    assert [type(part) for part in after.messages[0].content] == [TextPart, TextPart, ToolCallPart]


def test_a_result_has_the_name_of_its_call():
    """A result that does not repeat its tool's name is labelled with that of the call before it, an orphan with none."""
    call_ = ToolCallPart("ws_1", "web_search", freeze_object({"query": "frost"}), hosted=True)
    results = [ToolResultPart(id, "", (TextPart("In May."),), hosted=True) for id in ("ws_1", "ws_2")]
    after = tell_foreign_server_tools(prompt(assistant(call_, *results)), lambda _: False)

    assert [part.text.split("\n")[0] for part in after.messages[0].content[1:]] == [
        "[result of web_search, a server tool]",
        "[result of unknown_tool, a server tool]",
    ]
