"""Keys, struck out of what providers say: some quote the key that they refuse, and proxies the header it came in."""

from __future__ import annotations

import re
from collections.abc import Iterable

MASK = "[key]"
_SHORTEST = 6
"""Shorter secrets are words: `none`, `EMPTY`."""
_KEYS = re.compile(
    r"""
    (?<![A-Za-z0-9])(?:sk|rk|csk|gsk|xai|pplx|tgp|hf|fw|nvapi|r8)[-_][A-Za-z0-9_*.-]{8,}   # OpenAI's, Anthropic's, OpenRouter's and others'
    | AIza[A-Za-z0-9_*-]{8,} | (?<![A-Za-z0-9])ya29\.[A-Za-z0-9_.-]{8,}                     # Google's
    | (?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9*]{8,}                                            # Amazon's
    """,
    re.VERBOSE,
)
_NAMED = re.compile(
    r"""((?:[?&]key|(?:x[-_])?api[-_]?key|x-goog-api-key|secret[-_]?(?:access[-_]?)?key|(?:access|security|session|auth)[-_]?token)
    \\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\&,;}]+""",
    re.VERBOSE | re.IGNORECASE,
)
_SCHEMES = re.compile(
    r"((?<![A-Za-z])(?:Bearer|Basic)\s+)(?:(?=[A-Za-z+/=_.~-]*[0-9*])[A-Za-z0-9+/=_.~*-]{6,}|[A-Za-z0-9+/=_.~*-]{24,})", re.IGNORECASE
)
"""A word without a digit is none unless it is very long: `Bearer authentication`."""


def masked(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text without the secrets, and without anything that looks like a key.

    >>> masked("Incorrect API key provided: sk-proj-abc12345. Authorization: Bearer hunter22", ["hunter22"])
    'Incorrect API key provided: [key] Authorization: Bearer [key]'
    >>> masked("a risk-averse-wording; Bearer authentication requires HTTPS")
    'a risk-averse-wording; Bearer authentication requires HTTPS'
    """
    for secret in sorted({secret for secret in secrets if len(secret) >= _SHORTEST}, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return _SCHEMES.sub(rf"\1{MASK}", _NAMED.sub(rf"\1{MASK}", _KEYS.sub(MASK, text)))
