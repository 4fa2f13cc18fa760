"""JSON and JSON lines are read strictly, and what is wrong is told with its place."""

from __future__ import annotations

import json

import pytest

from segue_shell.cli.locating import locate
from segue_shell.cli.reading import BadInput, Layout, read

MESSAGE = '{"role": "user", "content": "Hi."}'


@pytest.fixture
def payloads(tmp_path):
    """Return the payloads of a file that holds these bytes."""

    def of(data):
        path = tmp_path / "x"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return list(read(str(path)).payloads)

    return of


REFUSED = [
    ("", "empty"),
    (" \n\t", "empty"),
    (b"\xef\xbb\xbf", "empty"),
    ("{", ":1:2: not JSON"),
    ('{\n "a": }', ":2:7: not JSON: Expecting value"),
    ('{"a": 1} x', ":1:10: not JSON: Extra data"),
    ('{"a": "b\n"}', "not JSON: Invalid control character"),
    ('{"a": 1,\n "b": {"c": 1, "c": 2}}', ':2:16: the key "c" stands twice, at b.c'),
    ('[{"a": [1, {"k": 1, "\\u006b": 2}]}]', ':1:21: the key "\\u006b" stands twice, at [0].a[1].k'),
    ('{"a": [1, NaN]}', ":1:11: NaN is not JSON, at a[1]"),
    ('{"a": -Infinity}', ":1:7: -Infinity is not JSON, at a"),
    ("NaN", ":1:1: NaN is not JSON"),
    ('[{"b": {}}, "c", -1.5, true, {"d": [], "e": NaN}]', ":1:45: NaN is not JSON, at [4].e"),
    ('{"a": ' * 20 + "NaN" + "}" * 20, ":1:121: NaN is not JSON"),
    ('{"a": "NaN", "b": 1e999}', ":1:19: a number beyond the range of a double, at b"),
    (f"[{'9' * 5000}]", ":1:2: an integer of more than 4300 digits, at [0]"),
    (f"[-{'9' * 4301}]", ":1:2: an integer of more than 4300 digits, at [0]"),
    ("[" * 100_000, ":1:257: nested more than 256 deep"),
    ('{"a": {"b": ' * 50_000, "nested more than 256 deep"),
    (b'["\xff"]', "not UTF-8 at byte 2"),
    (b'\xef\xbb\xbf["\xc3"]', "not UTF-8 at byte 5"),
    ("[1]".encode("utf-16"), "not UTF-8 at byte 0 (UTF-16?)"),
    (f"{MESSAGE}\n{{", ":2:2: not JSON"),
    (f'{MESSAGE}\n\n{{"a": 1, "a": 2}}\n', ':3:10: the key "a" stands twice, at a'),
    (MESSAGE.encode() + b'\n"\xff"', f"not UTF-8 at byte {len(MESSAGE) + 2}"),
]


@pytest.mark.parametrize(("data", "told"), REFUSED)
def test_bad_input_is_told_with_its_place(payloads, data, told):
    """Every kind of bad input names what is wrong and where."""
    with pytest.raises(BadInput) as refused:
        payloads(data)

    assert told in refused.value.message


def test_an_offence_nobody_finds_is_told_all_the_same():
    """Where Python refuses what the scan would take, the message still says so."""
    assert locate("[1]") == ("a value that cannot be held", 0)


def test_keys_are_escaped_in_errors(payloads):
    """A doubled key cannot steer the terminal."""
    with pytest.raises(BadInput) as refused:
        payloads('{"\x9b": 1, "\x9b": 2}')

    assert refused.value.message.isascii()


def test_a_byte_order_mark_is_accepted(payloads):
    """UTF-8 with a byte order mark is read, alone and as lines."""
    assert payloads(b"\xef\xbb\xbf" + b'{"a": 1}')[0].value == {"a": 1}
    assert [one.value for one in payloads(b'\xef\xbb\xbf{"a": 1}\n{"a": 2}')] == [{"a": 1}, {"a": 2}]


def test_values_are_read_exactly(payloads):
    """Long integers, negative zero and lone surrogates arrive as they are."""
    [one] = payloads('{"a": [' + "9" * 4300 + ', -0.0, "\\ud800"]}')

    assert [str(one.value["a"][1]), one.value["a"][2]] == ["-0.0", "\ud800"]
    assert one.value["a"][0] == 10**4300 - 1


def test_one_payload_a_line(payloads):
    """Lines without a role are payloads, each with its line; blank lines count."""
    found = payloads('\n{"messages": []}\r\n\r\n[]\n')

    assert [(one.value, one.line) for one in found] == [({"messages": []}, 2), ([], 4)]


def test_lines_with_roles_are_one_history(payloads):
    """Where every line has a role, the lines are one history."""
    [one] = payloads(f"{MESSAGE}\n\n{MESSAGE}\n")

    assert (one.value, one.lines, one.line) == ([json.loads(MESSAGE)] * 2, (1, 3), 0)


def test_a_lone_message_is_a_history(payloads):
    """A file of one message is a history of one."""
    assert payloads(MESSAGE)[0].value == [json.loads(MESSAGE)]


def test_a_line_without_role_makes_payloads_of_all(payloads):
    """One line without a role, and each line is a payload."""
    found = payloads(f'{MESSAGE}\n{{"messages": []}}\n{MESSAGE}')

    assert [one.line for one in found] == [1, 2, 3]


def test_lines_are_parsed_as_they_are_asked_for(tmp_path):
    """The first payload is there before the last line is read."""
    path = tmp_path / "x"
    path.write_text('{"messages": []}\n{')

    assert next(read(str(path)).payloads).value == {"messages": []}


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ('{\n  "a": 1\n}', Layout("  ")),
        ("[\n\t1\n]", Layout("\t")),
        ('{"a":1}', Layout(compact=True)),
        ('{"a": 1}', Layout()),
        ("[]", Layout()),
    ],
)
def test_the_layout_is_noticed(payloads, text, layout):
    """Indentation and tight separators are seen, to be written again."""
    assert payloads(text)[0].layout == layout


def test_unreadable_files_are_told(tmp_path):
    """A missing file, a folder and an impossible name are bad input."""
    for name in (str(tmp_path / "none"), str(tmp_path), "a\0b"):
        with pytest.raises(BadInput, match="cannot read"):
            read(name)
