"""Parts are immutable values, and their options are found under the provider's name."""

import pytest
from attrs import fields
from attrs.exceptions import FrozenInstanceError

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.shapes import Shape

SIGNED = freeze_object({"anthropic": {"signature": "c2ln", "cacheControl": None}, "openai": "x"})
PARTS = [
    TextPart("a"), ReasoningPart("a"), FilePart("a/b", "A"), JsonPart(1), ToolCallPart("a", "b", EMPTY), ToolResultPart("a", "b", ()),
    OpaquePart("a", EMPTY, "b"),
]  # fmt: skip
each = pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)


@each
def test_parts_cannot_be_changed(part):
    """No field of a part can be set, and none added."""
    with pytest.raises(FrozenInstanceError):
        part.shape = Shape("x")
    assert not hasattr(part, "__dict__")


@each
def test_shape_is_last_and_does_not_count(part):
    """The layout is the last field of every part and takes no share in equality."""
    last = fields(type(part))[-1]
    assert (last.name, bool(last.eq), last.repr) == ("shape", False, False)


def test_who_made_a_part_counts():
    """Two thoughts of different makers are different thoughts."""
    assert ReasoningPart("a", origin=Model("anthropic")) != ReasoningPart("a", origin=Model("deepseek"))


@pytest.mark.parametrize(
    ("provider", "name", "value"),
    [("anthropic", "signature", "c2ln"), ("anthropic", "redactedData", None), ("anthropic", "cacheControl", None), ("google", "signature", None)],
)
def test_an_option(provider, name, value):
    """An option is its value, None where the provider, the option or its value is not there."""
    assert option(ReasoningPart("a", SIGNED), provider, name) == value


def test_options_that_are_no_object_hold_nothing():
    """Where a provider's options are no object, and where a record has none, there is no option."""
    assert option(TextPart("a", SIGNED), "openai", "x") is None
    assert option(OpaquePart("a", JsonObject(signature="c2ln"), "b"), "anthropic", "signature") is None
