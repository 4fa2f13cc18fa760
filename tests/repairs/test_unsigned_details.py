"""Calls of the current turn are signed by details, as OpenRouter has them."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import ReasoningPart, option
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.unsigned_details import sign_by_details
from tests.repairs.settling import settled, spared, untouched

ASK, DONE = user("Go."), tool(result("c1", "ok"))


def detail(id):
    """Return a thought that signs the call of this id."""
    return ReasoningPart("", freeze_object({"openrouter": {"id": id}}))


def signs(thought):
    """Return the id of the call that a thought signs; nothing else is asked about."""
    assert isinstance(thought, ReasoningPart)
    return option(thought, "openrouter", "id")


sign = partial(sign_by_details, signs=signs, options=lambda named: {"openrouter": {"id": named}})


def test_the_first_call_of_each_step_is_signed():
    """Behind the thoughts, once; earlier turns and the calls beside need none."""
    earlier = (assistant(call("c0", "run")), tool(result("c0", "ok")))
    thought = ReasoningPart("Look.")
    before = prompt(
        ASK, *earlier, ASK, assistant(thought, "I look.", call("c1", "run"), call("c2", "run")), DONE, assistant(call("c3", "run"))
    )
    after = settled(sign, before)

    assert after.messages[4].content[:3] == (thought, detail("c1"), before.messages[4].content[1])
    assert after.messages[6].content == (detail("c3"), call("c3", "run"))
    spared(before, after, 4, 6)


def test_a_turn_may_have_lost_its_question():
    """Without a user all is the current turn."""
    assert settled(sign, prompt(assistant(call("c1", "run")), DONE)).messages[0].content[0] == detail("c1")


def test_a_call_before_the_first_question_is_of_an_earlier_turn():
    """It needs no signature."""
    before = prompt(assistant(call("c0", "run")), ASK, assistant(call("c1", "run")))
    spared(before, settled(sign, before), 2)


def test_what_is_signed_stays():
    """And what calls nothing."""
    untouched(
        sign,
        Prompt(),
        prompt(ASK, assistant(detail("c1"), call("c1", "run")), DONE),
        prompt(ASK, assistant("Hello")),
        prompt(ASK, assistant(call("c1", "run")), DONE, ASK),
    )
