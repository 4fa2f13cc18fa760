"""Files leave results for a user message right behind them; texts and pairing stay."""

from __future__ import annotations

from functools import partial

from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.result_files import move_result_files
from tests.repairs.settling import ids, roles, said, settled, spared, untouched

PICTURE, PHOTO = FilePart("image/png", "iVBORw0KGgo="), FilePart("image/jpeg", "/9j/")
ASK, RUN = user("Look."), assistant(call("c1", "camera"), call("c2", "scanner"))
FROM = "[file from the result of tool {}]"


def shot(id, *output, name="", error=False):
    """Return a result of these pieces."""
    return ToolResultPart(id, name, tuple(TextPart(piece) if isinstance(piece, str) else piece for piece in output), error)


def test_a_file_stands_behind_the_results_under_a_caption():
    """The tool is that of the call; texts of the result are the same objects, the file is too."""
    before = prompt(ASK, RUN, tool(shot("c1", "See:", PICTURE), result("c2", "ok")), user("?"))
    after = settled(move_result_files, before)

    assert roles(after) == "uatuu"
    assert said(after.messages[3]) == [FROM.format("camera"), "FilePart"]
    assert after.messages[3].content[1] is PICTURE
    assert after.messages[2].content[0].output[0] is before.messages[2].content[0].output[0]
    assert after.messages[2].content[1] is before.messages[2].content[1]
    assert ids(after)[2] == ids(before)[2]
    spared(before, after, 2)


def test_a_result_of_files_alone_says_where_they_are():
    """A result is never left empty; other pieces count as something."""
    first, second = settled(move_result_files, prompt(ASK, RUN, tool(shot("c1", PICTURE), shot("c2", JsonPart(1), PHOTO)))).messages[2].content

    assert first.output == (TextPart("[the result is the file that follows]"),)
    assert second.output == (JsonPart(1),)


def test_a_run_of_results_shares_one_message():
    """Each file under its own caption, in order; the next turn has its own."""
    turn = (RUN, tool(shot("c1", PICTURE, PHOTO)), tool(shot("c2", PHOTO)))
    after = settled(move_result_files, prompt(ASK, *turn, *turn, user("?")))

    assert roles(after) == "uattuattuu"
    assert said(after.messages[4]) == [FROM.format("camera"), "FilePart"] * 2 + [FROM.format("scanner"), "FilePart"]


def test_the_name_in_the_result_comes_first():
    """Then that of its call in the turn before, then none is told."""
    before = prompt(ASK, RUN, tool(shot("c1", PICTURE, name="Züge ☕"), shot("c9", PICTURE)))

    assert said(settled(move_result_files, before).messages[3])[::2] == [FROM.format("Züge ☕"), FROM.format("unknown_tool")]
    assert said(settled(move_result_files, prompt(tool(shot("c1", PICTURE)))).messages[1]) == [FROM.format("unknown_tool"), "FilePart"]


def test_only_results_that_are_named_lose_their_files():
    """Those beside them are the same objects."""
    errors = partial(move_result_files, moves=lambda part: part.error)
    before = prompt(ASK, RUN, tool(shot("c1", PICTURE, error=True), shot("c2", PHOTO)))
    after = settled(errors, before)

    assert after.messages[2].content[1] is before.messages[2].content[1]
    untouched(errors, prompt(ASK, RUN, tool(shot("c1", PICTURE), result("c2", error=True))))


def test_files_elsewhere_stay():
    """A user's, an assistant's, and in opaque parts; results without files are left alone."""
    note = OpaquePart("note", {}, "f")

    untouched(move_result_files, Prompt(), prompt(user("See:", PICTURE), assistant(PICTURE)), prompt(ASK, RUN, tool(note, shot("c1", "ok", note), shot("c2"))))
