"""The schema of a function's arguments says what its annotations say."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import pytest

from segue_shell.conversation.schemas import schema_of

HINTS = {
    "text": (str, {"type": "string"}),
    "a whole number": (int, {"type": "integer"}),
    "a number": (float, {"type": "number"}),
    "yes or no": (bool, {"type": "boolean"}),
    "a list": (list[int], {"type": "array", "items": {"type": "integer"}}),
    "a bare list": (list, {"type": "array"}),
    "a set": (set[str], {"type": "array", "items": {"type": "string"}}),
    "a dict": (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
    "a bare dict": (dict, {"type": "object"}),
    "a choice": (Literal["m", "ft"], {"type": "string", "enum": ["m", "ft"]}),
    "a mixed choice": (Literal["m", 1], {"enum": ["m", 1]}),
    "one or none": (int | None, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
    "one or another": (int | str, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
    "described": (Annotated[str, 7, "A town."], {"type": "string", "description": "A town."}),
    "annotated only": (Annotated[str, 7], {"type": "string"}),
    "anything": (Any, {}),
    "a class of one's own": (type("Town", (), {}), {}),
    "a type": (type[int], {}),
    "what is no type": (Callable[[], int] | int, {"anyOf": [{}, {"type": "integer"}]}),
    "a type variable": (TypeVar("T"), {}),
}


@pytest.mark.parametrize(("hint", "schema"), HINTS.values(), ids=HINTS)
def test_what_an_annotation_says(hint, schema):
    """Each kind of annotation has its schema; what is not known may be anything."""

    def function(given): ...

    function.__annotations__ = {"given": hint}
    assert json.loads(json.dumps(schema_of(function)["properties"]["given"])) == schema


def test_which_arguments_are_required():
    """What has a default is not; what cannot be given by its name is not offered."""

    def function(first, /, second, *rest, third=3, fourth, **others): ...

    made = schema_of(function)
    assert (list(made["properties"]), made["required"]) == (["second", "third", "fourth"], ("second", "fourth"))


def test_annotations_that_mean_nothing_here():
    """Names that cannot be found, and callables without annotations, say nothing."""

    def function(town: "Nowhere"): ...  # noqa: F821, UP037  # it is nowhere

    assert schema_of(function)["properties"] == schema_of(partial(function))["properties"] == {"town": {}}
