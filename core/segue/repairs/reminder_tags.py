r"""A reminder's tag that a content filter takes for an attack.

What it does
    Renames `<system-reminder>` to `<memory-context>` in the texts of systems and users, its attributes as they are.
Why
    Azure's filter against prompt injection stops requests in which the tag stands in the user's words.
Keeps
    What stands in the tag and around it; tags of other names; what models and tools said.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user('<system-reminder type="note">Low tide.</system-reminder> Go on.'))
    >>> rename_reminder_tags(before).messages[0].content[0].text
    '<memory-context type="note">Low tide.</memory-context> Go on.'
"""

from __future__ import annotations

import re

from segue.parts import Part, TextPart
from segue.prompts import Message, Prompt, SystemMessage, UserMessage
from segue.repairs._rebuilding import changed, with_content, with_messages
from segue.unicode import JAVASCRIPT_BLANKS

_OPENING = re.compile(rf"<system-reminder(?=[{JAVASCRIPT_BLANKS}]|/?>)([^>]*)>")


def rename_reminder_tags(prompt: Prompt) -> Prompt:
    """Rename the tags of reminders."""
    return with_messages(prompt, map(_renamed, prompt.messages))


def _renamed(message: Message) -> Message:
    if not isinstance(message, SystemMessage | UserMessage):
        return message
    return with_content(message, [_renamed_in(part) for part in message.content])


def _renamed_in(part: Part) -> Part:
    if not isinstance(part, TextPart) or "system-reminder" not in part.text:
        return part
    text = _text(part.text)
    return part if text == part.text else changed(part, text=text)


def _text(text: str) -> str:
    """Rename the tags in a text. Behind the last > no tag ends, and to look for its end from each beginning would take long."""
    end = text.rfind(">") + 1
    return _OPENING.sub(r"<memory-context\1>", text[:end]).replace("</system-reminder>", "</memory-context>") + text[end:]
