"""Rows of a database: contents as text, read fast and written as the original writes them."""

import json
import sqlite3
from pathlib import Path

import pytest
from attrs import evolve

from segue.formats.mastra import Row, content_text, encode_messages, modernised, read_message, read_row, read_rows, row_type, write_message
from segue.json_values import JsonObject, freeze, same_json
from segue.messages import MEMORY, SETTLED, StepStart, StoredMessage, StoredReasoning, Thought, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.shapes import Extras, Shape

DUMPS = Path(__file__).parents[1] / "stores" / "dumps"
LISTED = json.loads((DUMPS / "mastra-libsql.list.json").read_text(encoding="utf-8"))
ROWS = 'SELECT id, thread_id, content, role, type, "createdAt", "resourceId" FROM mastra_messages WHERE thread_id = ? ORDER BY rowid'


@pytest.fixture(scope="module")
def rows() -> dict[str, list[Row]]:
    """The rows that the original wrote, by thread."""
    database = sqlite3.connect(":memory:")
    database.executescript((DUMPS / "mastra-libsql.sql").read_text(encoding="utf-8"))
    found = {thread: database.execute(ROWS, (thread,)).fetchall() for thread in LISTED["asc"]}
    database.close()
    return found


@pytest.mark.parametrize("thread", LISTED["asc"])
def test_rows_are_listed_as_the_original_lists_them(rows, thread):
    """To the letter: what it wrote itself, of both versions; it leaves out system rows."""
    read = [message for message in modernised(read_rows(rows[thread])) if message.role != "system"]

    assert same_json(LISTED["asc"][thread]["messages"], encode_messages(read))


@pytest.mark.parametrize("thread", LISTED["asc"])
def test_untouched_rows_are_written_as_they_came(rows, thread):
    """The `content` and `type` columns are the same to the letter."""
    assert [(row[2], row[4]) for row in rows[thread]] == [(content_text(read), row_type(read)) for read in read_rows(rows[thread])]


def row(content, type="v2", owner="r1"):
    """Read a row with this content."""
    return read_row("m1", "t1", content, "assistant", type, "2026-01-02T03:04:05.006Z", owner)


def test_columns_are_fields():
    """What stands in the columns stands in the record; rows come from memory."""
    read = row('{"format":2,"parts":[{"type":"text","text":"Hi"}]}')

    assert StoredMessage("m1", "assistant", (TextPart("Hi"),), "2026-01-02T03:04:05.006Z", "t1", "r1") == read
    assert read.sources == MEMORY


CONTENTS = {
    "a text": '{"format":2,"parts":[{"type":"text","text":"Hi"}]}',
    "an escaped text": '{"format":2,"parts":[{"type":"text","text":"a\\"b\\\\c\\n\\u0000\\ud83d ☃ \\ud83d\\ude00"}]}',
    "a signed text": '{"format":2,"parts":[{"type":"text","text":"Hi","providerMetadata":{"openai":{"itemId":"msg_1"}}}]}',
    "a text with a twin key": '{"format":2,"parts":[{"type":"text","text":"a","text":"b"}]}',
    "a text and more": '{"format":2,"parts":[{"type":"text","text":"Hi"}],"metadata":{"a":[1]},"content":"Hi"}',
    "a stamped text": '{"format":2,"parts":[{"type":"text","text":"Hi","createdAt":1772323201000}]}',
    "odd stamps": '{"format":2,"parts":[{"type":"text","text":"Hi","createdAt":12345678901234567890}]}',
    "a stamp of zero": '{"format":2,"parts":[{"type":"text","text":"Hi","createdAt":0}]}',
    "a stamp and more": '{"format":2,"parts":[{"type":"text","text":"Hi","createdAt":1,"providerMetadata":{"a":{"b":1}}}]}',
    "two texts": '{"format":2,"parts":[{"type":"text","text":"Hi"},{"type":"text","text":"you","createdAt":1772323201000}]}',
    "stamped parts": '{"format":2,"parts":[{"type":"step-start","createdAt":1},{"type":"tool-invocation","toolInvocation":{"state":"call","toolCallId":"c","toolName":"t","args":{}},"createdAt":1,"providerExecuted":true}]}',
    "spaces": '{"format":2,"parts":[{"type":"text","text":"Hi"} ]} ',
    "leading space": ' {"format":2,"parts":[]}',
    "all kinds": json.dumps({
        "format": 2,
        "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "reasoning": "", "details": [{"type": "text", "text": "Hm.", "signature": "s"}], "providerMetadata": {"anthropic": {"signature": "s"}}},
            {"type": "tool-invocation", "toolInvocation": {"state": "result", "toolCallId": "c1", "toolName": "t", "args": {"a": 1, "b": [2]}, "result": "x"}},
            {"type": "tool-invocation", "toolInvocation": {"state": "call", "toolCallId": "c2", "toolName": "t", "args": {"a": 1.5}}},
            {"type": "text", "text": "a", "providerMetadata": {"a": {"b": 1}, "c": {}}}, {"type": "text", "text": "a", "providerMetadata": {"a": {"b": [1]}}},
            {"type": "text", "text": "a", "providerMetadata": {"a": None}}, {"type": "text", "text": "a", "providerMetadata": {}},
        ],
        "content": "a",
        "metadata": {},
    }),
    "more than usual": '{"format":2,"parts":[],"toolInvocations":[],"annotations":[1]}',
    "less than usual": '{"format":2}',
    "another format": '{"format":3,"parts":[]}',
    "no list of parts": '{"format":2,"parts":{}}',
    "a text that is none": '{"format":2,"parts":[],"content":7}',
    "metadata that is none": '{"format":2,"parts":[],"metadata":7}',
    "a list": '[{"type":"text","text":"three hits"},{"type":"tool-call","toolCallId":"c","toolName":"t","args":{}}]',
    "odd parts": '{"format":2,"parts":[null,{"type":"text"},{"type":"error"},{"type":"tool-invocation"}]}',
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("owner", ["r1", None])
def test_a_row_is_read_as_its_content(name, owner):
    """From its text a content is read as it is from dicts, and written as it came."""
    content = json.loads(CONTENTS[name])
    wire = {"id": "m1", "content": content, "role": "assistant", "createdAt": "2026-01-02T03:04:05.006Z", "threadId": "t1"}
    wire |= {"resourceId": owner} if owner else {}
    read = row(CONTENTS[name], owner=owner)

    assert read_message(wire) == read
    assert same_json(wire, write_message(read))


@pytest.mark.parametrize("name", CONTENTS)
def test_the_text_of_a_content_is_compact(name):
    """The original's JSON: no white space, non-ASCII as it is."""
    compact = json.dumps(json.loads(CONTENTS[name]), ensure_ascii=False, separators=(",", ":")).replace("\ud83d ", "\\ud83d ")

    assert compact == content_text(row(CONTENTS[name]))


@pytest.mark.parametrize(
    "text",
    [
        "plain words",
        "",
        "{",
        "[1, 2",
        "1,2",
        "nul",
        "NaN",
        '{"a": NaN}',
        "tell me",
        '{"format":2,"parts":[{"type":"text","text":"Hi"}]} x',
        '{"format":2,"parts":[]} x',
        "\ufeff{}",
        "Grüße ☃",
    ],
)
@pytest.mark.parametrize("type", ["text", "v2"])
def test_what_is_no_json_is_a_bare_string(text, type):
    """A content that cannot be parsed is the text of a message of version 1, and stands bare again."""
    read = row(text, type)

    assert ((TextPart(text),), "string", text) == (read.parts, read.shape.form, content_text(read))


@pytest.mark.parametrize("text", ["7", "1.5", "null", "true", " -0 "])
def test_a_bare_value_is_a_string(text):
    """A content that is JSON, but neither object, list nor string, is someone's words; it is quoted so that nobody reads it as JSON."""
    read = row(text, "text")

    assert ((TextPart(text),), json.dumps(text)) == (read.parts, content_text(read))
    assert read == row(content_text(read), "text")


@pytest.mark.parametrize("text", ['{"a": 1}', "[]", '"quoted"', "a\0b", "\ud83d", "{" + '"a":[' * 9000, "9" * 5000, "[" * 100_000])
def test_a_string_that_would_be_misread_is_quoted(text):
    """Words that are JSON, or that no database can hold, are stored as a JSON string, which every reader parses."""
    made = read_message(
        {"id": "m1", "role": "assistant", "createdAt": "2026-01-02T03:04:05.006Z", "threadId": "t1", "resourceId": "r1", "content": text}
    )
    stored = content_text(made)

    assert (made, stored) == (row(stored), content_text(row(stored)))
    assert stored.encode()
    assert "\0" not in stored


def test_a_quoted_string_stays_quoted():
    """A content that was a JSON string is written as one."""
    read = row('"plain"')

    assert ((TextPart("plain"),), '"plain"') == (read.parts, content_text(read))


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 300 + "1" + "}" * 300,
        "[" * 100_000 + "]" * 100_000,
        '{"format":2,"parts":[' + "9" * 5000 + "]}",
        "[1e999]",
        '{"format":2,"parts":[{"type":"data-x","data":{"a":1e999}}]}',
    ],
)
def test_what_no_record_can_hold_is_carried_unread(text):
    """One row nested too deeply does not make a thread unreadable; it is written as it came."""
    read = row(text)

    assert (OpaquePart("", JsonObject(text=text), "mastra"),) == read.parts
    assert (text, text) == (content_text(read), write_message(read)["content"])


@pytest.mark.parametrize("parts", [(), (TextPart("a"),), (OpaquePart("x", JsonObject(a=1), "mastra"),)])
def test_an_unread_content_can_be_replaced(parts):
    """What was put in its place is written as a content of today."""
    replaced = evolve(row("[1e999]"), parts=parts)

    assert [write_message(StoredMessage("", "user", parts))["content"]] == [json.loads(content_text(replaced))]


def test_a_nested_value_is_written_to_its_end():
    """A value as deep as a record may hold is no trouble to write."""
    deep = '{"format":2,"parts":[{"type":"data-x","data":' + "[" * 256 + "]" * 256 + "}]}"

    assert deep == content_text(row(deep))


def test_surrogates_are_escaped():
    """Two that stand together make one character once they are read; no database holds either of them as it is."""
    made = StoredMessage("m1", "user", (TextPart("\ud83d\ude00 \udc00 😀 \0"),))

    assert content_text(made) == '{"format":2,"parts":[{"type":"text","text":"\\ud83d\\ude00 \\udc00 😀 \\u0000"}]}'


def test_old_rows_keep_their_type():
    """The type of an older row is told, and written again; a message made by hand is of today's."""
    read = row("words", "text")

    assert Extras("mastra", JsonObject(type="text")) == read.extras
    assert (row_type(read), row_type(row("words")), row_type(StoredMessage("", "user"))) == ("text", "v2", "v2")


@pytest.mark.parametrize(
    "extras", [Extras("anthropic", JsonObject(type="text")), Extras("mastra", JsonObject(type=7)), Extras("mastra", JsonObject(x="text"))]
)
def test_another_field_is_no_type(extras):
    """Only a text under that name, kept for this format, is a row's type."""
    assert row_type(StoredMessage("", "user", extras=extras)) == "v2"


def test_an_old_row_with_more_keeps_all():
    """An older row can have a content of today with fields that nobody claims."""
    content = '{"format":2,"parts":[],"annotations":[]}'
    read = row(content, "text")

    assert freeze({"type": "text", "content": {"annotations": []}}) == read.extras.fields
    assert (content, "text") == (content_text(read), row_type(read))


def test_a_record_laid_out_elsewhere_is_written_as_one_made_by_hand():
    """Shapes of other formats are not heeded."""
    made = StoredMessage("m1", "user", (TextPart("a"),), shape=Shape("anthropic", ("role",), "string"))

    assert content_text(made) == '{"format":2,"parts":[{"type":"text","text":"a"}]}'


PLAIN = StoredMessage(
    "m1", "assistant", (StepStart(), StoredReasoning("", (Thought("Hm.", "s"),)), *(ToolInvocation("c", "t", state) for state in sorted(SETTLED)))
)  # fmt: skip


def test_a_row_is_read_as_it_was_made():
    """Reading what was written gives an equal record."""
    assert evolve(row(content_text(PLAIN)), created_at=None, thread_id=None, resource_id=None) == PLAIN


def test_layouts_of_rows_that_are_remembered_are_few():
    """Contents whose keys stand in ever new orders do not fill the memory, and are read all the same."""
    contents = [json.dumps({"format": 2, "parts": [], f"k{index}": index}, separators=(",", ":")) for index in range(1_100)]

    assert contents == list(map(content_text, map(row, contents)))
