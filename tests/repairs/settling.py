"""What the tests of repairs share: a repair that fires and settles, one that leaves alone, what it spared, how many steps it took."""

from __future__ import annotations

import sys

from segue.parts import ToolCallPart, ToolResultPart


def settled(repair, before):
    """Repair, and see that it did something and that there is nothing left to do."""
    after = repair(before)
    assert after is not before
    assert repair(after) is after
    return after


def untouched(repair, *prompts):
    """See that a repair returns each prompt itself, and the empty one too."""
    for given in prompts:
        assert repair(given) is given


def spared(before, after, *touched):
    """See that all messages but those at the touched positions are the same objects, in order."""
    kept = [message for index, message in enumerate(before.messages) if index not in touched]
    found = [message for message in after.messages if any(message is one for one in kept)]
    assert len(found) == len(kept)
    assert all(one is other for one, other in zip(found, kept, strict=True))


def said(message):
    """Return the texts of a message, what is no text as its class's name."""
    return [part.text if hasattr(part, "text") else type(part).__name__ for part in message.content]


def roles(given):
    """Return the initials of the roles: s, u, a and t."""
    return "".join(type(message).__name__[0].lower() for message in given.messages)


def ids(given):
    """Return the ids of all calls and results, message by message."""
    return [[part.id for part in message.content if isinstance(part, ToolCallPart | ToolResultPart)] for message in given.messages]


def steps(run):
    """Return how many calls and returns, of built-ins too, running takes. A count is the same on every machine; a time is not."""
    count = 0

    def tick(_frame, _event, _argument):
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
