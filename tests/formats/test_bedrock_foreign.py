"""The Converse API: records of other formats, and records that repairs made or changed, written as Converse takes them."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from segue.formats.bedrock import BEDROCK_CONVERSE
from segue.formats.registry import FORMATS
from segue.json_values import EMPTY, JsonText, freeze, freeze_object
from segue.models import Model
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
    prompt,
    result,
    system,
    tool,
    user,
)
from segue.shapes import Extras, Shape
from tests.judges.bedrock import judge

MARK = {"cachePoint": {"type": "default"}}
MARKED = freeze({"bedrock": {"cachePoint": {"type": "default"}}})
CLAUDES = freeze({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
REPAIRED = {"windowed", "id-long", "consecutive-users", "empty-text", "empty-result", "tool-name-illegal", "starts-with-assistant"}
"""What rules see to before a history is written: this one does not."""
CLEAN = {
    path.stem: history
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if (history := json.loads(path.read_text(encoding="utf-8")))["format"] in FORMATS.keys() - {"bedrock-converse"}
    if not REPAIRED & {*history["tags"]} and not any(tag.startswith(("interrupted", "system-")) for tag in history["tags"])
}


def bedrock(**options):
    """Make options of Bedrock's."""
    return freeze({"bedrock": options})


def written(*messages):
    """Return the body that messages are written as."""
    return BEDROCK_CONVERSE.encode(Request(prompt(*messages)))


def block(part, message=AssistantMessage):
    """Return the one block that a part is written as, beside a text; None where there is none."""
    content = written(user("Hi"), message((TextPart("t"), part)))["messages"][-1]["content"]
    return content[1] if len(content) > 1 else None


def output(*pieces):
    """Return the content of a result of these pieces."""
    return block(ToolResultPart("a", "n", pieces), UserMessage)["toolResult"]["content"]


def read(*content, role="assistant"):
    """Return the request of one message of these blocks."""
    return BEDROCK_CONVERSE.decode([{"role": role, "content": list(content)}]).unwrap()


def changed(request, **fields):
    """Return the blocks after a change of the first part of its first message."""
    (message,) = request.prompt.messages
    content = (evolve(message.content[0], **fields), *message.content[1:])
    return BEDROCK_CONVERSE.encode(evolve(request, prompt=Prompt((evolve(message, content=content),))))[0]["content"]


@pytest.mark.parametrize("history", CLEAN.values(), ids=CLEAN)
def test_clean_histories_are_accepted(history):
    """What is written of the clean histories of other formats passes the service model, and what the API enforces beside it."""
    request = FORMATS[history["format"]].decode(history["history"]).unwrap()
    body = json.loads(json.dumps(BEDROCK_CONVERSE.encode(request)))

    assert judge(body, model="anthropic.claude-sonnet-4-5") == []
    assert judge(body["messages"], model="anthropic.claude-sonnet-4-5") == []


def test_a_conversation():
    """Messages of any format become a body of lists of blocks; neighbouring results and words share a message."""
    call = ToolCallPart("c1", "find", freeze({"q": 1}))
    assert written(
        system("s"), user("a"), user("b"), assistant("c", call), tool(result("c1", "d")), tool(result("c2", "e", error=True)), user("f")
    ) == {
        "system": [{"text": "s"}],
        "messages": [
            {"role": "user", "content": [{"text": "a"}]},
            {"role": "user", "content": [{"text": "b"}]},
            {"role": "assistant", "content": [{"text": "c"}, {"toolUse": {"toolUseId": "c1", "name": "find", "input": {"q": 1}}}]},
            {
                "role": "user",
                "content": [
                    {"toolResult": {"toolUseId": "c1", "content": [{"text": "d"}]}},
                    {"toolResult": {"toolUseId": "c2", "content": [{"text": "e"}], "status": "error"}},
                    {"text": "f"},
                ],
            },
        ],
    }  # fmt: skip


def test_system_messages():
    """Leading ones are blocks in order; a later one is a user's, between labels; a later one without words has no labels."""
    poll = OpaquePart("poll", freeze_object({"question": "Tea?"}), "ai-sdk")
    body = written(
        system("a"), system("b", "c"), user("d"), SystemMessage((TextPart("e"), poll, TextPart("f"))), SystemMessage((TextPart(" "),))
    )
    assert body["system"] == [{"text": "a"}, {"text": "b"}, {"text": "c"}]
    assert body["messages"][1:] == [
        {"role": "user", "content": [{"text": "[system message]\ne\nf\n[end of system message]"}, {"text": "[poll part]\nquestion: Tea?"}]},
        {"role": "user", "content": [{"text": " "}]},
    ]
    assert written(SystemMessage(())) == {"messages": []}


def test_a_marker_of_a_message_is_behind_its_last_block():
    """The AI SDK's cache marker of a whole message is a block behind its last, unless one is there or there is no block."""
    body = written(
        SystemMessage((TextPart("s"),), provider_options=MARKED),
        UserMessage((TextPart("a"),), provider_options=MARKED),
        AssistantMessage((TextPart("b", MARKED),), provider_options=MARKED),
        UserMessage((), provider_options=MARKED),
        UserMessage((TextPart("c"),), provider_options=bedrock(cachePoint=True)),
    )
    assert body["system"] == [{"text": "s"}, MARK]
    assert [message["content"] for message in body["messages"]] == [[{"text": "a"}, MARK], [{"text": "b"}, MARK], [], [{"text": "c"}]]


def test_markers_of_others_are_not_written():
    """Anthropic's marker means nothing here; in a result no marker has a place."""
    assert written(UserMessage((TextPart("a", CLAUDES),), provider_options=CLAUDES))["messages"][0]["content"] == [{"text": "a"}]
    assert output(TextPart("a", MARKED)) == [{"text": "a"}]


@pytest.mark.parametrize("name", ["anthropic", "openai-chat"])
def test_markers_and_tokens_are_nothing_to_others(name):
    """Neither a marker, wherever it stands, nor a token of Bedrock's is seen by another format."""
    thought = {"reasoningContent": {"reasoningText": {"text": "t", "signature": "Er"}}}
    gave = {"toolResult": {"toolUseId": "a", "content": [{"text": "x"}]}}
    asked = [thought, MARK, {"toolUse": {"toolUseId": "a", "name": "n", "input": {}}}, MARK]
    said = [
        {"role": "user", "content": [MARK, {"text": "a"}, MARK, MARK]},
        {"role": "assistant", "content": asked},
        {"role": "user", "content": [gave, MARK]},
    ]
    request = BEDROCK_CONVERSE.decode({"system": [MARK, {"text": "s"}, MARK], "messages": said}).unwrap()
    words = json.dumps(FORMATS[name].encode(request))
    assert [word for word in ("cachePoint", "default", "reasoning", "Er") if word in words] == []


def test_layouts_and_extras_of_others_are_not_heeded():
    """What another format remembers of a record is nothing to this one."""
    odd = Extras("anthropic", freeze_object({"more": 1}))
    said = UserMessage(
        (TextPart("a", extras=odd, shape=Shape("ai-sdk", ("b",), "guardContent", True)),),
        extras=odd,
        shape=Shape("ai-sdk", ("b",), "x", True, ((0, 1),)),
    )
    assert written(tool(result("c")), said)["messages"] == [
        {"role": "user", "content": [{"toolResult": {"toolUseId": "c", "content": [{"text": ""}]}}, {"text": "a"}]}
    ]
    assert BEDROCK_CONVERSE.encode(Request(Prompt(()), extras=odd, shape=Shape("ai-sdk", ("tools",), "list"))) == {"messages": []}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (EMPTY, {}),
        (JsonText('{"a": 1.0}'), {"a": 1.0}),
        ("{a", {"_raw": "{a"}),
        (None, {}),
        ("", {}),
        ((1,), {"_raw": [1]}),
        (0, {"_raw": 0}),
    ],
)
def test_an_input_is_an_object(given, expected):
    """Whatever a call was given elsewhere is an object here: parsed, empty or wrapped."""
    assert block(ToolCallPart("c", "n", given))["toolUse"]["input"] == expected


def test_reasoning_without_bedrocks_token_is_left_out():
    """Thoughts are written with Bedrock's signature or its redacted data, others not at all."""
    assert block(ReasoningPart("t", bedrock(signature="s"))) == {"reasoningContent": {"reasoningText": {"text": "t", "signature": "s"}}}
    assert block(ReasoningPart("", bedrock(redactedData="Em8="))) == {"reasoningContent": {"redactedContent": "Em8="}}
    assert block(ReasoningPart("t", freeze({"anthropic": {"signature": "s"}, "bedrock": "odd"}))) is None
    assert block(ReasoningPart("t", EMPTY, Model("bedrock", "anthropic.claude"))) is None
    assert block(ReasoningPart("t", bedrock(signature="s")), UserMessage) is None


def test_a_thought_that_lost_its_token_is_left_out():
    """A thought whose signature or data a repair took off is not sent without; one that came without any is."""
    signed = read({"reasoningContent": {"reasoningText": {"text": "t", "signature": "s"}}}, {"text": "x"})
    redacted = read({"reasoningContent": {"redactedContent": "Em8="}}, {"text": "x"})
    plain = read({"reasoningContent": {"reasoningText": {"text": "t"}}})
    assert [changed(request, provider_options=EMPTY) for request in (signed, redacted)] == [[{"text": "x"}]] * 2
    assert changed(plain, text="u") == [{"reasoningContent": {"reasoningText": {"text": "u"}}}]


def test_outputs():
    """Texts and objects are pieces of their kinds; JSON that is no object is its text, since the API takes objects alone."""
    assert output(TextPart("x"), JsonPart(freeze({"å": [1]})), JsonPart((1, "ø")), JsonPart("s"), JsonPart(None)) == [
        {"text": "x"}, {"json": {"å": [1]}}, {"text": '[1, "ø"]'}, {"text": '"s"'}, {"text": "null"},
    ]  # fmt: skip
    assert output() == []
    assert output(OpaquePart("poll", freeze_object({"question": "Tea?"}), "openai-chat")) == [{"text": "[poll part]\nquestion: Tea?"}]
    assert output(TextPart("x", bedrock(guardContent={}, citations=[]))) == [{"text": "x"}]


def test_status_tells_of_an_error():
    """A result that became an error says so, one that is none any more says that it succeeded."""
    failed = read({"toolResult": {"toolUseId": "a", "content": [], "status": "error"}}, role="user")
    fine = read({"toolResult": {"content": [], "toolUseId": "a"}}, role="user")
    assert changed(failed, error=False)[0]["toolResult"]["status"] == "success"
    assert list(changed(fine, error=True)[0]["toolResult"]) == ["content", "toolUseId", "status"]


def test_options_of_texts():
    """Options that the AI SDK's records carry are written as the blocks that say so."""
    assert block(TextPart("x", bedrock(citations=[{"title": "A"}]))) == {
        "citationsContent": {"content": [{"text": "x"}], "citations": [{"title": "A"}]}
    }
    assert block(TextPart("x", bedrock(citations=5))) == {"text": "x"}
    assert block(TextPart("", bedrock(citations=[]))) == {"citationsContent": {"content": [], "citations": []}}
    assert block(TextPart("x", bedrock(guardContent={"qualifiers": ["query"]})), UserMessage) == {
        "guardContent": {"text": {"text": "x", "qualifiers": ["query"]}}
    }
    image = FilePart("image/png", "iVBORw==", provider_options=bedrock(guardContent={}))
    assert list(block(image, UserMessage)["guardContent"]) == ["image"]
    assert list(block(evolve(image, media_type="application/pdf"), UserMessage)) == ["document"]
    assert list(output(image)[0]) == ["image"]


def test_changed_text_is_written():
    """Cited text that was changed is one piece of the new text; its citations stay."""
    cited = {"content": [{"text": "a"}, {"text": "b"}], "citations": [{"title": "A"}]}
    assert changed(read({"citationsContent": cited}), text="c") == [{"citationsContent": {**cited, "content": [{"text": "c"}]}}]
    assert changed(read({"citationsContent": {}}), text="c") == [{"citationsContent": {"content": [{"text": "c"}]}}]


def test_hosted_tools_of_others_are_labelled_text():
    """What another provider's tool was asked and gave is told in words."""
    call = ToolCallPart("s", "web_search", freeze({"query": "tides"}), True)
    assert block(call) == {"text": "[web_search, a server tool, was called with]\nquery: tides"}
    assert block(ToolResultPart("s", "web_search", (TextPart("high"),), hosted=True)) == {
        "text": "[result of web_search, a server tool]\nhigh"
    }


def test_hosted_tools_of_amazon_are_known_by_their_options():
    """A call and result of a system tool are written as such although their layout is lost."""
    call = ToolCallPart("s", "nova_grounding", EMPTY, True, None, bedrock(type="server_tool_use"))
    found = ToolResultPart("s", "", (), False, True, None, bedrock(resultType="nova_grounding_result"))
    assert block(call) == {"toolUse": {"toolUseId": "s", "name": "nova_grounding", "input": {}, "type": "server_tool_use"}}
    assert block(found) == {"toolResult": {"toolUseId": "s", "content": [], "type": "nova_grounding_result"}}


def test_a_result_in_the_models_message_stays_there():
    """A result of the caller's tools that stands in an assistant's message is written where it stands; rules move it."""
    assert block(result("a", "x")) == {"toolResult": {"toolUseId": "a", "content": [{"text": "x"}]}}


def test_unknown_parts_are_labelled():
    """A part of a kind that another format carried is a label and what can be read of it."""
    assert block(OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea?"}), "openai-chat")) == {
        "text": "[poll part]\nquestion: Tea?"
    }


def test_an_unread_block_that_was_changed_is_written():
    """Where bytes stood and nothing is any more, nothing is put back."""
    request = read({"poll": {"images": [b"\x89PNG"], "question": "Tea?"}})
    assert changed(request, value=freeze_object({"poll": {}})) == [{"poll": {}}]


def test_markers_keep_their_places_among_changed_parts():
    """A marker that no part carries stands where it did, as far as there are parts before it."""
    request = read(MARK, {"text": "a"}, {"text": "b"}, {"poll": 1}, MARK)
    (message,) = request.prompt.messages
    fewer = evolve(request, prompt=Prompt((evolve(message, content=message.content[1:2]),)))
    assert BEDROCK_CONVERSE.encode(fewer)[0]["content"] == [MARK, {"text": "b"}, MARK]


def test_what_was_null_gives_way_to_what_is_there_now():
    """A field of a body that was null is written where a repair made something of it."""
    request = BEDROCK_CONVERSE.decode({"system": None, "messages": [], "toolConfig": None}).unwrap()
    made = evolve(request, prompt=prompt(system("s")), tools=(ToolDefinition("a"),))
    assert BEDROCK_CONVERSE.encode(made)["system"] == [{"text": "s"}]
    assert list(BEDROCK_CONVERSE.encode(made)["toolConfig"]) == ["tools"]


def test_a_bare_list_becomes_a_body_where_it_must():
    """Words of the operator, or tools, have no place in a bare list."""
    request = read({"text": "a"})
    assert list(BEDROCK_CONVERSE.encode(evolve(request, prompt=Prompt((system("s"), *request.prompt.messages))))) == ["system", "messages"]
    assert list(BEDROCK_CONVERSE.encode(evolve(request, tools=(ToolDefinition("a"),)))) == ["messages", "toolConfig"]


def test_anything_anywhere_is_written():
    """Every part in every message, sensible or not, gives JSON that is read and written again to the letter."""
    parts = (
        TextPart(""), ReasoningPart("r"), FilePart("x/y", ""), JsonPart(freeze([1])), ToolCallPart("", "", None), ToolResultPart("", "", ()),
        ToolCallPart("", "", None, hosted=True), ToolResultPart("", "", (OpaquePart("k", EMPTY, "ai-sdk"),), hosted=True), OpaquePart("", EMPTY, ""),
    )  # fmt: skip
    bare = Shape("bedrock-converse")
    parts += tuple(evolve(part, shape=bare) for part in parts)
    for message in (SystemMessage, UserMessage, AssistantMessage, ToolMessage):
        body = written(user("a"), message(parts), message(()), *(message((part,)) for part in parts))
        assert json.loads(json.dumps(body)) == body
        assert BEDROCK_CONVERSE.encode(BEDROCK_CONVERSE.decode(body).unwrap()) == body
