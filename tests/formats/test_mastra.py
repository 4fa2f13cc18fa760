"""Stored messages as plain JSON: whatever stood in one is written as it came, and read as far as a record can hold it."""

import copy
import json
from pathlib import Path

import pytest
from attrs import evolve
from returns.pipeline import is_successful

from segue.failures import dotted
from segue.formats.mastra import decode_messages, encode_messages, read_message, write_message
from segue.formats.mastra_layout import remember
from segue.json_values import EMPTY, JsonObject, JsonText, freeze, same_json
from segue.messages import Data, Source, StepStart, StoredMessage, StoredReasoning, Thought, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Extras, Shape

TESTS = Path(__file__).parents[1]
FILES = sorted((TESTS / "conformance").glob("*.json")) + sorted((TESTS / "stores" / "dumps").glob("*.json"))


def messages_in(value):
    """Every object in a value that has a role, prompts aside: their messages are no stored ones."""
    if isinstance(value, dict):
        if "role" in value:
            yield value
        yield from (found for key, item in value.items() if key != "prompt" for found in messages_in(item))
    elif isinstance(value, list):
        yield from (found for item in value for found in messages_in(item))


def message(*parts, **content):
    """A message with these parts."""
    return {"id": "m1", "role": "assistant", "content": {"format": 2, "parts": list(parts), **content}}


def call(outer=EMPTY, **inner):
    """A part that is a call."""
    invocation = {"state": "call", "toolCallId": "c1", "toolName": "tide", "args": {"at": "Bergen"}, **inner}
    return {"type": "tool-invocation", "toolInvocation": invocation, **outer}


def result(outer=EMPTY, **inner):
    """A part that is a call with its result."""
    return call(outer, **{"state": "result", "result": {"m": 1.5}, **inner})


def text(words="Hi", **more):
    """A text part."""
    return {"type": "text", "text": words, **more}


SIGNED = {"anthropic": {"signature": "c2ln"}}
DETAILS = [{"type": "text", "text": "Hm.", "signature": "c2ln"}, {"type": "redacted", "data": "Emw"}, {"type": "text", "text": "So."}]
SOURCE = {"sourceType": "url", "id": "u1", "url": "https://a.example", "title": "A"}
BARE = {"id": "m1", "role": "user"}
PAYLOADS = {
    "nothing": [],
    "a text": [message(text())],
    "all fields": [{"id": "m", "content": {"format": 2, "parts": []}, "role": "user", "createdAt": "x", "threadId": "t", "resourceId": "r"}],
    "null fields": [{"id": None, "role": "user", "createdAt": None, "threadId": None, "resourceId": None, "content": None}],
    "fields of other types": [{"role": "user", "createdAt": 7, "threadId": 7, "resourceId": {"a": 1}, "content": 7.0, "id": "m"}],
    "no id": [{"role": "user", "content": "Hi"}],
    "empty id": [{"id": "", "role": "user", "content": "Hi"}],
    "no content": [BARE],
    "string content": [{**BARE, "content": "Hi"}, {**BARE, "content": ""}],
    "odd contents": [{**BARE, "content": odd} for odd in (None, True, 0, 1.0, -0.0)],
    "list content": [{**BARE, "content": [text(), text(providerOptions=SIGNED), "odd", None, {"type": "image", "image": "x"}]}],
    "empty list content": [{**BARE, "content": []}],
    "old calls": [
        {"id": "1", "role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "t", "args": {"a": 1}}]},
        {"id": "2", "role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "t", "result": {"b": 1}}]},
        {"id": "3", "role": "tool", "content": [{"toolCallId": "c1", "result": None, "type": "tool-result", "isError": True, "x": 1}]},
        {"id": "4", "role": "tool", "content": [{"type": "tool-result", "toolCallId": 7}, {"type": "tool-call", "toolCallId": "c1", "args": "{"}]},
        {"id": "5", "role": "tool", "content": [{"type": "tool-call", "toolCallId": "c", "result": 1, "isError": True}, call(), result()]},
        {"id": "6", "role": "tool", "content": [{"type": "tool-result", "toolCallId": "c", "isError": None, "toolName": None}]},
    ],
    "no parts": [{**BARE, "content": {"format": 2}}, {**BARE, "content": {}}, {**BARE, "content": {"parts": None, "format": 3}}],
    "other formats": [message(format=odd) for odd in (None, 2.0, True, "2", 3)],
    "text beside": [message(content="Hi"), message(content=""), message(content=None), message(content=["Hi"]), message(content=0), message(content=[])],
    "metadata": [message(metadata={"a": [1, {}]}), message(metadata={}), message(metadata=None), message(metadata=[])],
    "more of the content": [message(providerMetadata={"a": {}}, reasoning="x", annotations=[{}], experimental_attachments=[{"url": "x"}])],
    "keys in another order": [{"content": {"metadata": {}, "parts": [{"text": "a", "type": "text"}], "format": 2}, "role": "user", "id": "m"}],
    "more of the message": [{"type": "v2", **message(), "source": "memory"}],
    "calls beside": [message(toolInvocations=[call()["toolInvocation"], {"toolCall": {"id": "c2", "x": 1}, "toolName": "t"}])],
    "no calls beside": [message(toolInvocations=odd) for odd in ([], None, {}, [None], ["x"], [{"toolCallId": 7}], [{"state": []}])],
    "text parts": [message(text(providerMetadata=SIGNED), text(createdAt=1), text(providerMetadata=None), text(providerMetadata={}))],
    "options": [message(text(providerOptions=SIGNED), text(providerOptions={}, providerMetadata=SIGNED), text(providerOptions=7))],
    "both options": [message(text(providerOptions=SIGNED, providerMetadata=None), text(providerMetadata={"a": {}, "b": {"c": [1]}}))],
    "odd options": [message(text(providerMetadata=odd)) for odd in ({"a": None}, {"a": {"b": 1.5}}, {"a": {}}, [], "x")],
    "odd texts": [message({"type": "text"}, text(7), text(None), text(["a"]))],
    "odd parts": [message(None, 7, "x", [text()], {}, {"type": None}, {"type": 7}, {"type": []}, {"type": "error", "error": "no"})],
    "steps": [message({"type": "step-start"}, {"type": "step-start", "model": "a/b"}, {"model": None, "type": "step-start", "createdAt": 1})],
    "reasoning": [message({"type": "reasoning", "reasoning": "Hm.", "details": DETAILS, "providerMetadata": SIGNED})],
    "less reasoning": [message({"type": "reasoning"}, {"type": "reasoning", "details": []}, {"type": "reasoning", "reasoning": ""})],
    "newer reasoning": [message({"type": "reasoning", "text": "Hm.", "providerMetadata": SIGNED, "state": "done"})],
    "odd reasoning": [message({"type": "reasoning", "reasoning": odd, "details": []}) for odd in (None, 7)],
    "odd details": [message({"type": "reasoning", "reasoning": "", "details": odd}) for odd in (None, {}, "x", [None], ["x"], [{}])],
    "more odd details": [
        message({"type": "reasoning", "reasoning": "", "details": [odd]})
        for odd in ({"type": "text"}, {"type": "text", "text": 7}, {"type": "redacted"}, {"type": "redacted", "data": 7}, {"type": "x", "data": "y"})
    ],
    "details with more": [
        message({"type": "reasoning", "reasoning": "", "details": [{"text": "a", "type": "text", "signature": None}, {"type": "redacted", "data": "d", "x": 1}]})
    ],
    "calls": [message(call(), result(), result(result=None), result(result="boom", isError=True), call(state="partial-call", args={}))],
    "calls with more": [message(result(step=0), result(isError=False), result(isError=None), result({"providerMetadata": SIGNED, "title": "T"}))],
    "failed calls": [message(call(state="output-error", errorText="bad", rawInput="{"), call(state="output-error", errorText=None))],
    "approvals": [message(call(state="approval-requested", approval={"id": "a"}), call(state="output-denied", approval=None))],
    "hosted": [message(result({"providerExecuted": True}), result({"providerExecuted": False}), result({"providerExecuted": None}))],
    "odd arguments": [message(*(call(args=odd) for odd in (None, "{", [], 0, {"a": {"b": [1.5, None]}})))],
    "odd calls": [message(*(call(**odd) for odd in ({"toolCallId": 7}, {"toolCallId": 7.5}, {"toolName": None}, {"state": None}, {"state": 7})))],
    "more odd calls": [message({"type": "tool-invocation"}, *({"type": "tool-invocation", "toolInvocation": odd} for odd in (None, [], "x", {})))],
    "calls with less": [message(*({"type": "tool-invocation", "toolInvocation": each} for each in ({"state": "call"}, {"toolCallId": "c", "args": {}})))],
    "ids elsewhere": [
        message(*({"type": "tool-invocation", "toolInvocation": {"state": "call", "toolName": "t", **each}} for each in (
            {"toolCall": {"id": "c"}}, {"toolCall": {"id": 7}}, {"toolCall": "c"}, {"toolCallId": None, "toolCall": {"id": "c"}}, {"toolCallId": None},
            {"toolCall": {"id": None}},
        )))
    ],
    "files": [message(
        {"type": "file", "mimeType": "image/png", "data": "iVBORw0KGgo="},
        {"type": "file", "mimeType": "image/png", "data": "data:image/png;base64,iVBORw0KGgo=", "filename": "a.png"},
        {"type": "file", "mediaType": "image/png", "url": "https://a.example/a.png", "filename": None},
        {"filename": "a", "data": "file-abc", "type": "file", "providerMetadata": SIGNED},
        {"type": "file", "mimeType": "image/png"}, {"type": "file", "mimeType": None, "data": "x"}, {"type": "file", "data": 7},
    )],
    "sources": [message(
        {"type": "source", "source": SOURCE}, {"type": "source", "source": {"url": "https://a.example", "providerMetadata": {}, "id": None}},
        {"type": "source", "source": {**SOURCE, "sourceType": "doc"}, "providerMetadata": SIGNED, "x": 1}, {"type": "source"}, {"type": "source", "source": "x"},
        {"type": "source-document", "sourceId": "s", "mediaType": "application/pdf", "title": "D", "filename": "d.pdf"},
        {"title": "D", "type": "source-url", "sourceId": "s", "url": None, "providerMetadata": SIGNED},
    )],
    "data": [message({"type": "data-note", "data": {"k": [1]}}, {"type": "data-", "id": "d"}, {"data": None, "type": "data-x", "transient": True})],
    "nearly carried": [message(
        {"type": "data-segue-part", "data": {"format": "anthropic", "kind": "x", "value": {}}, "x": 1}, {"type": "data-segue-part", "data": 7},
        {"type": "data-segue-part", "data": {"format": "mastra", "kind": "x", "value": {}}}, {"type": "data-segue-part", "data": {"format": "anthropic"}},
        {"type": "data-segue-part", "data": {"format": 7, "kind": "x", "value": {}}}, {"type": "data-segue-part", "data": {"format": "a", "kind": "x", "value": 7}},
    )],
    "carried": [message({"data": {"value": {"type": "x"}, "format": "anthropic", "kind": "x"}, "type": "data-segue-part"})],
    "numbers": [message(result(args={"a": 1.0, "b": -0.0, "c": 2**70, "d": 1e21}, result=9007199254740993))],
}  # fmt: skip


def only(payload):
    """The message in a payload of one."""
    return decode_messages(payload).unwrap()[0]


def part(wire):
    """What a part is read as."""
    return only([message(wire)]).parts[0]


@pytest.mark.parametrize("name", PAYLOADS)
def test_round_trip(name):
    """What is read is written as it came, to the letter, and the payload is not touched."""
    payload = PAYLOADS[name]
    before = copy.deepcopy(payload)

    assert same_json(payload, encode_messages(decode_messages(payload).unwrap()))
    assert same_json(before, payload)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_known_message_is_written_as_it_came(file):
    """All messages of the cases and of what the original lists."""
    messages = list(messages_in(json.loads(file.read_text(encoding="utf-8"))))

    assert same_json(messages, encode_messages(decode_messages(messages).unwrap()))


def test_there_are_known_messages():
    """The cases hold far more than a thousand messages."""
    assert sum(1 for file in FILES for _ in messages_in(json.loads(file.read_text(encoding="utf-8")))) > 1_500


READ = {
    "a text": (text(), TextPart("Hi")),
    "a signed text": (text(providerMetadata=SIGNED), TextPart("Hi", freeze(SIGNED))),
    "options under the newer name": (text(providerOptions=SIGNED), TextPart("Hi", freeze(SIGNED))),
    "metadata before options": (text(providerOptions={"a": {}}, providerMetadata=SIGNED), TextPart("Hi", freeze(SIGNED), Extras("mastra", freeze({"providerOptions": {"a": {}}})))),
    "options that are no object": (text(providerMetadata=7), TextPart("Hi", EMPTY, Extras("mastra", JsonObject(providerMetadata=7)))),
    "a step": ({"type": "step-start", "model": "a/b"}, StepStart("a/b")),
    "a plain step": ({"type": "step-start"}, StepStart()),
    "reasoning": (
        {"type": "reasoning", "reasoning": "All.", "details": DETAILS, "providerMetadata": SIGNED},
        StoredReasoning("All.", (Thought("Hm.", "c2ln"), Thought(redacted="Emw"), Thought("So.")), freeze(SIGNED)),
    ),
    "newer reasoning": ({"type": "reasoning", "text": "Hm."}, StoredReasoning("Hm.")),
    "reasoning of an unknown kind": ({"type": "reasoning", "details": [{"type": "x"}]}, OpaquePart("reasoning", freeze({"type": "reasoning", "details": [{"type": "x"}]}), "mastra")),
    "a call": (call(), ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen"))),
    "a result": (result(isError=True), ToolInvocation("c1", "tide", "result", JsonObject(at="Bergen"), JsonObject(m=1.5), True)),
    "a failed call": (call(state="output-error", errorText="bad"), ToolInvocation("c1", "tide", "output-error", JsonObject(at="Bergen"), error_text="bad")),
    "an approval": (call(approval={"id": "a"}), ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen"), approval=JsonObject(id="a"))),
    "a hosted call": (call({"providerExecuted": True, "providerMetadata": SIGNED}), ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen"), hosted=True, provider_options=freeze(SIGNED))),
    "a call with its step": (call({"title": "T"}, step=0), ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen"), extras=Extras("mastra", freeze({"title": "T", "toolInvocation": {"step": 0}})))),
    "an id inside": ({"type": "tool-invocation", "toolInvocation": {"toolCall": {"id": "c2"}}}, ToolInvocation("c2", "", "", extras=Extras("mastra", freeze({"toolInvocation": {"toolCall": {"id": "c2"}}})))),
    "no id": ({"type": "tool-invocation", "toolInvocation": {"state": "call", "args": None}}, ToolInvocation("", "", "call", None)),
    "an id that is a number": (call(toolCallId=7), OpaquePart("tool-invocation", freeze(call(toolCallId=7)), "mastra")),
    "no invocation": ({"type": "tool-invocation"}, OpaquePart("tool-invocation", JsonObject(type="tool-invocation"), "mastra")),
    "a file": ({"type": "file", "mimeType": "image/png", "data": "iVBO"}, FilePart("image/png", "iVBO")),
    "a file in a data URL": ({"type": "file", "mimeType": "image/png", "data": "data:image/png;base64,iVBO"}, FilePart("image/png", "iVBO")),
    "a file elsewhere": ({"type": "file", "mediaType": "image/png", "url": "https://a.example/a", "filename": "a"}, FilePart("image/png", "https://a.example/a", "url", "a")),
    "a provider's file": ({"type": "file", "data": "file-abc"}, FilePart("", "file-abc", "id")),
    "a source": ({"type": "source", "source": SOURCE}, Source("u1", "https://a.example", "A")),
    "a document": ({"type": "source-document", "sourceId": "s", "mediaType": "application/pdf", "title": "D", "filename": "d.pdf"}, Source("s", "", "D", "application/pdf", "d.pdf")),
    "data": ({"type": "data-note", "data": {"k": 1}}, Data("note", JsonObject(k=1))),
    "another format's part": ({"type": "data-segue-part", "data": {"format": "anthropic", "kind": "x", "value": {"a": 1}}}, OpaquePart("x", JsonObject(a=1), "anthropic")),
    "an unknown part": ({"type": "error", "error": "no"}, OpaquePart("error", JsonObject(type="error", error="no"), "mastra")),
    "no part": (None, OpaquePart("", JsonObject(value=None), "mastra")),
    "a part without kind": ({"type": 7}, OpaquePart("", JsonObject(type=7), "mastra")),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_parts_are_read(name):
    """Each kind of part becomes its record; what no record can hold is carried unread."""
    wire, expected = READ[name]

    assert expected == part(wire)


@pytest.mark.parametrize("name", READ)
def test_frozen_parts_are_read_alike(name):
    """A payload that is frozen already is read as well."""
    wire, expected = READ[name]

    assert expected == read_message(freeze(message(wire))).parts[0]


def test_a_message_is_read():
    """Fields, text beside the parts, metadata and listed calls; what nobody claims is kept."""
    wire = message(text(), content="Hi", metadata={"a": 1}, toolInvocations=[call()["toolInvocation"]], annotations=[]) | {
        "createdAt": "2026-01-02T03:04:05.006Z", "threadId": "t1", "resourceId": "r1", "source": "memory",
    }  # fmt: skip
    calls = (ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen")),)
    extras = Extras("mastra", freeze({"source": "memory", "content": {"annotations": []}}))
    expected = StoredMessage(
        "m1", "assistant", (TextPart("Hi"),), "2026-01-02T03:04:05.006Z", "t1", "r1", "Hi", JsonObject(a=1), calls, extras
    )

    assert expected == read_message(wire)


@pytest.mark.parametrize("odd", [None, 0, 7, [], {}])
def test_text_beside_the_parts_is_text(odd):
    """What stands there and is no string is not taken for one."""
    assert read_message(message(content=odd)).text is None


@pytest.mark.parametrize(
    ("content", "form"),
    [
        ({"parts": []}, "object"),
        ({"format": 2}, "partless"),
        ({"parts": None}, "partless"),
        ("Hi", "string"),
        ([], "list"),
        (None, "odd"),
        (7, "odd"),
    ],
)
def test_a_shape_tells_the_form_of_the_content(content, form):
    """A string, a list, an object with parts or without, or something else."""
    assert form == read_message({**BARE, "content": content}).shape.form


def test_a_content_that_is_missing_is_no_content():
    """A message without content has no parts."""
    read = read_message(BARE)

    assert (read.parts, read.shape.form) == ((), "absent")


@pytest.mark.parametrize("content", ["Hi", JsonText("Hi")])
def test_a_string_is_one_text(content):
    """A content that is a string is read as a text part."""
    assert (TextPart("Hi"),) == read_message({**BARE, "content": content}).parts


def test_one_message_is_a_list_of_one():
    """A message that stands alone is read as well."""
    assert encode_messages(decode_messages([message()]).unwrap()) == encode_messages(decode_messages(message()).unwrap())


def test_untouched_steps_are_one():
    """Steps that tell nothing are the same object, since there are so many of them."""
    assert part({"type": "step-start"}) is part({"type": "step-start"})


DEEP = [[]]
for _ in range(400):
    DEEP = [DEEP]
FAILURES = {
    "no list": (7, "", "a list of messages", "7"),
    "no message": ([message(), None], "[1]", "an object", "null"),
    "no role": ([{"id": "m1"}], "[0].role", "a string", "null"),
    "a role that is a number": ([{"role": 7}], "[0].role", "a string", "7"),
    "an id that is a number": ([{"id": 7, "role": "user"}], "[0].id", "a string", "7"),
    "a key that is none": ([{None: 1, **message()}], "[0]", "a string as key", "null"),
    "a key of the content": ([message() | {"content": {"format": 2, "parts": [], 7: 1}}], "[0].content", "a string as key", "7"),
    "a key of a call": ([message(call(args={7: 1}))], "[0].content.parts[0].toolInvocation.args", "a string as key", "7"),
    "a key of a part": ([message(text(), {None: 1, "type": "text", "text": ""})], "[0].content.parts[1]", "a string as key", "null"),
    "no number": ([message(text(), result(result=float("nan")))], "[0].content.parts[1].toolInvocation.result", "a finite number", "nan"),
    "infinity": ([message(metadata={"a": [float("inf")]})], "[0].content.metadata.a[0]", "a finite number", "inf"),
    "a long number": ([message(call(args={"a": 10**4300}))], "[0].content.parts[0].toolInvocation.args.a", "an integer of at most 4300 digits", "a very long integer"),
    "a long stamp": ([message(text(createdAt=10**4300))], "[0].content.parts[0].createdAt", "an integer of at most 4300 digits", "a very long integer"),
    "nesting": ([message(annotations=DEEP)], None, "nesting of at most 256", "a list"),
    "nested parts": ([message({"type": "x", "y": DEEP})], None, "nesting of at most 256", "a list"),
    "nested old parts": ([{**BARE, "content": [{"type": "text", "text": DEEP}]}], None, "nesting of at most 256", "a list"),
    "nested extras": ([{**BARE, "more": DEEP}], None, "nesting of at most 256", "a list"),
    "no JSON": ([message({"type": "file", "mimeType": "image/png", "data": b"x"})], "[0].content.parts[0].data", "JSON", "a bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILURES)
def test_what_is_no_message_is_a_failure_with_its_place(name):
    """Only what is no object, has an id or role of another type or is no JSON a record could hold is refused."""
    payload, place, expected, found = FAILURES[name]
    read = decode_messages(payload)

    assert not is_successful(read)
    failure = read.failure()
    assert (expected, found) == (failure.expected, failure.found)
    assert place in {None, dotted(failure.place)}
    assert failure.place or payload == 7


def test_what_is_remembered_is_bounded():
    """However many layouts come, only so many are kept."""
    known = {}
    for index in range(10_000):
        assert index == remember(known, index, index)

    assert 0 < len(known) <= 1_024


def test_layouts_beyond_those_remembered_are_read():
    """Keys in ever new orders are no trouble; those that were forgotten are worked out anew."""
    messages = [message(text(**{f"k{index}": 1})) for index in range(1_100)]

    assert same_json(messages, encode_messages(decode_messages(messages).unwrap()))
    assert {TextPart} == {type(one.parts[0]) for one in decode_messages(messages).unwrap()}


HAND_MADE = {
    "a text": (TextPart("Hi"), text()),
    "a signed text": (TextPart("Hi", freeze(SIGNED)), text(providerMetadata=SIGNED)),
    "another format's leavings": (TextPart("Hi", EMPTY, Extras("anthropic", JsonObject(a=1)), Shape("anthropic", ("text", "type"))), text()),
    "reasoning": (StoredReasoning("", (Thought("Hm.", "c2ln"), Thought(redacted="Emw"), Thought("So."))), {"type": "reasoning", "reasoning": "", "details": DETAILS}),
    "a call": (ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen")), call()),
    "a result of nothing": (ToolInvocation("c1", "tide", "result", JsonObject(at="Bergen")), result(result=None)),
    "an error": (ToolInvocation("c1", "tide", "result", JsonObject(at="Bergen"), "no", True), result(result="no", isError=True)),
    "a failed call": (ToolInvocation("c1", "tide", "output-error", JsonObject(at="Bergen"), error_text="bad"), call(state="output-error", errorText="bad")),
    "an approval": (ToolInvocation("c1", "tide", "output-denied", JsonObject(at="Bergen"), approval=JsonObject(id="a")), call(state="output-denied", approval={"id": "a"})),
    "a hosted call": (ToolInvocation("c1", "tide", "call", JsonObject(at="Bergen"), hosted=True, provider_options=freeze(SIGNED)), call({"providerExecuted": True, "providerMetadata": SIGNED})),
    "arguments in text": (ToolInvocation("c1", "tide", "call", JsonText('{"a":1}')), call(args='{"a":1}')),
    "a step": (StepStart("a/b"), {"type": "step-start", "model": "a/b"}),
    "a plain step": (StepStart(), {"type": "step-start"}),
    "a file": (FilePart("image/png", "iVBO"), {"type": "file", "mimeType": "image/png", "data": "iVBO"}),
    "a named link": (FilePart("", "https://a.example/a", "url", "a"), {"type": "file", "mimeType": "", "data": "https://a.example/a", "filename": "a"}),
    "a text file": (FilePart("text/plain", "Hi", "text"), {"type": "file", "mimeType": "text/plain", "data": "SGk="}),
    "a source": (Source("u1", "https://a.example", "A"), {"type": "source", "source": SOURCE}),
    "a document": (Source("s", title="D", filename="d.pdf"), {"type": "source-document", "sourceId": "s", "title": "D", "filename": "d.pdf"}),
    "data": (Data("note"), {"type": "data-note", "data": None}),
    "another format's part": (OpaquePart("x", JsonObject(a=1), "anthropic"), {"type": "data-segue-part", "data": {"format": "anthropic", "kind": "x", "value": {"a": 1}}}),
    "a part of this format": (OpaquePart("error", JsonObject(type="error"), "mastra"), {"type": "error"}),
}  # fmt: skip


@pytest.mark.parametrize("name", HAND_MADE)
def test_parts_made_by_hand_are_written_in_the_original_order(name):
    """A record without shape has the keys in the order the original writes."""
    made, expected = HAND_MADE[name]

    assert same_json(
        {"id": "m1", "role": "user", "content": {"format": 2, "parts": [expected]}}, write_message(StoredMessage("m1", "user", (made,)))
    )


def test_a_message_made_by_hand_is_written_in_the_original_order():
    """What is not set is left out; unclaimed fields come last."""
    calls = (ToolInvocation("c1", "tide", "call"),)
    extras = Extras("mastra", freeze({"content": {"annotations": []}}))
    made = StoredMessage("m1", "user", (TextPart("Hi"),), "now", "t1", "r1", "Hi", JsonObject(a=1), calls, extras)
    listed = [{"state": "call", "toolCallId": "c1", "toolName": "tide", "args": {}}]
    content = {"format": 2, "parts": [text()], "content": "Hi", "metadata": {"a": 1}, "toolInvocations": listed, "annotations": []}

    assert same_json(
        {"id": "m1", "role": "user", "createdAt": "now", "threadId": "t1", "resourceId": "r1", "content": content}, write_message(made)
    )


def test_what_is_not_set_is_left_out():
    """The least a message is: its role and a content without parts."""
    expected = {"role": "user", "content": {"format": 2, "parts": []}}

    assert expected == write_message(StoredMessage("", "user"))


def edited(wire, **changes):
    """What a message with this part is written as, once the part was changed."""
    read = only([message(wire)])
    return write_message(evolve(read, parts=(evolve(read.parts[0], **changes),)))["content"]["parts"][0]


EDITED = {
    "a text in its order": ({"text": "a", "x": 1, "type": "text"}, {"text": "b"}, {"text": "b", "x": 1, "type": "text"}),
    "options added": (text(), {"provider_options": freeze(SIGNED)}, text(providerMetadata=SIGNED)),
    "options under their name": (text(providerOptions=SIGNED), {"provider_options": JsonObject(a=EMPTY)}, text(providerOptions={"a": {}})),
    "options in place of odd ones": (text(providerMetadata=None, x=1), {"provider_options": freeze(SIGNED)}, text(providerMetadata=SIGNED, x=1)),
    "options gone": (text(providerMetadata=SIGNED), {"provider_options": EMPTY}, text(providerMetadata={})),
    "an answered call": (call(step=1), {"state": "result", "output": None}, call(state="result", step=1, result=None)),
    "an answer in its order": (result(), {"output": "x"}, result(result="x")),
    "an answer taken back": (result(), {"state": "call", "output": None}, call()),
    "an answered call that is told": (call(), {"state": "result", "output": "x", "error": True}, result(result="x", isError=True)),
    "what went wrong with a result": (result(), {"error_text": "bad"}, result(errorText="bad")),
    "an outcome before the state says so": (call(), {"output": "x"}, call(result="x")),
    "an id inside": (
        {"type": "tool-invocation", "toolInvocation": {"toolCall": {"x": 1, "id": "a.b"}, "state": "call"}}, {"id": "a_b"},
        {"type": "tool-invocation", "toolInvocation": {"toolCall": {"x": 1, "id": "a_b"}, "state": "call"}},
    ),
    "an id that was none": (
        {"type": "tool-invocation", "toolInvocation": {"toolCallId": None, "state": "call"}}, {"id": "a"},
        {"type": "tool-invocation", "toolInvocation": {"toolCallId": "a", "state": "call"}},
    ),
    "another file": (
        {"type": "file", "mimeType": "image/png", "data": "data:image/png;base64,iVBO"}, {"data": "https://a.example", "encoding": "url"},
        {"type": "file", "mimeType": "image/png", "data": "https://a.example"},
    ),
    "a file's type": ({"type": "file", "data": "iVBO"}, {"media_type": "image/png"}, {"type": "file", "data": "iVBO", "mimeType": "image/png"}),
    "a source's title": ({"type": "source", "source": {"url": "x", "id": 7}}, {"title": "A"}, {"type": "source", "source": {"url": "x", "id": 7, "title": "A"}}),
    "data": ({"type": "data-a", "id": "x"}, {"value": 1}, {"type": "data-a", "id": "x", "data": 1}),
    "a signed thought": (
        {"type": "reasoning", "details": []}, {"details": (Thought("a", "s", extras=Extras("mastra", JsonObject(x=1))),)},
        {"type": "reasoning", "details": [{"type": "text", "text": "a", "signature": "s", "x": 1}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITED)
def test_what_was_changed_keeps_its_order(name):
    """Changed values stand where they stood; new keys come last; unclaimed fields stay."""
    wire, changes, expected = EDITED[name]

    assert same_json(expected, edited(wire, **changes))


TEXT = (TextPart("a"),)
CHANGED = {
    "a string stays one": ("Hi", {"parts": TEXT}, "a"),
    "a string with a token": ("Hi", {"parts": (TextPart("a", freeze(SIGNED)),)}, {"format": 2, "parts": [text("a", providerMetadata=SIGNED)]}),
    "a string with something beside": ("Hi", {"text": "a"}, {"format": 2, "parts": [text("Hi")], "content": "a"}),
    "a string that became two": ("Hi", {"parts": (*TEXT, *TEXT)}, {"format": 2, "parts": [text("a"), text("a")]}),
    "a string that became a step": ("Hi", {"parts": (StepStart(),)}, {"format": 2, "parts": [{"type": "step-start"}]}),
    "a string with fields": ("Hi", {"parts": (TextPart("a", EMPTY, Extras("mastra", JsonObject(x=1))),)}, {"format": 2, "parts": [text("a", x=1)]}),
    "a list stays one": ([text()], {"parts": TEXT}, [text("a")]),
    "a list with something beside": ([text()], {"metadata": JsonObject(a=1)}, {"format": 2, "parts": [text()], "metadata": {"a": 1}}),
    "null that got parts": (None, {"parts": TEXT}, {"format": 2, "parts": [text("a")]}),
    "an object that got parts": ({"parts": None, "x": 1}, {"parts": TEXT}, {"parts": [text("a")], "x": 1}),
    "an object that got all": ({"format": 3}, {"parts": TEXT, "text": "b"}, {"format": 3, "parts": [text("a")], "content": "b"}),
    "calls no longer listed": ({"format": 2, "parts": [], "toolInvocations": [call()["toolInvocation"]]}, {"invocations": ()}, {"format": 2, "parts": [], "toolInvocations": []}),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_content_keeps_its_form_where_it_fits(name):
    """A string or list stays one as long as it can hold what there is."""
    content, changes, expected = CHANGED[name]

    assert same_json({**BARE, "content": expected}, write_message(evolve(read_message({**BARE, "content": content}), **changes)))


def test_a_message_without_content_gets_one():
    """Where there was none, a content comes once there is something to hold."""
    assert same_json({**BARE, "content": {"format": 2, "parts": [text("a")]}}, write_message(evolve(read_message(BARE), parts=TEXT)))


def test_an_odd_content_that_was_dropped_is_gone():
    """Where the fields nobody claims were taken away, an empty content of today takes the place of the odd one."""
    dropped = evolve(read_message({**BARE, "content": 7}), extras=None)

    assert same_json({**BARE, "content": {"format": 2, "parts": []}}, write_message(dropped))


def test_an_old_call_that_is_answered_is_written_anew():
    """A call of version 1 has no place for its outcome, so it is written as version 2 has it."""
    old = {"type": "tool-call", "toolCallId": "c1", "toolName": "tide", "args": {"at": "Bergen"}}
    read = read_message({**BARE, "content": [old]})
    answered = evolve(read, parts=(evolve(read.parts[0], state="result", output="x"),))

    assert same_json({**BARE, "content": [result(result="x")]}, write_message(answered))
    assert same_json({**BARE, "content": {"format": 2, "parts": [call()], "content": "a"}}, write_message(evolve(read, text="a")))
