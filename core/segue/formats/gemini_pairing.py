"""Ids for Gemini's calls and results, which need not carry any."""

from __future__ import annotations

from attrs import define

from segue.formats import pairing

CODE = "code_execution"
HOSTED = "\0"
"""Begins the queues of hosted tools, whose names may be those of the caller's own."""


@define
class Pairing(pairing.Pairing):
    """The calls of a history that wait for their results, as far as it is read."""

    prefix: str = "gemini-"
