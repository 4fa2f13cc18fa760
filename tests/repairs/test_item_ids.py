"""Ids of items go where something is amiss with one of a unit's; those of units that are whole stay."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._items import half_named, named_twice, oddly_named, unled
from segue.repairs.item_ids import release_item_ids
from tests.repairs.settling import settled, spared, untouched


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


THOUGHT = ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="g"))
WORDS = TextPart("Ja é☕", openai(itemId="msg_1"))
RUN = evolve(call("c1", "run"), provider_options=openai(itemId="fc_1"))
DONE = tool(result("c1", "ok"))


def ids(given):
    """Return the item ids of the model's parts."""
    parts = [part for message in given.messages for part in message.content]
    return [part.provider_options.get("openai", EMPTY).get("itemId") for part in parts if not hasattr(part, "output")]


def test_one_odd_id_frees_its_whole_unit():
    """The thought, the words and the calls; the calls' own ids and the encrypted content stay, and so does the next unit."""
    odd = evolve(RUN, provider_options=openai(itemId="c1"))
    later = assistant(evolve(THOUGHT, provider_options=openai(itemId="rs_2", reasoningEncryptedContent="h")), evolve(WORDS, provider_options=openai(itemId="msg_2")))
    before = prompt(user("Go."), assistant(THOUGHT, WORDS, odd), DONE, later)
    after = settled(partial(release_item_ids, broken=oddly_named), before)

    assert ids(after) == [None, None, None, None, "rs_2", "msg_2"]
    assert after.messages[1].content == (
        evolve(THOUGHT, provider_options=openai(reasoningEncryptedContent="g")), TextPart("Ja é☕"), call("c1", "run"),
    )  # fmt: skip
    spared(before, after, 1)


def test_all_followers_are_freed_of_a_thought_that_is_missing():
    """Up to the next thought, also behind the results of the first calls."""
    second = evolve(RUN, id="c2", provider_options=openai(itemId="fc_2"))
    before = prompt(user("Go."), assistant(WORDS, RUN, second), tool(result("c1"), result("c2")), assistant(TextPart("So.", openai(itemId="msg_2"))))
    after = settled(partial(release_item_ids, broken=unled), before)

    assert ids(after) == [None] * 5
    spared(before, after, 1, 3)


def test_a_stored_thought_goes_with_its_id():
    """It is nothing without; a message that held it alone goes too."""
    stored = ReasoningPart("Hm.", openai(itemId="rs_1"))
    before = prompt(user("Go."), assistant(stored), assistant("Ja."))
    after = settled(partial(release_item_ids, broken=half_named), before)

    assert after.messages == (before.messages[0], before.messages[2])


def test_the_first_of_two_keeps_its_id():
    """The second unit under one id loses its own, and all it says stays."""
    before = prompt(user("Go."), assistant(THOUGHT, WORDS), user("?"), assistant(THOUGHT, WORDS), user("!"))
    after = settled(partial(release_item_ids, broken=named_twice), before)

    assert ids(after) == [None, "rs_1", "msg_1", None, None, None, None]
    spared(before, after, 3)


def test_whole_units_stay():
    """The very prompt, whatever is looked for."""
    whole = prompt(user("Go."), assistant(THOUGHT, WORDS, RUN), DONE, assistant("Ja."), user("?"))

    for choice in (oddly_named, named_twice, half_named, unled):
        untouched(partial(release_item_ids, broken=choice), Prompt(), whole)
