"""What the items of OpenAI's Responses API tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.switch.facts import Call, File, Hosted, Raw, Reader, Result, Seen, Thought, addressed, arguments, strings_of, text, words_of


def item(raw: Raw) -> Iterator[Seen]:
    """Read an item; a kind that is not listed is a tool's that OpenAI ran."""
    return ITEMS.get(raw.get("type") or ("message" if "role" in raw else "item_reference"), _hosted)(raw)


def _message(raw: Raw) -> Iterator[Seen]:
    role, content = str({"developer": "system"}.get(raw["role"], raw["role"])), raw["content"]
    for part in [{"type": "input_text", "text": content}] if isinstance(content, str) else content:
        yield from text(role, part.get("text") or part.get("refusal"))
        yield from _files([part])


def _files(content: Any) -> Iterator[File]:
    for part in content if isinstance(content, list) else ():
        if part["type"] == "input_image":
            yield addressed("image", part.get("image_url") or "")
        elif part["type"] == "input_file":
            yield addressed("application/pdf", part.get("file_data") or part.get("file_url") or "")


def _call(raw: Raw) -> Iterator[Seen]:
    yield Call(raw["call_id"], raw["name"], arguments(raw.get("arguments", raw.get("input"))))


def _result(raw: Raw) -> Iterator[Seen]:
    yield Result(raw["call_id"], "", words_of(raw["output"]))
    yield from _files(raw["output"])


def _thought(raw: Raw) -> Iterator[Seen]:
    yield Thought("\n".join(piece["text"] for piece in raw["summary"]), raw.get("encrypted_content") or "", "encrypted")


def _hosted(raw: Raw) -> Iterator[Seen]:
    yield Hosted(strings_of(raw))


ITEMS: dict[str, Callable[[Raw], Iterator[Seen]]] = {
    "message": _message,
    "function_call": _call,
    "custom_tool_call": _call,
    "function_call_output": _result,
    "custom_tool_call_output": _result,
    "reasoning": _thought,
    "item_reference": lambda _: iter(()),
}
RESPONSES = Reader("input", item, lambda body: words_of(body.get("instructions", "")))
