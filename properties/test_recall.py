"""Recalling loses nothing of the caller's and rewrites nothing that is stored; what is stored is settled and hides nothing."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from segue import same_json
from segue.json_values import EMPTY, JsonObject
from segue.messages import SETTLED, STATES, Data, StepStart, StoredMessage, StoredReasoning, Thought, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.recall import advanced, extended, recall, storable, without_working_memory
from segue.stamps import from_milliseconds
from segue.testing import json_values
from segue.testing.pool import pooled

NOTE = "<working_memory>Ada</working_memory>"
TAGS = st.lists(st.sampled_from(["<working_memory>", "</working_memory>", "a", " ", "<"]), max_size=8).map("".join)
TEXTS = st.sampled_from(["", "A", "B", NOTE, f"A {NOTE}"]) | TAGS
STATE = st.sampled_from((*STATES, "odd"))
OBJECTS = st.sampled_from((EMPTY, JsonObject(a=1), JsonObject(a=JsonObject(b=1)), JsonObject(a=JsonObject(c=True))))
CALLS = st.builds(
    ToolInvocation,
    st.sampled_from(("c", "c", "d", "")),
    st.sampled_from(("tides", "updateWorkingMemory")),
    STATE,
    st.sampled_from((EMPTY, JsonObject(day=1), "", '{"day"')),
    st.none() | TEXTS | json_values(),
    st.booleans(),
    st.none() | TEXTS,
    st.none() | OBJECTS,
    st.booleans(),
    OBJECTS,
)
PARTS = st.one_of(
    st.builds(TextPart, TEXTS),
    CALLS,
    st.builds(StoredReasoning, TEXTS, st.lists(st.builds(Thought, TEXTS, st.none() | st.just("s")), max_size=2).map(tuple), OBJECTS),
    st.sampled_from((StepStart(), Data("n", 1), OpaquePart("text", JsonObject(type="text"), "mastra"), OpaquePart("x", EMPTY, "mastra"))),
)
CONTENTS = pooled(st.tuples(st.lists(PARTS, max_size=5).map(tuple), st.lists(CALLS, max_size=3).map(tuple)), 4 * settings().max_examples)
"""Parts and listed calls of messages; drawn once, since drawing them takes longer than all that is done with them."""
TIMES = st.integers(0, 4).map(from_milliseconds)
ROLES = st.sampled_from(("user", "assistant", "assistant", "system", "signal"))
SOURCES = st.sets(st.sampled_from(("input", "response", "context", "memory")), min_size=1, max_size=2).map(frozenset)


def messages(ids, sources, times):
    """Messages that share few ids, texts and times."""
    return st.builds(_message, CONTENTS, ids, ROLES, times, text=st.none() | TEXTS, metadata=OBJECTS, sources=sources)


def _message(contents, id, role, created_at, **fields):
    parts, invocations = contents
    return StoredMessage(id, role, parts, created_at, invocations=invocations, **fields)


ROWS = st.lists(messages(st.sampled_from("abcdef"), st.just(frozenset({"memory"})), TIMES), max_size=5, unique_by=lambda row: row.id)
SORTED_ROWS = ROWS.map(lambda rows: sorted(rows, key=lambda row: row.created_at))
GIVEN = st.lists(messages(st.sampled_from(("", *"abcdxyz")), SOURCES, st.none() | st.just("soon") | TIMES), max_size=6)
ONE = messages(st.just("a"), SOURCES, TIMES)


def conversation(found):
    """What is no system message."""
    return [message for message in found if message.role != "system"]


def ids(found):
    """The ids of messages that have one."""
    return [message.id for message in found if message.id]


@given(stored=ROWS, incoming=GIVEN)
def test_every_message_is_there_once(stored, incoming):
    """Those of the caller's that have no id each; stored system messages alone are left out."""
    found = conversation(recall(stored, incoming))

    assert len(ids(found)) == len(set(ids(found)))
    assert set(ids(found)) == {*ids(conversation(stored)), *ids(conversation(incoming))}
    assert len(found) - len(ids(found)) == sum(not message.id for message in conversation(incoming))


@given(stored=ROWS, incoming=GIVEN)
def test_system_messages_of_the_caller_lead(stored, incoming):
    """They are the very objects, in their order."""
    system = [message for message in incoming if message.role == "system"]
    assert all(found is given for found, given in zip(recall(stored, incoming), system, strict=False))


@given(stored=ROWS, incoming=GIVEN)
def test_stored_messages_keep_their_order_and_their_times(stored, incoming):
    """Whatever the caller's copies say."""
    rows = {row.id: row for row in conversation(stored)}
    found = [message for message in recall(stored, incoming) if message.id in rows]

    assert [message.id for message in found if message.role != "system"] == list(rows)
    assert all(message.created_at == rows[message.id].created_at for message in found if message.role != "system")


@given(stored=SORTED_ROWS, incoming=GIVEN)
def test_messages_stand_in_the_order_of_their_times(stored, incoming):
    """Those without a readable one last."""
    times = [message.created_at or "soon" for message in conversation(recall(stored, incoming))]
    assert times == sorted(times)


@given(stored=ROWS, incoming=GIVEN)
def test_recalling_again_changes_nothing(stored, incoming):
    """Neither messages nor where they come from."""
    once = recall(stored, incoming)
    again = recall(stored, once)

    assert once == again
    assert [message.sources for message in once] == [message.sources for message in again]


def calls(message):
    """All calls, those listed beside the parts last."""
    return [part for part in (*message.parts, *message.invocations) if isinstance(part, ToolInvocation)]


def rank(call):
    """How far a call is; settled ones are equally far."""
    return min(STATES.index(call.state), 4)


@given(stored=ONE, copy=ONE)
def test_an_outcome_is_all_that_a_copy_brings(stored, copy):
    """Forward, for calls that were not settled and in a known state; names, arguments and all other parts stay."""
    moved = advanced(stored, copy)

    assert len(moved.parts) == len(stored.parts)
    assert all(new is old for new, old in zip(moved.parts, stored.parts, strict=True) if not isinstance(old, ToolInvocation))
    assert all(call.state in SETTLED for call in moved.invocations[len(stored.invocations) :])  # listed with their results, as the original does
    for new, old in zip(calls(moved), calls(stored), strict=False):
        assert (new.id, new.name, new.input, new.hosted, new.provider_options) == (
            old.id,
            old.name,
            old.input,
            old.hosted,
            old.provider_options,
        )
        assert new is old or (old.state in STATES[:4] and old.id and rank(new) > rank(old))
        assert new is old or new.state == "approval-responded" or not old.hosted
    assert advanced(moved, copy) is moved


@given(stored=ONE, copy=ONE)
def test_nothing_is_forged_beside_a_settled_call(stored, copy):
    """Part and list tell of one call: where one is settled, the other stays too."""
    moved = advanced(stored, copy)
    for id in {call.id for call in calls(stored)}:
        parts, listed = ([call for call in group if getattr(call, "id", None) == id] for group in (stored.parts, stored.invocations))
        for place, (part, entry) in enumerate(zip(parts, listed, strict=False)):
            if part.state in SETTLED or entry.state in SETTLED:
                after = [call for call in moved.parts if getattr(call, "id", None) == id][place]
                assert after is part


@given(stored=ONE, reply=ONE)
@example(
    stored=StoredMessage("a", "user", (TextPart("B"), TextPart("A"))),
    reply=StoredMessage("a", "user", (TextPart("A"), TextPart("X"), TextPart("A"), TextPart("B"))),
)  # worked out by hand: equal parts in another order moved at each turn
@example(
    stored=StoredMessage(
        "a",
        "user",
        (ToolInvocation("c", "t", "partial-call", provider_options=JsonObject(a=1)),),
        invocations=(ToolInvocation("c", "t", "partial-call"),),
    ),
    reply=StoredMessage("a", "user", (ToolInvocation("c", "t", "call"),)),
)  # found by the deep profile: the listed call took over what only the stored part had
@example(
    stored=StoredMessage("a", "user", (ToolInvocation("c", "t", "call", approval=EMPTY),), invocations=(ToolInvocation("c", "t", "call"),)),
    reply=StoredMessage("a", "user", invocations=(ToolInvocation("c", "t", "result"),)),
)  # found by the deep profile: part and list differed in what was asked
def test_a_reply_adds_and_takes_nothing_away(stored, reply):
    """Stored parts are found again in order, calls at least as far; a second time nothing is added."""
    added = extended(stored, reply)
    rest = iter(added.parts)

    assert all(any(same_part(part, found) for found in rest) for part in stored.parts)
    assert extended(added, reply) == added
    assert extended(stored, added) == added
    assert same_json(extended(added, reply).metadata, added.metadata)


def same_part(stored, found):
    """Tell whether a stored part is found, a call perhaps moved on, a text perhaps with the blanks at its ends that the reply has."""
    if isinstance(stored, TextPart) and isinstance(found, TextPart):
        return stored.text.strip() == found.text.strip()
    if not isinstance(stored, ToolInvocation) or not isinstance(found, ToolInvocation):
        return stored is found
    settled = stored.state in SETTLED or stored.state not in STATES
    return stored is found if settled else (stored.id, stored.name) == (found.id, found.name) and rank(found) >= rank(stored)


@given(stored=st.lists(ONE, max_size=3))
def test_what_is_stored_is_settled(stored):
    """A second time nothing is left to do."""
    once = storable(stored)
    assert [new is old for new, old in zip(storable(once), once, strict=True)] == [True] * len(once)


@given(message=ONE)
def test_what_is_stored_hides_nothing(message):
    """No unfinished call, no call to working memory, no note in a text, thought or outcome; arguments aside."""
    for kept in storable([message]):
        assert not [call for call in calls(kept) if call.state == "partial-call" or call.name == "updateWorkingMemory"]
        thoughts = [part for part in kept.parts if isinstance(part, StoredReasoning)]
        texts = [kept.text, *(part.text for part in kept.parts if isinstance(part, TextPart | StoredReasoning))]
        texts += [detail.text for part in thoughts for detail in part.details]
        texts += [text for call in calls(kept) for text in (call.output, call.error_text) if isinstance(text, str)]
        assert not [text for text in texts if text and without_working_memory(text) is not text]


@given(text=TAGS)
def test_no_note_is_left_in_a_text(text):
    """What remains is of the text, in order, and holds no stretch that is closed."""
    after = without_working_memory(text)
    rest = iter(text)

    assert all(letter in rest for letter in after)
    assert without_working_memory(after) is after
