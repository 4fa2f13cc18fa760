"""Each loss forgives one kind of difference: the same change passes where it is declared and fails where it is not."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, JsonText, freeze_object
from segue.kinds import Loss
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import (
    NO_RESULT,
    RESULT_ENDS,
    SYSTEM_BEGINS,
    SYSTEM_ENDS,
    UNKNOWN_TOOL,
    cut,
    file_of_result,
    file_omitted,
    hosted_call,
    hosted_result,
    orphan_result,
)  # fmt: skip
from segue.prompts import (
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    tool,
    user,
)  # fmt: skip
from segue.shapes import Extras
from segue.testing.comparing import compare
from segue.testing.facts import Fact
from segue.testing.keeping import keeping_fault
from segue.testing.loss_matchers import may_come

MARKED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
SIGNED = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
PNG = FilePart("image/png", "iVBORw0KGgo=")
NOTE = FilePart("text/plain", "RGVhciBhbGw=", filename="note.txt")
BAD_NOTE = FilePart("text/plain", "/w==", filename="note.txt")
POLL = OpaquePart("poll", freeze_object({"question": "Tea?", "id": "p1"}), "elsewhere")
RAW = OpaquePart("b", freeze_object({"id": "a", "name": "get", "input": {"n": "x"}}), "elsewhere")
EXTRA = Extras("openai-chat", JsonObject(refusal=None))
SEARCH = ToolCallPart("s1", "search", freeze_object({"query": "Bergen", "n": 2}), hosted=True, origin=Model("anthropic"))
FOUND = ToolResultPart("s1", "search", (JsonPart(freeze_object({"title": "Rain", "encrypted_content": "Eq"})),), hosted=True)
WEB = ToolDefinition("web", hosted="anthropic.web_search_20250305")
ASKED = assistant(call("a", "get", {"n": 1}))
TWINS = assistant(call("a", "get"), call("b", "get"))
CAPTION = file_of_result("get")
RESULT_BEGINS = orphan_result("get")


def told(*texts):
    """Return a user message that tells of a result without call."""
    return user(RESULT_BEGINS, *texts, RESULT_ENDS)


FORGIVEN = {
    "reasoning": ({Loss.REASONING}, [assistant(ReasoningPart("Hm.", SIGNED), "Yes.")], [assistant("Yes.")]),
    "all reasoning": ({Loss.REASONING}, [user("?"), assistant(ReasoningPart("Hm."))], [user("?")]),
    "opaque token": ({Loss.OPAQUE_TOKEN}, [assistant(TextPart("Yes.", SIGNED))], [assistant("Yes.")]),
    "call id": ({Loss.CALL_ID}, [ASKED, tool(result("a"))], [assistant(call("b", "get", {"n": 1})), tool(result("b"))]),
    "tool name": ({Loss.TOOL_NAME}, [assistant(call("a", "get")), tool(result("a"))], [assistant(call("a", "got")), tool(result("a", name="got"))]),
    "input parsed": ({Loss.INPUT_FORM}, [assistant(ToolCallPart("a", "f", '"{\\"n\\": 1}"'))], [assistant(call("a", "f", {"n": 1}))]),
    "input wrapped": ({Loss.INPUT_FORM}, [assistant(ToolCallPart("a", "f", '{"n'))], [assistant(call("a", "f", {"_raw": '{"n'}))]),
    "input that says nothing filled": ({Loss.INPUT_FORM}, [assistant(ToolCallPart("a", "f", "[]"))], [assistant(call("a", "f"))]),
    "input filled": ({Loss.INPUT_FORM}, [assistant(ToolCallPart("a", "f", None))], [assistant(call("a", "f"))]),
    "empty text": ({Loss.EMPTY_TEXT}, [user(" ", "Hi")], [user("Hi")]),
    "empty text came": ({Loss.EMPTY_TEXT}, [ASKED, tool(ToolResultPart("a", "", ()))], [ASKED, tool(result("a"))]),
    "empty message": ({Loss.EMPTY_MESSAGE}, [UserMessage((), "Ann"), user("Hi")], [user("Hi")]),
    "end whitespace": ({Loss.END_WHITESPACE}, [user("Hi \n")], [user("Hi ")]),
    "position": ({Loss.POSITION}, [user("a"), system("s")], [system("s"), user("a")]),
    "results moved": (
        {Loss.POSITION},
        [TWINS, tool(result("b", "y"), result("a", "x"))],
        [TWINS, tool(result("a", "x"), result("b", "y"))],
    ),
    "file moved": ({Loss.POSITION}, [ASKED, tool(ToolResultPart("a", "", (TextPart("x"), PNG)))], [ASKED, tool(result("a", "x")), user(PNG)]),
    "file moved and captioned": (
        {Loss.POSITION, Loss.ADDED},
        [ASKED, tool(ToolResultPart("a", "", (PNG,)))],
        [ASKED, tool(result("a", "[the result is the file that follows]")), user(CAPTION, PNG)],
    ),
    "merged": ({Loss.MERGED}, [user("a"), evolve(user("b"), extras=None)], [user("a", "b")]),
    "merged makers": ({Loss.MERGED}, [assistant("a", origin=Model("xai")), assistant("b")], [assistant("a", "b")]),
    "merged with nothing": ({Loss.MERGED}, [UserMessage(()), user("b")], [user("b")]),
    "merged results": (
        {Loss.MERGED},
        [ASKED, tool(result("a", "x"), result("a", "y", error=True))],
        [ASKED, tool(ToolResultPart("a", "", (TextPart("x"), TextPart("y")), error=True))],
    ),
    "split": ({Loss.SPLIT}, [user("a", "b")], [user("a"), user("b")]),
    "hosted demoted": (
        {Loss.DEMOTED, Loss.ADDED},
        [assistant(SEARCH, FOUND, "So.")],
        [assistant(hosted_call("search"), "query: Bergen\nn: 2", hosted_result("search"), "title: Rain", "So.")],
    ),
    "orphan demoted": ({Loss.DEMOTED, Loss.ADDED}, [tool(result("z", "x\ny"))], [told("x\ny")]),
    "orphan's file kept": ({Loss.DEMOTED, Loss.ADDED}, [tool(ToolResultPart("z", "", (TextPart("x"), PNG)))], [user(RESULT_BEGINS, "x", PNG, RESULT_ENDS)]),
    "orphans demoted elsewhere": (
        {Loss.DEMOTED, Loss.ADDED, Loss.POSITION},
        [tool(result("z", "x")), user("b"), tool(result("z", "y"))],
        [user("b"), told("y"), told("x")],
    ),
    "json demoted": ({Loss.DEMOTED}, [tool(ToolResultPart("z", "", (JsonPart(freeze_object({"a": ["x", 1]})),)))], [user('{"a": ["x", 1]}')]),
    "call demoted": ({Loss.DEMOTED}, [assistant(ToolCallPart("s", "f", JsonText('{"a": "x"}'), hosted=True))], [assistant('{"a": "x"}')]),
    "document demoted": ({Loss.DEMOTED, Loss.ADDED}, [user(NOTE)], [user("[document: note.txt]\nDear all")]),
    "text document demoted": ({Loss.DEMOTED}, [user(FilePart("text/plain", "Dear", "text"))], [user("Dear")]),
    "opaque demoted": ({Loss.DEMOTED, Loss.ADDED}, [user("a", POLL)], [user("a", "[poll part]", "question: Tea?")]),
    "reasoning demoted": ({Loss.DEMOTED}, [assistant(ReasoningPart("Hm."))], [assistant("Hm.")]),
    "system told": (
        {Loss.DEMOTED, Loss.ROLE, Loss.ADDED},
        [user("a"), system("b", "c")],
        [user("a"), user(f"{SYSTEM_BEGINS}\nb\nc\n{SYSTEM_ENDS}")],
    ),
    "role": ({Loss.ROLE}, [SystemMessage((TextPart("a"),), developer=True)], [system("a")]),
    "role with labels": ({Loss.ROLE, Loss.ADDED}, [system("a")], [user(f"{SYSTEM_BEGINS}\na\n{SYSTEM_ENDS}")]),
    "error flag": ({Loss.ERROR_FLAG}, [ASKED, tool(result("a", "x", error=True))], [ASKED, tool(result("a", "x"))]),
    "media": ({Loss.MEDIA, Loss.ADDED}, [user("a", PNG)], [user("a", file_omitted("image/png"))]),
    "unknown field": ({Loss.UNKNOWN_FIELD}, [evolve(user("a"), extras=EXTRA)], [user("a")]),
    "unknown part": ({Loss.UNKNOWN_FIELD}, [user("a", POLL)], [user("a")]),
    "unknown parts read": (
        {Loss.UNKNOWN_FIELD},
        [assistant(OpaquePart("tool_use", freeze_object({"id": "a", "name": "get", "input": {"n": ["x", 1]}}), "elsewhere")), tool(result("a", "y"))],
        [assistant(call("a", "get", {"n": ["x", 1]})), tool(result("a", "y"))],
    ),
    "unknown thought read": (
        {Loss.UNKNOWN_FIELD},
        [assistant(OpaquePart("thought", freeze_object({"text": "Hm.", "signature": "Cs8B"}), "elsewhere"), ASKED.content[0])],
        [assistant(ReasoningPart("Hm.", SIGNED), ASKED.content[0])],
    ),
    "unknown file and call text read": (
        {Loss.UNKNOWN_FIELD},
        [assistant(OpaquePart("a", freeze_object({"url": "data:image/png;base64,iVBORw0KGgo="}), "elsewhere"), RAW)],
        [assistant(PNG, ToolCallPart("a", "get", JsonText('{"n": "x"}')))],
    ),
    "unknown call read under another id and name": (
        {Loss.UNKNOWN_FIELD, Loss.CALL_ID, Loss.TOOL_NAME},
        [assistant(RAW)],
        [assistant(call("b", "got", {"n": "x"}))],
    ),
    "unknown result read": (
        {Loss.UNKNOWN_FIELD},
        [ASKED, ToolMessage((OpaquePart("r", freeze_object({"id": "a", "text": "y"}), "elsewhere"),))],
        [ASKED, tool(result("a", "y"))],
    ),
    "cache marker": ({Loss.CACHE_MARKER}, [user(TextPart("a", MARKED))], [user("a")]),
    "duplicate": ({Loss.DUPLICATE}, [TWINS, tool(result("a", "x"), result("b", "x"))], [assistant(call("a", "get")), tool(result("a", "x"))]),
    "duplicate without result": ({Loss.DUPLICATE}, [TWINS, tool(result("a", "x"))], [assistant(call("a", "get")), tool(result("a", "x"))]),
    "hosted call": ({Loss.HOSTED_CALL}, [assistant("a", SEARCH, FOUND)], [assistant("a")]),
    "hosted call alone": ({Loss.HOSTED_CALL}, [user("a"), assistant(SEARCH), tool(result("s1", "Rain", error=True))], [user("a")]),
    "cache marker moved": (
        {Loss.CACHE_MARKER}, [user("a", TextPart("b", MARKED))], [user(TextPart("a", MARKED), "b")],
    ),
    "namespace": ({Loss.ADDED}, [ASKED], [assistant(evolve(ASKED.content[0], provider_options=freeze_object({"openai": {"namespace": "n"}})))]),
    "cut": ({Loss.CUT}, [user("a" * 50 + "b" * 50)], [user(f"aaa\n{cut(100)}\nbb")]),
    "cut arguments": (
        {Loss.CUT}, [assistant(ToolCallPart("a", "get", "x" * 90))], [assistant(call("a", "get", {"_raw": f"xx\n{cut(90)}\nx"}))],
    ),
    "half a character": ({Loss.HALF_CHARACTER}, [user("a\ud83d")], [user("a\ufffd")]),
    "halves of characters in JSON": (
        {Loss.HALF_CHARACTER},
        [assistant(call("a", "get", {"n": "\ud83d"}), call("b", "get")), tool(ToolResultPart("a", "", (JsonPart(("\ude00",)),)))],
        [assistant(call("a", "get", {"n": "\ufffd"}), call("b", "get")), tool(ToolResultPart("a", "", (JsonPart(("\ufffd",)),)))],
    ),
    "tag": ({Loss.TAG}, [user("<note n='1'>a</note> b")], [user("<memo n='1'>a</memo> b")]),
    "speaker": ({Loss.SPEAKER}, [user("a", name="Zoë")], [user("a")]),
    "speaker respelled": ({Loss.SPEAKER}, [user("a", name="Zoë")], [user("a", name="Zo_")]),
    "added": ({Loss.ADDED}, [ASKED], [ASKED, tool(result("a", NO_RESULT, error=True))]),
    "added call": ({Loss.ADDED}, [tool(result("a", "x"))], [assistant(call("a", UNKNOWN_TOOL)), tool(result("a", "x"))]),
}


def fault_of(before, after, losses):
    """Say what is lost between two lists of messages, or two requests."""
    requests = [given if isinstance(given, Request) else Request(Prompt(tuple(given))) for given in (before, after)]
    return keeping_fault(compare(*requests, frozenset(losses)))


@pytest.mark.parametrize(("losses", "before", "after"), FORGIVEN.values(), ids=FORGIVEN)
def test_a_declared_loss_is_forgiven(losses, before, after):
    """What is declared may be lost."""
    assert fault_of(before, after, losses) == ""


@pytest.mark.parametrize(("losses", "before", "after"), FORGIVEN.values(), ids=FORGIVEN)
def test_every_loss_declared_is_needed(losses, before, after):
    """Without any one of them the change is refused."""
    assert [loss for loss in losses if not fault_of(before, after, losses - {loss})] == []


@pytest.mark.parametrize(("losses", "before", "after"), FORGIVEN.values(), ids=FORGIVEN)
def test_what_is_forgiven_one_way_is_not_forgiven_the_other(losses, before, after):
    """To add what may be lost is no loss: but for spellings, forms, order and borders, every change is refused backwards."""
    both_ways = {
        Loss.CALL_ID, Loss.TOOL_NAME, Loss.POSITION, Loss.ROLE, Loss.EMPTY_TEXT, Loss.MERGED, Loss.SPLIT, Loss.SPEAKER, Loss.DEMOTED, Loss.INPUT_FORM,
        Loss.TAG, Loss.CACHE_MARKER, Loss.HALF_CHARACTER,
    }  # fmt: skip
    assert fault_of(after, before, losses) or losses & both_ways


REFUSED = {
    "another text": ({Loss.END_WHITESPACE, Loss.ADDED}, [user("a")], [user("b")]),
    "text cut": ({Loss.END_WHITESPACE}, [user("ab")], [user("a")]),
    "text lengthened": ({Loss.END_WHITESPACE}, [user("a")], [user("a ")]),
    "label within a line": ({Loss.ADDED}, [user("a")], [user(f"a {NO_RESULT}")]),
    "words beside a label": ({Loss.ADDED}, [user("a")], [user(f"{SYSTEM_BEGINS}\na\nmore")]),
    "cut elsewhere": ({Loss.CUT}, [user("a" * 50 + "b" * 50)], [user(f"aaa\n{cut(100)}\nc")]),
    "cut of another length": ({Loss.CUT}, [user("a" * 50 + "b" * 50)], [user(f"aaa\n{cut(99)}\nbb")]),
    "nothing cut": ({Loss.CUT}, [user("a" * 9)], [user(f"aaaaa\n{cut(9)}\naaaaa")]),
    "half a character gone": ({Loss.HALF_CHARACTER}, [user("a\ud83d")], [user("a")]),
    "another character": ({Loss.HALF_CHARACTER}, [user("a\ud83d")], [user("a?")]),
    "whole characters gone": ({Loss.HALF_CHARACTER}, [user("\ud83d\ude00")], [user("\ufffd")]),
    "another option of a call": ({Loss.ADDED}, [ASKED], [assistant(evolve(ASKED.content[0], provider_options=freeze_object({"openai": {"itemId": "n"}})))]),
    "words in a tag": ({Loss.TAG}, [user("<note>a</note>")], [user("<memo>b</memo>")]),
    "attributes of a tag": ({Loss.TAG}, [user("<note n='1'>a</note>")], [user("<memo n='2'>a</memo>")]),
    "tag without its sign": ({Loss.TAG}, [user("a note")], [user("a memo")]),
    "words of a hosted call": ({Loss.HOSTED_CALL}, [assistant("a", SEARCH)], [assistant()]),
    "one as true": ({Loss.INPUT_FORM}, [assistant(call("a", "f", {"n": 1}))], [assistant(call("a", "f", {"n": True}))]),
    "keys reordered": (set(Loss) - {Loss.DEMOTED}, [assistant(call("a", "f", {"n": 1, "m": 2}))], [assistant(call("a", "f", {"m": 2, "n": 1}))]),
    "words reordered": ({Loss.POSITION}, [user("a"), user("b")], [user("b"), user("a")]),
    "results of other calls": ({Loss.POSITION}, [TWINS, tool(result("a", "x"), result("b", "y"))], [TWINS, tool(result("a", "y"), result("b", "x"))]),
    "second call that differs": (
        {Loss.DUPLICATE},
        [assistant(call("a", "get", {"n": 1}), call("b", "get", {"n": 2}))],
        [assistant(call("a", "get", {"n": 1}))],
    ),
    "second call with another result": (
        {Loss.DUPLICATE},
        [TWINS, tool(result("a", "x"), result("b", "y"))],
        [assistant(call("a", "get")), tool(result("a", "x"))],
    ),
    "token on a blank text": ({Loss.EMPTY_TEXT}, [assistant(TextPart("", SIGNED), "Hi")], [assistant("Hi")]),
    "empty message added": (set(Loss), [user("a")], [user("a"), UserMessage(())]),
    "alias for two names": (
        {Loss.TOOL_NAME},
        [assistant(call("a", "f"), call("b", "g"))],
        [assistant(call("a", "h"), call("b", "h"))],
    ),
    "two aliases for a name": (
        {Loss.TOOL_NAME},
        [assistant(call("a", "f"), call("b", "f"))],
        [assistant(call("a", "h"), call("b", "i"))],
    ),
    "merged roles": ({Loss.MERGED}, [user("a"), assistant("b")], [user("a", "b")]),
    "file without stand-in": ({Loss.MEDIA}, [user("a", PNG)], [user("a")]),
    "binary file demoted": ({Loss.DEMOTED}, [user("a", PNG)], [user("a")]),
    "document that is no text": ({Loss.DEMOTED}, [user("a", BAD_NOTE)], [user("a")]),
    "file id demoted": ({Loss.DEMOTED}, [user("a", FilePart("text/plain", "file-1", "id"))], [user("a")]),
    "demoted and not told": ({Loss.DEMOTED}, [assistant("a", SEARCH)], [assistant("a")]),
    "demoted, more told": ({Loss.DEMOTED, Loss.ADDED}, [tool(result("z", "x"))], [told("x", "and more")]),
    "demoted out of order": ({Loss.DEMOTED, Loss.ADDED}, [tool(result("z", "x"), result("y", "w"))], [told("w"), told("x")]),
    "name moved to another": ({Loss.ADDED}, [user("a", name="Ann"), user("b")], [user("a"), user("b", name="Ann")]),
    "token added": (set(Loss) - {Loss.DEMOTED}, [assistant("a")], [assistant(TextPart("a", SIGNED))]),
    "marked placeholder": ({Loss.ADDED}, [user("a")], [user("a", TextPart(NO_RESULT, MARKED))]),
    "file added": (set(Loss), [user("a")], [user("a", PNG)]),
    "call read from elsewhere": ({Loss.UNKNOWN_FIELD}, [assistant("a", POLL)], [assistant("a", call("p1", "poll", {"question": "Coffee?"}))]),
    "added answer of words": ({Loss.ADDED}, [ASKED], [ASKED, tool(result("a", "Fine."))]),
    "added answer of nothing": ({Loss.ADDED}, [ASKED], [ASKED, tool(ToolResultPart("a", "", ()))]),
    "hosted call made the caller's": (set(Loss) - {Loss.DEMOTED}, [assistant(SEARCH)], [assistant(evolve(SEARCH, hosted=False))]),
    "maker forgotten": (set(Loss), [assistant("a", origin=Model("xai"))], [assistant("a")]),
}


@pytest.mark.parametrize(("losses", "before", "after"), REFUSED.values(), ids=REFUSED)
def test_what_is_near_a_loss_is_refused(losses, before, after):
    """A loss forgives what it names and nothing like it."""
    assert fault_of(before, after, losses) != ""


def test_the_tools_on_offer_are_compared_too():
    """Definitions and a forced choice are lost under `TOOL_DEFINITION`, fields of the body under `UNKNOWN_FIELD`."""
    own = ToolDefinition("get", "Get it.", EMPTY)
    before = Request(prompt(user("a")), (own, WEB), "web", Extras("anthropic", JsonObject(top_k=1)))
    assert fault_of(before, Request(before.prompt, (own,)), {Loss.TOOL_DEFINITION, Loss.UNKNOWN_FIELD}) == ""
    assert fault_of(before, Request(before.prompt, (own,), extras=before.extras), {Loss.UNKNOWN_FIELD}).startswith("undeclared loss of ToolDef")
    unforced = evolve(before, tool_choice=None)
    assert fault_of(before, unforced, set()) == "undeclared loss of the forced choice of 'web'"
    assert fault_of(before, evolve(before, extras=None), set()).startswith("undeclared loss of extra")
    assert fault_of(evolve(before, extras=None), before, set()).startswith("undeclared addition")
    assert fault_of(before, evolve(before, tools=(evolve(own, description="Got it."), WEB)), {Loss.TOOL_DEFINITION}) != ""


def test_a_copy_of_a_message_says_the_same():
    """Messages that are equal part by part are found again although no object is shared."""
    before = [user("a", PNG), ASKED, tool(result("a", "x")), ToolMessage((POLL,))]
    after = [evolve(message) for message in before]
    assert fault_of(before, after, set()) == ""


def test_an_added_thought_says_nothing():
    """Blank, and with no token; one that says something was not added."""
    blank, said = (Fact("reasoning", "assistant", text) for text in (" ", "Hm."))

    assert may_come(blank, {Loss.ADDED})
    assert not may_come(said, {Loss.ADDED})
    assert not may_come(evolve(blank, details=(("token", ("x", "y")),)), {Loss.ADDED})
    assert not may_come(blank, set())
