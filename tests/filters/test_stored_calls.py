"""Calls go out of stored messages in every state, from the parts and from the list beside them."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.filters import without_stored_calls
from segue.formats.mastra import decode_messages, encode_messages
from segue.json_values import EMPTY, freeze_object
from segue.messages import RESPONSE, STATES, Data, Source, StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Extras, Shape
from tests.repairs.settling import steps

X = TextPart("x")
SHOWN = freeze_object({"mastra": {"modelOutput": "nine"}})


def inv(id, name="t", state="result", **fields):
    """Return a call."""
    return ToolInvocation(id, name, state, **fields)


def row(*parts, id="a", **fields):
    """Return an assistant's message."""
    return StoredMessage(id, "assistant", parts, **fields)


def filtered(rows, *arguments, **options):
    """Filter, and see that there is nothing left to do."""
    after = without_stored_calls(rows, *arguments, **options)
    assert after is not rows
    assert without_stored_calls(after, *arguments, **options) is after
    return after


def left(*rows, exclude=None, **options):
    """Return the ids and names of the calls that are left, message by message."""
    return [[(part.id, part.name) for part in message.parts if isinstance(part, ToolInvocation)] for message in filtered(rows, exclude, **options)]


@pytest.mark.parametrize("state", [*STATES, "", "unknown-state"])
@pytest.mark.parametrize("exclude", [None, {"t"}])
def test_a_call_goes_in_every_state(state, exclude):
    """All of them or one tool's."""
    assert filtered((row(inv("k", state=state), X),), exclude) == (row(X),)


def test_nothing_to_filter_is_the_same_sequence():
    """Of whatever kind it is; messages that hold no calls are the same objects."""
    other, mine = row(X, id="b"), row(inv("k"), X)
    for rows in ((), [], [other], (other, row(), row(StepStart()), row(StoredReasoning("n")))):
        assert without_stored_calls(rows) is rows
    for options in ({"exclude": ["T"]}, {"exclude": ()}, {"keep": ["k"]}, {"exclude": {"t"}, "keep": {"k"}}):
        rows = [mine, other]
        assert without_stored_calls(rows, **options) is rows
    assert filtered((mine, other))[1] is other


def test_other_parts_stay():
    """The same objects in order."""
    parts = (TextPart("one"), FilePart("text/plain", "aGk="), Data("chart", 1), Source("s"), StoredReasoning("n"), StepStart(), OpaquePart("odd", EMPTY, "mastra"))
    after = filtered((row(inv("k"), *parts[:3], inv("l"), *parts[3:]),))
    assert [part is one for part, one in zip(after[0].parts, parts, strict=True)] == [True] * 7


def test_what_stands_on_a_message_stays():
    """Everything but the calls."""
    whole = StoredMessage(
        "a", "assistant", (X, inv("k")), "2026-01-02T03:04:05.006Z", "t9", "r9", "x", SHOWN, (inv("l", "z"),), Extras("mastra", SHOWN), Shape("mastra"), RESPONSE
    )  # fmt: skip
    after = filtered((whole,), {"t"})[0]
    assert after == evolve(whole, parts=(X,))
    assert (after.shape, after.sources) == (whole.shape, RESPONSE)


@pytest.mark.parametrize("role", ["user", "system", "signal", "tool"])
def test_roles_do_not_matter(role):
    """As the original filters every message."""
    assert filtered((StoredMessage("a", role, (inv("k"), X)), StoredMessage("b", role, (inv("k"),)))) == (StoredMessage("a", role, (X,)),)


@pytest.mark.parametrize(
    "parts", [(), (StoredReasoning("Count."),), (TextPart(""),), (TextPart(" \n\ufeff"), StepStart()), (StepStart(), StoredReasoning("n"))]
)
def test_a_message_left_with_nothing_to_say_goes(parts):
    """A thought without its call is refused by its provider, a blank text by most."""
    assert filtered((row(*parts, inv("k")), row(X, id="b"))) == (row(X, id="b"),)
    assert filtered((row(*parts, inv("k"), text=" \ufeff\xa0"),)) == ()


def test_a_message_left_with_steps_stays():
    """Steps are not sent; the original keeps it while the run goes on."""
    assert filtered((row(StepStart(), inv("k")),)) == (row(StepStart()),)


@pytest.mark.parametrize("text", ["Nine.", "\x85"])
def test_text_beside_the_parts_keeps_a_message(text):
    """What `trim` of JavaScript leaves."""
    assert filtered((row(inv("k"), text=text),), {"t"}) == (row(text=text),)


def test_kept_ids_stay():
    """In the parts and in the list beside them, of named tools too."""
    rows = (row(inv("k"), inv("l"), invocations=(inv("k"), inv("l"))),)
    for exclude in (None, {"t"}):
        assert filtered(rows, exclude, keep=["l"]) == (row(inv("l"), invocations=(inv("l"),)),)


@pytest.mark.parametrize(
    ("parts", "listed", "expected"),
    [
        ((inv("k"), X), (inv("k"),), []),
        ((inv("k", state="partial-call"), X), (inv("k", state="partial-call"),), []),
        ((X,), (inv("k"), inv("l", "z")), ["l"]),
        ((inv("k"), X), (inv("k", "other", ""), inv("m", "other", "")), ["m"]),
        ((inv("k"), inv("l", "z")), (inv("k"), inv("l", "z")), ["l"]),
        ((inv("k", "z"), X), (inv("k", "z"), inv("k")), ["k"]),
        ((inv("", "z"), inv(""), X), (inv("", "z"), inv("")), [""]),
        ((inv("k", state="call"), X), (inv("k", "other", ""),), []),
    ],
)
def test_parts_and_list_agree(parts, listed, expected):
    """A listed call goes as the part of its id does, else by its own name."""
    assert [call.id for call in filtered((row(*parts, invocations=listed),), {"t"})[0].invocations] == expected


def test_a_listed_call_stays_with_its_part():
    """Though another part under its id goes."""
    pair = inv("k"), inv("k", "z")
    assert filtered((row(inv("k", "z", "call")), row(*pair, invocations=pair)), {"t"})[1] == row(pair[1], invocations=pair[1:])


def test_the_list_alone_may_hold_calls():
    """Of rows that have it and no parts."""
    assert filtered((row(invocations=(inv("k"),)), row(invocations=(inv("k"),), text="Nine."))) == (row(text="Nine."),)


def test_a_message_that_still_lists_a_call_stays():
    """Though nothing else is left in it."""
    assert filtered((row(inv("k"), invocations=(inv("k"), inv("l", "z"))),), {"t"}) == (row(invocations=(inv("l", "z"),)),)


def test_an_emptied_list_is_not_written():
    """Nor an empty one left behind; what is not empty is written as it came."""
    text, call = {"type": "text", "text": "x"}, {"state": "result", "toolCallId": "k", "toolName": "t", "args": {}, "result": 1}
    content = {"format": 2, "parts": [text], "toolInvocations": [call, call | {"toolName": "z"}], "more": 1}
    rows = decode_messages([{"id": "a", "role": "assistant", "content": content}]).unwrap()

    assert encode_messages(filtered(rows))[0]["content"] == {"format": 2, "parts": [text], "more": 1}
    assert encode_messages(filtered(rows, {"t"}))[0]["content"] == content | {"toolInvocations": [call | {"toolName": "z"}]}


def test_a_list_that_was_empty_is_not_written_once_a_call_went():
    """As the original has it; of a message that stays as it is, it is."""
    call = {"type": "tool-invocation", "toolInvocation": {"state": "result", "toolCallId": "k", "toolName": "t", "args": {}, "result": 1}}
    text = {"type": "text", "text": "x"}
    raw = [{"id": "a", "role": "assistant", "content": {"format": 2, "parts": parts, "toolInvocations": []}} for parts in ([call, text], [text])]

    written = encode_messages(filtered(decode_messages(raw).unwrap()))
    assert written == [raw[0] | {"content": {"format": 2, "parts": [text]}}, raw[1]]


def test_an_outcome_goes_with_its_call():
    """From another message, under another name."""
    assert left(row(inv("k", state="call")), row(inv("k", "renamed"), X), exclude={"t"}) == [[]]


def test_a_call_goes_with_its_outcome():
    """It does not stay behind, waiting."""
    assert left(row(inv("k", "z", "call")), row(inv("k"), X), exclude={"t"}) == [[]]


def test_outcomes_of_one_message_under_one_id_go_together():
    """As the original has it."""
    assert left(row(inv("k"), inv("k", "u"), inv("l", "u"), X), exclude={"t"}) == [[("l", "u")]]


@pytest.mark.parametrize(
    "rows",
    [
        (row(inv("k", state="call"), inv("k", "z", "call")), row(inv("k", "z"))),
        (row(inv("k", state="call"), inv("k", "z", "call")), row(inv("k"), inv("k", "z"))),
        (row(inv("k")), row(inv("k", "z"))),
        (row(inv("k")), row(inv("k", "z", "call")), row(inv("k", "z"))),
        (row(inv("k", "u", "call"), inv("k", "z")), row(inv("k"))),
        (row(inv("k", state="call")), row(inv("k", "z", "call"))),
        (row(inv("k", state="call"), inv("k")), row(inv("k", "z", "call"))),
        (row(inv("", state="call")), row(inv("", "z"))),
        (row(inv("")), row(inv("", "z", "call"))),
    ],
)
def test_of_two_tools_that_share_an_id_one_goes(rows):
    """The other's call and outcome stay."""
    expected = [(part.id, part.name) for message in rows for part in message.parts if part.name == "z"]
    assert [call for message in left(*rows, exclude={"t"}) for call in message] == expected


def test_compact_output_stays_in_the_place_of_the_call():
    """Of completed calls that go; others leave nothing."""
    parts = (TextPart("see"), inv("k", provider_options=SHOWN), inv("l", state="call", provider_options=SHOWN), inv("m", "z", provider_options=SHOWN), inv("n"), X)
    after = filtered((row(*parts),), {"t"}, preserve_model_output=True)[0]
    assert after.parts == (TextPart("see"), TextPart("t result:\nnine"), parts[3], X)


def test_a_message_left_with_a_compact_output_stays():
    """It says something."""
    assert filtered((row(inv("k", provider_options=SHOWN)),), preserve_model_output=True) == (row(TextPart("t result:\nnine")),)


def test_malformed_calls_are_carried_unread():
    """They are no calls; nothing breaks."""
    wire = [{"type": "tool-invocation"}, {"type": "tool-invocation", "toolInvocation": {"toolCallId": 5}}, None, {"type": "text", "text": "x"}]
    rows = decode_messages([{"id": "a", "role": "assistant", "content": {"format": 2, "parts": wire}}]).unwrap()
    assert without_stored_calls(rows) is rows
    assert without_stored_calls(rows, {"t"}, preserve_model_output=True) is rows


@pytest.mark.parametrize("options", [{}, {"exclude": {"t"}}, {"exclude": {"t"}, "keep": {"k7"}}, {"preserve_model_output": True}])
@pytest.mark.parametrize("name", ["k", "k{}", ""])
def test_it_takes_as_long_as_the_messages(name, options):
    """Twice the messages, or the calls in one, twice the steps."""

    def long(size):
        calls = [inv(name.format(number), provider_options=SHOWN) for number in range(size)]
        return (*(row(X, call, invocations=(call,)) for call in calls), row(X, *calls, invocations=tuple(calls)))

    once, twice = (steps(partial(without_stored_calls, long(size), **options)) for size in (100, 200))
    assert twice < 2.2 * once
