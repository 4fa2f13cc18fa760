"""Whatever a history holds, what the rules make of it is accepted by the providers' own types and the strict checks beside them."""

from __future__ import annotations

import json
from functools import partial

import pytest
from hypothesis import given

from segue import BUILT_IN, FORMATS, Request, rewrite
from segue.testing import prompts, spliced
from tests.judges import anthropic, bedrock, openai_chat, openai_responses


class Every:
    """A container of all ids: each may be one that a thought is remembered for."""

    def __contains__(self, id_: object) -> bool:
        """Hold what is an id."""
        return isinstance(id_, str)


responses = partial(openai_responses.judge, linked=Every())

TRIGGERS = [trigger for rule in BUILT_IN for trigger in rule.triggers]
TARGETS = {
    "anthropic/claude-sonnet-4-5": ("anthropic", anthropic.judge, "claude-sonnet-4-5"),
    "anthropic/claude-opus-4-8": ("anthropic", anthropic.judge, "claude-opus-4-8"),
    "openai/gpt-5.2": ("openai-chat", openai_chat.judge, "gpt-5.2"),
    "openai.responses/gpt-5.2": ("openai-responses", responses, "gpt-5.2"),
    "openai.responses/gpt-4.1": ("openai-responses", responses, "gpt-4.1"),
    "bedrock/amazon.nova-pro-v1:0": ("bedrock-converse", bedrock.judge, "amazon.nova-pro-v1:0"),
    "bedrock/anthropic.claude-sonnet-4-5": ("bedrock-converse", bedrock.judge, "anthropic.claude-sonnet-4-5"),
    "bedrock/meta.llama3-3-70b-instruct-v1:0": ("bedrock-converse", bedrock.judge, "meta.llama3-3-70b-instruct-v1:0"),
}
OFFERS = {"openai-responses": {"store": False}, "bedrock-converse": {"toolConfig": {"tools": [{"toolSpec": {"name": "trains", "inputSchema": {"json": {"type": "object"}}}}]}}}
"""What callers add beside the messages."""


def body(prompt, target, form):
    """Return what is sent to a target, through JSON as it would be."""
    sent = json.loads(json.dumps(FORMATS[form].encode(Request(rewrite(prompt, target).prompt))))
    return sent | OFFERS.get(form, {})


@pytest.mark.parametrize("target", TARGETS)
@given(prompt=prompts() | spliced(TRIGGERS))
def test_a_repaired_history_is_accepted(target, prompt):
    """The judges have no complaint of a prompt that was rewritten for their target."""
    form, judge, model = TARGETS[target]
    sent = body(prompt, target, form)
    if sent.get("messages") or sent.get("input"):
        assert judge(sent, model=model) == []
