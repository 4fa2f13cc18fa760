"""What Anthropic demands, as facts."""

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, freeze, freeze_object
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolResultPart
from segue.profiles import anthropic as profile
from segue.prompts import ToolDefinition, assistant, prompt, user
from segue.shapes import Extras, Shape
from segue.targets import Target


def claude(model):
    """One of Anthropic's models."""
    return Target.of(f"anthropic/claude-{model}")


IDS = {"toolu_01A-b": True, "x" * 300: True, "": False, "a.b": False, "a:0": False, "é": False, "a\n": False}
NAMES = {"get_weather-2": True, "x" * 128: True, "x" * 129: False, "": False, "db.trains": False}


@pytest.mark.parametrize(("text", "allowed"), IDS.items())
def test_ids_of_calls(text, allowed):
    """Ids are letters, digits, _ and -, of any length but none."""
    assert profile.CALL_ID.allows(text) is allowed


@pytest.mark.parametrize(("text", "allowed"), NAMES.items())
def test_names_of_tools(text, allowed):
    """Names are 1 to 128 letters, digits, _ and -."""
    assert profile.TOOL_NAME.allows(text) is allowed


HELD = [
    ("image/webp", "base64", True), ("image/webp", "url", True), ("image/*", "url", True), ("image/*", "base64", False),
    ("application/pdf", "base64", True), ("application/pdf", "url", True), ("image/svg+xml", "base64", False), ("audio/wav", "base64", False),
    ("text/plain", "base64", False), ("text/plain", "text", True), ("application/pdf", "id", False),
]  # fmt: skip


@pytest.mark.parametrize(("media_type", "encoding", "held"), HELD)
def test_files(media_type, encoding, held):
    """Images of four kinds and PDF documents have a place, text as text, and file ids that Anthropic gave."""
    assert profile.FILES.hold(FilePart(media_type, "https://example.org/a" if encoding == "url" else "A", encoding)) is held
    assert profile.FILES.hold(FilePart(media_type, "A", "id", shape=Shape("anthropic")))


PREFILL = {"opus-4-5": True, "3-5-haiku-20241022": True, "opus-4-20250514": True, "2.1": True, "opus-4-6": False, "sonnet-4-10": False, "fable-5": False}


@pytest.mark.parametrize(("model", "takes"), PREFILL.items())
def test_prefill_ends_with_version_4_6(model, takes):
    """Models before 4.6 go on from an assistant message, later ones do not."""
    assert profile.takes_prefill(claude(model)) is takes


LATE_SYSTEM = {"opus-4-8": True, "opus-4-7": False, "sonnet-4-8": False, "sonnet-5": True, "opus-5-1": True, "fable-5": True, "haiku-4-5": False}


@pytest.mark.parametrize(("model", "takes"), LATE_SYSTEM.items())
def test_late_system_text_begins_with_opus_4_8(model, takes):
    """System messages behind a user turn are taken by Opus from 4.8 on, by the others from the fifth generation on."""
    assert profile.takes_late_system(claude(model)) is takes


def test_an_unknown_version_takes_the_least():
    """A model that does not tell its version is taken to accept neither."""
    assert not profile.takes_prefill(claude("latest"))
    assert not profile.takes_late_system(claude("latest"))


MAKERS = [
    (None, True), (Model("anthropic", "claude-opus-4-5"), True), (Model("anthropic"), True), (Model("openrouter", "anthropic/claude-opus-4.5"), True),
    (Model("vertex", "claude-opus-4-5"), True), (Model("vertex", "gemini-3-pro"), False), (Model("moonshot", "kimi-k2"), False),
]  # fmt: skip


@pytest.mark.parametrize(("origin", "made"), MAKERS)
def test_who_is_claude(origin, made):
    """Claude is Claude wherever it ran, and who is not known may be."""
    assert profile.made_by_claude(origin) is made


def thought(origin=None, **options):
    """A thought with these provider options."""
    return ReasoningPart("Hm.", freeze_object(options), origin)


SIGNED, REDACTED = {"signature": "c2ln"}, {"redactedData": "ZGF0YQ=="}
# the thought, whether it is signed, whether it may be Claude's own
THOUGHTS = {
    "signature": (thought(anthropic=SIGNED), True, True),
    "redacted data": (thought(anthropic=REDACTED), True, True),
    "no text": (evolve(thought(anthropic=SIGNED), text=""), True, True),
    "signed elsewhere": (thought(Model("moonshot", "kimi-k2"), anthropic=SIGNED), True, False),
    "signed on Vertex": (thought(Model("vertex", "claude-opus-4-5"), anthropic=SIGNED), True, True),
    "nothing": (thought(), False, True),
    "nothing of another": (thought(Model("deepseek")), False, False),
    "an empty signature": (thought(anthropic={"signature": ""}), False, True),
    "no string": (thought(anthropic={"signature": 5, "redactedData": None}), False, True),
    "another's token": (thought(openai={"itemId": "rs_1"}), False, False),
    "both tokens": (thought(anthropic=SIGNED, openai={"itemId": "rs_1"}), True, True),
    "a marker beside another's token": (thought(anthropic={"cacheControl": None}, openai={}), False, True),
}


@pytest.mark.parametrize(("part", "signed", "own"), THOUGHTS.values(), ids=THOUGHTS)
def test_thoughts(part, signed, own):
    """A thought is signed by a token that Claude reads; it is Claude's own unless its maker or another's token says otherwise."""
    assert (profile.is_signed(part), profile.is_own_thought(part)) == (signed, own)


def test_four_cache_markers():
    """Four blocks may carry a cache marker."""
    assert profile.CACHE_MARKERS == 4


def found(*pages, **fields):
    """Make the result of a web search."""
    listed = [{"type": "web_search_result", "url": "https://a.example", **page} for page in pages]
    return ToolResultPart("srvtoolu_1", "web_search", (JsonPart(freeze(fields or listed)),), hosted=True)


@pytest.mark.parametrize(
    ("result", "unread"),
    [
        (found({"encrypted_content": "E"}), False),
        (found({"encryptedContent": "E"}), False),
        (found({"encrypted_content": "E"}, {"encrypted_content": ""}), True),
        (found({}), True),
        (found(), False),
        (found(type="web_search_tool_result_error", error_code="max_uses_exceeded"), False),
        (evolve(found({}), hosted=False), False),
        (evolve(found({}), output=(TextPart("7:10"),)), False),
    ],
)
def test_searches_that_cannot_be_read(result, unread):
    """Those of which a page came without what is encrypted; an error has no pages."""
    assert bool(profile.unread_searches(prompt(assistant(result)))) is unread


def test_searches_of_a_message():
    """Of this one alone, and only web searches."""
    given = prompt(user("?"), assistant(found({})), assistant(evolve(found({}), id="srvtoolu_2"), found(type="x")))

    assert [profile.searches(given, index) for index in range(4)] == [frozenset(), {"srvtoolu_1"}, {"srvtoolu_2"}, frozenset()]


@pytest.mark.parametrize(
    ("value", "lost"),
    [
        ({"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "gone"}]}, True),
        ({"toolReferences": [{"toolName": "gone"}]}, True),
        ([{"type": "tool-reference", "toolName": "gone"}], True),
        ({"tool_references": [{"tool_name": "trains"}]}, False),
        ({"tool_references": "gone"}, False),
        (["gone", {"tool_name": 7}], False),
    ],
)
def test_tool_searches_that_found_what_is_not_on_offer(value, lost):
    """In either spelling; what is no list of references refers to nothing."""
    result = ToolResultPart("srvtoolu_1", "tool_search", (TextPart("Found:"), JsonPart(freeze(value))), hosted=True)
    assert bool(profile.referring(prompt(assistant(result)), {"trains"})) is lost


@pytest.mark.parametrize(("part", "name"), [(OpaquePart("tool_reference", freeze_object({"tool_name": "a"}), "anthropic"), "a"), (OpaquePart("tool_reference", EMPTY, "anthropic"), ""), (OpaquePart("tool_reference", freeze_object({"tool_name": "a"}), "f"), ""), (OpaquePart("note", freeze_object({"tool_name": "a"}), "anthropic"), "")])
def test_references(part, name):
    """Blocks of this kind and format that name a tool."""
    assert profile.reference(part) == name


def test_tools_of_a_server_are_not_told():
    """Their names are the server's."""
    assert profile.offers_others([ToolDefinition("x", hosted="anthropic.mcp_toolset")])
    assert not profile.offers_others([ToolDefinition("mcp"), ToolDefinition("x", hosted="anthropic.web_search_20250305")])


@pytest.mark.parametrize(("token", "own"), [("EqoB", True), ("SIG", True), ("", False), ("gAAAAABo", False), ('{"encrypted_content":"g"}', False), ("skip_thought_signature_validator", False)])
def test_tokens_of_others_are_known(token, own):
    """What OpenAI encrypts, and what stands in for Google's signature, is none of Claude's, whoever put it there."""
    thought = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": token}}))

    assert profile.is_token(token) is profile.is_signed(thought) is own
    assert profile.is_own_thought(thought) is (own or token == "")


def file_of(form, **extras):
    """A file of this form with unclaimed fields."""
    return FilePart("text/plain", "a", "text", extras=Extras("anthropic", freeze_object(extras)), shape=Shape("anthropic", ("type",), form))


PIECES = [{"type": "text", "text": "a"}]
FIELDS = {
    "search result": (file_of("search_result", source="https://a.example", content=PIECES), ["source", "content"]),
    "search result with more": (file_of("search_result", source="https://a.example", content=PIECES, rank=1), ["source", "content"]),
    "document in pieces": (file_of("content", source={"content": PIECES}), ["source"]),
    "document": (file_of("document", source={"content": PIECES}), []),
    "text": (evolve(TextPart("a"), extras=Extras("anthropic", JsonObject(source="x")), shape=Shape("anthropic", (), "content")), []),
    "of another format": (evolve(file_of("search_result", source="x"), shape=Shape("elsewhere", (), "search_result")), []),
    "of no format": (evolve(file_of("search_result", source="x"), shape=None), []),
}


@pytest.mark.parametrize(("holder", "taken"), FIELDS.values(), ids=FIELDS)
def test_fields_that_are_taken(holder, taken):
    """The pieces of search results and documents, as the API gave or took them; nothing else, and of nothing else."""
    left = profile.taken_fields(holder)

    assert [*left] == taken
    assert (left is holder.extras.fields) == (len(taken) == len(holder.extras.fields))


def test_a_source_in_pieces_has_nothing_else():
    """What stands beside them is refused as elsewhere."""
    assert profile.taken_fields(file_of("content", source={"content": PIECES, "rank": 1})) == freeze_object({"source": {"content": PIECES}})


@pytest.mark.parametrize(("url", "held"), [("https://example.org/a", True), ("HTTP://example.org/a", True), ("data:image/png;base64,A", False), ("ftp://example.org/a", False), ("gs://a/b", False), ("s3://a/b", False), ("file:///a", False), ("a", False), ("", False)])
def test_urls(url, held):
    """What is fetched stands in the web."""
    assert profile.FILES.hold(FilePart("image/png", url, "url")) is held
