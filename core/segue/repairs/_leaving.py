"""Taking parts out of a prompt, and with them the messages that held nothing else."""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import Part
from segue.prompts import Prompt
from segue.repairs._pairing import without


def take_out(prompt: Prompt, leaves: Callable[[int, Part], bool]) -> Prompt:
    """Go without the parts that leave, told by their message's index, and without messages of which nothing is left."""
    gone = {
        (index, number)
        for index, message in enumerate(prompt.messages)
        for number, part in enumerate(message.content)
        if leaves(index, part)
    }
    return without(prompt, gone)
