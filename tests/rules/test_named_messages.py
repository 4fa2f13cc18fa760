"""The message of a payload that an error names is found among the records."""

from __future__ import annotations

import pytest

from segue.failures import CallFailure
from segue.formats.registry import FORMATS
from segue.prompts import prompt, system, user
from segue.rules._named_messages import named_message

CALL = {"type": "tool_use", "id": "toolu_1", "name": "shelf", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "14 left"}
PAYLOAD = {
    "system": "Be brief.",
    "messages": [
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": [CALL]},
        {"role": "user", "content": [RESULT, {"type": "text", "text": "Well?"}, RESULT]},
        {"role": "user", "content": [RESULT]},
        {"role": "user", "content": "And?"},
        {"role": "assistant", "content": "14."},
        {"role": "system", "content": "Be long."},
        {"role": "user", "content": "Hm."},
    ],
}
MESSAGES = FORMATS["anthropic"].decode(PAYLOAD).unwrap().prompt.messages
WORDS = [part.text for message in MESSAGES for part in message.content if hasattr(part, "text")]


def named(text, messages=MESSAGES):
    """Return the index of the message that a text names."""
    return named_message(messages, "anthropic", CallFailure(text))


def test_every_message_of_a_payload_is_found():
    """Results share one with each other and with words behind them, unless they came apart; system text at the front is none."""
    assert [named(f"messages.{wire}.content.0: no") for wire in range(len(PAYLOAD["messages"]))] == [1, 2, 3, 6, 7, 8, 9, 10]


def test_the_body_is_read_too():
    """Where the message tells nothing."""
    assert named_message(MESSAGES, "anthropic", CallFailure("Error", 400, '{"message": "messages.1.content.0: no"}')) == 2


@pytest.mark.parametrize("text", ["", "no", "messages.x.content.0", "messages.1", "messages.9999999999.content.0"])
def test_where_none_is_named_it_is_the_beginning(text):
    """No place, or none that can be one."""
    assert named(text) == 0


@pytest.mark.parametrize("text", ["messages.8.content.0: no", "messages.999999999.content.0"])
def test_one_that_is_not_there_is_behind_the_last(text):
    """Nothing stands there."""
    assert named(text) == len(MESSAGES)


def test_system_text_of_another_format_is_no_message():
    """It was read from no list of this one."""
    assert named("messages.0.content.0: no", prompt(system("Be brief."), user("Hi")).messages) == 1
    assert named("messages.0.content.0: no", prompt(system("Be brief.")).messages) == 1
