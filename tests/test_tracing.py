"""A change is named by its place in the payload that the caller has."""

from itertools import pairwise

import pytest
from attrs import evolve

from segue.parts import TextPart
from segue.prompts import Prompt, Request, ToolDefinition, assistant, call, prompt, result, system, tool, user
from segue.tracing import Trace, record_places

ASK, ANSWER, THANKS = user("Which trains?", "And buses?"), assistant("7:10.", "9:40."), user("Thanks.")
RUN, DONE = assistant("Let me see.", call("c1", "trains")), tool(result("c1", "7:10"))
TALK = prompt(ASK, ANSWER, THANKS)


def at(*steps):
    """The place of a record: a message, or a part of it."""
    return ("messages", steps[0]) if len(steps) == 1 else ("messages", steps[0], "content", steps[1])


def content(message, *parts):
    """The message with these parts."""
    return evolve(message, content=parts)


def places(before, *messages):
    """The places at which a prompt of these messages differs from the one before."""
    request = Request(before)
    return Trace.of(request).changed(request, Request(Prompt(messages)))


NEW = TextPart("New.")
LATER = tool(result("c1", "[later]"))
CHANGES = {
    "a part changed": (TALK, (ASK, content(ANSWER, ANSWER.content[0], NEW), THANKS), [at(1, 1)]),
    "two parts changed": (TALK, (content(ASK, NEW, ASK.content[1]), ANSWER, content(THANKS, NEW)), [at(0, 0), at(2, 0)]),
    "a part dropped": (TALK, (ASK, content(ANSWER, ANSWER.content[1]), THANKS), [at(1, 0)]),
    "all parts dropped": (TALK, (ASK, content(ANSWER), THANKS), [at(1, 0), at(1, 1)]),
    "a part added": (TALK, (ASK, content(ANSWER, *ANSWER.content, NEW), THANKS), [at(1)]),
    "parts swapped": (TALK, (ASK, content(ANSWER, *ANSWER.content[::-1]), THANKS), [at(1)]),
    "a field of a message changed": (TALK, (evolve(ASK, name="zoe"), ANSWER, THANKS), [at(0)]),
    "a message dropped": (TALK, (ASK, ANSWER), [at(2, 0)]),
    "an empty message dropped": (prompt(ASK, assistant(), THANKS), (ASK, THANKS), [at(1)]),
    "a result added for a call": (prompt(ASK, RUN, THANKS), (ASK, RUN, LATER, THANKS), [at(1, 1)]),
    "a message added at the end": (prompt(ASK, ANSWER), (ASK, ANSWER, THANKS), [at(1)]),
    "a message added at the front": (prompt(ANSWER, THANKS), (ASK, ANSWER, THANKS), [at(0)]),
    "two messages added": (prompt(ASK, ANSWER), (ASK, ANSWER, THANKS, LATER), [at(1)]),
    "a message added to none": (Prompt(), (ASK,), [("messages",)]),
    "a message moved": (prompt(RUN, ASK, DONE), (RUN, DONE, ASK), [at(2)]),
    "a message split": (TALK, (ASK, content(ANSWER, ANSWER.content[0]), content(ANSWER, ANSWER.content[1]), THANKS), [at(1)]),
    "messages merged": (prompt(ASK, THANKS, ANSWER), (content(ASK, *ASK.content, *THANKS.content), ANSWER), [at(0), at(1)]),
    "a part moved to another message": (
        TALK,
        (ASK, content(ANSWER, ANSWER.content[0]), content(THANKS, *THANKS.content, ANSWER.content[1])),
        [at(1), at(2)],
    ),
    "a part moved to a message of its own": (
        prompt(ASK, RUN, DONE),
        (ASK, content(RUN, RUN.content[1]), DONE, content(THANKS, RUN.content[0])),
        [at(1)],
    ),
    "nothing that can be placed": (prompt(ASK), (ASK,), [("messages",)]),
}


@pytest.mark.parametrize(("before", "after", "expected"), CHANGES.values(), ids=CHANGES)
def test_a_change_has_its_place(before, after, expected):
    """Each change is named where it shows most narrowly, once, in order."""
    assert places(before, *after) == tuple(expected)


def test_what_is_new_takes_the_place_of_what_it_stands_for():
    """A change of what an earlier change made is named at the place of what had stood there first."""
    first = Request(prompt(system("Help."), TALK.messages[0], content(ANSWER)))
    second = Request(prompt(first.prompt.messages[0], content(ASK, NEW, TextPart("b"), TextPart("c")), content(ANSWER, TextPart("d"))))
    third = Request(prompt(second.prompt.messages[0], content(ASK, NEW), content(ANSWER)))
    trace = Trace.of(first)
    assert trace.changed(first, second) == (at(1, 0), at(1, 1), at(2))
    # the third part has the last one's place, and the part of what was empty the message's
    assert trace.changed(second, third) == (at(1, 1), at(2))


def test_what_was_added_has_a_place_as_well():
    """A change of an added message is named at the place that had called for it, or beside which it was put."""
    first = Request(prompt(ASK, RUN))
    second = Request(prompt(ASK, RUN, LATER, THANKS))
    third = Request(prompt(ASK, RUN, content(LATER, result("c1", "x")), content(THANKS, NEW)))
    trace = Trace.of(first)
    assert trace.changed(first, second) == (at(1, 1),)
    assert trace.changed(second, third) == (at(1, 1),)


def test_what_was_merged_keeps_the_places_of_its_parts():
    """A part that has moved into another message is still named where the caller has it."""
    first = Request(prompt(ASK, THANKS))
    second = Request(prompt(content(ASK, *ASK.content, *THANKS.content)))
    third = Request(prompt(content(ASK, *ASK.content, NEW)))
    trace = Trace.of(first)
    assert trace.changed(first, second) == (at(0), at(1))
    assert trace.changed(second, third) == (at(1, 0),)


TRAINS, BUSES, SEARCH = ToolDefinition("db.trains"), ToolDefinition("buses"), ToolDefinition("search", hosted="x.search")
TOOLS = {
    "changed": ((TRAINS, BUSES), (evolve(TRAINS, name="db_trains"), BUSES), [("tools", 0)]),
    "dropped": ((SEARCH, TRAINS, BUSES), (TRAINS, BUSES), [("tools", 0)]),
    "all dropped": ((TRAINS, BUSES), (), [("tools", 0), ("tools", 1)]),
    "added": ((TRAINS,), (TRAINS, BUSES), [("messages",)]),
}


@pytest.mark.parametrize(("before", "after", "expected"), TOOLS.values(), ids=TOOLS)
def test_tools_have_places_too(before, after, expected):
    """A tool that is changed or gone is named by its place among the tools."""
    request = Request(TALK, before)
    assert Trace.of(request).changed(request, Request(TALK, after)) == tuple(expected)


def test_a_tool_that_was_added_can_change():
    """A definition that a rule has added is among the tools when a later rule changes it, and a new one has the old one's place."""
    steps = [Request(TALK, tools) for tools in ((TRAINS,), (TRAINS, BUSES), (evolve(TRAINS, name="t"), evolve(BUSES, name="b")), ())]
    trace = Trace.of(steps[0])
    found = [trace.changed(before, after) for before, after in pairwise(steps)]
    assert found == [(("messages",),), (("tools", 0), ("tools",)), (("tools", 0), ("tools",))]


def test_prompt_and_tools_change_together():
    """Places of messages come before those of tools."""
    before = Request(prompt(ASK, RUN, DONE), (TRAINS,))
    renamed = content(RUN, RUN.content[0], evolve(RUN.content[1], name="t"))
    after = Request(prompt(ASK, renamed, DONE), (evolve(TRAINS, name="t"),))
    assert Trace.of(before).changed(before, after) == (at(1, 1), ("tools", 0))


def test_places_are_those_of_the_records_unless_told():
    """Without more, messages and parts are named by their index."""
    assert record_places(prompt(ASK, assistant(), THANKS)) == (
        (at(0), (at(0, 0), at(0, 1))),
        (at(1), ()),
        (at(2), (at(2, 0),)),
    )


def test_places_of_the_payload_are_used_where_they_are_given():
    """The places of a format name the same change in its own terms."""
    request = Request(prompt(system("Help."), ASK, THANKS))
    own = ((("system",), (("system",),)), ((0,), ((0, "content", 0), (0, "content", 1))), ((1,), ((1, "content"),)))
    trace = Trace.of(request, own)
    first = Request(prompt(content(system("Help."), NEW), ASK, content(THANKS, TextPart("You."))))
    assert trace.changed(request, first) == (("system",), (1, "content"))
    assert trace.changed(first, Request(prompt(*first.prompt.messages[:2]))) == ((1, "content"),)


def test_identity_is_what_counts():
    """An equal copy of a part is a change; the trace keeps all it has met, so that no new object has an old identity."""
    request = Request(prompt(ASK, THANKS))
    trace = Trace.of(request)
    assert trace.changed(request, Request(prompt(content(ASK, ASK.content[0], TextPart("And buses?")), THANKS))) == (at(0, 1),)
    assert trace.kept[0] is request
    assert len(trace.kept) == 2
