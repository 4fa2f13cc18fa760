"""Where the last turn begins, and whether it ends in results."""

from __future__ import annotations

import pytest

from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs._open_turns import last_turn

ASK, RUN, DONE, SAID = user("Which trains run today?"), assistant(call("c1", "trains")), tool(result("c1", "7:10")), assistant("7:10.")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (Prompt(), (0, False)),
        (prompt(ASK), (1, False)),
        (prompt(ASK, SAID), (1, False)),
        (prompt(ASK, RUN), (1, False)),
        (prompt(ASK, RUN, DONE), (1, True)),
        (prompt(RUN, DONE), (0, True)),
        (prompt(ASK, RUN, DONE, RUN, DONE), (1, True)),
        (prompt(ASK, RUN, DONE, user("Quick!")), (1, True)),
        (prompt(ASK, RUN, DONE, user("Quick!"), user("Please.")), (1, True)),
        (prompt(ASK, RUN, DONE, user("Quick!"), RUN, DONE), (1, True)),
        (prompt(ASK, RUN, DONE, SAID, ASK, RUN, DONE), (5, True)),
        (prompt(ASK, RUN, DONE, SAID, ASK), (5, False)),
        (prompt(system("Be brief."), ASK, RUN, DONE), (2, True)),
        (prompt(ASK, RUN, DONE, system("Be brief.")), (1, True)),
    ],
)
def test_a_turn_goes_on_behind_results(given, found):
    """It begins behind words that do not stand behind results; words behind results are of the turn."""
    assert last_turn(given) == found
