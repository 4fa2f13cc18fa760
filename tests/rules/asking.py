"""Requests that break a demand, made of a rule's triggers: some rules heed the tools on offer, or whether a body is whole."""

from __future__ import annotations

from segue.json_values import JsonObject, freeze_object
from segue.prompts import Prompt, Request, ToolDefinition
from segue.rule import CompatRule
from segue.shapes import Extras, Shape

_FUNCTION = {"type": "function", "name": "list_agents"}
_SPACE = ToolDefinition("collab", hosted="openai.namespace", args=freeze_object({"name": "collab", "tools": [_FUNCTION]}))
_TOOLS = {"anthropic-unavailable-reference": (ToolDefinition("trains"),), "openai-responses-missing-namespace": (_SPACE,)}
_WHOLE = {"converse-tools-missing"}
_STORED = {"openai-responses-double-reference"}
_BODY = Shape("openai-chat", form="body")
_STORES = Extras("openai-responses", JsonObject(store=True))


def asked(rule: CompatRule, trigger: Prompt) -> Request:
    """Return the trigger as a request that breaks the rule's demand."""
    extras, shape = _STORES if rule.name in _STORED else None, _BODY if rule.name in _WHOLE else None
    return Request(trigger, _TOOLS.get(rule.name, ()), None, extras, shape)
