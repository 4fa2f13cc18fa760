"""Stored messages as a wire format: read as a prompt, and written as rows."""

import json

import pytest
from attrs import evolve
from returns.pipeline import is_successful

from segue import check, fix, same_json
from segue.convert import to_prompt
from segue.formats.anthropic import ANTHROPIC
from segue.formats.mastra import decode_messages
from segue.formats.mastra_prompt import MASTRA
from segue.json_values import JsonObject, freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, TextPart
from segue.prompts import AssistantMessage, Prompt, Request, ToolDefinition, ToolMessage, assistant, call, result, system, tool, user

CLAUDE = "anthropic/claude-sonnet-4-5"


def row(id, role, *parts, **more):
    """A stored message."""
    return {"id": id, "role": role, "createdAt": f"2026-01-02T03:04:0{id[-1]}.000Z", "threadId": "t", "resourceId": "r", "content": {"format": 2, "parts": list(parts), **more}}


def text(words, **more):
    """A text part."""
    return {"type": "text", "text": words, **more}


def invoked(id, state="result", **more):
    """A call."""
    return {"type": "tool-invocation", "toolInvocation": {"state": state, "toolCallId": id, "toolName": "tides", "args": {"q": 1}, **more}}


BY_CLAUDE = {"provider": "anthropic.messages", "modelId": "claude-sonnet-4-5"}
ROWS = [
    row("m1", "user", text("Tides?", createdAt=5), text("")),
    row("m2", "assistant", {"type": "step-start"}, invoked("c1", result="6:12"), {"type": "source", "source": {"url": "https://a.example"}}, text("At 6:12."), metadata=BY_CLAUDE),
    row("m3", "assistant", {"type": "data-note", "data": {"k": 1}}),
    {"id": "m4", "role": "user", "createdAt": "2026-01-02T03:04:04.000Z", "threadId": "t", "resourceId": "r", "content": "And tomorrow?"},
]  # fmt: skip


def read(payload):
    """The request that a payload is."""
    return MASTRA.decode(payload).unwrap()


def written(payload, change):
    """What a payload becomes where its messages are changed."""
    request = read(payload)
    return MASTRA.encode(evolve(request, prompt=Prompt(tuple(change(list(request.prompt.messages))))))


# Reading.


def test_rows_are_read_as_their_prompt():
    """A payload, list or body, is the prompt that its rows make."""
    made = to_prompt(decode_messages(ROWS).unwrap())
    assert read(ROWS).prompt == read({"messages": ROWS}).prompt == made
    assert len(made.messages) == 5


BROKEN = [
    (5, (), "a list of stored messages"),
    ({}, (), "a list of stored messages"),
    ({"messages": 5}, ("messages",), "a list of stored messages"),
    ([5], (0,), "an object"),
    ([{"id": 5, "role": "user"}], (0, "id"), "a string"),
    ({"messages": [ROWS[0], {"id": "a"}]}, ("messages", 1, "role"), "a string"),
    ([{"role": "user", "content": {"parts": [float("nan")]}}], (0, "content", "parts", 0), "a finite number"),
    ({"messages": [{"role": "user", 5: 5}]}, ("messages", 0), "a string as key"),
]


@pytest.mark.parametrize(("payload", "place", "expected"), BROKEN)
def test_what_cannot_be_read(payload, place, expected):
    """What is no list of rows is a failure at its place."""
    failure = MASTRA.decode(payload)
    assert not is_successful(failure)
    assert (failure.failure().place, failure.failure().expected) == (place, expected)


# Writing what was read.

KEPT = [
    [],
    {"messages": []},
    ROWS,
    tuple(ROWS),
    {"threadId": "t", "messages": ROWS, "uiMessages": [{"odd": 1.0}]},
    [row("m1", "assistant")],
    [{"role": "user"}, {"role": "poet", "content": 5, "note": -0.0}],
    [{"id": "a", "role": "assistant", "type": "tool-call", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "tides", "args": {}}]}],
    [{"id": "a", "role": "user", "content": "a"}, {"id": "a", "role": "user", "content": "a"}],
    [row("m1", "assistant", {"type": "tool-invocation"}, 5, None, text(5))],
]


@pytest.mark.parametrize("payload", KEPT)
def test_what_nobody_touched_is_written_as_it_came(payload):
    """Rows, those of which models see nothing too, and what stands beside them are the same to the letter, and the caller's own."""
    out = MASTRA.encode(read(payload))
    assert same_json(out, payload)
    assert json.dumps(out)
    assert type(out) is (dict if isinstance(payload, dict) else list)


def test_a_touched_row_keeps_its_place_and_what_it_is():
    """Only the row whose message changed is written anew: under its id, time, thread and owner. The others are as they came."""
    out = written(ROWS, lambda messages: [user("Tides?"), *messages[1:]])
    assert out[1:] == ROWS[1:]
    assert same_json(written(ROWS, lambda messages: [evolve(messages[0], content=messages[0].content[:1]), *messages[1:]]), [
        {"id": "m1", "role": "user", "createdAt": "2026-01-02T03:04:01.000Z", "threadId": "t", "resourceId": "r", "content": {"format": 2, "parts": [text("Tides?", createdAt=5)]}},
        *ROWS[1:],
    ])  # fmt: skip


def test_a_touched_turn_is_one_row_again():
    """A turn of several messages that changed is one row, with the metadata that it had."""
    out = written(ROWS, lambda messages: [*messages[:2], evolve(messages[2], content=(result("c1", "7:00", name="tides"),)), *messages[3:]])
    assert (out[0], *out[2:]) == (ROWS[0], *ROWS[2:])
    assert (out[1]["id"], out[1]["content"]["metadata"]) == ("m2", BY_CLAUDE)
    assert out[1]["content"]["parts"] == [invoked("c1", result="7:00"), {"type": "step-start"}, text("At 6:12.")]


def test_a_touched_turn_of_another_maker():
    """Where the messages tell another maker the row does, and keeps what else its metadata has."""
    rows = [row("m1", "assistant", text("a"), metadata={"n": 1, **BY_CLAUDE})]
    for maker, told in ((Model("openai", "gpt-5.2"), {"provider": "openai", "modelId": "gpt-5.2"}), (None, {})):
        out = written(rows, lambda messages, maker=maker: [evolve(messages[0], origin=maker)])
        assert out[0]["content"]["metadata"] == {"n": 1, **told}


def test_what_a_turn_gained_is_in_its_row():
    """A result put behind a call that nothing answered is stored with the call, as is more that the model said."""
    rows = [row("m1", "user", text("Tides?")), row("m2", "assistant", invoked("c1", "call")), row("m3", "user", text("Well?"))]
    out = written(rows, lambda messages: [*messages[:2], tool(result("c1", "6:12")), assistant("At 6:12."), messages[2]])
    assert (out[0], out[2]) == (rows[0], rows[2])
    assert out[1]["content"]["parts"] == [invoked("c1", result="6:12"), {"type": "step-start"}, text("At 6:12.")]


def test_rows_that_come_anew():
    """A message put in is a row of the thread, under an id made of what it says; two that say the same have two ids, always the same."""

    def more(messages):
        return [user("Hi."), user("Hi."), messages[0], user("Hi."), *messages[1:], system("Be brief.")]

    out = written(ROWS, more)
    assert [item["role"] for item in out] == ["user", "user", "user", "user", "assistant", "assistant", "user", "system"]
    assert [item["threadId"] for item in out] == ["t"] * 8
    assert len({item["id"] for item in out}) == 8
    assert out == written(ROWS, more)
    assert out[0] == {"id": "segue-a5d3c4a17016b88e77b1", "role": "user", "threadId": "t", "resourceId": "r", "content": {"format": 2, "parts": [text("Hi.")]}}


def test_what_comes_anew_leaves_its_neighbours_alone():
    """A person's words behind a model's turn, and a model's behind a person's, are rows of their own, of the thread of the row before."""
    rows = [ROWS[0], {**ROWS[1], "threadId": "u"}, ROWS[3]]
    out = written(rows, lambda messages: [messages[0], assistant("Hm."), *messages[1:4], user("So?"), system("Be brief."), messages[4]])
    assert [item for item in out if not item["id"].startswith("segue-")] == rows
    assert [(item["role"], item["threadId"]) for item in out if item["id"].startswith("segue-")] == [("assistant", "t"), ("user", "u"), ("system", "u")]


def test_a_message_twice():
    """A message that stands twice is two rows, one of them under the id of old; so is one that was moved back."""
    out = written(ROWS[:1], lambda messages: messages * 2)
    assert [item["id"] == "m1" for item in out] == [True, False]
    moved = written([ROWS[0], ROWS[3]], lambda messages: messages[::-1])
    assert [item["content"] if isinstance(item["content"], str) else item["content"]["parts"][0]["text"] for item in moved] == ["And tomorrow?", "Tides?"]
    assert moved[0] == ROWS[3]
    assert moved[1]["id"].startswith("segue-")


def test_a_dropped_message():
    """A row whose messages are gone is not written; a row that models do not see is."""
    assert written(ROWS, lambda messages: messages[-1:]) == [ROWS[2], ROWS[3]]
    assert written(ROWS, lambda _: []) == [ROWS[2]]


def test_a_result_whose_call_is_in_another_row():
    """A row of results that changed is a row of results."""
    rows = [row("m1", "assistant", invoked("c1", "call")), row("m2", "tool", invoked("c1", result="6:12"))]
    out = written(rows, lambda messages: [messages[0], evolve(messages[1], content=(result("c1", "7:00", name="tides"),))])
    assert (out[0], out[1]["id"], out[1]["role"]) == (rows[0], "m2", "tool")
    assert read(out).prompt.messages[1] == tool(result("c1", "7:00", name="tides"))


# Other formats.

FOREIGN = Request(
    Prompt((system("Be brief."), user("Tides?"), assistant(call("c1", "tides", {"q": 1})), tool(result("c1", "6:12", name="tides")), assistant("At 6:12."))),
    (ToolDefinition("tides", "Ask.", JsonObject(type="object")),),
)


def test_a_request_of_another_format_is_a_body():
    """It is written as rows without time, thread or owner, under ids of their own; tools on offer are no rows."""
    out = MASTRA.encode(FOREIGN)
    assert [set(item) for item in out["messages"]] == [{"id", "role", "content"}] * 3
    assert [item["role"] for item in out["messages"]] == ["system", "user", "assistant"]
    assert read(out).prompt == FOREIGN.prompt
    assert same_json(MASTRA.encode(read(out)), out)
    assert MASTRA.encode(Request(Prompt())) == {"messages": []}


def test_nothing_is_refused():
    """A history with strays, doubled results and empty messages is written, and what was written is read."""
    odd = Prompt((tool(result("c9", "a")), AssistantMessage(()), assistant(call("c1", "x")), tool(result("c1", "a"), result("c1", "b")), ToolMessage(())))
    out = MASTRA.encode(Request(odd))
    assert [item["role"] for item in out["messages"]] == ["tool", "assistant"]
    assert same_json(MASTRA.encode(read(out)), out)


def test_a_shape_of_another_format_is_not_heeded():
    """What Claude's format read is written as rows."""
    request = ANTHROPIC.decode({"messages": [{"role": "user", "content": "a"}]}).unwrap()
    assert list(MASTRA.encode(request)) == ["messages"]
    assert MASTRA.places(request) == ()


# Places.


def test_places():
    """Messages and parts stand where they stood in the payload."""
    first = ((0,), ((0, "content", "parts", 0), (0, "content", "parts", 1)))
    asked, answered = ((1,), ((1, "content", "parts", 1),)), ((1,), ((1, "content", "parts", 1),))
    assert MASTRA.places(read(ROWS)) == (first, asked, answered, ((1,), ((1, "content", "parts", 3),)), ((3,), ((3, "content"),)))
    assert MASTRA.places(read({"messages": ROWS[:1]}))[0] == (("messages", 0), (("messages", 0, *first[1][0][1:]), ("messages", 0, *first[1][1][1:])))


OLDER = {"role": "assistant", "content": {"format": 2, "parts": [], "content": "a", "reasoning": "b", "toolInvocations": [invoked("c1", result=1)["toolInvocation"]]}}
ATTACHED = {"role": "user", "content": {"format": 2, "parts": [], "experimental_attachments": [{}, {"url": "https://a.example"}]}}
LISTED = {"role": "assistant", "content": [text("a"), {"type": "tool-call", "toolCallId": "c1", "toolName": "tides", "args": {}}]}


def test_places_in_older_rows():
    """What stands beside the parts has its place there."""
    content = (0, "content")
    assert [parts for _, parts in MASTRA.places(read([OLDER]))] == [
        ((*content, "reasoning"), (*content, "toolInvocations", 0)),
        ((*content, "toolInvocations", 0),),
        ((*content, "content"),),
    ]
    assert MASTRA.places(read([ATTACHED]))[0][1] == ((*content, "experimental_attachments", 1),)
    assert MASTRA.places(read([LISTED]))[0][1] == ((*content, 0), (*content, 1))


def test_faults_are_named_at_places_in_the_payload():
    """`check` names the part in the row."""
    assert [fault.place for fault in check(ROWS, CLAUDE)] == [(0, "content", "parts", 1)]


def test_a_history_is_fixed_for_a_provider():
    """Rows become the body that the provider takes, or rows again in which the fault is repaired."""
    assert [message["role"] for message in fix(ROWS, CLAUDE).payload["messages"]] == ["user", "assistant", "user", "assistant", "user"]
    fixed = fix(ROWS, CLAUDE, as_format="mastra")
    assert (fixed.payload[0]["content"]["parts"], fixed.payload[1:]) == ([text("Tides?", createdAt=5)], ROWS[1:])
    assert fix(ROWS, "example-provider/one").payload == ROWS


def test_makers_can_be_told():
    """Who made the rows from one on can be told where the rows do not."""
    rows = [row("m1", "user", text("a")), row("m2", "assistant", {"type": "reasoning", "reasoning": "b", "details": []}, text("c")), row("m3", "user", text("d"))]
    assert check(rows, CLAUDE, made_by=[(1, "deepseek/deepseek-chat")])[0].place == (1, "content", "parts", 0)


def test_thoughts_keep_their_tokens():
    """A signed thought is read with its signature and its maker."""
    signed = {"type": "reasoning", "reasoning": "", "details": [{"type": "text", "text": "Hm.", "signature": "s"}]}
    (message,) = read([row("m1", "assistant", signed, metadata=BY_CLAUDE)]).prompt.messages
    assert message.content == (ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "s"}}), Model("anthropic", "claude-sonnet-4-5")),)


# Names.

NAMES = {"a_b": "a.b"}
REPLIES = [
    ({"toolName": "a_b"}, {"toolName": "a.b"}),
    ([{"toolInvocation": {"toolName": "a_b", "args": {"toolName": "a_b"}}}], [{"toolInvocation": {"toolName": "a.b", "args": {"toolName": "a_b"}}}]),
    (
        {"messages": [{"content": {"parts": [{"toolInvocation": {"toolName": "a_b"}}], "toolInvocations": [{"toolName": "a_b"}]}}]},
        {"messages": [{"content": {"parts": [{"toolInvocation": {"toolName": "a.b"}}], "toolInvocations": [{"toolName": "a.b"}]}}]},
    ),
]


@pytest.mark.parametrize(("reply", "restored"), REPLIES)
def test_names_are_put_back(reply, restored):
    """Aliases of tools in stored messages become the names they stand for."""
    assert MASTRA.restore(reply, NAMES) == restored


@pytest.mark.parametrize("reply", ["a_b", None, 5, {"toolName": "x"}, {"toolName": 5}, [{"content": "a_b"}], {"result": {"toolName": "a_b"}}])
def test_what_names_no_alias_is_itself(reply):
    """A reply without aliases is the very object."""
    assert MASTRA.restore(reply, NAMES) is reply


def test_a_text_that_stays_is_the_same_part():
    """What is read of a text is what the row has, its unclaimed fields with it."""
    assert read([ROWS[0]]).prompt.messages[0].content[0] == evolve(TextPart("Tides?"), extras=read([ROWS[0]]).prompt.messages[0].content[0].extras)
