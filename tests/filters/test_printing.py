"""Numbers and JSON are printed as JavaScript prints them. What is expected here was printed by Node."""

from __future__ import annotations

import json

import pytest

from segue.filters._printing import is_blank, number_text, scalar_text, stringified
from segue.json_values import MAX_DEPTH, JsonText, freeze


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.0, "-1"), (0.1, "0.1"), (-2.5, "-2.5"), (123456.789, "123456.789"),
        (1e16, "10000000000000000"), (1.2345678901234567e19, "12345678901234567000"), (1e20, "100000000000000000000"),
        (1.5e20, "150000000000000000000"), (1e21, "1e+21"), (-1e21, "-1e+21"), (1.7976931348623157e308, "1.7976931348623157e+308"),
        (0.0001, "0.0001"), (0.00001, "0.00001"), (1.25e-5, "0.0000125"), (0.000001, "0.000001"), (-0.0000012, "-0.0000012"),
        (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (5e-324, "5e-324"),
    ],
)  # fmt: skip
def test_numbers_are_printed_as_javascript_does(value, expected):
    """The shortest digits that read back as the same number; an exponent from 1e21 on and below 1e-6."""
    assert expected == number_text(value)


@pytest.mark.parametrize("value", [2**53 + 1, 12345678901234567890, 10**21, -(10**400)])
def test_integers_are_printed_in_full(value):
    """JavaScript has rounded such a number before it prints it; an id stays the same here."""
    assert str(value) == number_text(value)


def test_scalars_are_printed_as_in_json():
    """Null, truth values, numbers."""
    assert [scalar_text(value) for value in (None, True, False, 7, 0.5)] == ["null", "true", "false", "7", "0.5"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, "{}"),
        ([], "[]"),
        ({"a": [], "b": {}}, '{"a":[],"b":{}}'),
        ([1.0, [2, None], True, "x"], '[1,[2,null],true,"x"]'),
        ({"b": 1, "a": {"c": 1e21}}, '{"b":1,"a":{"c":1e+21}}'),
        ({"t": 'a"b\\c\n\u0007é漢\u2028🥖\x7f'}, '{"t":"a\\"b\\\\c\\n\\u0007é漢\u2028🥖\x7f"}'),
        ("\ud83e", '"\\ud83e"'),
        ({"\udc00": 1}, '{"\\udc00":1}'),
        ("plain", '"plain"'),
        (None, "null"),
    ],
)
def test_json_is_compact_and_readable(value, expected):
    """No blanks, non-ASCII as it is, lone surrogates escaped."""
    assert expected == stringified(freeze(value))


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["b", "10", "9", "a"], ["9", "10", "b", "a"]),
        (["-1", "01", "1.0", "1e3", "0"], ["0", "-1", "01", "1.0", "1e3"]),
        (["x", "4294967295", "4294967294"], ["4294967294", "x", "4294967295"]),
        (["x", "\u0661"], ["x", "\u0661"]),
    ],
)
def test_array_indexes_lead(keys, expected):
    """In the order of their numbers, up to 2**32 - 2; other keys stand in the order they came."""
    assert expected == list(json.loads(stringified(freeze(dict.fromkeys(keys, 1)))))


def test_json_that_is_a_text_is_printed_as_one():
    """An input still in its JSON text is a string like any other."""
    assert stringified(JsonText('{"a":1}')) == '"{\\"a\\":1}"'


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_the_deepest_value_is_printed(wrap):
    """As deep as a record may be."""
    value = 1
    for _ in range(MAX_DEPTH):
        value = wrap(value)
    assert json.dumps(value, separators=(",", ":")) == stringified(freeze(value))


@pytest.mark.parametrize("text", ["", " ", "\t\n\v\f\r", "\ufeff\u00a0", "\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"])
def test_blanks_of_javascript_are_blank(text):
    """What `trim` takes off."""
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", " a ", "\x85", "\x1c", "\u200b", "\u180e"])
def test_other_characters_are_not(text):
    """Python's own `strip` takes some of them."""
    assert not is_blank(text)
