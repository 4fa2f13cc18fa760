"""A send stores what was said, calls, stores the reply, and says what came of it; in all four ways alike."""

from __future__ import annotations

import asyncio

import pytest

import segue_shell
from segue import DOCUMENTED
from segue.failures import CallFailure
from segue.json_values import JsonObject
from segue.messages import StoredMessage
from segue.models import Model
from segue.parts import FilePart, ReasoningPart, TextPart
from segue.prompts import UserMessage, assistant, call, result, system, user
from segue.targets import Target
from segue_shell import Conversation
from segue_shell.conversation import Attempt
from segue_shell.providers import Reply
from segue_shell.stores import AsyncSqliteStore, ConflictError, MemoryStore, StoreError
from tests.conversation.conftest import everything
from tests.conversation.scripted import CLAUDE, DOWN, GPT, REFUSED, Scripted

THOUGHT = ReasoningPart("Ebb, then flood.", JsonObject(anthropic=JsonObject(signature="EqQB")))


def asked(talk, number=-1):
    """Return the messages of a request."""
    return talk.providers[0].requests[number].prompt.messages


def test_a_reply_comes_and_is_stored(talk, way, rows):
    """The reply's words are the turn's; the question and the reply are rows."""
    made = talk("At six.")
    *_, sent = way(made, "When is low tide?")

    assert sent.unwrap().text == "At six."
    assert sent.unwrap().reply == assistant("At six.", origin=Model("anthropic", "claude-sonnet-4-5"))
    assert rows() == [("user", "When is low tide?"), ("assistant", "At six.")]


def test_the_history_is_recalled(talk, way):
    """The next call has all that was said before, and the operator's words before all."""
    made = talk("At six.", "At noon.", system="Be brief.")
    way(made, "When is low tide?")
    way(made, "And high tide?")

    origin = Model("anthropic", "claude-sonnet-4-5")
    assert asked(made, 0) == (system("Be brief."), user("When is low tide?"))
    assert asked(made) == (system("Be brief."), user("When is low tide?"), assistant("At six.", origin=origin), user("And high tide?"))


def test_the_last_messages_are_recalled(talk, way):
    """Of a long thread so many rows as are wished for, and what is said now."""
    made = talk(*"abc", last_messages=2)
    for question in "xyz":
        way(made, question)

    assert [part.text for message in asked(made) for part in message.content] == ["y", "b", "z"]


def test_another_owners_thread_is_refused(talk, way, rows):
    """Nothing is seen of it, nothing is said in it, and nothing is called."""
    way(talk("At six."), "When is low tide?")
    other = talk("never", resource_id="bob")
    with pytest.raises(ConflictError):
        way(other, "And high tide?")
    assert (len(rows()), other.providers[0].requests) == (2, [])


def test_the_question_is_stored_before_the_call(talk, way, rows):
    """While the provider answers, what was said is there already."""
    seen = []
    made = talk(providers=lambda _: seen.append(rows()) or "At six.")
    way(made, "When is low tide?")

    assert seen == [[("user", "When is low tide?")]]


def test_the_row_tells_who_made_it_and_what_it_cost(talk, way, store):
    """The reply's row names provider and model, the figures, and why it ended; so on recall each turn has its maker."""
    reply = Reply(assistant(THOUGHT, "At six."), JsonObject(input_tokens=3, output_tokens=5), "end_turn")
    made = talk(reply, "At noon.")
    *_, sent = way(made, "When is low tide?")
    way(made, "And high tide?")

    assert store.list_messages("tides", "ada")[1].metadata == {
        "provider": "anthropic", "modelId": "claude-sonnet-4-5", "usage": {"input_tokens": 3, "output_tokens": 5}, "finishReason": "end_turn",
    }  # fmt: skip
    assert asked(made)[1].content[0].origin == Model("anthropic", "claude-sonnet-4-5")
    assert (sent.unwrap().usage, sent.unwrap().finish) == ({"input_tokens": 3, "output_tokens": 5}, "end_turn")


def test_figures_of_all_calls_are_added_up(talk, way, store):
    """However deep they stand; each row keeps those of its own call."""
    first = Reply(assistant(call("c1", "look")), JsonObject(input=3, cached=True, details=JsonObject(text=2), tier="a"))
    second = Reply(assistant("So."), JsonObject(input=4, cached=False, details=JsonObject(text=5, audio=1), tier="b", output=1))
    *_, sent = way(talk(first, second, tools={"look": lambda: "seen"}), "Look.")

    assert sent.unwrap().usage == {"input": 7, "cached": False, "details": {"text": 7, "audio": 1}, "tier": "b", "output": 1}
    assert [row.metadata["usage"]["input"] for row in store.list_messages("tides", "ada")[1:]] == [3, 4]


@pytest.mark.parametrize("way", ["stream", "stream_async"])
def test_a_provider_that_breaks_its_word_is_not_covered_up(talk, way, rows):
    """What a provider raises, which it never should, is raised; the rows are what they were."""

    class Broken(Scripted):
        def stream(self, _):
            raise KeyError("a bug")
            yield

        async def stream_async(self, _):
            raise KeyError("a bug")
            yield

    with pytest.raises(KeyError):
        everything(talk(providers=Broken(CLAUDE, [])), way, "When?")
    assert rows() == [("user", "When?")]


def test_each_provider_gets_a_history_that_it_takes(talk, way):
    """What one provider thought stays at home; its words go on to the next."""
    made = talk(Reply(assistant(THOUGHT, "At six.")))
    way(made, "When is low tide?")
    other = made.to(Scripted(GPT, ["At noon."]))
    *_, sent = way(other, "And high tide?")

    assert asked(other)[1].content == (TextPart("At six."),)
    assert [change.place for change in sent.unwrap().changes] == [("messages", 1, "content", 0)]
    assert sent.unwrap().target == Target.of(GPT)


def test_tool_names_come_back(talk, way, rows):
    """A provider is shown a name that it takes; pieces, reply and row have the caller's own."""
    made = talk(assistant(call("c1", "tides_at_012d512bf4")), tools={"tides.at": lambda: "6:12"}, max_steps=1)
    *pieces, sent = way(made, "When is low tide?")

    assert made.providers[0].requests[0].tools[0].name == "tides_at_012d512bf4"
    assert {piece.name for piece in pieces} <= {"tides.at"}
    assert [one.name for one in sent.unwrap().calls] == ["tides.at"]
    assert rows()[1] == ("assistant", ("tides.at", "call", None))


RESPONSES = "openai.responses/gpt-5.2"
SEALED = ReasoningPart("Ebb.", JsonObject(openai=JsonObject(itemId="rs_1", reasoningEncryptedContent="gAAAAABo")))
UNREADABLE = CallFailure("The encrypted content for item rs_1 could not be verified.", 400)


def test_a_rejection_is_repaired_once(talk, way, store):
    """A rule that knows the provider's words corrects the request, and the corrected one is sent; the rows stay as they were said."""
    made = talk(Reply(assistant(SEALED, "At six.")), UNREADABLE, "At noon.", to=RESPONSES)
    way(made, "When is low tide?")
    before = store.list_messages("tides", "ada")
    *_, sent = way(made, "And high tide?")

    assert sent.unwrap().text == "At noon."
    assert [len(asked(made, number)[1].content) for number in (1, 2)] == [2, 1]
    assert store.list_messages("tides", "ada")[:2] == before


def test_a_second_rejection_is_a_failure(talk, way):
    """The corrected request is sent once; the failure names the rule that was tried, and the provider's last words."""
    made = talk(Reply(assistant(SEALED, "At six.")), UNREADABLE, DOWN, "never", to=RESPONSES)
    way(made, "When is low tide?")
    *_, sent = way(made, "And high tide?")

    assert sent.failure().attempts == (Attempt(Target.of(RESPONSES), DOWN, "openai-responses-foreign-reasoning"),)
    assert str(sent.failure()) == "openai.responses/gpt-5.2: 529: Overloaded (after openai-responses-foreign-reasoning)"
    assert made.providers[0].answers == ["never"]


def test_a_rejection_that_no_rule_knows_is_a_failure(talk, way, rows):
    """Nothing is sent again, and the rows are what they were, with what was said."""
    made = talk(REFUSED, "never")
    *_, sent = way(made, "When is low tide?")

    assert sent.failure().attempts == (Attempt(Target.of(CLAUDE), REFUSED),)
    assert (sent.failure().turn, sent.failure().error) == (None, None)
    assert rows() == [("user", "When is low tide?")]


def test_retry_asks_again_without_saying_it_twice(talk, way, rows):
    """After a failure the reply that is missing is asked for."""
    made = talk(DOWN, "At six.")
    way(made, "When is low tide?")
    *_, sent = way(made)

    assert sent.unwrap().text == "At six."
    assert rows() == [("user", "When is low tide?"), ("assistant", "At six.")]


@pytest.mark.parametrize("answers", [(), ("At six.",)], ids=["empty", "answered"])
def test_there_is_nothing_to_retry(talk, way, answers):
    """A conversation that waits for nothing has nothing to be asked again."""
    made = talk(*answers)
    for answer in answers:
        way(made, f"Not {answer}?")
    with pytest.raises(ValueError, match="nothing in 'tides' waits for an answer"):
        way(made)


def test_the_next_provider_is_asked(talk, way, rows):
    """Where one fails, the next is asked, each with its own rewrite of the same rows."""
    first, second = Scripted(CLAUDE, ["At six.", DOWN]), Scripted(GPT, ["At noon."])
    first.answers[0] = Reply(assistant(THOUGHT, "At six."))
    made = talk(providers=[first, second])
    way(made, "When is low tide?")
    *_, sent = way(made, "And high tide?")

    assert (sent.unwrap().text, sent.unwrap().target) == ("At noon.", Target.of(GPT))
    assert [len(provider.requests[-1].prompt.messages[1].content) for provider in (first, second)] == [2, 1]
    assert [row[0] for row in rows()] == ["user", "assistant", "user", "assistant"]


def test_all_that_failed_are_named(talk, way):
    """Where all fail, each is told with its words."""
    made = talk(providers=[Scripted(CLAUDE, [DOWN]), Scripted(GPT, [REFUSED])])
    *_, sent = way(made, "When is low tide?")

    assert [(str(attempt.target), attempt.failure) for attempt in sent.failure().attempts] == [(CLAUDE, DOWN), (GPT, REFUSED)]
    assert str(sent.failure()).startswith("anthropic/claude-sonnet-4-5: 529: Overloaded; openai/gpt-5.2: 400: messages")


def test_only_the_reply_that_is_missing_counts(talk, way):
    """Who failed before another one answered is not named when a later step fails."""
    first, second = Scripted(CLAUDE, [DOWN, REFUSED]), Scripted(GPT, [assistant(call("c1", "look")), DOWN])
    *_, sent = way(talk(providers=[first, second], tools={"look": lambda: "seen"}), "Look.")

    assert [attempt.failure for attempt in sent.failure().attempts] == [REFUSED, DOWN]


def test_an_id_is_said_once(talk, way, rows):
    """What is sent again under its id is not said twice: its reply is returned, or asked for where there is none."""
    made = talk(DOWN, "At six.", "never")
    way(made, "When is low tide?", message_id="q1")
    *_, second = way(made, "When is low tide?", message_id="q1")
    *_, third = way(made, "When is low tide?", message_id="q1")

    assert second.unwrap().text == third.unwrap().text == "At six."
    assert rows() == [("user", "When is low tide?"), ("assistant", "At six.")]
    assert [row.role for row in third.unwrap().rows] == ["user", "assistant"]


def test_an_id_of_another_thread_is_refused(talk, way, store, rows):
    """What belongs to another conversation is not taken into this one; nothing is called."""
    store.append("winds", "ada", [StoredMessage("q1", "user", (TextPart("Wind?"),))])
    made = talk("never")
    with pytest.raises(ConflictError):
        way(made, "When is low tide?", message_id="q1")
    assert rows() == []


SAID = {
    "text": ("Hello", user("Hello")),
    "a part": (TextPart("Hello"), user("Hello")),
    "parts": (["Look:", FilePart("image/png", "iVBORw0KGgo=")], UserMessage((TextPart("Look:"), FilePart("image/png", "iVBORw0KGgo=")))),
    "a message": (user("Hello"), user("Hello")),
}


@pytest.mark.parametrize(("given", "message"), SAID.values(), ids=SAID)
def test_what_may_be_said(talk, given, message):
    """Text, parts or a message: it is the user's."""
    made = talk("Hm.")
    made.send(given)
    assert asked(made) == (message,)


NOT_SAID = {
    "nothing": ("", ValueError, "nothing is said"),
    "no parts": ([], ValueError, "nothing is said"),
    "a number": (7, TypeError, "7 is neither text nor a part"),
    "a number among parts": (["Hello", 7], TypeError, "7 is neither text nor a part"),
    "an operator's words": (system("Be brief."), TypeError, "is neither text nor a part"),
    "the result of no call": (result("c9", "6:12"), ValueError, "no call 'c9' is in the conversation"),
}


@pytest.mark.parametrize(("given", "error", "words"), NOT_SAID.values(), ids=NOT_SAID)
def test_what_cannot_be_said(talk, way, rows, given, error, words):
    """A caller's mistake is raised, and nothing is stored or called."""
    with pytest.raises(error, match=words):
        way(talk(), given)
    assert rows() == []


def test_an_id_is_of_a_message(talk):
    """Results have no id of their own."""
    with pytest.raises(ValueError, match="'q1' is the id of no message"):
        talk().send(result("c1"), message_id="q1")


class Breaking(MemoryStore):
    """A store that breaks once so many turns are written."""

    turns = 1

    def append(self, *given):
        if self.turns == 0:
            raise StoreError("the disk is full")
        self.turns -= 1
        return super().append(*given)


def test_a_reply_that_cannot_be_stored_is_not_lost(talk, way):
    """It comes with the error, and can be stored later on."""
    made = talk("At six.", store=(store := Breaking()))
    *_, sent = way(made, "When is low tide?")
    failure = sent.failure()
    store.turns = 2
    first, again = made.save(failure.turn), made.save(failure.turn)

    assert (str(failure), failure.turn.text) == ("the reply could not be stored: the disk is full", "At six.")
    assert [row.role for row in store.list_messages("tides", "ada")] == ["user", "assistant"]
    assert [row.id for row in first] == [row.id for row in again]


def test_it_can_be_stored_in_an_event_loop_too(talk):
    """As the rest."""
    made = talk("At six.", store=(store := Breaking()))
    failure = asyncio.run(made.send_async("When is low tide?")).failure()
    store.turns = 1

    assert [row.role for row in asyncio.run(made.save_async(failure.turn))] == ["user", "assistant"]


@pytest.mark.parametrize("way", ["send_async", "stream_async"])
def test_a_store_may_be_awaited(talk, way, tmp_path):
    """In an event loop the store's methods are awaited, those of the documents' correction too."""

    async def run():
        async with AsyncSqliteStore(tmp_path / "chat.db", synchronous="NORMAL") as store:
            made = talk(assistant(call("c.1", "look")), bad_id, "So.", store=store, tools={"look": lambda: "seen"}, rules=DOCUMENTED)
            given = getattr(made, way)("Look.")
            sent = [piece async for piece in given][-1] if way == "stream_async" else await given
            return sent.unwrap().text, [part.id for row in await store.list_messages("tides", "ada") for part in row.parts if hasattr(part, "state")]

    bad_id = CallFailure("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", 400)
    assert asyncio.run(run()) == ("So.", ["c_1"])


@pytest.mark.parametrize("way", ["send", "stream"])
def test_a_store_that_is_awaited_is_refused_outside_a_loop(talk, way, tmp_path):
    """A caller's mistake is told before anything is called."""
    made = talk("never", store=AsyncSqliteStore(tmp_path / "chat.db"))
    with pytest.raises(TypeError, match="this store is to be awaited"):
        everything(made, way, "When?")
    asyncio.run(made.store.close())


def test_what_the_store_raises_before_the_call_is_raised(talk, way):
    """Nothing was called, so nothing is lost."""
    store = Breaking()
    store.turns = 0
    made = talk("never", store=store)
    with pytest.raises(StoreError):
        way(made, "When is low tide?")
    assert made.providers[0].requests == []


def test_an_empty_reply_is_no_row(talk, way, rows):
    """A reply without parts is a reply; there is nothing to store of it."""
    *_, sent = way(talk(assistant()), "When is low tide?")

    assert sent.unwrap().reply.content == ()
    assert rows() == [("user", "When is low tide?")]


def test_the_shell_offers_it():
    """From the shell itself, which offers nothing else that way."""
    assert segue_shell.Conversation is Conversation
    with pytest.raises(AttributeError, match="has no attribute 'Chat'"):
        _ = segue_shell.Chat


WRONG = {
    "no provider": ({"providers": ()}, ValueError, "needs a provider"),
    "what is none": ({"providers": 7}, TypeError, "7 is no provider"),
    "no thread": ({"thread_id": None}, TypeError, "thread_id is text"),
    "a blank thread": ({"thread_id": " "}, ValueError, "thread_id is not blank"),
    "no steps": ({"max_steps": 0}, ValueError, "max_steps is at least 1"),
    "half a step": ({"max_steps": 1.5}, TypeError, "max_steps is a whole number"),
    "a negative window": ({"last_messages": -1}, ValueError, "last_messages"),
    "what is no rule": ({"rules": ["strict"]}, TypeError, "is no CompatRule"),
    "what is no tool": ({"tools": [7]}, TypeError, "7 is no tool"),
}


@pytest.mark.parametrize(("options", "error", "words"), WRONG.values(), ids=WRONG)
def test_a_conversation_that_makes_no_sense(store, options, error, words):
    """What is wrong with the arguments is told when the conversation is made."""
    settings = {"providers": Scripted(CLAUDE, []), "thread_id": "tides", "resource_id": "ada", **options}
    with pytest.raises(error, match=words):
        Conversation(store, **settings)
