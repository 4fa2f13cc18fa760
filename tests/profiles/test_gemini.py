"""What the Gemini API demands, as facts."""

from base64 import b64encode

import pytest
from attrs import evolve

from segue import placeholders
from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles import gemini as profile
from segue.prompts import ToolDefinition
from segue.shapes import Shape
from segue.targets import Target

STUDIO, VERTEX = Target.of("google/gemini-3-pro"), Target.of("vertex/gemini-3-pro")
OWN = Shape("gemini")
GOOGLE, ON_VERTEX, ROUTED = Model("google", "gemini-3-pro"), Model("vertex", "gemini-3-pro"), Model("openrouter", "gemini-3-pro")


def signed(owner="google", token="Cs8B"):
    """Options with a signature."""
    return freeze_object({owner: {"thoughtSignature": token}})


@pytest.mark.parametrize(
    ("name", "allowed"),
    [("a", True), ("_a.b:c-d9", True), ("x" * 64, True), ("x" * 65, False), ("", False), ("3d", False), ("-a", False), (".a", False), ("a b", False), ("é", False)],
)
def test_names_of_tools(name, allowed):
    """1 to 64 letters, digits, _, ., : and -, a letter or _ first."""
    assert profile.TOOL_NAME.allows(name) is allowed


@pytest.mark.parametrize(("id", "allowed"), [("functions.a:0|é\n", True), ("x" * 1000, True), ("", False)])
def test_ids_are_any_text(id, allowed):
    """Ids are not demanded, so any will do."""
    assert profile.CALL_ID.allows(id) is allowed


HELD = [
    (FilePart("image/png", "A"), True), (FilePart("image/*", "A"), True), (FilePart("image/png", ""), False), (FilePart("image/jpg", "/9j/"), False),
    (FilePart("audio/mp3", "A"), True), (FilePart("audio/mpeg", "A"), True), (FilePart("audio/*", "A"), False), (FilePart("application/pdf", "A"), True),
    (FilePart("application/zip", "A"), False), (FilePart("application/octet-stream", "iVBORw0KGgo="), False), (FilePart("text/csv", "A"), True),
    (FilePart("image/png", "https://a.example/a.png", "url"), True), (FilePart("image/png", "gs://a/b", "url"), True), (FilePart("image/png", "s3://a/b", "url"), False),
    (FilePart("image/png", "files/abc", "id"), True), (FilePart("image/png", "file-abc", "id"), False), (FilePart("text/plain", "Hi", "text"), False),
]  # fmt: skip


@pytest.mark.parametrize(("part", "held"), HELD)
def test_files(part, held):
    """Bytes of types that are spelled as usual, web addresses, and handles of Google's."""
    assert profile.holds(part) is held


@pytest.mark.parametrize(("shape", "inside"), [(Shape("gemini", form="inside"), True), (OWN, False), (Shape("ai-sdk", form="inside"), False), (None, False)])
def test_files_within_responses(shape, inside):
    """Those that stood there in this format."""
    assert profile.stands_in_result(FilePart("image/png", "A", shape=shape)) is inside


UNREAD = [
    ("gemini", {"text": "Hm.", "thought": True}, True), ("gemini", {"inline_data": {"mimeType": "image/png"}}, True), ("gemini", {"fileData": {}, "text": None}, True),
    ("gemini", {"functionCall": {"name": "a"}}, False), ("gemini", {"text": "a", "inlineData": {}}, False), ("gemini", {"poll": 1}, False), ("ai-sdk", {"text": "a"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("format", "value", "own"), UNREAD)
def test_unread_parts(format, value, own):
    """One thing, that users and models may say, in either spelling."""
    assert profile.is_own_part(OpaquePart("x", freeze_object(value), format)) is own


READ = [
    (signed(), None, {STUDIO, VERTEX}), (signed(), GOOGLE, {STUDIO}), (signed(), ON_VERTEX, {VERTEX}), (signed(), ROUTED, set()),
    (signed("googleVertex"), None, {VERTEX}), (signed("vertex"), ON_VERTEX, {VERTEX}), (signed("vertex"), GOOGLE, set()),
    (signed(token=placeholders.THOUGHT_SIGNATURE), ROUTED, {STUDIO, VERTEX}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "maker", "readers"), READ)
def test_signatures_are_read_by_their_backend(options, maker, readers):
    """Told by the maker, or by whose options they are; nobody is known to have made one: it may be the target's. Stand-ins are read by both."""
    assert {target for target in (STUDIO, VERTEX) if profile.reads_signature(TextPart("Hm.", options), maker, target)} == readers


def test_a_part_knows_its_maker_better_than_its_message():
    """Messages may be of several."""
    assert not profile.reads_signature(ReasoningPart("Hm.", signed(), ROUTED), GOOGLE, STUDIO)


@pytest.mark.parametrize("token", [placeholders.THOUGHT_SIGNATURE, "context_engineering_is_the_way_to_go"])
def test_stand_ins_are_known_in_base64_too(token):
    """As SDKs send them that take bytes."""
    assert {token, b64encode(token.encode()).decode()} <= profile.STAND_INS


@pytest.mark.parametrize("token", [3, {"a": 1}, "Cs8B"])
def test_other_tokens_are_no_stand_ins(token):
    """Whatever stands there."""
    assert not profile.is_placeholder(TextPart("Hm.", signed(token=token)))


THOUGHTS = [
    (ReasoningPart("Hm.", signed()), True), (ReasoningPart("Hm.", signed(), ON_VERTEX), False), (ReasoningPart("Hm.", origin=ON_VERTEX), True),
    (ReasoningPart("Hm.", origin=Model("vertex", "claude-sonnet-4-5")), False), (ReasoningPart("Hm.", origin=ROUTED), False),
    (ReasoningPart("Hm.", shape=OWN), True), (ReasoningPart("Hm.", shape=Shape("anthropic")), False), (ReasoningPart("Hm."), False),
]  # fmt: skip


@pytest.mark.parametrize(("part", "own"), THOUGHTS)
def test_own_thoughts(part, own):
    """Those that are signed for the target, or unsigned and Gemini's."""
    assert profile.is_own_thought(part, STUDIO) is own


TYPED = freeze_object({"google": {"serverToolType": "GOOGLE_SEARCH_WEB"}})
RAN = [
    (ToolCallPart("s1", "code_execution", EMPTY, hosted=True, shape=OWN), True), (ToolCallPart("s1", "server:X", EMPTY, True, GOOGLE, TYPED), True),
    (ToolResultPart("s1", "server:X", (), hosted=True, provider_options=TYPED), True), (ToolCallPart("s1", "server:X", EMPTY, True, ROUTED, TYPED), False),
    (ToolCallPart("srvtoolu_1", "code_execution", EMPTY, hosted=True), False),
]  # fmt: skip


@pytest.mark.parametrize(("part", "own"), RAN)
def test_tools_that_google_ran(part, own):
    """They came in this format, or say so in their options."""
    assert profile.is_own_server_tool(part) is own


ROLES = [
    (None, False), (Shape("openai-chat", ("parts",), "tool"), False), (Shape("gemini", ("role", "parts"), "function"), True), (Shape("gemini", ("role", "parts")), False),
    (Shape("gemini", ("parts",)), True), (Shape("gemini", (), "string"), False),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "odd"), ROLES)
def test_roles(shape, odd):
    """Old ones, and none."""
    assert profile.has_odd_role(shape) is odd


@pytest.mark.parametrize(("shape", "joined"), [(None, False), (Shape("gemini", form="joined"), True), (Shape("gemini"), False), (Shape("x", form="joined"), False)])
def test_contents_of_two(shape, joined):
    """Told by the second one's layout."""
    assert profile.is_joined(shape) is joined


@pytest.mark.parametrize(("shape", "bare"), [(Shape("gemini", form="bare"), True), (Shape("gemini"), False), (Shape("x", form="bare"), False)])
def test_bare_responses(shape, bare):
    """Told by the layout."""
    assert profile.is_bare_response(shape) is bare


@pytest.mark.parametrize(("hosted", "own"), [("google.google_search", True), ("google.of_tomorrow", False), ("anthropic.google_search", False)])
def test_tools_of_googles(hosted, own):
    """Those that are known; what came from its own API is one whatever its name."""
    given = ToolDefinition("tool", hosted=hosted)

    assert profile.is_own_tool(given) is own
    assert profile.is_own_tool(evolve(given, shape=Shape("gemini"))) is hosted.startswith("google.")
    assert profile.is_own_tool(evolve(given, shape=Shape("ai-sdk"))) is own
