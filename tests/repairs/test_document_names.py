"""Documents whose names are refused or taken are named anew; the others keep theirs."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, tool, user
from segue.repairs.document_names import forget_odd_document_names
from segue.shapes import Shape
from tests.repairs.settling import settled, spared, untouched

OWN = Shape("bedrock-converse", form="document")
forget = partial(forget_odd_document_names, format="bedrock-converse", allows=lambda name: name.isalnum())


def document(name, shape=OWN):
    """Return a document of this name."""
    return FilePart("application/pdf", "JVBERi0=", filename=name, shape=shape)


def test_a_refused_name_is_forgotten():
    """As is one that is not there; in results too. The records are equal to those that were given."""
    before = prompt(user("A", document("a.b")), assistant(call("c1", "x")), tool(ToolResultPart("c1", "", (document(None),))), user("B"))
    after = settled(forget, before)

    assert after == before
    assert [after.messages[0].content[1].shape, after.messages[2].content[0].output[0].shape] == [None, None]
    spared(before, after, 0, 2)


def test_a_name_is_given_once():
    """In whatever case; the first document keeps it, and those behind the second are named after it."""
    before = prompt(user("A", document("lease"), document("Lease"), document("other")))
    after = settled(forget, before)

    assert [part.shape for part in after.messages[0].content[1:]] == [OWN, None, None]


def test_other_files_stay():
    """Images, documents of other formats or of none: they are named where they are written."""
    odd = document("a.b")
    elsewhere = (evolve(odd, shape=None), evolve(odd, shape=Shape("anthropic", form="document")), evolve(odd, shape=Shape("bedrock-converse", form="image")))
    untouched(forget, Prompt(), prompt(user("A", *elsewhere, document("a"), document("b"))))


def test_one_without_a_name_is_named_anew():
    """Also where none before it was; what is no document keeps its shape."""
    after = settled(forget, prompt(user("A", document(None))))
    assert after.messages[0].content[1].shape is None
    untouched(forget, prompt(user(TextPart("a.b", shape=OWN))))
