"""How a request asks for thinking: the target's settings tell, else the body, else that it is whole."""

from __future__ import annotations

import pytest

from segue.json_values import freeze_object
from segue.profiles.thinking import asked
from segue.prompts import Request, prompt, user
from segue.shapes import Extras
from segue.targets import Target

HAIKU, OPUS, UNKNOWN, BEDROCK = "anthropic/claude-haiku-4-5", "anthropic/claude-opus-5-5", "anthropic", "bedrock/anthropic.claude-sonnet-4-5"


def set_to(thinking, provider="anthropic", model="claude-haiku-4-5"):
    """Return a target with this setting."""
    return {"provider": provider, "model_id": model, "thinking": thinking}


def body(fields, format="anthropic"):
    """Return a request of which the body has these fields."""
    return Request(prompt(user("Hi")), extras=Extras(format, freeze_object(fields)))


CASES = [
    (HAIKU, {}, ""),
    (HAIKU, {"thinking": {"type": "enabled", "budget_tokens": 1024}}, "enabled"),
    (HAIKU, {"thinking": {"type": "adaptive"}}, "adaptive"),
    (HAIKU, {"thinking": {"type": "disabled"}, "max_tokens": 10}, "disabled"),
    (HAIKU, {"thinking": {}}, ""),
    (HAIKU, {"thinking": None, "max_tokens": 10}, "disabled"),
    (HAIKU, {"max_tokens": 10}, "disabled"),
    (OPUS, {"max_tokens": 10}, ""),
    (UNKNOWN, {"max_tokens": 10}, ""),
    (set_to({"type": "enabled"}), {"thinking": {"type": "disabled"}}, "enabled"),
    (set_to(True), {}, "enabled"),
    (set_to(False), {}, "disabled"),
    (set_to("adaptive"), {}, "adaptive"),
]


@pytest.mark.parametrize(("target", "fields", "kind"), CASES)
def test_thinking_is_asked_for(target, fields, kind):
    """By settings first; a body with `max_tokens` that asks for none goes without, for models that do not think unasked."""
    assert asked(body(fields), Target.of(target)) == kind


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, ""),
        ({"additionalModelRequestFields": {"thinking": {"type": "enabled"}}}, "enabled"),
        ({"additionalModelRequestFields": None}, ""),
        ({"additionalModelRequestFields": "x"}, ""),
        ({"thinking": {"type": "enabled"}}, ""),
    ],
)
def test_a_converse_body_asks_in_a_field_of_the_models_own(fields, kind):
    """Elsewhere in it nothing is asked."""
    assert asked(body(fields, "bedrock-converse"), Target.of(BEDROCK)) == kind


def test_the_body_of_another_format_does_not_tell():
    """Its fields are not sent."""
    assert asked(body({"thinking": {"type": "enabled"}, "max_tokens": 5}, "openai-chat"), Target.of(HAIKU)) == ""
    assert asked(Request(prompt(user("Hi"))), Target.of(HAIKU)) == ""
