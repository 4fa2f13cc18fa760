"""A change tells what was really lost: of what its rule may lose, what had stood there."""

import pytest
from attrs import evolve

from segue.json_values import JsonObject, freeze_object
from segue.kinds import Loss
from segue.losing import narrowed, records_at
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import Request, ToolDefinition, assistant, call, prompt, result, tool, user
from segue.shapes import Extras
from segue.tracing import Trace

TEXT = TextPart("Hi")
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
MARKED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
SIGNED = freeze_object({"anthropic": {"signature": "c2ln"}})
SIGNS = {
    Loss.CACHE_MARKER: (TextPart("Hi", MARKED), TextPart("Hi", SIGNED)),
    Loss.OPAQUE_TOKEN: (ReasoningPart("Hm.", SIGNED), ReasoningPart("Hm.", MARKED)),
    Loss.REASONING: (ReasoningPart("Hm."), TEXT),
    Loss.MEDIA: (PICTURE, TEXT),
    Loss.FILE_NAME: (evolve(PICTURE, filename="oslo.png"), evolve(PICTURE, filename="")),
    Loss.EMPTY_TEXT: (TextPart(" \n"), ReasoningPart("")),
    Loss.EMPTY_MESSAGE: (assistant(), assistant("")),
    Loss.ERROR_FLAG: (result("c1", "No.", error=True), result("c1", "7:10")),
    Loss.SPEAKER: (user("Hi", name="zoe"), call("c1", "trains")),
    Loss.UNKNOWN_FIELD: (evolve(TEXT, extras=Extras("anthropic", JsonObject(usage=1))), TEXT),
}


@pytest.mark.parametrize("loss", SIGNS, ids=lambda loss: loss.name)
def test_a_loss_that_shows_is_told_where_it_shows(loss):
    """Where a record shows the sign the loss is told, where none does it is not."""
    shown, bare = SIGNS[loss]
    assert narrowed(frozenset({loss}), [bare, shown]) == {loss}
    assert narrowed(frozenset({loss}), [bare]) == frozenset()


@pytest.mark.parametrize("loss", sorted(set(Loss) - set(SIGNS), key=lambda loss: loss.name), ids=lambda loss: loss.name)
def test_a_loss_that_does_not_show_is_always_told(loss):
    """What leaves no sign in a record is told whatever had stood there."""
    assert narrowed(frozenset({loss}), []) == {loss}
POINTED = freeze_object({"bedrock": {"cachePoint": {"type": "default"}}})


@pytest.mark.parametrize("loss", [Loss.CACHE_MARKER, Loss.OPAQUE_TOKEN])
def test_markers_of_bedrock_are_markers(loss):
    """And no tokens."""
    assert narrowed(frozenset({loss}), [TextPart("Hi", POINTED)]) == {Loss.CACHE_MARKER} & {loss}


def test_parts_nobody_knows_are_unknown_fields():
    """A part carried unread is all unknown."""
    assert narrowed(frozenset({Loss.UNKNOWN_FIELD}), [OpaquePart("poll", JsonObject(), "elsewhere")]) == {Loss.UNKNOWN_FIELD}


@pytest.mark.parametrize("options", [{"openai": "x"}, {"anthropic": {}}, {}])
def test_options_without_data_hold_no_token(options):
    """Only data under a provider's name is an opaque token."""
    assert narrowed(frozenset({Loss.OPAQUE_TOKEN}), [TextPart("Hi", freeze_object(options))]) == frozenset()


def test_nothing_that_was_not_declared_is_told():
    """A rule that loses nothing is not said to have lost what stood there."""
    assert narrowed(frozenset(), [PICTURE, assistant()]) == frozenset()


def all_places(request, given=None):
    """The places of all records of a request, by identity."""
    trace = Trace.of(request, given)
    for message in request.prompt.messages:
        trace.place(message)
    return trace.places


def test_records_by_place():
    """At a message's place are its parts and their pieces too, at a part's its own pieces, at a tool's the definition."""
    pieces = (TextPart("See:"), JsonPart(1))
    ask, told, search = user("Hi", PICTURE), tool(ToolResultPart("c1", "", pieces)), ToolDefinition("search")
    request = Request(prompt(ask, told), (search,))
    places = all_places(request)
    assert records_at(request, places, set(places.values())) == {
        ("messages", 0): [ask, *ask.content],
        ("messages", 0, "content", 0): [ask.content[0]],
        ("messages", 0, "content", 1): [PICTURE],
        ("messages", 1): [told, *told.content, *pieces],
        ("messages", 1, "content", 0): [*told.content, *pieces],
        ("tools", 0): [search],
    }


def test_records_that_share_a_place():
    """Where a payload holds a message and its only part at one place, all are found there."""
    request = Request(prompt(user("Hi")))
    places = all_places(request, (((0,), ((0,),)),))
    assert records_at(request, places, {(0,)}) == {(0,): [*request.prompt.messages, *request.prompt.messages[0].content]}


def test_records_that_nobody_asks_for():
    """Places that are not wanted are not gathered; definitions of tools are few and always are."""
    request = Request(prompt(user("Hi", PICTURE)), (ToolDefinition("search"),))
    assert list(records_at(request, all_places(request), {("messages", 0, "content", 1)})) == [("messages", 0, "content", 1), ("tools", 0)]


def test_messages_without_a_known_place():
    """What did not change has no place as long as nobody asks for it, and is passed over."""
    request = Request(prompt(user("Hi"), user(PICTURE)))
    trace = Trace.of(request)
    assert trace.place(request.prompt.messages[1]) == ("messages", 1)
    assert [*records_at(request, trace.places, {("messages", 0), ("messages", 1)})] == [("messages", 1)]
