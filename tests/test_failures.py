"""What went wrong and what was done, said in one line each."""

import pytest

from segue.failures import CallFailure, Change, Correction, DecodeError, DecodeFailure, Fault, Recovery, dotted
from segue.kinds import Loss
from segue.messages import StoredMessage
from segue.prompts import Request, prompt, user

PLACES = {
    (): "",
    ("messages",): "messages",
    (3, "content"): "[3].content",
    ("messages", 3, "content", 0, "text"): "messages[3].content[0].text",
    ("a", 0, 1, "b"): "a[0][1].b",
}


@pytest.mark.parametrize(("place", "text"), PLACES.items())
def test_places_are_written_as_providers_do(place, text):
    """Names are parted by dots, indices stand in brackets."""
    assert dotted(place) == text


def test_a_decode_failure_names_place_expectation_and_find():
    """A payload's fault is said in one line; the root is the payload."""
    failure = DecodeFailure("anthropic", ("messages", 0, "role"), "a string", "7")
    assert str(failure) == "messages[0].role: expected a string, found 7 (read as anthropic)"
    assert str(DecodeFailure("ai-sdk", (), "a list", "null")) == "the payload: expected a list, found null (read as ai-sdk)"


def test_a_decode_error_carries_its_failure():
    """The error is a ValueError in the failure's words, with the failure in it."""
    failure = DecodeFailure("anthropic", ("messages",), "a list", "null")
    error = DecodeError(failure)
    assert error.failure is failure
    assert isinstance(error, ValueError)
    assert str(error) == str(failure)


def test_a_fault_names_place_and_rule():
    """A fault is repairable unless it says otherwise."""
    fault = Fault("anthropic-blank-text", ("messages", 1))
    assert str(fault) == "messages[1]: anthropic-blank-text"
    assert fault.repairable


@pytest.mark.parametrize(
    ("losses", "text"),
    [
        (frozenset(), "messages[1]: x-y"),
        (frozenset({Loss.ADDED}), "messages[1]: x-y (added)"),
        (frozenset({Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}), "messages[1]: x-y (cache marker, opaque token)"),
    ],
)
def test_a_change_names_what_was_lost(losses, text):
    """Losses are named in plain words and in a fixed order."""
    assert str(Change("x-y", ("messages", 1), losses)) == text


def test_a_call_failure_may_be_words_alone():
    """Status and body are known where the provider gave them."""
    assert CallFailure("No.") == CallFailure("No.", None, "")


def test_a_recovery_is_a_request_and_why():
    """A recovery holds the request to send, the rule behind it and what it changed."""
    change = Change("x-y", ("messages", 0), frozenset())
    recovery = Recovery(Request(prompt(user("Hi"))), "x-y", (change,))
    assert (recovery.request.prompt.messages, recovery.rule, recovery.changes) == ((user("Hi"),), "x-y", (change,))


def test_a_correction_is_messages_and_why():
    """A correction holds the stored messages, the rule behind it, and which calls have new ids, none if not told otherwise."""
    message = StoredMessage("m1", "user")
    assert Correction((message,), "x-y") == Correction((message,), "x-y", {})
