"""Signatures of calls that are not there are taken out."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import ReasoningPart, option
from segue.prompts import Prompt, assistant, call, prompt, user
from segue.repairs.stale_details import drop_stale_details
from tests.repairs.settling import settled, spared, untouched


def detail(id):
    """Return a thought that signs the call of this id."""
    return ReasoningPart("", freeze_object({"openrouter": {"id": id}}))


drop = partial(drop_stale_details, signs=lambda part: option(part, "openrouter", "id"))


def test_what_signs_no_call_goes():
    """An unknown id and none; the signature of a call that is there stays, and so do thoughts."""
    thought = ReasoningPart("Look.")
    before = prompt(user("Go."), assistant(detail("old"), thought, detail("c1"), detail(""), call("c1", "run")), user("?"))
    after = settled(drop, before)

    assert after.messages[1].content == (thought, before.messages[1].content[2], call("c1", "run"))
    spared(before, after, 1)


def test_without_calls_nothing_is_stale():
    """A signature of words stays; so does one whose call is in the message."""
    untouched(drop, Prompt(), prompt(user("Hi"), assistant(detail(""), "Hello")), prompt(assistant(detail("c1"), call("c1", "run"))))
