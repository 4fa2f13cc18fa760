"""`segue explain` finds the rule behind an error, however it was pasted."""

from __future__ import annotations

import json

import pytest

import segue
from segue_shell.cli.explain import error_words

ERROR = "messages: final assistant content cannot end with trailing whitespace"
BODY = {"type": "error", "error": {"type": "invalid_request_error", "message": ERROR}}
RULE = "anthropic-closing-whitespace"
PASTED = [
    ERROR,
    f"anthropic.BadRequestError: Error code: 400 - {BODY}",
    json.dumps(BODY),
    json.dumps(BODY, indent=2),
    f"HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\n\r\n{json.dumps(BODY)}",
    json.dumps({"error": {"message": "Provider returned error", "metadata": {"raw": json.dumps(BODY)}}}),
    json.dumps([{"error": BODY}]),
    "\ufeff" + ERROR,
    json.dumps(BODY)[:-1],
]


@pytest.mark.parametrize("pasted", PASTED)
def test_the_rule_is_found(run, pasted):
    """Message, traceback, body, body in a body, log: the rule is found in each."""
    done = run("explain", given=pasted)

    assert done.exit_code == 0
    assert done.stdout.startswith(f"{RULE}\n")


def test_rule_cause_and_repair_are_told(run, to):
    """The answer holds demand, cause, repair, losses, source, and what to run."""
    [rule] = [rule for rule in segue.BUILT_IN if rule.name == RULE]
    told = run("explain", *to, given=ERROR).stdout
    labels = [line.split()[0] for line in told.splitlines()[1:] if line[2:3].strip()]

    assert {"cause", "repair", "loses", "seen", "run"} <= set(labels)
    assert rule.evidence[0].source in told
    assert f"segue fix FILE --to {to[1]}" in told


@pytest.mark.parametrize(
    ("pasted", "verb"),
    [
        ("messages: text content blocks must be non-empty", "fix"),
        ("messages: at least one message is required", "check"),
        ("Previous response with id 'resp_1' not found.", ""),
    ],
)
def test_the_verb_that_helps_is_told(run, pasted, verb):
    """What is repaired is fixed, what is found is checked; where neither does anything, neither is named."""
    told = [line.split()[2] for line in run("explain", given=pasted).stdout.splitlines() if line.startswith("  run ")]

    assert set(told) == ({verb} if verb else set())


def test_a_file_is_read(run, file):
    """The error may be in a file."""
    assert run("explain", file(BODY)).stdout.startswith(RULE)


def test_an_unknown_error_is_no_success(run):
    """Where no rule knows the error, the status is 1 and nothing is on standard output."""
    done = run("explain", given="the moon is not made of cheese")

    assert (done.exit_code, done.stdout) == (1, "")
    assert "no rule knows this error" in done.stderr


def test_rules_of_other_targets_are_named(run):
    """An error that another target's rule knows is told so."""
    done = run("explain", "--to", "cerebras/llama3.3-70b", given=ERROR)

    assert done.exit_code == 1
    assert RULE in done.stderr


def test_empty_input_is_bad(run):
    """Nothing pasted is bad input."""
    assert run("explain", given=" \n").exit_code == 2


def test_a_missing_file_is_bad(run):
    """A file that is not there is bad input."""
    assert run("explain", "none.json").exit_code == 2


def test_an_unknown_target_is_refused(run):
    """The target is read as elsewhere."""
    assert "did you mean anthropic?" in run("explain", "--to", "antropic/x", given=ERROR).stderr


def test_invalid_bytes_do_not_hide_an_error(run):
    """A paste in another encoding is still searched."""
    assert run("explain", given=b"\xff\xfe " + ERROR.encode()).exit_code == 0


def test_the_message_comes_first():
    """Of a body that repeats the request, the message is read before the rest."""
    words = error_words(json.dumps({"request": ["x" * 50], "error": {"code": 400, "message": "told"}}))

    assert words.splitlines()[0] == "told"


@pytest.mark.parametrize("text", ['{"a": ' * 50_000, '{"a": [' * 300 + "]}" * 300, '{"raw": "{\\"a\\": }"}', "{", '"{"', '{"a": "[["}'])
def test_odd_bodies_are_taken_as_text(text):
    """Whatever the braces are, the text itself is kept."""
    assert error_words(text).endswith(text)
