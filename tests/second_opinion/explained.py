"""Where segue and the other library differ, and why: every difference must be explained, and every explanation be of use."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any

from attrs import frozen


@frozen
class Difference:
    """One line of segue's, and what the other library has in its place; "" for nothing."""

    format: str
    ours: str
    theirs: str


@frozen
class Explanation:
    """Why lines of one format differ."""

    format: str
    why: str
    holds: Callable[[str, str], bool]
    """Tells whether two lines differ for this reason alone."""


def said(line: str) -> Any:
    """Return what a line says, without who says it; None for no line."""
    return json.loads(line.partition(": ")[2]) if line else None


def _without(value: Any, *keys: str) -> Any:
    return {key: item for key, item in value.items() if key not in keys} if isinstance(value, dict) else value


def _calls_alike(ours: str, theirs: str) -> bool:
    left, right = said(ours), said(theirs)
    return bool(left and right) and "functionCall" in left and _without(left["functionCall"], "id") == right.get("functionCall")


def _results_alike(ours: str, theirs: str) -> bool:
    left, right = ((said(line) or {}).get("functionResponse") for line in (ours, theirs))
    if not left or not right or left["name"] != right["name"]:
        return False
    text, given = left["response"].get("result"), right["response"]
    return given == {"content": text} or (isinstance(text, str) and text.startswith("{") and json.loads(text) == given)


def _joined_alike(ours: str, theirs: str) -> bool:
    left, right = ((said(line) or {}).get("functionResponse") for line in (ours, theirs))
    text = left["response"].get("result") if left and right else None
    return isinstance(text, str) and "\n" in text and bool(right) and right["response"] == {"content": text.replace("\n", "")}


def _documents_alike(key: str, *names: str) -> Callable[[str, str], bool]:
    def alike(ours: str, theirs: str) -> bool:
        left, right = said(ours), said(theirs)
        held = (left.get(key, left), right.get(key, right)) if left and right else (None, None)
        return held[0] is not None and held[0] != held[1] and _without(held[0], *names) == _without(held[1], *names)

    return alike


def _empty(ours: str, theirs: str) -> bool:
    return not ours and bool(theirs) and said(theirs).get("text") == ""


def _lifted(ours: str, theirs: str) -> bool:
    lead = re.match(r'system: {"text": "(.*)"}', ours)
    return lead is not None and (not theirs or theirs.startswith(f'system: {{"text": "{lead[1]} '))


def _refused(ours: str, theirs: str) -> bool:
    return not theirs and "That would not suit children" in ours


EXPLANATIONS = (
    Explanation("gemini", "LiteLLM gives calls ids from Gemini 3 on, segue always: pairs of calls of one name are told apart by them", _calls_alike),
    Explanation("gemini", "LiteLLM says a result as `content`, or as the object that its text holds; segue as `result`, as Google's documents have it", _results_alike),
    Explanation("gemini", "LiteLLM joins the texts of a result without a line end", _joined_alike),
    Explanation("anthropic", "LiteLLM drops the name of a document", _documents_alike("document", "title")),
    Explanation("bedrock-converse", "LiteLLM names a document by a digest, segue by its name", _documents_alike("document", "name")),
    Explanation("openai-responses", "LiteLLM keeps an empty text among others, which segue makes no message of", _empty),
    Explanation("openai-responses", "LiteLLM lifts every system message into the instructions; segue leaves late ones in their place", _lifted),
    *(
        Explanation(format, "LiteLLM drops what was said in `refusal`", _refused)
        for format in ("gemini", "bedrock-converse", "openai-responses")
    ),
)  # fmt: skip


def differences(ours: list[str], theirs: list[str], format: str) -> Iterator[Difference]:
    """Yield the lines in which two payloads differ, side by side."""
    for kind, start, end, other, last in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        left, right = ours[start:end], theirs[other:last]
        for index in range(max(len(left), len(right)) if kind != "equal" else 0):
            yield Difference(format, *(side[index] if index < len(side) else "" for side in (left, right)))


def explained(difference: Difference, explanations: Iterable[Explanation] = EXPLANATIONS) -> Explanation | None:
    """Return the first explanation that holds, None where none does."""
    return next((one for one in explanations if one.format == difference.format and one.holds(difference.ours, difference.theirs)), None)
