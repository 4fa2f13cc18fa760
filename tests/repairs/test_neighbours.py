"""Neighbours of one role become one message, with every part of theirs."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, TextPart
from segue.prompts import AssistantMessage, Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.neighbours import merge_neighbours as merge_of
from segue.shapes import Extras, Shape
from tests.repairs.settling import roles, said, settled, spared, untouched

APART = Shape("anthropic", apart=True)
merge_neighbours = partial(merge_of, format="anthropic")


def test_users_in_a_row_are_one():
    """Two, three, and again later; parts are the same objects in order, the others the same messages."""
    before = prompt(user("A"), user("B", "C"), user("é☕"), assistant("D"), user("E"), user("F"))
    after = settled(merge_neighbours, before)

    assert [said(message) for message in after.messages] == [["A", "B", "C", "é☕"], ["D"], ["E", "F"]]
    parts = [part for message in before.messages for part in message.content]
    assert all(one is other for one, other in zip([part for message in after.messages for part in message.content], parts, strict=True))
    spared(before, after, 0, 1, 2, 4, 5)


def test_assistants_in_a_row_are_one():
    """Words and calls of all stay, in order."""
    before = prompt(user("A"), assistant("B"), assistant("C", call("c1", "x")), assistant(call("c2", "x")))

    assert said(settled(merge_neighbours, before).messages[1]) == ["B", "C", "ToolCallPart", "ToolCallPart"]


def test_an_assistant_that_thinks_stays_apart():
    """A turn with thoughts is neither appended to another nor has another appended."""
    thinking = assistant(ReasoningPart("Hm."), "B")
    untouched(merge_neighbours, *(prompt(user("A"), *row) for row in ([assistant("B"), thinking], [thinking] * 2, [thinking, assistant("C")])))


@pytest.mark.parametrize(
    ("makers", "maker"),
    [(("a", "a"), "a"), (("a", "b"), None), (("a", None), None), ((None, "a"), None), (("a", "b", None), None), (("a", "b", "a"), None), ((None, None), None)],
)
def test_a_maker_is_told_where_all_agree(makers, maker):
    """Of a message that several models made, or that nobody knows of, none is told."""
    given = prompt(user("?"), *(assistant("x", origin=Model(name) if name else None) for name in makers))

    assert settled(merge_neighbours, given).messages[1].origin == (Model(maker) if maker else None)


def test_fields_are_those_of_the_first_options_those_of_all():
    """Layout and unclaimed fields are the first one's; an option of the later one wins."""
    first = evolve(user("A", name="Ann"), provider_options=freeze_object({"f": 1, "g": 1}), extras=Extras("f", freeze_object({"x": 1})), shape=APART)
    second = evolve(user("B", name="Ann"), provider_options=freeze_object({"g": 2}), extras=Extras("f", freeze_object({"y": 1})))
    merged = settled(merge_neighbours, prompt(first, second)).messages[0]

    assert merged == evolve(first, content=first.content + second.content, provider_options=freeze_object({"f": 1, "g": 2}))
    assert merged.shape is APART


def test_a_message_that_stood_apart_from_results_is_written_with_them():
    """On the wire both are the user's. Its parts are the same objects."""
    before = prompt(tool(result("c1")), evolve(tool(result("c2")), shape=APART), evolve(user("A"), shape=APART))
    after = settled(merge_neighbours, before)

    assert roles(after) == "ttu"
    assert [message.shape.apart for message in after.messages[1:]] == [False, False]
    assert after == before
    spared(before, after, 1, 2)


def test_what_takes_turns_stays():
    """System text and results in a row, users of different names, a user behind results, one apart elsewhere."""
    untouched(
        merge_neighbours,
        Prompt(),
        prompt(user("A"), assistant("B"), user("C")),
        prompt(system("S"), system("T"), tool(result("c1")), tool(result("c2")), user("A")),
        prompt(user("A", name="Ann"), user("B", name="Bob"), user("C")),
        prompt(assistant("A"), evolve(user("B"), shape=APART), system("S"), evolve(user("C"), shape=APART)),
        prompt(tool(result("c1")), evolve(system("S"), shape=APART), tool(result("c2")), evolve(assistant("A"), shape=APART)),
    )


def test_a_long_run_is_one_message():
    """Ten thousand neighbours lose nothing."""
    assert said(settled(merge_neighbours, prompt(*map(user, map(str, range(10_000))))).messages[0]) == [*map(str, range(10_000))]


def test_what_stood_apart_elsewhere_is_none_of_its_own():
    """Another format that has results and words in two messages does not make them two here."""
    before = prompt(assistant(call("c", "run")), tool(result("c")), evolve(user("Thanks"), shape=Shape("gemini", apart=True)))
    assert merge_neighbours(before) is before


def test_where_roles_are_strict_an_assistant_that_thinks_is_no_exception():
    """Thoughts and words of both stay, in order."""
    thinking = assistant(ReasoningPart("Hm."), "B")
    after = settled(partial(merge_neighbours, strict=True), prompt(user("A"), thinking, thinking, user("C")))

    assert said(after.messages[1]) == ["Hm.", "B", "Hm.", "B"]


def test_who_said_nothing_made_nothing():
    """The maker is told of those that hold something, of empty ones where all are."""
    empty, spoken = AssistantMessage(()), assistant("x", origin=Model("a"))

    for before, maker in (((empty, spoken), Model("a")), ((evolve(empty, origin=Model("b")), spoken), Model("a")), ((empty, empty), None)):
        assert settled(merge_neighbours, prompt(user("?"), *before)).messages[1].origin == maker


def test_users_may_speak_twice():
    """Without `users` their messages stay as they are; those of the model's merge."""
    before = prompt(user("Hi"), user("Anyone?"), assistant("Ho."), assistant("Yes."))
    after = merge_of(before, "gemini", users=False)

    assert [len(message.content) for message in after.messages] == [1, 1, 2]
    assert after.messages[:2] == before.messages[:2]


def test_results_are_gathered_where_users_may_speak_twice():
    """Those that stood in contents of their own."""
    apart = Shape("gemini", ("role", "parts"), "", True)
    before = prompt(user("Hi"), assistant(call("c1", "a"), call("c2", "b")), tool(result("c1")), evolve(tool(result("c2")), shape=apart))

    assert not merge_of(before, "gemini", users=False).messages[3].shape.apart


def test_those_at_the_end_alone_may_be_merged():
    """With `closing`, what the model said before a user or a tool did stays apart, and users' messages do."""
    before = prompt(user("A"), user("B"), assistant("C"), assistant("D"), user("E"), assistant("F"), assistant("G"))
    after = settled(partial(merge_of, format="openai-chat", closing=True), before)

    assert [said(message) for message in after.messages] == [["A"], ["B"], ["C"], ["D"], ["E"], ["F", "G"]]
    untouched(partial(merge_of, format="openai-chat", closing=True), Prompt(), prompt(user("A"), user("B")), prompt(assistant("A"), assistant("B"), user("C")))
    assert len(merge_of(prompt(assistant("A"), assistant("B")), "openai-chat", closing=True).messages) == 1


def test_an_empty_text_of_a_merged_message_may_go():
    """With `blanks`: it was a string of its own; one that carries a token stays, and so does one of a message that is not merged."""
    kept = TextPart("", freeze_object({"google": {"thoughtSignature": "Cs8B"}}))
    before = prompt(user("A"), assistant("", call("c1", "run")), assistant("B", kept), tool(result("c1")), assistant("", call("c2", "run")))
    after = settled(partial(merge_of, format="openai-chat", blanks=True), before)

    assert after.messages[1].content == (call("c1", "run"), TextPart("B"), kept)
    assert after.messages[3] is before.messages[4]


def test_only_the_first_keeps_its_thoughts_where_thoughts_are_not_merged():
    """Those of later messages were made of what stands before them no more; words stay."""
    thought = ReasoningPart("Hm.")
    before = prompt(user("Hi"), assistant(thought, "One."), assistant(thought, "Two."), assistant(thought))
    after = settled(partial(merge_of, format="anthropic", strict=True, thoughts=False), before)

    assert after.messages[1].content == (thought, *assistant("One.", "Two.").content)


def test_empty_texts_stay_unless_it_is_told_otherwise():
    """They are parts like any other."""
    assert said(settled(merge_neighbours, prompt(assistant("A"), assistant("", "B"))).messages[0]) == ["A", "", "B"]


def test_empty_messages_of_one_maker_keep_it():
    """Where none of them says anything, whoever made them all made the one."""
    claude, gpt = Model("anthropic", "claude-sonnet-4-5"), Model("openai", "gpt-5.2")
    same, others = (prompt(assistant(origin=claude), assistant(origin=other)) for other in (claude, gpt))
    assert [settled(merge_neighbours, before).messages[0].origin for before in (same, others)] == [claude, None]
