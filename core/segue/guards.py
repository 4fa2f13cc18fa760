"""Guards against histories that end with the model's own turn: one asks for a retry, the other adds a short turn beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from attrs import field, frozen

from segue.engine import matching
from segue.json_values import JsonObject
from segue.messages import CONTEXT, SETTLED, StepStart, StoredMessage, StoredPart, ToolInvocation
from segue.parts import TextPart
from segue.profiles.matchers import (
    family,
    is_anthropic,
    is_azure,
    is_cerebras,
    provider_id,
    refuses_prefill,
    refuses_trailing_model_turn,
)
from segue.rejections import failures_in
from segue.rule import CompatRule
from segue.stamps import from_milliseconds, to_milliseconds
from segue.unicode import JAVASCRIPT_BLANKS

STRUCTURED = "Generate the structured response."
CONTINUE = "Continue."

_PREFILL = CompatRule(
    name="prefill-error-handler",
    error_patterns=tuple(
        re.compile(pattern, re.ASCII | re.IGNORECASE)
        for pattern in (
            "does not support assistant message prefill",
            rf"assistant response prefill is incompatible with enable[_{JAVASCRIPT_BLANKS}-]?thinking",
            "requests ending with a model turn are not supported",
        )
    ),
)


@frozen
class Signal:
    """A short word to the model that lets it go on: what a reminder says, under which tag, and why."""

    contents: str
    tag: str = "system-reminder"
    kind: str = "reactive"
    attributes: JsonObject = field(factory=JsonObject)
    metadata: JsonObject = field(factory=JsonObject)

    def as_message(self, id: str = "", created_at: str | None = None) -> StoredMessage:
        """Return the signal as a user's message of this call, one that is not stored.

        >>> PREFILL_RETRY.as_message("m1").parts[0].text
        '<system-reminder type="anthropic-prefill-processor-retry">continue</system-reminder>'
        """
        attributes = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        text = f"<{self.tag}{attributes}>{self.contents}</{self.tag}>"
        return StoredMessage(id, "user", (TextPart(text),), created_at, sources=CONTEXT)


PREFILL_RETRY = Signal(
    "continue",
    attributes=JsonObject(type="anthropic-prefill-processor-retry"),
    metadata=JsonObject(message="Continuing after prefill error"),
)


@frozen
class PrefillErrorHandler:
    """Answers a provider that refuses to go on from a model's own turn with a short signal, and one retry.

    >>> handler, sent = PrefillErrorHandler(), []
    >>> handler.process_api_error({"message": "This model does not support assistant message prefill."}, send_signal=sent.append)
    Signal(contents='continue', ...)
    >>> handler.process_api_error({"message": "Overloaded"}, send_signal=sent.append) is None, len(sent)
    (True, 1)
    """

    id: ClassVar[str] = "prefill-error-handler"
    name: ClassVar[str] = "Prefill Error Handler"

    def process_api_error(
        self, error: object, retry_count: float = 0, send_signal: Callable[[Signal], object] | None = None
    ) -> Signal | None:
        """Send the signal and return it: the call is to be made once more. None where there is nothing to retry.

        That is so for another error, after the first retry, and where nobody takes the signal, since then nothing has changed.
        `error` is all that `ProviderHistoryCompat.process_api_error` reads.
        """
        if retry_count > 0 or send_signal is None or not refuses_model_turn(error):
            return None
        send_signal(PREFILL_RETRY)
        return PREFILL_RETRY


def refuses_model_turn(error: object) -> bool:
    """Tell whether an error says that the history must not end with the model's own turn."""
    return any(matching(failure, (_PREFILL,)) for failure in failures_in(error))


@frozen
class TrailingAssistantGuard:
    """Adds a short user turn where a model would refuse a history that ends with its own.

    `now` gives the time as text, `new_id` an id that nothing has; both are the caller's.
    """

    now: Callable[[], str]
    new_id: Callable[[], str]

    id: ClassVar[str] = "trailing-assistant-guard"
    name: ClassVar[str] = "Trailing Assistant Guard"

    def process_input_step(
        self, messages: Sequence[StoredMessage], model: object, structured_output: object = None, *, keeps_pending_calls: bool = False
    ) -> tuple[StoredMessage, ...]:
        """Return the messages, with one more at the end where it is needed; the very tuple where it is not."""
        given = tuple(messages)
        text = _text_needed(given, model, structured_output, keeps_pending_calls=keeps_pending_calls)
        return (*given, _turn(text, given[-1], self.now(), self.new_id())) if text else given


def trailing_turn(
    messages: Sequence[StoredMessage],
    model: object,
    structured_output: object = None,
    *,
    now: str,
    new_id: str,
    keeps_pending_calls: bool = False,
) -> StoredMessage | None:
    """Return the user turn that is to follow the messages, None where none is needed. It is of this call only, and not stored.

    It is needed where the last message ends with the model's own words, and the model refuses that: always, or where it is to answer
    in a format. `structured_output` has `schema`, and perhaps `model` or `json_prompt_injection`, with which the model is not asked
    for a format. `keeps_pending_calls` tells that calls without outcome are sent. The turn is dated `now`, or after the last message
    where that is later. `ValueError` where `now` is no time.

    >>> said = StoredMessage("m1", "assistant", (TextPart("Crete,"),), "2030-06-01T08:00:00.000Z")
    >>> trailing_turn([said], "google/gemini-3-pro", now="2030-06-01T08:00:00.000Z", new_id="m2").created_at
    '2030-06-01T08:00:00.001Z'
    >>> trailing_turn([said], "google/gemini-2.5-pro", now="2030-06-01T08:00:00.000Z", new_id="m2") is None
    True
    """
    text = _text_needed(messages, model, structured_output, keeps_pending_calls=keeps_pending_calls)
    return _turn(text, messages[-1], now, new_id) if text else None


def _text_needed(messages: Sequence[StoredMessage], model: object, structured_output: object, *, keeps_pending_calls: bool) -> str:
    formatted = _asks_for_format(structured_output)
    refused = refuses_trailing_model_turn(model) or (formatted and refuses_prefill(model))
    if not refused or not messages or not _ends_with_model(messages[-1], keeps_pending_calls=keeps_pending_calls):
        return ""
    return STRUCTURED if formatted else CONTINUE


def _turn(text: str, last: StoredMessage, now: str, new_id: str) -> StoredMessage:
    return StoredMessage(new_id, "user", (TextPart(text),), _after(last, now), sources=CONTEXT)


def needs_trailing_assistant_guard(model: object, input_processors: object = ()) -> bool:
    """Tell whether the guard is to be set up: for a model that may refuse, or where an input processor may change the model.

    >>> needs_trailing_assistant_guard("openai/gpt-5.2"), needs_trailing_assistant_guard("anthropic/claude-opus-4-6")
    (False, True)
    """
    return bool(input_processors) or may_refuse_model_turn(model)


def may_refuse_model_turn(model: object) -> bool:
    """Tell whether a model may refuse a history that ends with its own turn, always or where it is to answer in a format."""
    return refuses_prefill(model) or refuses_trailing_model_turn(model)


def _asks_for_format(structured_output: object) -> bool:
    schema, *instead = (
        _is_given(_field(structured_output, name)) for name in ("schema", "model", "json_prompt_injection", "jsonPromptInjection")
    )
    return schema and not any(instead)


def _is_given(value: object) -> bool:
    """Tell whether a setting is there and on. A schema without demands is one: it allows everything."""
    return bool(value) or isinstance(value, Mapping | list | tuple)


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)


def _ends_with_model(message: StoredMessage, *, keeps_pending_calls: bool) -> bool:
    """Tell whether the model has the last word: its words and thoughts count, results do not, calls that wait are not sent."""
    if message.role != "assistant":
        return False
    telling = (part for part in reversed(message.parts) if not isinstance(part, StepStart) and (keeps_pending_calls or not _waits(part)))
    last = next(telling, None)
    return last is not None and not isinstance(last, ToolInvocation)


def _waits(part: StoredPart) -> bool:
    return isinstance(part, ToolInvocation) and part.state not in SETTLED


def _after(message: StoredMessage, now: str) -> str:
    """Return the time, or one millisecond after the message if that is later."""
    moment = to_milliseconds(now)
    if moment is None:
        error = f"the time cannot be read: {now!r}"
        raise ValueError(error)
    last = to_milliseconds(message.created_at or "")
    return from_milliseconds(moment if last is None else max(moment, last + 1))


__all__ = [
    "CONTINUE", "PREFILL_RETRY", "STRUCTURED", "PrefillErrorHandler", "Signal", "TrailingAssistantGuard", "family", "is_anthropic",
    "is_azure", "is_cerebras", "may_refuse_model_turn", "needs_trailing_assistant_guard", "provider_id", "refuses_model_turn",
    "refuses_prefill", "refuses_trailing_model_turn", "trailing_turn",
]  # fmt: skip
