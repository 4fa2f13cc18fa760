"""Stored messages are made anew only where something changed."""

from __future__ import annotations

from segue.json_values import EMPTY, JsonObject
from segue.messages import StoredMessage, ToolInvocation
from segue.parts import TextPart
from segue.repairs._stored import calls_of, with_fields, with_stored, with_values

TEXT = TextPart("Hi")
MESSAGE = StoredMessage("m1", "user", (TEXT,))


def test_the_calls_that_count_are_those_among_the_parts():
    """The list beside them where there are none."""
    call, other = ToolInvocation("a", "get", "call"), ToolInvocation("b", "get", "call")
    assert calls_of(StoredMessage("m", "assistant", (TEXT, call), invocations=(other,))) == (call,)
    assert calls_of(StoredMessage("m", "assistant", (TEXT,), invocations=(other,))) == (other,)


def test_the_same_messages_are_the_same_tuple():
    """Whatever sequence they come in."""
    messages = (MESSAGE,)
    assert with_stored(messages, [MESSAGE]) is messages
    assert with_stored(messages, []) == ()


def test_the_same_fields_are_the_same_record():
    """Tuples by what they hold, texts by their letters, others by identity."""
    assert with_fields(MESSAGE, parts=(TEXT,), id=str(b"m1", "ascii")) is MESSAGE
    assert with_fields(MESSAGE, parts=(TextPart("Ho"),), id="m1") == StoredMessage("m1", "user", (TextPart("Ho"),))
    call = ToolInvocation("a", "get", "call", output=1)
    assert with_fields(call, output=True).output is True


def test_the_same_values_are_the_same_object():
    """Others keep their places."""
    given = JsonObject(a=EMPTY, b=1)
    assert with_values(given, a=EMPTY) is given
    assert with_values(given, a=EMPTY, b=2) == {"a": {}, "b": 2}
    assert list(with_values(given, a=JsonObject(c=2), d=3).items()) == [("a", {"c": 2}), ("b", 1), ("d", 3)]
