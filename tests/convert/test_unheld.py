"""What a format has no place for is told at its place, unless a rule told it; what it holds is not."""

from __future__ import annotations

import pytest
from attrs import evolve

import segue
from segue.convert.unheld import unheld
from segue.failures import Change
from segue.json_values import freeze_object
from segue.kinds import Loss
from segue.parts import JsonPart, OpaquePart, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import Prompt, Request, assistant, tool, user
from segue.shapes import Extras
from segue.targets import Target

MARKED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
POINTED = freeze_object({"bedrock": {"cachePoint": {"type": "default"}}})
SIGNED = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
NAMED = freeze_object({"openai": {"itemId": "msg_1"}})
FAILED = ToolResultPart("c1", "trains", (TextPart("No such train."),), error=True)
FORMATS = ("anthropic", "bedrock-converse", "gemini", "openai-responses", "openai-chat", "ai-sdk")
EXTRA = Extras("openai-chat", freeze_object({"annotations": [{"type": "url_citation"}]}))


def lost(*messages, format, to="openai/gpt-5.2", changes=()):
    """What is told, by place, as in the records."""
    places = [((index,), tuple((index, number) for number in range(len(message.content)))) for index, message in enumerate(messages)]
    told = unheld(Request(Prompt(messages)), places, format, Target.of(to), changes)
    return {change.place: {loss.name for loss in change.losses} for change in told}


HOLDERS = {
    "error": (tool(FAILED), {"ERROR_FLAG"}, {"anthropic", "bedrock-converse", "gemini", "ai-sdk"}),
    "cache marker": (user(TextPart("Hi", MARKED)), {"CACHE_MARKER"}, {"anthropic", "ai-sdk"}),
    "cache point": (user(TextPart("Hi", POINTED)), {"CACHE_MARKER"}, {"bedrock-converse", "ai-sdk"}),
    "signature": (assistant(TextPart("Hi", SIGNED)), {"OPAQUE_TOKEN"}, {"gemini", "ai-sdk"}),
    "item id": (assistant(TextPart("Hi", NAMED)), {"OPAQUE_TOKEN"}, {"openai-responses", "ai-sdk"}),
    "marker of a result's piece": (tool(ToolResultPart("c1", "", (TextPart("7:10", MARKED),))), {"CACHE_MARKER"}, {"anthropic", "ai-sdk"}),
    "field": (user(evolve(TextPart("Hi"), extras=EXTRA)), {"UNKNOWN_FIELD"}, {"openai-chat"}),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(("message", "losses", "holders"), HOLDERS.values(), ids=HOLDERS)
def test_what_no_field_holds_is_told(message, losses, holders, format):
    """At the part's place; and only where the format has none."""
    told = lost(message, format=format)
    if format in holders:
        assert (0, 0) not in told or not told[0, 0] & losses
    else:
        assert told[0, 0] == losses


def test_a_messages_own_marks_are_told_at_its_place():
    """Its markers and its fields."""
    marked = evolve(user("Hi"), provider_options=MARKED, extras=EXTRA)
    assert lost(marked, format="gemini") == {(0,): {"CACHE_MARKER", "UNKNOWN_FIELD"}}


def test_losses_of_one_part_are_told_together():
    """Of another provider's marker and of a third one's token."""
    assert lost(user(TextPart("Hi", freeze_object({**MARKED, **NAMED}))), format="gemini") == {(0, 0): {"CACHE_MARKER", "OPAQUE_TOKEN"}}


def test_what_says_nothing_is_no_loss():
    """Null and empty fields, empty options, options that are no object, parts carried unread."""
    empty = Extras("openai-chat", freeze_object({"refusal": None, "annotations": []}))
    odd = freeze_object({"openai": {}, "google": None})

    assert lost(evolve(assistant("Hi"), extras=empty), assistant(TextPart("Hi", odd), OpaquePart("x", odd, "elsewhere")), format="anthropic") == {}


def test_dialects_hold_what_their_providers_want_back():
    """Voices and refusals everywhere; cache markers and details at OpenRouter, signatures at Google."""
    voice = freeze_object({"openai": {"audio": {"id": "audio_1"}, "refusal": True}})
    detail = ReasoningPart("Hm.", freeze_object({"openrouter": {"detail": {"type": "reasoning.text"}}}))
    said = (assistant(TextPart("Hi", voice)), user(TextPart("Hi", MARKED)), assistant(detail), assistant(TextPart("Hi", SIGNED)))

    assert set(lost(*said, format="openai-chat")) == {(1, 0), (2, 0), (3, 0)}
    assert set(lost(*said, format="openai-chat", to="openrouter/anthropic/claude-sonnet-4.5")) == {(3, 0)}
    assert set(lost(*said, format="openai-chat", to="google.chat/gemini-3-pro")) == {(1, 0), (2, 0)}
    assert set(lost(*said, format="openai-chat", to="mistral/mistral-large")) == {(0, 0), (1, 0), (2, 0), (3, 0)}


def test_what_a_rule_told_is_not_told_again():
    """The same loss at the same place; all that stood beside what went; what only changed its spelling still lost its marks."""
    thought = assistant(ReasoningPart("Hm.", NAMED), TextPart("Hi", NAMED))
    dropped = Change("r", (0, 0), frozenset({Loss.REASONING}))

    assert lost(thought, format="anthropic", changes=[dropped]) == {(0, 1): {"OPAQUE_TOKEN"}}
    assert lost(thought, format="anthropic", changes=[evolve(dropped, place=(0,))]) == {}
    assert lost(tool(FAILED), format="openai-chat", changes=[Change("r", (0, 0), frozenset({Loss.CALL_ID}))]) == {(0, 0): {"ERROR_FLAG"}}
    assert lost(tool(FAILED), format="openai-chat", changes=[Change("r", (0, 0), frozenset({Loss.ERROR_FLAG}))]) == {}


def test_an_item_is_not_its_whole_message():
    """Where the first item's place is its message's, what went with that item is not all of the message."""
    message = assistant(ReasoningPart("Hm.", NAMED), TextPart("Hi", NAMED))
    told = unheld(Request(Prompt((message,))), [((0,), ((0,), (1,)))], "gemini", Target(), [Change("r", (0,), frozenset({Loss.REASONING}))])

    assert [(change.place, str(change)) for change in told] == [((1,), "[1]: not in gemini (opaque token)")]


def test_fix_tells_it():
    """Beside its changes; a format of its own loses nothing."""
    history = [
        {"role": "user", "content": [{"type": "text", "text": "When?", "cache_control": {"type": "ephemeral"}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "trains", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "No line.", "is_error": True}]},
    ]

    assert [str(change) for change in segue.fix(history, "openai/gpt-5.2").unheld] == [
        "[0].content[0]: not in openai-chat (cache marker)", "[2].content[0]: not in openai-chat (error flag)",
    ]
    assert segue.fix(history, "anthropic/claude-sonnet-4-6").unheld == ()


def test_json_results_are_looked_into():
    """Their pieces have options too."""
    assert lost(tool(ToolResultPart("c1", "", (JsonPart(7, POINTED),))), format="gemini") == {(0, 0): {"CACHE_MARKER"}}
