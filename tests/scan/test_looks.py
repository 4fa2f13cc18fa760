"""A quick look at a message finds what a closer one finds, and a second look nothing else than the first."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest
from attrs import evolve

from segue.formats.openai_responses_layout import item_id, tokens
from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ThoughtSignature
from segue.profiles.responses import FORMAT
from segue.prompts import AssistantMessage, Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._item_faults import item_kinds
from segue.rules import BUILT_IN
from segue.scan import scan
from segue.scan.bits import PARTIAL
from segue.scan.closer import look_closer
from segue.scan.looks import looks
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
    for content in (
        (says("msg_1", " "),), (evolve(NAMED, extras=Extras(FORMAT, EMPTY)),), (PICTURE,), (says(),), (calls("fc_1"), calls("fc_2")),
        (calls("fc_1", input="{"),), (calls("fc_1", hosted=True),), (calls("fc_1", extras=Extras(FORMAT, EMPTY)),), (calls("msg_1"),),
        (calls("fc_1", shape=Shape(FORMAT, form="shell_call")),), (calls("fc_1", shape=Shape(FORMAT, form="function_call json")),),
        (evolve(KEYED, origin=Model("openai")), NAMED), (evolve(KEYED, shape=Shape(FORMAT, ("id",), "summary")), NAMED),
        (thinks("msg_2"), NAMED), (says("msg_1"), calls("fc_1"), evolve(calls("fc_2"), id="c2")), (ReasoningPart("Hm."), NAMED),
        (evolve(calls("fc_1"), shape=Shape(FORMAT, form="function_call")),),
    )
]  # fmt: skip
MESSAGES = list({id(message): message for message in [*ITEMS, *ODD_ITEMS, *(one for history in PROMPTS for one in history.messages)]}.values())


def fresh(history):
    """The same history, of messages that nobody has looked at."""
    return Prompt(tuple(evolve(message) for message in history.messages))


def plainly(look):
    """A look in which lists are told from tuples no more. That a reply may be partial tells nothing, so it is left out."""
    kinds, calls, answers, more = look
    return kinds & ~PARTIAL, dict(calls), answers, tuple(map(tuple, more))


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
