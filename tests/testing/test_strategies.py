"""Bad examples are found: what the strategies are steered towards comes up within a few hundred draws."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings

from segue.json_values import EMPTY, JsonObject
from segue.kinds import Kind
from segue.models import Model
from segue.parts import OpaquePart, TextPart, ToolCallPart
from segue.prompts import AssistantMessage, Prompt, ToolMessage, assistant, call, prompt, result, system, tool, user
from segue.scan import scan
from segue.targets import Target
from segue.testing import call_ids, json_objects, json_values, nearly, prompts, requests, spliced, targets, texts, tool_names
from segue.testing.exact import exact, renewed
from segue.testing.mutations import MUTATIONS

LOOK = settings(max_examples=300, derandomize=True, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
TRIGGER = prompt(user("Go."), assistant("So: ", call("a.1", "get")), tool(result("a.1", "x")))
RARE = {
    Kind.LISTED_SYSTEM, Kind.ODD_LAYOUT, Kind.ODD_ROLE, Kind.SCREEN,  # layouts of one format; the triggers of their rules have them
    Kind.LONG_TEXT,  # ten million characters
}  # fmt: skip


PROMPTS, REQUESTS, SPLICED, NEARLY, IDS, TARGETS = prompts(), requests(), spliced((TRIGGER,)), nearly((TRIGGER,)), call_ids(), targets()


@cache
def draws(strategy):
    """Return what a strategy gives in a few hundred draws."""
    drawn = []

    @LOOK
    @given(strategy)
    def draw(made):
        drawn.append(made)

    draw()
    return drawn


def test_every_kind_that_a_scan_tells_comes_up():
    """Each kind of part and state of a history is drawn."""
    found = frozenset().union(*map(scan, draws(PROMPTS)))
    assert set(Kind) - found <= RARE


FINDS = {
    "a doubled result": (PROMPTS, lambda made: any(len(m.content) > 1 and m.content[0] == m.content[-1] for m in made.messages if isinstance(m, ToolMessage))),
    "a closing white space": (PROMPTS, lambda made: made.messages and isinstance(made.messages[-1], AssistantMessage) and ends_blank(made)),
    "two ids that collide once cleaned": (IDS, lambda drawn: drawn == "functions.read:1"),
    "an empty id": (IDS, lambda drawn: not drawn),
    "a blank text": (texts(), lambda text: not text.strip()),
    "a tool name with a dot": (tool_names(), lambda name: "." in name),
    "minus zero": (json_values(), lambda value: "-0.0" in repr(value)),
    "an object in an object": (json_objects(), lambda value: any(isinstance(item, JsonObject) for item in value.values())),
    "a hosted tool on offer": (REQUESTS, lambda request: any(tool.hosted for tool in request.tools)),
    "a forced choice": (REQUESTS, lambda request: request.tool_choice is not None),
    "a target without demands": (TARGETS, lambda target: not target.known),
    "a target with settings": (TARGETS, lambda target: bool(target.settings)),
    "the trigger alone": (SPLICED, lambda made: made == TRIGGER),
    "the trigger twice under one id": (SPLICED, lambda made: ids_of(made).count("a.1") == 2),
    "the trigger twice under two ids": (SPLICED, lambda made: {"a.1", "a.1.2"} <= {*ids_of(made)}),
    "the trigger between others": (SPLICED, lambda made: TRIGGER.messages[0] in made.messages[1:-3]),
    "two triggers": (spliced((TRIGGER, prompt(system("s")))), lambda made: {system("s"), TRIGGER.messages[0]} <= {*made.messages}),
    "no trigger": (spliced(()), lambda made: made == Prompt()),
    "a trigger without its result": (NEARLY, lambda made: made == Prompt(TRIGGER.messages[:2])),
    "a trigger under another id": (NEARLY, lambda made: "call_9" in ids_of(made)),
}


def ends_blank(made):
    """Tell whether the last text ends in white space."""
    content = made.messages[-1].content
    return bool(content) and isinstance(content[-1], TextPart) and content[-1].text != content[-1].text.rstrip()


def ids_of(made):
    """Return the ids of all calls."""
    return [part.id for message in made.messages for part in message.content if isinstance(part, ToolCallPart)]


@pytest.mark.parametrize(("strategy", "wanted"), FINDS.values(), ids=FINDS)
def test_it_is_found(strategy, wanted):
    """What breaks things is drawn."""
    assert any(map(wanted, draws(strategy)))


OF_ALL = prompt(
    user("a ", TextPart("b", JsonObject(x=EMPTY))),
    AssistantMessage((call("c", "f"), OpaquePart("k", EMPTY, "elsewhere", Model("xai")))),
    tool(result("c", "y")),
)
CHANGES = [mutate.__name__ for mutate in MUTATIONS]


@pytest.mark.parametrize("mutate", MUTATIONS, ids=CHANGES)
def test_a_mutation_changes_something_somewhere(mutate):
    """Each small change has an effect at some place, and leaves the given prompt alone."""
    before = exact(OF_ALL)
    assert any(exact(mutate(OF_ALL, at)) != before for at in range(6))
    assert exact(OF_ALL) == before


@pytest.mark.parametrize("mutate", MUTATIONS, ids=CHANGES)
def test_a_mutation_of_nothing_is_nothing(mutate):
    """An empty prompt stays one."""
    assert mutate(Prompt(), 3) == Prompt()


def test_a_renewed_record_is_equal_and_another():
    """What is handed to a rule under test shares no record with what is kept."""
    again = renewed(OF_ALL)
    assert exact(again) == exact(OF_ALL)
    assert again.messages[0] is not OF_ALL.messages[0]
    assert again.messages[1].content[0] is not OF_ALL.messages[1].content[0]


def test_exact_tells_apart_what_equality_does_not():
    """Shapes, types and key order."""
    one = call("a", "f", {"n": 1, "m": 0.0})
    others = [evolve(one, input=JsonObject(given)) for given in ({"n": True, "m": 0.0}, {"n": 1, "m": -0.0}, {"m": 0.0, "n": 1})]
    assert [other == one for other in others] == [True, True, True]
    assert [exact(other) == exact(one) for other in others] == [False, False, False]


def test_targets_are_read_from_names():
    """What `targets` draws is what `Target.of` gives."""
    assert all(target == Target.of(target.given) for target in draws(TARGETS))
