"""No more cache markers than the target takes: the oldest go first, those of system text and tools last."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import OpaquePart, TextPart, ToolResultPart, option
from segue.prompts import Prompt, Request, SystemMessage, ToolDefinition, assistant, prompt, tool, user
from segue.repairs.cache_markers import limit_cache_markers
from tests.repairs.settling import settled

MARKER = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
MARKED = TextPart("Hi", MARKER)
TOOL = ToolDefinition("run", provider_options=MARKER)
four = partial(limit_cache_markers, most=4)


def marks(request):
    """Return where markers are: for each tool and message, how many."""

    def count(holder):
        inner = (*getattr(holder, "content", ()), *getattr(holder, "output", ()))
        return (option(holder, "anthropic", "cacheControl") is not None) + sum(map(count, inner))

    return [*map(count, request.tools), *map(count, request.prompt.messages)]


def test_the_oldest_go_first():
    """Five user messages with a marker each keep the last four."""
    assert marks(settled(four, Request(prompt(*[user(MARKED)] * 5)))) == [0, 1, 1, 1, 1]


@pytest.mark.parametrize(("most", "left"), [(0, [0, 0, 0, 0]), (1, [0, 1, 0, 0]), (2, [1, 1, 0, 0]), (3, [1, 1, 0, 1]), (4, [1, 1, 1, 1])])
def test_those_of_tools_and_system_text_go_last(most, left):
    """A tool's and the system's stay longest, though they stand first; and of those the first stays."""
    given = Request(prompt(SystemMessage((MARKED,)), user(MARKED), user(MARKED)), (TOOL,))
    after = limit_cache_markers(given, most)

    assert marks(after) == left
    assert (after is given) == (most == 4)


def test_markers_are_found_everywhere():
    """On messages, on parts, on results and on what is in them; the part comes before its message."""
    inner = ToolResultPart("c1", "", (MARKED, OpaquePart("note", EMPTY, "f")), provider_options=MARKER)
    given = Request(prompt(tool(inner), evolve(user(MARKED), provider_options=MARKER), assistant(MARKED)))

    assert marks(given) == [2, 2, 1]
    assert [marks(limit_cache_markers(given, most)) for most in (4, 3, 2, 1)] == [[1, 2, 1], [0, 2, 1], [0, 1, 1], [0, 0, 1]]


def test_only_the_marker_goes():
    """Other options, of this provider and of others, stay."""
    options = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}, "x": 1}, "openai": {"y": 2}})
    after = limit_cache_markers(Request(prompt(user(TextPart("Hi", options)), user(TextPart("Ho", MARKER)))), 0)

    assert [message.content[0].provider_options for message in after.prompt.messages] == [{"anthropic": {"x": 1}, "openai": {"y": 2}}, {}]


def test_what_keeps_its_marker_is_the_same_object():
    """Messages, parts and tools that lose nothing are not made anew."""
    given = Request(prompt(user(MARKED), user("Hi"), user(MARKED)), (ToolDefinition("run"),))
    after = limit_cache_markers(given, 1)

    assert all(one is other for one, other in zip(after.prompt.messages[1:], given.prompt.messages[1:], strict=True))
    assert after.tools[0] is given.tools[0]


def test_tools_alone_may_carry_too_many():
    """The first loses its marker, and the prompt is the same object."""
    given = Request(prompt(user("Hi")), (TOOL,) * 5)
    after = settled(four, given)

    assert marks(after) == [0, 1, 1, 1, 1, 0]
    assert after.prompt is given.prompt


def test_a_result_beside_a_marker_is_the_same_object():
    """It lost nothing."""
    plain = ToolResultPart("c1", "", (TextPart("x"),))

    assert limit_cache_markers(Request(prompt(tool(plain, ToolResultPart("c2", "", (MARKED,))))), 0).prompt.messages[0].content[0] is plain


def test_few_enough_are_left_alone():
    """Four, none, and no message at all."""
    for given in (Request(prompt(*[user(MARKED)] * 4)), Request(prompt(user("Hi")), (TOOL,) * 4), Request(Prompt())):
        assert four(given) is given


def test_markers_of_another_provider_have_another_name():
    """Those of the named one go, the others stay and do not count."""
    pointed = TextPart("Hi", freeze_object({"bedrock": {"cachePoint": {"type": "default"}, "x": 1}, "anthropic": {"cacheControl": {}}}))
    after = limit_cache_markers(Request(prompt(user(pointed, MARKED))), 0, ("bedrock", "cachePoint"))

    assert after.prompt.messages[0].content[0].provider_options == {"bedrock": {"x": 1}, "anthropic": {"cacheControl": {}}}
    assert after.prompt.messages[0].content[1] is MARKED
