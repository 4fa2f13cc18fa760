"""Amazon Bedrock's Converse API: what is read is written back to the letter, and read as what it means."""

import json
from pathlib import Path

import pytest

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.formats.bedrock_wire import Layouts
from segue.json_values import EMPTY, freeze, same_json
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, SystemMessage, ToolMessage, UserMessage

HISTORIES = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if '"format": "bedrock-converse"' in path.read_text(encoding="utf-8")
]
MARK = {"cachePoint": {"type": "default"}}
LONG = {"cachePoint": {"ttl": "1h", "type": "default"}}
SPOT = {"uri": "s3://bucket/a.png", "bucketOwner": "123456789012"}
FOUND = {"source": "https://a.example", "title": "Tides", "content": [{"text": "High"}, {"text": "Low"}], "citations": {"enabled": True}}
CITATION = {"title": "Tides", "location": {"documentChar": {"documentIndex": 0, "start": 0, "end": 4}}}

FILES = [
    {"image": {"format": "png", "source": {"bytes": "iVBORw=="}}},
    {"image": {"source": {"s3Location": SPOT}, "format": "jpeg", "error": {"message": "blurred"}}},
    {"image": {"format": "heic", "source": {"bytes": "AA=="}, "future": -0.0}},
    {"image": {"source": {"bytes": "AA=="}}},
    {"image": {"format": None, "source": {"bytes": "AA=="}}},
    {"image": {"format": "png", "source": {"drive": "/a"}}},
    {"image": {"format": "png", "source": {"bytes": "AA==", "s3Location": SPOT}}},
    {"document": {"format": "pdf", "name": "Minutes", "source": {"bytes": "JVBERi0="}, "context": "c", "citations": {"enabled": True}}},
    {"document": {"name": "Minutes", "source": {"text": "Agreed."}, "context": None}},
    {"document": {"format": "csv", "name": "odd.name  ", "source": {"text": "a,b"}, "citations": None}},
    {"document": {"format": "txt", "name": "Minutes", "source": {"content": [{"text": "One"}, {"text": "Two"}]}}},
    {"document": {"source": {"content": []}, "name": "", "format": "md"}},
    {"document": {"source": {"bytes": ""}}},
    {"video": {"format": "mpg", "source": {"s3Location": {"uri": "s3://bucket/a.mpg"}}}},
    {"audio": {"format": "mka", "source": {"bytes": "AA=="}}},
    {"searchResult": FOUND},
    {"searchResult": {"title": "", "content": [], "source": ""}},
]
WORDS = [
    {"text": "Hello"},
    {"text": ""},
    {"guardContent": {"text": {"text": "guarded", "qualifiers": ["query"]}}},
    {"guardContent": {"text": {"qualifiers": None, "text": "guarded"}}},
    {"guardContent": {"image": {"format": "png", "source": {"bytes": "iVBORw=="}}}},
    {"guardContent": {"image": {"format": "png", "source": {"drive": "/a"}}}},
    {"guardContent": {"sound": {}}},
    {"guardContent": {}},
    {"citationsContent": {"content": [{"text": "High "}, {"text": "at noon"}], "citations": [CITATION]}},
    {"citationsContent": {"citations": []}},
    {"citationsContent": {}},
    {"citationsContent": {"content": None, "citations": None, "more": 1}},
    {"citationsContent": {"content": [{"image": "x"}, 5]}},
    {"toolAddition": {"tool": {"name": "a"}}},
    {"poll": {"question": "Tea?", "deep": [[[]], {"a": -0.0}]}},
    {"text": "two", "image": None},
    {},
]
RESULTS = [
    {"toolResult": {"toolUseId": "a", "content": [{"text": "plain"}]}},
    {"toolResult": {"toolUseId": "a", "content": [{"json": {"b": 1, "a": [1.0]}}], "status": "success"}},
    {"toolResult": {"status": "error", "content": [], "toolUseId": "a"}},
    {"toolResult": {"toolUseId": "", "content": [{"json": [1]}, {"json": "x"}, {"json": None}], "status": None}},
    {"toolResult": {"toolUseId": "a", "content": [*FILES, {"text": ""}, MARK, {"poll": 1}], "status": "denied"}},
    {"toolResult": {"toolUseId": "a", "content": [], "type": "search", "more": True}},
    {"toolResult": {"toolUseId": "a", "content": [], "type": None}},
    {"toolResult": {"type": 5, "toolUseId": "a", "content": []}},
]
MADE = [
    {"toolUse": {"toolUseId": "a", "name": "find", "input": {"b": 1, "a": [1.0, {"c": None}]}}},
    {"toolUse": {"name": "", "input": None, "toolUseId": ""}},
    {"toolUse": {"toolUseId": "a", "name": "find", "input": "broken", "type": None}},
    {"toolUse": {"toolUseId": "a", "name": "find", "input": [1], "type": "future_tool_use", "more": 1}},
    {"toolUse": {"type": "server_tool_use", "toolUseId": "s", "name": "nova_grounding", "input": {"q": "tides"}}},
    {"toolResult": {"toolUseId": "s", "content": [{"text": "found"}], "status": "success", "type": "nova_grounding_result"}},
    {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "Er"}}},
    {"reasoningContent": {"reasoningText": {"signature": "", "text": ""}}},
    {"reasoningContent": {"reasoningText": {"text": "unsigned"}}},
    {"reasoningContent": {"reasoningText": {"text": "unsigned", "signature": None, "more": 1}}},
    {"reasoningContent": {"redactedContent": "Em8="}},
    {"reasoningContent": {"reasoningText": {"text": "hm", "more": 1, "signature": "Er"}}},
    {"reasoningContent": {"future": "x"}},
    {"reasoningContent": {}},
]
TURN = [{"role": "user", "content": [{"text": "Hi"}]}]
ROUNDS = {
    "nothing": {"messages": []},
    "bare nothing": [],
    "bare": [*TURN, {"role": "assistant", "content": [{"text": "Hello"}]}],
    "a kept prompt": {"modelId": "arn:aws:bedrock:us-east-1:123456789012:prompt/ABCDEFGHIJ", "promptVariables": {"a": {"text": "b"}}},
    "every user block": [{"role": "user", "content": [*WORDS, *RESULTS, *FILES, *MADE, *RESULTS]}],
    "every assistant block": [*TURN, {"content": [*MADE, *WORDS, *FILES, *RESULTS], "role": "assistant", "id": "m1", "usage": None}],
    "empty contents": [{"role": "user", "content": []}, {"role": "user", "content": []}, {"role": "assistant", "content": []}],
    "twins": [
        {"role": "user", "content": RESULTS[:2]},
        {"role": "user", "content": [RESULTS[0], WORDS[0]], "more": 1},
        {"role": "user", "content": [WORDS[0]]},
        {"role": "user", "content": []},
        {"role": "user", "content": RESULTS[:1]},
        {"role": "assistant", "content": WORDS[:1]},
        {"role": "assistant", "content": WORDS[:1]},
    ],
    "listed system": [
        {"role": "system", "content": [{"text": "late"}, MARK, {"toolRemoval": {"tool": {"name": "a"}}}, MARK], "at": 1},
        {"content": [MARK, *WORDS], "role": "system"},
        {"role": "system", "content": []},
    ],
    "system": {"system": [*WORDS, MARK], "messages": [{"role": "system", "content": [{"text": "second"}]}, *TURN]},
    "system behind": {"messages": TURN, "system": [MARK, {"text": "s"}, LONG, MARK], "inferenceConfig": {"topP": 1, "temperature": 1.0}},
    "no system block": {"system": [], "messages": []},
    "nulls": {"system": None, "messages": [], "toolConfig": None, "inferenceConfig": None},
    "markers": [
        {"role": "user", "content": [MARK]},
        {"role": "user", "content": [MARK, LONG, {"text": "a"}, MARK, {"text": "b"}, LONG, MARK]},
        {"role": "user", "content": [MARK, RESULTS[0], MARK, RESULTS[1], MARK, MARK, {"text": "c"}, MARK, RESULTS[0]]},
        {"role": "user", "content": [{"poll": {}}, MARK, RESULTS[0], {"cachePoint": None}, {"cachePoint": 5}, {"text": "d"}]},
        {"role": "user", "content": [{"text": "e"}, {"cachePoint": 5}, MARK, {"text": "f"}, MARK]},
        {"role": "assistant", "content": [*(item for block in MADE for item in (block, LONG)), MARK]},
        {"role": "user", "content": [*(item for block in [*FILES, *WORDS] for item in (block, MARK)), {"cachePoint": {}, "text": "x"}]},
    ],
}


def decoded(payload):
    """Return the request a payload holds."""
    return BEDROCK_CONVERSE.decode(payload).unwrap()


def parts_of(*blocks, role="assistant"):
    """Return the parts of one message of these blocks."""
    return decoded([{"role": role, "content": list(blocks)}]).prompt.messages[0].content


def bedrock(**options):
    """Make options of Bedrock's."""
    return freeze({"bedrock": options})


@pytest.mark.parametrize("payload", ROUNDS.values(), ids=ROUNDS)
def test_a_payload_comes_back_to_the_letter(payload):
    """What is read and written untouched is the same JSON, key order and signed zeros told apart."""
    assert same_json(BEDROCK_CONVERSE.encode(decoded(payload)), payload)


@pytest.mark.parametrize("payload", ROUNDS.values(), ids=ROUNDS)
def test_a_frozen_payload_is_read_alike(payload):
    """Frozen objects and arrays are read as dicts and lists are."""
    assert decoded(freeze(payload)) == decoded(payload)


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history["id"])
def test_a_history_comes_back_to_the_letter(history):
    """Whole conversations come back as they were, as bodies and as bare lists."""
    body = history["history"]
    assert same_json(BEDROCK_CONVERSE.encode(decoded(body)), body)
    assert same_json(BEDROCK_CONVERSE.encode(decoded(body["messages"])), body["messages"])


def test_reasoning_is_read_with_its_tokens():
    """A signature is kept even if empty, redacted data beside no text; both in the AI SDK's spelling."""
    signed, empty, bare, _, redacted, more, future = parts_of(*MADE[6:13])
    assert signed == ReasoningPart("hm", bedrock(signature="Er"))
    assert empty == ReasoningPart("", bedrock(signature=""))
    assert bare == ReasoningPart("unsigned")
    assert redacted == ReasoningPart("", bedrock(redactedData="Em8="))
    assert (more.provider_options, more.extras.fields) == (signed.provider_options, {"more": 1})
    assert (future.kind, future.value) == ("reasoningContent", MADE[12])


def test_calls_and_results_are_read():
    """A call has its input as an object, a result its pieces; status error is the error flag."""
    assert parts_of(MADE[0]) == (ToolCallPart("a", "find", freeze({"b": 1, "a": [1.0, {"c": None}]})),)
    text, json_, failed, odd = parts_of(*RESULTS[:4], role="user")
    assert text == ToolResultPart("a", "", (TextPart("plain"),))
    assert json_ == ToolResultPart("a", "", (JsonPart(freeze({"b": 1, "a": [1.0]})),))
    assert failed == ToolResultPart("a", "", (), error=True)
    assert [piece.value for piece in odd.output] == [(1,), "x", None]
    denied, typed, null, _ = parts_of(*RESULTS[4:], role="user")
    assert [part.extras.fields for part in (denied, typed, null)] == [
        {"status": "denied"},
        {"type": "search", "more": True},
        {"type": None},
    ]
    assert {part.hosted or part.error for part in (odd, denied, typed, null)} == {False}


def test_tools_that_amazon_runs_are_pairs_in_the_assistant_message():
    """A system tool's call and result are hosted parts, which their options tell as well as their layout."""
    call, result, plain = parts_of(MADE[4], MADE[5], MADE[3])
    assert call == ToolCallPart("s", "nova_grounding", freeze({"q": "tides"}), True, None, bedrock(type="server_tool_use"))
    assert result == ToolResultPart("s", "", (TextPart("found"),), False, True, None, bedrock(resultType="nova_grounding_result"))
    assert (plain.hosted, plain.extras.fields) == (False, {"type": "future_tool_use", "more": 1})


def test_files_are_read_by_source():
    """Base64 and objects of S3 are files, their format the media type, a document's name the file's."""
    png, placed, heic, bare, null, drive, twice, pdf = parts_of(*FILES[:8], role="user")
    assert (png.media_type, png.data, png.encoding) == ("image/png", "iVBORw==", "base64")
    assert (placed.media_type, placed.data, placed.encoding) == ("image/jpeg", "s3://bucket/a.png", "id")
    assert [part.media_type for part in (heic, bare, null)] == ["image/heic", "image/*", "image/*"]
    assert {type(part) for part in (drive, twice)} == {OpaquePart}
    assert (pdf.media_type, pdf.filename) == ("application/pdf", "Minutes")
    assert pdf.provider_options == bedrock(context="c", citations={"enabled": True})


def test_text_documents_are_text_files():
    """Documents given as text, as blocks and as search results can be read as text."""
    text, csv, blocks, none, unnamed, *_, found, _ = parts_of(*FILES[8:], role="user")
    assert text == FilePart("text/plain", "Agreed.", "text", "Minutes", extras=text.extras)
    assert (csv.media_type, csv.filename, blocks.data, none.media_type, none.data) == (
        "text/csv",
        "odd.name  ",
        "One\nTwo",
        "text/markdown",
        "",
    )
    assert (unnamed.media_type, unnamed.filename) == ("application/octet-stream", None)
    assert (found.filename, found.data) == ("Tides", "https://a.example\nHigh\nLow")
    assert found.provider_options == bedrock(citations={"enabled": True})


def test_sounds_and_videos_are_read():
    """Formats of one media type are told apart when they are written, and read alike."""
    video, audio = parts_of(*FILES[13:15], role="user")
    assert (video.media_type, video.encoding, audio.media_type) == ("video/mpeg", "id", "audio/x-matroska")


def test_guarded_content_is_what_it_holds():
    """What a guardrail is to look at is text or an image; that it is guarded is an option."""
    text, _, image, *unread = parts_of(*WORDS[2:8], role="user")
    assert text == TextPart("guarded", bedrock(guardContent={"qualifiers": ["query"]}))
    assert image == FilePart("image/png", "iVBORw==", provider_options=bedrock(guardContent={}))
    assert [part.kind for part in unread] == ["guardContent"] * 3


def test_cited_text_is_text():
    """Text with citations is one text however many pieces it came in; the citations are an option."""
    cited, empty, bare, null, odd = parts_of(*WORDS[8:13])
    assert cited == TextPart("High at noon", bedrock(citations=[CITATION]))
    assert (empty, bare) == (TextPart("", bedrock(citations=[])), TextPart(""))
    assert (null.text, null.extras.fields, odd.text) == ("", {"content": None, "citations": None, "more": 1}, "")


def test_unknown_blocks_are_carried_unread():
    """A block of an unknown kind, of two kinds or of none is opaque, its kind the first key."""
    assert [part.kind for part in parts_of(*WORDS[13:], role="user")] == ["toolAddition", "poll", "text", ""]


def test_calls_and_thoughts_of_a_user_are_carried_unread():
    """A user's message holds no calls or thoughts: such blocks are opaque there."""
    assert {type(part) for part in parts_of(*MADE[:5], *MADE[6:], role="user")} == {OpaquePart}


def test_a_cache_marker_is_an_option_of_the_part_before_it():
    """A marker behind a part is that part's option, beside what other options it has."""
    marked, call = parts_of({"text": "a"}, LONG, MADE[4], MARK)
    assert marked == TextPart("a", bedrock(cachePoint={"ttl": "1h", "type": "default"}))
    assert call.provider_options == bedrock(type="server_tool_use", cachePoint={"type": "default"})


def test_a_cache_marker_that_no_part_can_carry_is_no_part():
    """A marker that opens a message, stands alone or is the second in a row is kept out of the records' sight."""
    alone, between, *_ = decoded(ROUNDS["markers"]).prompt.messages
    assert (alone.content, [part.text for part in between.content]) == ((), ["a", "b"])


def test_results_and_words_of_one_message_are_records_of_their_own():
    """A user's message splits where results and words meet, and becomes one again."""
    request = decoded([{"role": "user", "content": [RESULTS[0], WORDS[0], WORDS[1], RESULTS[1]], "more": 1}])
    assert [type(message) for message in request.prompt.messages] == [ToolMessage, UserMessage, ToolMessage]
    assert [message.extras is None for message in request.prompt.messages] == [False, True, True]


def test_system_is_one_leading_message():
    """The body's `system` is one message; one in the list stands where it stood."""
    late = {"role": "system", "content": [{"text": "late"}]}
    assert decoded({"system": [{"text": "a"}, {"text": "b"}], "messages": [*TURN, late]}).prompt.messages == (
        SystemMessage((TextPart("a"), TextPart("b"))),
        UserMessage((TextPart("Hi"),)),
        SystemMessage((TextPart("late"),)),
    )


def test_messages_are_read():
    """A message of one speaker is a record; unclaimed keys are extras."""
    (message,) = decoded([{"role": "assistant", "content": [{"text": "a"}], "id": 1}]).prompt.messages
    assert message == AssistantMessage((TextPart("a"),), extras=message.extras)
    assert message.extras.fields == {"id": 1}
    assert message.content[0].provider_options is EMPTY


def test_few_layouts_are_remembered():
    """Layouts beyond a thousand are made anew each time: hostile keys do not fill the memory."""
    layouts = Layouts()
    shapes = [layouts[str(key),] for key in range(1100)]
    assert len(layouts) == 1024
    assert layouts["0",] is shapes[0]
    assert layouts["1099",] == shapes[1099]
