"""Thought signatures that another backend issued."""

from attrs import evolve

from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import FilePart, TextPart
from segue.prompts import assistant, call, prompt, user
from segue.repairs.foreign_signatures import drop_foreign_signatures

ASK = user("Which trains run today?")
SIGNED = freeze_object({"google": {"thoughtSignature": "Cs8B", "mediaResolution": {"level": "LOW"}}, "vertex": {"thoughtSignature": "Cs9"}})
OWNERS = ("google", "vertex")


def dropped(before, is_foreign=lambda *_: True):
    """Take the signatures off."""
    return drop_foreign_signatures(before, is_foreign, OWNERS, "thoughtSignature")


def test_signatures_go_and_other_options_stay():
    """Under each owner; an owner's options that were the signature alone go with it."""
    after = dropped(prompt(ASK, assistant(evolve(call("c1", "trains"), provider_options=SIGNED))))

    assert after.messages[1].content[0].provider_options == {"google": {"mediaResolution": {"level": "LOW"}}}


def test_the_part_stays():
    """Call, text and file as they are."""
    parts = (call("c1", "trains"), TextPart("7:10."), FilePart("image/png", "iVBO"))
    signature = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
    after = dropped(prompt(ASK, assistant(*(evolve(part, provider_options=signature) for part in parts))))

    assert after.messages[1].content == parts


def test_a_part_is_told_with_its_maker():
    """The message's, which may be nobody; parts without any options are not asked about."""
    makers = []
    gemini = Model("google", "gemini-3-pro")
    said = TextPart("7:10.", SIGNED)
    dropped(prompt(ASK, assistant(said, "Soon.", origin=gemini), ASK, assistant(said)), lambda _, maker: makers.append(maker))

    assert makers == [gemini, None]


def test_what_is_read_again_stays():
    """The very prompt; what users say is not asked about."""
    before = prompt(user(TextPart("Hi", SIGNED)), assistant(TextPart("Ho", SIGNED)))

    assert dropped(before, lambda *_: False) is before
    assert dropped(before).messages[0] is before.messages[0]
