"""What a rejection says, whatever it comes as."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from segue.failures import CallFailure
from segue.rejections import failures_in

BODY = {"error": {"message": "no “such” model"}}
TEXT = '{"error": {"message": "no “such” model"}}'


class StatusError(Exception):
    """An SDK's error."""

    def __init__(self, words, **fields):
        super().__init__(words)
        self.__dict__.update(fields)


SAID = [
    (ValueError("Bad"), CallFailure("Bad")),
    (StatusError("Bad", body=BODY), CallFailure("Bad", None, TEXT)),
    (StatusError("x", message="Bad", body="no", status_code=400), CallFailure("Bad", 400, "no")),
    (StatusError("x", message=None, response_body=b"no \xff", status=503), CallFailure("x", 503, "no \ufffd")),
    ({"message": "Bad", "responseBody": "no", "statusCode": 400}, CallFailure("Bad", 400, "no")),
    ({"message": "Bad", "status": True, "body": None}, CallFailure("Bad", None, "")),
    (BODY, CallFailure("", None, TEXT)),
    (SimpleNamespace(message="Bad", body=[1]), CallFailure("Bad", None, "[1]")),
    (SimpleNamespace(message={"a": "b"}), CallFailure('{"a": "b"}')),
    (object(), CallFailure("")),
    (CallFailure("Bad", 400, "no"), CallFailure("Bad", 400, "no")),
]


@pytest.mark.parametrize(("error", "said"), SAID)
def test_words_status_and_body_are_found(error, said):
    """In exceptions, mappings and objects, under the names that SDKs give them; what is no text as JSON."""
    assert (said,) == failures_in(error)


@pytest.mark.parametrize("error", [None, "Bad", b"Bad", ""])
def test_bare_text_is_no_error(error):
    """It may be anything that was said."""
    assert failures_in(error) == ()


def caused(error, cause):
    """Return an error that was raised from another."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        caused(ValueError("Failed"), StatusError("Bad")),
        StatusError("Failed", cause=StatusError("Bad")),
        {"message": "Failed", "cause": {"message": "Bad"}},
        SimpleNamespace(message="Failed", cause=CallFailure("Bad")),
    ],
)
def test_causes_are_followed(error):
    """Python's own and those of other SDKs, outermost first."""
    assert [failure.message for failure in failures_in(error)] == ["Failed", "Bad"]


def test_a_cause_that_is_text_says_nothing():
    """As text does elsewhere."""
    assert len(failures_in({"message": "Failed", "cause": "Bad"})) == 1


def test_a_circle_of_causes_ends():
    """An error may be its own cause."""
    error = StatusError("Bad")
    error.cause = error
    assert {failure.message for failure in failures_in(error)} == {"Bad"}


def circular():
    """Return a list that holds itself."""
    held = []
    held.append(held)
    return held


@pytest.mark.parametrize(("body", "text"), [(circular(), ""), ({1: object}, json.dumps({"1": str(object)})), ({(1,): 2}, "")])
def test_what_is_no_json_is_written_as_far_as_it_goes(body, text):
    """Nothing is raised."""
    assert failures_in({"body": body})[0].body == text
