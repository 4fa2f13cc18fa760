"""Stored messages to a prompt and back: what a model is to read of a history, and what is to be stored of a reply.

`states` has the table of what becomes of a call in each state, `reading` the tables of roles and of kinds of part.
"""

from segue.convert.attributing import attribute
from segue.convert.reading import to_prompt
from segue.convert.settling import answered
from segue.convert.storing import to_store

__all__ = ["answered", "attribute", "to_prompt", "to_store"]
