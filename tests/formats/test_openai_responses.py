"""The wire format `openai-responses`: what is read, and that it is written as it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from returns.pipeline import is_successful

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.formats.openai_responses_layout import Seen
from segue.json_values import EMPTY, JsonObject, JsonText, freeze, same_json
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

HISTORIES = [
    pytest.param(history["history"], id=path.stem)
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if (history := json.loads(path.read_text()))["format"] == "openai-responses"
]
USER = {"role": "user", "content": "Hi"}
TEXT = {"type": "output_text", "text": "Hello.", "annotations": []}
SAID = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [TEXT]}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Look."}], "encrypted_content": "gAAA"}
CALL = {"type": "function_call", "call_id": "call_1", "name": "find", "arguments": '{"x": 1.0}', "id": "fc_1", "status": "completed"}
ANSWER = {"type": "function_call_output", "call_id": "call_1", "output": "7"}
MARK = {"mode": "explicit", "ttl": "30m"}
CITED = {"type": "url_citation", "url": "https://a.example", "title": "A", "start_index": 0, "end_index": 5}


def openai(**options):
    """Make options of OpenAI's."""
    return freeze({"openai": options})


def decode(payload):
    """Read a payload that is valid."""
    return OPENAI_RESPONSES.decode(payload).unwrap()


def messages(*items):
    """Read items."""
    return decode([*items]).prompt.messages


def first(item):
    """Read the first part of one item."""
    return messages(item)[0].content[0]


def part(raw):
    """Read one part of a user's list of contents."""
    return first({"role": "user", "content": [raw]})


def back(*records):
    """Write messages as a bare list."""
    return OPENAI_RESPONSES.encode(evolve(decode([]), prompt=Prompt(records)))


def changed(item, **fields):
    """Read one item, change its first part, write it."""
    (message,) = messages(item)
    return back(evolve(message, content=(evolve(message.content[0], **fields), *message.content[1:])))[0]


@pytest.mark.parametrize("history", HISTORIES)
def test_histories_come_back(history):
    """Whole histories are written as they came, as bodies and as bare lists."""
    assert same_json(OPENAI_RESPONSES.encode(decode(history)), history)
    assert same_json(OPENAI_RESPONSES.encode(decode(history["input"])), history["input"])


ITEMS = {
    "easy": USER,
    "content first": {"content": "Hi", "role": "user"},
    "typed": {"type": "message", "role": "user", "content": "Hi", "status": "completed", "id": "msg_0"},
    "no content": {"role": "user"},
    "null content": {"role": "developer", "content": None, "type": "message"},
    "empty list": {"role": "system", "content": []},
    "null type": {"type": None, "role": "user", "content": "Hi"},
    "unknown key": {"role": "user", "content": "Hi", "mood": [1, -0.0, {"b": 1, "a": None}], "id": None},
    "unknown content": {"role": "user", "content": [{"type": "input_video", "url": "x"}, {"type": "input_text", "text": "Hi", "odd": 1}]},
    "a model's content": {"role": "user", "content": [TEXT, {"type": "refusal", "refusal": "No."}, {"type": "text", "text": "Hi"}]},
    "easy reply": {"role": "assistant", "content": "Hello.", "phase": "final_answer"},
    "reply": SAID,
    "dumped reply": {**SAID, "phase": None, "content": [{**TEXT, "logprobs": None}]},
    "reply without status": {"type": "message", "role": "assistant", "content": [TEXT], "id": "msg_1"},
    "reply without id": {"type": "message", "role": "assistant", "status": "completed", "content": [TEXT]},
    "reply in a string": {**SAID, "content": "Hello."},
    "cited reply": {**SAID, "content": [{**TEXT, "annotations": [CITED], "logprobs": []}]},
    "null annotations": {**SAID, "content": [{**TEXT, "annotations": None}]},
    "two texts": {**SAID, "odd": 1, "content": [TEXT, {"type": "refusal", "refusal": "No.", "odd": 2}, TEXT]},
    "no text": {**SAID, "content": []},
    "null reply": {"role": "assistant", "content": None},
    "absent reply": {"role": "assistant"},
    "null type of a reply": {**SAID, "type": None},
    "input text of the model": {"role": "assistant", "content": [{"type": "input_text", "text": "Hello.", "annotations": []}]},
    "unread content of the model": {**SAID, "content": [{"type": "tool_use", "id": "a"}, TEXT]},
    "nothing but unread content": {**SAID, "content": [{"type": "tool_use", "id": "a"}]},
    "bare unread content": {"role": "assistant", "content": [{"type": "tool_use", "id": "a"}]},
    "thought": THOUGHT,
    "thought by id": {"id": "rs_1", "summary": [], "type": "reasoning", "encrypted_content": None, "content": None, "status": None},
    "two thoughts": {**THOUGHT, "summary": [*THOUGHT["summary"], {"text": "Leap.", "type": "summary_text"}], "status": "completed"},
    "odd summary": {**THOUGHT, "summary": [{"type": "summary_text", "text": "", "odd": 1}, 5, {"text": 5}]},
    "blank summary": {**THOUGHT, "summary": [{"type": "summary_text", "text": ""}]},
    "open thought": {"type": "reasoning", "content": [{"type": "reasoning_text", "text": "Look."}], "summary": []},
    "thought and summary": {**THOUGHT, "content": [{"type": "reasoning_text", "text": "Look here."}]},
    "empty thought": {**THOUGHT, "summary": [], "content": []},
    "thought without summary": {"type": "reasoning", "encrypted_content": "gAAA"},
    "thought without tokens": {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Look."}]},
    "call": CALL,
    "short call": {"name": "find", "call_id": "call_1", "arguments": "{}", "type": "function_call"},
    "call in a namespace": {**CALL, "namespace": "files", "caller": {"type": "direct"}},
    "call with nulls": {**CALL, "status": None, "id": None, "namespace": None},
    "call without id": {"type": "function_call", "name": "find", "arguments": "{"},
    "call with null id": {"type": "function_call", "call_id": None, "name": "find", "arguments": "{}"},
    "JSON arguments": {**CALL, "arguments": {"x": [1]}},
    "null arguments": {**CALL, "arguments": None},
    "no arguments": {"type": "function_call", "call_id": "call_1", "name": "find"},
    "custom call": {"type": "custom_tool_call", "call_id": "call_1", "name": "sql", "input": "{}", "id": "ctc_1"},
    "answer": ANSWER,
    "full answer": {**ANSWER, "id": "fco_1", "status": "completed", "name": "find", "caller": None},
    "listed answer": {**ANSWER, "output": [{"type": "input_text", "text": "7"}, {"type": "input_image", "image_url": "https://a.example/a.png"}]},
    "empty answer": {**ANSWER, "output": []},
    "null answer": {**ANSWER, "output": None},
    "no answer": {"type": "function_call_output", "call_id": "call_1"},
    "JSON answer": {**ANSWER, "output": {"x": 1}},
    "answer of plain things": {**ANSWER, "output": ["a", {"b": 1}]},
    "answer to nobody": {"type": "function_call_output", "call_id": None, "output": "7"},
    "answer of a custom tool": {"type": "custom_tool_call_output", "call_id": "call_1", "output": "7", "id": "cto_1"},
    "reference": {"type": "item_reference", "id": "msg_1"},
    "reference without type": {"id": "msg_1"},
    "reference with null type": {"id": "msg_1", "type": None},
    "compaction": {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAA"},
    "trigger": {"type": "compaction_trigger"},
    "more tools": {"type": "additional_tools", "role": "developer", "tools": []},
    "approval asked": {"type": "mcp_approval_request", "id": "mcpr_1", "name": "find", "server_label": "files", "arguments": "{}"},
    "approval given": {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": True},
    "unknown item": {"type": "example_call", "id": "ex_1", "status": "completed"},
}
PARTS = {
    "text": {"type": "input_text", "text": "Hi", "prompt_cache_breakpoint": MARK},
    "unmarked text": {"type": "input_text", "text": "Hi", "prompt_cache_breakpoint": None},
    "image": {"type": "input_image", "image_url": "data:image/png;base64,AA==", "detail": "low", "prompt_cache_breakpoint": MARK},
    "image by URL": {"image_url": "https://a.example/a.png", "type": "input_image", "file_id": None, "detail": None},
    "image by id": {"type": "input_image", "file_id": "file-1", "detail": "auto"},
    "image twice": {"type": "input_image", "file_id": "file-1", "image_url": "https://a.example/a.png"},
    "no image": {"type": "input_image", "image_url": {"url": "https://a.example/a.png"}},
    "capital data URL": {"type": "input_image", "image_url": "DATA:Image/PNG;base64,AA=="},
    "data URL of text": {"type": "input_image", "image_url": "data:image/svg+xml,%3Csvg/%3E"},
    "data URL without type": {"type": "input_image", "image_url": "data:;base64,AA=="},
    "data URL without comma": {"type": "input_image", "image_url": "data:image/png;base64"},
    "document": {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AA=="},
    "document bare": {"type": "input_file", "file_data": "AA==", "filename": "a.DOCX"},
    "document nameless": {"type": "input_file", "file_data": "AA==", "filename": None},
    "document in words": {"type": "input_file", "file_data": "data:text/plain,hi"},
    "document by URL": {"type": "input_file", "file_url": "https://a.example/a.csv?x=1.pdf", "detail": "high"},
    "document by plain URL": {"type": "input_file", "file_url": "https://a.example/7.00001"},
    "document by id": {"type": "input_file", "file_id": "file-1"},
    "document by id and name": {"filename": "a.pdf", "type": "input_file", "file_id": "file-1", "file_url": None},
    "no document": {"type": "input_file", "filename": "a.pdf"},
    "sound": {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
    "sound as mp3": {"type": "input_audio", "odd": 1, "input_audio": {"format": "mp3", "odd": 2, "data": "AA=="}},
}
BODIES = {
    "text": {"model": "gpt-5.2", "input": "Hi"},
    "empty text": {"input": ""},
    "instructions": {"input": [USER], "instructions": "Be brief.", "temperature": -0.0},
    "empty instructions": {"instructions": "", "input": []},
    "null instructions": {"instructions": None, "input": [USER], "tools": None},
    "chained": {"previous_response_id": "resp_1", "store": True},
    "chained with null": {"conversation": {"id": "conv_1"}, "input": None},
    "prompt": {"prompt": {"id": "pmpt_1"}, "instructions": "Be brief."},
    "no tools": {"input": [], "tools": [], "tool_choice": "auto"},
    "tools": {
        "input": [],
        "tools": [
            {"type": "function", "name": "find", "description": "Find", "parameters": {"type": "object"}, "strict": True},
            {"parameters": None, "description": None, "type": "function", "name": "a", "strict": None, "defer_loading": False},
            {"type": "custom", "name": "sql", "format": {"type": "text"}},
            {"type": "web_search", "filters": {"allowed_domains": ["a.example"]}},
            {"type": "namespace", "name": "files", "description": "", "tools": []},
        ],
    },
    "choice": {"input": [], "tool_choice": {"type": "function", "name": "find"}},
    "custom choice": {"input": [], "tool_choice": {"name": "sql", "type": "custom"}},
    "odd choice": {"input": [], "tool_choice": {"type": "function", "name": 5}},
    "other choice": {"input": [], "tool_choice": {"type": "mcp", "name": "find", "server_label": "files"}},
}


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_items_come_back(item):
    """Every way to lay out an item survives to the letter, alone and beside others, and read twice."""
    for _ in range(2):
        assert same_json(back(*messages(item)), [item])
        assert same_json(back(*messages(item, SAID, item, USER, ANSWER, item)), [item, SAID, item, USER, ANSWER, item])


@pytest.mark.parametrize("role", ["system", "user", "answer"])
@pytest.mark.parametrize("raw", PARTS.values(), ids=PARTS)
def test_parts_come_back(raw, role):
    """Every way to lay out a part survives to the letter, in whichever item it stood."""
    item = {**ANSWER, "output": [raw]} if role == "answer" else {"role": role, "content": [raw]}

    assert same_json(back(*messages(item)), [item])


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_bodies_come_back(body):
    """Settings, tools and choices survive to the letter."""
    assert same_json(OPENAI_RESPONSES.encode(decode(body)), body)


def test_a_bare_text_comes_back():
    """The input may be one text, which is the user's."""
    assert decode("Hi").prompt == Prompt((UserMessage((TextPart("Hi"),)),))
    assert OPENAI_RESPONSES.encode(decode("Hi")) == "Hi"


def test_tuples_and_frozen_objects_are_read():
    """A payload of frozen JSON is read like one of dicts and lists."""
    payload = [*ITEMS.values(), {"role": "user", "content": [*PARTS.values()]}]

    assert decode(freeze(payload)) == decode(payload)
    assert same_json(OPENAI_RESPONSES.encode(decode(freeze(payload))), payload)


def test_what_a_model_did_is_gathered():
    """Thoughts, words and calls that follow each other are one message, and so are the answers."""
    read = messages(USER, THOUGHT, SAID, CALL, {**CALL, "call_id": "call_2"}, {**ANSWER, "call_id": "call_2"}, ANSWER, SAID)

    assert [type(message) for message in read] == [UserMessage, AssistantMessage, ToolMessage, AssistantMessage]
    assert [type(part) for part in read[1].content] == [ReasoningPart, TextPart, ToolCallPart, ToolCallPart]
    assert [part.id for part in read[2].content] == ["call_2", "call_1"]


def test_messages_of_people_stay_apart():
    """Each message of a user or an operator is a record of its own."""
    read = messages(USER, USER, {"role": "system", "content": "x"}, {"role": "developer", "content": []}, {"role": "user"})

    assert [type(message) for message in read] == [UserMessage, UserMessage, SystemMessage, SystemMessage, UserMessage]
    assert [message.developer for message in read[2:4]] == [False, True]


def test_words_carry_the_item():
    """A text remembers the id and the phase of its item, a refusal is marked as one, citations are kept."""
    read = messages({**SAID, "phase": "commentary", "content": [{**TEXT, "annotations": [CITED]}, {"type": "refusal", "refusal": "No."}]})

    assert read == (
        AssistantMessage(
            (
                TextPart("Hello.", openai(itemId="msg_1", phase="commentary", annotations=[CITED])),
                TextPart("No.", openai(itemId="msg_1", phase="commentary", refusal=True)),
            )
        ),
    )


def test_thoughts_become_parts():
    """A thought's text is its summary, or itself where there is no summary; what only OpenAI can read is in the options."""
    tokens = openai(itemId="rs_1", reasoningEncryptedContent="gAAA")

    assert first(THOUGHT) == ReasoningPart("Look.", tokens)
    assert first(ITEMS["two thoughts"]).text == "Look.\nLeap."
    assert first(ITEMS["open thought"]) == ReasoningPart("Look.", extras=first(ITEMS["open thought"]).extras)
    assert first(ITEMS["thought and summary"]).text == "Look."
    assert (first(ITEMS["thought by id"]).text, first(ITEMS["thought by id"]).provider_options) == ("", openai(itemId="rs_1"))


def test_calls_become_parts():
    """Arguments that hold an object are `JsonText`, others stay what they are; the item's own id is an option."""
    given = [first({**CALL, "arguments": value}).input for value in ('{"x": 1}', "[1]", {"x": [1]}, 5)]

    assert given == ['{"x": 1}', "[1]", JsonObject({"x": (1,)}), 5]
    assert [type(value) for value in given] == [JsonText, str, JsonObject, int]
    assert first(CALL) == ToolCallPart("call_1", "find", JsonText('{"x": 1.0}'), provider_options=openai(itemId="fc_1"))
    assert first(ITEMS["call in a namespace"]).provider_options == openai(itemId="fc_1", namespace="files")


def test_a_custom_call_keeps_its_text():
    """What a custom tool was called with is text, even where it looks like an object."""
    call = first(ITEMS["custom call"])

    assert (call.id, call.name, call.input, type(call.input)) == ("call_1", "sql", "{}", str)


def test_answers_become_results():
    """A result's output is text, parts or JSON; its tool is named where the item does."""
    assert first(ANSWER) == ToolResultPart("call_1", "", (TextPart("7"),))
    assert first(ITEMS["full answer"]).name == "find"
    assert first(ITEMS["listed answer"]).output == (TextPart("7"), FilePart("image/*", "https://a.example/a.png", "url"))
    assert first(ITEMS["JSON answer"]).output == (JsonPart(freeze({"x": 1})),)
    assert first(ITEMS["answer to nobody"]).id == ""


def test_unread_items_have_their_place():
    """An item that is not known is the model's; what the sender put there is the operator's, an approval an answer."""
    kinds = ["reference", "compaction", "unknown item", "trigger", "more tools", "approval given"]

    assert [type(messages(ITEMS[kind])[0]) for kind in kinds] == [AssistantMessage] * 3 + [SystemMessage] * 2 + [ToolMessage]
    assert first({"id": "msg_1"}) == OpaquePart("item_reference", freeze({"id": "msg_1"}), "openai-responses")


def test_unread_content_keeps_what_stands_beside_it():
    """Content of the model that is not known is a part; where it is all an item holds, and the item has an id, it is the whole item."""
    kinds = ["unread content of the model", "nothing but unread content", "bare unread content"]

    assert [[type(part) for part in messages(ITEMS[kind])[0].content] for kind in kinds] == [[OpaquePart, TextPart], [OpaquePart], [OpaquePart]]
    assert [messages(ITEMS[kind])[0].content[0].kind for kind in kinds] == ["tool_use", "message", "tool_use"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("text", TextPart("Hi", openai(promptCacheBreakpoint=MARK))),
        ("image", FilePart("image/png", "AA==", provider_options=openai(imageDetail="low", promptCacheBreakpoint=MARK))),
        ("image by id", FilePart("image/*", "file-1", "id", provider_options=openai(imageDetail="auto"))),
        ("capital data URL", FilePart("image/png", "AA==")),
        ("data URL of text", FilePart("image/svg+xml", "data:image/svg+xml,%3Csvg/%3E", "url")),
        ("data URL without type", FilePart("image/*", "AA==")),
        ("document", FilePart("application/pdf", "AA==", filename="a.pdf")),
        ("document bare", FilePart("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "AA==", filename="a.DOCX")),
        ("document in words", FilePart("text/plain", "data:text/plain,hi", "url")),
        ("document by plain URL", FilePart("application/pdf", "https://a.example/7.00001", "url")),
        ("document by id", FilePart("application/octet-stream", "file-1", "id")),
        ("sound", FilePart("audio/wav", "AA==")),
        ("no image", OpaquePart("input_image", freeze(PARTS["no image"]), "openai-responses")),
        ("no document", OpaquePart("input_file", freeze(PARTS["no document"]), "openai-responses")),
    ],
)
def test_parts_are_read(kind, expected):
    """Files are read into media type, data and encoding, base64 without the URL around it; marks are options."""
    assert part(PARTS[kind]) == expected


def test_a_documents_type_is_told_by_its_name():
    """A document by URL has the type that its path tells."""
    read = part(PARTS["document by URL"])

    assert (read.media_type, read.data, read.encoding) == ("text/csv", "https://a.example/a.csv?x=1.pdf", "url")


def test_tools_become_definitions():
    """A tool is its name, description and schema; one that OpenAI runs is told by its kind."""
    tools = decode(BODIES["tools"]).tools

    assert [(tool.name, tool.hosted) for tool in tools] == [
        ("find", ""), ("a", ""), ("sql", ""), ("web_search", "openai.web_search"), ("files", "openai.namespace"),
    ]  # fmt: skip
    assert (tools[0].description, tools[0].input_schema) == ("Find", freeze({"type": "object"}))


@pytest.mark.parametrize(("kind", "name"), [("choice", "find"), ("custom choice", "sql"), ("odd choice", None), ("other choice", None), ("no tools", None)])
def test_the_forced_tool_is_named(kind, name):
    """The name of the one tool that must be called is the request's, where the body forces one."""
    assert decode(BODIES[kind]).tool_choice == name


def test_the_forced_tool_follows_the_request():
    """A renamed forced tool is renamed in the choice; where none is forced any more the choice goes."""
    request = decode(BODIES["custom choice"])

    assert OPENAI_RESPONSES.encode(evolve(request, tool_choice="b"))["tool_choice"] == {"name": "b", "type": "custom"}
    assert OPENAI_RESPONSES.encode(evolve(request, tool_choice=None)) == {"input": []}


def test_changed_tools_are_written():
    """Tools follow the request: renamed, removed, or added to a bare list, which then becomes a body."""
    request = decode(BODIES["tools"])
    renamed = evolve(request.tools[0], name="b")

    assert OPENAI_RESPONSES.encode(evolve(request, tools=(renamed,)))["tools"] == [{**BODIES["tools"]["tools"][0], "name": "b"}]
    assert OPENAI_RESPONSES.encode(evolve(request, tools=())) == {"input": []}
    assert OPENAI_RESPONSES.encode(evolve(decode([]), tools=(ToolDefinition("a"),))).keys() == {"input", "tools"}


def test_a_custom_tool_given_a_schema_is_a_function():
    """A custom tool that gets a schema is written as a function, since only that has one."""
    request = decode(BODIES["tools"])
    tool = evolve(request.tools[2], input_schema=EMPTY)

    assert OPENAI_RESPONSES.encode(evolve(request, tools=(tool,)))["tools"] == [{"type": "function", "name": "sql", "parameters": {}, "strict": False}]


def test_a_text_that_got_company_is_a_list():
    """The input is one text only while it is one text of the user's."""
    request = decode(BODIES["text"])
    (message,) = request.prompt.messages
    more = evolve(message, content=(*message.content, FilePart("image/png", "AA==")))

    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((message, message))))["input"] == [USER, USER]
    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((more,))))["input"][0]["content"][1]["type"] == "input_image"
    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((evolve(message, content=(FilePart("image/png", "AA=="),)),))))["input"][0]["role"] == "user"


def test_a_chained_body_that_got_words_has_input():
    """A body that had come without input has one once there is something to say."""
    request = decode(BODIES["chained with null"])

    assert OPENAI_RESPONSES.encode(evolve(request, prompt=decode([USER]).prompt)) == {"conversation": {"id": "conv_1"}, "input": [USER]}


def test_instructions_stay_where_they_were():
    """The body's own text stays there while it is one text; of two it becomes an item, as does one that had stood in the list."""
    request = decode(BODIES["instructions"])
    system, user = request.prompt.messages
    two = evolve(system, content=(TextPart("A"), TextPart("B")))
    listed = {"role": "system", "content": "Be brief."}

    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((evolve(system, content=(TextPart("A"),)), user))))["instructions"] == "A"
    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((two, user))))["input"][0] == {
        "role": "system",
        "content": [{"type": "input_text", "text": "A"}, {"type": "input_text", "text": "B"}],
    }
    assert OPENAI_RESPONSES.encode(evolve(request, prompt=Prompt((user, system))))["input"] == [USER, listed]
    assert OPENAI_RESPONSES.encode(decode({"input": [listed, USER]})) == {"input": [listed, USER]}
    assert back(system, user) == [listed, USER]


def test_ids_go_when_their_option_goes():
    """An item whose id was taken from its parts is written without it, and is otherwise the same."""
    for item in (SAID, THOUGHT, CALL, ITEMS["custom call"], ITEMS["two texts"], {**ANSWER, "id": "fco_1"}):
        (message,) = messages(item)
        bare = tuple(evolve(part, provider_options=EMPTY.with_(openai=part.provider_options["openai"].without("itemId"))) for part in message.content)
        assert back(evolve(message, content=bare)) == [{key: value for key, value in item.items() if key != "id"}]


def test_a_thought_without_its_tokens_goes():
    """A reasoning item that came with a token is not written without any; one that had none stays."""
    for kind, kept in (("thought", 0), ("thought by id", 0), ("thought without tokens", 1), ("open thought", 1)):
        (message,) = messages(ITEMS[kind])
        assert len(back(evolve(message, content=(evolve(message.content[0], provider_options=EMPTY),)))) == kept


def test_an_id_of_a_persons_message_is_carried_unclaimed():
    """The API gives such ids and asks for none."""
    (message,) = messages({**USER, "id": "msg_1"})

    assert (message.provider_options, message.extras) == (EMPTY, Extras("openai-responses", JsonObject(id="msg_1")))


@pytest.mark.parametrize(
    ("role", "kind", "usual"),
    [
        ("user", "text", "input_text"), ("user", "output_text", "input_text"), ("system", "refusal", "input_text"),
        ("assistant", "text", "output_text"), ("assistant", "input_text", "output_text"),
    ],
)  # fmt: skip
def test_an_odd_kind_of_text_is_carried_unclaimed(role, kind, usual):
    """A kind that does not belong into its message is written as it came, and without it the usual one is."""
    raw = {"type": kind, "refusal" if kind == "refusal" else "text": "Hi"}
    (message,) = messages({"role": role, "content": [raw]})
    (part,) = message.content
    bare = evolve(message, content=(evolve(part, provider_options=EMPTY, extras=None),))

    assert part.extras.fields == (JsonObject(content=JsonObject(type=kind)) if role == "assistant" else JsonObject(type=kind))
    assert back(bare) == [{"role": role, "content": [{"type": usual, "text": "Hi"}]}]


def test_the_usual_kinds_of_text_are_claimed():
    """Texts that stand where they belong carry nothing along."""
    said = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}, {"type": "output_text", "text": "Yes."}]}
    parts = [part for message in messages({"role": "user", "content": [{"type": "input_text", "text": "Hi"}]}, said) for part in message.content]

    assert [part.extras for part in parts] == [None, None, None]


def test_changed_texts_are_written():
    """New words stand where the old ones stood, whatever the contents had been."""
    written = [changed(ITEMS[kind], text="New.") for kind in ("reply", "easy reply", "no text", "null reply", "absent reply", "two texts")]

    assert [item["content"] for item in written] == [[{**TEXT, "text": "New."}], "New.", "New.", "New.", "New.", [{**TEXT, "text": "New."}, *ITEMS["two texts"]["content"][1:]]]


def test_changed_thoughts_are_written():
    """A summary of several pieces that was changed is one piece; thoughts themselves stay such."""
    assert changed(ITEMS["two thoughts"], text="New.")["summary"] == [{"type": "summary_text", "text": "New."}]
    assert changed(ITEMS["open thought"], text="New.")["content"] == [{"type": "reasoning_text", "text": "New."}]
    assert changed(ITEMS["thought without summary"], text="New.")["summary"] == [{"type": "summary_text", "text": "New."}]
    assert changed(THOUGHT, text="")["summary"] == []


def test_changed_calls_keep_their_layout():
    """New ids, names and inputs of calls are written where the old ones stood, and an input that was repaired as text."""
    assert changed(CALL, id="b", name="c", input=JsonObject({"d": (1,)})) == {**CALL, "call_id": "b", "name": "c", "arguments": '{"d": [1]}'}
    assert changed(ITEMS["JSON arguments"], input=JsonText("{}"))["arguments"] == "{}"
    assert changed(ITEMS["no arguments"], input=EMPTY)["arguments"] == {}
    assert changed(ITEMS["custom call"], input=EMPTY)["input"] == "{}"


@pytest.mark.parametrize("kind", ["call without id", "call with null id", "answer to nobody"])
def test_a_missing_id_can_be_given(kind):
    """A call or answer that had no id is written with the one it was given."""
    assert changed(ITEMS[kind], id="new")["call_id"] == "new"


def test_changed_answers_are_written():
    """An answer is a string, a list or JSON as long as it fits."""
    two = (TextPart("A"), JsonPart(freeze([1])))
    listed = [{"type": "input_text", "text": "A"}, {"type": "input_text", "text": "[1]"}]

    assert [changed(ITEMS[kind], output=two)["output"] for kind in ("answer", "JSON answer", "null answer", "no answer")] == [listed] * 4
    assert changed(ITEMS["JSON answer"], output=two[1:])["output"] == [1]
    assert changed(ANSWER, output=two[1:])["output"] == "[1]"
    assert changed(ANSWER, output=())["output"] == ""
    assert changed(ITEMS["listed answer"], output=())["output"] == []
    assert changed(ITEMS["full answer"], name="b")["name"] == "b"


def test_texts_of_one_item_can_part():
    """A text that was taken out of its item leaves the others in it; what was put between them parts them."""
    (message,) = messages(ITEMS["two texts"])
    one, two, three = message.content
    call = messages(CALL)[0].content[0]

    assert [item["content"] for item in back(evolve(message, content=(two, three)))] == [ITEMS["two texts"]["content"][1:]]
    assert [item["type"] for item in back(evolve(message, content=(one, call, two, three)))] == ["message", "function_call", "message"]
    assert len(back(evolve(message, content=(*message.content, *message.content)))) == 2
    (both,) = messages(ITEMS["two texts"], ITEMS["two texts"])
    (beside,) = messages(ITEMS["two texts"], {**ITEMS["two texts"], "phase": "commentary"})
    assert [len(item["content"]) for item in back(evolve(both, content=(*both.content[:3], *both.content[4:])))] == [3, 2]
    assert [len(item["content"]) for item in back(evolve(beside, content=(*message.content, *beside.content[4:])))] == [3, 2]
    assert [len(item["content"]) for item in back(evolve(beside, content=(*messages(SAID)[0].content, two, three)))] == [1, 2]


def test_unread_content_whose_words_are_gone():
    """What nobody read stays an item of the model's when the words beside it are gone."""
    (message,) = messages(ITEMS["unread content of the model"])
    kept = back(evolve(message, content=message.content[:1]))

    assert kept == [{"type": "message", "role": "assistant", "status": "completed", "content": [{"type": "tool_use", "id": "a"}]}]


def test_unread_items_among_a_persons_words():
    """An item that was moved into a message stands beside it, not in it."""
    (message,), (trigger,) = messages(USER), messages(ITEMS["trigger"])
    mixed = evolve(message, content=(*message.content, *trigger.content, *message.content))

    assert back(mixed) == [USER, {"type": "compaction_trigger"}, USER]


def test_a_piece_in_a_users_message_is_read_as_a_piece():
    """A text that had stood in a model's item is input text once it is the user's."""
    (message,) = messages(SAID)

    assert back(UserMessage((*message.content, *message.content)))[0]["content"] == [{"type": "input_text", "text": "Hello."}] * 2


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("capital data URL", {"media_type": "image/gif"}, {"image_url": "data:image/gif;base64,AA=="}),
        ("capital data URL", {"data": "BB=="}, {"image_url": "DATA:Image/PNG;base64,BB=="}),
        ("image", {"encoding": "url", "data": "https://a.example"}, {"image_url": "https://a.example"}),
        ("image by id", {"encoding": "base64", "data": "AA==", "media_type": "image/png"}, {"image_url": "data:image/png;base64,AA=="}),
        ("document by id", {"encoding": "base64", "data": "AA==", "media_type": "application/pdf"}, {"file_data": "data:application/pdf;base64,AA=="}),
        ("document", {"encoding": "url", "data": "https://a.example/a.pdf"}, {"file_url": "https://a.example/a.pdf"}),
        ("document", {"filename": "b.pdf"}, {"filename": "b.pdf"}),
        ("sound as mp3", {"media_type": "audio/wav"}, {"input_audio": {"format": "wav", "odd": 2, "data": "AA=="}}),
        ("sound", {"encoding": "url", "data": "https://a.example/a.wav"}, {"type": "input_text", "text": "[file omitted: audio/wav, https://a.example/a.wav]"}),
    ],
)
def test_changed_files_are_written_as_they_are_now(kind, fields, expected):
    """A spelling of a URL, and the key of the data, is kept only while it fits."""
    (raw,) = changed({"role": "user", "content": [PARTS[kind]]}, **fields)["content"]

    assert expected.items() <= raw.items()


def test_another_formats_layout_is_ignored():
    """Shapes and extras of another format do not reach this one's payloads."""
    (message,) = messages(ITEMS["unknown key"])
    foreign = evolve(message, shape=evolve(message.shape, format="x", form="list"), extras=evolve(message.extras, format="x"))

    assert back(foreign) == [USER]


I = "input"  # noqa: E741
FAULTS = [
    (5, (), "an object", "5"),
    ({}, (I,), "a string or a list of items", "nothing"),
    ({I: 5}, (I,), "a string or a list of items", "5"),
    ({I: [], "instructions": []}, ("instructions",), "a string", "a list"),
    ({I: [], "odd": 10**5000}, ("odd",), "an integer of at most 4300 digits", "a very long integer"),
    ([5], (0,), "an object", "5"),
    ([{}], (0, "role"), "user, assistant, system or developer", "nothing"),
    ([{"role": "tool", "content": "x"}], (0, "role"), "user, assistant, system or developer", "'tool'"),
    ([{"type": "message", "content": "x"}], (0, "role"), "user, assistant, system or developer", "nothing"),
    ([USER, {"type": 5}], (1, "type"), "a string", "5"),
    ([{"role": "user", "content": 5}], (0, "content"), "a string or a list", "5"),
    ([{"role": "assistant", "content": 5}], (0, "content"), "a string or a list", "5"),
    ([{"role": "user", "content": ["x"]}], (0, "content", 0), "an object", "'x'"),
    ([{"role": "assistant", "content": [TEXT, "x"]}], (0, "content", 1), "an object", "'x'"),
    ([{"role": "user", "content": [{"text": "x"}]}], (0, "content", 0, "type"), "a string", "nothing"),
    ([{"role": "assistant", "content": [{"type": "output_text"}]}], (0, "content", 0, "text"), "a string", "nothing"),
    ([{"role": "assistant", "content": [{**TEXT, "annotations": [b""]}]}], (0, "content", 0, "annotations", 0), "JSON", "a bytes"),
    ([{"role": "user", "content": [{"type": "input_text", "text": 5}]}], (0, "content", 0, "text"), "a string", "5"),
    ([{"role": "user", "content": [{"type": "input_text", "text": "", 5: 5}]}], (0, "content", 0), "a string as key", "5"),
    ([{"role": "user", "content": [{"type": "input_file", "file_id": "a", "filename": 5}]}], (0, "content", 0, "filename"), "a string", "5"),
    ([{"role": "user", "content": [{"type": "input_audio"}]}], (0, "content", 0, "input_audio"), "an object", "nothing"),
    ([{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": ""}}]}], (0, "content", 0, "input_audio", "format"), "a string", "nothing"),
    (
        [{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "", "format": "", "x": b""}}]}],
        (0, "content", 0, "input_audio", "x"),
        "JSON",
        "a bytes",
    ),
    ([{"role": "user", "content": [{**PARTS["image"], "prompt_cache_breakpoint": b""}]}], (0, "content", 0, "prompt_cache_breakpoint"), "JSON", "a bytes"),
    ([{**USER, "status": []}], (0, "status"), "a string", "a list"),
    (
        [{"type": "computer_call_output", "output": {"type": "computer_screenshot", "file_id": "file-1", "odd": float("nan")}}],
        (0, "output", "odd"),
        "a finite number",
        "nan",
    ),
    ([{**USER, "odd": float("nan")}], (0, "odd"), "a finite number", "nan"),
    ([{**SAID, "phase": 5}], (0, "phase"), "a string", "5"),
    ([{**SAID, "status": []}], (0, "status"), "a string", "a list"),
    ([{**THOUGHT, "summary": "x"}], (0, "summary"), "a list", "'x'"),
    ([{**THOUGHT, "summary": [b""]}], (0, "summary", 0), "JSON", "a bytes"),
    ([{**THOUGHT, "encrypted_content": 5}], (0, "encrypted_content"), "a string", "5"),
    ([{**CALL, "name": None}], (0, "name"), "a string", "null"),
    ([{**CALL, "call_id": 5}], (0, "call_id"), "a string", "5"),
    ([{**CALL, "arguments": [b""]}], (0, "arguments", 0), "JSON", "a bytes"),
    ([{**CALL, "status": []}], (0, "status"), "a string", "a list"),
    ([{**ITEMS["custom call"], "input": {}}], (0, "input"), "a string", "an object"),
    ([{**ANSWER, "call_id": 5}], (0, "call_id"), "a string", "5"),
    ([{**ANSWER, "output": b""}], (0, "output"), "JSON", "a bytes"),
    ([{**ANSWER, "output": [{"type": "input_text"}]}], (0, "output", 0, "text"), "a string", "nothing"),
    ({I: [], "tools": 5}, ("tools",), "a list", "5"),
    ({I: [], "tools": [5]}, ("tools", 0), "an object", "5"),
    ({I: [], "tools": [{"name": "a"}]}, ("tools", 0, "type"), "a string", "nothing"),
    ({I: [], "tools": [{"type": "function"}]}, ("tools", 0, "name"), "a string", "nothing"),
    ({I: [], "tools": [{"type": "custom", "name": "a", "description": 5}]}, ("tools", 0, "description"), "a string", "5"),
    ({I: [], "tools": [{"type": "function", "name": "a", "parameters": 5}]}, ("tools", 0, "parameters"), "an object", "5"),
]


@pytest.mark.parametrize(("payload", "place", "expected", "found"), FAULTS, ids=[str(fault[1]) for fault in FAULTS])
def test_faults_are_named(payload, place, expected, found):
    """What is not of this format is refused with its place, what belongs there, and what stood there."""
    decoded = OPENAI_RESPONSES.decode(payload)

    assert not is_successful(decoded)
    failure = decoded.failure()
    assert (failure.format, failure.place, failure.expected, failure.found) == ("openai-responses", place, expected, found)


def test_only_so_many_layouts_are_kept():
    """Keys may come from anyone, so what is remembered of their order has an end."""
    seen = Seen()
    for number in range(2_000):
        seen.keep(number, Shape("openai-responses"))

    assert len(seen) == 1024


def test_depth_is_a_failure():
    """What is nested too deeply is refused, wherever it stands."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    odd = [{**USER, "odd": deep}, {**USER, "content": deep}, {**SAID, "content": [{**TEXT, "annotations": deep}]}, {**CALL, "arguments": deep}]
    for item in (*odd, {**ANSWER, "output": deep}, {**THOUGHT, "summary": deep}, {"type": "x", "y": deep}, {"type": "mcp_call", "name": "", "error": deep}):
        assert not is_successful(OPENAI_RESPONSES.decode([item]))
