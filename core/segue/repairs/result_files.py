"""A file in a tool result where results hold none.

What it does
    Puts the files of a run of results into one user message right behind it, each under a caption that names the tool.
Why
    Some providers take only text in results, or in results that are errors; others take the file and do not look at it.
Keeps
    Every file, every text of the result, and the pairing of calls and results.
Example
    >>> from segue.parts import FilePart, ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> shot = ToolResultPart("c1", "camera", (FilePart("image/png", "iVBORw0KGgo="),))
    >>> after = move_result_files(prompt(user("Look."), assistant(call("c1", "camera")), tool(shot)))
    >>> after.messages[2].content[0].output[0].text, after.messages[3].content[0].text
    ('[the result is the file that follows]', '[file from the result of tool camera]')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from segue import placeholders
from segue.parts import FilePart, TextPart, ToolPart, ToolResultPart, UserPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage, UserMessage
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import with_content, with_messages, with_output


def move_result_files(prompt: Prompt, moves: Callable[[ToolResultPart], bool] = lambda _: True) -> Prompt:
    """Move files out of results into the user's turn behind them."""
    made: list[Message] = []
    moved: list[UserPart] = []
    names: Mapping[str, str] = {}
    for message in prompt.messages:
        if isinstance(message, ToolMessage):
            made.append(with_content(message, [_without_files(part, moves, names, moved) for part in message.content]))
            continue
        if moved:
            made.append(UserMessage(tuple(moved)))
            moved = []
        if isinstance(message, AssistantMessage):
            names = {part.id: part.name for _, part in calls(0, message)}
        made.append(message)
    return with_messages(prompt, [*made, UserMessage(tuple(moved))] if moved else made)


def _without_files(part: ToolPart, moves: Callable[[ToolResultPart], bool], names: Mapping[str, str], moved: list[UserPart]) -> ToolPart:
    if not isinstance(part, ToolResultPart) or not moves(part):
        return part
    files = [item for item in part.output if isinstance(item, FilePart)]
    for file in files:
        moved += (TextPart(placeholders.file_of_result(part.name or names.get(part.id, ""))), file)
    kept = [item for item in part.output if not isinstance(item, FilePart)]
    return with_output(part, kept or [TextPart(placeholders.RESULT_FOLLOWS)]) if files else part
