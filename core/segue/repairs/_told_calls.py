"""Telling calls and their results as labelled words of the user's: the calls behind their message, the results where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from segue import placeholders
from segue.json_values import JsonText, dump, thaw
from segue.parts import FilePart, OpaquePart, OutputPart, TextPart, ToolCallPart, ToolResultPart, UserPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._pairing import At, calls, pair
from segue.repairs._rebuilding import with_content, with_messages
from segue.repairs._wording import as_text, opaque_as_text


def tell_calls(prompt: Prompt, chosen: Callable[[int, ToolCallPart], bool]) -> Prompt:
    """Tell the chosen calls, asked with their messages' indexes. Where a message has several, ids tell which result is whose."""
    found = [
        (at, part)
        for index, message in enumerate(prompt.messages)
        if isinstance(message, AssistantMessage)
        for at, part in calls(index, message)
        if chosen(index, part)
    ]
    if not found:
        return prompt
    several, answers = Counter(index for (index, _), _ in found), pair(prompt).answers
    names: dict[At, str] = {}
    for at, part in found:
        name = f"{part.name or placeholders.UNKNOWN_TOOL} ({part.id})" if several[at[0]] > 1 else part.name
        names |= dict.fromkeys((at, *answers[at]), name)
    return with_messages(prompt, (made for index, message in enumerate(prompt.messages) for made in _told(index, message, names)))


def _told(index: int, message: Message, names: Mapping[At, str]) -> Iterator[Message]:
    gone = [(part, names[index, number]) for number, part in enumerate(message.content) if (index, number) in names]
    kept = with_content(message, [part for number, part in enumerate(message.content) if (index, number) not in names])
    if kept is message or kept.content:
        yield kept
    if gone:
        words, files = list[str](), list[UserPart]()
        for part, name in gone:
            words += _call(part, name) if isinstance(part, ToolCallPart) else _result(part, name, files)  # type: ignore[arg-type]
        yield UserMessage((TextPart("\n".join(words)), *files))


def _call(part: ToolCallPart, name: str) -> list[str]:
    given = str(part.input) if isinstance(part.input, JsonText) else dump(thaw(part.input))
    return [placeholders.told_call(name), given]


def _result(part: ToolResultPart, name: str, files: list[UserPart]) -> list[str]:
    """Return the lines of a result; its files are put with the others, to stand behind all lines."""
    pieces = [_in_words(piece) for piece in part.output]
    files += [piece for piece in pieces if isinstance(piece, FilePart)]
    words = [piece.text for piece in pieces if isinstance(piece, TextPart)]
    return [placeholders.told_result(name, error=part.error), *words, placeholders.RESULT_ENDS]


def _in_words(piece: OutputPart) -> TextPart | FilePart:
    read = as_text(piece)
    return opaque_as_text(read) if isinstance(read, OpaquePart) else read
