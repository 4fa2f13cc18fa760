"""Filters keep the laws, but for the stable prefix: what goes goes with all that belongs to it, what stays stays as it was."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st

from segue import prompt, user
from segue.filters import History, ToolCallFilter, without_stored_calls, without_tool_calls
from segue.json_values import JsonObject
from segue.messages import STATES, Data, StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, result, tool
from segue.testing import json_values, prompts, spliced, texts
from segue.testing.exact import exact, renewed
from segue.testing.pairing import answers_of
from segue.testing.pool import pooled
from segue.testing.steps import superlinear

ASK, SHOWN = user("Go."), JsonObject(mastra=JsonObject(modelOutput="x"))
NAMES = ("read", "get_weather", "web_search", "code_interpreter", "")


def shown(id, text, name="read"):
    """Return a result that has a model output."""
    return ToolResultPart(id, name, (TextPart(text),), provider_options=SHOWN)


TRIGGERS = (
    prompt(ASK, assistant(call("k", "read")), tool(shown("k", "one"))),
    prompt(ASK, assistant(call("k", "read")), tool(shown("k", "one")), ASK, assistant(call("k", "web_search")), tool(shown("k", "two"))),
    prompt(ASK, assistant(call("k", "read"), call("k", "web_search")), tool(result("k", name="web_search"), result("k", name="read"))),
    prompt(tool(shown("k", "early")), assistant(call("k", "read")), ASK, assistant(call("k", "read")), tool(shown("k", "late"))),
    prompt(assistant(call("", "read"), call("", "web_search")), tool(result("", name="web_search"), shown("", "9"))),
    prompt(ASK, assistant(ReasoningPart("Hm."), call("k", "read")), tool(result("k"))),
    prompt(ASK, assistant("", call("k", "read")), assistant(), assistant("Well?"), tool(result("other", name="read"))),
    prompt(ASK, assistant(ToolCallPart("s", "web_search", SHOWN, True), ToolResultPart("s", "web_search", (), hosted=True), "So.")),
)


@st.composite
def some_shown(draw, source):
    """Prompts of new objects in which some results have a model output."""
    made = renewed(draw(source))
    dice = draw(st.lists(st.booleans(), min_size=6, max_size=6))
    count = iter(range(10**6))

    def marked(part):
        chosen = isinstance(part, ToolResultPart) and dice[next(count) % 6]
        return evolve(part, provider_options=JsonObject({**part.provider_options, **SHOWN})) if chosen else part

    return Prompt(tuple(evolve(message, content=tuple(map(marked, message.content))) for message in made.messages))


PROMPTS = pooled(some_shown(st.one_of(prompts(), spliced(TRIGGERS), spliced(TRIGGERS))), 2 * settings().max_examples)
EXCLUDE = st.none() | st.frozensets(st.sampled_from(NAMES), max_size=3)
OPTIONS = st.fixed_dictionaries(
    {"exclude": EXCLUDE, "keep_steps": st.sampled_from((0, 0, 1, 2)), "preserve_model_output": st.booleans()},
    optional={"history": spliced(TRIGGERS).map(History.of)},
)


def is_tool(part):
    """Tell whether a part is a call or a result."""
    return isinstance(part, ToolCallPart | ToolResultPart)


def places(given_):
    """Return where each part stands, by its identity."""
    return {id(part): (index, number) for index, message in enumerate(given_.messages) for number, part in enumerate(message.content)}


@given(given_=PROMPTS, options=OPTIONS)
def test_a_filter_is_pure_and_settles(given_, options):
    """The same prompt gives the same; the input is not touched; filtered once more it is the same object."""
    before = exact(given_)
    after = without_tool_calls(given_, **options)

    assert exact(given_) == before
    assert exact(without_tool_calls(renewed(given_), **options)) == exact(after)
    assert without_tool_calls(after, **options) is after


@given(given_=PROMPTS, options=OPTIONS)
def test_what_is_not_of_tools_stays(given_, options):
    """The same objects in order; only with a message that says nothing more do thoughts and blank texts go."""
    after = without_tool_calls(given_, **options)
    left = places(after)
    stayed = [id(part) for message in given_.messages for part in message.content if not is_tool(part) and id(part) in left]
    gone = [part for message in given_.messages for part in message.content if not is_tool(part) and id(part) not in left]

    assert sorted(stayed, key=left.get) == stayed
    assert all(isinstance(part, ReasoningPart) or not part.text.strip() for part in gone)
    assert all(message in after.messages for message in given_.messages if type(message).__name__ in {"UserMessage", "SystemMessage"})


@given(given_=PROMPTS, options=OPTIONS)
def test_untouched_messages_are_the_same_objects(given_, options):
    """In order. A changed one keeps all that stands on it; nothing changed is the same prompt."""
    after = without_tool_calls(given_, **options)
    known = {id(message): index for index, message in enumerate(given_.messages)}
    same = [known[id(message)] for message in after.messages if id(message) in known]

    assert same == sorted(same)
    assert (after is given_) == (len(same) == len(given_.messages))
    for message in after.messages:
        if id(message) not in known:
            assert any(exact(evolve(message, content=other.content)) == exact(other) for other in given_.messages)


@given(given_=PROMPTS, options=OPTIONS)
def test_texts_are_added_only_for_what_is_filtered(given_, options):
    """One a call or result at most, and none where they are not asked for."""
    after = without_tool_calls(given_, **options)
    known, left = places(given_), places(after)
    added = [part for message in after.messages for part in message.content if id(part) not in known]

    assert all(isinstance(part, TextPart) and " result:\n" in part.text for part in added)
    assert len(added) <= (len(known) - len(left) + len(added)) * options["preserve_model_output"]


# a result without id and name was taken for that of a call already answered
@example(
    given_=renewed(prompt(*TRIGGERS[3].messages, tool(result("")), *TRIGGERS[0].messages[1:])),
    options={"exclude": None, "keep_steps": 2, "preserve_model_output": False},
)
@given(given_=PROMPTS, options=OPTIONS)
def test_no_result_is_orphaned(given_, options):
    """A result that had a call has one."""
    _, orphans = answers_of(given_)
    after = without_tool_calls(given_, **options)
    where = places(given_)

    for index, number in answers_of(after)[1]:
        assert where[id(after.messages[index].content[number])] in orphans


def distinct(given_):
    """Return the prompt with an id of its own for each call, and of its results."""
    answers, orphans = answers_of(given_)
    ids = {at: f"c{number}" for number, call_at in enumerate(answers) for at in (call_at, *answers[call_at])}
    ids |= {at: f"o{number}" for number, at in enumerate(orphans)}

    def renamed(at, part):
        return evolve(part, id=ids[at]) if is_tool(part) and at in ids else part

    messages = (
        evolve(message, content=tuple(renamed((index, number), part) for number, part in enumerate(message.content)))
        for index, message in enumerate(given_.messages)
    )
    return Prompt(tuple(messages))


@given(given_=PROMPTS.map(distinct), options=OPTIONS)
def test_a_call_and_its_results_go_together(given_, options):
    """Where ids are distinct nothing is in doubt: all of an exchange stays, or none of it."""
    after = without_tool_calls(given_, **options)
    left = places(after)
    ids = {part.id: [] for message in given_.messages for part in message.content if is_tool(part)}
    for message in given_.messages:
        if type(message).__name__ in {"AssistantMessage", "ToolMessage"}:
            for part in filter(is_tool, message.content):
                ids[part.id].append(id(part) in left)
    assert all(len(set(stays)) <= 1 for stays in ids.values())


@given(given_=PROMPTS.map(distinct), exclude=EXCLUDE, steps=st.sampled_from((0, 1, 2)))
def test_what_goes_is_what_is_named_and_not_recent(given_, exclude, steps):
    """Told once more, in other words."""
    after = without_tool_calls(given_, exclude, keep_steps=steps)
    parts = [(message, part) for message in given_.messages for part in message.content if is_tool(part)]
    producing = [message for message in given_.messages if any(isinstance(part, ToolCallPart) for part in message.content)]
    recent = {part.id for message in producing[len(producing) - steps :] for part in message.content if isinstance(part, ToolCallPart)}
    named = {part.id for _, part in parts if exclude is None or part.name in exclude}

    expected = Counter(part.id for _, part in parts if part.id in recent or part.id not in named)
    assert Counter(part.id for message in after.messages for part in message.content if is_tool(part)) == expected


# a result whose call had been cut off took the run's own call of that id with it
@example(first=prompt(tool(result("k"))), more=[TRIGGERS[0]], exclude=None)
@given(first=PROMPTS, more=st.lists(spliced(TRIGGERS[:3]), max_size=2), exclude=EXCLUDE)
def test_a_run_keeps_what_it_calls(first, more, exclude):
    """Whatever its ids; the history goes at each step as at the first; a state that was stored works as one that was not."""
    filter, given_ = ToolCallFilter(exclude), Prompt((*first.messages, ASK))
    before, state = filter.process_llm_request(given_)
    for step in (step for step in more if not answers_of(step)[1]):
        loop = tuple(message for message in step.messages if message != ASK and any(map(is_tool, message.content)))
        given_ = Prompt((*given_.messages, *loop))
        after, kept = filter.process_llm_request(given_, json.loads(json.dumps(state)))

        assert kept == json.loads(json.dumps(state))
        assert after.messages[len(after.messages) - len(loop) :] == loop
        assert filter.process_llm_request(after, state)[0] is after
    assert filter.process_llm_request(before, state)[0] is before


@pytest.mark.parametrize("trigger", range(len(TRIGGERS)))
@pytest.mark.parametrize("options", [{}, {"exclude": {"read"}}, {"keep_steps": 30}, {"preserve_model_output": True}])
def test_it_is_linear(trigger, options):
    """Twice the prompt takes at most two and a half times the steps, however it grows."""
    assert superlinear(lambda given_: without_tool_calls(given_, **options), TRIGGERS[trigger]) == ""


STORED_PARTS = st.one_of(
    st.builds(TextPart, texts()),
    st.builds(StoredReasoning, texts()),
    st.just(StepStart()),
    st.builds(Data, st.just("chart"), json_values()),
    st.just(OpaquePart("tool-invocation", JsonObject(type="tool-invocation"), "mastra")),
)
CALLS = st.builds(
    ToolInvocation,
    st.sampled_from(("k", "l", "m", "")),
    st.sampled_from(NAMES[:3]),
    st.sampled_from((*STATES, "result", "result", "call", "odd")),
    output=json_values(),
    provider_options=st.sampled_from((JsonObject(), SHOWN)),
)
ROWS = st.lists(
    st.builds(
        StoredMessage,
        st.sampled_from(("a", "b", "c")),
        st.sampled_from(("user", "assistant", "assistant", "tool")),
        st.lists(st.one_of(STORED_PARTS, CALLS), max_size=4).map(tuple),
        text=st.sampled_from((None, "", "Nine.")),
        invocations=st.lists(CALLS, max_size=2).map(tuple),
    ),
    max_size=4,
).map(tuple)
ROW_OPTIONS = st.fixed_dictionaries({"exclude": EXCLUDE, "keep": st.frozensets(st.sampled_from(("k", "l"))), "preserve_model_output": st.booleans()})


def calls_of(row):
    """Return all calls of a row."""
    return [part for part in (*row.parts, *row.invocations) if isinstance(part, ToolInvocation)]


@given(rows=ROWS, options=ROW_OPTIONS)
def test_a_filter_of_rows_is_pure_and_settles(rows, options):
    """As that of prompts; rows that hold no calls are the same objects."""
    before = exact(rows)
    after = without_stored_calls(rows, **options)

    assert exact(rows) == before
    assert without_stored_calls(after, **options) is after
    assert [row for row in after if not calls_of(row) and any(row is one for one in rows)] == [row for row in rows if not calls_of(row)]


@given(rows=ROWS, options=ROW_OPTIONS)
def test_no_call_of_a_filtered_tool_is_left_in_a_row(rows, options):
    """In no state, neither among the parts nor beside them, kept ids aside."""
    exclude, keep = options["exclude"], options["keep"]
    left = [part for row in without_stored_calls(rows, **options) for part in calls_of(row)]
    assert [part for part in left if (exclude is None or part.name in exclude) and part.id not in keep] == []


# a row without parts that still lists a call was dropped
@example(
    rows=(StoredMessage("a", "assistant", invocations=(ToolInvocation("k", "read", "call"), ToolInvocation("l", "web_search", "call"))),),
    options={"exclude": {"read"}, "keep": set(), "preserve_model_output": False},
)
@given(rows=ROWS, options=ROW_OPTIONS)
def test_other_calls_stay_in_rows(rows, options):
    """Of tools that are not named, under ids that no named one has."""
    exclude, keep = options["exclude"], options["keep"]
    calls = [part for row in rows for part in calls_of(row)]
    shared = {part.id for part in calls if exclude is None or part.name in exclude} - keep
    stays = [part for part in calls if exclude is not None and part.name not in exclude and part.id not in shared]
    left = [part for row in without_stored_calls(rows, **options) for part in calls_of(row)]
    assert [part for part in left if any(part is one for one in stays)] == stays


@given(rows=ROWS, options=ROW_OPTIONS)
def test_what_is_not_of_tools_stays_in_rows(rows, options):
    """In order; only thoughts, blank texts and steps go, with a row that says nothing more."""

    def others(these):
        return [part for row in these for part in row.parts if not isinstance(part, ToolInvocation) and " result:\n" not in getattr(part, "text", "")]

    silent = (StoredReasoning, StepStart)
    left = iter(others(without_stored_calls(rows, **options)))
    waiting = next(left, None)
    for part in others(rows):
        if part == waiting:
            waiting = next(left, None)
        else:
            assert isinstance(part, silent) or not part.text.strip()
    assert waiting is None
