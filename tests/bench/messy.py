"""Histories with faults: spread through a talk as they are in the wild, or one rule's triggers over and over."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from attrs import evolve

from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt, UserMessage, assistant, call, result, system, tool, user
from segue.rule import CompatRule

_EVERY = 8
"""One fault in so many messages."""


def _faults(n: int) -> tuple[tuple[Message, ...], ...]:
    """Return one of each common fault, their ids marked with a number."""
    asked, run, done = user("Which trains run?"), assistant(call(f"call_x{n}", "trains", {"day": "today"})), tool(result(f"call_x{n}", "7:10"))
    odd = f"functions.trains:{n}"
    foreign = ReasoningPart("Look it up.", origin=Model("deepseek", "deepseek-v4"))
    return (
        (asked, tool(result(f"call_orphan{n}", "Sunny"))),
        (asked, assistant("", "7:10 and 9:40", " \n")),
        (asked, assistant(call(odd, "trains", {})), tool(result(odd, "7:10", name="trains"))),
        (asked, assistant(foreign, "7:10.")),
        (system(f"It is day {n}."),),
        (asked, user("And the buses?")),
        (asked, run, user("Never mind.")),
        (asked, run, done, tool(result(f"call_x{n}", "9:40 cancelled"))),
        (asked, assistant()),
        (asked, run, user("Hurry!"), done),
        (asked, assistant(call(f"call_x{n}", "db.trains", {})), done),
        (asked, assistant(call("call_again", "trains", {})), tool(result("call_again", f"{n}:10"))),
        (asked, assistant(ToolCallPart(f"call_x{n}", "trains", '{"day": "to')), done),
        (UserMessage((TextPart("Hi"),), "Zoë B."),),
    )


def messy(clean: Prompt, size: int) -> Prompt:
    """Return a history of about so many messages, a fault behind every eighth where no call is open."""
    messages: list[Message] = []
    number, kinds = 0, cycle(range(len(_faults(0))))
    for index, message in enumerate(clean.messages):
        if len(messages) >= size:
            break
        messages.append(message)
        open_call = any(part.__class__ is ToolCallPart for part in message.content) or isinstance(message.content[0], ToolResultPart)
        if index // _EVERY > number and not open_call:
            messages += _faults(number)[next(kinds)]
            number += 1
    return Prompt((*messages, user("And back?")))


def triggering(rule: CompatRule, clean: Prompt, size: int, *, same_ids: bool) -> Prompt:
    """Return a history of so many messages: the rule's triggers in turn, a message of the clean history between them."""
    messages: list[Message] = []
    triggers = rule.triggers or (Prompt((user("Hi"),)),)
    spoken = [message for message in clean.messages if message.__class__ is UserMessage]
    for number, trigger in enumerate(cycle(triggers)):
        if len(messages) >= size:
            break
        suffix = "" if same_ids else f"-{number}"
        messages += (spoken[number % len(spoken)], *(_renamed(message, suffix) for message in trigger.messages))
    return Prompt(tuple(messages))


def _renamed(message: Message, suffix: str) -> Message:
    if not suffix or not any(part.__class__ in (ToolCallPart, ToolResultPart) for part in message.content):
        return message
    content: tuple[Any, ...] = tuple(evolve(part, id=part.id + suffix) if getattr(part, "id", "") else part for part in message.content)
    return evolve(message, content=content)
