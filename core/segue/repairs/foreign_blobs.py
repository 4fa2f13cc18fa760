"""Encrypted content of a thought that another provider made.

What it does
    Takes it off, and the item's id with it; a thought of which no word can be read goes whole.
Why
    Encrypted thoughts are read by who made them; any other refuses the request.
Keeps
    The readable summary; the encrypted content that `is_foreign` does not name.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.", freeze_object({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}))
    >>> drop_foreign_blobs(prompt(user("2 + 2?"), assistant(thought, "Four.")), lambda part: True).messages[1].content[0].provider_options
    {}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from segue.parts import Part, ReasoningPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part

_OWNER = "openai"


def drop_foreign_blobs(prompt: Prompt, is_foreign: Callable[[ReasoningPart], bool]) -> Prompt:
    """Take encrypted content off the thoughts that are named."""

    def bare(part: Part) -> Iterable[Part]:
        if not isinstance(part, ReasoningPart) or not is_foreign(part):
            return (part,)
        return (evolve(part, provider_options=part.provider_options.without(_OWNER)),) if part.text.strip() else ()

    return each_part(prompt, bare)
