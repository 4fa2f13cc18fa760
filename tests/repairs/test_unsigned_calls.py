"""Calls of the current turn without a thought signature."""

from attrs import evolve

from segue import placeholders
from segue.json_values import freeze_object
from segue.parts import ToolCallPart, option
from segue.prompts import assistant, call, prompt, result, tool, user
from segue.repairs.unsigned_calls import sign_unsigned_calls

ASK, DONE = user("Which trains run today?"), tool(result("c1", "7:10"))
STAND_IN = {"google": {"thoughtSignature": placeholders.THOUGHT_SIGNATURE}}


def signed(before):
    """Sign what is unsigned."""
    return sign_unsigned_calls(before, "google", "thoughtSignature", lambda part: option(part, "google", "thoughtSignature") is not None)


def options(after):
    """Return the options of all calls."""
    return [part.provider_options for message in after.messages for part in message.content if isinstance(part, ToolCallPart)]


def test_the_first_call_of_each_step_is_signed():
    """The others of the step need none."""
    before = prompt(ASK, assistant("I look.", call("c1", "trains"), call("c2", "buses")), DONE, assistant(call("c3", "boats")))

    assert options(signed(before)) == [STAND_IN, {}, STAND_IN]


def test_earlier_turns_are_left_alone():
    """They are those before the user's last words."""
    before = prompt(ASK, assistant(call("c1", "trains")), DONE, assistant("7:10."), user("And back?"), assistant(call("c2", "trains")))

    assert options(signed(before)) == [{}, STAND_IN]
    assert signed(before).messages[1] is before.messages[1]


def test_a_window_without_the_user_is_one_turn():
    """Down to the first message."""
    assert options(signed(prompt(assistant(call("c1", "trains")), DONE))) == [STAND_IN]


def test_real_signatures_stay():
    """The very prompt, although later calls of the step carry none."""
    real = evolve(call("c1", "trains"), provider_options=freeze_object({"google": {"thoughtSignature": "Cs8B"}}))
    before = prompt(ASK, assistant(real, call("c2", "buses")), DONE)

    assert signed(before) is before


def test_tools_that_a_provider_ran_are_no_calls():
    """The first call of the caller's own is signed."""
    before = prompt(ASK, assistant(ToolCallPart("s1", "code_execution", freeze_object({}), hosted=True), call("c1", "trains")), DONE)

    assert options(signed(before)) == [{}, STAND_IN]


def test_other_options_stay():
    """Google's and those of others."""
    given = freeze_object({"google": {"partMetadata": {"a": 1}}, "openai": {"itemId": "fc_1"}})
    before = prompt(ASK, assistant(evolve(call("c1", "trains"), provider_options=given)), DONE)

    assert options(signed(before)) == [{"google": {"partMetadata": {"a": 1}, **STAND_IN["google"]}, "openai": {"itemId": "fc_1"}}]
