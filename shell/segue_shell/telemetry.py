"""Listeners that pass the steps of a send on: to a logger, and to OpenTelemetry under its conventions for generative AI."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from time import time_ns
from typing import TYPE_CHECKING, Any

from attrs import define, field, fields, frozen

from segue.failures import Change
from segue.json_values import JsonObject, thaw
from segue.parts import FilePart, JsonPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolMessage
from segue.targets import Target
from segue_shell.conversation import events as told

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

_LOUD = (told.Rejected, told.NotSaved, told.Failed)


@frozen
class LogEvents:
    """Writes each event as a line: steps at level INFO, what goes wrong at WARNING.

    A conversation with `contents=True` has its contents in the lines too.
    """

    logger: logging.Logger = field(factory=lambda: logging.getLogger("segue"))

    def __call__(self, event: told.Event) -> None:
        """Write it."""
        self.logger.log(logging.WARNING if isinstance(event, _LOUD) else logging.INFO, "%s", line(event))


def line(event: told.Event) -> str:
    """Return an event as a line: its name, then what is known, without what is empty.

    >>> line(told.Saved(thread_id="tides", send_id="1", messages=2))
    "Saved thread_id='tides' send_id='1' messages=2"
    """
    known = ((one.name, getattr(event, one.name)) for one in fields(type(event)))
    words = (f"{name}={_shown(value)}" for name, value in known if value not in {None, "", ()} and value != {})
    return " ".join((type(event).__name__, *words))


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, tuple) and value and all(isinstance(one, Change | Target) for one in value):
        return repr([str(one) for one in value])
    return str(value) if isinstance(value, Target) else repr(value)


_PROVIDERS = {
    "azure": "azure.ai.openai", "bedrock": "aws.bedrock", "google": "gcp.gemini", "mistral": "mistral_ai", "vertex": "gcp.vertex_ai",
    "xai": "x_ai",
}  # fmt: skip
_FIGURES = {
    "gen_ai.usage.input_tokens": ("input_tokens", "prompt_tokens", "promptTokenCount", "prompt_token_count", "inputTokens"),
    "gen_ai.usage.output_tokens": (
        "output_tokens", "completion_tokens", "candidatesTokenCount", "candidates_token_count", "outputTokens",
    ),
}  # fmt: skip


def _tracer() -> Tracer:
    try:
        from opentelemetry import trace  # noqa: PLC0415  # an extra
    except ImportError as error:
        message = "OpenTelemetry is missing: pip install 'segue[otel]'"
        raise ImportError(message) from error
    return trace.get_tracer("segue")


@define(eq=False)
class TraceEvents:
    """Makes a span of each model call, `chat MODEL`, and of each function that is run, `execute_tool NAME`.

    They are children of the span that is current where the conversation is used, and named by the GenAI semantic conventions; what
    was rewritten and repaired stands in `segue.rules` and `segue.repaired_by`. A conversation with `contents=True` has its messages in
    them. Raises `ImportError` without the extra `otel`.
    """

    tracer: Tracer = field(factory=_tracer)
    _open: dict[tuple[str, int], Span] = field(factory=dict, init=False)
    _rules: dict[str, dict[str, Any]] = field(factory=dict, init=False)
    """What is to be told of the next call of each send."""

    def __call__(self, event: told.Event) -> None:
        """Begin or end a span."""
        tell = _TELL.get(type(event))
        if tell is not None:
            tell(self, event)

    def rewrote(self, event: told.Rewrote) -> None:
        """Note which rules rewrote the history."""
        rules = tuple(dict.fromkeys(change.rule for change in event.changes))
        self._rules.setdefault(event.send_id, {})["segue.rules"] = rules

    def repaired(self, event: told.Repaired) -> None:
        """Note which rule corrects the request."""
        self._rules.setdefault(event.send_id, {})["segue.repaired_by"] = event.rule

    def sent(self, event: told.Sent) -> None:
        """Begin the span of a call."""
        from opentelemetry.trace import SpanKind  # noqa: PLC0415  # an extra

        model = event.target.model
        attributes = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": _PROVIDERS.get(event.target.provider, event.target.provider or "_OTHER"),
            "gen_ai.conversation.id": event.thread_id,
            **({"gen_ai.request.model": model} if model else {}),
            **self._rules.pop(event.send_id, {}),
            **({} if event.contents is None else _asked(event.contents)),
        }
        name = f"chat {model}".strip()
        self._open[event.send_id, event.call] = self.tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes)

    def replied(self, event: told.Replied) -> None:
        """End the span of a call with the reply's figures."""
        attributes: dict[str, Any] = {**_figures(event.usage)}
        if event.finish:
            attributes["gen_ai.response.finish_reasons"] = (event.finish,)
        if event.contents is not None:
            attributes["gen_ai.output.messages"] = _json([{**_message(event.contents), "finish_reason": event.finish}])
        self._end(event, attributes)

    def rejected(self, event: told.Rejected) -> None:
        """End the span of a call that failed."""
        self._end(event, {"error.type": str(event.status or "_OTHER")}, "" if event.contents is None else event.contents.message)

    def interrupted(self, event: told.Interrupted) -> None:
        """End the span of a call that nobody listens to any more."""
        self._end(event, {"gen_ai.response.finish_reasons": ("interrupted",)})

    def ran(self, event: told.ToolRan) -> None:
        """Make the span of a function that was run."""
        end = time_ns()
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": event.name,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": event.tool_call_id,
            "gen_ai.conversation.id": event.thread_id,
            **({"error.type": "tool_error"} if event.error else {}),
            **({} if event.contents is None else {"gen_ai.tool.call.result": _json(_part(event.contents)["response"])}),
        }
        begun = end - int(event.seconds * 1e9)
        span = self.tracer.start_span(f"execute_tool {event.name}", attributes=attributes, start_time=begun)
        _fail(span, "") if event.error else None
        span.end(end)

    def _end(self, event: told.Replied | told.Rejected | told.Interrupted, attributes: Mapping[str, Any], error: str | None = None) -> None:
        span = self._open.pop((event.send_id, event.call), None)
        if span is None:
            return
        span.set_attributes(attributes)
        if error is not None:
            _fail(span, error)
        span.end()


_TELL: Mapping[type, Callable[[TraceEvents, Any], None]] = {
    told.Rewrote: TraceEvents.rewrote,
    told.Repaired: TraceEvents.repaired,
    told.Sent: TraceEvents.sent,
    told.Replied: TraceEvents.replied,
    told.Rejected: TraceEvents.rejected,
    told.Interrupted: TraceEvents.interrupted,
    told.ToolRan: TraceEvents.ran,
}


def _fail(span: Span, words: str) -> None:
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415  # an extra

    span.set_status(Status(StatusCode.ERROR, words or None))


def _figures(usage: JsonObject) -> dict[str, int]:
    found = ((name, next((usage[key] for key in keys if isinstance(usage.get(key), int)), None)) for name, keys in _FIGURES.items())
    return {name: figure for name, figure in found if figure is not None}


def _asked(request: Request) -> dict[str, str]:
    """Return what was sent, as the conventions have it: the operator's words apart from the messages."""
    messages = request.prompt.messages
    operator = [_part(part) for message in messages if isinstance(message, SystemMessage) for part in message.content]
    others = [_message(message) for message in messages if not isinstance(message, SystemMessage)]
    return {"gen_ai.input.messages": _json(others), **({"gen_ai.system_instructions": _json(operator)} if operator else {})}


def _message(message: Message) -> dict[str, Any]:
    roles = ((AssistantMessage, "assistant"), (ToolMessage, "tool"))
    role = next((role for kind, role in roles if isinstance(message, kind)), "user")
    return {"role": role, "parts": [_part(part) for part in message.content]}


def _part(part: object) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"type": "text", "content": text}
        case ReasoningPart(text=text):
            return {"type": "reasoning", "content": text}
        case ToolCallPart():
            return {"type": "tool_call", "id": part.id, "name": part.name, "arguments": thaw(part.input)}
        case ToolResultPart():
            return {"type": "tool_call_response", "id": part.id, "response": _response(part.output)}
        case FilePart():
            return {"type": "file", "mime_type": part.media_type}
        case _:
            return {"type": getattr(part, "kind", "unknown")}


def _response(output: Iterable[object]) -> Any:
    shown = [thaw(part.value) if isinstance(part, JsonPart) else _part(part) for part in output]
    texts = [part.text for part in output if isinstance(part, TextPart)]
    return texts[0] if len(texts) == len(shown) == 1 else shown[0] if len(shown) == 1 else shown


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
