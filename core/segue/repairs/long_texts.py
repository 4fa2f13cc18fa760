r"""A text of more characters than the target takes, or a call with longer arguments.

What it does
    Cuts its middle out, so that it is as long as may be; a line between head and tail tells how long it was. Arguments that are cut
    are no JSON any more, and are put into an object as their text.
Why
    One tool's output of ten million characters is refused, and with it every later turn.
Keeps
    Head and tail, in equal parts; every text, and all arguments, that are short enough.
Example
    >>> from segue.prompts import prompt, user
    >>> text = cut_long_texts(prompt(user("a" * 60 + "b" * 60)), 80, 80).messages[0].content[0].text
    >>> text.split("\n")
    ['aaaaaaaaaaa', '[the middle of this text of 120 characters is left out]', 'bbbbbbbbbbb']
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from segue import placeholders
from segue.json_values import JsonObject
from segue.parts import Part, TextPart, ToolCallPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output

_AROUND = 2**17
"""Characters that an object around cut arguments may take, and what is escaped in them."""


def cut_long_texts(prompt: Prompt, longest: int, longest_input: int) -> Prompt:
    """Cut texts, those of results too, to this many characters, and arguments to as many as theirs."""

    def cut(part: Part) -> Iterable[Part]:
        if isinstance(part, TextPart) and len(part.text) > longest:
            return (evolve(part, text=_cut(part.text, longest)),)
        return (_cut_input(part, longest_input),) if isinstance(part, ToolCallPart) and not part.hosted else (part,)

    return each_part_and_output(prompt, cut)


def _cut_input(part: ToolCallPart, longest: int) -> ToolCallPart:
    """Cut arguments that are still text, and what of them was cut before, in its object."""
    given = part.input
    if not isinstance(given, str) or len(given) <= longest:
        return part
    return evolve(part, input=JsonObject({placeholders.RAW_INPUT: _cut(str(given), max(longest - _AROUND, longest // 2))}))


def _cut(text: str, longest: int) -> str:
    """Return head, note and tail; where there is room for no note, the head alone."""
    note = f"\n{placeholders.cut(len(text))}\n"
    side = (longest - len(note)) // 2
    return f"{text[:side]}{note}{text[-side:]}" if side > 0 else text[:longest]
