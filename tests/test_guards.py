"""The guards against histories that end with the model's own turn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from segue import guards
from segue.guards import (
    PREFILL_RETRY,
    PrefillErrorHandler,
    Signal,
    TrailingAssistantGuard,
    may_refuse_model_turn,
    needs_trailing_assistant_guard,
    refuses_model_turn,
    trailing_turn,
)
from segue.json_values import JsonObject
from segue.messages import CONTEXT, STATES, Data, StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import TextPart
from segue.profiles import matchers

PREFILL = ValueError("400: This model does not support assistant message prefill. The conversation must end with a user message.")
NOW = "2030-06-01T09:00:00.000Z"
EARLIER = "2030-06-01T08:00:00.000Z"
GEMINI, CLAUDE = "google/gemini-3-pro", "anthropic/claude-opus-4-6"
SCHEMA = {"schema": {"type": "object"}}


def handled(error, **more):
    """Let the handler answer an error; return what it returned and what was sent."""
    sent = []
    return PrefillErrorHandler().process_api_error(error, send_signal=sent.append, **more), sent


def test_a_refused_prefill_is_answered_with_a_signal():
    """It is sent once and returned; the call is to be made again."""
    assert handled(PREFILL) == (PREFILL_RETRY, [PREFILL_RETRY])


@pytest.mark.parametrize("retries", [1, 2, 0.5])
def test_only_the_first_retry_is_tried(retries):
    """What did not help once does not help twice."""
    assert handled(PREFILL, retry_count=retries) == (None, [])


def test_a_negative_count_is_the_first():
    """As a missing one is."""
    assert handled(PREFILL, retry_count=-1) == (PREFILL_RETRY, [PREFILL_RETRY])


@pytest.mark.parametrize("error", [ValueError("Overloaded"), None, "does not support assistant message prefill", {}])
def test_other_errors_are_left_alone(error):
    """Text is no error, whatever it says."""
    assert handled(error) == (None, [])


def test_without_a_taker_there_is_no_retry():
    """Nothing would have changed, so the provider would refuse again."""
    assert PrefillErrorHandler().process_api_error(PREFILL) is None


REFUSALS = {
    "DOES NOT SUPPORT ASSISTANT MESSAGE PREFILL": True,
    "assistant response prefill is incompatible with enable_thinking": True,
    "assistant response prefill is incompatible with enable\ufeffthinking": True,
    "assistant response prefill is incompatible with enablethinking": True,
    "assistant response prefill is incompatible with enable\x1cthinking": False,
    "assistant response prefill is incompatible with enable  thinking": False,
    "Requests ending with a model turn are not supported.": True,
    "reque\u017fts ending with a model turn are not supported": False,
}


@pytest.mark.parametrize(("words", "refused"), REFUSALS.items())
def test_the_words_of_refusals(words, refused):
    """Those of Anthropic, of gateways before it, and of Gemini; upper and lower case are the same for ASCII letters."""
    assert refused is refuses_model_turn({"message": "Failed", "body": {"error": words}})


def test_a_wrapped_refusal_is_seen():
    """An SDK may wrap the error of the last attempt."""
    wrapper = RuntimeError("Failed after 3 attempts")
    wrapper.__cause__ = PREFILL
    assert refuses_model_turn(wrapper)


def test_a_signal_can_be_a_message():
    """One of this call only, in the tag that marks it as no words of the user's."""
    message = Signal("go on", "note", attributes=JsonObject(type="x")).as_message("m1", NOW)
    assert message == StoredMessage("m1", "user", (TextPart('<note type="x">go on</note>'),), NOW)
    assert message.sources == CONTEXT


def said(*parts, role="assistant", created_at=EARLIER):
    """Return a question and what was said to it."""
    return StoredMessage("u", "user", (TextPart("Name three islands."),)), StoredMessage("a", role, parts, created_at)


def call(state):
    """Return a call."""
    return ToolInvocation("k", "atlas", state)


def text_of(turn):
    """Return the text of a turn, "" where there is none."""
    return turn.parts[0].text if turn else ""


def added(messages, model=GEMINI, structured_output=None, **more):
    """Return the text of the turn that follows."""
    return text_of(trailing_turn(messages, model, structured_output, now=NOW, new_id="n", **more))


NEEDED = [
    (GEMINI, None, "Continue."),
    (GEMINI, SCHEMA, "Generate the structured response."),
    ("google/gemini-2.5-pro", SCHEMA, ""),
    (CLAUDE, None, ""),
    (CLAUDE, SCHEMA, "Generate the structured response."),
    (CLAUDE, SimpleNamespace(schema=dict), "Generate the structured response."),
    (CLAUDE, {"schema": {}}, "Generate the structured response."),
    (CLAUDE, {**SCHEMA, "model": "", "jsonPromptInjection": False}, "Generate the structured response."),
    (CLAUDE, {**SCHEMA, "model": {}}, ""),
    (CLAUDE, {"schema": ""}, ""),
    (CLAUDE, {}, ""),
    (CLAUDE, SCHEMA | {"model": "openai/x"}, ""),
    (CLAUDE, SCHEMA | {"json_prompt_injection": True}, ""),
    (CLAUDE, SCHEMA | {"jsonPromptInjection": True}, ""),
    ("anthropic/claude-opus-4-5", SCHEMA, ""),
    ("anthropic/claude-opus-4-20250514", SCHEMA, ""),
    ({"provider": "vertex.anthropic.messages", "modelId": "claude-opus-4-6"}, None, ""),
    ({"provider": "vertex.anthropic.messages", "modelId": "claude-opus-4-6"}, SCHEMA, "Generate the structured response."),
    ("openai/gpt-5.2", SCHEMA, ""),
    (["openai/gpt-5.2", None, GEMINI], None, "Continue."),
    (lambda: None, None, "Continue."),
    (None, SCHEMA, ""),
]


@pytest.mark.parametrize(("model", "structured_output", "text"), NEEDED)
def test_a_turn_is_added_for_models_that_refuse(model, structured_output, text):
    """Gemini always does, Claude where it is to answer in a format; a fallback that does is enough."""
    assert text == added(said(TextPart("Crete,")), model, structured_output)


ENDS = [
    ([TextPart("x")], True),
    ([TextPart("")], True),
    ([StoredReasoning("Hm.")], True),
    ([Data("note", 1)], True),
    ([TextPart("x"), StepStart()], True),
    ([TextPart("x"), call("result")], False),
    ([TextPart("x"), call("output-error")], False),
    ([TextPart("x"), call("output-denied")], False),
    ([TextPart("x"), call("result"), call("call")], False),
    ([TextPart("x"), call("call"), StepStart(), call("approval-requested")], True),
    ([call("partial-call")], False),
    ([StepStart()], False),
    ([], False),
]


@pytest.mark.parametrize(("parts", "ends"), ENDS)
def test_the_model_has_the_last_word(parts, ends):
    """With its words and thoughts; results follow its calls, and calls that wait are not sent."""
    assert bool(added(said(*parts))) is ends


@pytest.mark.parametrize("state", STATES)
def test_calls_that_wait_end_the_turn_where_they_are_sent(state):
    """No call is the model's last word then."""
    assert added(said(TextPart("x"), call(state)), keeps_pending_calls=True) == ""


@pytest.mark.parametrize("messages", [(), said(TextPart("x"), role="user"), said(TextPart("x"), role="tool")])
def test_other_ends_need_no_turn(messages):
    """Nothing, or somebody else's words."""
    assert added(messages) == ""


TIMES = [
    (EARLIER, NOW),
    (NOW, "2030-06-01T09:00:00.001Z"),
    ("2030-06-01T09:00:00.000+00:00", "2030-06-01T09:00:00.001Z"),
    ("2030-06-02T00:00:00.000Z", "2030-06-02T00:00:00.001Z"),
    ("no date", NOW),
    (None, NOW),
]


@pytest.mark.parametrize(("last", "time"), TIMES)
def test_the_turn_is_dated_after_the_last_message(last, time):
    """Now, or a millisecond later than the message that it follows; a date that cannot be read does not count."""
    assert time == trailing_turn(said(TextPart("x"), created_at=last), GEMINI, now=NOW, new_id="n").created_at


def test_a_time_that_cannot_be_read_is_refused():
    """The caller's clock gives times as text."""
    with pytest.raises(ValueError, match="'noon'"):
        trailing_turn(said(TextPart("x")), GEMINI, now="noon", new_id="n")


def test_the_guard_adds_the_turn():
    """As context of this call, behind the very messages that were given."""
    messages = said(TextPart("Crete,"))
    after = TrailingAssistantGuard(lambda: NOW, lambda: "n").process_input_step(messages, GEMINI)
    assert after == (*messages, StoredMessage("n", "user", (TextPart("Continue."),), NOW))
    assert (after[-1].source, after[0] is messages[0]) == ("context", True)


def test_the_guard_leaves_alone_what_needs_no_turn():
    """The very tuple; neither clock nor ids are asked."""
    messages = said(TextPart("x"), call("result"))
    assert TrailingAssistantGuard(None, None).process_input_step(messages, GEMINI) is messages
    assert TrailingAssistantGuard(None, None).process_input_step(list(messages), CLAUDE) == messages


@pytest.mark.parametrize(("model", "may"), [(GEMINI, True), (CLAUDE, True), ("openai/x", False), (lambda: None, True), (None, False)])
def test_when_the_guard_is_needed(model, may):
    """For models that may refuse; and where an input processor may change the model."""
    assert (may_refuse_model_turn(model), needs_trailing_assistant_guard(model)) == (may, may)
    assert needs_trailing_assistant_guard(model, [object()])
    assert needs_trailing_assistant_guard(model, 1)


def test_ids_and_names():
    """As the documents have them."""
    named = [(kind.id, kind.name) for kind in (PrefillErrorHandler, TrailingAssistantGuard)]
    assert named == [("prefill-error-handler", "Prefill Error Handler"), ("trailing-assistant-guard", "Trailing Assistant Guard")]


@pytest.mark.parametrize(
    "name", ["is_anthropic", "is_azure", "is_cerebras", "family", "provider_id", "refuses_prefill", "refuses_trailing_model_turn"]
)
def test_the_matchers_are_here_too(name):
    """Who sets up guards asks them."""
    assert getattr(guards, name) is getattr(matchers, name)
