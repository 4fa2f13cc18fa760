"""Encrypted content of a thought that another provider made.

What it does
    Takes it off; a thought of which no word can be read goes whole.
Why
    Encrypted thoughts are read by who made them; any other refuses the request.
Keeps
    The readable summary, under its id; the encrypted content that `is_foreign` does not name.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.", freeze_object({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}))
    >>> drop_foreign_blobs(prompt(user("2 + 2?"), assistant(thought, "Four.")), lambda part: True).messages[1].content[0].provider_options
    {'openai': {'itemId': 'rs_1'}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.parts import Part, ReasoningPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part

_OWNER, _BLOB = "openai", "reasoningEncryptedContent"


def drop_foreign_blobs(prompt: Prompt, is_foreign: Callable[[ReasoningPart], bool]) -> Prompt:
    """Take encrypted content off the thoughts that are named."""

    def bare(part: Part) -> Iterable[Part]:
        if not isinstance(part, ReasoningPart) or not is_foreign(part):
            return (part,)
        if not part.text.strip():
            return ()
        own = part.provider_options.get(_OWNER)
        rest = own.without(_BLOB) if isinstance(own, JsonObject) else EMPTY
        options = part.provider_options.with_(**{_OWNER: rest}) if rest else part.provider_options.without(_OWNER)
        return (evolve(part, provider_options=options),)

    return each_part(prompt, bare)
