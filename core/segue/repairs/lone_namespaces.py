"""The namespace of a call's tool, for an endpoint that knows none.

What it does
    Takes the namespace off every call.
Why
    Endpoints that speak an older version of the format refuse the field.
Keeps
    The call, its name and all else that it carries.
Example
    >>> from attrs import evolve
    >>> from segue.json_values import freeze_object
    >>> from segue.prompts import assistant, call, prompt, user
    >>> named = evolve(call("c1", "list_agents"), provider_options=freeze_object({"openai": {"namespace": "collab"}}))
    >>> forget_namespaces(prompt(user("Who?"), assistant(named))).messages[1].content[0].provider_options
    {}
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.parts import Part, ToolCallPart, option
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part

_OWNER, _NAME = "openai", "namespace"


def forget_namespaces(prompt: Prompt) -> Prompt:
    """Take the namespace off every call."""

    def nameless(part: Part) -> Iterable[Part]:
        if not isinstance(part, ToolCallPart) or option(part, _OWNER, _NAME) is None:
            return (part,)
        own: JsonObject = part.provider_options[_OWNER].without(_NAME)
        options = part.provider_options.with_(**{_OWNER: own}) if own else part.provider_options.without(_OWNER)
        return (evolve(part, provider_options=options or EMPTY),)

    return each_part(prompt, nameless)
