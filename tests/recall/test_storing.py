"""A turn stores what is new of it, without what is unfinished, hidden or empty."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.messages import CONTEXT, MEMORY, RESPONSE, Data, Source, StepStart, StoredReasoning, Thought
from segue.parts import FilePart, OpaquePart, TextPart
from segue.recall import select_to_store, storable
from segue.shapes import Shape
from segue.testing.steps import steps_of
from tests.recall.turns import asked, call, done, said

NOTE = "<working_memory>Ada</working_memory>"
BOTH = MEMORY | frozenset({"input"})
TOOL = "updateWorkingMemory"


def ids(messages):
    """The ids, in order."""
    return [message.id for message in messages]


def kept(*parts, **fields):
    """The parts that are stored of a message, None where it is not stored."""
    messages = storable([said("m", *parts, **fields)])
    return messages[0].parts if messages else None


def test_what_was_given_is_stored_before_the_reply():
    """Whatever order they stand in; context and what was recalled are not stored."""
    turn = [
        asked("c", "hint", sources=CONTEXT),
        said("r", "Low.", sources=RESPONSE),
        asked("s", "Hi.", sources=MEMORY),
        asked("n", "When?"),
    ]
    assert ids(select_to_store(turn)) == ["n", "r"]


def test_a_message_that_is_both_is_a_reply():
    """It is stored once."""
    assert ids(select_to_store([said("m", "a", sources=RESPONSE | frozenset({"input"})), said("n", "b")])) == ["n", "m"]


@pytest.mark.parametrize("part", [done(), call("output-error"), call("output-denied"), call("approval-responded")])
def test_a_recalled_message_is_stored_again_where_its_copy_may_have_answered_it(part):
    """What the client's tool gave must not be lost."""
    assert ids(select_to_store([said("p", part, sources=BOTH), said("l", invocations=(part,), sources=BOTH)])) == ["p", "l"]


@pytest.mark.parametrize("part", [TextPart("Hi."), call("call"), call("approval-requested")])
def test_other_recalled_messages_are_not_stored_again(part):
    """Their copies cannot have changed them."""
    assert select_to_store([said("m", part, sources=BOTH)]) == ()


def test_a_turn_that_failed_without_a_reply_is_not_stored():
    """A question nobody answered would stand there forever."""
    assert select_to_store([asked("n", "When?")], failed=True) == ()


def test_a_turn_that_failed_with_a_reply_is_stored():
    """As far as it came."""
    assert ids(select_to_store([asked("n", "When?"), said("r", "Lo", sources=RESPONSE)], failed=True)) == ["n", "r"]


def test_system_messages_are_not_stored():
    """They belong to the program, not to the conversation."""
    assert ids(storable([said("s", "x", role="system"), asked("u", "x"), said("a", "x")])) == ["u", "a"]


@pytest.mark.parametrize(("mark", "role", "stored"), [(True, "signal", 0), (1, "signal", 1), ("true", "signal", 1), (True, "user", 1)])
def test_passing_signals_are_not_stored(mark, role, stored):
    """Those that say so themselves; other marks and roles do not count."""
    assert stored == len(storable([said("m", "x", role=role, metadata=JsonObject(signal=JsonObject(transient=mark)))]))


@pytest.mark.parametrize("metadata", [EMPTY, JsonObject(signal=True)])
def test_signals_need_not_be_marked(metadata):
    """Most are kept."""
    assert len(storable([said("m", "x", role="signal", metadata=metadata)])) == 1


def test_untouched_messages_are_the_same_objects():
    """Whatever parts they have."""
    parts = (
        "x",
        done("low"),
        StepStart(),
        FilePart("text/plain", "aGk="),
        Data("n"),
        Source("s"),
        StoredReasoning("Hm."),
        OpaquePart("y", EMPTY, "f"),
    )
    message = said("m", *parts, text="x", invocations=(done(),))
    assert storable([message])[0] is message


@pytest.mark.parametrize("part", [call("partial-call"), call("call", name=TOOL), done(name=TOOL), call("output-error", name=TOOL)])
def test_unfinished_and_hidden_calls_are_left_out(part):
    """Of the parts, and of the list beside them, which would give away what is hidden."""
    (message,) = storable([said("m", "x", part, call("call", "d"), invocations=(part, call("call", "d")))])
    assert (message.parts, message.invocations) == ((TextPart("x"), call("call", "d")), (call("call", "d"),))


@pytest.mark.parametrize("name", ["setWorkingMemory", "UpdateWorkingMemory", "updateWorkingMemory2", "tides"])
def test_other_tools_stay(name):
    """The name must be exact."""
    assert kept(done(name=name)) == (done(name=name),)


@pytest.mark.parametrize(
    "parts", [(), (call("partial-call"),), (done(name=TOOL),), (NOTE,), (StepStart(),), (StepStart(), NOTE), (StoredReasoning(NOTE),)]
)
def test_messages_with_nothing_left_are_not_stored(parts):
    """Nor are those that only begin a step."""
    assert kept(*parts) is None


@pytest.mark.parametrize("fields", [{"text": "hello"}, {"invocations": (done(),)}])
def test_what_older_messages_hold_beside_the_parts_is_kept(fields):
    """Also where the parts are empty."""
    assert kept(**fields) == ()


def test_an_empty_text_that_was_empty_before_is_kept():
    """It is the caller's."""
    assert kept("") == (TextPart(""),)


def test_notes_are_cut_out_of_texts():
    """The ends are trimmed; all else of the part and of the message stays."""
    part = TextPart(f" x {NOTE} ", JsonObject(openai=JsonObject(itemId="msg")))
    (message,) = storable([said("m", part, text=f" y {NOTE}", metadata=JsonObject(a=1))])
    assert message == said("m", evolve(part, text="x"), text="y", metadata=JsonObject(a=1))


def test_notes_are_cut_out_of_outcomes():
    """The call keeps its outcome, even an empty one, or it would wait again."""
    before = done(NOTE), done(JsonObject(a=(f"b{NOTE}",)), "d"), call("output-error", "e", error_text=f"no {NOTE}")
    assert kept(*before) == (done(""), done(JsonObject(a=("b",)), "d"), call("output-error", "e", error_text="no"))


def test_arguments_are_left_alone():
    """They are what the model wrote to a tool, not to itself."""
    assert kept(done(input=JsonObject(text=NOTE))) == (done(input=JsonObject(text=NOTE)),)


def test_notes_are_cut_out_of_thoughts():
    """And with them the signatures, which are for other words; redacted thoughts and other tokens stay."""
    options = JsonObject(anthropic=JsonObject(signature="s"), openai=JsonObject(itemId="rs"), odd=1)
    details = Thought(f"a{NOTE}", "s"), Thought("b", "t"), Thought(NOTE, "u"), Thought(redacted="r"), Thought(NOTE, redacted="q")

    assert kept(StoredReasoning(f"a{NOTE}", details, options)) == (
        StoredReasoning("a", (Thought("a"), Thought("b", "t"), Thought(redacted="r"), Thought("", redacted="q")),
                        JsonObject(anthropic=EMPTY, openai=JsonObject(itemId="rs"), odd=1)),
    )  # fmt: skip


def test_thoughts_that_are_data_alone_are_kept():
    """Where the words that stood for them are gone."""
    assert kept(StoredReasoning(NOTE, (Thought(redacted="r"),))) == (StoredReasoning("", (Thought(redacted="r"),)),)


@pytest.mark.parametrize("value", [JsonObject(type="text", text=5), JsonObject(type="text")])
def test_a_text_that_is_none_is_stored_empty(value):
    """As the original does; its other fields stay."""
    assert kept(OpaquePart("text", value, "mastra")) == (OpaquePart("text", JsonObject(type="text", text=""), "mastra"),)


def test_an_empty_text_that_is_carried_unread_is_left_alone():
    """It is the same object."""
    part = OpaquePart("text", JsonObject(type="text", text="", odd=1), "mastra")
    assert kept(part)[0] is part


@pytest.mark.parametrize("mark", ["partial-call", TOOL])
def test_calls_that_cannot_be_read_hide_nothing(mark):
    """An unfinished one, or one to working memory, is left out as well."""
    assert kept("x", OpaquePart("tool-invocation", JsonObject(call=JsonObject(id=5, mark=mark)), "mastra")) == (TextPart("x"),)


@pytest.mark.parametrize(
    "part", [OpaquePart("tool-invocation", JsonObject(call=JsonObject(id=5)), "f"), OpaquePart("x", JsonObject(a=JsonObject(b=TOOL)), "f")]
)
def test_other_parts_that_cannot_be_read_are_kept(part):
    """Nobody knows what they are."""
    assert kept(part)[0] is part


@pytest.mark.parametrize("form", ["list", "odd", "absent"])
def test_contents_of_other_layouts_stay_as_they_are(form):
    """Very old rows have neither parts nor a text."""
    message = said("m", NOTE, shape=Shape("mastra", form=form))
    assert storable([message])[0] is message


def test_contents_without_a_list_of_parts_are_never_empty():
    """They are tidied and kept."""
    assert storable([said("m", text=NOTE, shape=Shape("mastra", form="partless"))])[0].text == ""


def test_contents_that_are_a_text_are_tidied():
    """And not stored where it was a note."""
    assert kept(f"x {NOTE}", shape=Shape("mastra", form="string")) == (TextPart("x"),)
    assert kept(NOTE, shape=Shape("mastra", form="string")) is None


def test_messages_of_one_id_are_both_kept():
    """Choosing between them is the store's business."""
    assert ids(storable([asked("m", "a"), asked("m", "b")])) == ["m", "m"]


def test_what_is_stored_is_storable():
    """A second time nothing is left to do."""
    once = storable([said("m", f"a{NOTE}b", done(NOTE), StoredReasoning(f"c{NOTE}"), call("partial-call"))])
    assert storable(once)[0] is once[0]


def test_many_messages_take_no_more_than_their_share():
    """Twice the messages, twice the steps."""

    def steps(count):
        messages = [said(f"m{n}", f"a{NOTE}", done(NOTE)) for n in range(count)]
        return steps_of(lambda: select_to_store(messages))

    assert steps(200) < 2.5 * steps(100)
