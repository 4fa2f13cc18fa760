"""Nothing that a history says is missing from what `fix` wrote, unless that is told at its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import segue
from segue.formats.registry import FORMATS
from segue.json_values import EMPTY, freeze, parse
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart
from segue.prompts import Prompt, Request, ToolDefinition, assistant, prompt, user
from segue.rules import BUILT_IN
from segue.testing.exact import exact
from segue.testing.facts import Fact, facts_of
from tests.test_scan import FOUND_IN

TARGETS = (
    "anthropic/claude-sonnet-4-6", "minimax.messages/m2", "openai/gpt-5.2", "mistral/mistral-large", "ollama.native/qwen3", "together/llama-4",
    "perplexity/sonar", "openai.responses/gpt-5.2", "xai.responses/grok-4", "openrouter.responses/openai/gpt-5.2", "google/gemini-3-pro",
    "bedrock/anthropic.claude-sonnet-4-5", "bedrock/amazon.nova-pro-v1:0",
)  # fmt: skip
SDK = FORMATS["ai-sdk"]
KINDS = [(media, data, encoding) for media in ("image/png", "image/*", "application/pdf", "text/csv", "audio/wav", "video/mp4", "application/zip") for encoding, data in (("base64", "aGk="), ("url", "https://e.org/a"), ("url", "gs://e/a"), ("url", "s3://e/a"), ("url", "ftp://e/a"), ("id", "file-1"), ("text", "hi"))]  # fmt: skip
FILES = [prompt(user("Look.", FilePart(*kind)), assistant("So.", FilePart(*kind)), user("?")) for kind in KINDS]
OTHERS = [prompt(user("Go."), assistant(part, "So."), user("?")) for part in (ReasoningPart("Hm."), OpaquePart("poll", EMPTY, "anthropic"))]
HISTORIES = [*(history for history, _ in FOUND_IN.values()), *(trigger for rule in BUILT_IN for trigger in rule.triggers), *FILES, *OTHERS]


def read(value: object) -> object:
    """Return what JSON text holds, any other value as it is."""
    try:
        return freeze(parse(value)) if isinstance(value, str) else value
    except ValueError:
        return value


def contents(request: Request) -> Iterator[tuple[Fact, tuple[object, ...]]]:
    """Yield what each part and each piece of a result says, with its part's fact."""
    for fact in facts_of(request).facts:
        for one in (fact, *fact.pieces):
            if one.kind in {"text", "reasoning", "opaque", "call"}:
                yield fact, (one.kind, one.value.strip() if isinstance(one.part, TextPart) else exact(read(one.value)))
            elif one.kind == "file":
                yield fact, (one.kind, one.part.data)


def written(request: Request) -> str:
    """Return all that is said in texts and thoughts, of which several may be one."""
    return "\n".join(str(one.value) for fact in facts_of(request).facts for one in (fact, *fact.pieces) if one.kind in {"text", "reasoning", "json"})


def untold(history: Prompt, target: str) -> list[tuple[object, ...]]:
    """Return what is neither there nor told."""
    payload = SDK.encode(Request(history))
    request = SDK.decode(payload).unwrap()
    fixed = segue.fix(payload, target, from_format="ai-sdk")
    after = FORMATS[segue.Target.of(target).endpoint].decode(fixed.payload).unwrap()
    there, texts, places = {content for _, content in contents(after)}, written(after), SDK.places(request)
    told = [change.place for change in (*fixed.changes, *fixed.unheld)]
    gone = [(fact, content) for fact, content in contents(request) if content not in there and not (isinstance(content[1], str) and content[1] in texts)]

    def is_told(fact: Fact) -> bool:
        index, number = fact.ats[0]
        whole, parts = places[index]
        place = parts[number] if number < len(parts) else whole
        return any(place[: len(other)] == other or other[: len(place)] == place for other in told)

    return [content for fact, content in gone if not is_told(fact)]


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_gone_is_told(target):
    """Words, thoughts, calls, files and parts nobody knows, for providers whose rules are known and for others behind the same API."""
    assert [(history, lost) for history in HISTORIES if (lost := untold(history, target))] == []


@pytest.mark.parametrize(("target", "told"), [("xai.responses/grok-4", ["tools[0]"]), ("openai.responses/gpt-5.2", []), ("anthropic/claude-sonnet-4-6", [])])
def test_a_tool_that_is_not_written_is_told(target, told):
    """Once: where a rule took it, that is a change."""
    tools = (ToolDefinition("web", hosted="anthropic.web_search_20250305"), ToolDefinition("find", hosted="openai.web_search"))
    fixed = segue.fix(SDK.encode(Request(prompt(user("?")), tools)), target, from_format="ai-sdk")
    assert [str(change).partition(":")[0] for change in fixed.unheld] == told
