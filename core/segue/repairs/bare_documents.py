"""A document without a word beside it.

What it does
    Puts a caption before the first document of a user's message that has no text.
Why
    Some providers refuse a message with a document and no text.
Keeps
    Every part. Messages with text are left alone.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> lease = FilePart("application/pdf", "JVBERi0=", filename="lease.pdf")
    >>> caption_bare_documents(prompt(user(lease)), {"application/pdf"}).messages[0].content[0].text
    '[document: lease.pdf]'
"""

from __future__ import annotations

from collections.abc import Container

from segue import placeholders
from segue.parts import FilePart, TextPart
from segue.prompts import Message, Prompt, UserMessage
from segue.repairs._rebuilding import with_content, with_messages


def caption_bare_documents(prompt: Prompt, media_types: Container[str]) -> Prompt:
    """Put a caption before documents of these types that stand without text."""
    return with_messages(prompt, [_captioned(message, media_types) for message in prompt.messages])


def _captioned(message: Message, media_types: Container[str]) -> Message:
    if not isinstance(message, UserMessage) or any(isinstance(part, TextPart) for part in message.content):
        return message
    at = next((at for at, part in enumerate(message.content) if _is_document(part, media_types)), None)
    if at is None:
        return message
    caption = TextPart(placeholders.document(message.content[at].filename or ""))  # type: ignore[union-attr]
    return with_content(message, (*message.content[:at], caption, *message.content[at:]))


def _is_document(part: object, media_types: Container[str]) -> bool:
    return isinstance(part, FilePart) and part.media_type.lower().partition(";")[0].strip() in media_types
