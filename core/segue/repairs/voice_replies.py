"""A voice reply of the model, sent back whole.

What it does
    Leaves its transcript, as the assistant's text; with `mute` also the empty text of one that has no transcript.
Why
    A reply by voice holds the sound, its id and its transcript; sent back, providers take the id alone, and only until it expires,
    or know no voice at all.
Keeps
    Every word that was spoken.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import assistant, prompt, user
    >>> spoken = TextPart("Up to ten days.", freeze_object({"openai": {"audio": {"id": "audio_1", "transcript": "Up to ten days."}}}))
    >>> keep_transcripts(prompt(user("How long?"), assistant(spoken))).messages[1].content[0].provider_options
    {}
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from segue.parts import Part, TextPart, option
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part

_OWNER, _NAME = "openai", "audio"


def keep_transcripts(prompt: Prompt, *, mute: bool = False) -> Prompt:
    """Make plain text of voice replies that have a transcript, with `mute` of all."""

    def transcribed(part: Part) -> Iterable[Part]:
        if not isinstance(part, TextPart) or not (part.text or mute) or option(part, _OWNER, _NAME) is None:
            return (part,)
        own = part.provider_options[_OWNER].without(_NAME)
        rest = part.provider_options.without(_OWNER)
        return (evolve(part, provider_options=rest.with_(**{_OWNER: own}) if own else rest),)

    return each_part(prompt, transcribed)
