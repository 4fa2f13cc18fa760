"""Namespaces go, and nothing else that a call carries."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import TextPart
from segue.prompts import Prompt, assistant, call, prompt, user
from segue.repairs.lone_namespaces import forget_namespaces
from tests.repairs.settling import settled, untouched

ASK, CALL = user("Who?"), call("c1", "list_agents")


def test_a_namespace_goes():
    """What stands beside it stays; where nothing does, no empty rest."""
    alone = evolve(CALL, provider_options=freeze_object({"openai": {"namespace": "collab"}}))
    beside = evolve(CALL, provider_options=freeze_object({"openai": {"namespace": "collab", "itemId": "fc_1"}, "google": {"x": 1}}))
    after = settled(forget_namespaces, prompt(ASK, assistant(alone, beside)))

    assert [part.provider_options for part in after.messages[1].content] == [EMPTY, freeze_object({"openai": {"itemId": "fc_1"}, "google": {"x": 1}})]


def test_calls_without_one_stay():
    """And all else."""
    untouched(forget_namespaces, Prompt(), prompt(ASK, assistant("Hm.", CALL)))


def test_nothing_is_nothing():
    """The empty options that all records share, which is told by identity; and a text that says the same is no call."""
    named = freeze_object({"openai": {"namespace": "collab"}})
    after = settled(forget_namespaces, prompt(assistant(evolve(CALL, provider_options=named))))
    assert after.messages[0].content[0].provider_options is EMPTY
    untouched(forget_namespaces, prompt(assistant(TextPart("Hi", named))))
