r"""Half of a surrogate pair becomes U+FFFD wherever text stands, and parted halves become one character again."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import JsonText, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.half_characters import complete_characters
from tests.repairs.settling import settled, spared, untouched

HIGH, LOW = "\ud83d", "\ude00"


def repaired(*messages):
    """Repair a prompt and return its messages."""
    return settled(complete_characters, Prompt(messages)).messages


def test_every_text_is_made_whole():
    """The operator's, the user's, the model's and its thoughts; what was whole stays the same object."""
    before = prompt(system(f"Be {HIGH}brief."), user("Hi 😀"), assistant(ReasoningPart(f"Hm{LOW}."), f"Ho{HIGH}"))
    after = settled(complete_characters, before)

    assert [part.text for message in after.messages for part in message.content] == ["Be \ufffdbrief.", "Hi 😀", "Hm\ufffd.", "Ho\ufffd"]
    spared(before, after, 0, 2)


def test_halves_that_belong_together_are_one_character():
    """As pieces of a stream leave them; the other way round they are two halves."""
    assert [part.text for part in repaired(user(HIGH + LOW, LOW + HIGH))[0].content] == ["😀", "\ufffd\ufffd"]


def test_results_are_made_whole():
    """Their texts, and the JSON in them to its depth."""
    (message,) = repaired(tool(ToolResultPart("c1", "", (TextPart(HIGH), JsonPart(freeze({"a": ["b", {"c": LOW}]}))))))
    text, value = message.content[0].output

    assert (text.text, value.value) == ("\ufffd", {"a": ("b", {"c": "\ufffd"})})


def test_arguments_are_made_whole():
    """An object's values and keys; text that is no JSON."""
    (message,) = repaired(assistant(call("c1", "x", {f"k{HIGH}": f"v{LOW}", "n": 1}), ToolCallPart("c2", "x", HIGH)))
    assert [part.input for part in message.content] == [{"k\ufffd": "v\ufffd", "n": 1}, "\ufffd"]


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (r'{"a": "\ud83d"}', r'{"a": "\ufffd"}'),
        (r'{"a": "\uDE00 \uD83D\uDE00"}', r'{"a": "\ufffd \uD83D\uDE00"}'),
        (r'{"a": "\ude00\ud83d"}', r'{"a": "\ufffd\ufffd"}'),
        (r'{"a": "\\\ud83d"}', r'{"a": "\\\ufffd"}'),
        ('{"a": "\ud83d é"}', '{"a": "\ufffd é"}'),
    ],
)
def test_escapes_in_arguments_that_are_still_text_are_made_whole(given, made):
    """They would be halves once it is read; pairs and all else stay to the letter, and it stays JSON text."""
    (message,) = repaired(assistant(ToolCallPart("c1", "x", JsonText(given))))

    assert message.content[0].input == made
    assert type(message.content[0].input) is JsonText


def test_keys_that_differ_in_the_half_alone_stay_two():
    """Nothing is lost."""
    given = {HIGH: 1, LOW: 2, "\ufffd": 3}
    (message,) = repaired(assistant(call("c1", "x", given)))
    assert message.content[0].input == {"\ufffd": 1, "\ufffd\ufffd": 2, "\ufffd\ufffd\ufffd": 3}


def test_documents_and_unknown_parts_are_made_whole():
    """A text document, a file's name, what a part of an unknown kind holds."""
    document, file = FilePart("text/plain", HIGH, "text"), FilePart("image/png", "iVBORw0KGgo=", filename=f"{LOW}.png")
    (message,) = repaired(user(document, file, OpaquePart("x", freeze_object({"a": HIGH}), "elsewhere")))

    assert [message.content[0].data, message.content[1].filename, message.content[2].value] == ["\ufffd", "\ufffd.png", {"a": "\ufffd"}]


def test_what_is_whole_stays():
    """Characters of all planes, escapes of pairs, and an escaped backslash before what looks like half of one; ids and names too."""
    inputs = [JsonText(given) for given in (r'{"a": "\ud83d\ude00"}', r'{"a": "\\ud83d \u00e9"}', '{"a": "é"}')]
    calls = assistant("é😀", ReasoningPart("ß"), *(ToolCallPart(f"c{number}{HIGH}", f"x{LOW}", given) for number, given in enumerate(inputs)))
    untouched(complete_characters, Prompt(), prompt(user("Hi"), calls, tool(result(f"c0{HIGH}", "ok"))))


def test_only_what_was_broken_changes():
    """Options, extras and layout of a part stay."""
    part = evolve(TextPart(HIGH), provider_options=freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    assert repaired(user(part))[0].content[0] == evolve(part, text="\ufffd")
