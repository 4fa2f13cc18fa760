"""Names of authors are spelled as the target takes them, distinct ones for distinct names, or taken off."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.profiles.demands import Spelling
from segue.prompts import Prompt, assistant, prompt, result, system, tool, user
from segue.repairs.speaker_names import spell_speaker_names
from tests.repairs.settling import settled, spared, untouched

respell = partial(spell_speaker_names, spelling=Spelling("[a-zA-Z0-9_-]", 64))
remove = partial(spell_speaker_names, spelling=None)


def named(*names):
    """Return a prompt of users of these names."""
    return prompt(*(user("Hi", name=name) for name in names))


def names(given):
    """Return who spoke."""
    return [message.name for message in given.messages]


def test_names_are_respelled():
    """Fixed spellings: distinct names stay distinct, one name is one name."""
    before = named("Zoë B.", "Zo B.", "漢", "x" * 65, "Zoë B.")
    long = f"{'x' * 53}_997ee4d912"

    assert names(settled(respell, before)) == ["Zo__B__93291dcaf7", "Zo_B__2042e05d7d", "__b668873971", long, "Zo__B__93291dcaf7"]


def test_a_name_that_is_another_ones_alias_stays_apart():
    """Whichever stands first."""
    assert len(set(names(settled(respell, named("Zoë B.", "Zo__B__93291dcaf7"))))) == 2
    assert names(settled(respell, named("Zo__B__93291dcaf7", "Zoë B.")))[0] == "Zo__B__93291dcaf7"


def test_an_empty_name_is_taken_off():
    """There is nothing to spell; nobody is named for it."""
    assert names(settled(respell, named("", "Ann"))) == [None, "Ann"]


def test_only_the_name_changes():
    """Words are the same objects, allowed names and messages without one are untouched."""
    before = prompt(evolve(system("S"), name="A B"), user("Hi", name="Ann-1_"), evolve(assistant("Ho"), name="C D"), tool(result("c1")), user("?"))
    after = settled(respell, before)

    assert evolve(after.messages[0], name="A B") == before.messages[0]
    assert after.messages[2].content[0] is before.messages[2].content[0]
    spared(before, after, 0, 2)


def test_all_names_go_where_there_is_no_place():
    """Allowed ones too; messages without name are untouched."""
    before = prompt(user("Hi", name="ann"), user("Ho"), evolve(assistant("A"), name="bot"), user("?", name=""))
    after = settled(remove, before)

    assert names(after) == [None] * 4
    spared(before, after, 0, 2, 3)


def test_allowed_names_stay():
    """Up to 64 characters, and none at all."""
    untouched(respell, Prompt(), named("a" * 64, "-", None), prompt(tool(result("c1", name="a.b"))))
    untouched(remove, Prompt(), named(None, None), prompt(tool(result("c1", name="a.b"))))
