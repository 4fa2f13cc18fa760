"""What the Converse API and the models behind it demand, as facts."""

import pytest

from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.profiles import converse as profile
from segue.shapes import Shape
from segue.targets import Target

NOVA, MICRO, CLAUDE, LLAMA, MISTRAL, GPT = (
    Target.of(f"bedrock/{model}")
    for model in (
        "amazon.nova-pro-v1:0", "us.amazon.nova-micro-v1:0", "anthropic.claude-sonnet-4-5", "meta.llama3-3-70b", "mistral.mistral-large-2402-v1:0",
        "openai.gpt-oss-120b-1:0",
    )
)  # fmt: skip
OWN = Shape("bedrock-converse", form="document")
SPELLED = [
    (profile.CALL_ID, "functions.a:0_-", True), (profile.CALL_ID, "x" * 64, True), (profile.CALL_ID, "x" * 65, False), (profile.CALL_ID, "", False),
    (profile.CALL_ID, "a|b", False), (profile.CLAUDE_CALL_ID, "a.b", False), (profile.CLAUDE_CALL_ID, "a_b-1", True),
    (profile.TOOL_NAME, "get_weather-2", True), (profile.TOOL_NAME, "x" * 65, False), (profile.TOOL_NAME, "db.trains", False),
]  # fmt: skip


@pytest.mark.parametrize(("spelling", "text", "allowed"), SPELLED)
def test_spellings(spelling, text, allowed):
    """Ids and names have 1 to 64 characters; names and Claude's ids have neither . nor :."""
    assert spelling.allows(text) is allowed


def test_ids_are_those_of_the_model():
    """Claude's own service takes fewer letters."""
    assert [profile.call_id(target) for target in (NOVA, CLAUDE)] == [profile.CALL_ID, profile.CLAUDE_CALL_ID]


@pytest.mark.parametrize(
    ("name", "taken"),
    [("Minutes (final) [2]", True), ("a-b", True), ("a  b", False), (" a", False), ("a.pdf", False), ("a_b", False), ("", False), ("x" * 200, True), ("x" * 201, False)],
)
def test_names_of_documents(name, taken):
    """Letters, digits, single spaces, hyphens, parentheses and brackets, 200 at most."""
    assert bool(profile.DOCUMENT_NAME.fullmatch(name)) is taken


HELD = [
    (FilePart("image/png", "A"), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("Image/JPEG; q=1", "A"), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("image/png", ""), set()),
    (FilePart("image/tiff", "SUkq"), set()),
    (FilePart("image/*", "iVBORw0KGgo="), set()),
    (FilePart("image/*", "s3://b/a", "id", shape=OWN), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("image/*", "https://a.example/a.png", "url"), set()),
    (FilePart("image/png", "s3://b/a.png", "url"), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("application/pdf", "file_1", "id"), set()),
    (FilePart("application/pdf", "s3://b/a.pdf", "id", shape=OWN), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("text/plain", "Hi", "text"), set()),
    (FilePart("text/plain", "Hi", "text", shape=OWN), {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
    (FilePart("text/plain", "Hi", "text", shape=Shape("anthropic")), set()),
    (FilePart("text/plain", "Hi", "text", shape=Shape("bedrock-converse", form="searchResult")), {CLAUDE}),
    (FilePart("video/mp4", "A"), {NOVA}),
    (FilePart("audio/wav", "A"), set()),
]


@pytest.mark.parametrize(("part", "targets"), HELD)
def test_files(part, targets):
    """Images and documents by their bytes or in S3, text where it came as a document of this API, videos for Nova, nothing for Nova Micro."""
    assert {target for target in (NOVA, MICRO, CLAUDE, LLAMA, MISTRAL, GPT) if profile.holds(part, target)} == targets


FACTS = [
    (profile.is_nova, {NOVA, MICRO}), (profile.is_picky, {LLAMA, MISTRAL}), (profile.takes_prefill, {NOVA, MICRO, CLAUDE}),
    (profile.takes_result_files, {NOVA, MICRO, CLAUDE}), (profile.caches, {NOVA, MICRO, CLAUDE}),
    (profile.reads_files, {NOVA, CLAUDE, LLAMA, MISTRAL, GPT}),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "targets"), FACTS)
def test_models_differ(fact, targets):
    """Words beside calls, begun replies, files in results and cache markers are matters of the model."""
    assert {target for target in (NOVA, MICRO, CLAUDE, LLAMA, MISTRAL, GPT) if fact(target)} == targets


def test_newer_claude_takes_no_prefill():
    """Here as elsewhere."""
    assert not profile.takes_prefill(Target.of("bedrock/anthropic.claude-opus-4-8"))


THOUGHTS = [
    (ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "Eq"}})), True),
    (ReasoningPart("", freeze_object({"bedrock": {"redactedData": "Eq"}}), Model("bedrock", "anthropic.claude-sonnet-4-5")), True),
    (ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "Eq"}}), Model("bedrock", "deepseek.r1-v1:0")), False),
    (ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": ""}})), False),
    (ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "Eq"}})), False),
    (ReasoningPart("Hm."), False),
]


@pytest.mark.parametrize(("part", "own"), THOUGHTS)
def test_thoughts_of_claude_on_bedrock(part, own):
    """They carry Bedrock's token, and nobody else is known to have made them."""
    assert profile.is_own_thought(part) is own


RAN = [
    (ToolCallPart("t1", "nova_grounding", EMPTY, hosted=True, shape=Shape("bedrock-converse")), True),
    (ToolCallPart("t1", "nova_grounding", EMPTY, hosted=True, provider_options=freeze_object({"bedrock": {"type": "server_tool_use"}})), True),
    (ToolResultPart("t1", "", (), hosted=True, provider_options=freeze_object({"bedrock": {"resultType": "nova_grounding_result"}})), True),
    (ToolCallPart("srvtoolu_1", "web_search", EMPTY, hosted=True, shape=Shape("anthropic")), False),
    (ToolResultPart("ws_1", "", (), hosted=True), False),
]


@pytest.mark.parametrize(("part", "own"), RAN)
def test_tools_that_amazon_ran(part, own):
    """They came in this format, or say so in their options."""
    assert profile.is_own_server_tool(part) is own


@pytest.mark.parametrize(("format", "kind", "own"), [("bedrock-converse", "guardContent", True), ("bedrock-converse", "poll", False), ("gemini", "image", False)])
def test_unread_parts(format, kind, own):
    """Those of this API, of kinds that it takes."""
    assert profile.is_own_part(OpaquePart(kind, EMPTY, format)) is own
