"""Calls and their results go out of a prompt together; all else stays as it was."""

from __future__ import annotations

from functools import partial

import pytest

from segue.filters import History, without_tool_calls
from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, ToolMessage, assistant, call, prompt, result, system, tool, user
from segue.shapes import Extras, Shape
from tests.repairs.settling import ids, roles, said, settled, spared, steps, untouched

ASK, THANKS = user("How many?"), user("Thanks.")
SHOWN = freeze_object({"mastra": {"modelOutput": "x"}})
OPTIONS = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
APPROVAL = OpaquePart("tool-approval-response", freeze_object({"type": "tool-approval-response"}), "ai-sdk")


def step(id, name="t", text="1", words=()):
    """Return a call and its result, which has a model output."""
    return assistant(*words, call(id, name)), tool(ToolResultPart(id, name, (TextPart(text),), provider_options=SHOWN))


def filtered(given, *arguments, **options):
    """Filter, and see that there is nothing left to do."""
    return settled(lambda one: without_tool_calls(one, *arguments, **options), given)


def condensed(*messages, exclude=None, **options):
    """Return the texts that are left of messages with compact outputs kept."""
    return [said(message) for message in filtered(prompt(*messages, THANKS), exclude, preserve_model_output=True, **options).messages[:-1]]


LOOP = prompt(ASK, *step("old"), assistant("earlier"), ASK, *step("k1"), *step("k2", "z"), assistant("talk"), *step("k3"))


def test_everything_of_tools_goes():
    """Messages that held nothing else go; the others are the same objects."""
    after = filtered(LOOP)

    assert roles(after) == "uaua"
    spared(LOOP, after, 1, 2, 5, 6, 7, 8, 10, 11)


def test_nothing_to_filter_is_the_same_prompt():
    """No tools, no such tool, no tool named, everything kept."""
    untouched(without_tool_calls, Prompt(), prompt(ASK, assistant("Nine."), THANKS), prompt(user(), assistant(), tool(), system()))
    for options in ({"exclude": ["T"]}, {"exclude": ()}, {"keep_steps": 4}, {"history": History(())}, {"history": History(("other",))}):
        assert without_tool_calls(LOOP, **options) is LOOP


def test_tools_are_taken_by_name():
    """With their results; other tools' messages are the same objects."""
    after = filtered(LOOP, {"t"})

    assert ids(after) == [[], [], [], ["k2"], ["k2"], []]
    spared(LOOP, after, 1, 2, 5, 6, 10, 11)


def test_one_of_several_calls_goes_from_its_messages():
    """The parts beside it are the same objects, in order."""
    mixed = prompt(assistant("a", call("k", "t"), "b", call("l", "z")), tool(result("l", name="z"), result("k", name="t")))
    after = filtered(mixed, {"t"})

    assert ids(after) == [["l"], ["l"]]
    assert said(after.messages[0]) == ["a", "b", "ToolCallPart"]
    assert after.messages[1].content[0] is mixed.messages[1].content[0]


def test_a_result_goes_with_its_call_under_another_name():
    """And a call with its result; one without a name as well."""
    pair = (assistant(call("k", "t")), tool(result("k", name="renamed")))
    for exclude in ({"t"}, {"renamed"}):
        assert filtered(prompt(ASK, *pair), exclude) == prompt(ASK)
    assert filtered(prompt(ASK, assistant(call("k", "t")), tool(result("k"))), {"t"}) == prompt(ASK)


@pytest.mark.parametrize("keep", [False, True])
def test_of_two_tools_that_share_an_id_one_goes(keep):
    """The other's call and result stay."""
    shared = prompt(assistant(call("k", "t"), call("k", "z")), tool(result("k", name="z")))
    after = filtered(shared, {"t"}, preserve_model_output=keep)

    assert [part.name for message in after.messages for part in message.content] == ["z", "z"]
    assert after.messages[1] is shared.messages[1]


def test_calls_without_id_are_filtered():
    """All of them, or those of a tool, with their results."""
    bare = prompt(ASK, assistant(call("", "t"), call("", "z")), tool(result("", name="t"), result("", name="z")))

    assert filtered(bare) == prompt(ASK)
    assert [part.name for message in filtered(bare, {"t"}).messages[1:] for part in message.content] == ["z", "z"]


def test_the_latest_steps_are_kept():
    """A step is a message that calls tools, of whatever name, in the history too; words between do not count."""
    assert [ids(filtered(LOOP, keep_steps=number))[-3:] for number in (1, 2)] == [[[], ["k3"], ["k3"]], [[], ["k3"], ["k3"]]]
    assert ids(filtered(LOOP, keep_steps=2)) == [[], [], [], ["k2"], ["k2"], [], ["k3"], ["k3"]]
    assert ids(filtered(LOOP, {"t"}, keep_steps=1)) == [[], [], [], ["k2"], ["k2"], [], ["k3"], ["k3"]]


def test_calls_of_one_message_are_one_step():
    """And a result in an assistant's message without call is none."""
    parallel = (assistant(call("a", "t"), call("b", "t")), tool(result("a"), result("b")))
    assert ids(filtered(prompt(*step("k"), *parallel), keep_steps=1)) == [["a", "b"], ["a", "b"]]
    assert ids(filtered(prompt(*step("k"), assistant("x", result("h", name="t"))), keep_steps=1)) == [["k"], ["k"], []]


def test_an_id_used_again_belongs_to_its_own_step():
    """The latest step is kept, not the old one under its id."""
    after = filtered(prompt(ASK, *step("k", text="old"), ASK, *step("k", text="new")), keep_steps=1)
    assert roles(after) == "uuat"
    assert after.messages[-1].content[0].output[0].text == "new"


def test_only_the_history_goes():
    """Later calls stay; of the history those of the tools that are named go."""
    history = History.of(Prompt(LOOP.messages[:5]))

    assert ids(filtered(LOOP, history=history)) == [[], [], [], ["k1"], ["k1"], ["k2"], ["k2"], [], ["k3"], ["k3"]]
    assert without_tool_calls(LOOP, {"z"}, history=history) is LOOP


def test_an_id_of_the_history_may_be_used_again():
    """What is called behind the question is the run's own, also once the old call is gone and a user has spoken again."""
    history = History.of(prompt(ASK, *step("k", text="old"), ASK))
    after = filtered(prompt(ASK, *step("k", text="old"), ASK, *step("k", text="new"), THANKS), history=history)
    assert after == prompt(ASK, ASK, *step("k", text="new"), THANKS)


def test_what_stood_behind_the_question_is_known_by_its_ids():
    """It was there when the run began."""
    history = History.of(prompt(ASK, *step("old"), ASK, *step("k1")))
    assert history == History(("old", "k1"), ("k1",), 2)
    assert ids(filtered(prompt(ASK, *step("old"), ASK, *step("k1"), *step("k2")), history=history)) == [[], [], ["k2"], ["k2"]]


def test_a_history_that_was_cut_is_still_known():
    """Other processors may drop the oldest messages between two steps."""
    history = History.of(prompt(ASK, ASK, *step("old"), ASK))
    assert filtered(prompt(*step("old"), ASK, *step("k")), history=history) == prompt(ASK, *step("k"))
    assert without_tool_calls(prompt(THANKS, *step("old")), history=history) == prompt(THANKS, *step("old"))


@pytest.mark.parametrize("answered", [True, False])
def test_an_id_of_an_orphan_in_the_history_may_be_used_again(answered):
    """A window over a history may leave a result without its call; the run's own call is another one."""
    own = step("k")[: 1 + answered]
    history = History.of(prompt(tool(result("k", "cut")), ASK))
    after = without_tool_calls(prompt(tool(result("k", "cut")), ASK, *own), history=history)
    assert after.messages[-len(own) :] == own
    assert history == History(("k",), (), 1)


def test_a_history_may_be_ids_alone():
    """Then what follows the last user's message is the run's own."""
    assert filtered(prompt(ASK, *step("k"), ASK, *step("k"), *step("l")), history=History(("k",))) == prompt(ASK, ASK, *step("k"), *step("l"))


def test_a_prompt_without_users_has_no_question():
    """All that is called there when a run begins is its history."""
    history = History.of(prompt(*step("k"), *step("k")))
    assert history == History(("k",), ("k",), 0)
    assert filtered(prompt(*step("k"), *step("k"), *step("l"), ASK), history=history) == prompt(*step("l"), ASK)


def test_the_history_of_a_run_that_goes_on_ends_at_its_question():
    """What was called since then is not of it."""
    assert History.before_question(prompt(ASK, *step("k"), ASK, *step("k"), *step("l"))) == History(("k",), (), 2)
    assert History.before_question(prompt(*step("k"))) == History((), (), 0)


def test_other_parts_stay():
    """Texts, thoughts, files and what is not known, the same objects in order."""
    parts = (TextPart("before"), ReasoningPart("n"), FilePart("image/png", "aGk="), APPROVAL, TextPart("after"))
    after = filtered(prompt(AssistantMessage((*parts[:2], call("k", "t"), *parts[2:])), tool(result("k"), APPROVAL)))
    assert [part is one for part, one in zip(after.messages[0].content, parts, strict=True)] == [True] * 5
    assert after.messages[1].content == (APPROVAL,)


@pytest.mark.parametrize("left", [(ReasoningPart("Count."),), (TextPart(""),), (TextPart(" \n"), ReasoningPart("n"))])
@pytest.mark.parametrize("keep", [False, True])
def test_a_message_left_with_nothing_to_say_goes(left, keep):
    """A thought without its call is refused by its provider, a blank text by most."""
    assert filtered(prompt(ASK, assistant(*left, call("k", "t"))), preserve_model_output=keep) == prompt(ASK)


def test_thoughts_stay_with_words_and_other_calls():
    """And in a message that had no call."""
    thought = ReasoningPart("Count.")
    given = prompt(assistant(thought, call("k", "t"), "Nine."), assistant(thought, call("k", "t"), call("l", "z")), assistant(thought))
    assert [said(message) for message in filtered(given, {"t"}).messages] == [["Count.", "Nine."], ["Count.", "ToolCallPart"], ["Count."]]


def test_empty_messages_go_once_something_is_filtered():
    """As the original drops them: an assistant's or tool's without parts or with one empty text. Others stay."""
    empty = (assistant(), assistant(""), tool(), user(), user(""), system(""), assistant(" "), assistant("", ""), assistant(TextPart("", SHOWN)))
    assert without_tool_calls(prompt(*empty)) == prompt(*empty)
    assert filtered(prompt(*empty, *step("k"))) == prompt(*empty[3:])


def test_what_stands_on_a_message_stays():
    """Its maker, name, options, unclaimed fields and layout."""
    extras, shape = Extras("ai-sdk", SHOWN), Shape("ai-sdk", ("role", "content"), "list")
    said_ = AssistantMessage((TextPart("a"), call("k", "t")), Model("openai", "gpt-5.2"), "Ann", OPTIONS, extras, shape)
    told = ToolMessage((result("k"), APPROVAL), OPTIONS, extras, shape)
    first, second = filtered(prompt(said_, told)).messages

    assert first == AssistantMessage((TextPart("a"),), said_.origin, "Ann", OPTIONS, extras)
    assert second == ToolMessage((APPROVAL,), OPTIONS, extras)
    assert first.shape is second.shape is shape


def test_compact_output_stays_in_the_place_of_the_call():
    """As text among the other parts; where there is none the call leaves nothing."""
    assert condensed(ASK, *step("k", text="nine", words=("see",))) == [["How many?"], ["see", "t result:\nnine"]]
    assert condensed(ASK, assistant("see", call("k", "t")), tool(result("k", "raw"))) == [["How many?"], ["see"]]
    assert condensed(ASK, *step("k", text="")) == [["How many?"]]


def test_compact_output_has_the_name_of_the_call_where_the_result_has_none():
    """As in formats whose results do not repeat it."""
    assert condensed(assistant(call("k", "count")), tool(ToolResultPart("k", "", (TextPart("9"),), provider_options=SHOWN))) == [["count result:\n9"]]


def test_only_what_is_filtered_is_condensed():
    """Other tools and the latest steps stay raw."""
    assert condensed(*step("k"), *step("l", "z"), exclude={"t"}) == [["t result:\n1"], ["ToolCallPart"], ["ToolResultPart"]]
    assert condensed(*step("k"), *step("l"), keep_steps=1) == [["t result:\n1"], ["ToolCallPart"], ["ToolResultPart"]]


def test_each_call_under_a_reused_id_has_its_own_output():
    """The later one does not take the place of the earlier one's."""
    assert condensed(*step("k", text="one"), ASK, *step("k", text="two")) == [["t result:\none"], ["How many?"], ["t result:\ntwo"]]


def test_the_last_of_several_results_is_told():
    """Once, in the place of the call."""
    both = (ToolResultPart("k", "t", (TextPart(text),), provider_options=SHOWN) for text in ("one", "two"))
    assert condensed(assistant(call("k", "t")), tool(*both)) == [["t result:\ntwo"]]


def test_a_hosted_result_is_told_once():
    """In the place of its call, or in its own where it has none."""
    told = ToolResultPart("k", "t", (TextPart("K"),), hosted=True, provider_options=SHOWN)
    hosted = ToolCallPart("k", "t", SHOWN, hosted=True)
    assert condensed(AssistantMessage((hosted, told))) == [["t result:\nK"]]
    assert condensed(assistant("a", told, "b", told)) == [["a", "t result:\nK", "b", "t result:\nK"]]


def test_a_result_without_call_in_a_tool_message_leaves_nothing():
    """There is no place for a text."""
    assert condensed(step("k")[1], assistant("b")) == [["b"]]


@pytest.mark.parametrize(
    "options",
    [{}, {"exclude": {"t"}}, {"keep_steps": 3}, {"history": History(("k",))}, {"preserve_model_output": True}, {"keep_steps": 10**9, "exclude": {"t"}}],
)
@pytest.mark.parametrize("name", ["k", "k{}", ""])
def test_it_takes_as_long_as_the_prompt(name, options):
    """Twice the messages, twice the steps, whatever the ids."""

    def long(size):
        return prompt(*(message for number in range(size) for message in step(name.format(number), words=("see",))))

    once, twice = (steps(partial(without_tool_calls, long(size), **options)) for size in (100, 200))
    assert twice < 2.2 * once
