"""Other spellings for ids and names: from the text alone and what stood before it, distinct ones for distinct texts."""

from __future__ import annotations

import re
from hashlib import sha256

from attrs import Factory, define

from segue.profiles.demands import Spelling

_PLAIN = re.compile(r"[^a-zA-Z0-9_-]")
_DIGEST = 10
_LONGEST = 64  # where the target sets no limit
_TRIES = 1000


def alias(text: str, spelling: Spelling, salt: str = "") -> str:
    """Return another text, spelled as demanded: what can be kept of this one, and a digest of it; that alone where it must be short.

    >>> alias("functions.read:0", Spelling("[a-zA-Z0-9_-]")), alias("functions.read:0", Spelling("[a-zA-Z0-9]", 9))
    ('functions_read_0_9918a9222f', '9918a9222')
    """
    digest = sha256(f"{salt}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    room = min(spelling.longest or _LONGEST, _LONGEST) - _DIGEST - 1
    made = f"{_PLAIN.sub('_', text)[:room] or 'call'}_{digest}"
    wishes = (made, f"_{made}")  # the second where a name may not begin as this one does
    return next(filter(spelling.allows, wishes), digest[: spelling.longest])


@define
class Aliases:
    """The spellings given so far. A text that is spelled as demanded keeps its spelling unless another was given it before."""

    spelling: Spelling
    given: dict[str, str] = Factory(dict)
    taken: dict[str, tuple[str, int]] = Factory(dict)

    def of(self, text: str) -> str:
        """Return the one spelling of this text."""
        if text not in self.given:
            self.given[text] = self._free(text, 0, text)
        return self.given[text]

    def keep(self, text: str) -> str:
        """Return a text as it is, whatever its spelling; another spelling where this one was given to something else before."""
        free = self.taken.setdefault(text, (text, 0)) == (text, 0)
        return text if free else self._free(text, 0, alias(text, self.spelling))

    def another(self, text: str, count: int) -> str:
        """Return the spelling of the `count`th thing that this text names; count from 1, the first is `of(text)`."""
        return self._free(text, count, alias(text, self.spelling, str(count)))

    def _free(self, text: str, count: int, wish: str) -> str:
        """Return the wish, or the first alias that nothing else has. `ValueError` where the spelling leaves none."""
        owner = (text, count)
        for tried in range(_TRIES):
            if self.spelling.allows(wish) and self.taken.setdefault(wish, owner) == owner:
                return wish
            wish = alias(text, self.spelling, f"{count or ''}{'+' * tried}")
        message = f"no spelling of {text!r} is left in {self.spelling}"
        raise ValueError(message)
