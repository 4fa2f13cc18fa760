"""Stored messages lose nothing: as payloads, as records made by hand, as rows, whatever odd thing stands where."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from segue.formats.mastra import (
    content_text,
    decode_messages,
    encode_messages,
    modernised,
    read_message,
    read_row,
    write_message,
)
from segue.json_values import Malformed, same_json
from segue.testing import json_values
from segue.testing.stored import old_contents, stored_messages, stored_threads, wire_messages, wire_payloads

COLUMNS = ("assistant", "v2", "2026-01-02T03:04:05.006Z", "r1")
CONTENTS = st.one_of(
    st.text(), wire_messages().map(lambda message: json.dumps(message.get("content") if isinstance(message, dict) else message))
)


def row(content, type="v2"):
    """Read a row that holds this content."""
    return read_row("m1", "t1", content, "assistant", type, "2026-01-02T03:04:05.006Z", "r1")


@given(payload=wire_payloads())
def test_what_is_read_is_written_as_it_came(payload):
    """Any list of messages is the same to the letter when it was decoded and encoded, or a failure that names the place."""
    read = decode_messages(payload)

    if is_successful(read):
        assert same_json(payload, encode_messages(read.unwrap()))
    else:
        assert read.failure().place


@given(
    payload=json_values()
    | st.recursive(st.floats() | st.none(), lambda inner: st.dictionaries(st.text() | st.none(), inner) | st.lists(inner))
)
def test_decoding_is_total(payload):
    """Any JSON, and what is not quite JSON, is decoded or refused."""
    assert str(decode_messages(payload))


@given(message=stored_messages())
def test_what_was_made_by_hand_is_read_again(message):
    """A record that was written is read as an equal one."""
    assert message == read_message(write_message(message))


@given(message=stored_messages())
def test_a_row_is_read_as_its_message(message):
    """The text of a content holds all of it; surrogates that stood alone may have joined."""
    text = content_text(message)
    read = row(text)

    assert text == content_text(read)
    assert same_json(json.loads(text), json.loads(json.dumps(write_message(read)["content"])))
    text.encode()


@given(content=CONTENTS)
def test_any_content_is_a_row(content):
    """Reading a row never fails, and what it holds is read again from what is written."""
    read = row(content)

    assert read == row(content_text(read))
    assert content_text(read) == content_text(row(content_text(read)))


@given(message=wire_messages())
def test_rows_and_payloads_are_read_alike(message):
    """Straight from its text a content is read as it is from dicts."""
    if not isinstance(message, dict) or not isinstance(message.get("content"), dict):
        return
    text = json.dumps(message["content"])
    try:
        parsed = read_message({"id": "m1", "role": "assistant", "content": json.loads(text)})
    except Malformed:
        return
    read = row(text)

    assert parsed.parts == read.parts
    assert (parsed.text, parsed.metadata, parsed.invocations) == (read.text, read.metadata, read.invocations)
    assert same_json(json.loads(text), write_message(read)["content"])


def turned(value):
    """The same JSON with the keys of all objects in reverse."""
    if isinstance(value, dict):
        return {key: turned(item) for key, item in reversed(value.items())}
    return list(map(turned, value)) if isinstance(value, list) else value


@given(message=stored_messages())
def test_the_order_of_keys_means_nothing(message):
    """Messages whose keys stand in another order are equal."""
    wire = write_message(message)

    assert read_message(wire) == read_message(turned(wire))


@given(thread=stored_threads(), old=st.lists(st.tuples(st.sampled_from(("user", "assistant", "tool")), old_contents()), max_size=4))
def test_listing_anew_settles(thread, old):
    """What version 2 has stays; what version 1 had is version 2's afterwards and read again from its row."""
    wire = [{"id": "o", "role": role, "threadId": "t1", "content": content} for role, content in old]
    listed = modernised((*thread, *map(read_message, wire)))

    assert listed == modernised(listed)
    assert all(one is other for one, other in zip(thread, listed, strict=False))
    assert listed == tuple(map(read_message, map(write_message, listed)))
