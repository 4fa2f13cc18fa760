"""A file that the assistant made goes to the user, in its place, and nothing else moves."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import FilePart, ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._pairing import pair
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.shapes import Extras, Shape
from tests.repairs.settling import roles, said, settled, spared, untouched

CHART, PHOTO = FilePart("image/png", "iVBORw0KGgo="), FilePart("image/jpeg", "/9j/", filename="Zürich ☕.jpg")
ASK = user("Draw it.")
LABEL = "[file made by the assistant]"


def test_a_file_stands_in_a_user_message_of_its_own():
    """What was said before and behind it stays the assistant's, apart."""
    before = prompt(ASK, assistant("Here:", CHART, "Fine?"), user("Yes."))
    after = settled(hand_over_assistant_files, before)

    assert [said(message) for message in after.messages] == [["Draw it."], ["Here:"], [LABEL, "FilePart"], ["Fine?"], ["Yes."]]
    assert roles(after) == "uauau"
    spared(before, after, 1)


def test_parts_are_the_same_objects():
    """The file and every text are those that were given."""
    before = prompt(ASK, assistant("Here:", CHART, "Fine?"))
    after = settled(hand_over_assistant_files, before)

    assert after.messages[2].content[1] is CHART
    assert after.messages[1].content[0] is before.messages[1].content[0]
    assert after.messages[3].content[0] is before.messages[1].content[2]


def test_neighbouring_files_share_a_message():
    """Under one caption, in order."""
    after = settled(hand_over_assistant_files, prompt(ASK, assistant(CHART, PHOTO, "Which?", CHART)))

    assert [said(message) for message in after.messages[1:]] == [[LABEL, "FilePart", "FilePart"], ["Which?"], [LABEL, "FilePart"]]
    assert after.messages[1].content[1:] == (CHART, PHOTO)


def test_a_message_of_files_alone_is_the_users():
    """No empty message of the assistant's is left."""
    assert roles(settled(hand_over_assistant_files, prompt(ASK, assistant(CHART)))) == "uu"


def test_several_messages_hand_over_theirs():
    """Each in its place; thoughts and calls stay the assistant's."""
    before = prompt(ASK, assistant(ReasoningPart("Hm."), CHART), user("?"), assistant(PHOTO, call("c1", "run")), tool(result("c1")))
    after = settled(hand_over_assistant_files, before)

    assert roles(after) == "uauuuat"
    spared(before, after, 1, 3)


def test_unclaimed_fields_stay_with_the_first_half():
    """Fields and layout of the message are written once; its other fields stand on both halves."""
    given = evolve(
        assistant("Here:", CHART, "Fine?"), extras=Extras("f", freeze_object({"x": 1})), shape=Shape("f"), provider_options=freeze_object({"f": {"y": 1}})
    )
    first, _, second = settled(hand_over_assistant_files, prompt(given)).messages

    assert (first.extras, first.shape) == (given.extras, given.shape)
    assert (second.extras, second.shape) == (None, None)
    assert first.provider_options == second.provider_options == given.provider_options


def test_files_elsewhere_stay():
    """A user's file, one in a result, and an assistant without any are left alone."""
    picture = evolve(result("c1"), output=(CHART,))

    untouched(hand_over_assistant_files, Prompt(), prompt(user("See:", CHART), assistant("Yes."), tool(picture)), prompt(assistant()))


def test_in_an_unclear_turn_it_goes_before_the_turn():
    """Two calls share an id there: what stood between them would change which of them the result answers."""
    said_ = (assistant(call("f", "a"), CHART), assistant("Here:", PHOTO, call("f", "b")), tool(result("f", "ok")))
    before = prompt(ASK, assistant("Wait."), user("?"), *said_, user("Thanks."), assistant("Bye.", CHART))
    after = settled(hand_over_assistant_files, before)

    assert roles(after) == "uauuuaatuau"
    assert [part.media_type for message in after.messages[3:5] for part in message.content[1:]] == ["image/png", "image/jpeg"]
    assert [message.content for message in after.messages[5:7]] == [said_[0].content[:1], (said_[1].content[0], said_[1].content[2])]
    assert pair(after).answers == {(5, 0): [(7, 0)], (6, 1): []}


def test_files_that_are_not_named_stay_beside_those_that_are():
    """Only what has to goes, also out of one message."""
    before = prompt(ASK, assistant(CHART, PHOTO))
    after = settled(partial(hand_over_assistant_files, moves=lambda part: part is PHOTO), before)

    assert [message.content for message in after.messages[1:]] == [(CHART,), (TextPart(LABEL), PHOTO)]


def test_in_an_unclear_turn_too_only_what_is_named_goes():
    """A file beside it stays where it is."""
    turn = (assistant(call("f", "a"), CHART, PHOTO), assistant("Here:", call("f", "b")), tool(result("f", "ok")))
    after = settled(partial(hand_over_assistant_files, moves=lambda part: part is PHOTO), prompt(ASK, *turn))

    assert [message.content for message in after.messages[1:3]] == [(TextPart(LABEL), PHOTO), (call("f", "a"), CHART)]
    assert after.messages[3:] == turn[1:]
