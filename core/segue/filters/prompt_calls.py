"""Taking tool calls and their results out of a prompt."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, TypeAlias

from segue.filters._compact import result_text
from segue.filters._exchanges import Exchanges, Key, exchanges
from segue.filters._history import History, of_history
from segue.filters._leftovers import says_something
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._rebuilding import same_items

Texts: TypeAlias = Mapping[int, TextPart]
"""The texts that stay, by the number of the call or result in whose place they stand."""

_TOOL_PARTS = frozenset({ToolCallPart, ToolResultPart})


def without_tool_calls(
    prompt: Prompt,
    exclude: Collection[str] | None = None,
    *,
    keep_steps: int = 0,
    history: History | None = None,
    preserve_model_output: bool = False,
) -> Prompt:
    """Return the prompt without calls and results of tools; the very prompt where there are none to take out.

    `exclude` names the tools, all where it is not given. The last `keep_steps` messages that call tools keep their calls; where a
    `history` is given, only what is of it goes instead. With `preserve_model_output` the short output that an application stored
    with a result, `mastra.modelOutput` of its options, stays as text in the place of the call. A call and its results go together,
    under whatever names they are; of two calls that share an id only the one that is named. A message that is left with nothing but
    thoughts and blank texts goes too.

    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("How many?"), assistant("Wait.", call("c1", "count")), tool(result("c1", "9")), assistant("Nine."))
    >>> [part.text for message in without_tool_calls(before).messages for part in message.content]
    ['How many?', 'Wait.', 'Nine.']
    >>> without_tool_calls(before, {"order"}) is before, without_tool_calls(before, keep_steps=1) is before
    (True, True)
    """
    return filtered(prompt, exchanges(prompt), exclude, keep_steps, history, preserve_model_output)


def filtered(
    prompt: Prompt, found: Exchanges, exclude: Collection[str] | None, keep_steps: int, history: History | None, condense: bool
) -> Prompt:
    """Do as `without_tool_calls`, for a prompt whose exchanges are known."""
    gone = found.of_tools(None if exclude is None else frozenset(exclude))
    gone = gone - found.of_steps(keep_steps) if history is None else gone & of_history(prompt, found, history)
    if not gone:
        return prompt
    messages: list[Any] = list(prompt.messages)
    if found.by_id and not condense:
        _take_out(messages, found.places, gone)
    else:
        _replace(messages, found, gone, dict(_texts(prompt, found, gone)) if condense else {})
    return Prompt(tuple([left for left in messages if left is not None and (left.__class__ is UserMessage or not _is_empty(left))]))


def _take_out(messages: list[Any], places: Sequence[int], gone: Container[Key]) -> None:
    """Take out calls and results by their ids."""
    for place in dict.fromkeys(places):
        message = messages[place]
        content = [part for part in message.content if part.__class__ not in _TOOL_PARTS or part.id not in gone]  # type: ignore[attr-defined]
        if len(content) != len(message.content):
            messages[place] = _with_content(message, content) if content and says_something(content) else None


def _replace(messages: list[Any], found: Exchanges, gone: Container[Key], texts: Texts) -> None:
    """Put texts in the place of calls and results, or nothing."""
    numbers = count()
    for place in dict.fromkeys(found.places):
        message = messages[place]
        content = []
        for part in message.content:
            if part.__class__ not in _TOOL_PARTS or found.keys[number := next(numbers)] not in gone:
                content.append(part)
            elif number in texts:
                content.append(texts[number])
        if not same_items(content, message.content):
            messages[place] = _with_content(message, content) if content and says_something(content) else None


def _with_content(message: Any, content: Iterable[Any]) -> Message:
    """Do as `evolve`, which costs more than all the rest."""
    options, extras, shape = message.provider_options, message.extras, message.shape
    if message.__class__ is ToolMessage:
        return ToolMessage(tuple(content), options, extras, shape)
    return AssistantMessage(tuple(content), message.origin, message.name, options, extras, shape)


def _is_empty(message: Message) -> bool:
    """Tell whether nothing was in a message, or only an empty text: what an assistant's empty string is."""
    content = message.content
    if len(content) > 1 or message.__class__ is SystemMessage:
        return False
    return not content or (content[0].__class__ is TextPart and not content[0].text and content == _EMPTY)


_EMPTY = (TextPart(""),)


def _texts(prompt: Prompt, found: Exchanges, gone: Container[Key]) -> Iterator[tuple[int, TextPart]]:
    """Yield the texts that stay: of an answer in the place of its call, of a result without call in its own, if an assistant holds it."""
    numbered = tuple(enumerate(zip(found.parts, found.places, found.keys, strict=True)))
    called = {key: part.name for _, (part, _, key) in numbered if part.__class__ is ToolCallPart}
    answers: dict[Key, str] = {}
    for number, (part, place, key) in numbered:
        text = result_text(part, called.get(key, "")) if key in gone and part.__class__ is ToolResultPart else ""
        if text and key in called:
            answers[key] = text
        elif text and prompt.messages[place].__class__ is AssistantMessage:
            yield number, TextPart(text)
    for number, (part, _, key) in numbered:
        if part.__class__ is ToolCallPart and key in answers:
            yield number, TextPart(answers[key])
