"""A system message behind another role's.

What it does
    Makes a user message of it, in its place, its words between two labels. With `behind_user`, one that stands behind a user's
    or a tool's message stays; with `leading`, those at the beginning go as well.
Why
    Some providers take the operator's words in a field of their own and refuse them in the list, or only behind a user's turn.
    Lifting them to the front would move an instruction in time; an assistant's message would put them into the model's mouth.
Keeps
    Every word, in its place; leading system messages.
Example
    >>> from segue.prompts import prompt, system, user
    >>> before = prompt(system("Be brief."), user("Hello"), system("Be long."))
    >>> print(fold_late_system(before).messages[2].content[0].text)
    [system message]
    Be long.
    [end of system message]
    >>> fine = prompt(system("Be brief."), user("Hello"))
    >>> fold_late_system(fine) is fine
    True
"""

from __future__ import annotations

from segue import placeholders
from segue.parts import TextPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._rebuilding import with_messages


def fold_late_system(prompt: Prompt, *, behind_user: bool = False, leading: bool = False) -> Prompt:
    """Make late system messages labelled user messages."""
    made: list[Message] = []
    before: type[Message] = AssistantMessage if leading else SystemMessage
    for message in prompt.messages:
        if not isinstance(message, SystemMessage):
            before = type(message)
        elif before is not SystemMessage and not (behind_user and before in (UserMessage, ToolMessage)):
            made.append(_labelled(message))
            before = UserMessage
            continue
        made.append(message)
    return with_messages(prompt, made)


def _labelled(message: SystemMessage) -> UserMessage:
    words = [part.text for part in message.content if isinstance(part, TextPart)]
    rest = tuple(part for part in message.content if not isinstance(part, TextPart))
    if not any(map(str.strip, words)):
        return UserMessage(message.content)
    return UserMessage((TextPart("\n".join((placeholders.SYSTEM_BEGINS, *words, placeholders.SYSTEM_ENDS))), *rest))
