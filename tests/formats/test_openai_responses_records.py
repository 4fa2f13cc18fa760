"""The wire format `openai-responses`: what becomes of records that were not read from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from openai.types.responses import ResponseInputItemParam
from pydantic import TypeAdapter

from segue import placeholders
from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.formats.registry import FORMATS
from segue.json_values import EMPTY, JsonText, freeze
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    result,
    system,
    tool,
    user,
)  # fmt: skip
from segue.shapes import Extras, Shape
from tests.judges.openai_responses import judge

MARKED = freeze({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
OPAQUE = OpaquePart("document", freeze({"type": "document", "title": "Terms"}), "anthropic")
EVERY_PART = [
    TextPart("A"), ReasoningPart("Hm."), FilePart("image/png", "AA=="), JsonPart(freeze([1])), call("a", "find"), result("a", "1"), OPAQUE,
    ToolCallPart("ws_1", "web_search", EMPTY, True), ToolResultPart("ws_1", "", (JsonPart(1),), hosted=True),
]  # fmt: skip
VALID = TypeAdapter(ResponseInputItemParam)
CLEAN = {
    path.stem: history
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if (history := json.loads(path.read_text()))["format"] in ("openai-chat", "anthropic", "ai-sdk")
    if not {"windowed", "id-long"} & {*history["tags"]}
    if not any(tag.startswith("interrupted") for tag in history["tags"])
}


def openai(**options):
    """Make options of OpenAI's."""
    return freeze({"openai": options})


def body(*records, tools=()):
    """Write messages of another format as a body."""
    return OPENAI_RESPONSES.encode(Request(Prompt(records), tuple(tools)))


def items(*records):
    """Write messages of another format, and return the items."""
    return body(*records)["input"]


def content(*parts, of=UserMessage):
    """Write one message, and return its contents."""
    return items(user("Hi"), of(parts))[1]["content"]


@pytest.mark.parametrize("history", CLEAN.values(), ids=CLEAN)
def test_clean_histories_are_accepted(history):
    """What is written of the clean histories of other formats passes the vendor's own types, and what the API enforces beside them."""
    request = FORMATS[history["format"]].decode(history["history"]).unwrap()
    written = json.loads(json.dumps(OPENAI_RESPONSES.encode(request)))

    assert judge({"store": False, **written}, model="gpt-5.2") == []
    assert judge(written["input"], model="gpt-5.2") == []


def test_messages():
    """Plain texts are strings, several parts are lists, and an assistant's texts are messages of their own."""
    two = [{"type": "input_text", "text": "A"}, {"type": "input_text", "text": "B"}]

    assert items(user("A"), user("A", "B"), assistant("A", "B"), SystemMessage((TextPart("A"),), developer=True), SystemMessage(())) == [
        {"role": "user", "content": "A"},
        {"role": "user", "content": two},
        {"role": "assistant", "content": "A"},
        {"role": "assistant", "content": "B"},
        {"role": "developer", "content": "A"},
        {"role": "system", "content": ""},
    ]
    assert items(UserMessage(()), AssistantMessage(()), ToolMessage(())) == [{"role": "user", "content": ""}]
    assert body() == {"input": []}


def test_leading_system_text():
    """The first words of the operator are the body's instructions; a developer's, a list's and later ones stand in the list."""
    assert body(system("A"), system("B"), user("Hi")) == {"instructions": "A", "input": [{"role": "system", "content": "B"}, {"role": "user", "content": "Hi"}]}
    assert "instructions" not in body(SystemMessage((TextPart("A"),), developer=True))
    assert "instructions" not in body(system("A", "B"))
    assert "instructions" not in body(SystemMessage((OPAQUE,)))
    assert "instructions" not in body(user("Hi"), system("A"))


def test_calls():
    """A call's input is JSON text; the item's own id and namespace are written where the options have them."""
    inputs = (JsonText('{"a":1}'), '{"a":', freeze({"a": ["é", 1.0]}), (1,), None, EMPTY, "")
    written = items(AssistantMessage(tuple(ToolCallPart("i", "n", given) for given in inputs)))

    assert [item["arguments"] for item in written] == ['{"a":1}', '{"a":', '{"a": ["é", 1.0]}', "[1]", "{}", "{}", ""]
    assert written[0] == {"type": "function_call", "call_id": "i", "name": "n", "arguments": '{"a":1}'}
    (item,) = items(assistant(ToolCallPart("i", "n", EMPTY, provider_options=openai(itemId="fc_1", namespace="a", phase=1))))
    assert (item["id"], item["namespace"]) == ("fc_1", "a")


def test_results():
    """Each result is an item: one text a string, JSON its text, several pieces a list with files in it; an error is its text."""
    many = (JsonPart(freeze({"é": [1]})), FilePart("image/png", "AA=="), FilePart("application/pdf", "AA=="), OPAQUE)

    assert items(tool(result("a", "1", error=True), ToolResultPart("b", "", (JsonPart(1),)), ToolResultPart("c", "", many), ToolResultPart("d", "", ()))) == [
        {"type": "function_call_output", "call_id": "a", "output": "1"},
        {"type": "function_call_output", "call_id": "b", "output": "1"},
        {
            "type": "function_call_output",
            "call_id": "c",
            "output": [
                {"type": "input_text", "text": '{"é": [1]}'},
                {"type": "input_image", "image_url": "data:image/png;base64,AA==", "detail": "auto"},
                {"type": "input_file", "filename": "document.pdf", "file_data": "data:application/pdf;base64,AA=="},
                {"type": "input_text", "text": "[document part]\ntitle: Terms"},
            ],
        },
        {"type": "function_call_output", "call_id": "d", "output": ""},
    ]


def test_what_stands_among_results_follows_them():
    """Nothing but answers may follow calls, so what else a tool message holds is told behind them."""
    assert items(tool(OPAQUE, result("a", "1"), ReasoningPart("x"))) == [
        {"type": "function_call_output", "call_id": "a", "output": "1"},
        {"role": "user", "content": "[document part]\ntitle: Terms"},
    ]
    assert items(ToolMessage((ReasoningPart("x"),))) == []


def test_a_result_beside_its_call():
    """A result that stands in the message of its call is an item behind it."""
    assert [item["type"] for item in items(assistant(call("a", "n"), result("a", "1")))] == ["function_call", "function_call_output"]


def test_words_with_an_id():
    """Texts that carry an item's id are that item, those of one id together; a text's phase is kept."""
    cited = [{"type": "file_path", "file_id": "f", "index": 0}]
    named = openai(itemId="msg_1", phase="commentary", annotations=cited)
    (item, other) = items(assistant(TextPart("A", named), TextPart("B", named), TextPart("C", openai(phase="final_answer"))))

    assert item == {
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": cited} for text in "AB"],
        "id": "msg_1",
        "phase": "commentary",
    }
    assert other == {"role": "assistant", "content": "C", "phase": "final_answer"}
    assert len(items(assistant(TextPart("A", openai(itemId="msg_1")), TextPart("B", openai(itemId="msg_2")), TextPart("C")))) == 3


def test_refusals():
    """A refusal stays one, with its id or without."""
    (item,) = items(assistant(TextPart("No.", openai(refusal=True))))

    assert item == {"type": "message", "role": "assistant", "status": "completed", "content": [{"type": "refusal", "refusal": "No."}]}
    assert items(assistant(TextPart("No.", openai(refusal=True, itemId="msg_1"))))[0]["id"] == "msg_1"
    assert content(TextPart("No.", openai(refusal=True))) == "No."


def test_voice_is_its_words():
    """A voice reply is its transcript."""
    assert items(assistant(TextPart("Yes.", openai(audio={"id": "a"})))) == [{"role": "assistant", "content": "Yes."}]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (ReasoningPart("Hm."), None),
        (ReasoningPart("Hm.", freeze({"anthropic": {"signature": "x"}})), None),
        (ReasoningPart("Hm.", freeze({"openai": None})), None),
        (ReasoningPart("Hm.", openai(itemId=None, reasoningEncryptedContent=None)), None),
        (ReasoningPart("Hm.", shape=Shape("openai-chat", (), "reasoning")), None),
        (ReasoningPart("", openai(reasoningEncryptedContent="g")), {"type": "reasoning", "encrypted_content": "g", "summary": []}),
        (
            ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="g")),
            {"type": "reasoning", "id": "rs_1", "encrypted_content": "g", "summary": [{"type": "summary_text", "text": "Hm."}]},
        ),
    ],
)
def test_reasoning(part, expected):
    """Only what carries OpenAI's own tokens is written; nothing is forged, and no other's thoughts are shown."""
    assert items(assistant(part)) == ([] if expected is None else [expected])


def test_pieces_of_one_thought():
    """Thoughts of one id, as the AI SDK has the pieces of a summary, are one item; the last encrypted content counts."""
    pieces = (
        ReasoningPart("A", openai(itemId="rs_1", reasoningEncryptedContent=None)),
        ReasoningPart("", openai(itemId="rs_1")),
        ReasoningPart("B", openai(itemId="rs_1", reasoningEncryptedContent="g")),
        ReasoningPart("C", openai(itemId="rs_2")),
    )

    assert items(assistant(*pieces)) == [
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": text} for text in "AB"], "encrypted_content": "g"},
        {"type": "reasoning", "id": "rs_2", "summary": [{"type": "summary_text", "text": "C"}]},
    ]


def test_pieces_of_one_thought_without_an_id():
    """What is encrypted alike is one item; what is not is several, and so is what has an id beside what has none."""
    tokens = [{"reasoningEncryptedContent": "g"}, {"reasoningEncryptedContent": "g"}, {"reasoningEncryptedContent": "h"}]
    pieces = [ReasoningPart(text, openai(**own)) for text, own in zip("ABC", tokens, strict=True)]
    named = ReasoningPart("D", openai(itemId="rs_1", reasoningEncryptedContent="h"))

    assert [[piece["text"] for piece in item["summary"]] for item in items(assistant(*pieces, named))] == [["A", "B"], ["C"], ["D"]]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (FilePart("image/png", "AA=="), {"type": "input_image", "image_url": "data:image/png;base64,AA==", "detail": "auto"}),
        (FilePart("image/*", "https://a.example", "url"), {"type": "input_image", "image_url": "https://a.example", "detail": "auto"}),
        (FilePart("image/png", "file-1", "id", provider_options=openai(imageDetail="low")), {"type": "input_image", "file_id": "file-1", "detail": "low"}),
        (
            FilePart("application/pdf", "AA==", filename="a.pdf", provider_options=openai(promptCacheBreakpoint={"mode": "explicit"})),
            {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,AA==", "prompt_cache_breakpoint": {"mode": "explicit"}},
        ),
        (FilePart("application/pdf", "AA=="), {"type": "input_file", "filename": "document.pdf", "file_data": "data:application/pdf;base64,AA=="}),
        (FilePart("application/pdf", "https://a.example/a.pdf", "url", "a.pdf"), {"type": "input_file", "file_url": "https://a.example/a.pdf"}),
        (FilePart("text/csv", "file-1", "id"), {"type": "input_file", "file_id": "file-1"}),
    ],
)
def test_files_of_a_user(part, expected):
    """Images and PDFs have parts of their own, by their bytes, a URL or OpenAI's id of them."""
    assert content(part) == [expected]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (FilePart("image/png", "file_1", "id", "a.png"), "[file omitted: image/png, a.png]"),
        (FilePart("audio/wav", "AA=="), "[file omitted: audio/wav]"),
        (FilePart("text/plain", "Some words", "text", "a.txt"), "[document: a.txt]\nSome words"),
        (FilePart("text/csv", "YSxi"), "[document]\na,b"),
        (FilePart("text/csv", "!!"), "[file omitted: text/csv]"),
        (FilePart("video/mp4", "https://a.example/v", "url"), "[file omitted: video/mp4, https://a.example/v]"),
        (FilePart("video/mp4", "data:video/mp4,x", "url"), "[file omitted: video/mp4]"),
    ],
)
def test_files_without_a_place(part, expected):
    """A text document is told, any other file that this format cannot hold is named, another provider's file id among them."""
    assert content(part) == [{"type": "input_text", "text": expected}]


def test_files_outside_a_users_message():
    """An assistant's or a system's file is named, even one that a user could send."""
    named = placeholders.file_omitted("image/png")

    assert content(FilePart("image/png", "AA=="), of=AssistantMessage) == named
    assert content(FilePart("image/png", "AA=="), of=SystemMessage) == [{"type": "input_text", "text": named}]


FORMS = ["", "input_image", "input_audio", "web_search_call", "string", "json", "screenshot", "summary", "item", "piece", "function_call", "output_text"]


@pytest.mark.parametrize("form", FORMS)
def test_a_layout_made_by_hand_is_no_stumbling_block(form):
    """A shape that says no more than a form is heeded as far as it goes."""
    laid = [evolve(part, shape=Shape("openai-responses", (), form)) for part in EVERY_PART]
    written = items(assistant(*laid), tool(*laid), UserMessage((*laid,)), SystemMessage((*laid,)))

    assert OPENAI_RESPONSES.encode(OPENAI_RESPONSES.decode(written).unwrap()) == written


def test_nothing_of_anothers_is_written():
    """Options, extras and layouts of other providers stay out."""
    shape, extras = Shape("openai-chat", ("content", "role"), "list"), Extras("openai-chat", freeze({"annotations": []}))
    text = TextPart("A", MARKED, extras, Shape("openai-chat", ("text", "type"), "text"))
    named = UserMessage((text,), "ann", MARKED, extras, shape)

    assert items(named, AssistantMessage((text,), None, "bob", MARKED, extras, shape)) == [
        {"role": "user", "content": "A"},
        {"role": "assistant", "content": "A"},
    ]
    request = Request(Prompt((user("Hi"),)), (), "find", extras, shape)
    assert OPENAI_RESPONSES.encode(request) == {"input": [{"role": "user", "content": "Hi"}]}


def test_unread_parts():
    """Another format's unread part is told; this one's is written, in a message as content, elsewhere as an item."""
    own = OpaquePart("odd", freeze({"type": "odd", "a": [1]}), "openai-responses")

    assert items(assistant(own), tool(own), UserMessage((own,)), assistant(OPAQUE)) == [
        {"type": "odd", "a": [1]},
        {"type": "odd", "a": [1]},
        {"role": "user", "content": [{"type": "odd", "a": [1]}]},
        {"role": "assistant", "content": "[document part]\ntitle: Terms"},
    ]


def test_parts_out_of_place():
    """A call or a result where the format has no place is labelled text; a thought there is left out."""
    assert content(call("a", "find")) == [{"type": "input_text", "text": "[tool call part]\nfind\n{}"}]
    assert content(result("a", "1")) == [{"type": "input_text", "text": "[tool result without its call: unknown_tool]\n1\n[end of tool result]"}]
    assert content(result("a", "1", name="find", error=True))[0]["text"].startswith("[tool error without its call: find]")
    assert content(ToolCallPart("a", "find", EMPTY, True), ToolResultPart("a", "find", (), hosted=True)) == [
        {"type": "input_text", "text": "[find, a server tool, was called with]"},
        {"type": "input_text", "text": "[result of find, a server tool]"},
    ]
    assert content(ReasoningPart("Hm.")) == ""
    assert content(JsonPart(freeze([1])), of=AssistantMessage) == "[1]"
    assert items(assistant(FilePart("text/plain", "A", "text"))) == [{"role": "assistant", "content": "[document]\nA"}]


@pytest.mark.parametrize("kind", [SystemMessage, UserMessage, AssistantMessage, ToolMessage])
@pytest.mark.parametrize("part", EVERY_PART, ids=lambda part: type(part).__name__)
def test_every_part_finds_a_place_in_every_message(kind, part):
    """Whatever part stands in whichever message, alone or between texts, what is written is the SDK's."""
    for parts in ((part,), (TextPart("A"), part, TextPart("B"))):
        for item in items(user("Hi"), kind(parts)):
            VALID.validate_python(item, strict=True)


def test_tools():
    """Functions say that they are not strict, and always have a schema; tools of another provider are left out."""
    tools = (
        ToolDefinition("a", "A", freeze({"type": "object"})),
        ToolDefinition("b"),
        ToolDefinition("web_search", hosted="anthropic.web_search_20250305"),
        ToolDefinition("web_search", hosted="web_search"),
        ToolDefinition("web_search", hosted="openai.web_search", args=freeze({"searchContextSize": "low", "userLocation": {"city": "Bergen"}})),
        ToolDefinition("code", hosted="openai.code_interpreter", args=freeze({"container": {"fileIds": ["file-1"]}})),
        ToolDefinition("code", hosted="openai.code_interpreter", args=freeze({"container": "cntr_1"})),
        ToolDefinition("code", hosted="openai.code_interpreter"),
        ToolDefinition("sql", hosted="openai.custom", args=freeze({"name": "x", "description": "SQL", "format": {"type": "text"}})),
    )

    assert body(tools=tools)["tools"] == [
        {"type": "function", "name": "a", "description": "A", "parameters": {"type": "object"}, "strict": False},
        {"type": "function", "name": "b", "parameters": {"type": "object", "properties": {}}, "strict": False},
        {"type": "web_search", "search_context_size": "low", "user_location": {"city": "Bergen"}},
        {"type": "code_interpreter", "container": {"type": "auto", "file_ids": ["file-1"]}},
        {"type": "code_interpreter", "container": "cntr_1"},
        {"type": "code_interpreter", "container": {"type": "auto"}},
        {"type": "custom", "name": "sql", "description": "SQL", "format": {"type": "text"}},
    ]


def test_calls_of_custom_tools():
    """A call of a tool whose input is text is a custom call, and is answered as one."""
    tools = (ToolDefinition("sql", hosted="openai.custom"),)
    written = body(assistant(ToolCallPart("a", "sql", "select 1"), call("b", "find")), tool(result("a", "1"), result("b", "2")), tools=tools)["input"]

    assert [item["type"] for item in written] == ["custom_tool_call", "function_call", "custom_tool_call_output", "function_call_output"]
    assert written[0] == {"type": "custom_tool_call", "call_id": "a", "name": "sql", "input": "select 1"}


def test_what_was_written_is_read_again():
    """Records of another format, written and read, say the same."""
    records = (system("Be brief."), user("Hi", FilePart("image/png", "AA==")), assistant("Look.", call("a", "find")), tool(result("a", "1")), assistant("Aye."))
    request = OPENAI_RESPONSES.decode(body(*records)).unwrap()

    assert request.prompt.messages[0] == records[0]
    assert request.prompt.messages[3:] == records[3:]
    assert request.prompt.messages[2] == evolve(records[2], content=(TextPart("Look."), ToolCallPart("a", "find", JsonText("{}"))))


def test_an_empty_text_beside_a_call_is_no_message():
    """What Chat Completions must write beside calls says nothing, and becomes no message; where it stands alone it is one."""
    beside = OPENAI_RESPONSES.encode(Request(Prompt((assistant("", call("c1", "read")),))))
    assert [item["type"] for item in beside["input"]] == ["function_call"]
    assert OPENAI_RESPONSES.encode(Request(Prompt((assistant(""),))))["input"] == [{"role": "assistant", "content": ""}]


def test_a_file_search_is_ranked_under_the_wires_name():
    """The AI SDK's `ranking` is `ranking_options`."""
    ranked = ToolDefinition("find", hosted="openai.file_search", args=freeze({"vectorStoreIds": ["vs_1"], "ranking": {"scoreThreshold": 0.5}}))
    [written] = OPENAI_RESPONSES.encode(Request(Prompt(()), (ranked,)))["tools"]

    assert written == {"type": "file_search", "vector_store_ids": ["vs_1"], "ranking_options": {"score_threshold": 0.5}}
