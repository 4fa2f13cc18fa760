"""Cache markers are taken off what one format will write, and off nothing else."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, prompt, system, tool, user
from segue.repairs.foreign_markers import drop_foreign_markers
from segue.shapes import Shape
from tests.repairs.settling import settled, spared, untouched

CHAT = Shape("openai-chat")
MARKER = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
MARKED = TextPart("Hi é☕", MARKER, shape=CHAT)
drop = partial(drop_foreign_markers, format="openai-chat")


def test_markers_go_from_messages_parts_results_and_what_is_in_them():
    """Each loses its options; parts beside them are the same objects."""
    plain = TextPart("x")
    before = prompt(
        user("Hi"),
        evolve(system("S"), provider_options=MARKER, shape=CHAT),
        user(plain, MARKED),
        tool(ToolResultPart("c1", "", (MARKED, plain), provider_options=MARKER, shape=CHAT)),
    )
    after = settled(drop, before)

    assert after.messages[1].provider_options == after.messages[2].content[1].provider_options == {}
    assert after.messages[2].content[0] is plain
    found = after.messages[3].content[0]
    assert found.provider_options is found.output[0].provider_options is EMPTY
    assert found.output[1] is plain
    spared(before, after, 1, 2, 3)


def test_other_options_stay():
    """Those of the same provider and of others."""
    options = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}, "x": 1}, "openai": {"itemId": "y"}})
    alone = freeze_object({"anthropic": {"cacheControl": 1}, "openai": {"itemId": "y"}})
    after = settled(drop, prompt(user(evolve(MARKED, provider_options=options)), user(evolve(MARKED, provider_options=alone))))

    assert [message.content[0].provider_options for message in after.messages] == [
        {"anthropic": {"x": 1}, "openai": {"itemId": "y"}},
        {"openai": {"itemId": "y"}},
    ]


def test_markers_of_other_formats_stay():
    """They are not written into this one; and what carries none has none to lose."""
    untouched(
        drop,
        Prompt(),
        prompt(user(evolve(MARKED, shape=None)), user(evolve(MARKED, shape=Shape("anthropic")))),
        prompt(evolve(user("Hi"), provider_options=MARKER)),
        prompt(evolve(assistant("Ho"), shape=CHAT), user(OpaquePart("note", MARKER, "openai-chat", shape=CHAT))),
        prompt(user(evolve(MARKED, provider_options=freeze_object({"anthropic": {"x": 1}})))),
    )
