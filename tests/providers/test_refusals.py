"""What went wrong, made into failures; keys struck out of it."""

from __future__ import annotations

import json

import pytest

from segue_shell.providers.masking import MASK, masked
from segue_shell.providers.refusals import LONGEST, failure_of, refusal, said

KEYS = [
    "sk-ant-api03-AbCd_1234-efgh", "sk-proj-abcdefgh12345678", "sk-or-v1-0123456789abcdef", "gsk_0123456789abcdef", "xai-0123456789abcdef",
    "csk-0123456789abcdef", "pplx-0123456789abcdef", "AIzaSyA0123456789abcdefghijklmnopqrstuv", "ya29.a0AfH6SMBx-0123456789",
    "AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE", "sk-ab***************xyz1", "hf_0123456789abcdef",
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("around", ["%s", "Incorrect API key provided: %s.", '{"key": "%s"}', "(%s)", "https://x/?a=1&key=%s&b=2", "'x-api-key': '%s'"])
def test_what_looks_like_a_key_is_masked(key, around):
    """Keys of all makers are struck out, wherever they stand."""
    text = masked(around % key)

    assert key not in text
    assert key[6:] not in text
    assert MASK in text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Authorization: Bearer eyJhbGciOi.J9-x_y", f"Authorization: Bearer {MASK}"),
        ("Basic dXNlcjpwYXNzd29yZDEyMw==", f"Basic {MASK}"),
        ('{"api_key":"hunter2","n":1}', f'{{"api_key":"{MASK}","n":1}}'),
        ('{\\"x-goog-api-key\\": \\"hunter2\\"}', f'{{\\"x-goog-api-key\\": \\"{MASK}\\"}}'),
        ("GET /v1?key=hunter2 HTTP/1.1", f"GET /v1?key={MASK} HTTP/1.1"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", f"aws_secret_access_key = {MASK}"),
        ("X-Amz-Security-Token=IQoJb3Jp", f"X-Amz-Security-Token={MASK}"),
    ],
)
def test_what_is_named_a_key_is_masked(text, left):
    """What stands behind the name of a key is struck out, whatever it looks like, and nothing else."""
    assert masked(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A09q90qw90lq917835lq9",
        "invalid x-api-key", '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
        "Item 'rs_67ccf18ef5fc8190b16dbee19bc54e5f' of type 'reasoning' was provided without its required following item.",
        "a risk-averse-wording, a task-list_of_things", "Bearer authentication requires HTTPS", "max_tokens: 300000 > 200000", "key: value", "the token=…",
    ],
)  # fmt: skip
def test_other_words_are_left(text):
    """Ids and ordinary words are not taken for keys: rules look for them."""
    assert masked(text) == text


def test_secrets_that_were_given():
    """The caller's own secrets are struck out, the longest first; words too short to be one are left."""
    assert masked("own-secret-token, own-secret, none", ["own-secret", "own-secret-token", "none"]) == f"{MASK}, {MASK}, none"


def test_masking_is_linear():
    """Text without end is masked in time that grows as it does: no pattern goes back over what it read."""
    for piece in ("sk-", "Bearer ", "api_key=", "Bearer a", "AKIA", 'x-api-key: \\"', "?key"):
        assert len(masked(piece * 20_000)) > 0


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "A"}}, "A"), ({"message": "A"}, "A"), ({"error": {"error": {"message": "A"}}}, "A"), ([{"error": {"message": "A"}}], "A"),
        ({"detail": "A"}, "A"), ({"detail": [{"msg": "A"}, {"msg": "B"}]}, "A; B"), ({"errors": ["A", "B"]}, "A; B"), ({"error": {"code": 5}}, ""),
        ({}, ""), (5, ""), (None, ""), ([], ""), ({"message": ""}, ""), ({"error": None, "message": "A"}, "A"),
    ],
)  # fmt: skip
def test_words_are_found(body, words):
    """The words of a body are found at each of the usual places."""
    assert said(body) == words


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"error": {"code": 429}}, 429), ({"error": {"code": "503"}}, 503), ({"error": {"type": "overloaded_error"}}, 529),
        ({"error": {"code": "rate_limit_exceeded", "type": "requests"}}, 429), ({"code": 200}, None), ({"error": {"code": True}}, None),
        ({"error": {"status": "UNAVAILABLE"}}, None), ("gone", None), ([{"error": {"code": 400}}], 400), ([], None), ({"error": {"code": 1004}}, None),
        ({"error": {"code": "4" * 5000}}, None), ({"error": {"code": -400}}, None), ({"error": {"code": 400.5}}, None),
    ],
)  # fmt: skip
def test_a_status_is_found(body, status):
    """An error in a reply that began well has the status that it names or stands for, and no other."""
    assert refusal(body, None, ()).status == status
    assert refusal(body, 418, ()).status == 418


def test_a_body_is_kept_as_it_came():
    """Text is kept to the letter, JSON is written; of a 401 or 403 nothing is, nor more than rules look at."""
    assert refusal('{"error" :{"message":"A"}}', 400, ()).body == '{"error" :{"message":"A"}}'
    assert json.loads(refusal({"error": "é"}, 400, ()).body) == {"error": "é"}
    assert [refusal({"error": "A"}, status, ()).body for status in (401, 403)] == ["", ""]
    assert [len(text) for text in (refusal("x" * 99_999, 400, ()).body, refusal("x" * 99_999, 400, ()).message)] == [LONGEST] * 2


def test_a_body_nested_without_end():
    """A body that cannot be written, nested as it is, is left out; its words are found all the same."""
    deep = "x"
    for _ in range(50_000):
        deep = {"within": deep}
    failure = refusal({"message": "A", "more": deep}, 400, ())

    assert (failure.message, failure.body) == ("A", "")


@pytest.mark.parametrize(
    ("body", "otherwise", "words"),
    [
        ("Upstream is down", "Error code: 502", "Upstream is down"), ("<html>", "Error code: 502", "Error code: 502"), ("<html>", "", "<html>"),
        ("", "", "the provider did not say what went wrong"), ("[" * 2000, "", "[" * 2000), ("{}", "Error code: 502", "Error code: 502"),
    ],
)  # fmt: skip
def test_text_speaks_for_itself(body, otherwise, words):
    """A body of plain text is what was said, a page is not."""
    assert refusal(body, 502, (), otherwise).message == words


class Unread:
    """A response whose body was never read."""

    @property
    def text(self):
        """Raise as httpx does."""
        raise RuntimeError("Attempted to access streaming response content, without having called `read()`.")


class SdkError(Exception):
    """An exception as SDKs have them."""

    def __init__(self, words, **fields):
        super().__init__(words)
        vars(self).update(fields)


def test_exceptions_are_read():
    """An exception has the status and body of its response, its own decoded body where that cannot be read, or neither."""
    unread = SdkError("Error code: 400", status_code=400, response=Unread(), body={"error": {"message": "A"}})
    named, bare = SdkError("", status_code=True), SdkError("Connection error.")
    bare.__cause__ = OSError("Name or service not known")

    assert (failure_of(unread, ()).message, failure_of(unread, ()).status) == ("A", 400)
    assert (failure_of(named, ()).message, failure_of(named, ()).status) == ("SdkError", None)
    assert failure_of(bare, ()).message == "Connection error. (Name or service not known)"
