"""Aliases: fixed spellings, distinct ones for distinct texts, whatever stands before and after.

They end in prompt caches and in signed prefixes, so that another spelling is another API.
"""

from __future__ import annotations

import re

import pytest

from segue.profiles import anthropic, openai
from segue.profiles.demands import Spelling
from segue.repairs._spelling import Aliases, alias
from tests.repairs.settling import steps

PLAIN = anthropic.CALL_ID
VECTORS = [
    ("functions.read:0", "", "functions_read_0_9918a9222f"),
    ("a.b", "", "a_b_fc7d33be47"),
    ("a:b", "", "a_b_d00a551c40"),
    ("a.b", "+", "a_b_296d8778d1"),
    ("", "", "call_6e340b9cff"),
    ("", "1", "call_e79e418e48"),
    ("caf\xe9 \u2615", "", "caf____8af87fdd3c"),
    ("\ud800", "", "__bca6ed9fc6"),
    ("toolu_01A", "2", "toolu_01A_907d21167c"),
]


@pytest.mark.parametrize("spelling", [PLAIN, openai.CALL_ID, anthropic.TOOL_NAME, openai.TOOL_NAME])
@pytest.mark.parametrize(("text", "salt", "expected"), VECTORS)
def test_an_alias_is_fixed(text, salt, expected, spelling):
    """These very spellings, for every target that allows letters, digits and _."""
    assert alias(text, spelling, salt) == expected


@pytest.mark.parametrize(("spelling", "kept"), [(PLAIN, 53), (anthropic.TOOL_NAME, 53), (openai.TOOL_NAME, 53), (openai.CALL_ID, 29)])
def test_a_long_text_is_cut_before_its_digest(spelling, kept):
    """64 characters where the target sets no limit or a higher one, else the target's; the digest is of the whole text."""
    assert alias("x" * 100, spelling) == f"{'x' * kept}_e3937cf472"


def test_an_alias_is_allowed():
    """What an alias is spelled with every target takes, for a text of a million characters as well."""
    made = [alias(text, openai.CALL_ID) for text in ("\0\n \u202e", "x.y" * 500_000, "漢字", "a" * 41)]

    assert all(re.fullmatch("[a-zA-Z0-9_-]{1,40}", text) for text in made)


def test_what_is_allowed_stays():
    """A text spelled as demanded is its own spelling, and always the same."""
    aliases = Aliases(PLAIN)

    assert [aliases.of(text) for text in ("toolu_01A", "toolu_01A", "-", "a" * 500)] == ["toolu_01A", "toolu_01A", "-", "a" * 500]


def test_a_kept_text_gets_the_next_alias_that_is_free():
    """Where its spelling is another's, and its first alias is somebody's text."""
    aliases = Aliases(PLAIN)
    text = aliases.of("a.b")
    aliases.keep(alias(text, PLAIN))

    assert [aliases.keep(text), aliases.keep(text)] == [alias(text, PLAIN, "+")] * 2


def test_one_text_has_one_spelling():
    """Asked again, the answer is the same."""
    aliases = Aliases(PLAIN)

    assert aliases.of("a.b") == aliases.of("a.b") == "a_b_fc7d33be47"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("a.b", "a_b_fc7d33be47"), ["a_b_fc7d33be47", "a_b_fc7d33be47_3c3df27311"]),
        (("a_b_fc7d33be47", "a.b"), ["a_b_fc7d33be47", "a_b_296d8778d1"]),
        (("a_b_fc7d33be47", "a_b_296d8778d1", "a.b"), ["a_b_fc7d33be47", "a_b_296d8778d1", "a_b_0678f30569"]),
    ],
)
def test_a_text_that_is_spelled_like_an_alias(texts, expected):
    """The first to come has the spelling, the other one another: no two texts share one, in either order."""
    aliases = Aliases(PLAIN)

    assert [aliases.of(text) for text in texts] == expected


def test_distinct_texts_have_distinct_spellings():
    """Texts that become one when their odd characters go stay apart."""
    texts = [f"{left}{odd}{right}" for left in ("a", "é", "") for odd in ".:/ _-\n" for right in ("b", "漢", "x" * 70)]
    aliases = Aliases(openai.TOOL_NAME)

    assert len({aliases.of(text) for text in texts}) == len(texts)


def test_what_comes_later_changes_no_spelling():
    """A spelling depends on what stood before alone."""
    texts = ["a.b", "a_b_fc7d33be47", "x", "", "a:b", "x" * 90]
    short, long = Aliases(PLAIN), Aliases(PLAIN)

    assert [short.of(text) for text in texts[:3]] == [long.of(text) for text in texts][:3]


def test_the_things_a_text_names_are_told_apart():
    """The second and third call of an id get spellings of their own, fixed ones."""
    aliases = Aliases(PLAIN)

    assert [aliases.of("c1"), aliases.another("c1", 2), aliases.another("c1", 3)] == ["c1", "c1_51bc6c974e", "c1_f5eb5b2886"]


def test_another_spelling_avoids_what_is_taken():
    """Where something else is spelled like it, it is salted once more."""
    aliases = Aliases(PLAIN)
    aliases.of("c1_51bc6c974e")

    assert aliases.another("c1", 2) == "c1_da00389bde"


def test_a_text_is_kept_whatever_its_spelling():
    """`keep` respells nothing that is free, allowed or not."""
    aliases = Aliases(PLAIN)

    assert [aliases.keep(text) for text in ("a.b", "a.b", "")] == ["a.b", "a.b", ""]


def test_a_text_is_not_kept_where_its_spelling_was_given_away():
    """An id that is spelled like the alias of an earlier one gets an alias itself, and always the same."""
    aliases = Aliases(PLAIN)
    given = aliases.another("c1", 2)

    assert [aliases.keep(given), aliases.keep(given)] == ["c1_51bc6c974e_4ca15acd83"] * 2


def test_spelling_is_linear():
    """Ten thousand texts that clean up to the same one, and as many of one id, take a bounded number of steps each."""

    def run(count):
        aliases = Aliases(Spelling("[a-z_0-9]"))
        for index in range(count):
            aliases.of("é" * 20 + "." * (index % 50) + chr(0x4E00 + index))
            aliases.another("c", index + 1)

    once, twice = (steps(lambda count=count: run(count)) for count in (5_000, 10_000))

    assert twice <= 2.1 * once


def test_a_short_spelling_is_a_digest_alone():
    """Where a limit leaves no room, or an underscore is not allowed, the digest is all there is, and distinct ids stay distinct."""
    aliases = Aliases(Spelling("[a-zA-Z0-9]", 9, 9))
    made = [aliases.of(f"functions.read:{number}") for number in range(200)]

    assert all(len(one) == 9 and one.isalnum() for one in made)
    assert len(set(made)) == 200
    assert alias("a.b", Spelling("[a-z0-9]")) == "fc7d33be47"


def test_a_spelling_that_leaves_nothing_is_the_callers_bug():
    """A demand that no alias can meet raises with the text and the demand; it does not look for ever."""
    with pytest.raises(ValueError, match=r"^no spelling of 'a\.b' is left"):
        Aliases(Spelling("[xyz]", 3)).of("a.b")


def test_a_name_that_may_not_begin_so_begins_with_an_underscore():
    """What can be kept of it is kept."""
    assert alias("3rd shelf", Spelling("(?!^[0-9])[a-z0-9_]", 64)).startswith("_3rd_shelf_")
