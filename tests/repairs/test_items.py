"""What makes an item of a reply, and which items came of which thought."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import FORMAT
from segue.prompts import AssistantMessage, assistant, call, prompt, result, tool, user
from segue.repairs._items import half_named, let_go, lone, named_twice, oddly_named, units, unled
from segue.shapes import Shape
from tests.repairs.settling import spared


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


def thinks(id=None, encrypted="g", **more):
    """Return a thought."""
    tokens = ({"itemId": id} if id is not None else {}) | ({"reasoningEncryptedContent": encrypted} if encrypted else {})
    return ReasoningPart("Hm.", openai(**tokens), **more)


def says(id=None, text="Yes.", **more):
    """Return words."""
    return TextPart(text, EMPTY if id is None else openai(itemId=id), **more)


def calls(id=None, form="", **more):
    """Return a call, from an item of this kind."""
    shape = Shape(FORMAT, form=form) if form else None
    return evolve(call("c1", "run"), provider_options=EMPTY if id is None else openai(itemId=id), shape=shape, **more)


def shown(*messages):
    """Return the units as texts: kinds and ids, thoughts before a bar, outputs behind."""
    return [
        "|".join(" ".join(f"{item.kind}:{item.id}{'+' * (len(item.ats) - 1)}" for item in items) for items in (unit.thoughts, unit.outputs))
        for unit in units(prompt(*messages).messages)
    ]


def test_a_unit_is_a_thought_and_what_came_of_it():
    """Up to the next thought, over several messages of the model, and no further than its turn."""
    turn = (assistant(thinks("rs_1"), says("msg_1"), calls("fc_1"), thinks("rs_2"), calls()), assistant(says("msg_2")))

    assert shown(user("Hi"), *turn, tool(result("c1")), assistant(says("msg_3")), user("?")) == [
        "reasoning:rs_1|message:msg_1 call:fc_1", "reasoning:rs_2|call:None message:msg_2", "|message:msg_3",
    ]  # fmt: skip


def test_an_item_goes_on_under_its_id():
    """A thought and words of one id are two items all the same; words are blank where all pieces of them are."""
    assert shown(assistant(thinks("x"), says("x"))) == ["reasoning:x|message:x"]
    assert list(lone(units([assistant(thinks("rs_1"), says("msg_1", ""), says("msg_1"))]))) == []


def test_what_stands_between_parts_a_unit():
    """A file, a search of another format's, an item that is carried unread."""
    search = ToolCallPart("s", "search", EMPTY, hosted=True, shape=Shape("anthropic"))
    unread = OpaquePart("web_search_call", EMPTY, FORMAT, shape=Shape(FORMAT))
    for part in (FilePart("image/png", "iVBORw0KGgo="), search, unread):
        assert shown(assistant(thinks("rs_1"), part, says("msg_1"))) == ["reasoning:rs_1|", "|message:msg_1"]


def test_a_result_with_an_id_is_an_answer():
    """Of no unit."""
    assert shown(tool(evolve(result("c1"), provider_options=openai(itemId="fco_1")))) == ["|answer:fco_1"]


def test_a_thought_alone_may_be_oddly_named():
    """Though nothing came of it."""
    assert len(list(oddly_named(units([assistant(thinks("x.y"))])))) == 1


def test_other_options_stay_where_an_id_goes():
    """Those of other providers, and of nobody's nothing is left."""
    both = evolve(says("msg_1"), provider_options=freeze_object({"openai": {"itemId": "msg_1"}, "anthropic": {"x": 1}}))
    before = prompt(assistant(both, says("msg_2")))
    after = let_go(before, [(unit, ()) for unit in units(before.messages)]).messages[0].content

    assert after[0].provider_options == {"anthropic": {"x": 1}}
    assert after[1].provider_options is EMPTY


def test_thoughts_in_a_row_are_one_units():
    """What came of them came of all."""
    assert shown(assistant(thinks("rs_1"), thinks("rs_2"), says("msg_1"))) == ["reasoning:rs_1 reasoning:rs_2|message:msg_1"]


def test_pieces_of_one_summary_are_one_item():
    """They have one id and no layout of an item, and are encrypted if any is."""
    pieces = (thinks("rs_1", ""), thinks("rs_1", "g"), thinks("rs_1", ""))
    (unit,) = units(prompt(assistant(*pieces)).messages)

    assert shown(assistant(*pieces)) == ["reasoning:rs_1++|"]
    assert unit.thoughts[0].encrypted
    assert shown(assistant(*(evolve(piece, shape=Shape(FORMAT)) for piece in pieces[:2]))) == ["reasoning:rs_1 reasoning:rs_1|"]
    assert shown(assistant(thinks(), thinks())) == ["reasoning:None reasoning:None|"]


def test_texts_of_one_item_are_one():
    """Neighbours of one message under one id, but for one whose layout says that it stood in another item."""
    laid = Shape(FORMAT, ("type",), "output_text", detail=("completed", (), 0))
    two = (says("msg_1", shape=evolve(laid, apart=True)), says("msg_1", shape=laid))

    assert shown(assistant(*two)) == ["|message:msg_1+"]
    assert shown(assistant(two[0], two[0])) == ["|message:msg_1 message:msg_1"]
    assert shown(assistant(says("msg_1"), says("msg_1"))) == ["|message:msg_1+"]
    assert shown(assistant(says("msg_1"), two[1])) == ["|message:msg_1 message:msg_1"]
    assert shown(assistant(says("msg_1")), assistant(says("msg_1"))) == ["|message:msg_1 message:msg_1"]
    assert shown(assistant(says("msg_1"), calls(), says("msg_1"))) == ["|message:msg_1 call:None message:msg_1"]


def test_unread_content_does_not_part_an_item():
    """It stood among the texts; what stood by itself ends the unit."""
    piece = OpaquePart("image", freeze_object({"type": "image"}), FORMAT, shape=Shape(FORMAT, form="piece"))

    assert shown(assistant(thinks("rs_1"), says("msg_1"), piece, says("msg_1"))) == ["reasoning:rs_1|message:msg_1+"]
    assert shown(assistant(thinks("rs_1"), evolve(piece, shape=None), says("msg_1"))) == ["reasoning:rs_1|", "|message:msg_1"]


SEARCH = ToolCallPart("ws_1", "web_search", EMPTY, hosted=True, provider_options=openai(itemId="ws_1"), shape=Shape(FORMAT, form="web_search_call"))


def test_an_item_that_needs_its_id_stands_apart():
    """It ends the unit, and something came of the thought."""
    first, second, third = units(prompt(assistant(thinks("rs_1"), SEARCH, says("msg_1"))).messages)

    assert (first.led, second.apart, second.fixed(), third.led) == (True, True, True, False)
    assert shown(assistant(thinks("rs_1"), SEARCH, says("msg_1"))) == ["reasoning:rs_1|", "|web_search_call:ws_1", "|message:msg_1"]


@pytest.mark.parametrize(("form", "ends"), [("function_call", False), ("custom_tool_call", False), ("shell_call", True), ("function_call json", False)])
def test_only_functions_are_followed_by_more(form, ends):
    """Behind another kind of call the unit ends."""
    assert len(shown(assistant(thinks("rs_1"), calls("x", form), says("msg_1")))) == 1 + ends


@pytest.mark.parametrize(
    ("part", "led"),
    [
        (evolve(SEARCH, shape=None), True), (evolve(result("ws_1"), hosted=True), True), (result("c1"), False),
        (FilePart("image/png", "AA=="), False), (OpaquePart("poll", EMPTY, "elsewhere"), True),
    ],
)  # fmt: skip
def test_what_ends_a_unit(part, led):
    """Tools that a provider ran and what is not known are something; files and results of the caller's are not the model's."""
    assert [unit.led for unit in units(prompt(assistant(thinks("rs_1"), part, part)).messages)] == [led]


def test_results_with_ids_stand_apart():
    """They can go without; those without id are none."""
    (unit,) = units(prompt(assistant(calls()), tool(evolve(result("c1"), provider_options=openai(itemId="fco_1")), result("c2"))).messages)[1:]

    assert (unit.apart, unit.fixed(), unit.outputs[0].ats) == (True, False, [(1, 0)])


def test_who_made_what_came_of_it():
    """The message's maker; a thought has its own."""
    gpt = Model("openai", "gpt-5.2")
    (unit,) = units((AssistantMessage((thinks(origin=gpt), says()), gpt),))

    assert (unit.maker, unit.thoughts[0].origin) == (gpt, gpt)


def broken(choice, *content):
    """Tell which units of a reply a choice names."""
    found = units(prompt(assistant(*content)).messages)
    return [found.index(unit) for unit in choice(found)]


@pytest.mark.parametrize(
    ("choice", "content", "named"),
    [
        (oddly_named, (says("msg_1"), thinks("msg_2"), calls("fc_1")), [1]),
        (oddly_named, (thinks("rs_1"), calls("x" * 65, "shell_call"), calls("ctc_1"), calls("ctc_1", "function_call")), [0, 1]),
        (oddly_named, (evolve(SEARCH, provider_options=openai(itemId="1.2")),), []),
        (named_twice, (thinks("rs_1"), says("msg_1"), thinks("rs_1"), says("msg_2"), thinks("rs_3"), says("msg_2")), [1]),
        (named_twice, (says("msg_1"), calls(), says("msg_1"), SEARCH, SEARCH, says("ws_1")), [0, 3]),
        (half_named, (thinks("rs_1"), says("msg_1"), thinks("rs_2"), says(), thinks(), says("msg_3"), thinks(), says()), [1, 2]),
        (half_named, (says("msg_1"), calls()), []),
        (unled, (says("msg_1"), thinks("rs_2"), says("msg_2")), [0]),
        (unled, (says(), calls()), []),
        (unled, (SEARCH,), []),
        (lone, (says("msg_1"), thinks("rs_1"), SEARCH, thinks(), says(text=" \n"), says(text="")), [3]),
        (lone, (thinks(None, ""),), []),
        (lone, (evolve(SEARCH, shape=None), thinks("rs_1")), [0]),
        (lone, (thinks("rs_1", ""), thinks(None, "")), [0]),
    ],
)  # fmt: skip
def test_what_is_amiss(choice, content, named):
    """Each choice names the units that it is for, by their number."""
    assert broken(choice, *content) == named


def test_an_id_is_free_again_where_a_unit_let_go():
    """A unit that loses its ids takes none from those behind it."""
    assert broken(named_twice, says("msg_1"), thinks("rs_1"), says("msg_1"), thinks("rs_2"), thinks("rs_1"), says("msg_3")) == [1]


def test_letting_go():
    """Ids go and thoughts that are nothing without; other options and other messages stay, and messages of nothing go."""
    spoken = TextPart("Yes.", freeze_object({"openai": {"itemId": "msg_1", "phase": "final_answer"}, "google": {"x": 1}}))
    before = prompt(
        user("Hi"), assistant(thinks("rs_1"), thinks("rs_1", ""), spoken), assistant(thinks("rs_2", "")), tool(evolve(result("c1"), provider_options=openai(itemId="x"))),
    )  # fmt: skip
    after = let_go(before, [(unit, ()) for unit in units(before.messages)])

    assert after.messages[1:] == (
        assistant(thinks(), TextPart("Yes.", freeze_object({"openai": {"phase": "final_answer"}, "google": {"x": 1}}))),
        tool(result("c1")),
    )
    assert after.messages[1].content[0].provider_options["openai"] == {"reasoningEncryptedContent": "g"}
    spared(before, after, 1, 2, 3)


def test_thoughts_that_go():
    """They alone, whatever tokens they have, and the ids of the rest; parts without ids are the same objects."""
    words = says()
    before = prompt(assistant(thinks(), words, calls("fc_1")), AssistantMessage(()))
    (unit,) = units(before.messages)
    after = let_go(before, [(unit, unit.thoughts)])

    assert after.messages == (assistant(words, calls()), AssistantMessage(()))
    assert after.messages[0].content[0] is words
    assert after.messages[1] is before.messages[1]


def test_nothing_to_let_go():
    """The very prompt comes back."""
    before = prompt(assistant(says()))

    assert let_go(before, []) is before
    assert let_go(before, [(unit, ()) for unit in units(before.messages)]) is before
