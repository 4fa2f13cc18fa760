"""What the dialects of Chat Completions answer and take: read into records, and written as it came."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue import same_json
from segue.failures import dotted
from segue.formats.openai_chat import OPENAI_CHAT
from segue.formats.openai_chat_pairing import give_ids
from segue.json_values import JsonObject, freeze
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolResultPart, option
from segue.prompts import Prompt

PNG, JPEG, WAV = "iVBORw0KGgoAAAAN", "/9j/4AAQ", "UklGRiQAAABXQVZF"
TEXT = {"type": "text", "text": "A"}
CHUNK = {"type": "thinking", "thinking": [{"type": "text", "text": "T"}, {"type": "reference", "reference_ids": [1]}, TEXT], "closed": True}
CALLED = {"function": {"name": "find", "arguments": {"q": 1}}}


def decode(*messages):
    """Read messages."""
    return OPENAI_CHAT.decode(list(messages)).unwrap()


def said(**fields):
    """Read the parts of one assistant message."""
    return decode({"role": "assistant", **fields}).prompt.messages[0].content


def asked(**fields):
    """Read the parts of one user message."""
    return decode({"role": "user", **fields}).prompt.messages[0].content


MESSAGES = {
    "thinking chunk": {"role": "assistant", "content": [CHUNK, TEXT]},
    "empty chunk": {"role": "assistant", "content": [{"type": "thinking", "thinking": []}, TEXT]},
    "signed chunk": {"role": "assistant", "content": [{"signature": "s", **CHUNK, "cache_control": {"type": "ephemeral"}}]},
    "chunk with null signature": {"role": "assistant", "content": [{**CHUNK, "signature": None, "odd": [1]}]},
    "chunk of odd pieces": {"role": "assistant", "content": [{"type": "thinking", "thinking": ["T", {"text": 5}, {"type": "text", "text": "U"}]}]},
    "chunk in the middle": {"role": "assistant", "content": [TEXT, CHUNK, TEXT, CHUNK]},
    "thinking as text": {"role": "assistant", "content": [{"type": "thinking", "thinking": "T", "signature": "s"}, TEXT]},
    "a system's chunk": {"role": "system", "content": [CHUNK, TEXT]},
    "prefix": {"role": "assistant", "content": "A", "prefix": True},
    "partial": {"role": "assistant", "content": "A", "partial": True, "name": "maja"},
    "document": {"role": "user", "content": [{"type": "document_url", "document_url": "https://a.example/a.pdf", "document_name": None}]},
    "named document": {"role": "user", "content": [{"type": "document_url", "document_name": "a", "document_url": "data:application/pdf;base64,AA=="}]},
    "file id": {"role": "user", "content": [{"file_id": "f", "type": "file", "odd": 1}]},
    "bare sound": {"role": "user", "content": [{"type": "input_audio", "input_audio": WAV}]},
    "sound by URL": {"role": "user", "content": [{"type": "input_audio", "input_audio": "https://a.example/a.mp3"}]},
    "sound as data URL": {"role": "user", "content": [{"type": "input_audio", "input_audio": "DATA:audio/wav;base64,AA=="}]},
    "reference": {"role": "assistant", "content": [TEXT, {"type": "reference", "reference_ids": [1, "a"]}]},
    "listed reasoning": {"role": "assistant", "content": "A", "reasoning": [TEXT, {"type": "text", "text": "B"}]},
    "listed reasoning of odd pieces": {"role": "assistant", "content": "A", "reasoning": [TEXT, {"type": "text", "text": None}, 5]},
    "no reasoning": {"role": "assistant", "content": "A", "reasoning": []},
    "listed and repeated": {"role": "assistant", "content": "", "reasoning": [TEXT], "reasoning_content": "A"},
    "thinking field": {"role": "assistant", "content": "A", "thinking": "T"},
    "thinking that is none": {"role": "assistant", "content": "A", "thinking": {"type": "enabled"}},
    "null thinking": {"role": "assistant", "content": "A", "thinking": None},
    "thinking twice": {"role": "assistant", "content": "A", "thinking": "T", "reasoning": "T"},
    "images": {"role": "user", "content": "A", "images": [PNG, JPEG, "data:image/gif;base64,AA==", "https://a.example/a.png"]},
    "images without words": {"role": "user", "images": [PNG]},
    "images of a reply": {"role": "assistant", "content": "", "images": [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}]},
    "images without type": {"role": "assistant", "content": "", "images": [{"index": 0, "image_url": {"url": "https://a.example/a.png"}}]},
    "bare image of a reply": {"role": "assistant", "content": "A", "images": [{"type": "image_url", "image_url": "https://a.example/a.png"}]},
    "images of a result": {"role": "tool", "tool_name": "draw", "content": "A", "images": [PNG]},
    "images that are none": {"role": "user", "content": "A", "images": [PNG, {"image_url": {"url": ""}}]},
    "images that are numbers": {"role": "user", "content": "A", "images": [5]},
    "no images": {"role": "user", "content": "A", "images": []},
    "no list of images": {"role": "user", "content": "A", "images": "none"},
    "tool name": {"role": "tool", "content": "1", "tool_name": "find"},
    "two names": {"role": "tool", "content": "1", "tool_name": "find", "name": "other"},
    "odd tool name": {"role": "tool", "content": "1", "tool_name": 5},
    "bare call": {"role": "assistant", "content": "", "tool_calls": [CALLED, CALLED]},
    "bare call with id": {"role": "assistant", "content": "", "tool_calls": [{"id": "a", **CALLED}]},
    "bare call with null id": {"role": "assistant", "content": "", "tool_calls": [{"id": None, **CALLED}]},
    "bare call with index": {"role": "assistant", "content": "", "tool_calls": [{"function": {"index": 0, **CALLED["function"]}}]},
}  # fmt: skip


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_messages_come_back(message):
    """Every layout of a dialect survives to the letter."""
    assert same_json(OPENAI_CHAT.encode(decode(message)), [message])
    assert OPENAI_CHAT.decode(freeze([message])) == OPENAI_CHAT.decode([message])


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_every_part_has_its_place(message):
    """The place of each part leads to something in the payload."""
    for place in OPENAI_CHAT.places(decode(message))[0][1]:
        found = [message]
        for step in place:
            found = found[step]


def test_chunks_are_thoughts_in_their_place():
    """A thinking chunk is a thought where it stood; its text is that of its texts, its signature Mistral's."""
    first, chunk, *_ = said(content=MESSAGES["chunk in the middle"]["content"])
    (signed,) = said(content=MESSAGES["signed chunk"]["content"])

    assert (first, chunk) == (TextPart("A"), ReasoningPart("TA", extras=chunk.extras))
    assert option(signed, "mistral", "signature") == "s"
    assert option(signed, "anthropic", "cacheControl") == {"type": "ephemeral"}


def test_a_chunk_that_is_no_list_is_not_read():
    """A thinking part with a plain text, as Claude has it, is nobody's here; nor is one in a system message."""
    assert isinstance(said(content=MESSAGES["thinking as text"]["content"])[0], OpaquePart)
    assert isinstance(decode(MESSAGES["a system's chunk"]).prompt.messages[0].content[0], OpaquePart)


def test_a_changed_thought_is_one_text():
    """The pieces of a thought are written while they say what it says."""
    for fields, place in (
        ({"content": [CHUNK]}, ("content", 0, "thinking")),
        ({"content": "A", "reasoning": [TEXT, TEXT]}, ("reasoning",)),
    ):
        request = decode({"role": "assistant", **fields})
        message = request.prompt.messages[0]
        changed = evolve(message, content=(evolve(message.content[0], text="New."), *message.content[1:]))
        found = OPENAI_CHAT.encode(evolve(request, prompt=Prompt((changed,))))[0]
        for step in place:
            found = found[step]
        assert found in ([{"type": "text", "text": "New."}], "New.")


def test_thoughts_of_other_fields():
    """Cerebras's list of texts and Ollama's `thinking` are thoughts; what repeats another is none."""
    assert [part.text for part in said(**MESSAGES["listed reasoning"]) if isinstance(part, ReasoningPart)] == ["AB"]
    assert said(content="A", thinking="T") == (ReasoningPart("T"), TextPart("A"))
    assert said(content="A", thinking="T", reasoning="T") == (ReasoningPart("T"), TextPart("A"))
    assert said(content="A", thinking={"type": "enabled"}) == (TextPart("A"),)


def test_thoughts_of_one_list_are_joined():
    """Two thoughts of a field that came as texts are one text, as those that came as one are."""
    request = decode({"role": "assistant", "content": "", "reasoning": [TEXT]})
    message = request.prompt.messages[0]
    twice = evolve(message, content=(message.content[0], message.content[0]))

    assert OPENAI_CHAT.encode(evolve(request, prompt=Prompt((twice,))))[0]["reasoning"] == "A\n\nA"


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "document_url", "document_url": "https://a.example/a"}, FilePart("application/pdf", "https://a.example/a", "url")),
        (
            {"type": "document_url", "document_url": "data:text/csv;base64,AA==", "document_name": "a.csv"},
            FilePart("text/csv", "AA==", filename="a.csv"),
        ),
        ({"type": "file", "file_id": "f"}, FilePart("application/octet-stream", "f", "id")),
        ({"type": "input_audio", "input_audio": WAV}, FilePart("audio/wav", WAV)),
        ({"type": "input_audio", "input_audio": "SUQzAA"}, FilePart("audio/mpeg", "SUQzAA")),
        ({"type": "input_audio", "input_audio": "DATA:audio/ogg;base64,AA=="}, FilePart("audio/ogg", "AA==")),
        ({"type": "input_audio", "input_audio": "AAAA"}, FilePart("audio/*", "AAAA")),
        ({"type": "input_audio", "input_audio": "https://a.example/a.mp3"}, FilePart("audio/*", "https://a.example/a.mp3", "url")),
    ],
)
def test_files_of_mistral(part, expected):
    """Documents by URL, files by id and sounds by themselves are files."""
    assert asked(content=[part]) == (expected,)


def test_images_beside_the_contents():
    """Images of a message stand behind its words; base64 tells its type, an object its own."""
    kinds = [PNG, JPEG, "R0lGODlh", "UklGRiQA", "AAAA", "http://a.example/a"]
    words, *images = asked(content="Look.", images=kinds)

    assert words == TextPart("Look.")
    assert [image.media_type for image in images] == ["image/png", "image/jpeg", "image/gif", "image/webp", "image/*", "image/*"]
    assert [image.encoding for image in images] == ["base64"] * 5 + ["url"]
    assert said(content="", images=[{"image_url": {"url": f"data:image/png;base64,{PNG}"}}])[1] == FilePart("image/png", PNG)


TALK = [
    {"role": "assistant", "content": "", "tool_calls": [CALLED, {"function": {"name": "read", "arguments": {}}}, CALLED]},
    {"role": "tool", "tool_name": "read", "content": "R"},
    {"role": "tool", "tool_name": "find", "content": "F1"},
    {"role": "tool", "content": "F2"},
    {"role": "user", "content": "And?"},
    {"role": "assistant", "content": "", "tool_calls": [{"id": "ollama-3-find", **CALLED}, CALLED]},
    {"role": "tool", "content": "G"},
    {"role": "tool", "tool_name": "none", "content": "?"},
    {"role": "tool", "tool_call_id": "ollama-3-find", "content": "H"},
    {"role": "function", "name": "find", "content": "old"},
]


def test_calls_without_ids_are_paired():
    """Results answer the latest turn by their tool's name, those without name in the order of the calls; ids are made of these."""
    parts = [part for message in decode(*TALK).prompt.messages for part in message.content if not isinstance(part, TextPart)]

    assert [part.id for part in parts] == [
        "ollama-0-find", "ollama-1-read", "ollama-2-find", "ollama-1-read", "ollama-0-find", "ollama-2-find", "ollama-3-find", "ollama-4-find",
        "ollama-3-find", "ollama-5-none", "ollama-3-find", "",
    ]  # fmt: skip


def test_only_calls_and_results_are_paired():
    """What stands among results and is none keeps its place, whoever made the messages."""
    other = OpaquePart("odd", freeze({"type": "odd"}), "anthropic")
    paired = [evolve(message, content=(other, *message.content)) for message in decode(*TALK[:2]).prompt.messages]
    give_ids(paired)

    assert [message.content[0] for message in paired] == [other, other]
    assert paired[1].content[1].id == paired[0].content[3].id == "ollama-1-read"


def test_made_ids_are_not_written_where_none_stood():
    """What came without ids goes back without, to the letter."""
    assert same_json(OPENAI_CHAT.encode(decode(*TALK)), TALK)


def test_results_answer_the_latest_turn():
    """A call that nobody answered does not take the result of a later one."""
    bare = {"role": "assistant", "content": "", "tool_calls": [CALLED]}
    for told in ({"tool_name": "find"}, {}):
        *_, last = decode(bare, {"role": "user", "content": "And?"}, bare, {"role": "tool", "content": "1", **told}).prompt.messages
        assert last.content[0].id == "ollama-1-find"


def test_messages_of_a_model_in_a_row_are_one_turn():
    """Their calls without ids are answered in their order."""
    bare = {"role": "assistant", "content": "", "tool_calls": [CALLED]}
    *_, last = decode(bare, bare, {"role": "tool", "tool_name": "find", "content": "1"}).prompt.messages
    assert last.content[0].id == "ollama-0-find"


def test_layouts_are_small():
    """The layout of a document holds none of its data."""
    (document,) = asked(content=[{"type": "document_url", "document_url": "data:application/pdf;base64,AA=="}])

    assert document.shape.detail == ((), "")


def test_ids_stay_as_the_history_grows():
    """A longer history gives the ids that its beginning had."""
    short, long = decode(*TALK[:4]), decode(*TALK)

    assert long.prompt.messages[:4] == short.prompt.messages


def test_other_calls_without_ids_have_none():
    """A call in OpenAI's layout that lacks its id has an empty one, which the rules give a name."""
    call = {"type": "function", "function": {"name": "find", "arguments": "{}"}}
    _, result = decode({"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "content": "1"}).prompt.messages

    assert result.content == (ToolResultPart("", "", (TextPart("1"),)),)
    assert said(content=None, tool_calls=[call])[0].id == ""


def test_tool_names_are_read():
    """Ollama's name of a tool is the result's; where there is OpenAI's, that counts."""
    names = [decode(MESSAGES[kind]).prompt.messages[0].content[0].name for kind in ("tool name", "two names", "odd tool name")]

    assert names == ["find", "other", ""]


def test_tags_stay_text():
    """Thoughts in tags cannot be told from words."""
    assert said(content="<think>T</think>A") == (TextPart("<think>T</think>A"),)


FAULTS = [
    ({"content": [{"type": "thinking", "thinking": [float("nan")]}]}, "[0].content[0].thinking[0]", "a finite number"),
    ({"content": "", "reasoning": [b""]}, "[0].reasoning[0]", "JSON"),
    ({"content": "", "reasoning": {}}, "[0].reasoning", "a string"),
    ({"content": [{"type": "document_url"}]}, "[0].content[0].document_url", "a string"),
    ({"content": [{"type": "file"}]}, "[0].content[0].file", "an object"),
    ({"tool_calls": [{"function": {"name": 5, "arguments": {}}}]}, "[0].tool_calls[0].function.name", "a string"),
    ({"tool_calls": [{"function": {"name": "a", "arguments": {"b": [float("inf")]}}}]}, "[0].tool_calls[0].function.arguments.b[0]", "a finite number"),
    ({"content": "", "images": [{"image_url": {"url": 5}}]}, "[0].images[0].image_url.url", "a string"),
]


@pytest.mark.parametrize(("fields", "place", "expected"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_faults_are_named(fields, place, expected):
    """What is of no dialect is refused with its place."""
    failure = OPENAI_CHAT.decode([{"role": "assistant", **fields}]).failure()

    assert (dotted(failure.place), failure.expected) == (place, expected)


def test_options_are_frozen():
    """What a thought carries cannot be changed."""
    (signed,) = said(content=MESSAGES["signed chunk"]["content"])

    assert isinstance(signed.provider_options["mistral"], JsonObject)
