"""Decoders are total: what they raise becomes a failure that says where, what was expected and what stood there."""

import pytest
from returns.pipeline import is_successful

from segue.failures import DecodeFailure
from segue.formats.format import describe, reading
from segue.formats.registry import FORMATS
from segue.json_values import Malformed, freeze_object
from segue.prompts import Request, prompt, user

DESCRIBED = {
    "null": None, "true": True, "false": False, "7": 7, "-0.0": -0.0, "1e+30": 1e30, "'Hi'": "Hi", "an object": {"a": 1}, "a list": [1],
    "a bytes": b"x", "a set": {1}, "nan": float("nan"), "a very long integer": 10**5000,
}  # fmt: skip


@pytest.mark.parametrize(("text", "found"), DESCRIBED.items(), ids=DESCRIBED)
def test_what_stood_there_is_described(text, found):
    """Scalars are quoted as JSON has them, lists and objects named, and what is no JSON named by its class."""
    assert describe(found) == text


def test_records_are_described_as_the_json_they_hold():
    """A tuple is a list and a frozen object an object."""
    assert describe(()) == "a list"
    assert describe(freeze_object({})) == "an object"


@pytest.mark.parametrize(
    ("found", "text"),
    [("x" * 40, f"'{'x' * 40}'"), ("x" * 41, f"'{'x' * 40}…'"), ("é\x1b[31m\n", r"'\xe9\x1b[31m\n'"), ("\ud800", r"'\ud800'")],
)
def test_text_is_quoted_short_and_escaped(found, text):
    """At most 40 characters of a text are quoted, and none that could command a terminal."""
    assert describe(found) == text


def failing(found, *path):
    """A decoder that finds this at a place."""

    def decode(_):
        raise Malformed("a string", found, path)

    return reading("x", decode)


PAYLOAD = {"messages": [{"content": None}]}
STOOD = [
    (("messages", 0, "content"), "null"), (("messages", 0, "role"), "nothing"), (("messages", 5), "nothing"), (("messages", 0, "content", 0), "nothing"),
    ((), "null"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "found"), STOOD)
def test_null_is_told_from_nothing(path, found):
    """Where a key or item is missing nothing stood there, where it is null null did."""
    assert failing(None, *path)(PAYLOAD).failure() == DecodeFailure("x", path, "a string", found)


def test_a_failure_names_what_was_found():
    """What the decoder found is described, wherever it says it was."""
    assert failing(7, "messages", 0)(PAYLOAD).failure() == DecodeFailure("x", ("messages", 0), "a string", "7")


def test_what_is_read_is_a_success():
    """A request that a decoder returns is the result itself."""
    request = Request(prompt(user("Hi")))
    read = reading("x", lambda _: request)(PAYLOAD)
    assert is_successful(read)
    assert read.unwrap() is request


def test_other_errors_are_bugs():
    """An error that is not about the payload is not taken for one."""
    with pytest.raises(ZeroDivisionError):
        reading("x", lambda _: 1 / 0)(PAYLOAD)


def test_formats_are_found_by_name():
    """Each is the very object of its module, known by its own name; others are not."""
    assert len(FORMATS) == len({*FORMATS}) == 7
    assert all(name in FORMATS and FORMATS[name] is FORMATS[name] and FORMATS[name].name == name for name in FORMATS)
    assert "none-such" not in FORMATS
    with pytest.raises(KeyError, match="none-such"):
        FORMATS["none-such"]
