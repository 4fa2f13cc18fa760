"""An answer that a rule added is never taken for a result that it dropped."""

from __future__ import annotations

from segue import placeholders
from segue.kinds import Loss
from segue.prompts import Request, assistant, call, prompt, result, tool, user
from segue.testing.comparing import compare
from segue.testing.keeping import keeping_fault

LOSSES = frozenset({Loss.ADDED, Loss.CALL_ID, Loss.POSITION, Loss.TOOL_NAME, Loss.EMPTY_TEXT})
ANSWER = tool(result("c1", placeholders.NO_RESULT, name="clock", error=True))
ASKED = (user("Time?"), assistant(call("c1", "clock")))


def test_a_dropped_result_is_missed_where_an_answer_was_added():
    """A result that says nothing is lost all the same when another call gets a stand-in."""
    found = compare(Request(prompt(tool(result("c9", error=True)), *ASKED)), Request(prompt(*ASKED, ANSWER)), LOSSES)
    assert keeping_fault(found).startswith("undeclared loss of ToolResultPart('c9'")


def test_an_added_answer_alone_is_no_fault():
    """Nothing is missed where nothing but the stand-in came."""
    assert keeping_fault(compare(Request(prompt(*ASKED)), Request(prompt(*ASKED, ANSWER)), LOSSES)) == ""
