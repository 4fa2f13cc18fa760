"""A part of an unknown kind is told as text, in its place; the target's own stays unread."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, ToolMessage, UserMessage, assistant, prompt, result, tool, user
from segue.repairs.foreign_parts import tell_foreign_parts
from tests.repairs.settling import roles, said, settled, spared, steps, untouched

POLL = OpaquePart("poll", freeze_object({"type": "poll", "question": "Thé ou café ☕?"}), "elsewhere")
OWN = OpaquePart("poll", POLL.value, "here")
TOLD = "[poll part]\nquestion: Thé ou café ☕?"
tell = partial(tell_foreign_parts, is_own=lambda part: part.format == "here")


def test_a_part_is_told_in_its_place():
    """In each role, among other parts, which are the same objects."""
    first = TextPart("Choose:")
    before = prompt(user("Hi"), UserMessage((first, POLL, OWN)), assistant(POLL, POLL))
    after = settled(tell, before)

    assert [said(message) for message in after.messages] == [["Hi"], ["Choose:", TOLD, "OpaquePart"], [TOLD, TOLD]]
    assert after.messages[1].content[0] is first
    assert after.messages[1].content[2] is OWN
    spared(before, after, 1, 2)


def test_a_part_in_a_result_is_told_there():
    """Results hold text as well."""
    before = prompt(tool(ToolResultPart("c1", "", (OWN, POLL, TextPart("x"))), result("c2")))
    after = settled(tell, before).messages[0]

    assert [getattr(piece, "text", None) for piece in after.content[0].output] == [None, TOLD, "x"]
    assert after.content[1] is before.messages[0].content[1]


def test_a_part_among_results_is_told_behind_them():
    """As a user's message: a message of results holds no text. Results and own parts stay where they are."""
    before = prompt(tool(POLL, result("c1"), OWN, POLL, result("c2")), user("?"))
    after = settled(tell, before)

    assert roles(after) == "tuu"
    assert after.messages[0].content == (result("c1"), OWN, result("c2"))
    assert after.messages[0].content[0] is before.messages[0].content[1]
    assert said(after.messages[1]) == [TOLD, TOLD]


def test_a_message_of_such_parts_alone_is_the_users():
    """No message of results without results is left."""
    assert [type(message) for message in settled(tell, prompt(tool(POLL))).messages] == [UserMessage]


def test_the_targets_own_parts_stay():
    """Everywhere; so does all that is known, and an empty message."""
    untouched(tell, Prompt(), prompt(UserMessage((OWN,)), assistant(OWN, "x"), tool(OWN, ToolResultPart("c1", "", (OWN,))), ToolMessage(())))


def test_it_is_linear():
    """Twice as many parts among twice as many results take twice the steps."""
    grown = [prompt(tool(*[POLL, result("c", "x")] * count)) for count in (1000, 2000)]
    once, twice = (steps(lambda given=given: tell(given)) for given in grown)

    assert twice <= 2.1 * once
