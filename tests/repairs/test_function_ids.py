"""Ids that name the tool and count, as Kimi's template needs them."""

from __future__ import annotations

from functools import partial

import pytest

from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.function_ids import count_call_ids
from tests.repairs.settling import ids, settled, spared, untouched

ASK = user("Watch.")
bare = partial(count_call_ids, bare=True)


def turn(*named):
    """Return the calls of these ids and tools, and their results."""
    return assistant(*(call(id, name) for id, name in named)), tool(*(result(id, "ok") for id, _ in named))


def test_calls_are_counted_through_the_history():
    """One counter for all tools and turns; results follow their calls."""
    before = prompt(ASK, *turn(("call_9", "read"), ("toolu_1", "run")), ASK, *turn(("abcdefghi", "read")))
    after = settled(count_call_ids, before)

    assert ids(after) == [
        [],
        ["functions.read:0", "functions.run:1"],
        ["functions.read:0", "functions.run:1"],
        [],
        ["functions.read:2"],
        ["functions.read:2"],
    ]
    spared(before, after, 1, 2, 4, 5)


def test_ids_of_the_model_itself_stay():
    """Also where a window cut the beginning off; what follows counts on."""
    after = settled(count_call_ids, prompt(ASK, *turn(("functions.read:7", "read")), *turn(("call_1", "run"))))

    assert ids(after)[1:] == [["functions.read:7"], ["functions.read:7"], ["functions.run:8"], ["functions.run:8"]]
    untouched(count_call_ids, prompt(ASK, *turn(("functions.read:0", "read"), ("functions.read:1", "read"))), Prompt())


def test_a_number_that_was_there_before_is_not_given_again():
    """Two calls never share an id, whatever their ids say."""
    after = settled(
        count_call_ids, prompt(ASK, *turn(("call_1", "read")), *turn(("functions.read:0", "read")), *turn(("functions.run:1", "run")))
    )

    assert [found[0] for found in ids(after)[1::2]] == ["functions.read:0", "functions.read:1", "functions.run:2"]


@pytest.mark.parametrize(
    "id",
    [
        "functions.run:0",
        "functions.read:01",
        "functions.read:-1",
        "functions.read:1234567890",
        "read:0:0",
        "functions.read",
        "functions.read:٣",
        "",
    ],
)
def test_what_only_looks_like_one_is_respelled(id):
    """Another tool's name, or no plain number."""
    assert ids(settled(count_call_ids, prompt(ASK, *turn((id, "read")))))[1:] == [["functions.read:0"]] * 2


def test_bare_ids_may_stay():
    """Moonshot's own service gives some of its models ids without `functions.`."""
    shell = prompt(ASK, *turn(("Shell:58", "Shell")))

    untouched(bare, shell)
    assert ids(settled(count_call_ids, shell))[1] == ["functions.Shell:58"]
    assert ids(settled(bare, prompt(ASK, *turn(("toolu_1", "Shell")))))[1] == ["functions.Shell:0"]
    untouched(bare, prompt(ASK, *turn(("a:3", "read"), ("b:3", "run")), *turn(("functions.read:0", "read"))))
    after = settled(bare, prompt(ASK, *turn(("a:3", "read")), *turn(("call_1", "run")), *turn(("a:3", "run"))))
    assert [found[0] for found in ids(after)[1::2]] == ["a:3", "functions.run:4", "functions.run:5"]


def test_ids_stay_as_the_history_grows():
    """What was sent before is sent again, whatever comes."""
    rounds = [message for number in range(30) for message in (ASK, *turn((f"call_{number}", "read"), (f"toolu_{number}", "run")))]
    whole = count_call_ids(Prompt(tuple(rounds)))

    for size in range(3, len(rounds), 3):
        assert whole.messages[:size] == count_call_ids(Prompt(tuple(rounds[:size]))).messages
    assert len({id for found in ids(whole) for id in found}) == 60


def test_what_does_not_pair_up_is_left_alone():
    """A result without call, and two calls of one id in a turn: other rules come first."""
    untouched(
        count_call_ids, prompt(ASK, tool(result("c9", "ok")), *turn(("c1", "read"))), prompt(ASK, *turn(("c1", "read"), ("c1", "run")))
    )
