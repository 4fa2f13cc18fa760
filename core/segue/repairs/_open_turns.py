"""The turn that the model is in the middle of."""

from __future__ import annotations

from segue.prompts import AssistantMessage, Prompt, ToolMessage


def last_turn(prompt: Prompt) -> tuple[int, bool]:
    """Return where the last turn begins, and whether it ends in results, be there words of the user's behind them.

    It begins behind the last words that do not stand behind results. Where the user spoke last, it is empty.
    """
    begins, answered = 0, False
    for index, message in enumerate(prompt.messages):
        if isinstance(message, ToolMessage):
            answered = True
        elif isinstance(message, AssistantMessage):
            answered = False
        elif not answered:
            begins = index + 1
    return begins, answered
