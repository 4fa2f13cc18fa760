r"""A part of a kind that the target does not know.

What it does
    Reads it if it is a known kind in another provider's spelling: a text, a thought, an image, a document, a call, a result. A
    call that the message has already is the same call. Else tells of it as labelled text in its place: its kind, and what can
    be read of it.
Why
    Clients that gather from several providers leave one's blocks in another's messages, and a provider refuses kinds of part
    that it does not know; left out, what they said is lost.
Keeps
    What can be read; the place.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import OpaquePart
    >>> from segue.prompts import UserMessage, prompt
    >>> poll = OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea or coffee?"}), "openai-chat")
    >>> [part.text for part in tell_foreign_parts(prompt(UserMessage((poll,))), lambda part: False).messages[0].content]
    ['[poll part]\nquestion: Tea or coffee?']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterator
from typing import Any

from segue.json_values import JsonText, parse_object, thaw
from segue.parts import FilePart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._foreign import translated
from segue.repairs._rebuilding import same_items, split, with_content, with_messages, with_output
from segue.repairs._wording import opaque_as_text


def tell_foreign_parts(prompt: Prompt, is_own: Callable[[OpaquePart], bool]) -> Prompt:
    """Read or tell parts that are not the target's own."""
    return with_messages(prompt, (made for message in prompt.messages for made in _made(message, is_own)))


def _made(message: Message, is_own: Callable[[OpaquePart], bool]) -> Iterator[Message]:
    calls = _calls(message)
    content = [read for part in message.content for read in _read(part, message, is_own, calls)]
    if not content or same_items(content, message.content):
        yield with_content(message, content)
    elif isinstance(message, ToolMessage):
        yield from split(message, content, lambda part: not _is_result(part), UserMessage)
    else:
        yield from split(message, content, _is_result, ToolMessage)


def _is_result(part: Part) -> bool:
    return isinstance(part, ToolResultPart) and not part.hosted


def _read(part: Part, message: Message, is_own: Callable[[OpaquePart], bool], calls: Container[object]) -> Iterator[Part]:
    if isinstance(part, ToolResultPart):
        yield _result(part, is_own)
    elif not isinstance(part, OpaquePart) or is_own(part):
        yield part
    else:
        read = translated(part)
        if _said_already(read, message, calls):
            return
        held = read if read is not None and isinstance(read, _HELD[message.__class__]) else opaque_as_text(part)
        yield _result(held, is_own) if isinstance(held, ToolResultPart) else held


def _result(part: ToolResultPart, is_own: Callable[[OpaquePart], bool]) -> ToolResultPart:
    return with_output(part, [_piece(piece, is_own) for piece in part.output])


def _piece(piece: Any, is_own: Callable[[OpaquePart], bool]) -> Any:
    if not isinstance(piece, OpaquePart) or is_own(piece):
        return piece
    read = translated(piece)
    return read if isinstance(read, TextPart | FilePart) else opaque_as_text(piece)


def _said_already(read: Part | None, message: Message, calls: Container[object]) -> bool:
    """Tell whether a call is in the message already, or a thought is where thoughts have no place."""
    if isinstance(read, ReasoningPart):
        return not isinstance(message, AssistantMessage)
    return isinstance(read, ToolCallPart) and _call(read) in calls


def _calls(message: Message) -> Container[object]:
    """Return the calls of a message that holds unread parts as well; elsewhere nobody asks."""
    if not any(part.__class__ is OpaquePart for part in message.content):
        return ()
    return {_call(part) for part in message.content if isinstance(part, ToolCallPart)}


def _call(part: ToolCallPart) -> object:
    """Return what two spellings of one call have in common: id, name and arguments."""
    given = parse_object(part.input) if isinstance(part.input, JsonText) else thaw(part.input)
    return part.id, part.name, json.dumps({} if given in (None, "", []) else given, sort_keys=True)


_HELD: dict[type, tuple[type, ...]] = {
    SystemMessage: (TextPart,),
    UserMessage: (TextPart, FilePart, ToolResultPart),
    AssistantMessage: (TextPart, FilePart, ReasoningPart, ToolCallPart),
    ToolMessage: (TextPart, ToolResultPart),
}
"""What each message can hold, once read; results of a user's message become a message of their own."""
