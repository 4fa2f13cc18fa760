"""What the strategies for stored messages are steered towards comes up within a hundred draws."""

from functools import cache

import pytest
from hypothesis import given, settings
from returns.pipeline import is_successful

from segue.formats.mastra import decode_messages, read_message
from segue.messages import STATES, StoredMessage, ToolInvocation
from segue.parts import OpaquePart
from segue.testing.stored import stored_messages, stored_threads, wire_messages, wire_payloads
from tests.testing.test_strategies import LOOK

MESSAGES, THREADS, WIRE, PAYLOADS = stored_messages(), stored_threads(), wire_messages(), wire_payloads()


@cache
def draws(strategy):
    """Return what a strategy gives in a hundred draws."""
    drawn = []

    @settings(LOOK, max_examples=100)
    @given(strategy)
    def draw(made):
        drawn.append(made)

    draw()
    return drawn


def invocations(messages):
    """The calls of all messages."""
    return [part for message in messages for part in message.parts if isinstance(part, ToolInvocation)]


def test_every_state_comes_up():
    """Calls come in all states."""
    assert set(STATES) == {call.state for call in invocations(draws(MESSAGES))}


def test_threads_are_in_order():
    """Ids of a thread differ, and times rise."""
    assert all(len({message.id for message in thread}) == len(thread) for thread in draws(THREADS))
    assert all(sorted(message.created_at for message in thread) == [message.created_at for message in thread] for thread in draws(THREADS))


def forms():
    """The forms of the contents that can be read."""
    return {message.shape.form for wire in draws(WIRE) if is_successful(read := decode_messages([wire])) for message in read.unwrap()}


def test_every_form_of_content_comes_up():
    """Contents are objects, strings, lists, odd, and missing."""
    assert {"object", "partless", "string", "list", "odd", "absent"} == forms()


FINDS = {
    "a message that is none": lambda wire: not is_successful(decode_messages([wire])),
    "a part that no record can hold": lambda wire: any(isinstance(part, OpaquePart) for part in parts(wire)),
    "a stamped part": lambda wire: any(getattr(part, "extras", None) for part in parts(wire)),
}


def parts(wire):
    """The parts of a message, if it is one."""
    read = decode_messages([wire])
    return read.unwrap()[0].parts if is_successful(read) else ()


@pytest.mark.parametrize("name", FINDS)
def test_odd_messages_come_up(name):
    """Each oddity is drawn."""
    assert any(map(FINDS[name], draws(WIRE)))


def test_payloads_are_lists():
    """Payloads of none, one and several messages are drawn."""
    assert {0, 1, 2, 3} == set(map(len, draws(PAYLOADS)))


def test_drawn_records_are_messages():
    """What is drawn are records that the readers could have made."""
    assert {StoredMessage} == {type(message) for message in draws(MESSAGES)}
    assert read_message(draws(WIRE)[0])
