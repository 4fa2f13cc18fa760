"""An error that says nothing says so; nothing else is filled."""

from __future__ import annotations

from segue.parts import JsonPart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.empty_errors import fill_empty_errors
from tests.repairs.settling import settled, spared, untouched

ASK, RUN = user("Go."), assistant(call("c1", "run"), call("c2", "run"))
EMPTY = ToolResultPart("c1", "run", (), error=True)


def test_an_empty_error_is_filled():
    """It stays an error, and the result beside it the same object."""
    before = prompt(ASK, RUN, tool(EMPTY, result("c2", "ok")), user("?"))
    after = settled(fill_empty_errors, before)

    assert after.messages[2].content[0] == ToolResultPart("c1", "run", (TextPart("[empty result]"),), error=True)
    assert after.messages[2].content[1] is before.messages[2].content[1]
    spared(before, after, 2)


def test_other_results_stay():
    """Empty ones that are no errors, errors that say anything, and those of a provider's own tools."""
    fine = ToolResultPart("c1", "run", ())
    untouched(
        fill_empty_errors,
        Prompt(),
        prompt(ASK, RUN, tool(fine, result("c2", "no", error=True))),
        prompt(ASK, RUN, tool(ToolResultPart("c1", "run", (JsonPart(None),), error=True))),
        prompt(ASK, assistant(ToolResultPart("c1", "run", (), error=True, hosted=True))),
    )
