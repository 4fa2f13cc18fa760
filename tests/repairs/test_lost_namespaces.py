"""A call is given the namespace of its tool where it names none."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import freeze_object
from segue.prompts import Prompt, assistant, call, prompt, user
from segue.repairs.lost_namespaces import give_namespaces
from tests.repairs.settling import settled, spared, untouched

ASK, CALL = user("Who?"), call("c1", "list_agents")
SPACED = evolve(CALL, provider_options=freeze_object({"openai": {"namespace": "other"}}))
repair = partial(give_namespaces, namespaces={"list_agents": "collab"})


def test_a_call_is_given_its_namespace():
    """Beside what else it carries."""
    named = evolve(CALL, provider_options=freeze_object({"openai": {"itemId": "fc_1"}, "google": {"x": 1}}))
    before = prompt(ASK, assistant(CALL, "Hm."), ASK, assistant(named))
    after = settled(repair, before)

    assert after.messages[1].content[0].provider_options == freeze_object({"openai": {"namespace": "collab"}})
    assert after.messages[3].content[0].provider_options == freeze_object({"openai": {"itemId": "fc_1", "namespace": "collab"}, "google": {"x": 1}})
    spared(before, after, 1, 3)


def test_other_calls_stay():
    """Those that name one, of other tools, and hosted ones; and where nothing is known."""
    untouched(repair, Prompt(), prompt(ASK, assistant(SPACED, call("c2", "trains"), evolve(CALL, hosted=True))))
    untouched(partial(give_namespaces, namespaces={}), prompt(ASK, assistant(CALL)))
