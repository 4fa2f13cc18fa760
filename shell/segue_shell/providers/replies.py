"""A provider's reply, read by segue's formats, with its maker noted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from returns.pipeline import is_successful

from segue.formats.registry import FORMATS
from segue.json_values import EMPTY, Malformed, freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage
from segue.targets import Target
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import UnreadableReply


def reply(messages: Sequence[Any], target: Target, *, model: Any = None, usage: Any = None, finish: Any = None) -> Reply:
    """Return what wire messages of the target's format say. Raises `UnreadableReply`.

    `model` is the reply's own word for who made it, which tells more than the name that was asked: of several behind a router the one.
    """
    maker = Model(target.provider, model if isinstance(model, str) and model else target.model)
    try:
        figures = EMPTY if usage is None else freeze_object(usage)
    except Malformed as fault:
        raise UnreadableReply("usage", fault.expected, fault.found) from None
    return Reply(_made_by(_message(messages, target), maker), figures, finish if isinstance(finish, str) else "")


def _message(messages: Sequence[Any], target: Target) -> AssistantMessage:
    read = FORMATS[target.endpoint].decode([*messages])
    if not is_successful(read):
        raise UnreadableReply(str(read.failure()))
    if not messages:
        return AssistantMessage(())  # cut before the first word
    said = read.unwrap().prompt.messages
    if len(said) != 1 or not isinstance(said[0], AssistantMessage):
        raise UnreadableReply("the reply", "one message of the assistant", messages)
    return said[0]


def _made_by(message: AssistantMessage, maker: Model) -> AssistantMessage:
    """Note who made a message, and the thoughts and hosted calls in it."""

    def made(part: Any) -> Any:
        own = isinstance(part, ReasoningPart) or (isinstance(part, ToolCallPart | ToolResultPart) and part.hosted)
        return evolve(part, origin=maker) if own and part.origin is None else part

    return evolve(message, origin=maker, content=tuple(map(made, message.content)))
