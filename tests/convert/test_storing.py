"""Messages of a prompt to store: rows, steps, calls with their results, makers."""

from itertools import count

import pytest
from attrs import evolve

from segue.convert import answered, to_prompt, to_store
from segue.json_values import JsonObject, JsonText, freeze_object
from segue.messages import INPUT, RESPONSE, StepStart, StoredMessage, StoredReasoning, Thought, ToolInvocation
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import DENIED
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolMessage, UserMessage, assistant, call, result, system, tool, user
from segue.shapes import Extras

CLAUDE, GPT = Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2")
BY_CLAUDE = JsonObject(provider="anthropic", modelId="claude-sonnet-4-5")
SIGNED = freeze_object({"anthropic": {"signature": "s"}})
CACHED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
FOREIGN = OpaquePart("container", JsonObject(type="container"), "anthropic")


def store(*messages, **options):
    """The rows of messages, with ids 1, 2 and so on."""
    numbers = count(1)
    return to_store(messages, lambda: str(next(numbers)), **options)


def parts(*messages, **options):
    """The parts of the only row of messages."""
    (row,) = store(*messages, **options)
    return row.parts


def again(*messages):
    """The messages that a prompt has of what was stored."""
    return to_prompt(store(*messages)).messages


# Rows.


def test_a_turn_is_one_row():
    """What a model said, called and said again is one row, with a step start between its messages; a person's message is another."""
    turn = (user("Tides?"), assistant("Let me look.", call("c1", "tides", {"q": 1})), tool(result("c1", "6:12")), assistant("At 6:12."))
    looked = ToolInvocation("c1", "tides", "result", JsonObject(q=1), "6:12")
    assert store(*turn) == (
        StoredMessage("1", "user", (TextPart("Tides?"),)),
        StoredMessage("2", "assistant", (TextPart("Let me look."), looked, StepStart(), TextPart("At 6:12."))),
    )


def test_rows_know_where_they_come_from():
    """A person's rows are input, a model's response; all have the thread and owner that are given."""
    rows = store(system("Be brief."), user("Hi."), assistant("Hello."), thread_id="t", resource_id="r")
    assert [(row.role, row.sources, row.thread_id, row.resource_id) for row in rows] == [
        ("system", INPUT, "t", "r"),
        ("user", INPUT, "t", "r"),
        ("assistant", RESPONSE, "t", "r"),
    ]


def test_parts_are_stored_as_they_are():
    """Texts, files and unread parts are the very objects."""
    content = (TextPart("a", SIGNED), FilePart("image/png", "iVBO"), FOREIGN)
    for message in (UserMessage(content), AssistantMessage(content)):
        assert all(new is old for new, old in zip(parts(message), content, strict=True))


def test_messages_without_parts_are_not_stored():
    """There is nothing to store of a message without parts."""
    assert store(UserMessage(()), AssistantMessage(()), SystemMessage(()), ToolMessage(())) == ()
    assert parts(assistant("a"), AssistantMessage(()), assistant("b")) == (TextPart("a"), StepStart(), TextPart("b"))


def test_thoughts_are_stored_with_their_tokens():
    """A thought is one stretch with its signature, and its options beside it."""
    assert parts(assistant(ReasoningPart("Hm.", SIGNED))) == (StoredReasoning("", (Thought("Hm.", "s"),), SIGNED),)


def test_a_call_keeps_all_that_it_is():
    """A call is stored with its arguments in the form they have, its options, and whether the provider ran it."""
    made = ToolCallPart("c1", "tides", JsonText('{"q": 1}'), True, None, SIGNED)
    (stored,) = parts(assistant(made))
    assert stored == ToolInvocation("c1", "tides", "call", '{"q": 1}', hosted=True, provider_options=SIGNED)
    assert stored.input.__class__ is JsonText


# Results.

OUTCOMES = [
    (result("c1", "6:12"), {"state": "result", "output": "6:12"}),
    (ToolResultPart("c1", "", (JsonPart(JsonObject(a=1)),)), {"state": "result", "output": JsonObject(a=1)}),
    (ToolResultPart("c1", "", (JsonPart(JsonObject(a=1)),), error=True), {"state": "result", "output": JsonObject(a=1), "error": True}),
    (result("c1", "no pier", error=True), {"state": "output-error", "error_text": "no pier"}),
    (ToolResultPart("c1", "", (), error=True), {"state": "output-error"}),
    (result("c1", DENIED, error=True), {"state": "output-denied", "approval": JsonObject(approved=False)}),
    (
        ToolResultPart("c1", "", (TextPart(DENIED), TextPart("Too dear.")), error=True),
        {"state": "output-denied", "approval": JsonObject(approved=False, reason="Too dear.")},
    ),
    (result("c1", DENIED), {"state": "result", "output": DENIED}),
    (
        ToolResultPart("c1", "", (JsonPart("a"),)),
        {"state": "result", "output": "a", "provider_options": freeze_object({"mastra": {"modelOutput": {"type": "json", "value": "a"}}})},
    ),
    (
        ToolResultPart("c1", "", ()),
        {"state": "result", "output": (), "provider_options": freeze_object({"mastra": {"modelOutput": {"type": "content", "value": []}}})},
    ),
    (
        ToolResultPart("c1", "", (TextPart("a"), JsonPart(5)), error=True),
        {
            "state": "result",
            "error": True,
            "output": freeze_object({"v": [{"type": "text", "text": "a"}, {"type": "text", "text": "5", "providerOptions": {"segue": {"json": 5}}}]})["v"],
        },
    ),
    (
        ToolResultPart("c1", "", (TextPart("a"),), provider_options=CACHED),
        {"state": "result", "output": "a", "extras": Extras("mastra", JsonObject(resultProviderMetadata=CACHED))},
    ),
]


@pytest.mark.parametrize(("given", "fields"), OUTCOMES)
def test_outcomes(given, fields):
    """Each result is the state and the fields that tell of it, and is read as that very result."""
    (stored,) = parts(assistant(call("c1", "tides")), tool(given))
    assert {name: getattr(stored, name) for name in fields} == fields
    assert again(assistant(call("c1", "tides")), tool(given))[1] == tool(evolve(given, name="tides"))


SHOWN = freeze_object({"mastra": {"modelOutput": {"type": "text", "value": "High at 6:12."}, "n": 1}})


def test_what_the_model_was_shown_stays():
    """A result whose options say what the model was shown is stored with that, and is read as it was."""
    given = ToolResultPart("c1", "tides", (TextPart("High at 6:12."),), provider_options=JsonObject({**SHOWN, **CACHED}))
    (stored,) = parts(assistant(call("c1", "tides")), tool(given))
    assert (stored.output, stored.provider_options) == ("High at 6:12.", SHOWN)
    assert again(assistant(call("c1", "tides")), tool(given))[1] == tool(given)


STALE = [
    (TextPart("High at 7:00."),),
    (TextPart("High at 6:12."), TextPart("Or later.")),
]


@pytest.mark.parametrize("output", STALE)
def test_what_the_model_was_not_shown_does_not_count(output):
    """Options that say something else than the result holds are not what is read of it; they stay the result's own."""
    given = ToolResultPart("c1", "tides", output, provider_options=SHOWN)
    read = again(assistant(call("c1", "tides")), tool(given))[1].content[0]
    assert (read.output, read.provider_options) == (output, SHOWN)


def test_a_call_that_says_what_its_result_held():
    """A model output in the call's options is not what is read of the result; the rest of the call's options is kept."""
    made = ToolCallPart("c1", "tides", JsonObject(), provider_options=JsonObject({**SHOWN, **SIGNED}))
    (stored,) = parts(assistant(made), tool(result("c1", "6:12")))
    assert (stored.output, stored.provider_options) == ("6:12", freeze_object({"mastra": {"n": 1}, **SIGNED}))
    (odd,) = parts(assistant(evolve(made, provider_options=freeze_object({"mastra": "x"}))), tool(result("c1", "6:12")))
    assert odd.provider_options == {}


def test_an_error_that_was_shown_as_none():
    """A model output that tells of an error does not make one of a result that is none."""
    seen = freeze_object({"mastra": {"modelOutput": {"type": "error-text", "value": "no pier"}}})
    for error in (False, True):
        given = ToolResultPart("c1", "tides", (TextPart("no pier"),), error, provider_options=seen)
        assert again(assistant(call("c1", "tides")), tool(given))[1].content[0].error is error


def test_results_find_their_calls():
    """A result is its call's wherever it stands: in another order, behind a person's words, before the call."""
    early, late = result("c1", "a"), result("c2", "b")
    rows = store(assistant(call("c1", "x"), call("c2", "y")), user("Well?"), tool(late, early))
    assert [part.output for part in rows[0].parts] == ["a", "b"]
    assert [row.role for row in rows] == ["assistant", "user"]
    assert parts(tool(early), assistant(call("c1", "x")))[0].output == "a"


def test_calls_that_share_an_id():
    """Calls of one id have their results in order; one that comes back in a later turn has its own."""
    assert [part.output for part in parts(assistant(call("c", "x"), call("c", "x")), tool(result("c", "a"), result("c", "b")))] == ["a", "b"]
    rows = store(assistant(call("c", "x")), user("Never mind. Again!"), assistant(call("c", "x")), tool(result("c", "b")))
    assert [rows[0].parts[0].state, rows[2].parts[0].state] == ["call", "result"]


def test_a_second_result_is_joined_to_the_first():
    """Two results of one call are one, whose pieces are theirs in order, and an error if the last one is."""
    read = again(assistant(call("c1", "x")), tool(result("c1", "a"), result("c1", "b", error=True)))
    assert read[1] == tool(ToolResultPart("c1", "x", (TextPart("a"), TextPart("b")), error=True))


HOSTED_CALL = ToolCallPart("s1", "web_search", JsonObject(), hosted=True)
HOSTED = ToolResultPart("s1", "web_search", (TextPart("a"),), hosted=True)


def test_hosted_results():
    """A hosted result is its call's, from a later message too; a second one is joined to it."""
    assert parts(assistant(HOSTED_CALL, "b", HOSTED))[0].output == "a"
    assert parts(assistant(HOSTED_CALL), assistant(HOSTED, "b")) == (*parts(assistant(HOSTED_CALL, HOSTED)), StepStart(), TextPart("b"))
    (stored,) = parts(assistant(HOSTED_CALL, HOSTED, evolve(HOSTED, error=True)))
    assert (len(stored.output), stored.error) == (2, True)


@pytest.mark.parametrize("messages", [(tool(result("c9", "a", name="tides")),), (assistant(evolve(HOSTED, id="c9", name="tides")),)])
def test_a_result_without_call_is_refused(messages):
    """A result whose call is not there is the caller's mistake, named by its id."""
    with pytest.raises(ValueError, match="no call 'c9' is among the messages for the result of tool 'tides'"):
        store(user("Hi."), *messages)


def test_strays_can_be_kept():
    """Asked for, results without a call are rows of results, where they stand."""
    messages = (assistant("a"), tool(result("c9", "b", name="x"), result("c8", "c", name="y")), assistant("d"), assistant(HOSTED), user("e"), tool(result("c7", "f")))
    rows = store(*messages, keep_strays=True)
    assert [row.role for row in rows] == ["assistant", "tool", "assistant", "tool", "user", "tool"]
    assert rows[1].parts == (ToolInvocation("c9", "x", "result", output="b"), ToolInvocation("c8", "y", "result", output="c"))
    assert rows[3].parts[0].hosted
    assert to_prompt(rows).messages[:3] == messages[:3]


def test_unread_parts_among_results():
    """What is among results and is none stays with the step that they answer."""
    assert parts(assistant(call("c1", "x")), tool(FOREIGN, result("c1", "a")), assistant("b"))[1:] == (FOREIGN, StepStart(), TextPart("b"))
    assert parts(tool(FOREIGN)) == (FOREIGN,)


# Makers.


def made(*steps, **options):
    """Metadata and models of the step starts of a turn whose messages these models made."""
    (row,) = store(*(AssistantMessage((TextPart(str(number)),), maker) for number, maker in enumerate(steps)), **options)
    return row.metadata, [part.model for part in row.parts if isinstance(part, StepStart)]


def test_the_maker_is_stored():
    """The metadata names the one that made a turn: what the message tells, else what the caller does."""
    assert made(CLAUDE, CLAUDE) == (BY_CLAUDE, [""])
    assert made(None, made_by=Model("anthropic.messages", "claude-sonnet-4-5")) == (BY_CLAUDE.with_(provider="anthropic.messages"), [])
    assert made(CLAUDE, made_by=GPT) == (BY_CLAUDE, [])
    assert made(Model("kimi")) == (JsonObject(provider="kimi"), [])
    assert made(None) == ({}, [])


def test_steps_of_other_makers_name_them():
    """A step that another model made names it; where the maker of one is not known, each names its own."""
    assert made(CLAUDE, GPT, CLAUDE) == (BY_CLAUDE, ["openai/gpt-5.2", ""])
    assert made(CLAUDE, None) == ({}, ["anthropic/claude-sonnet-4-5", ""])
    assert made(None, CLAUDE) == ({}, ["anthropic/claude-sonnet-4-5"])
    assert made(CLAUDE, Model("kimi")) == (BY_CLAUDE, ["kimi/"])


@pytest.mark.parametrize("makers", [(CLAUDE, GPT, CLAUDE), (CLAUDE, None), (None, CLAUDE, None), (CLAUDE, Model("kimi")), (Model("x", "a/b:c"), CLAUDE)])
def test_makers_are_read_as_they_were(makers):
    """Who made each message is known again."""
    messages = tuple(AssistantMessage((TextPart("a"),), maker) for maker in makers)
    assert again(*messages) == messages


def test_what_another_model_thought_begins_a_step():
    """A message that holds thoughts of two models is two steps, so that no thought is another's; a message takes its parts' maker."""
    own, foreign = ReasoningPart("a", SIGNED, CLAUDE), ReasoningPart("b", origin=GPT)
    assert again(AssistantMessage((own, TextPart("x"), foreign, TextPart("y")), CLAUDE)) == (
        AssistantMessage((own, TextPart("x")), CLAUDE),
        AssistantMessage((foreign, TextPart("y")), GPT),
    )
    assert again(assistant("x", own)) == (AssistantMessage((TextPart("x"), own), CLAUDE),)
    assert again(AssistantMessage((foreign,), CLAUDE)) == (AssistantMessage((foreign,), GPT),)


# Results that come when the row is stored.

ROW = StoredMessage("m", "assistant", (TextPart("a"), ToolInvocation("c1", "x", "call"), ToolInvocation("c2", "x", "call")))


def test_answered_moves_a_row_forward():
    """The calls are settled, the rest of the row is the same, each part the same object."""
    row = answered(ROW, [result("c2", "b")])
    assert row == evolve(ROW, parts=(*ROW.parts[:2], ToolInvocation("c2", "x", "result", output="b")))
    assert row.parts[1] is ROW.parts[1]


def test_answered_moves_the_list_as_well():
    """A call that the older list has too is settled in both; one that only the list has, there."""
    row = answered(evolve(ROW, invocations=(*ROW.parts[1:], ToolInvocation("c3", "x", "call"))), [result("c1", "b"), result("c3", "d")])
    assert [part.state for part in (*row.parts[1:], *row.invocations)] == ["result", "call", "result", "call", "result"]


def test_calls_of_one_id_are_answered_in_order():
    """Two calls of one id take their results in order."""
    row = answered(evolve(ROW, parts=(ROW.parts[1], ROW.parts[1])), [result("c1", "b"), result("c1", "d")])
    assert [part.output for part in row.parts] == ["b", "d"]


@pytest.mark.parametrize("state", ["result", "output-error", "output-denied"])
def test_what_is_settled_stays(state):
    """A settled call does not move; where nothing moves it is the very row."""
    row = evolve(ROW, parts=(ToolInvocation("c1", "x", state, output="first"),))
    assert answered(row, [result("c1", "second")]) is row
    assert answered(row, []) is row


@pytest.mark.parametrize("state", ["partial-call", "call", "approval-requested", "approval-responded", "suspended"])
def test_what_waits_is_settled(state):
    """A call in any state before is settled, and what was asked of the user is kept with a denial."""
    row = evolve(ROW, parts=(ToolInvocation("c1", "x", state, approval=JsonObject(id="a1")),))
    assert answered(row, [result("c1", "b")]).parts[0].output == "b"
    assert answered(row, [result("c1", DENIED, error=True)]).parts[0].approval == JsonObject(id="a1", approved=False)


def test_a_result_of_another_row_is_refused():
    """A result whose call the row does not have is the caller's mistake, named by its id."""
    with pytest.raises(ValueError, match="message 'm' has no call 'c9'"):
        answered(ROW, [result("c9", "b")])


def test_unclaimed_fields_of_a_call_stay():
    """What the row says of a call besides is kept, and older options of a result go."""
    extras = Extras("mastra", JsonObject(createdAt=5, resultProviderMetadata=CACHED))
    row = evolve(ROW, parts=(ToolInvocation("c1", "x", "call", extras=extras),))
    assert answered(row, [result("c1", "b")]).parts[0].extras == Extras("mastra", JsonObject(createdAt=5))


def test_storing_takes_any_iterable():
    """Messages may come one by one."""
    assert to_store(iter(()), str) == ()
    assert to_prompt(store(*Prompt((user("a"),)).messages)) == Prompt((user("a"),))
