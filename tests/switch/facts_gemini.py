"""What the contents of Gemini's generateContent tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.switch.facts import Call, File, Hosted, Raw, Reader, Result, Seen, Thought, arguments, strings_of, text, words_of


def item(content: Raw) -> Iterator[Seen]:
    """Read a content."""
    role = "assistant" if content.get("role") == "model" else "user"
    for part in map(_camel, content.get("parts") or ()):
        if token := part.get("thoughtSignature"):
            yield Thought("", _alphabet(token), "signature")
        yield from next((read(part) for kind, read in PARTS.items() if part.get(kind) is not None), _words(role, part))


def _camel(part: Raw) -> Raw:
    return {re.sub(r"_([a-z])", lambda found: found[1].upper(), key): value for key, value in part.items()}


def _alphabet(data: str) -> str:
    return data.replace("-", "+").replace("_", "/")


def _words(role: str, part: Raw) -> Iterator[Seen]:
    if part.get("thought"):
        yield Thought(part.get("text", ""))
    else:
        yield from text(role, part.get("text"))


def _file(part: Raw) -> Iterator[Seen]:
    held = _camel(part.get("inlineData") or part.get("fileData") or {})
    yield File(held.get("mimeType", ""), held.get("fileUri") or _alphabet(held.get("data", "")))


def _call(part: Raw) -> Iterator[Seen]:
    call = part["functionCall"]
    yield Call(call.get("id") or "", call["name"], arguments(call.get("args")))


def _result(part: Raw) -> Iterator[Seen]:
    result = part["functionResponse"]
    said = result.get("response") or {}
    yield Result(result.get("id") or "", result["name"], [said] if said else [])
    yield from (file for piece in map(_camel, result.get("parts") or ()) for file in _file(piece))


PARTS: dict[str, Callable[[Raw], Iterator[Seen]]] = {
    "functionCall": _call,
    "functionResponse": _result,
    "inlineData": _file,
    "fileData": _file,
    "executableCode": lambda part: iter([Hosted(strings_of(part["executableCode"]))]),
    "codeExecutionResult": lambda part: iter([Hosted(strings_of(part["codeExecutionResult"]))]),
}
GEMINI = Reader("contents", item, lambda body: words_of((body.get("systemInstruction") or {}).get("parts")))
