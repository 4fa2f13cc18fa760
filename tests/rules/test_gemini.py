"""Gemini's rules where the whole set matters: signatures that change hands, and what is sent after a rejection."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from segue import placeholders
from segue.engine import recover, rewrite, rewrite_request
from segue.failures import CallFailure
from segue.formats.registry import FORMATS
from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import FilePart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import Request, ToolDefinition, assistant, call, prompt, result, tool, user
from segue.rules import BUILT_IN, only
from segue.rules.gemini import GEMINI
from segue.shapes import Shape

ASK, DONE = user("Which trains run today?"), tool(result("c1", "7:10"))
REAL = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
STUDIO = Model("google", "gemini-3-pro")
SIGNED = assistant(evolve(call("c1", "trains"), provider_options=REAL), origin=STUDIO)
CORRUPTED = CallFailure("Corrupted thought signature.", 400)


def signatures(made):
    """Return the signatures of all calls."""
    parts = [part for message in made.messages for part in message.content if isinstance(part, ToolCallPart)]
    return [option(part, "google", "thoughtSignature") for part in parts]


def test_a_family_can_be_asked_for():
    """By its name."""
    assert only(BUILT_IN, "gemini") == GEMINI


@pytest.mark.parametrize(
    ("target", "sent"),
    [("google/gemini-3-pro", "Cs8B"), ("vertex/gemini-3-pro", placeholders.THOUGHT_SIGNATURE), ("google/gemini-2.5-flash", "Cs8B"), ("vertex/gemini-2.5-flash", None)],
)
def test_a_signature_goes_to_its_backend(target, sent):
    """Another backend gets the stand-in where its model demands one."""
    assert signatures(rewrite(prompt(ASK, SIGNED, DONE), target).prompt) == [sent]


def test_a_signature_that_was_all_a_text_was_takes_it_along():
    """An empty text stays for its own signature alone."""
    said = assistant(TextPart("", REAL), "7:10.", origin=STUDIO)

    assert len(rewrite(prompt(ASK, said, user("?")), "google/gemini-3-pro").prompt.messages[1].content) == 2
    assert len(rewrite(prompt(ASK, said, user("?")), "vertex/gemini-3-pro").prompt.messages[1].content) == 1


def test_after_a_rejection_no_signature_is_trusted():
    """Each gives way to the stand-in where one is demanded, and to nothing in earlier turns."""
    later = evolve(call("c2", "trains"), provider_options=REAL)
    before = Request(prompt(ASK, SIGNED, DONE, user("And back?"), assistant(later), tool(result("c2", "9:40"))))
    recovery = recover(before, "google/gemini-3-pro", CORRUPTED)

    assert recovery.rule == "gemini-foreign-signature"
    assert signatures(recovery.request.prompt) == [None, placeholders.THOUGHT_SIGNATURE]


def test_after_a_rejection_of_stand_ins_there_is_nothing_left_to_try():
    """No rule has another remedy."""
    first = recover(Request(prompt(ASK, SIGNED, DONE)), "google/gemini-3-pro", CORRUPTED)

    assert recover(first.request, "google/gemini-3-pro", CORRUPTED) is None


def test_tools_of_others_are_not_offered():
    """The caller's own and Google's are."""
    own, search = ToolDefinition("trains"), ToolDefinition("google_search", hosted="google.google_search")
    request = Request(prompt(ASK), (own, search, ToolDefinition("web_search", hosted="anthropic.web_search_20250305")))

    assert rewrite_request(request, "google/gemini-3-pro").request.tools == (own, search)


def test_a_file_within_a_response_of_its_own_stays():
    """One from elsewhere is moved behind the results."""
    own, other = FilePart("image/png", "iVBO", shape=Shape("gemini", form="inside")), FilePart("image/png", "iVBO")
    before = prompt(ASK, assistant(call("c1", "camera")), tool(ToolResultPart("c1", "camera", (TextPart("See:"), own))), user("?"))
    moved = prompt(ASK, assistant(call("c1", "camera")), tool(ToolResultPart("c1", "camera", (TextPart("See:"), other))), user("?"))

    assert rewrite(before, "google/gemini-3-pro").prompt is before
    assert other in rewrite(moved, "google/gemini-3-pro").prompt.messages[3].content


@pytest.mark.parametrize("before", [tool(), user("So?")])
def test_words_that_stand_behind_no_result_stay(before):
    """In the content where they stood."""
    beside = evolve(user("And back?"), shape=Shape("gemini", form="joined"))

    assert "gemini-words-beside-response" not in {change.rule for change in rewrite(prompt(ASK, before, beside), "google/gemini-3-pro").changes}


UNKNOWN = "Invalid JSON payload received. Unknown name \"{}\" at 'contents[1].parts[0].function_call': Cannot find field."


@pytest.mark.parametrize(
    ("name", "gone", "kept"),
    [
        ("id", ["fc-1", "fc-2"], ["Look.", "c2ln"]), ("thought", ["Look."], ["fc-1", "c2ln"]),
        ("thoughtSignature", ["c2ln"], ["fc-1", "Look."]), ("thought_signature", ["c2ln"], ["fc-1", "Look."]),
    ],
)  # fmt: skip
def test_a_field_that_one_service_does_not_know_is_left_out(name, gone, kept):
    """For the retry alone; results stand in the order of their calls, whether or not ids go."""
    said = {"functionCall": {"id": "fc-1", "name": "trains", "args": {}}, "thoughtSignature": "c2ln"}
    given = [
        {"role": "user", "parts": [{"text": "When?"}]},
        {"role": "model", "parts": [{"text": "Look.", "thought": True}, said, {"functionCall": {"id": "fc-2", "name": "buses", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": {"id": key, "name": tool, "response": {"result": tool}}} for key, tool in (("fc-2", "buses"), ("fc-1", "trains"))]},
    ]  # fmt: skip
    request = FORMATS["gemini"].decode(given).unwrap()
    found = recover(request, "google/gemini-2.5-flash", CallFailure(UNKNOWN.format(name), 400))
    text = json.dumps(FORMATS["gemini"].encode(found.request))

    assert found.rule == "gemini-unknown-field"
    assert [word for word in gone if word in text] == []
    assert [word for word in (*kept, "trains", "buses") if word not in text] == []
    assert text.index('"result": "trains"') < text.index('"result": "buses"')


def test_a_field_that_nobody_gave_cannot_be_left_out():
    """The error names it, and there is nothing to do."""
    request = FORMATS["gemini"].decode([{"role": "user", "parts": [{"text": "When?"}]}]).unwrap()

    for name in ("id", "colour"):
        assert recover(request, "google/gemini-3-pro", CallFailure(UNKNOWN.format(name), 400)) is None
