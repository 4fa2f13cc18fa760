"""What a chat template is: a record of what it demands of a history. `segue.profiles.templates` has the table.

A server that runs open models fills the template that came with the model, and a template raises, or silently leaves out, what its
author did not think of. What it demands depends on the model, not on the server.
"""

from __future__ import annotations

import re

from attrs import field, frozen

from segue.profiles.dialect import Source

NINE, FUNCTIONS = "nine", "functions"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


@frozen(kw_only=True)
class Template:
    """What the template of some models demands. Everything is allowed where nothing is said."""

    models: re.Pattern[str] = field(default="", converter=_pattern)
    """Searched for in the model's id, in small letters."""
    sources: tuple[Source, ...] = ()
    unknown: bool = False
    """Nobody looked: what loses nothing is done beforehand, all else when the server complains."""

    one_system: bool = False
    """One system message is read at the beginning, not several."""
    first_system: bool = False
    """A system message behind another role's raises, or is left out without a word."""
    no_system: bool = False
    """There is no system role."""
    takes_turns: bool = False
    """Users and assistants take turns, and a user speaks first."""
    replies: bool = False
    """An assistant speaks between tools and a user."""
    needs_user: bool = False
    """Some user says something."""
    one_call: bool = False
    """A message holds one call at most."""
    ids: str = ""
    """How ids of calls are spelled: `nine` letters and digits, or `functions`, as Kimi has them. Otherwise as they are."""
    objects: bool = False
    """The template goes through the input of a call, which must be an object."""
    thinks: bool = False
    """It opens a thought for the model, so no reply can be begun for it unless thinking is off."""
    either: bool = False
    """A message with calls holds a thought or words, not both."""
