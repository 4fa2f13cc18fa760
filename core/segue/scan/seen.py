"""What is read in messages that are looked at together, and asked about all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from attrs import Factory, define

from segue.characters import is_broken
from segue.json_values import JsonObject, JsonText
from segue.profiles.gemini import has_odd_role
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.profiles.responses import lacks_field
from segue.shapes import Shape
from segue.unicode import encodes, is_narrow

_whole = attrgetter("whole")


@define
class Seen:
    """Texts and objects, by what is asked about them, and layouts that were found usual: most messages share theirs."""

    words: list[str] = Factory(list)
    """What people, models and tools said, which is not to be blank."""
    thoughts: list[str] = Factory(list)
    inputs: list[JsonObject | JsonText] = Factory(list)
    """Inputs of calls, some of them still in their JSON text, and JSON in results."""
    holder: Shape | None = None
    """Of a content of Gemini's."""
    thought: Shape | None = None
    """Of a reasoning item of OpenAI's."""

    def is_usual(self) -> bool:
        """Tell whether no text is blank or too long, and half of a character nowhere."""
        texts = [given for given in self.inputs if type(given) is JsonText]
        said, thought, given = "".join(self.words), "".join(self.thoughts), "".join(texts)
        return (
            all(map(str.strip, self.words))
            and (is_narrow(said) or all(map(encodes, self.words)))
            and (is_narrow(thought) or all(map(encodes, self.thoughts)))
            and not (given and is_broken(JsonText(given)))
            and (len(texts) == len(self.inputs) or _are_whole([given for given in self.inputs if type(given) is JsonObject]))
            and (len(said) <= LONGEST_TEXT or max(map(len, self.words)) <= LONGEST_TEXT)
            and (len(given) <= LONGEST_INPUT or max(map(len, texts)) <= LONGEST_INPUT)
        )

    def is_odd_holder(self, shape: Shape) -> bool:
        """Tell whether a content of Gemini's has no role or one of old."""
        odd = has_odd_role(shape)
        self.holder = self.holder if odd else shape
        return odd

    def is_odd_thought(self, shape: Shape | None) -> bool:
        """Tell whether a reasoning item was laid out without the summary that it must have."""
        odd = lacks_field(shape)
        self.thought = self.thought if odd else shape
        return odd


def _are_whole(objects: Sequence[JsonObject]) -> bool:
    """Tell whether no half of a character is in objects, most of which know that."""
    try:
        return all(map(_whole, objects))
    except AttributeError:
        return not any(map(is_broken, objects))
