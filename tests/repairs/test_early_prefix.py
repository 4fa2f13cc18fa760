"""Marks of a reply that was begun stay on the last message alone."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import freeze_object
from segue.prompts import Prompt, assistant, prompt, user
from segue.repairs.early_prefix import clear_early_prefix
from segue.shapes import Extras
from tests.repairs.settling import settled, spared, untouched

clear = partial(clear_early_prefix, format="openai-chat", names=("prefix", "partial"))


def begun(words, format="openai-chat", **fields):
    """Return a message of the model's with these fields."""
    return evolve(assistant(words), extras=Extras(format, freeze_object(fields)))


@pytest.mark.parametrize("name", ["prefix", "partial"])
def test_an_early_mark_goes(name):
    """Other fields stay, and the mark of the last message."""
    before = prompt(begun("A", **{name: True}), user("B"), begun("C", **{name: True}, id=1), begun("D", **{name: True}))
    after = settled(clear, before)

    assert [message.extras and dict(message.extras.fields) for message in after.messages] == [None, None, {"id": 1}, {name: True}]
    spared(before, after, 0, 2)


def test_what_is_no_mark_stays():
    """False, other fields, another format, a user's message."""
    untouched(
        clear, Prompt(), prompt(begun("A", prefix=False), user("B")), prompt(begun("A", id=1), user("B")), prompt(begun("A", "mistral", prefix=True), user("B")),
        prompt(evolve(user("A"), extras=Extras("openai-chat", freeze_object({"prefix": True}))), user("B")), prompt(user("A"), begun("B", prefix=True)),
    )  # fmt: skip
