"""Stored messages and prompts: what was stored once is read the same ever after, whatever rows are given make a prompt."""

from __future__ import annotations

import json
from itertools import count

import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue import BUILT_IN, FORMATS, Model, Prompt, Request, rewrite, same_json
from segue.convert import answered, attribute, to_prompt, to_store
from segue.convert.states import call_and_result
from segue.formats.mastra import decode_messages, encode_messages
from segue.messages import ToolInvocation
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, ToolMessage, UserMessage, user
from segue.testing import json_values, prompts, requests, spliced
from segue.testing.pieces import files, hosted_pairs, opaque_parts, origins, output_parts, reasoning, said_parts, text_parts
from segue.testing.pool import pooled
from segue.testing.steps import superlinear
from segue.testing.strategies import calls

TRIGGERS = [trigger for rule in BUILT_IN for trigger in rule.triggers]
ANY = pooled(prompts() | spliced(TRIGGERS), 2 * settings().max_examples)


def stored(prompt):
    """The rows of a prompt, strays kept."""
    numbers = count()
    return to_store(prompt.messages, lambda: f"m{next(numbers)}", keep_strays=True)


def on_the_wire(rows):
    """The rows as they are read again from the JSON they are written as."""
    return decode_messages(json.loads(json.dumps(encode_messages(rows)))).unwrap()


@given(prompt=ANY)
def test_what_was_stored_is_read_the_same_ever_after(prompt):
    """What a prompt has of rows that were written as JSON is stored and read again as it is, through JSON or not."""
    once = to_prompt(on_the_wire(stored(prompt)))

    assert to_prompt(stored(once)) == once
    assert to_prompt(on_the_wire(stored(once))) == once


# What storage can hold.

HELD = files().filter(lambda part: part.encoding != "text")


@st.composite
def outcomes(draw, call):
    """A result such as storage holds: under its call's name, of any pieces."""
    pieces = st.lists(output_parts().filter(_is_held), max_size=3).map(tuple)
    return ToolResultPart(call.id, call.name, draw(pieces), draw(st.booleans()))


def _is_held(part):
    """Tell whether storage holds it to the letter: no text documents, and no maker of an unread piece."""
    return not (isinstance(part, FilePart) and part.encoding == "text") and getattr(part, "origin", None) is None


@st.composite
def steps(draw, number, maker):
    """A message of a model, words first and calls last, and the results of some of its calls, all by one maker."""
    words = st.lists(st.one_of(said_parts(), reasoning(), HELD, opaque_parts()), max_size=3)
    hosted = [part for pair in draw(st.lists(hosted_pairs(), max_size=1)) for part in pair]
    made = [evolve(part, id=f"{number}-{index}") for index, part in enumerate(draw(st.lists(calls(), max_size=2)))]
    content = [*draw(words), *hosted, *made]
    told = tuple(evolve(part, origin=maker) if isinstance(part, _MADE) and not _is_own(part) else part for part in content)
    results = tuple(draw(outcomes(call)) for call in made if draw(st.booleans()))
    return (AssistantMessage(told, maker), *([ToolMessage(results)] if results else [])) if content else ()


_MADE = (ReasoningPart, OpaquePart, ToolCallPart, ToolResultPart)


def _is_own(part):
    """Tell a call of the caller's own tools, which has no maker."""
    return isinstance(part, ToolCallPart | ToolResultPart) and not part.hosted


@st.composite
def holdable(draw):
    """Prompts that storage holds to the letter."""
    messages = []
    for number in range(draw(st.integers(0, 4))):
        said = st.lists(st.one_of(text_parts(), HELD, opaque_parts()), min_size=1, max_size=2)
        turn = draw(st.one_of(st.builds(UserMessage, said.map(tuple)).map(lambda one: (one,)), steps(number, draw(origins()))))
        messages += turn
    return Prompt(tuple(messages))


@given(prompt=holdable())
def test_what_storage_holds_comes_back(prompt):
    """Words, thoughts with their tokens, files, calls with results and errors, and who made them are the same again."""
    assert to_prompt(stored(prompt)) == prompt


@given(prompt=holdable())
def test_it_comes_back_from_json(prompt):
    """So they are when they were written as JSON; only an unread part of a person loses its maker."""
    told = Prompt(tuple(evolve(message, content=tuple(map(_unmade, message.content))) if isinstance(message, UserMessage) else message for message in prompt.messages))
    assert to_prompt(on_the_wire(stored(prompt))) == told


def _unmade(part):
    return evolve(part, origin=None) if isinstance(part, OpaquePart) else part


@given(prompt=ANY)
def test_results_can_come_later(prompt):
    """A row whose calls are answered afterwards is the row that was stored with the results."""
    for row in stored(prompt):
        mine = [part for part in row.parts if isinstance(part, ToolInvocation) and part.state != "call"]
        if row.role == "assistant" and len({part.id for part in mine}) == len(mine) == sum(isinstance(part, ToolInvocation) for part in row.parts):
            results = [part for message in to_prompt([row]).messages for part in message.content if isinstance(part, ToolResultPart)]
            before = evolve(row, parts=tuple(_opened(part) for part in row.parts))
            assert to_prompt([answered(before, results)]) == to_prompt([row])
            assert answered(row, results) is row


def _opened(part):
    """A stored call as it was before its result came."""
    if not isinstance(part, ToolInvocation):
        return part
    call, _ = call_and_result(part, None)
    return ToolInvocation(part.id, part.name, "call", part.input, hosted=part.hosted, provider_options=call.provider_options)


# Makers.

MAKERS = st.sampled_from([Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2")])


@given(prompt=ANY, maker=MAKERS)
def test_makers_are_told_by_tokens(prompt, maker):
    """Of a prompt whose makers are gone, no part and no message is told another than the rows have; told twice is told once."""
    made = to_prompt(to_store(Prompt(tuple(map(_anonymous, prompt.messages))).messages, str, made_by=maker, keep_strays=True))
    before = Prompt(tuple(map(_anonymous, made.messages)))
    after = attribute(before, to_store(made.messages, str, keep_strays=True))

    told = {getattr(part, "origin", None) for message in after.messages for part in (message, *message.content)}
    assert told <= {None, maker}
    assert attribute(after, to_store(made.messages, str, keep_strays=True)) is after
    assert Prompt(tuple(map(_anonymous, after.messages))) == before


def _anonymous(message):
    content = tuple(evolve(part, origin=None) if isinstance(part, _MADE) else part for part in message.content)
    return evolve(message, content=content, **({"origin": None} if isinstance(message, AssistantMessage) else {}))


# Whatever rows there are.

ODD = json_values() | st.none() | st.integers()
STATES = st.sampled_from(["partial-call", "call", "approval-requested", "approval-responded", "result", "output-error", "output-denied", "x", "", 5])
PIECES = st.sampled_from(["text", "media", "file-data", "image-url", "file-id", "poll", 5])
ITEMS = st.fixed_dictionaries({"type": PIECES}, optional={"text": ODD, "data": st.text(max_size=3) | ODD, "url": ODD, "fileId": ODD, "mediaType": ODD, "filename": ODD, "providerOptions": ODD})
SHOWN = st.sampled_from(["text", "json", "content", "error-text", "error-json", "execution-denied", "x", 5])
SEEN = ODD | st.fixed_dictionaries({"type": SHOWN}, optional={"value": st.lists(ITEMS | ODD, max_size=2) | ODD, "reason": ODD})
OPTIONS = ODD | st.fixed_dictionaries(
    {}, optional={"mastra": ODD | st.fixed_dictionaries({"modelOutput": SEEN}), "anthropic": ODD | st.fixed_dictionaries({}, optional={"signature": ODD, "redactedData": ODD})}
)
INVOCATIONS = st.fixed_dictionaries(
    {"state": STATES, "toolCallId": st.sampled_from(["c1", "c2", ""]), "toolName": st.sampled_from(["tides", "winds"])},
    optional={"args": ODD, "result": ODD, "isError": ODD, "errorText": ODD, "rawInput": ODD, "approval": ODD | st.fixed_dictionaries({"approved": ODD, "reason": ODD})},
)
THOUGHTS = st.fixed_dictionaries({"type": st.sampled_from(["text", "redacted", "x"])}, optional={"text": st.text(max_size=2), "signature": st.sampled_from(["s", "t", 5]), "data": ODD})
PARTS = st.one_of(
    st.fixed_dictionaries({"type": st.just("text"), "text": st.text(max_size=2) | ODD}, optional={"providerMetadata": OPTIONS}),
    st.fixed_dictionaries({"type": st.just("tool-invocation"), "toolInvocation": INVOCATIONS}, optional={"providerMetadata": OPTIONS, "providerExecuted": ODD, "resultProviderMetadata": OPTIONS}),
    st.fixed_dictionaries({"type": st.just("reasoning"), "reasoning": st.text(max_size=2)}, optional={"details": st.lists(THOUGHTS, max_size=3), "providerMetadata": OPTIONS}),
    st.fixed_dictionaries({"type": st.just("step-start")}, optional={"model": st.sampled_from(["anthropic/claude-x", "prod", "/", 5])}),
    st.fixed_dictionaries({"type": st.just("file"), "data": st.sampled_from(["iVBO", "data:image/png;base64,iVBO", "https://a.example", 5])}, optional={"mimeType": ODD}),
    st.fixed_dictionaries({"type": st.sampled_from(["source", "source-document", "data-x", "error", "poll"])}, optional={"source": ODD, "data": ODD}),
    ODD,
)  # fmt: skip
CONTENTS = st.one_of(
    st.fixed_dictionaries(
        {"format": st.just(2), "parts": st.lists(PARTS, max_size=4)},
        optional={
            "content": st.text(max_size=2), "toolInvocations": st.lists(INVOCATIONS, max_size=2) | ODD, "reasoning": ODD,
            "metadata": ODD | st.fixed_dictionaries({"provider": st.sampled_from(["anthropic.messages", "kimi", 5]), "modelId": ODD}),
            "experimental_attachments": ODD | st.lists(st.fixed_dictionaries({}, optional={"url": st.sampled_from(["https://a.example", "x", 5]), "contentType": ODD}), max_size=2),
        },
    ),
    st.text(max_size=3),
    st.lists(PARTS, max_size=2),
    ODD,
)  # fmt: skip
ROWS = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant", "assistant", "tool", "system", "signal", "x"])}, optional={"id": st.sampled_from(["a", "b"]), "content": CONTENTS}),
    max_size=4,
)  # fmt: skip
TARGETS = ["anthropic/claude-sonnet-4-5", "openai/gpt-4o"]


@given(rows=ROWS)
@example(rows=[{"role": "assistant", "content": {"parts": [{"type": "reasoning", "reasoning": "", "details": []}]}}])
def test_any_rows_make_a_prompt(rows):
    """Rows of any content are a prompt without empty messages, read the same alone as by their format, with a place for each part."""
    read = FORMATS["mastra"].decode(rows)
    assert is_successful(read), read
    request = read.unwrap()

    assert request.prompt == to_prompt(decode_messages(rows).unwrap())
    assert all(message.content for message in request.prompt.messages)
    for message, (place, parts) in zip(request.prompt.messages, FORMATS["mastra"].places(request), strict=True):
        assert len(parts) == len(message.content)
        assert all(_at(rows, where) is not None for where in (place, *parts))


def _at(rows, place):
    """What stands at a place."""
    for step in place:
        rows = rows[step]
    return rows


@pytest.mark.parametrize("target", TARGETS)
@given(rows=ROWS)
def test_rewritten_rows_are_rows(target, rows):
    """Rows are written as they came; those of a rewritten prompt are written, and are read and written again to the letter."""
    form = FORMATS["mastra"]
    request = form.decode(rows).unwrap()
    written = form.encode(Request(rewrite(request.prompt, target).prompt, shape=request.shape))

    assert same_json(form.encode(request), json.loads(json.dumps(form.encode(request))))
    assert same_json(form.encode(request), rows)
    assert same_json(form.encode(form.decode(written).unwrap()), written)


@given(request=requests())
def test_ids_are_made_of_contents(request):
    """A history of another format is written under distinct ids, the same each time, and the same as it grows."""
    form = FORMATS["mastra"]
    written = [row["id"] for row in form.encode(request)["messages"]]
    longer = [row["id"] for row in form.encode(evolve(request, prompt=Prompt((*request.prompt.messages, user("More.")))))["messages"]]

    assert len(set(written)) == len(written)
    assert longer[: len(written)] == written


RUNS = {
    "stored and read": lambda prompt: to_prompt(stored(prompt)),
    "attributed": lambda prompt: attribute(prompt, stored(prompt)),
    "written": lambda prompt: FORMATS["mastra"].encode(Request(prompt)),
    "read and written": lambda prompt: FORMATS["mastra"].encode(FORMATS["mastra"].decode(encode_messages(stored(prompt))).unwrap()),
}


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("trigger", TRIGGERS[:: max(1, len(TRIGGERS) // 12)], ids=lambda trigger: str(len(trigger.messages)))
def test_time_grows_with_the_history(run, trigger):
    """A history twice as long takes about twice the steps."""
    assert superlinear(RUNS[run], trigger) == ""
