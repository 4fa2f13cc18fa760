"""Thoughts that cannot be read again go, and with them the ids of what came of them."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.unread_reasoning import drop_unread_reasoning
from tests.repairs.settling import settled, spared, untouched


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


THOUGHT = ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="g"))
STORED = ReasoningPart("Hm.", openai(itemId="rs_2"))
WORDS = TextPart("Ja é☕", openai(itemId="msg_1"))
unencrypted = partial(drop_unread_reasoning, drops=lambda item: not item.encrypted)


def test_a_thought_goes_and_frees_what_came_of_it():
    """Its own unit alone; the others are the same objects."""
    calls = [evolve(call(f"c{n}", "run"), provider_options=openai(itemId=f"fc_{n}")) for n in (1, 2)]
    before = prompt(user("Go."), assistant(THOUGHT, WORDS), user("?"), assistant(STORED, *calls), tool(result("c1"), result("c2")))
    after = settled(unencrypted, before)

    assert after.messages[3].content == (call("c1", "run"), call("c2", "run"))
    spared(before, after, 3)


def test_one_of_two_thoughts_in_a_row_frees_the_other():
    """The one that stays keeps what is encrypted."""
    after = settled(unencrypted, prompt(assistant(STORED, THOUGHT, WORDS)))

    assert after.messages[0].content == (evolve(THOUGHT, provider_options=openai(reasoningEncryptedContent="g")), TextPart("Ja é☕"))


def test_a_message_of_thoughts_alone_goes():
    """One that was empty before stays."""
    before = prompt(user("Go."), assistant(STORED), assistant(), user("?"))

    assert settled(unencrypted, before).messages == (before.messages[0], *before.messages[2:])


def test_the_maker_decides():
    """A thought is judged by who made it, as the caller asks."""
    foreign = ReasoningPart("Hm.", EMPTY, Model("deepseek", "deepseek-v4"))
    before = prompt(assistant(foreign, "Ja."), assistant(THOUGHT, WORDS))

    assert settled(partial(drop_unread_reasoning, drops=lambda item: item.origin is not None), before).messages == (assistant("Ja."), before.messages[1])


def test_nothing_to_drop():
    """The very prompt."""
    untouched(unencrypted, Prompt(), prompt(user("Hi"), assistant(THOUGHT, WORDS)), prompt(assistant("Ja.")))
