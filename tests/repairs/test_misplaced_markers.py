"""A marker moves to the nearest part before that may carry one; where there is none, or one is marked already, it goes."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.misplaced_markers import move_misplaced_markers
from segue.shapes import Extras
from tests.repairs.settling import settled, spared, untouched

repair = partial(move_misplaced_markers, owner="anthropic")
MARKER = {"type": "ephemeral", "ttl": "1h"}
MARKED = freeze_object({"anthropic": {"cacheControl": MARKER}})
BLANK, PICTURE = TextPart("", MARKED), FilePart("image/png", "iVBORw0KGgo=")
SIGNED = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "EqoB", "cacheControl": MARKER}}))
FIELD = evolve(SIGNED, provider_options=freeze_object({"anthropic": {"signature": "EqoB"}}), extras=Extras("anthropic", freeze_object({"cache_control": MARKER, "x": 1})))


def marked(given):
    """Return whether each part is marked, message by message."""
    return [[part.provider_options == MARKED for part in message.content] for message in given.messages]


def test_it_moves_to_the_part_before():
    """With what it says; a file will do, and a call, and a result."""
    assert marked(settled(repair, prompt(user("See:", PICTURE, BLANK)))) == [[False, True, False]]
    assert marked(settled(repair, prompt(user("?"), assistant(call("c1", "x"), BLANK), tool(result("c1"))))) == [[False], [True, False], [False]]
    assert marked(settled(repair, prompt(tool(result("c1")), user(BLANK, "And?")))) == [[True], [False, False]]


def test_it_moves_to_the_message_before():
    """Where nothing in its own may carry it; other messages are the same objects."""
    before = prompt(user("Hi"), assistant("Ho"), user(TextPart(" \n", MARKED), "?"))
    after = settled(repair, before)

    assert marked(after) == [[False], [True], [False, False]]
    spared(before, after, 1, 2)


def test_one_marker_is_enough():
    """That of the part before stays as it is."""
    kept = TextPart("Hi", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    after = settled(repair, prompt(user(kept, BLANK, BLANK)))
    assert after.messages[0].content[0] is kept


def test_where_nothing_stands_before_it_goes():
    """So does one behind an unread part alone."""
    assert marked(settled(repair, prompt(user(BLANK, "Hi")))) == [[False, False]]
    assert settled(repair, prompt(user(OpaquePart("note", JsonObject(), "f"), BLANK))).messages[0].content[1] == TextPart("")


def test_a_thought_keeps_its_signature():
    """And other fields, whether the marker was an option or a field."""
    option, field = (settled(repair, prompt(user("Hi"), assistant(thought, "Ho"))) for thought in (SIGNED, FIELD))

    assert marked(option) == marked(field) == [[True], [False, False]]
    assert option.messages[1].content[0].provider_options == field.messages[1].content[0].provider_options == FIELD.provider_options
    assert field.messages[1].content[0].extras.fields == {"x": 1}


def test_a_field_alone_leaves_none():
    """No empty rest."""
    bare = evolve(FIELD, extras=Extras("anthropic", freeze_object({"cache_control": MARKER})))
    assert settled(repair, prompt(user("Hi"), assistant(bare))).messages[1].content[0].extras is None


def test_other_options_of_the_part_stay():
    """The marker is put beside them."""
    told = TextPart("Hi", freeze_object({"anthropic": {"citations": []}, "openai": {"itemId": "msg_1"}}))
    options = settled(repair, prompt(user(told, BLANK))).messages[0].content[0].provider_options
    assert options == freeze_object({"anthropic": {"citations": [], "cacheControl": MARKER}, "openai": {"itemId": "msg_1"}})


def test_markers_in_their_place_stay():
    """And those of another provider or format."""
    untouched(
        repair, Prompt(), prompt(user(TextPart("Hi", MARKED), "")),
        prompt(user("Hi", TextPart("", freeze_object({"bedrock": {"cachePoint": {}}})))),
        prompt(user("Hi"), assistant(evolve(FIELD, extras=Extras("openai-chat", freeze_object({"cache_control": MARKER}))))),
        prompt(user("Hi"), assistant(evolve(FIELD, extras=Extras("anthropic", freeze_object({"x": 1}))))),
    )  # fmt: skip


def test_fields_of_others_than_thoughts_stay():
    """A text's marker is its option; what nobody claims of it is left, and so are a thought's other fields, the very same."""
    field = Extras("anthropic", freeze_object({"cache_control": MARKER}))
    assert settled(repair, prompt(user(evolve(BLANK, extras=field), "Hi"))).messages[0].content[0].extras is field
    other = Extras("anthropic", freeze_object({"x": 1}))
    assert settled(repair, prompt(assistant(evolve(SIGNED, extras=other), "Ho"))).messages[0].content[0].extras is other


def test_a_thought_may_have_no_options():
    """Then its field alone goes; and options that held a marker alone are the empty ones that all share."""
    bare = evolve(FIELD, provider_options=EMPTY)
    assert settled(repair, prompt(assistant(bare, "Ho"))).messages[0].content[0].provider_options is EMPTY
    assert settled(repair, prompt(user(BLANK, "Hi"))).messages[0].content[0].provider_options is EMPTY
