"""A text that is empty or holds only white space.

What it does
    Takes it out. A message that held nothing else is left without parts; a result's lone empty text stays, for it is none, unless
    `lone` ones go too. Those that `spares` names stay, and with `beside` the one empty text of a model's message with calls or thoughts.
Why
    Providers refuse text without words. One space instead is refused as well.
Keeps
    Every word; white space inside and around words.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> drop_blank_text(prompt(user("Hi"), assistant("", "Hello"))).messages[1].content
    (TextPart(text='Hello', provider_options={}, extras=None),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.parts import Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages, with_output


def _none(_: TextPart) -> bool:
    return False


def drop_blank_text(prompt: Prompt, *, lone: bool = False, beside: bool = False, spares: Callable[[TextPart], bool] = _none) -> Prompt:
    """Take out texts without words; with `lone` also the one empty text of a result, where the format would write it as a block.

    What `spares` names stays: a text may be there for the token that it carries. With `beside`, so does an empty text that is all
    that a model says beside its calls or thoughts: it is written as an empty string, as many services themselves reply.
    """

    def kept(part: Part) -> Iterable[Part]:
        if isinstance(part, ToolResultPart) and not part.hosted and (lone or not _says_nothing(part)):
            return (with_output(part, [piece for piece in part.output if not _is_blank(piece)]),)
        return () if isinstance(part, TextPart) and _is_blank(part) and not spares(part) else (part,)

    def said(message: Message) -> Message:
        if not any(map(_holds_blank, message.content)) or (beside and _is_string_beside(message)):
            return message
        return with_content(message, [made for part in message.content for made in kept(part)])

    return with_messages(prompt, map(said, prompt.messages))


def _is_string_beside(message: Message) -> bool:
    """Tell whether all that a model says is one empty text, beside calls or thoughts."""
    if not isinstance(message, AssistantMessage):
        return False
    others = [part for part in message.content if not isinstance(part, ToolCallPart | ReasoningPart)]
    plain = len(others) == 1 and isinstance(others[0], TextPart) and not others[0].text and not others[0].provider_options
    return plain and len(message.content) > 1 and (message.shape is None or message.shape.form != "list")


def _holds_blank(part: Part) -> bool:
    if part.__class__ is ToolResultPart:
        return any(map(_is_blank, part.output))
    return part.__class__ is TextPart and (not part.text or part.text.isspace())


def _is_blank(part: Part) -> bool:
    return isinstance(part, TextPart) and (not part.text or part.text.isspace())


def _says_nothing(part: ToolResultPart) -> bool:
    """Tell whether the output is one empty text, which formats write as no content, unless it came as a block of its own."""
    match part.output:
        case (TextPart(text="", provider_options={} as options),) if not options:
            return part.shape is None or part.shape.form != "list"
        case _:
            return False
