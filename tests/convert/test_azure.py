"""The AI SDK files what Azure gave under `azure`: it is read as OpenAI's, made by Azure, and written where the SDK looks for it."""

from __future__ import annotations

import pytest
from attrs import evolve

import segue
from segue.convert.azure import from_azure, into_azure
from segue.convert.reading import to_prompt
from segue.convert.storing import to_store
from segue.json_values import freeze_object
from segue.messages import StoredMessage, ToolInvocation
from segue.models import Model
from segue.parts import OpaquePart, ReasoningPart, TextPart
from segue.prompts import assistant, call

AZURE = Model("azure")
ITEM = freeze_object({"azure": {"itemId": "msg_1"}})
THOUGHT = freeze_object({"azure": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}})
NOWHERE = OpaquePart("x", freeze_object({}), "ai-sdk")
REPLY = assistant(ReasoningPart("Hm.", THOUGHT), TextPart("7:10.", ITEM), NOWHERE, call("c1", "trains"))
PAYLOAD = [
    {"role": "user", "content": [{"type": "text", "text": "When?"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "Hm.", "providerOptions": {"azure": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}},
            {"type": "text", "text": "7:10.", "providerOptions": {"azure": {"itemId": "msg_1"}}},
        ],
    },
    {"role": "user", "content": [{"type": "text", "text": "And back?"}]},
]


def named(message):
    """The names under which the parts of a message have options."""
    return [name for part in message.content for name in getattr(part, "provider_options", ())]


def test_it_is_read_as_openais_made_by_azure():
    """Ids and tokens of all parts; the message and its thoughts tell their maker, other parts cannot."""
    read = from_azure(REPLY)

    assert named(read) == ["openai", "openai"]
    assert (read.origin, read.content[0].origin, read.content[2:]) == (AZURE, AZURE, REPLY.content[2:])


def test_a_maker_that_is_known_is_kept():
    """Its model's name says more."""
    known = Model("azure", "gpt-5.2")
    read = from_azure(evolve(REPLY, origin=known))

    assert (read.origin, read.content[0].origin) == (known, known)
    thought = evolve(REPLY.content[0], origin=Model("openai"))
    assert from_azure(assistant(thought, origin=known)).content[0].origin == Model("openai")


@pytest.mark.parametrize("parts", [("7:10.",), (TextPart("7:10.", freeze_object({"openai": {"itemId": "m"}})), TextPart("", ITEM)), (NOWHERE,), ()])
def test_what_is_not_azures_alone_stays(parts):
    """No options, none of a part carried unread, and those of a message to which OpenAI gave something too."""
    message = assistant(*parts)
    assert from_azure(message) is message


def test_it_is_written_where_the_sdk_looks_for_it():
    """What was read comes back; what another made, or nobody known, stays."""
    read, openais = from_azure(REPLY), assistant(TextPart("7:10.", freeze_object({"openai": {"itemId": "m"}})))

    assert named(into_azure(read)) == ["azure", "azure"]
    for message in (openais, evolve(openais, origin=Model("openai")), assistant("7:10.", origin=AZURE)):
        assert into_azure(message) is message
    both = assistant(TextPart("7:10.", freeze_object({"openai": {}, "azure": {}})), origin=AZURE)
    assert into_azure(both) is both


def test_a_thoughts_own_maker_counts():
    """In a message whose maker is not known."""
    openais = freeze_object({"openai": {"itemId": "rs_1"}})
    written = into_azure(assistant(ReasoningPart("Hm.", openais, AZURE), ReasoningPart("Ho.", openais, Model("openai"))))

    assert named(written) == ["azure", "openai"]


def test_a_payload_comes_back():
    """To the letter."""
    [form] = [segue.formats.registry.FORMATS["ai-sdk"]]
    assert form.encode(form.decode(PAYLOAD).unwrap()) == PAYLOAD


def test_azure_gets_its_items_back_and_openai_does_not():
    """Encrypted thoughts are read by their maker alone."""
    azure = segue.fix(PAYLOAD, "azure.responses/gpt-5.2").payload
    openai = segue.fix(PAYLOAD, "openai.responses/gpt-5.2").payload

    items = azure if isinstance(azure, list) else azure["input"]
    assert [item.get("id") for item in items] == [None, "rs_1", "msg_1", None]
    assert "gAAA" not in str(openai)
    assert "rs_1" not in str(openai)


def test_it_is_stored_under_azure():
    """As the original stores it, and read from there; a row that does not name its maker too."""
    read = from_azure(assistant(*REPLY.content[:2], REPLY.content[3]))
    [row] = to_store([read], str)

    assert [name for part in row.parts for name in getattr(part, "provider_options", ())] == ["azure", "azure"]
    assert to_prompt([row]).messages[0] == read
    told = to_prompt([StoredMessage("1", "assistant", (TextPart("7:10.", ITEM), ToolInvocation("c1", "x", "call", provider_options=ITEM)))])
    assert (named(told.messages[0]), told.messages[0].origin) == (["openai", "openai"], AZURE)
