"""Stored messages to a prompt: what becomes of each role, each kind of part, and where steps begin."""

import pytest

from segue import find_faults
from segue.convert import to_prompt
from segue.convert.reading import by_row
from segue.formats.mastra import decode_messages, modernised
from segue.json_values import JsonObject, freeze_object
from segue.messages import Data, Source, StepStart, StoredMessage, StoredReasoning, Thought, ToolInvocation
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import DENIED
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolMessage, UserMessage, assistant, call, result, system, tool, user
from segue.shapes import Extras, Shape

CLAUDE, GPT = Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2")
BY_CLAUDE = JsonObject(provider="anthropic.messages", modelId="claude-sonnet-4-5")
FOREIGN = OpaquePart("container", JsonObject(type="container"), "anthropic")
UNREAD = OpaquePart("poll", JsonObject(type="poll"), "mastra")
PICTURE = FilePart("image/png", "iVBO")


def settled(id="c1", output="ok", name="tides", **fields):
    """A call with its result."""
    return ToolInvocation(id, name, "result", output=output, **fields)


def waiting(id="c1", name="tides", **fields):
    """A call without."""
    return ToolInvocation(id, name, "call", **fields)


def row(role, *parts, **fields):
    """A stored message."""
    return StoredMessage("m", role, parts, **fields)


def read(*rows):
    """The messages that a prompt has of rows."""
    return to_prompt(rows).messages


def said(*parts, **fields):
    """The messages that a prompt has of an assistant's parts."""
    return read(row("assistant", *parts, **fields))


def answer(*ids):
    """A message of results."""
    return ToolMessage(tuple(result(id, "ok", name="tides") for id in ids))


# Roles.

ROLES = [
    ("user", UserMessage),
    ("signal", UserMessage),
    ("data", UserMessage),
    ("developer", UserMessage),
    ("", UserMessage),
    ("system", SystemMessage),
    ("assistant", AssistantMessage),
]


@pytest.mark.parametrize(("role", "kind"), ROLES)
def test_each_role(role, kind):
    """Each role is the message that the table names; words of unknown origin are a user's."""
    assert read(row(role, TextPart("Hi."))) == (kind((TextPart("Hi."),)),)


def test_a_persons_parts():
    """A person's texts, files and parts of other formats are kept as the very objects, all else is left out."""
    parts = (TextPart("Hi."), PICTURE, FOREIGN)
    (message,) = read(row("user", parts[0], StepStart(), settled(), StoredReasoning("Hm."), UNREAD, *parts[1:], Data("n"), Source("s")))
    assert message == UserMessage(parts)
    assert all(new is old for new, old in zip(message.content, parts, strict=True))


def test_an_operators_parts():
    """A system message is its texts."""
    assert read(row("system", TextPart("Be brief."), PICTURE)) == (system("Be brief."),)


def test_a_file_without_media_type():
    """A file's media type may be told by its data URL alone; else it is any."""
    files = [
        FilePart("", "iVBO", shape=Shape("mastra", detail="data:image/png;base64,")),
        FilePart("", "iVBO", shape=Shape("mastra", detail="data:;base64,")),
        FilePart("", "iVBO"),
    ]
    assert [part.media_type for part in read(row("user", *files))[0].content] == ["image/png", "application/octet-stream", "application/octet-stream"]
    assert said(*files)[0].content[0] == FilePart("image/png", "iVBO")


def test_rows_of_results():
    """A row of results answers the calls of earlier rows and makes none; one that has no outcome says nothing."""
    assert read(row("assistant", waiting()), row("tool", settled())) == (assistant(call("c1", "tides")), answer("c1"))
    assert read(row("tool", waiting())) == ()


def test_text_in_a_row_of_results():
    """Text of the tool's role without a call is a result without id; beside a call it is nobody's."""
    assert read(row("tool", TextPart("6:12"), TextPart("high"))) == (tool(ToolResultPart("", "", (TextPart("6:12"), TextPart("high")))),)
    assert read(row("tool", settled(), TextPart("6:12"))) == (answer("c1"),)


@pytest.mark.parametrize("role", ["user", "system", "signal", "assistant", "tool", "data"])
def test_rows_of_which_nothing_is_left(role):
    """A row without parts, or with none that a model may read, makes no message."""
    assert read(row(role), row(role, UNREAD), row(role, Source("s"), StepStart()), row(role, ToolInvocation("c", "t", "partial-call"))) == ()


def test_an_empty_text_stays():
    """An empty text is for the rules to repair."""
    assert said(TextPart("")) == (assistant(""),)


# Parts and steps.

STEPS = [
    ([TextPart("a"), TextPart("b")], [assistant("a", "b")]),
    ([TextPart("a"), PICTURE, FOREIGN], [assistant("a", PICTURE, FOREIGN)]),
    ([StoredReasoning("Hm."), TextPart("a")], [assistant(ReasoningPart("Hm."), "a")]),
    ([TextPart("a"), Source("s"), Data("n"), UNREAD, TextPart("b")], [assistant("a", "b")]),
    ([StepStart(), TextPart("a"), StepStart(), TextPart("b"), StepStart()], [assistant("a"), assistant("b")]),
    ([settled()], [assistant(call("c1", "tides")), answer("c1")]),
    ([settled(), settled("c2")], [assistant(call("c1", "tides"), call("c2", "tides")), answer("c1", "c2")]),
    ([settled(), Source("s"), settled("c2")], [assistant(call("c1", "tides"), call("c2", "tides")), answer("c1", "c2")]),
    ([settled(), waiting("c2")], [assistant(call("c1", "tides"), call("c2", "tides")), answer("c1")]),
    ([settled(), StepStart(), settled("c2")], [assistant(call("c1", "tides")), answer("c1"), assistant(call("c2", "tides")), answer("c2")]),
    ([settled(), TextPart("a")], [assistant(call("c1", "tides")), answer("c1"), assistant("a")]),
    ([settled(), PICTURE], [assistant(call("c1", "tides")), answer("c1"), assistant(PICTURE)]),
    ([settled(), FOREIGN], [assistant(call("c1", "tides")), answer("c1"), assistant(FOREIGN)]),
    (
        [settled(), StoredReasoning("Hm."), settled("c2")],
        [assistant(call("c1", "tides")), answer("c1"), assistant(ReasoningPart("Hm."), call("c2", "tides")), answer("c2")],
    ),
    ([waiting(), TextPart("a")], [assistant(call("c1", "tides"), "a")]),
    ([waiting(), TextPart("a"), settled("c2")], [assistant(call("c1", "tides"), "a", call("c2", "tides")), answer("c2")]),
    ([ToolInvocation("c1", "tides", "partial-call"), TextPart("a")], [assistant("a")]),
]


@pytest.mark.parametrize(("parts", "messages"), STEPS)
def test_steps(parts, messages):
    """Each step is a message, its results the next; what follows an answered call, a call aside, begins a step."""
    assert said(*parts) == tuple(messages)


SEARCH = settled("srvtoolu_1", (JsonObject(url="https://a.example"),), "web_search", hosted=True)
SEARCH_CALL = ToolCallPart("srvtoolu_1", "web_search", JsonObject(), hosted=True)
SEARCHED = ToolResultPart("srvtoolu_1", "web_search", (JsonPart((JsonObject(url="https://a.example"),)),), hosted=True)


def test_hosted_calls_stay_within_their_message():
    """A hosted call, its result and what is said before and behind are one message, beside a call of the caller's own too."""
    assert said(TextPart("a"), SEARCH, TextPart("b")) == (assistant("a", SEARCH_CALL, SEARCHED, "b"),)
    assert said(settled(), SEARCH) == (assistant(call("c1", "tides"), SEARCH_CALL, SEARCHED), answer("c1"))
    assert said(waiting("srvtoolu_1", "web_search", hosted=True)) == (assistant(SEARCH_CALL),)


def test_older_rows():
    """A row with a list of calls and a text is calls, results, text."""
    older = row("assistant", invocations=(settled(), settled("c2")), text="a")
    assert read(older) == (assistant(call("c1", "tides"), call("c2", "tides")), answer("c1", "c2"), assistant("a"))


# A call that rows share.


def test_an_outcome_in_a_later_row():
    """A call that an earlier row of the turn has open is that call; the later row only answers it."""
    assert read(row("assistant", waiting()), row("assistant", settled(), TextPart("a"))) == (assistant(call("c1", "tides")), answer("c1"), assistant("a"))
    assert read(row("assistant", waiting()), row("assistant", waiting(), TextPart("a"))) == (assistant(call("c1", "tides")), assistant("a"))


NO_COPIES = [
    (row("assistant", waiting()), row("user", TextPart("Well?"))),
    (row("assistant", waiting()), row("assistant", settled())),
    (row("assistant", waiting()), row("tool", settled())),
    (row("assistant", waiting(name="winds")),),
    (row("assistant", waiting(input=JsonObject(a=1))),),
    (row("assistant", waiting("c2")),),
    (row("assistant", ToolInvocation("c1", "tides", "partial-call")),),
    (row("assistant", waiting(hosted=True)),),
]


@pytest.mark.parametrize("before", NO_COPIES)
def test_a_call_of_its_own(before):
    """A call of another id, name or arguments is another; so is one behind a user's message, or behind the answer."""
    assert read(*before, row("assistant", settled()))[-2:] == (assistant(call("c1", "tides")), answer("c1"))


def test_calls_without_ids_are_never_the_same():
    """Calls without id are told apart."""
    assert len(read(row("assistant", waiting("")), row("assistant", waiting("")))) == 2


# Makers.


def test_the_maker_of_a_row():
    """Message, thoughts, hosted calls and unread parts have the maker that the row's metadata names, all else has none."""
    (message,) = said(TextPart("a"), StoredReasoning("Hm."), SEARCH, FOREIGN, waiting(), metadata=BY_CLAUDE)
    assert message.origin == CLAUDE
    assert [getattr(part, "origin", None) for part in message.content] == [None, CLAUDE, CLAUDE, CLAUDE, CLAUDE, None]


def test_an_unread_part_keeps_its_own_maker():
    """A part that tells its maker keeps it."""
    part = OpaquePart("container", JsonObject(), "openai", GPT)
    assert said(part, metadata=BY_CLAUDE)[0].content == (part,)


def test_the_maker_of_a_step():
    """A step that names a model is that model's; the next that does not is the row's."""
    messages = said(StepStart("openai/gpt-5.2"), StoredReasoning("Hm."), StepStart(), TextPart("a"), metadata=BY_CLAUDE)
    assert [message.origin for message in messages] == [GPT, CLAUDE]
    assert messages[0].content[0].origin == GPT


def test_rows_without_maker():
    """Where nothing tells, nothing is said; a person's metadata names no maker."""
    assert said(StoredReasoning("Hm."))[0].origin is None
    assert read(row("user", TextPart("a"), metadata=BY_CLAUDE)) == (user("a"),)


# Whole histories.


def test_rows_as_the_original_stores_them():
    """Rows of the original, decoded, are the prompt that it would send, thoughts signed, with nothing to repair but what is truly open."""
    rows = decode_messages(
        [
            {"id": "1", "role": "user", "content": {"format": 2, "parts": [{"type": "text", "text": "Oslo?"}, {"type": "file", "mimeType": "image/png", "data": "iVBO"}]}},
            {
                "id": "2",
                "role": "assistant",
                "content": {
                    "format": 2,
                    "parts": [
                        {"type": "step-start", "model": "anthropic/claude-sonnet-4-5"},
                        {"type": "reasoning", "reasoning": "", "details": [{"type": "text", "text": "Ask.", "signature": "s"}], "providerMetadata": {"anthropic": {"signature": "s"}}},
                        {"type": "tool-invocation", "toolInvocation": {"state": "result", "step": 0, "toolCallId": "toolu_01", "toolName": "weather", "args": {"city": "Oslo"}, "result": {"c": -3}}},
                        {"type": "step-start"},
                        {"type": "text", "text": "Snow."},
                    ],
                    "content": "Snow.",
                },
            },
            {"id": "3", "role": "signal", "content": {"format": 2, "parts": [{"type": "text", "text": "It is noon."}]}},
        ]
    ).unwrap()  # fmt: skip
    signed = ReasoningPart("Ask.", freeze_object({"anthropic": {"signature": "s"}}), CLAUDE)
    asked = ToolCallPart("toolu_01", "weather", JsonObject(city="Oslo"))
    assert read(*rows) == (
        user("Oslo?", PICTURE),
        AssistantMessage((signed, asked), CLAUDE),
        tool(ToolResultPart("toolu_01", "weather", (JsonPart(JsonObject(c=-3)),))),
        assistant("Snow."),
        user("It is noon."),
    )
    assert find_faults(to_prompt(rows), "anthropic/claude-sonnet-4-5") == ()


VERSION_1 = [
    {"id": "1", "role": "user", "type": "text", "content": "Tides?"},
    {"id": "2", "role": "assistant", "type": "tool-call", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "tides", "args": {"q": 1}}]},
    {"id": "3", "role": "tool", "type": "tool-result", "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "tides", "result": "ok"}]},
    {"id": "4", "role": "assistant", "type": "text", "content": "Now."},
]


def test_rows_of_version_1():
    """Rows of version 1 are the same prompt whether they were made modern or not."""
    rows = decode_messages(VERSION_1).unwrap()
    assert read(*rows) == (user("Tides?"), assistant(call("c1", "tides", {"q": 1})), answer("c1"), assistant("Now."))
    assert read(*modernised(rows)) == read(*rows)


def test_a_denied_call_says_so():
    """The model is told in segue's one constant that its call was denied, and why in the user's own words."""
    denied = ToolInvocation("c1", "pay", "output-denied", approval=JsonObject(approved=False, reason="Too dear."))
    assert said(denied)[1].content[0].output == (TextPart(DENIED), TextPart("Too dear."))


def test_places():
    """Each part has its place in its row; a call and its result have one."""
    message = row("assistant", StepStart(), StoredReasoning("", (Thought("a"), Thought("b"))), settled(), TextPart("a"))
    assert [places for _, places in next(iter(by_row([message])))] == [(("parts", 1), ("parts", 1), ("parts", 2)), (("parts", 2),), (("parts", 3),)]


def test_nothing_stored_is_an_empty_prompt():
    """No rows, no messages; any iterable of rows will do."""
    assert to_prompt(iter(())) == Prompt()
    assert to_prompt(iter([row("user", TextPart("a"))])) == Prompt((user("a"),))


def test_unclaimed_fields_of_a_text_stay_with_it():
    """A text with fields of its format is the very object."""
    text = TextPart("a", extras=Extras("mastra", JsonObject(createdAt=5)))
    assert said(text)[0].content[0] is text
