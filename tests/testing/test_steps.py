"""Steps are counted, not timed."""

from __future__ import annotations

import sys

import pytest

from segue.json_values import JsonObject
from segue.parts import FilePart, OpaquePart, ReasoningPart
from segue.prompts import assistant, call, prompt, result, tool, user
from segue.testing.steps import growing, repeated, steps_of, superlinear

PROMPT = prompt(
    user("Hi", FilePart("image/png", "iVBO")),
    assistant(ReasoningPart(""), call("a", "get", {"n": 1}), OpaquePart("x", JsonObject(k=1), "elsewhere")),
    tool(result("a", "x")),
)


def test_the_count_is_the_same_each_time():
    """Two runs take the same number of steps, loops on one line included."""
    counts = {steps_of(lambda: [x for x in range(100) if x % 2]) for _ in range(3)}
    assert len(counts) == 1
    assert counts.pop() > 100


def test_another_tracer_is_put_back():
    """Coverage and debuggers go on where they were."""
    before = sys.gettrace()
    steps_of(lambda: None)
    assert sys.gettrace() is before


def test_a_prompt_grows_in_four_ways():
    """By messages under other ids and the same, by parts, by the size of parts."""
    grown = {way: make(3) for way, make in growing(PROMPT)}
    assert [len(grown[way].messages) for way in grown] == [9, 9, 3, 3]
    assert [part.id for message in grown["repeated"].messages for part in message.content if hasattr(part, "name")] == [
        "a-0", "a-0", "a-1", "a-1", "a-2", "a-2",
    ]  # fmt: skip
    assert len(grown["with longer messages"].messages[0].content) == 6
    larger = grown["with larger parts"].messages
    assert (larger[0].content[0].text, larger[1].content[0].text, len(larger[2].content[0].output)) == ("HiHiHi", "   ", 3)
    assert (dict(larger[1].content[1].input), dict(larger[1].content[2].value)) == ({"n": 1, "n1": 1, "n2": 1}, {"k": 1, "k1": 1, "k2": 1})
    assert larger[0].content[1] is PROMPT.messages[0].content[1]


def test_quadratic_steps_are_seen():
    """A loop in a loop more than doubles; one loop does not."""
    assert superlinear(lambda given: [a for a in given.messages for b in given.messages], PROMPT).endswith("(repeated)")
    assert superlinear(lambda given: [message for message in given.messages if message.content], PROMPT) == ""


@pytest.mark.parametrize(("share", "seen"), [(0.0, False), (0.05, False), (0.12, True), (1.0, True)])
@pytest.mark.parametrize("long", [False, True])
def test_as_small_a_quadratic_part_shows_in_a_long_prompt(share, seen, long):
    """A tenth of the linear steps that grow with the square are seen at four copies, and at two of them."""

    def run(given):
        count = len(given.messages) // len(PROMPT.messages)
        return [step for step in range(int(1_000 * (count + share * count**2)))]  # noqa: C416 - steps are what is counted

    assert bool(superlinear(run, PROMPT, 4, long=long)) == seen


def test_copies_have_ids_of_their_own():
    """Each copy's calls are answered by its own results."""
    ids = [part.id for message in repeated(prompt(assistant(call("a", "f"), call("", "g"))), 2).messages for part in message.content]
    assert ids == ["a-0", "", "a-1", ""]
