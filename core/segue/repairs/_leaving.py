"""Taking parts out of a prompt, and with them the messages that held nothing else."""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import Part
from segue.prompts import Prompt
from segue.repairs._rebuilding import with_content, with_messages


def take_out(prompt: Prompt, leaves: Callable[[int, Part], bool]) -> Prompt:
    """Go without the parts that leave, told by their message's index, and without messages of which nothing is left."""
    kept = [
        with_content(message, [part for part in message.content if not leaves(index, part)])
        for index, message in enumerate(prompt.messages)
    ]
    return with_messages(prompt, [after for before, after in zip(prompt.messages, kept, strict=True) if after.content or after is before])
