"""The strategies for payloads of the Responses API give all kinds of item, and nothing that the format refuses."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import lists
from returns.pipeline import is_successful

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.formats.openai_responses_hosted import SORTS
from segue.formats.openai_responses_results import ANSWERS
from segue.json_values import same_json
from segue.testing.wire_openai_responses import items, payloads

LOOK = settings(
    max_examples=400, derandomize=True, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
KINDS = {
    *SORTS,
    *ANSWERS,
    "message",
    "reasoning",
    "function_call",
    "custom_tool_call",
    "item_reference",
    "compaction",
    "additional_tools",
    None,
}


def test_every_kind_of_item_comes_up():
    """Each kind of item is drawn, and easy messages beside the others."""
    seen = set()

    @LOOK
    @given(lists(items(), min_size=5, max_size=8))
    def draw(drawn):
        seen.update(item.get("type") for item in drawn)

    draw()
    assert KINDS - seen == set()


def test_payloads_are_of_the_format():
    """Every payload is read and written as it came; bodies, lists and texts come up."""
    seen = set()

    @LOOK
    @given(payloads())
    def draw(payload):
        seen.add(type(payload))
        read = OPENAI_RESPONSES.decode(payload)
        assert is_successful(read)
        assert same_json(OPENAI_RESPONSES.encode(read.unwrap()), payload)

    draw()
    assert seen == {dict, list, str}
