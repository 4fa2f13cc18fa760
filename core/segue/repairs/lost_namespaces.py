"""A call of a tool in a namespace that does not name it.

What it does
    Gives the call the namespace that holds its tool, if one does and no more than one, and if there is no tool of that name beside.
Why
    The model names the namespace of a tool that was loaded late, many clients drop the field, and a call without it is of a tool that
    is not there.
Keeps
    Calls that name a namespace, and calls of tools outside of any.
Example
    >>> from segue.prompts import assistant, call, prompt, user
    >>> before = prompt(user("Who?"), assistant(call("c1", "list_agents")))
    >>> after = give_namespaces(before, {"list_agents": "collab"})
    >>> after.messages[1].content[0].provider_options
    {'openai': {'namespace': 'collab'}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.parts import Part, ToolCallPart, option
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part

_OWNER, _NAME = "openai", "namespace"


def give_namespaces(prompt: Prompt, namespaces: Mapping[str, str]) -> Prompt:
    """Give calls of these tools their namespaces."""

    def named(part: Part) -> Iterable[Part]:
        lacks = isinstance(part, ToolCallPart) and not part.hosted and part.name in namespaces and option(part, _OWNER, _NAME) is None
        return (_named(part, namespaces[part.name]),) if lacks else (part,)  # type: ignore[arg-type, union-attr]

    return each_part(prompt, named) if namespaces else prompt


def _named(part: ToolCallPart, namespace: str) -> ToolCallPart:
    own = part.provider_options.get(_OWNER)
    kept = own if isinstance(own, JsonObject) else EMPTY
    return evolve(part, provider_options=part.provider_options.with_(**{_OWNER: kept.with_(**{_NAME: namespace})}))
