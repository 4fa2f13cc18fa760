"""OpenTelemetry gets a span of each call and each function, named by its conventions for generative AI."""

from __future__ import annotations

import json
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as conventions
from opentelemetry.trace import SpanKind, StatusCode

from segue.json_values import JsonObject
from segue.parts import FilePart, OpaquePart
from segue.prompts import assistant, call
from segue_shell.conversation import events as told
from segue_shell.providers import Reply
from segue_shell.telemetry import TraceEvents
from tests.conversation.scripted import CLAUDE, DOWN, Scripted
from tests.conversation.test_sending import RESPONSES, SEALED, UNREADABLE

KNOWN = {value for name, value in vars(conventions).items() if name.startswith("GEN_AI_") and isinstance(value, str)}


@pytest.fixture
def exported():
    """Hold what was exported."""
    return InMemorySpanExporter()


@pytest.fixture
def tracer(exported):
    """Return a tracer that exports at once."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exported))
    return provider.get_tracer("test")


@pytest.fixture
def spans(talk, way, tracer, exported):
    """Send once and return the spans."""

    def send(*answers, **options):
        listener = TraceEvents(tracer)
        way(talk(*answers, listeners=[listener], **options), "When is low tide?")
        assert listener._open == {}
        return exported.get_finished_spans()

    return send


def test_a_call_is_a_span(spans):
    """It names operation, provider, model, conversation, figures and end, all under names that the conventions have."""
    (span,) = spans(Reply(assistant("At six."), JsonObject(input_tokens=3, output_tokens=5), "end_turn"))

    assert (span.name, span.kind) == ("chat claude-sonnet-4-5", SpanKind.CLIENT)
    assert dict(span.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude-sonnet-4-5",
        "gen_ai.conversation.id": "tides",
        "gen_ai.usage.input_tokens": 3,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.response.finish_reasons": ("end_turn",),
    }
    assert span.attributes.keys() <= KNOWN


FIGURES = {
    "OpenAI's": JsonObject(prompt_tokens=3, completion_tokens=5),
    "Gemini's": JsonObject(promptTokenCount=3, candidatesTokenCount=5),
    "Gemini's SDK's": JsonObject(prompt_token_count=3, candidates_token_count=5),
    "Bedrock's": JsonObject(inputTokens=3, outputTokens=5),
}


@pytest.mark.parametrize("usage", FIGURES.values(), ids=FIGURES)
def test_figures_have_one_name(talk, tracer, exported, usage):
    """Whatever a provider calls them."""
    talk(Reply(assistant("At six."), usage), listeners=[TraceEvents(tracer)]).send("When?")
    (span,) = exported.get_finished_spans()

    assert [span.attributes[f"gen_ai.usage.{kind}_tokens"] for kind in ("input", "output")] == [3, 5]


PROVIDERS = {"openai/gpt-5.2": "openai", "google/gemini-3-pro": "gcp.gemini", "bedrock/amazon.nova-pro-v1:0": "aws.bedrock", "mistral/mistral-large": "mistral_ai", "xai/grok-4": "x_ai"}


@pytest.mark.parametrize(("target", "name"), PROVIDERS.items())
def test_providers_have_the_conventions_names(talk, tracer, exported, target, name):
    """Where the conventions name a provider otherwise, theirs is the name."""
    talk("At six.", to=target, listeners=[TraceEvents(tracer)]).send("When?")

    assert exported.get_finished_spans()[0].attributes["gen_ai.provider.name"] == name
    assert name in {one.value for one in conventions.GenAiProviderNameValues}


def test_a_callable_without_target_has_a_span(spans):
    """What is not known is left out."""
    (span,) = spans(providers=lambda _: "At six.")
    assert (span.name, span.attributes["gen_ai.provider.name"]) == ("chat", "_OTHER")


def test_a_rejection_is_an_error(spans):
    """The span has the status, and none of the words."""
    (span,) = spans(DOWN)

    assert (span.attributes["error.type"], span.status.status_code, span.status.description) == ("529", StatusCode.ERROR, None)


def test_a_repair_has_two_spans(talk, tracer, exported, way):
    """The call that was refused, and the corrected one, which names the rule."""
    made = talk(Reply(assistant(SEALED, "At six.")), UNREADABLE, "At noon.", to=RESPONSES, listeners=[TraceEvents(tracer)])
    way(made, "When is low tide?")
    way(made, "And high tide?")
    _, refused, corrected = exported.get_finished_spans()

    assert refused.attributes["error.type"] == "400"
    assert corrected.attributes["segue.repaired_by"] == "openai-responses-foreign-reasoning"


def test_a_rewrite_is_told_with_the_call(talk, tracer, exported, way):
    """The span names the rules that rewrote the history for it."""
    way(talk(Reply(assistant(SEALED, "At six.")), to=RESPONSES), "When is low tide?")
    way(talk(providers=Scripted(CLAUDE, ["At noon."]), listeners=[TraceEvents(tracer)]), "And high tide?")

    assert exported.get_finished_spans()[0].attributes["segue.rules"] == ("anthropic-foreign-thinking",)


def test_a_function_is_a_span(spans):
    """It names the tool and the call, and whether it failed, and lasts as long as the function ran."""
    spans = spans(assistant(call("c1", "look"), call("c2", "moon")), "So.", tools={"look": lambda: "seen", "moon": lambda: 1 / 0})
    look, moon = (span for span in spans if span.name.startswith("execute_tool"))

    assert dict(look.attributes) == {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look", "gen_ai.tool.type": "function", "gen_ai.tool.call.id": "c1",
        "gen_ai.conversation.id": "tides",
    }  # fmt: skip
    assert (moon.attributes["error.type"], moon.status.status_code) == ("tool_error", StatusCode.ERROR)
    assert look.end_time >= look.start_time


def test_an_interrupt_ends_the_span(talk, tracer, exported):
    """Nobody listens any more: the span ends, and says so."""
    stream = talk("At six.", listeners=[TraceEvents(tracer)]).stream("When?")
    next(stream)
    stream.close()

    assert exported.get_finished_spans()[0].attributes["gen_ai.response.finish_reasons"] == ("interrupted",)


def test_spans_are_children_of_the_callers(talk, tracer, exported, way):
    """The span that is current where the conversation is used is their parent."""
    with tracer.start_as_current_span("request") as parent:
        way(talk("At six.", listeners=[TraceEvents(tracer)]), "When?")

    assert exported.get_finished_spans()[0].parent.span_id == parent.get_span_context().span_id


def test_messages_are_in_the_spans_if_asked(spans):
    """With `contents` they are there as the conventions have them."""
    reply = assistant(SEALED, "I look.", FilePart("image/png", "iVBORw0KGgo="), OpaquePart("chart", JsonObject(), "x"), call("c1", "look", {"at": "sea"}))
    first, look, second = spans(reply, "So.", to=RESPONSES, tools={"look": lambda at: {"low": 6, "at": at}}, contents=True, system="Be brief.")
    said = {name: json.loads(value) for span in (first, second) for name, value in span.attributes.items() if name.endswith(("messages", "instructions"))}

    assert json.loads(first.attributes["gen_ai.output.messages"]) == [{
        "role": "assistant",
        "parts": [
            {"type": "reasoning", "content": "Ebb."}, {"type": "text", "content": "I look."}, {"type": "file", "mime_type": "image/png"},
            {"type": "chart"}, {"type": "tool_call", "id": "c1", "name": "look", "arguments": {"at": "sea"}},
        ],
        "finish_reason": "",
    }]  # fmt: skip
    assert said["gen_ai.system_instructions"] == [{"type": "text", "content": "Be brief."}]
    assert said["gen_ai.input.messages"][0] == {"role": "user", "parts": [{"type": "text", "content": "When is low tide?"}]}
    assert said["gen_ai.input.messages"][-1] == {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": {"low": 6, "at": "sea"}}]}
    assert json.loads(look.attributes["gen_ai.tool.call.result"]) == {"low": 6, "at": "sea"}
    assert {name for span in (first, look, second) for name in span.attributes if name.startswith("gen_ai")} <= KNOWN


def test_a_rejections_words_are_in_the_span_if_asked(spans):
    """With `contents` the provider's words are the span's."""
    (span,) = spans(DOWN, contents=True)
    assert span.status.description == "Overloaded"


def test_a_call_whose_begin_was_not_heard_is_left_alone(tracer, exported):
    """A listener that came late makes no span of half a call."""
    TraceEvents(tracer)(told.Interrupted(thread_id="t", send_id="s", target=None, call=1, seconds=0.1))
    assert exported.get_finished_spans() == ()


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    """Without OpenTelemetry the error says what to install."""
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ImportError, match=r"pip install 'segue\[otel\]'"):
        TraceEvents()


def test_the_global_tracer_is_the_default():
    """Without a tracer the application's own is used."""
    assert TraceEvents().tracer is not None
