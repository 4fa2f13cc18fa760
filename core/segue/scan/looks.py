"""The look at messages of the usual layouts, remembered in the message. It makes few calls, as every clean history pays for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

from segue.characters import is_broken
from segue.json_values import EMPTY, JsonObject, encodes
from segue.parts import ItemId, ItemTokens, JsonPart, ReasoningPart, TextPart, ThoughtSignature, ToolCallPart, ToolResultPart
from segue.profiles.gemini import BARE, OLD_ROLES
from segue.profiles.gemini import FORMAT as GEMINI
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.prompts import AssistantMessage, Message, Remembering, ToolMessage, UserMessage
from segue.scan.bits import NAMED, PARTIAL
from segue.scan.closer import look_closer
from segue.scan.look import BEGINNINGS, CALLED, NO_FUNCTIONS, NO_MORE, NONE, WORDS, Look
from segue.scan.records import GOOGLES, OBJECTS, ODD_LAYOUT, OPENAIS, SIGNED, only_token, plain_thought

_recall = attrgetter("_look")
_remember = Remembering.__dict__["_look"].__set__
_NAMED_PARTLY, _SIGNED = NAMED | PARTIAL, SIGNED | PARTIAL
_U = r"\u"
"""Where this is not in an ASCII text of arguments, no half of a character is: a short way past `is_broken`."""
_NO_ITEMS: tuple[str, ...] = ()
_NOT_LED, _LED, _SAID = 0, 1, 2
"""How far a reply is: no thought yet, nothing behind the last one, something behind it."""


def looks(messages: Sequence[Message]) -> list[Look]:
    """Return what a look at each message finds; where one was not looked at before, its neighbours most often were not either."""
    found: list[Look] = []
    rest, run = iter(messages), 1
    while len(found) < len(messages):
        start = len(found)
        try:
            for look in map(_recall, rest):
                found.append(look)  # noqa: PERF402 - those before the first that has none are to stay
        except AttributeError:
            run = 1 if len(found) - start > run else 2 * run
            _look_afresh((messages[len(found)], *islice(rest, run)), found)
    return found


def _look_afresh(messages: Sequence[Message], found: list[Look]) -> None:
    """Look at messages and remember what is found.

    Users, models and tools are asked alike but apart: a field is read fast where it is always the same class's (PEP 659).
    """
    made: list[Look] = []
    message: Any
    for message in messages:
        kind = type(message)
        if kind is AssistantMessage:
            made.append(_reply(message))
        elif kind is UserMessage:
            made.append(_words(message))
        else:
            made.append(_results(message) if kind is ToolMessage else look_closer(message))
    for _ in map(_remember, messages, made):
        pass
    found += made


def _words(message: UserMessage) -> Look:
    """Look at what a user said; where that is more than texts, look closer."""
    shape = message.shape
    if message.name is not None or message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and (shape.form in OLD_ROLES or "role" not in shape.keys):
        return look_closer(message)
    for part in message.content:
        if type(part) is not TextPart or part.extras is not None or part.provider_options is not EMPTY:
            return look_closer(message)
        text = part.text
        if not 0 < len(text) <= LONGEST_TEXT or text.isspace() or not (text.isascii() or encodes(text)):
            return look_closer(message)
    return WORDS if message.content else look_closer(message)


def _reply(message: AssistantMessage) -> Look:  # noqa: C901 - one loop with few calls
    """Look at what a model said and called; where that is of no usual layout, look closer."""
    shape = message.shape
    if message.name is not None or message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and (shape.form in OLD_ROLES or "role" not in shape.keys):
        return look_closer(message)
    kinds, calls = 0, NONE
    part: Any
    for part in message.content:
        kind: type = type(part)
        if kind is TextPart:
            options, text = part.provider_options, part.text
            if part.extras is not None or not 0 < len(text) <= LONGEST_TEXT or text.isspace() or not (text.isascii() or encodes(text)):
                return look_closer(message)
        elif kind is ToolCallPart:
            options, form = part.provider_options, "" if part.shape is None else part.shape.form
            if part.input.__class__ not in OBJECTS or part.extras is not None or part.hosted or part.origin is not None:
                return look_closer(message)
            given = part.input
            whole = getattr(given, "whole", False) if given.__class__ is JsonObject else given.isascii() and _U not in given
            if part.id in calls or form in NO_FUNCTIONS or len(given) > LONGEST_INPUT or (not whole and is_broken(given)):
                return look_closer(message)
            calls = {**calls, part.id: part.name} if calls else {part.id: part.name}
            kinds |= CALLED[part.name] | ODD_LAYOUT if " " in form else CALLED[part.name]
        else:
            return _items(message) if kind is ReasoningPart and part.provider_options.__class__ is ItemTokens else _thoughtful(message)
        if options is not EMPTY:
            if options.__class__ is not ThoughtSignature or message.origin is not None:
                return _thoughtful(message)
            kinds |= _SIGNED
    if kinds:
        return kinds, calls, None, NO_MORE
    return WORDS if message.content else look_closer(message)


def _items(message: AssistantMessage) -> Look:  # noqa: C901 - one loop with few calls
    """Look at thoughts of OpenAI's and what came of them, all with ids of their kinds; where there is more, look again."""
    ids: list[str] = []
    kinds, calls, said = OPENAIS, NONE, False
    part: Any
    for part in message.content:
        kind: type = type(part)
        if kind is ReasoningPart:
            options, layout, text, said = part.provider_options, part.shape, part.text, False
            if options.__class__ is not ItemTokens or part.origin is not None or part.extras is not None:
                return _thoughtful(message)
            id = options.id
            if id[:2] != "rs" or (layout is not None and "summary" not in layout.keys) or not (text.isascii() or encodes(text)):
                return _thoughtful(message)
        elif kind is TextPart:
            options, text, said = part.provider_options, part.text, True
            if options.__class__ is not ItemId or part.extras is not None or not 0 < len(text) <= LONGEST_TEXT or text.isspace():
                return _thoughtful(message)
            id = options.id
            if id[:3] != "msg" or not (text.isascii() or encodes(text)):
                return _thoughtful(message)
        elif kind is ToolCallPart:
            options, form, said = part.provider_options, "" if part.shape is None else part.shape.form, True
            if options.__class__ is not ItemId or part.input.__class__ not in OBJECTS or part.extras is not None or part.hosted:
                return _thoughtful(message)
            id = options.id
            given = part.input
            whole = getattr(given, "whole", False) if given.__class__ is JsonObject else given.isascii() and _U not in given
            odd = part.id in calls or form in NO_FUNCTIONS or " " in form or (not whole and is_broken(given))
            if odd or id[:2] != "fc" or len(given) > LONGEST_INPUT:
                return _thoughtful(message)
            calls = {**calls, part.id: part.name} if calls else {part.id: part.name}
            kinds |= CALLED[part.name]
        else:
            return _thoughtful(message)
        ids.append(id)
    return kinds if said else kinds | PARTIAL, calls, None, (ids, (), ())


def _thoughtful(message: AssistantMessage) -> Look:  # noqa: C901 - one loop with few calls
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
            if content[0].__class__ is not ReasoningPart or not (part.text.isascii() or encodes(part.text)):
                return look_closer(message)
            kinds, led = kinds | thought, _LED
            continue
        options = part.provider_options if kind is TextPart or kind is ToolCallPart else None
        if options is None or part.extras is not None:
            return look_closer(message)
        if kind is ToolCallPart:
            form = "" if part.shape is None else part.shape.form
            given = part.input
            usual = given.__class__ in OBJECTS and len(given) <= LONGEST_INPUT and not part.hosted
            whole = usual and (getattr(given, "whole", False) if given.__class__ is JsonObject else given.isascii() and _U not in given)
            if not usual or (not whole and is_broken(given)) or part.id in calls or form in NO_FUNCTIONS or (options and " " in form):
                return look_closer(message)
            calls = {**calls, part.id: part.name} if calls else {part.id: part.name}
            kinds |= CALLED[part.name] | ODD_LAYOUT if " " in form else CALLED[part.name]
        elif not 0 < len(part.text) <= LONGEST_TEXT or part.text.isspace() or not (part.text.isascii() or encodes(part.text)):
            return look_closer(message)
        token = "" if options is EMPTY else only_token(options)
        if token:
            items += (token,)
            kinds |= NAMED if led and token.startswith(BEGINNINGS[kind]) else _NAMED_PARTLY
            led = led and _SAID
        elif token is None or (options and (message.origin is not None or (kind is ToolCallPart and part.origin is not None))):
            return look_closer(message)
        else:
            kinds |= _SIGNED if options else PARTIAL
    return kinds | PARTIAL if led == _LED else kinds, calls, None, (items, (), ()) if items else NO_MORE


def _results(message: ToolMessage) -> Look:  # noqa: C901 - one loop with few calls
    """Look at results; where some are of no usual layout, look closer."""
    shape = message.shape
    if message.extras is not None or message.provider_options is not EMPTY:
        return look_closer(message)
    if shape is not None and shape.format == GEMINI and (shape.form in OLD_ROLES or "role" not in shape.keys):
        return look_closer(message)
    kinds, answers = 0, NONE
    for part in message.content:
        if type(part) is not ToolResultPart or part.hosted or part.error or part.extras is not None or part.provider_options is not EMPTY:
            return look_closer(message)
        if part.id in answers or not part.output:
            return look_closer(message)
        name, layout = part.name, part.shape
        if layout is not None and layout.format == GEMINI and (not name or layout.form == BARE):
            return look_closer(message)
        for piece in part.output:
            if type(piece) is TextPart:
                text = piece.text
                if not 0 < len(text) <= LONGEST_TEXT or text.isspace() or not (text.isascii() or encodes(text)):
                    return look_closer(message)
            elif type(piece) is not JsonPart or type(piece.value) is not JsonObject or is_broken(piece.value):
                return look_closer(message)
            if piece.extras is not None or piece.provider_options:
                return look_closer(message)
        answers = {**answers, part.id: name} if answers else {part.id: name}
        kinds |= CALLED[name] if name else 0
    return (kinds, NONE, answers, NO_MORE) if answers else look_closer(message)
