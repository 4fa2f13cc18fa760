"""Messages that their format laid out as the target does not have them."""

from attrs import evolve

from segue.prompts import assistant, prompt, user
from segue.repairs.odd_contents import forget_odd_contents
from segue.shapes import Shape

ODD, USUAL = Shape("gemini", ("role", "parts"), "assistant"), Shape("gemini", ("role", "parts"))


def forgotten(before):
    """Forget odd layouts."""
    return forget_odd_contents(before, lambda message, before: message.shape == ODD and before is not None)


def test_an_odd_layout_is_forgotten():
    """The words are the same; a usual layout is the same object."""
    before = prompt(evolve(user("Hi"), shape=USUAL), evolve(assistant("Ho"), shape=ODD))
    after = forgotten(before)

    assert after == before
    assert [message.shape for message in after.messages] == [USUAL, None]
    assert after.messages[0] is before.messages[0]


def test_nothing_odd_is_left_alone():
    """The very prompt."""
    before = prompt(evolve(user("Hi"), shape=USUAL))

    assert forgotten(before) is before
