"""Gemini: records of other formats, and records that repairs made or changed, written as Gemini takes them."""

import json

import pytest
from attrs import evolve

from segue import placeholders
from segue.formats.gemini import GEMINI
from segue.json_values import EMPTY, JsonText, freeze, freeze_object, same_json
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    tool,
    user,
)

PNG = FilePart("image/png", "iVBORw0KGgo=", filename="a.png")
INLINE = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}
SIGNED = freeze({"google": {"thoughtSignature": "Cs8B"}})
HOSTED = {"hosted": True}


def written(*messages):
    """Return the contents that messages are written as."""
    return GEMINI.encode(Request(prompt(*messages)))["contents"]


def parts(*content, message=AssistantMessage):
    """Return the parts of a message of this content."""
    return written(message(content))[0]["parts"]


def response(*output, **more):
    """Return the response of a result."""
    return written(tool(ToolResultPart("c1", "read", output, **more)))[0]["parts"][0]["functionResponse"]["response"]


def read(*raws, role="model"):
    """Return the message of one content."""
    return GEMINI.decode([{"role": role, "parts": list(raws)}]).unwrap().prompt.messages[0]


def changed(raw, role="model", **fields):
    """Return what a part is written as after a change of its record."""
    message = read(raw, role=role)
    (part,) = message.content
    return written(evolve(message, content=(evolve(part, **fields),)))[0]["parts"][0]


def test_a_conversation():
    """Messages of any format become a body; results gather in one content, words behind them stand in the next."""
    asked = assistant("c", call("c1", "find", {"q": 1}), call("c2", "find"))
    assert GEMINI.encode(
        Request(prompt(system("s"), system("t"), user("a"), user("b"), asked, tool(result("c1", "d")), tool(result("c2", "e")), user("f")))
    ) == {
        "systemInstruction": {"parts": [{"text": "s"}, {"text": "t"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "a"}]},
            {"role": "user", "parts": [{"text": "b"}]},
            {
                "role": "model",
                "parts": [
                    {"text": "c"},
                    {"functionCall": {"id": "c1", "name": "find", "args": {"q": 1}}},
                    {"functionCall": {"id": "c2", "name": "find", "args": {}}},
                ],
            },
            {
                "role": "user",
                "parts": [
                    {"functionResponse": {"id": "c1", "name": "find", "response": {"result": "d"}}},
                    {"functionResponse": {"id": "c2", "name": "find", "response": {"result": "e"}}},
                ],
            },
            {"role": "user", "parts": [{"text": "f"}]},
        ],
    }


def test_late_system_messages_are_labelled():
    """An operator's words behind another's stand in their place between labels; blank ones have none, and what is no text follows."""
    late = SystemMessage((TextPart("Be"), OpaquePart("poll", freeze_object({"question": "Tea?"}), "x"), TextPart("brief.")))
    assert written(user("a"), late, SystemMessage((TextPart(" "),)), SystemMessage(()))[1:] == [
        {
            "role": "user",
            "parts": [{"text": "[system message]\nBe\nbrief.\n[end of system message]"}, {"text": "[poll part]\nquestion: Tea?"}],
        },
        {"role": "user", "parts": [{"text": " "}]},
        {"role": "user", "parts": []},
    ]
    (listed,) = GEMINI.decode([{"role": "system", "parts": [{"text": "a"}]}]).unwrap().prompt.messages
    assert written(user("a"), listed)[1] == {"role": "system", "parts": [{"text": "a"}]}
    assert written(user("a"), evolve(listed, shape=None))[1]["role"] == "user"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (EMPTY, {}), (JsonText('{"a": 1.0}'), {"a": 1.0}), ('{"a": 1}', {"a": 1}), ("{a", {"_raw": "{a"}), (None, {}), ("", {}),
        ((1,), {"_raw": [1]}), (freeze({"a": 1}), {"a": 1}),
    ],
)  # fmt: skip
def test_an_input_is_an_object(given, expected):
    """Whatever a call was given elsewhere is an object here: parsed, empty or wrapped."""
    assert parts(ToolCallPart("c", "n", given)) == [{"functionCall": {"id": "c", "name": "n", "args": expected}}]


def test_signatures():
    """Google's signature stands beside what it signs, also one of the other backend; another's is not written."""
    assert parts(TextPart("a", SIGNED)) == [{"text": "a", "thoughtSignature": "Cs8B"}]
    assert parts(ToolCallPart("", "n", EMPTY, provider_options=SIGNED)) == [
        {"functionCall": {"name": "n", "args": {}}, "thoughtSignature": "Cs8B"}
    ]
    vertex = freeze({"vertex": {"thoughtSignature": "v"}, "anthropic": {"signature": "s", "thoughtSignature": "x"}})
    assert parts(TextPart("a", vertex), PNG, TextPart("b", freeze({"anthropic": {"thoughtSignature": "x"}, "google": 3}))) == [
        {"text": "a", "thoughtSignature": "v"},
        INLINE,
        {"text": "b"},
    ]
    settings = freeze({"google": {"thoughtSignature": "Cs8B", "thought": True, "mediaResolution": {"level": "LOW"}, "other": 1}})
    assert parts(evolve(PNG, provider_options=settings)) == [
        {**INLINE, "thoughtSignature": "Cs8B", "thought": True, "mediaResolution": {"level": "LOW"}}
    ]


def test_reasoning():
    """A thought is written where it is Google's, by its signature or its maker; others are left out."""
    google, vertex, gpt = Model("google", "gemini-3-pro"), Model("vertex", "gemini-3-pro"), Model("openai", "gpt-5.2")
    assert parts(
        ReasoningPart("a", SIGNED), ReasoningPart("b", origin=google), ReasoningPart("c", origin=vertex), ReasoningPart("d", origin=gpt),
        ReasoningPart("e"), ReasoningPart("f", freeze({"anthropic": {"signature": "s"}})),
    ) == [
        {"text": "a", "thought": True, "thoughtSignature": "Cs8B"}, {"text": "b", "thought": True}, {"text": "c", "thought": True},
    ]  # fmt: skip


def test_results():
    """One text or JSON value is a `result`, an error an `error`; several texts are one, among JSON they are a list; nothing is empty."""
    assert response(TextPart("a")) == {"result": "a"}
    assert response(JsonPart(freeze({"a": 1}))) == {"result": {"a": 1}}
    assert response(TextPart("a"), error=True) == {"error": "a"}
    assert response(JsonPart(None), error=True) == {"error": None}
    assert response(TextPart("a"), TextPart("b")) == {"result": "a\nb"}
    assert response(TextPart("a"), JsonPart((1,))) == {"result": ["a", [1]]}
    assert response() == {}
    assert response(OpaquePart("poll", freeze_object({"question": "Tea?"}), "x")) == {"result": "[poll part]\nquestion: Tea?"}


def test_the_name_of_a_result():
    """A result is named as its call is; where that is nowhere, as it says itself, or as unknown."""
    messages = (assistant(call("c1", "read")), tool(result("c1", name="old"), result("c2", name="own"), result("", "x")))
    names = [part["functionResponse"] for part in written(*messages)[1]["parts"]]
    assert [(named.get("id"), named["name"]) for named in names] == [("c1", "read"), ("c2", "own"), (None, placeholders.UNKNOWN_TOOL)]


def test_the_id_of_a_result_is_written_where_its_call_has_one():
    """A result that was added to a call without an id has none either."""
    for made in ({}, {"id": "a"}):
        message = read({"functionCall": {"name": "read", "args": {}, **made}})
        answered = written(message, tool(result(message.content[0].id, "x")))[1]["parts"][0]["functionResponse"]
        assert answered == made | {"name": "read", "response": {"result": "x"}}


def test_files_of_results():
    """Files that stood in a result stay in it, others follow it in the same content, each as it can be held."""
    sound = FilePart("audio/wav", "file-1", "id")
    assert written(tool(ToolResultPart("c1", "read", (PNG, TextPart("a"), sound)), result("c2", "x", name="read"))) == [
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"id": "c1", "name": "read", "response": {"result": "a\n[file omitted: audio/wav]"}}},
                INLINE,
                {"functionResponse": {"id": "c2", "name": "read", "response": {"result": "x"}}},
            ],
        }
    ]
    assert response(PNG) == {"result": placeholders.RESULT_FOLLOWS}
    raw = {"functionResponse": {"name": "a", "response": {"result": "x"}, "parts": [INLINE]}}
    message = read(raw, role="user")
    (found,) = message.content
    grown = evolve(message, content=(evolve(found, output=(*found.output, PNG)),))
    assert written(grown)[0]["parts"] == [raw, INLINE]
    assert changed(raw, role="user", output=found.output[:1])["functionResponse"]["parts"] == []


FILES = [
    (FilePart("image/*", "iVBORw0K"), {"inlineData": {"mimeType": "image/png", "data": "iVBORw0K"}}),
    (FilePart("IMAGE/JPEG", "x"), {"inlineData": {"mimeType": "image/jpeg", "data": "x"}}),
    (FilePart("image/*", "unknown"), {"inlineData": {"mimeType": "image/jpeg", "data": "unknown"}}),
    (FilePart("", "UklGRiQAAABXQVZFZm10"), {"inlineData": {"mimeType": "audio/wav", "data": "UklGRiQAAABXQVZFZm10"}}),
    (
        FilePart("application/octet-stream", "UklGRiQAAABXRUJQVlA4"),
        {"inlineData": {"mimeType": "image/webp", "data": "UklGRiQAAABXRUJQVlA4"}},
    ),
    (FilePart("application/pdf", "JVBERi0="), {"inlineData": {"mimeType": "application/pdf", "data": "JVBERi0="}}),
    (FilePart("text/csv", "YSxi"), {"inlineData": {"mimeType": "text/csv", "data": "YSxi"}}),
    (
        FilePart("image/*", "https://e.org/a.PNG?x=1.b", "url"),
        {"fileData": {"mimeType": "image/png", "fileUri": "https://e.org/a.PNG?x=1.b"}},
    ),
    (FilePart("image/*", "https://e.org/a", "url"), {"fileData": {"mimeType": "image/jpeg", "fileUri": "https://e.org/a"}}),
    (FilePart("", "https://youtu.be/a", "url"), {"fileData": {"fileUri": "https://youtu.be/a"}}),
    (FilePart("video/mp4", "gs://b/a", "id"), {"fileData": {"mimeType": "video/mp4", "fileUri": "gs://b/a"}}),
]
OMITTED = [
    FilePart("application/zip", "UEsDBA=="), FilePart("", "unknown"), FilePart("image/png", "file_1", "id"), FilePart("image/png", "data:,x", "url"),
    FilePart("image/png", "https://e.org/a", "id"), FilePart("application/octet-stream", "UklGRiQAAABYWFhYZm10"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "expected"), FILES)
def test_a_file_that_gemini_takes(file, expected):
    """Base64 and URLs are written by what they hold; a vague media type is told from the data or the URL. Names have no place."""
    assert parts(file, message=UserMessage) == [expected]


@pytest.mark.parametrize("file", OMITTED)
def test_a_file_that_gemini_does_not_take(file):
    """Another file is a text that names it."""
    (stand_in,) = parts(file, message=UserMessage)
    assert stand_in["text"].startswith(f"[file omitted: {file.media_type}")


def test_a_document_of_text_is_text():
    """A document that is given as text is that text under a caption, in a result too."""
    note = FilePart("text/plain", "Hello", "text", "a.txt")
    assert parts(note, message=UserMessage) == [{"text": "[document: a.txt]\nHello"}]
    assert response(note) == {"result": "[document: a.txt]\nHello"}


def test_hosted_tools():
    """Code and calls that Google ran elsewhere are written as its parts, those of other providers told as text."""
    code = ToolCallPart("x", "code_execution", JsonText('{"language": "PYTHON", "code": "1"}'), **HOSTED, provider_options=SIGNED)
    ran = ToolResultPart("x", "code_execution", (JsonPart(freeze({"outcome": "OUTCOME_OK", "output": "1"})),), **HOSTED)
    assert parts(code, ran) == [
        {"executableCode": {"language": "PYTHON", "code": "1"}, "thoughtSignature": "Cs8B"},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
    ]
    served = freeze({"google": {"serverToolCallId": "s1", "serverToolType": "GOOGLE_MAPS"}})
    typed = freeze({"google": {"serverToolType": "GOOGLE_MAPS"}})
    assert parts(
        ToolCallPart("x", "server:GOOGLE_MAPS", EMPTY, **HOSTED, provider_options=served),
        ToolResultPart("x", "server:GOOGLE_MAPS", (), **HOSTED, provider_options=served),
        ToolResultPart("x", "server:GOOGLE_MAPS", (TextPart("a"),), **HOSTED, provider_options=typed),
    ) == [
        {"toolCall": {"id": "s1", "toolType": "GOOGLE_MAPS", "args": {}}},
        {"toolResponse": {"id": "s1", "toolType": "GOOGLE_MAPS"}},
        {"toolResponse": {"toolType": "GOOGLE_MAPS", "response": {"result": "a"}}},
    ]
    search = ToolCallPart("s", "web_search", freeze({"query": "q"}), **HOSTED)
    bash = ToolCallPart("b", "code_execution", freeze({"type": "bash_code_execution", "command": "ls"}), **HOSTED)
    odd = ToolResultPart("b", "code_execution", (JsonPart(freeze({"outcome": "fine", "output": ""})),), **HOSTED)
    assert [part["text"] for part in parts(search, ToolResultPart("s", "", (TextPart("found"),), **HOSTED), bash, odd)] == [
        "[web_search, a server tool, was called with]\nquery: q",
        "[result of web_search, a server tool]\nfound",
        "[code_execution, a server tool, was called with]\ncommand: ls",
        "[result of code_execution, a server tool]\noutcome: fine",
    ]


def test_changed_hosted_tools():
    """What Google ran and was changed since is written as what it is now."""
    ran = {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1", "id": "c"}}
    assert changed(ran, output=(TextPart("a"), TextPart("b"))) == {
        "codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "a\nb", "id": "c"}
    }
    assert changed(ran, output=(), error=True)["codeExecutionResult"]["outcome"] == "OUTCOME_FAILED"
    assert changed({"executableCode": {"code": "1"}}, input=None) == {"executableCode": {}}


def test_changed_parts():
    """A changed part is written as it is now, in its own spelling and with what else stood in it."""
    raw = {"function_call": {"args": {}, "name": "a", "future": 1}, "thought_signature": "x", "past": None}
    assert changed(raw, name="b", input=freeze({"c": 1})) == raw | {"function_call": {"args": {"c": 1}, "name": "b", "future": 1}}
    assert changed(raw, provider_options=EMPTY) == {"function_call": raw["function_call"], "past": None}
    assert changed(raw, extras=None)["function_call"] == {"args": {}, "name": "a"}
    assert changed(raw, shape=None) == {
        "functionCall": {"id": "gemini-0-a", "name": "a", "args": {}},
        "thoughtSignature": "x",
    }
    assert changed({"functionCall": {}, "past": 1}, name="b", input=freeze({"c": 1})) == {
        "functionCall": {"name": "b", "args": {"c": 1}},
        "past": 1,
    }
    assert changed({"thoughtSignature": None}, text="a", provider_options=SIGNED) == {"thoughtSignature": "Cs8B", "text": "a"}
    assert changed({"thought_signature": None}, provider_options=SIGNED) == {"thought_signature": "Cs8B"}
    assert changed({"inlineData": {"data": "x"}}, media_type="a/b") == {"inlineData": {"data": "x", "mimeType": "a/b"}}
    assert changed({"text": "a", "past": 1}, shape=None) == {"text": "a", "past": 1}


def test_changed_results():
    """A changed result keeps its form where that fits: an error that is none any more is a result, a text in place of an object too."""
    error = {"functionResponse": {"name": "a", "response": {"error": "x"}}}
    assert changed(error, role="user", error=False)["functionResponse"]["response"] == {"result": "x"}
    assert changed(error, role="user", output=())["functionResponse"]["response"] == {"error": ""}
    assert changed(error, role="user", output=(), error=False)["functionResponse"]["response"] == {}
    output = {"functionResponse": {"name": "a", "response": {"output": "x"}}}
    assert changed(output, role="user", output=(JsonPart(1),))["functionResponse"]["response"] == {"output": 1}
    assert changed(output, role="user", error=True)["functionResponse"]["response"] == {"error": "x"}
    whole = {"functionResponse": {"name": "a", "response": {"x": 1}, "id": "i"}}
    assert changed(whole, role="user", output=(TextPart("y"),))["functionResponse"]["response"] == {"result": "y"}
    assert changed(whole, role="user", output=(JsonPart(2),))["functionResponse"]["response"] == {"result": 2}
    assert changed(whole, role="user", output=(JsonPart(freeze({"y": 1})), TextPart("z")))["functionResponse"]["response"] == {
        "result": [{"y": 1}, "z"]
    }
    assert changed(whole, role="user", output=(OpaquePart("k", EMPTY, "x"),))["functionResponse"]["response"] == {"result": "[k part]"}
    bare = {"functionResponse": {"name": "a"}}
    assert changed(bare, role="user", output=(TextPart("y"),))["functionResponse"] == {"name": "a", "response": {"result": "y"}}
    assert (
        changed(bare, role="user", provider_options=freeze({"google": {"scheduling": "SILENT"}}))["functionResponse"]["scheduling"]
        == "SILENT"
    )
    assert changed(bare, role="user", provider_options=freeze({"openai": {}})) == bare


def test_changed_messages():
    """A message that was split off stands by itself where nothing is before it; two roles of the user's are joined as they came."""
    raw = [{"role": "user", "parts": [{"functionResponse": {"name": "a", "response": {}}}, {"text": "b"}]}]
    results, words = GEMINI.decode(raw).unwrap().prompt.messages
    assert written(words) == [{"role": "user", "parts": [{"text": "b"}]}]
    assert written(user("x"), words) == [{"role": "user", "parts": [{"text": "x"}, {"text": "b"}]}]
    assert written(results, user("x")) == [{"role": "user", "parts": raw[0]["parts"][:1]}, {"role": "user", "parts": [{"text": "x"}]}]
    assert written(results, evolve(words, shape=None))[1] == {"role": "user", "parts": [{"text": "b"}]}
    assert len(written(tool(result("x")), results)) == 1
    assert len(written(user("a"), tool(result("x")), user("b"))) == 3
    assert len(written(assistant("a"), results, tool(result("x")), words)) == 2


def test_results_in_an_assistants_message():
    """A result of the caller's tool that stands in the model's message is said in a content behind it."""
    (said, told) = written(assistant(call("c", "read"), result("c", "x"), "y"))
    assert [list(part) for part in said["parts"]] == [["functionCall"], ["text"]]
    assert told == {"role": "user", "parts": [{"functionResponse": {"id": "c", "name": "read", "response": {"result": "x"}}}]}


def test_unknown_parts_are_labelled():
    """A part of a kind that another format carried is a label and what can be read of it."""
    poll = OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea?"}), "openai-chat")
    assert parts(poll) == [{"text": "[poll part]\nquestion: Tea?"}]


def test_a_clean_round_trip_of_records():
    """What the records of another format say is the same after they were written and read."""
    messages = (
        system("s"), user("a", PNG), assistant(TextPart("c", SIGNED), call("c1", "find", {"q": 1.0})),
        tool(ToolResultPart("c1", "find", (JsonPart(freeze({"a": [1]})),))), tool(ToolResultPart("c1", "find", (TextPart("x"),), error=True)),
        assistant("d"),
    )  # fmt: skip
    back = GEMINI.decode(GEMINI.encode(Request(Prompt(messages)))).unwrap().prompt.messages
    nameless = user("a", evolve(PNG, filename=None))
    gathered = ToolMessage((*messages[3].content, *messages[4].content))
    assert back == (messages[0], nameless, messages[2], gathered, messages[5])


def test_anything_anywhere_is_written():
    """Every part in every message, sensible or not, gives JSON that is read again."""
    everything = (
        TextPart(""), ReasoningPart("r"), FilePart("x/y", ""), JsonPart(freeze([1])), ToolCallPart("", "", None), ToolResultPart("", "", ()),
        ToolCallPart("", "", None, hosted=True), ToolResultPart("", "", (OpaquePart("k", EMPTY, "ai-sdk"),), hosted=True), OpaquePart("", EMPTY, ""),
    )  # fmt: skip
    for message in (SystemMessage, UserMessage, AssistantMessage, ToolMessage):
        body = GEMINI.encode(Request(prompt(user("a"), message(everything), message(()), *(message((part,)) for part in everything))))
        assert json.loads(json.dumps(body)) == body
        assert same_json(GEMINI.encode(GEMINI.decode(body).unwrap()), body)
