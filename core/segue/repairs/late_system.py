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

from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._rebuilding import with_messages
from segue.repairs._wording import system_as_words


def fold_late_system(prompt: Prompt, *, behind_user: bool = False, leading: bool = False) -> Prompt:
    """Make late system messages labelled user messages."""
    made: list[Message] = []
    before: type[Message] = AssistantMessage if leading else SystemMessage
    for message in prompt.messages:
        if not isinstance(message, SystemMessage):
            before = type(message)
        elif before is not SystemMessage and not (behind_user and before in (UserMessage, ToolMessage)):
            made.append(system_as_words(message))
            before = UserMessage
            continue
        made.append(message)
    return with_messages(prompt, made)
