"""The look at messages of the usual layouts, remembered in the message. It makes few calls, as every clean history pays for it.

What texts hold is asked of those of many messages at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.parts import (
    FunctionId,
    JsonPart,
    MessageId,
    ReasoningPart,
    TextPart,
    ThoughtSignature,
    ThoughtTokens,
    ToolCallPart,
    ToolResultPart,
)
from segue.profiles.gemini import BARE
from segue.profiles.gemini import FORMAT as GEMINI
from segue.prompts import AssistantMessage, Message, Prompt, Remembering, ToolMessage, UserMessage
from segue.scan.bits import NAMED, PARTIAL
from segue.scan.closer import look_closer
from segue.scan.look import CALLED, NO_FUNCTIONS, NO_MORE, NONE, WORDS, Look, is_usual_id
from segue.scan.records import CLOSING, GOOGLES, INPUTS, ODD_LAYOUT, OPENAIS, SIGNED, only_token, plain_thought
from segue.scan.seen import Seen

_recall = attrgetter("_look")
_remember = Remembering.__dict__["_look"].__set__
_NAMED_PARTLY, _SIGNED = NAMED | PARTIAL, SIGNED | PARTIAL
_TEXT = INPUTS[JsonText]
_NO_ITEMS: tuple[str, ...] = ()
_NOT_LED, _LED, _SAID = 0, 1, 2
"""How far a reply is: no thought yet, nothing behind the last one, something behind it."""
_MANY = 64
"""Of so many ids and names at most one more is asked whether it is among them; of others a mapping is made."""
_MOST, _PIECES = 256, 16
"""So many messages are looked at together at most. If one of their texts is odd, they are looked at again in so many pieces."""


def looks(prompt: Prompt) -> Sequence[Look]:
    """Return what a look at each message of a prompt finds."""
    try:
        found: Sequence[Look] = _recall(prompt)
    except AttributeError:
        found = looks_at(prompt.messages)
        _remember(prompt, found)
    return found


def looks_at(messages: Sequence[Message]) -> list[Look]:
    """Return what a look at each message finds; where one was not looked at before, its neighbours most often were not either."""
    found: list[Look] = []
    rest, run = iter(messages), 1
    while len(found) < len(messages):
        start = len(found)
        try:
            for look in map(_recall, rest):
                found.append(look)  # noqa: PERF402 - those before the first that has none are to stay
        except AttributeError:
            run = 1 if len(found) - start > run else min(2 * run, _MOST)
            fresh = (messages[len(found)], *islice(rest, run))
            made = _look_afresh(fresh)
            for _ in map(_remember, fresh, made):
                pass
            found += made
    return found


def _look_afresh(messages: Sequence[Message]) -> list[Look]:
    """Look at messages.

    Users, models and tools are asked alike but apart: a field is read fast where it is always the same class's (PEP 659).
    """
    made: list[Look] = []
    seen = Seen()
    message: Any
    for message in messages:
        kind = type(message)
        if kind is AssistantMessage:
            made.append(_reply(message, seen))
        elif kind is UserMessage:
            made.append(_words(message, seen))
        else:
            made.append(_results(message, seen) if kind is ToolMessage else look_closer(message))
    if seen.is_usual():
        return made
    if len(messages) == 1:
        return [look_closer(messages[0])]
    few = -(-len(messages) // _PIECES)
    pieces = (messages[start : start + few] for start in range(0, len(messages), few))
    return [look for piece in pieces for look in _look_afresh(piece)]


def _words(message: UserMessage, seen: Seen) -> Look:
    """Look at what a user said; where that is more than texts, look closer."""
    shape = message.shape
    if message.name is not None or message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and shape is not seen.holder and seen.is_odd_holder(shape):
        return look_closer(message)
    for part in message.content:
        if type(part) is not TextPart or part.extras is not None or part.provider_options is not EMPTY:
            return look_closer(message)
        seen.words.append(part.text)
    return WORDS if message.content else look_closer(message)


def _reply(message: AssistantMessage, seen: Seen) -> Look:  # noqa: C901 - one loop with few calls
    """Look at what a model said and called; where that is of no usual layout, look closer."""
    shape = message.shape
    if message.name is not None or message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and shape is not seen.holder and seen.is_odd_holder(shape):
        return look_closer(message)
    kinds, calls = 0, NONE
    part: Any
    for part in message.content:
        kind: type = type(part)
        if kind is TextPart:
            options = part.provider_options
            if part.extras is not None:
                return look_closer(message)
            seen.words.append(part.text)
        elif kind is ToolCallPart:
            options, own, form = part.provider_options, INPUTS.get(type(part.input)), "" if part.shape is None else part.shape.form
            odd = part.extras is not None or part.hosted or part.origin is not None or form in NO_FUNCTIONS
            if odd or own is None or part.id in calls or len(calls) > _MANY:
                return look_closer(message)
            seen.inputs.append(part.input)
            calls += (part.id, part.name)
            kinds |= CALLED[part.name] | own | ODD_LAYOUT if " " in form else CALLED[part.name] | own
        elif kind is ReasoningPart and type(part.provider_options) is ThoughtTokens:
            return _items(message, seen)
        else:
            return _thoughtful(message, seen)
        if options is not EMPTY:
            if type(options) is not ThoughtSignature or message.origin is not None:
                return _thoughtful(message, seen)
            kinds |= _SIGNED
    if kinds:
        return kinds, calls, None, (), NO_MORE
    return WORDS if message.content else look_closer(message)


def _items(message: AssistantMessage, seen: Seen) -> Look:
    """Look at thoughts of OpenAI's and what came of them, all with ids of their kinds; where there is more, look again."""
    ids: list[str] = []
    kinds, calls, said = OPENAIS, NONE, False
    part: Any
    for part in message.content:
        kind: type = type(part)
        if kind is ReasoningPart:
            options, layout, said = part.provider_options, part.shape, False
            if type(options) is not ThoughtTokens or part.origin is not None or part.extras is not None:
                return _thoughtful(message, seen)
            if layout is not seen.thought and seen.is_odd_thought(layout):
                return _thoughtful(message, seen)
            seen.thoughts.append(part.text)
        elif kind is TextPart:
            options, said = part.provider_options, True
            if type(options) is not MessageId or part.extras is not None:
                return _thoughtful(message, seen)
            seen.words.append(part.text)
        elif kind is ToolCallPart:
            options, given, form, said = part.provider_options, part.input, "" if part.shape is None else part.shape.form, True
            if type(options) is not FunctionId or type(given) is not JsonText or part.extras is not None or part.hosted:
                return _thoughtful(message, seen)
            if part.id in calls or len(calls) > _MANY or form in NO_FUNCTIONS or " " in form:
                return _thoughtful(message, seen)
            seen.inputs.append(given)
            calls += (part.id, part.name)
            kinds |= CALLED[part.name] | _TEXT
        else:
            return _thoughtful(message, seen)
        ids.append(options.id)
    return kinds if said else kinds | PARTIAL | CLOSING, calls, None, ids, NO_MORE


def _thoughtful(message: AssistantMessage, seen: Seen) -> Look:  # noqa: C901 - one loop with few calls
    """Look at thoughts, and at what carries a token of the usual ones; where the layout is no usual one, look closer."""
    kinds, led, calls, items = 0, _NOT_LED, NONE, _NO_ITEMS
    content: tuple[Any, ...] = message.content
    for part in content:
        kind: Any = type(part)
        if kind is ReasoningPart:
            thought = plain_thought(part)
            if thought == OPENAIS:
                items += (part.provider_options["openai"]["itemId"],)
            elif not thought or (thought == GOOGLES and message.origin is not None):
                return look_closer(message)
            if type(content[0]) is not ReasoningPart:
                return look_closer(message)
            seen.thoughts.append(part.text)
            kinds, led = kinds | thought, _LED
            continue
        options = part.provider_options if kind is TextPart or kind is ToolCallPart else None
        if options is None or part.extras is not None:
            return look_closer(message)
        if kind is ToolCallPart:
            own, form = INPUTS.get(type(part.input)), "" if part.shape is None else part.shape.form
            if own is None or part.hosted or part.id in calls or len(calls) > _MANY or form in NO_FUNCTIONS or (options and " " in form):
                return look_closer(message)
            seen.inputs.append(part.input)
            calls += (part.id, part.name)
            kinds |= CALLED[part.name] | own | ODD_LAYOUT if " " in form else CALLED[part.name] | own
        else:
            seen.words.append(part.text)
        token = "" if options is EMPTY else only_token(options)
        if token:
            items += (token,)
            kinds |= NAMED if led and is_usual_id(token, kind) else _NAMED_PARTLY
            led = led and _SAID
        elif token is None or (options and (message.origin is not None or (kind is ToolCallPart and part.origin is not None))):
            return look_closer(message)
        else:
            kinds |= _SIGNED if options else PARTIAL
    kinds |= (PARTIAL if led == _LED else 0) | (CLOSING if kind is ReasoningPart else 0)
    return kinds, calls, None, items, NO_MORE


def _results(message: ToolMessage, seen: Seen) -> Look:  # noqa: C901 - one loop with few calls
    """Look at results; where some are of no usual layout, look closer."""
    shape = message.shape
    if message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and shape is not seen.holder and seen.is_odd_holder(shape):
        return look_closer(message)
    kinds, answers = 0, NONE
    for part in message.content:
        if type(part) is not ToolResultPart or part.hosted or part.error or part.extras is not None or part.provider_options is not EMPTY:
            return look_closer(message)
        name, layout = part.name, part.shape
        if layout is not None and layout.format == GEMINI and (not name or layout.form == BARE):
            return look_closer(message)
        if part.id in answers or len(answers) > _MANY or not part.output:
            return look_closer(message)
        for piece in part.output:
            if type(piece) is TextPart:
                seen.words.append(piece.text)
            elif type(piece) is not JsonPart or type(piece.value) is not JsonObject:
                return look_closer(message)
            else:
                seen.inputs.append(piece.value)
            if piece.extras is not None or piece.provider_options is not EMPTY:
                return look_closer(message)
        answers += (part.id, name)
        kinds |= CALLED[name] if name else 0
    return (kinds, NONE, answers, (), NO_MORE) if answers else look_closer(message)
