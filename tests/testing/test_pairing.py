"""Law 6: what is paired stays paired, unless the call it belongs to comes to light."""

from __future__ import annotations

from segue.json_values import freeze_object
from segue.kinds import Loss
from segue.parts import OpaquePart
from segue.prompts import Request, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.testing.comparing import compare
from segue.testing.pairing import pairing_fault

CALL = OpaquePart("tool_use", freeze_object({"type": "tool_use", "id": "c1", "name": "trains", "input": {}}), "elsewhere")


def test_a_result_may_answer_a_call_that_was_unread():
    """It had been taken for that of a later call with the same id, since its own could not be seen."""
    before = prompt(user("When?"), assistant(CALL), tool(result("c1", "7:10")), assistant("At 7:10."), user("And back?"), assistant(call("c1", "trains")))
    after = tell_foreign_parts(before, lambda _: False)

    assert pairing_fault(compare(Request(before), Request(after), frozenset({Loss.UNKNOWN_FIELD}))) == ""
    assert "no longer answers" in pairing_fault(compare(Request(before), Request(after), frozenset({Loss.DEMOTED})))
