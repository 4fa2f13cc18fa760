"""Parts of other spellings find their place in the message, or in one of their own."""

from __future__ import annotations

from segue.json_values import freeze_object
from segue.parts import OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, SystemMessage, ToolMessage, UserMessage, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_parts import tell_foreign_parts


def unread(kind, **fields):
    """Return an unread part of a kind."""
    return OpaquePart(kind, freeze_object({"type": kind, **fields}), "elsewhere")


def none_is_own(_):
    """Tell that no part is the target's own."""
    return False


CALL = unread("tool_use", id="c1", name="clock", input={})
ANSWER = unread("tool_result", tool_use_id="c1", content="9:00")
THOUGHT = unread("thinking", thinking="Hm.")


def test_results_among_a_users_words_become_a_message_of_their_own():
    """A result in a user message is a tool message in its place; the words before and behind it stay the user's."""
    before = prompt(user("Time?"), AssistantMessage((CALL,)), UserMessage((TextPart("Well?"), ANSWER, TextPart("Thanks."))))
    after = tell_foreign_parts(before, none_is_own)

    assert [type(message).__name__ for message in after.messages[2:]] == ["UserMessage", "ToolMessage", "UserMessage"]
    assert isinstance(after.messages[1].content[0], ToolCallPart)
    assert after.messages[3] == tool(result("c1", "9:00"))
    assert tell_foreign_parts(after, none_is_own) is after


def test_a_call_that_is_there_already_is_not_said_twice():
    """A block that repeats a call of its message goes; another call is read."""
    other = unread("tool_use", id="c2", name="clock", input={})
    after = tell_foreign_parts(prompt(user("Time?"), AssistantMessage((CALL, other, call("c1", "clock")))), none_is_own)
    assert [part.id for part in after.messages[1].content] == ["c2", "c1"]


def test_thoughts_are_an_assistants_or_nobodys():
    """A thought is read in an assistant's message, and leaves no words in a user's."""
    after = tell_foreign_parts(prompt(UserMessage((THOUGHT,)), AssistantMessage((THOUGHT, TextPart("4")))), none_is_own)

    assert after.messages[0] == UserMessage(())
    assert type(after.messages[1].content[0]).__name__ == "ReasoningPart"


def test_what_a_message_cannot_hold_is_told():
    """A call in a user's or the system's words is labelled text."""
    after = tell_foreign_parts(prompt(SystemMessage((CALL,)), UserMessage((CALL,))), none_is_own)
    assert all(part.text.startswith("[tool_use part]") for message in after.messages for part in message.content)


def test_unread_pieces_of_results_are_read_or_told():
    """Text in another spelling is read inside a result; an unknown piece is labelled text."""
    before = prompt(assistant(call("c1", "x")), tool(ToolResultPart("c1", "x", (unread("output_text", text="ok"), unread("poll", q="Tea?"), CALL))))
    output = tell_foreign_parts(before, none_is_own).messages[1].content[0].output
    assert [piece.text for piece in output] == ["ok", "[poll part]\nq: Tea?", "[tool_use part]\nname: clock"]


def test_an_approval_among_results_is_a_users_word_behind_them():
    """What is no result leaves the tool message, which keeps its results."""
    approval = unread("tool-approval-response", approved=True)
    after = tell_foreign_parts(prompt(user("Go."), assistant(call("c1", "x")), ToolMessage((result("c1", "ok"), approval))), none_is_own)

    assert after.messages[2] == tool(result("c1", "ok"))
    assert after.messages[3] == user("[tool-approval-response part]\napproved: true")


def test_the_targets_own_parts_are_left():
    """A part that the target knows stays unread, and the prompt is the very one."""
    fine = prompt(UserMessage((CALL,)), assistant(call("c1", "x")), tool(ToolResultPart("c1", "x", (ANSWER,))))
    assert tell_foreign_parts(fine, lambda _: True) is fine
