"""Which provider a model is of."""

from __future__ import annotations

from segue.profiles import matchers
from tests.conformance.handlers.codes import given, present

NAMES = {
    "isMaybeAnthropic": matchers.is_anthropic,
    "isMaybeCerebras": matchers.is_cerebras,
    "isMaybeAzure": matchers.is_azure,
    "isMaybeAnthropicWithoutAssistantPrefill": matchers.refuses_prefill,
    "isMaybeGoogleWithoutTrailingModelTurn": matchers.refuses_trailing_model_turn,
    "getModelProviderFamily": matchers.family,
    "getModelProviderId": matchers.provider_id,
}


def match(input):
    """Ask every matcher."""
    return {name: ask(given(present(input["model"]))) for name, ask in NAMES.items()}


HANDLERS = {"matchers": match}
