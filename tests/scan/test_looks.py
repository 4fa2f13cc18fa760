"""A quick look at a message finds what a closer one finds, and a second look nothing else than the first."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest
from attrs import evolve

from segue.formats.openai_responses_layout import item_id, tokens
from segue.json_values import EMPTY, JsonText, freeze_object
from segue.kinds import Kind
from segue.models import Model
from segue.parts import JsonPart, ReasoningPart, TextPart, ThoughtSignature, ToolCallPart, ToolResultPart
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.profiles.responses import FORMAT
from segue.prompts import AssistantMessage, Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._item_faults import item_kinds
from segue.rules import BUILT_IN
from segue.scan import scan
from segue.scan.bits import BROKEN as UNPAIRED
from segue.scan.bits import PARTIAL, kinds_of
from segue.scan.closer import look_closer
from segue.scan.looks import looks_at as looks
from segue.shapes import Extras, Shape
from tests.repairs.test_item_faults import BROKEN, WHOLE, calls, says, thinks
from tests.repairs.test_item_faults import ITEMS as ITEM_KINDS
from tests.test_scan import FOUND_IN, PICTURE


def as_read(message):
    """The message with options of the classes that readers of payloads give them."""
    return evolve(message, content=tuple(map(marked, message.content)))


def marked(part):
    """The part with options of the class that tells what they are."""
    held = {provider: [*own.items()] for provider, own in getattr(part, "provider_options", EMPTY).items() if isinstance(own, dict)}
    match held:
        case {"openai": [("itemId", str(id))], **others} if not others:
            return evolve(part, provider_options=item_id(id))
        case {"openai": [("itemId", str(id)), ("reasoningEncryptedContent", str(encrypted))], **others} if not others:
            return evolve(part, provider_options=tokens(id, encrypted) or part.provider_options)
        case {"google": [("thoughtSignature", str())], **others} if not others:
            return evolve(part, provider_options=ThoughtSignature(part.provider_options))
    return part


PROMPTS = [history for history, _ in FOUND_IN.values()] + [trigger for rule in BUILT_IN for trigger in rule.triggers]
ITEMS = [message for messages in [*WHOLE.values(), *(messages for messages, _ in BROKEN.values())] for message in messages]
NAMED, KEYED = (evolve(part, provider_options=part.provider_options) for part in (says("msg_1"), thinks("rs_1")))
ODD_ITEMS = [
    assistant(KEYED, *content)
    for given in (EMPTY, JsonText("{}"))
    for content in (
        (says("msg_1", " "),), (evolve(NAMED, extras=Extras(FORMAT, EMPTY)),), (PICTURE,), (says(),),
        (calls("fc_1", input=given), calls("fc_2", input=given)), (calls("fc_1", input=given, hosted=True),), (calls("fc_1", input="{"),),
        (calls("fc_1", input=given, extras=Extras(FORMAT, EMPTY)),), (calls("msg_1", input=given),),
        (calls("fc_1", input=given, shape=Shape(FORMAT, form="shell_call")),),
        (calls("fc_1", input=given, shape=Shape(FORMAT, form="function_call json")),),
        (evolve(KEYED, origin=Model("openai")), NAMED), (evolve(KEYED, shape=Shape(FORMAT, ("id",), "summary")), NAMED),
        (thinks("msg_2"), NAMED), (says("msg_1"), calls("fc_1", input=given), evolve(calls("fc_2", input=given), id="c2")),
        (ReasoningPart("Hm."), NAMED), (calls("fc_1", input=given, shape=Shape(FORMAT, form="function_call")),),
    )
]  # fmt: skip
MESSAGES = list({id(message): message for message in [*ITEMS, *ODD_ITEMS, *(one for history in PROMPTS for one in history.messages)]}.values())


def fresh(history):
    """The same history, of messages that nobody has looked at."""
    return Prompt(tuple(evolve(message) for message in history.messages))


def plainly(look):
    """A look in which lists are told from tuples no more. That a reply may be partial tells nothing, so it is left out."""
    kinds, calls, answers, items, more = look
    return kinds & ~PARTIAL, calls, answers, tuple(items), tuple(map(tuple, more))


@pytest.mark.parametrize("message", MESSAGES, ids=range(len(MESSAGES)))
def test_quick_looks_miss_nothing(message):
    """What is found in messages of the usual layouts is what a closer look finds."""
    quick, read = looks([evolve(message), as_read(message)])
    assert plainly(quick) == plainly(read) == plainly(look_closer(message))


REPLIES = [*WHOLE.values(), *(messages for messages, _ in BROKEN.values()), *((message,) for message in ODD_ITEMS)]


@pytest.mark.parametrize("messages", REPLIES, ids=range(len(REPLIES)))
def test_items_are_judged_by_what_they_are(messages):
    """What is amiss with items is found whether or not the class of their options tells what they hold."""
    found = scan(prompt(user("?"), *map(as_read, messages))), scan(prompt(user("?"), *messages))
    assert found[0] == found[1]
    assert found[0] & ITEM_KINDS == item_kinds(messages)


@pytest.mark.parametrize("history", PROMPTS, ids=range(len(PROMPTS)))
def test_second_looks_find_the_same(history):
    """The kinds of a history are the same whichever of its messages were looked at before."""
    expected = scan(fresh(history))
    grown = fresh(history)
    for length in range(len(grown.messages) + 1):
        scan(Prompt(grown.messages[:length]))
    mixed = fresh(history)
    for message in mixed.messages[1::2]:
        scan(Prompt((message,)))
    assert [scan(grown), scan(mixed), scan(mixed)] == [expected] * 3


HALF = "\ud83d"
CLEAN = [
    (user("Hi é"), assistant("7:10 🚆", call("c1", "trains", {"to": "Oslo"})), tool(result("c1", "9:40"))),
    (user("日本"), assistant(ReasoningPart("Hm."), ToolCallPart("c1", "trains", JsonText('{"to": "\\u00d8"}'))), tool(ToolResultPart("c1", "", (JsonPart(freeze_object({"a": 1})),)))),
    (user("Hi"), as_read(assistant(KEYED, NAMED, calls("fc_1"))), tool(result("c1", "9:40"))),
]  # fmt: skip
ODD = [
    user(" "), user("Hi", ""), user(f"cut {HALF}"), assistant(f"cut {HALF}"), assistant(ReasoningPart(HALF), "7:10."), as_read(assistant(KEYED, says("msg_1", HALF))),
    assistant(call("c1", "trains", {"to": HALF})), assistant(ToolCallPart("c1", "trains", JsonText('{"to": "\\ud83d"}'))), tool(result("c1", "\n")), tool(result("c1", HALF)),
    tool(ToolResultPart("c1", "", (JsonPart(freeze_object({HALF: 1})),))), user("x" * (LONGEST_TEXT + 1)),
    assistant(ToolCallPart("c1", "trains", JsonText('{"a": "' + "x" * LONGEST_INPUT + '"}'))),
]  # fmt: skip


@pytest.mark.parametrize("place", [0, 255, 400, 899])
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_one_odd_message_among_many_is_found_and_no_other(odd, place):
    """Messages are looked at together; what is odd about the text of one is told of that one alone."""
    many = [evolve(message) for _ in range(100) for turn in CLEAN for message in turn]
    many[place] = evolve(odd)
    expected = [plainly(look_closer(message)) for message in many]
    assert list(map(plainly, looks(many))) == expected
    assert plainly(looks([evolve(odd)])[0])[0] != 0


def test_long_texts_that_are_short_each_are_usual():
    """Limits are those of one text, not of what is looked at together."""
    length = LONGEST_INPUT // 2
    words, given = user("x" * (LONGEST_TEXT // 2)), ToolCallPart("c1", "trains", JsonText('{"a": "' + "x" * length + '"}'))
    assert {look[0] for look in looks([evolve(words) for _ in range(3)])} == {0}
    assert Kind.LONG_TEXT not in kinds_of(looks([assistant(given) for _ in range(3)])[-1][0])


@pytest.mark.parametrize("count", [31, 32, 33, 34, 1000])
def test_many_calls_of_one_reply_are_told_apart(count):
    """However many calls a reply makes, and results a message holds, each is found once, and one that comes twice is seen."""
    made = [call(f"c{number}", "trains") for number in range(count)]
    told = [result(f"c{number}", "7:10", name="trains") for number in range(count)]
    reply, twice = looks([assistant(*made), assistant(*made, made[0])])
    answers, double = looks([tool(*told), tool(*told, told[0])])
    assert reply[1] == answers[2] == tuple(word for part in made for word in (part.id, "trains"))
    assert (reply[0] & UNPAIRED, answers[0] & UNPAIRED) == (0, 0)
    assert twice[0] & double[0] & UNPAIRED


def test_a_message_is_looked_at_once():
    """What was found is kept with the message, and found there."""
    history = prompt(user("Hi"), assistant(call("c1", "trains")), tool(result("c1", "7:10")))
    assert all(first is second for first, second in zip(looks(history.messages), looks(history.messages), strict=True))


@pytest.mark.parametrize("renew", [copy, deepcopy, evolve, lambda message: pickle.loads(pickle.dumps(message))])  # noqa: S301 - our own
def test_what_was_found_is_no_part_of_the_message(renew):
    """A message that was looked at is equal to one that was not, shown like it, and its copies know nothing of it."""
    seen, unseen = (assistant("7:10.", call("c1", "trains")) for _ in range(2))
    scan(prompt(seen))
    assert (seen, repr(seen), hash(seen)) == (unseen, repr(unseen), hash(unseen))
    assert not hasattr(renew(seen), "_look")
    assert pickle.dumps(seen) == pickle.dumps(unseen)


def test_a_changed_message_is_looked_at_anew():
    """What was found in a message says nothing of one that was made of it."""
    signed = AssistantMessage((TextPart("7:10.", freeze_object({"google": {"thoughtSignature": "Cs8B"}})),))
    kinds = scan(prompt(user("?"), signed, user("!")))
    assert scan(prompt(user("?"), evolve(signed, origin=Model("google")), user("!"))) != kinds
