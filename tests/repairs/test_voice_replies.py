"""A voice reply is sent back as its transcript."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import FilePart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, user
from segue.repairs.voice_replies import keep_transcripts
from tests.repairs.settling import settled, spared, untouched

SPOKEN = TextPart("Zehn Tage é☕", freeze_object({"openai": {"audio": {"id": "audio_1"}}}))


def test_the_transcript_stays():
    """Each reply loses its sound; parts beside it are the same objects."""
    before = prompt(user("How long?"), assistant("So:", SPOKEN, SPOKEN), user("?"))
    after = settled(keep_transcripts, before)

    assert after.messages[1].content[1:] == (TextPart("Zehn Tage é☕"),) * 2
    assert after.messages[1].content[0] is before.messages[1].content[0]
    spared(before, after, 1)


def test_other_options_stay():
    """Those of the same provider and of others."""
    options = freeze_object({"openai": {"audio": {"id": "a"}, "itemId": "m"}, "google": {"x": 1}})

    assert settled(keep_transcripts, prompt(assistant(TextPart("x", options)))).messages[0].content[0].provider_options == {
        "google": {"x": 1}, "openai": {"itemId": "m"},
    }  # fmt: skip


def test_a_reply_without_transcript_stays():
    """Its id is all there is of it; and what is no voice reply is left alone."""
    silent = TextPart("", SPOKEN.provider_options)

    untouched(keep_transcripts, prompt(user(FilePart("audio/wav", "UklGRg==")), assistant(call("c1", "run"))))
    untouched(keep_transcripts, Prompt(), prompt(user("Hi"), assistant(silent)), prompt(assistant(TextPart("x", freeze_object({"openai": {"itemId": "m"}})))))


def test_a_mute_reply_can_go():
    """With `mute` an empty text is left of it."""
    before = prompt(user("How long?"), assistant(TextPart("", SPOKEN.provider_options), SPOKEN), user("?"))
    after = settled(partial(keep_transcripts, mute=True), before)

    assert after.messages[1].content == (TextPart(""), TextPart("Zehn Tage é☕"))
    spared(before, after, 1)
