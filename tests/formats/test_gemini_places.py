"""Gemini: where records stand in their payload, and tool names put back into replies."""

import pytest

from segue.formats.gemini import GEMINI

TEXT = {"text": "t"}
GIVEN = {"functionResponse": {"name": "a", "response": {}}}
CALL = {"functionCall": {"name": "a", "args": {}}}


def places(payload):
    """Return the places of a payload that is read."""
    return GEMINI.places(GEMINI.decode(payload).unwrap())


def at(payload, place):
    """Return what stands at a place."""
    for step in place:
        payload = payload[step]
    return payload


def test_places_of_a_body():
    """Contents are found by index, their parts by index under `parts`, the instruction under its key as it is spelled."""
    body = {
        "system_instruction": {"parts": [TEXT]},
        "contents": [{"role": "user", "parts": [TEXT]}, {"role": "model", "parts": [TEXT, CALL]}],
    }
    assert places(body) == (
        (("system_instruction",), (("system_instruction", "parts", 0),)),
        (("contents", 0), (("contents", 0, "parts", 0),)),
        (("contents", 1), (("contents", 1, "parts", 0), ("contents", 1, "parts", 1))),
    )


def test_places_of_a_content_that_became_several_messages():
    """Results and words of one content share its place and keep their indexes; the next content is another, also of the same role."""
    found = places(
        [{"role": "user", "parts": [GIVEN, TEXT, TEXT, GIVEN]}, {"role": "user", "parts": [GIVEN]}, {"role": "user", "parts": [TEXT]}]
    )
    assert [place for place, _ in found] == [(0,), (0,), (0,), (1,), (2,)]
    assert [parts for _, parts in found][:3] == [((0, "parts", 0),), ((0, "parts", 1), (0, "parts", 2)), ((0, "parts", 3),)]


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("s", (("systemInstruction",), (("systemInstruction",),))),
        (TEXT, (("systemInstruction",), (("systemInstruction",),))),
        (["a", TEXT], (("systemInstruction",), (("systemInstruction", 0), ("systemInstruction", 1)))),
        ({}, (("systemInstruction",), ())),
        ({"parts": TEXT}, (("systemInstruction",), (("systemInstruction", "parts"),))),
    ],
)
def test_places_of_instructions(instruction, expected):
    """A text or part is where the instruction is, those of a list are found by index."""
    assert places({"contents": [], "systemInstruction": instruction}) == (expected,)


def test_places_of_the_arguments_of_an_sdk():
    """Settings are found in `config`, contents that are no list under their key alone."""
    assert places({"contents": "t", "config": {"systemInstruction": "s"}}) == (
        (("config", "systemInstruction"), (("config", "systemInstruction"),)),
        (("contents",), (("contents",),)),
    )
    assert places({"contents": {"parts": [TEXT]}}) == ((("contents",), (("contents", "parts", 0),)),)


def test_places_of_parts_in_no_list():
    """The only part of a content stands where the list would."""
    assert places([{"role": "user", "parts": TEXT}, {"role": "model", "parts": CALL}]) == (((0,), ((0, "parts"),)), ((1,), ((1, "parts"),)))


def test_places_of_bare_contents():
    """In bare contents a place starts with the index; a text or part in place of a content is at that place itself."""
    assert places([{"parts": [TEXT]}, "t", TEXT]) == (((0,), ((0, "parts", 0),)), ((1,), ((1,),)), ((2,), ((2,),)))
    assert places("t") == (((), ((),)),)


def test_each_place_leads_to_its_part():
    """Following a part's place in the payload leads to what the part was read from."""
    body = {
        "systemInstruction": {"parts": [TEXT]},
        "contents": [{"role": "user", "parts": [GIVEN, TEXT]}, {"role": "system", "parts": [TEXT]}],
    }
    assert [at(body, part) for _, parts in places(body) for part in parts] == [TEXT, GIVEN, TEXT, TEXT]


NAMES = {"a_b": "a.b", "same": "same"}


def reply(name, call="functionCall"):
    """Make a reply that calls a tool of this name, and is given that name as well."""
    parts = [{"text": "a_b"}, {call: {"name": name, "args": {"name": "a_b", "parts": [{"functionCall": {"name": "a_b"}}]}}}]
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}], "modelVersion": "a_b"}


@pytest.mark.parametrize("key", ["functionCall", "function_call", "functionResponse", "function_response"])
def test_names_are_put_back(key):
    """A name is put back into a call or response, in either spelling, and nowhere else."""
    assert GEMINI.restore(reply("a_b", key), NAMES) == reply("a.b", key)


def test_names_are_put_back_in_chunks():
    """The chunks of a streamed reply, in a list or one by one, and an SDK's own history of calls are restored too."""
    assert GEMINI.restore([reply("a_b"), reply("x")], NAMES) == [reply("a.b"), reply("x")]
    content = reply("a_b")["candidates"][0]["content"]
    restored = reply("a.b")["candidates"][0]["content"]
    assert GEMINI.restore({"automatic_function_calling_history": [content]}, NAMES) == {"automatic_function_calling_history": [restored]}
    assert GEMINI.restore(content["parts"][1], NAMES) == restored["parts"][1]


@pytest.mark.parametrize(
    "kept",
    [reply("x"), reply("same"), reply(None), [reply("x")], {"candidates": None}, {"parts": ["a_b", {"functionCall": "a_b"}]}, "a_b", None],
)
def test_a_reply_without_aliases_is_returned_itself(kept):
    """Where nothing changes the very reply comes back."""
    assert GEMINI.restore(kept, NAMES) is kept
