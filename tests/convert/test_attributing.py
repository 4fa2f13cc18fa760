"""Who made the thoughts and hosted calls of a prompt, told by stored messages."""

import pytest
from attrs import evolve

from segue.convert import attribute, to_prompt
from segue.json_values import JsonObject, freeze_object
from segue.messages import StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, ToolMessage, assistant, call, prompt, result, tool, user

CLAUDE, GPT = Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2")
BY_CLAUDE = JsonObject(provider="anthropic.messages", modelId="claude-sonnet-4-5")
BY_GPT = JsonObject(provider="openai.responses", modelId="gpt-5.2")


def options(**providers):
    """Provider options."""
    return freeze_object(providers)


SIGNED = options(anthropic={"signature": "s"})
SEARCH = ToolInvocation("srv_1", "web_search", "result", output="a", hosted=True)
SEARCH_CALL = ToolCallPart("srv_1", "web_search", JsonObject(), hosted=True)
SEARCHED = ToolResultPart("srv_1", "web_search", (TextPart("a"),), hosted=True)


def row(*parts, metadata=BY_CLAUDE, role="assistant"):
    """A stored message."""
    return StoredMessage("m", role, parts, metadata=metadata)


def thought(token):
    """A stored message that holds one thought."""
    return row(StoredReasoning("Hm.", (), token))


TOKENS = [
    options(anthropic={"signature": "s"}),
    options(anthropic={"redactedData": "r"}),
    options(openai={"itemId": "rs_1"}),
    options(openai={"reasoningEncryptedContent": "gAAA"}),
    options(google={"thoughtSignature": "Cs8B"}),
]


@pytest.mark.parametrize("token", TOKENS)
def test_thoughts_are_known_by_their_tokens(token):
    """A thought with a token that a row holds is its maker's, and so is its message."""
    after = attribute(prompt(user("Hi."), assistant(ReasoningPart("Hm.", token), "a")), [thought(token)])
    assert after == prompt(user("Hi."), AssistantMessage((ReasoningPart("Hm.", token, CLAUDE), TextPart("a")), CLAUDE))


def test_hosted_calls_are_known_by_their_ids():
    """A hosted call and its result are the maker's of the row that has the call."""
    after = attribute(prompt(assistant(SEARCH_CALL, SEARCHED)), [row(SEARCH)])
    assert after == prompt(AssistantMessage((evolve(SEARCH_CALL, origin=CLAUDE), evolve(SEARCHED, origin=CLAUDE)), CLAUDE))


NOTHING = [
    prompt(),
    prompt(user("Hi."), assistant("a", call("srv_1", "x")), tool(result("srv_1", "a"))),
    prompt(assistant(ReasoningPart("Hm."))),
    prompt(assistant(ReasoningPart("Hm.", options(anthropic={"signature": "t"})))),
    prompt(assistant(ReasoningPart("Hm.", options(anthropic={"signature": ""})))),
    prompt(assistant(ReasoningPart("Hm.", options(anthropic={"signature": 5})))),
    prompt(assistant(ReasoningPart("Hm.", options(anthropic="s")))),
    prompt(assistant(ReasoningPart("Hm.", options(anthropic={"n": "s"})))),
    prompt(assistant(ReasoningPart("Hm.", SIGNED, GPT))),
    prompt(assistant(evolve(SEARCH_CALL, id=""))),
    prompt(ToolMessage((SEARCHED,))),
]


@pytest.mark.parametrize("before", NOTHING)
def test_where_nothing_is_told_it_is_the_very_prompt(before):
    """Parts without a token that is known, or with a maker, change nothing, and the prompt is the very object."""
    assert attribute(before, [thought(SIGNED), row(SEARCH), row(evolve(SEARCH, id=""))]) is before


WITHOUT = [
    row(StoredReasoning("Hm.", (), SIGNED), metadata=JsonObject()),
    row(StoredReasoning("Hm.", (), SIGNED), role="user"),
    row(TextPart("a", SIGNED)),
]


@pytest.mark.parametrize("stored", WITHOUT)
def test_rows_that_tell_nothing(stored):
    """A row that names no maker, a person's row, and a text's token tell nothing."""
    before = prompt(assistant(ReasoningPart("Hm.", SIGNED)))
    assert attribute(before, [stored]) is before


def test_a_step_tells_its_own_maker():
    """Where a step names its model, its tokens are that model's."""
    stored = row(StepStart("openai/gpt-5.2"), StoredReasoning("Hm.", (), SIGNED))
    assert attribute(prompt(assistant(ReasoningPart("Hm.", SIGNED))), [stored]).messages[0].origin == GPT


def test_rows_that_disagree_tell_nothing():
    """A token that rows of two makers hold is nobody's, in any order; rows that agree count."""
    before = prompt(assistant(ReasoningPart("Hm.", SIGNED)))
    rows = [thought(SIGNED), evolve(thought(SIGNED), metadata=BY_GPT), thought(SIGNED)]
    assert attribute(before, rows) is before
    assert attribute(before, rows[::-1]) is before
    assert attribute(before, rows[::2]).messages[0].origin == CLAUDE


def test_tokens_of_two_makers_in_a_part():
    """A part whose tokens are two makers' is nobody's."""
    item = options(openai={"itemId": "rs_1"})
    before = prompt(assistant(ReasoningPart("Hm.", JsonObject({**SIGNED, **item}))))
    assert attribute(before, [thought(SIGNED), evolve(thought(item), metadata=BY_GPT)]) is before


def test_a_message_of_two_makers():
    """A message whose thoughts are two makers' is neither's; one that has a maker keeps it."""
    item = options(openai={"itemId": "rs_1"})
    rows = [thought(SIGNED), evolve(thought(item), metadata=BY_GPT)]
    both = assistant(ReasoningPart("a", SIGNED), ReasoningPart("b", item))
    assert [part.origin for part in attribute(prompt(both), rows).messages[0].content] == [CLAUDE, GPT]
    assert attribute(prompt(both), rows).messages[0].origin is None
    (kept,) = attribute(prompt(AssistantMessage((ReasoningPart("a", SIGNED),), GPT)), rows).messages
    assert (kept.origin, kept.content[0].origin) == (GPT, CLAUDE)


def test_what_is_told_once_stays_told():
    """What has makers is not touched again, and untouched messages and parts are the same objects."""
    before = prompt(user("Hi."), assistant(TextPart("a"), ReasoningPart("Hm.", SIGNED)), assistant("b"))
    after = attribute(before, [thought(SIGNED)])
    assert attribute(after, [thought(SIGNED)]) is after
    assert [new is old for new, old in zip(after.messages, before.messages, strict=True)] == [True, False, True]
    assert after.messages[1].content[0] is before.messages[1].content[0]


def test_a_prompt_of_the_rows_themselves_needs_nothing():
    """What `to_prompt` made has its makers."""
    rows = [thought(SIGNED), row(SEARCH)]
    made = to_prompt(rows)
    assert attribute(made, rows) is made
    assert attribute(Prompt(tuple(evolve(message, origin=None) for message in made.messages if isinstance(message, AssistantMessage))), rows).messages[0].origin is None
