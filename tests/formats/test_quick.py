"""Fast constructors make the records that slow ones make."""

import copy
import pickle

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from segue.formats.quick import quick
from segue.json_values import EMPTY
from segue.parts import FilePart, JsonPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, SystemMessage, ToolMessage, UserMessage

RECORDS = [
    TextPart("a"), ReasoningPart("a"), FilePart("a/b", "A"), JsonPart(1), ToolCallPart("a", "b", EMPTY), ToolResultPart("a", "b", ()),
    SystemMessage(()), UserMessage(()), AssistantMessage(()), ToolMessage(()),
]  # fmt: skip


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_the_same_record(record):
    """A fast record equals, hashes, prints, copies, pickles and evolves as the slow one does."""
    made = quick(type(record))(*(getattr(record, name) for name in record.__slots__ if name != "__weakref__"))
    assert (made, hash(made), repr(made), type(made)) == (record, hash(record), repr(record), type(record))
    assert copy.copy(made) == pickle.loads(pickle.dumps(made)) == evolve(made) == record  # noqa: S301


def test_it_is_frozen():
    """A fast record cannot be changed."""
    with pytest.raises(FrozenInstanceError):
        quick(TextPart)("a", EMPTY, None, None).text = "b"
