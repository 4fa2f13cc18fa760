"""Results that say nothing say so."""

from __future__ import annotations

import pytest

from segue.parts import FilePart, JsonPart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.empty_results import fill_empty_results
from tests.repairs.settling import settled, spared, untouched


def answered(*output, error=False, hosted=False):
    """Return a history with a result of this output."""
    return prompt(
        user("Go."), assistant(call("c1", "run")), tool(result("c0", "ok"), ToolResultPart("c1", "run", output, error=error, hosted=hosted))
    )


@pytest.mark.parametrize("output", [(), (TextPart(""),), (TextPart(""), TextPart(""))])
@pytest.mark.parametrize("error", [True, False])
def test_nothing_is_told(output, error):
    """An error stays one; the result beside is the same object."""
    before = answered(*output, error=error)
    after = settled(fill_empty_results, before)

    assert after.messages[2].content[1].output == (TextPart("[empty result]"),)
    assert after.messages[2].content[1].error is error
    assert after.messages[2].content[0] is before.messages[2].content[0]
    spared(before, after, 2)


def test_what_says_anything_stays():
    """A blank, JSON, a file; a server's result."""
    untouched(
        fill_empty_results, Prompt(), answered(TextPart(" ")), answered(JsonPart(None)), answered(FilePart("image/png", "iVBORw0KGgo=")),
        answered(TextPart(""), TextPart("x")), answered(hosted=True),
    )  # fmt: skip
