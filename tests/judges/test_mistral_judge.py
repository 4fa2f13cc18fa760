"""The judge for Mistral refuses what the vendor's validator and the hosted API refuse, and spares the nearest neighbour."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from segue import FORMATS, Target
from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.formats.gemini import GEMINI
from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.parts import FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    ToolDefinition,
    assistant,
    call,
    result,
    system,
    tool,
    user,
)
from tests.judges import mistral
from tests.judges.mistral import judge

MODEL = "mistral-large-latest"
ID = "abcdefgh1"
ASK, SAY = {"role": "user", "content": "1 + 1?"}, {"role": "assistant", "content": "2"}
TELL = {"role": "tool", "tool_call_id": ID, "name": "add", "content": "2"}


def calls(id_: str = ID, content: Any = "", **more: Any) -> dict[str, Any]:
    """Make an assistant message that calls a tool."""
    function = {"name": "add", "arguments": "{}"}
    return {
        "role": "assistant",
        "content": content,
        "tool_calls": [{"id": id_, "type": "function", "function": function, "index": 0}],
        **more,
    }


def thinks(text: str = "Add.", **more: Any) -> dict[str, Any]:
    """Make a thinking chunk as the API has it."""
    return {"type": "thinking", "thinking": [{"type": "text", "text": text}], **more}


# check -> (refused, accepted)
CASES: dict[str, tuple[Any, Any]] = {
    "user-after-tool": ([ASK, calls(), TELL, ASK], [ASK, calls(), TELL, SAY, ASK]),
    "empty-assistant": ([ASK, {"role": "assistant", "content": ""}, ASK], [ASK, SAY, ASK]),
}


@pytest.mark.parametrize("name", mistral.CHECKS.known)
def test_each_check_refuses_its_smallest_case(name: str) -> None:
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in judge(CASES[name][0], model=MODEL))


@pytest.mark.parametrize("name", mistral.CHECKS.known)
def test_each_check_spares_the_near_miss(name: str) -> None:
    """The nearest good payload has no complaint at all."""
    assert judge(CASES[name][1], model=MODEL) == []


def test_no_case_is_left_over() -> None:
    """Every case belongs to a check that exists, and every check says where it was seen."""
    assert set(CASES) == set(mistral.CHECKS.known)
    assert all(check.source.startswith("https://") and check.says for check in mistral.CHECKS.known.values())


REFUSED: dict[str, Any] = {
    "Tool call id was call_1": [ASK, calls("call_1"), {**TELL, "tool_call_id": "call_1"}],
    "Not the same number of function calls": [ASK, calls(), SAY, ASK],
    "Expected last role": [ASK, SAY],
    "Unexpected role 'system'": [ASK, SAY, {"role": "system", "content": "Add."}, ASK],
    "Extra inputs are not permitted": [ASK, {**SAY, "reasoning_content": "Add."}, ASK],
    "ImageURLChunk cannot be used": [ASK, {"role": "assistant", "content": [{"type": "image_url", "image_url": "https://a.example"}]}, ASK],
    "at least one message": [],
    "Input should be a valid dictionary": [5],
    "does not match any of the expected tags": [{"role": "developer", "content": "Add."}, ASK],
}


@pytest.mark.parametrize("words", REFUSED)
def test_the_vendors_validator_is_heard(words: str) -> None:
    """What the package refuses is refused in its words."""
    assert any(words in line for line in judge({"messages": REFUSED[words]}, model=MODEL)), judge(REFUSED[words], model=MODEL)


def test_a_rich_body_passes() -> None:
    """What the API takes is accepted together: thoughts, documents, images, sounds, calls with an index, null contents."""
    parts = [
        {"type": "text", "text": "1 + 1?"},
        {"type": "image_url", "image_url": "https://example.org/a.png"},
        {"type": "document_url", "document_url": "https://example.org/a.pdf", "document_name": "a.pdf"},
    ]
    talk = [{"role": "system", "content": "Add."}, {"role": "user", "content": parts}]
    thought = {"role": "assistant", "content": [thinks(), {"type": "text", "text": "2"}]}

    assert judge([*talk, calls(content=None), TELL, {"role": "assistant", "content": "2", "prefix": True}], model=MODEL) == []
    assert judge([*talk, thought, ASK], model=MODEL) == []


IMAGE = FilePart("image/png", "iVBORw0KGgo=")
PAGE = FilePart("application/pdf", "JVBERi0=", filename="a.pdf")
THOUGHT = ReasoningPart("Look it up.")
FOUND = ToolResultPart(ID, "find", (TextPart("7:10"), TextPart("9:40")))
TALKS: dict[str, tuple[Any, ...]] = {
    "words": (system("Be brief."), user("Hi"), assistant("Hello"), user("A", "B")),
    "files": (user("Look", IMAGE), assistant("I see."), user(PAGE, "And this?")),
    "calls": (user("Trains?"), AssistantMessage((TextPart("Wait."), call(ID, "find", {"to": ["Oslo"]}))), tool(FOUND)),
    "two calls": (
        user("Trains?"),
        AssistantMessage((call(ID, "find"), call("abcdefgh2", "find", {"to": "Oslo"}))),
        tool(FOUND, result("abcdefgh2", "none", name="find")),
        assistant("At 7:10."),
        user("Thanks."),
    ),
    "thoughts": (user("Trains?"), AssistantMessage((THOUGHT, TextPart("At 7:10."))), user("And back?")),
}
SOURCES = [*FORMATS.values(), GEMINI, BEDROCK_CONVERSE, OPENAI_RESPONSES]


def renumbered(prompt: Prompt) -> Prompt:
    """Give calls and results the ids of the talk again, for formats that have none or write others."""
    ids: dict[str, str] = {}

    def part(one: Any) -> Any:
        if not isinstance(one, ToolCallPart | ToolResultPart):
            return one
        return evolve(one, id=ids.setdefault(one.id, f"abcdefgh{len(ids) + 1}"))

    return Prompt(tuple(evolve(message, content=tuple(map(part, message.content))) for message in prompt.messages))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
@pytest.mark.parametrize("talk", TALKS)
def test_clean_histories_of_every_format_are_accepted(source: Any, talk: str) -> None:
    """What breaks no demand, of whichever format, is written so that Mistral takes it."""
    tools = (ToolDefinition("find", "Find trains.", None),)
    read = source.decode(source.encode(Request(Prompt(TALKS[talk]), tools))).unwrap()
    sent = FORMATS["openai-chat"].encode_for(evolve(read, prompt=renumbered(read.prompt)), Target.of("mistral/mistral-large-latest"))

    assert judge(sent, model=MODEL) == []


def test_its_own_thoughts_are_accepted() -> None:
    """Thoughts that Mistral made are sent back as the chunks they were, which it takes."""
    history = [ASK, {"role": "assistant", "content": [thinks(closed=True), {"type": "text", "text": "2"}]}, ASK]
    sent = FORMATS["openai-chat"].encode_for(FORMATS["openai-chat"].decode(history).unwrap(), Target.of("mistral/magistral-medium-latest"))

    assert sent == history
    assert judge(sent, model=MODEL) == []
