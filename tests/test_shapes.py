"""Layouts and unclaimed fields belong to one format, and order is restored."""

from segue.json_values import EMPTY, JsonObject
from segue.parts import TextPart
from segue.shapes import Extras, Shape, extras_for, in_order, shape_for

FIELDS = {"a": 1, "b": 2, "c": 3}


def test_unclaimed_fields_go_to_their_own_format_only():
    """Another format is given none of them, nor is any where there are none."""
    extras = Extras("anthropic", JsonObject(usage=1))
    assert [extras_for(given, "anthropic") for given in (extras, Extras("openai-chat", extras.fields), None)] == [{"usage": 1}, EMPTY, EMPTY]


def test_a_shape_is_heeded_by_its_own_format_only():
    """Another format does not see it."""
    shape = Shape("anthropic")
    assert shape_for(shape, "anthropic") is shape
    assert shape_for(shape, "openai-chat") is None
    assert shape_for(None, "anthropic") is None


def test_fields_take_the_order_they_had():
    """Known keys come in the shape's order, those it lacks last, and those that are gone stay away."""
    assert list(in_order(FIELDS, Shape("x", ("c", "gone", "a"))).items()) == [("c", 3), ("a", 1), ("b", 2)]


def test_fields_in_order_are_left_alone():
    """Without a shape, without its keys, or in order already, the very fields are returned."""
    for shape in (None, Shape("x"), Shape("x", ("a", "b", "c"))):
        assert in_order(FIELDS, shape) is FIELDS


def test_a_shape_says_nothing_about_meaning():
    """Records that differ in shape alone are equal, hash alike and print alike; those that differ in extras are not equal."""
    plain, shaped = TextPart("a"), TextPart("a", shape=Shape("anthropic", ("text", "type")))
    assert (plain, hash(plain), repr(plain)) == (shaped, hash(shaped), repr(shaped))
    assert plain != TextPart("a", extras=Extras("anthropic"))
