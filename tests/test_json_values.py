"""JSON values: what freezes, what is refused and where, and what counts as the same."""

import copy
import json
import pickle
from collections import OrderedDict
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType

import pytest

from segue.json_values import (
    EMPTY,
    MAX_DEPTH,
    MAX_DIGITS,
    JsonObject,
    JsonText,
    Malformed,
    dump,
    freeze,
    freeze_object,
    is_whole,
    json_text,
    parse,
    parse_object,
    same_json,
    thaw,
)  # fmt: skip


def nested(depth, leaf=None):
    """Lists in lists, `depth` of them."""
    for _ in range(depth):
        leaf = [leaf]
    return leaf


def objects(depth, leaf=None):
    """Objects in objects, `depth` of them."""
    for _ in range(depth):
        leaf = {"a": leaf}
    return leaf


class Count(IntEnum):
    """A number with a name."""

    ONE = 1


class Word(StrEnum):
    """A text with a name."""

    HI = "hi"


class Role(str, Enum):  # noqa: UP042 - as SDKs have them: its `str` is not its value
    """A text with a name, in the older spelling."""

    USER = "user"


class Length(float):
    """A number of a class of its own."""


class Rows(list):
    """A list of a class of its own."""


# Objects that cannot be changed.

MUTATIONS = {
    "set": lambda box: box.__setitem__("a", 2),
    "delete": lambda box: box.__delitem__("a"),
    "or": lambda box: box.__ior__({"a": 2}),
    "update": lambda box: box.update(a=2),
    "setdefault": lambda box: box.setdefault("b", 2),
    "pop": lambda box: box.pop("a"),
    "popitem": lambda box: box.popitem(),
    "clear": lambda box: box.clear(),
}


@pytest.mark.parametrize("mutate", MUTATIONS.values(), ids=MUTATIONS)
def test_an_object_cannot_be_changed(mutate):
    """Every way to change a dict raises, says so, and changes nothing."""
    box = JsonObject(a=1)
    with pytest.raises(TypeError, match="a JsonObject cannot be changed"):
        mutate(box)
    assert box == {"a": 1}


def test_an_object_has_no_room_for_more():
    """An object takes no attributes either."""
    with pytest.raises(AttributeError):
        EMPTY.more = 1


def test_equal_objects_hash_alike():
    """Objects of the same content are one in a set, in whatever order they were made."""
    assert len({JsonObject(a=1, b=(2,)), JsonObject(b=(2,), a=1), JsonObject(a=1)}) == 2


def test_copying_gives_the_object_itself():
    """There is nothing to protect from whoever holds a copy."""
    box = JsonObject(a=JsonObject(b=1))
    assert copy.copy(box) is box
    assert copy.deepcopy([box])[0] is box


def test_an_object_survives_pickling():
    """A pickled object comes back equal, of its class and still closed."""
    box = pickle.loads(pickle.dumps(JsonObject(a=JsonObject(b=1))))  # noqa: S301
    assert box == {"a": {"b": 1}}
    assert type(box) is type(box["a"]) is JsonObject


def test_with_adds_and_replaces():
    """A new object has these items too, in place where the key was known; the old one is as it was."""
    box = JsonObject(a=1, b=2)
    assert list(box.with_(a=3, c=4).items()) == [("a", 3), ("b", 2), ("c", 4)]
    assert box == {"a": 1, "b": 2}


def test_without_takes_away():
    """A new object lacks these keys and is closed too; where there are none it is the object itself."""
    box = JsonObject(a=1, b=2)
    assert box.without("a", "c") == {"b": 2}
    assert type(box.without("a")) is JsonObject
    assert box.without("c") is box


# Freezing.

PLAIN = [None, True, False, 0, -7, 10**18, -(10**18), 1.5, -0.0, "", "é", [], {}, [[], {}], {"a": [1, {"b": None}], "c": True}]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_freezing_and_thawing_gives_it_back(value):
    """What was frozen thaws to the same JSON, to the letter, in plain dicts and lists."""
    back = thaw(freeze(value))
    assert same_json(back, value)
    assert repr(back) == repr(value)


def test_frozen_arrays_are_tuples():
    """Every list becomes a tuple and every dict an object, at any depth."""
    frozen = freeze([{"a": [1, {"b": ()}]}])
    assert repr(frozen) == "({'a': (1, {'b': ()})},)"
    assert type(frozen[0]) is type(frozen[0]["a"][1]) is JsonObject


def test_freezing_is_a_copy():
    """What the caller does to the payload afterwards is not seen, nor the other way round."""
    given = {"a": [1]}
    frozen = freeze(given)
    given["a"].append(2)
    thawed = thaw(frozen)
    thawed["a"].append(3)
    assert frozen == {"a": (1,)}


SUBCLASSES = [
    (Count.ONE, 1), (Length(1.5), 1.5), (Word.HI, "hi"), (Role.USER, "user"), (JsonText("{}"), "{}"), (OrderedDict(a=1), {"a": 1}),
    (MappingProxyType({"a": [Count.ONE]}), {"a": (1,)}), ((1, "a"), (1, "a")),
    (Rows(["a", {"b": Rows([1])}]), ("a", {"b": (1,)})),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), SUBCLASSES, ids=[type(value).__name__ for value, _ in SUBCLASSES])
def test_classes_of_their_own_become_plain(value, expected):
    """Values of subclasses and other mappings become the JSON that they stand for."""
    frozen = freeze(value)
    assert frozen == expected
    assert type(frozen) in {int, float, str, tuple, JsonObject}
    for inner in (freeze([value])[0], freeze({"a": value})["a"], freeze(((value,),))[0][0]):
        assert (inner, type(inner)) == (expected, type(frozen))


LONGEST = 10**MAX_DIGITS - 1
REFUSED = {
    "nan": (float("nan"), "a finite number", ()),
    "infinity": ([1.0, float("-inf")], "a finite number", (1,)),
    "infinity of a subclass": (Length("inf"), "a finite number", ()),
    "bytes": ({"a": b"x"}, "JSON", ("a",)),
    "a set": ([[], [set()]], "JSON", (1, 0)),
    "a key": ({"a": {"b": {1: 2}}}, "a string as key", ("a", "b")),
    "a key of a subclass": ({Word.HI: 2}, "a string as key", ()),
    "a long integer": ({"a": [0, LONGEST + 1]}, "an integer of at most 4300 digits", ("a", 1)),
    "a long negative integer": (-LONGEST - 1, "an integer of at most 4300 digits", ()),
    "depth of lists": (nested(MAX_DEPTH + 1), "nesting of at most 256", (0,) * MAX_DEPTH),
    "depth below an object": ({"a": nested(MAX_DEPTH)}, "nesting of at most 256", ("a", *(0,) * (MAX_DEPTH - 1))),
    "depth of objects": (objects(MAX_DEPTH + 1), "nesting of at most 256", ("a",) * MAX_DEPTH),
    "depth of objects in lists": (nested(1, objects(MAX_DEPTH)), "nesting of at most 256", (0, *("a",) * (MAX_DEPTH - 1))),
}


@pytest.mark.parametrize(("value", "expected", "path"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_json_is_refused(value, expected, path):
    """What cannot be JSON is refused with its place and what was expected there."""
    with pytest.raises(Malformed) as caught:
        freeze(value)
    assert (caught.value.expected, caught.value.path) == (expected, path)


def test_the_last_that_is_allowed():
    """Integers of 4,300 digits and 256 levels are frozen, and such an integer can still be written."""
    assert freeze(LONGEST) == LONGEST
    assert len(json.dumps(freeze(-LONGEST))) == MAX_DIGITS + 1
    for deepest in (nested(MAX_DEPTH), objects(MAX_DEPTH)):
        assert same_json(thaw(freeze(deepest)), deepest)
    assert same_json(freeze_object(objects(MAX_DEPTH)), objects(MAX_DEPTH))


@pytest.mark.parametrize("value", [None, [], "a", 5, [("a", 1)]])
def test_only_objects_freeze_as_objects(value):
    """Anything but an object is refused where an object is due, and named."""
    with pytest.raises(Malformed, match="an object") as caught:
        freeze_object(value)
    assert caught.value.found is value


@pytest.mark.parametrize("value", [{"a": [1]}, MappingProxyType({"a": [1]})])
def test_every_mapping_freezes_as_an_object(value):
    """Dicts and other mappings freeze as objects, and their depth counts from where they stand."""
    assert freeze_object(value) == {"a": (1,)}
    with pytest.raises(Malformed, match="nesting"):
        freeze_object(value, MAX_DEPTH - 1)


def test_a_fault_knows_its_way_out():
    """Steps that are added to a fault stand before those it has."""
    fault = Malformed("JSON", b"", ("b", 0))
    assert fault.at("a", 1).at("z") is fault
    assert fault.path == ("z", "a", 1, "b", 0)
    assert isinstance(fault, ValueError)


def test_thawed_json_text_is_a_plain_string():
    """JSON text thaws to a string of Python's own class."""
    thawed = thaw(JsonObject(a=JsonText("{}")))
    assert thawed == {"a": "{}"}
    assert type(thaw(JsonText("{}"))) is str


# The same to the letter.

SAME = [
    (None, None), (1, 1), (1.5, 1.5), ("a", JsonText("a")), (0.0, 0.0), (-0.0, -0.0), ([1, [2]], (1, (2,))), ({}, EMPTY),
    ({"a": 1, "b": 2}, JsonObject(a=1, b=2)), (True, True), (Count.ONE, 1), (Role.USER, "user"), (Length(1.5), 1.5),
]  # fmt: skip
DIFFERENT = [
    (1, 1.0), (1, True), (0, False), (0.0, -0.0), (None, False), (None, 0), ("1", 1), ([], {}), ([], ""), ([1], [1, 1]), ([1, 2], [2, 1]),
    ({"a": 1}, {"a": True}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ({"a": 1}, {}), ({"a": [0.0]}, {"a": [-0.0]}), (1.0, 2.0), ("a", "b"),
    (Count.ONE, True), (Count.ONE, 1.0), (Count.ONE, 2), (Role.USER, "Role.USER"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SAME)
def test_same(left, right):
    """Lists and tuples, dicts and objects, text and JSON text are the same JSON where they hold the same."""
    assert same_json(left, right)
    assert same_json(right, left)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_different(left, right):
    """Types, the sign of zero, order and length are told apart."""
    assert not same_json(left, right)
    assert not same_json(right, left)


# Text.


@pytest.mark.parametrize("text", ["NaN", "Infinity", "[-Infinity]", "1e999", '{"a": -1e999}', "", "{", "[1,]", "'a'", "[" * 100_000, "1" * 4301])
def test_text_that_is_not_json(text):
    """Text that is not JSON, or holds what JSON cannot say, raises ValueError and nothing else."""
    with pytest.raises(ValueError, match=r"."):
        parse(text)


def test_text_that_is_json():
    """Text is parsed to plain values; a float stays one."""
    assert same_json(parse(' {"a": [1, 1.0, -0.0, "é", null, true]} '), {"a": [1, 1.0, -0.0, "é", None, True]})


OBJECT_TEXTS = {'{"a": 1}': {"a": 1}, "{}": {}, '{"a": "' + "{" * 300 + '"}': {"a": "{" * 300}}
NO_OBJECT_TEXTS = ["[]", "1", '"{}"', "null", '{"a": NaN}', '{"a": 1', "", '{"a": ' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}"]


@pytest.mark.parametrize(("text", "expected"), OBJECT_TEXTS.items())
def test_text_of_an_object(text, expected):
    """Text of an object gives it, and is marked as such; brackets in its strings do not count as depth."""
    assert parse_object(text) == expected
    assert type(json_text(text)) is JsonText
    assert json_text(text) == text


@pytest.mark.parametrize("text", NO_OBJECT_TEXTS)
def test_text_of_no_object(text):
    """Text that holds no object, or one that no record could hold, gives none and is not marked."""
    assert parse_object(text) is None
    assert type(json_text(text)) is str


def test_the_deepest_object_in_a_text():
    """An object of 256 levels is still one."""
    assert parse_object('{"a": ' + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "}") is not None


def test_dumping_keeps_letters():
    """Text is written on one line with its own letters, and records as the JSON that they are."""
    assert dump(JsonObject(a=("é\n", 1.0))) == '{"a": ["é\\n", 1.0]}'


def test_halves_of_characters_are_told_where_they_are():
    """In a text, a key, an array and what is nested; an object that nobody looked at is not said to be whole."""
    half, whole = "cut \ud83d", "🚆 é"

    assert all(map(is_whole, (whole, "", 1, None, freeze({"a": whole, "b": 1, "c": [whole, {whole: None}], "d": {}}))))
    assert not any(map(is_whole, (half, (half,), freeze({"a": half}), freeze({half: 1}), freeze({"a": [[half]]}), freeze({"a": {half: 1}}))))
    assert not is_whole(freeze({"a": half, "b": whole}))
    assert not is_whole(JsonObject(a=1))
    assert not is_whole(freeze({"a": 1}).with_(b=1))
