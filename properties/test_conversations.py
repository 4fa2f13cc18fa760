"""Whatever happens to a conversation, no word is lost or said twice, and every provider is sent what it takes."""

from __future__ import annotations

from itertools import count

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from returns.pipeline import is_successful

from segue.engine import find_faults
from segue.json_values import JsonObject
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.prompts import ToolDefinition, assistant, call, result
from segue.targets import Target
from segue_shell.conversation import Conversation
from segue_shell.providers import Reply
from segue_shell.stores import MemoryStore
from tests.conversation.scripted import DOWN, REFUSED, Scripted

TARGETS = (
    "anthropic/claude-sonnet-4-5", "openai/gpt-5.2", "openai.responses/gpt-5.2", "google/gemini-3-pro", "bedrock/amazon.nova-pro-v1:0",
    "mistral/mistral-large", "cerebras/glm-4.7", "deepseek/deepseek-v4",
)  # fmt: skip
KINDS = ("words", "words", "thoughts", "function", "client", "both", "nothing", "down", "refused")
TOOLS = [ToolDefinition("pay", "Pays.")]
targets = st.sampled_from(TARGETS)
kinds = st.lists(st.sampled_from(KINDS), min_size=1, max_size=4)


class Talks(RuleBasedStateMachine):
    """One thread, many providers, and all that can come between."""

    def __init__(self):
        super().__init__()
        self.store, self.numbers = MemoryStore(), count(1)
        self.said, self.replied, self.faults, self.waiting = [], [], [], ()

    def talk(self, target, answers):
        """Return the conversation with a provider that answers so, and then no more."""
        scripted = Scripted(target, [*(self.answer(target, kind) for kind in answers), DOWN, DOWN])
        return Conversation(self.store, scripted, thread_id="t", resource_id="ada", tools=[self.look, *TOOLS], max_steps=3)

    def look(self):
        """Give something new."""
        return f"seen {next(self.numbers)}"

    def answer(self, target, kind):
        """Return an answer of a kind, its words and ids new but for those that a provider uses again."""
        number, maker = next(self.numbers), Model(Target.of(target).provider, Target.of(target).model)
        words, used_again = TextPart(f"reply {number}"), f"call.{number % 3}"
        match kind:
            case "words":
                return assistant(words)
            case "thoughts":
                signed = JsonObject(anthropic=JsonObject(signature=f"sig{number}")) if "claude" in target else JsonObject()
                return Reply(assistant(ReasoningPart(f"thought {number}", signed, maker), words), JsonObject(output=number), "stop")
            case "function":
                return assistant(words, call(used_again, "look"))
            case "client":
                return assistant(ToolCallPart(used_again, "pay", JsonObject(sum=number)))
            case "both":
                return assistant(words, call(f"a{number}", "look"), call(f"b{number}", "pay"))
            case "nothing":
                return assistant()
            case _:
                return DOWN if kind == "down" else REFUSED

    def note(self, talk, sent):
        """Note what came of a send, and what was wrong with what was sent."""
        for request in talk.providers[0].requests:
            self.faults += [(talk.providers[0].target, fault) for fault in find_faults(request, talk.providers[0].target) if fault.repairable]
        turn = sent.unwrap() if is_successful(sent) else sent.failure().turn
        self.waiting = () if turn is None else turn.calls
        for message in () if turn is None else turn.messages:
            self.replied += [part.text for part in message.content if isinstance(part, TextPart)]

    @rule(model=targets, answers=kinds, in_pieces=st.booleans())
    def say(self, model, answers, in_pieces):
        """Say something new."""
        text, talk = f"question {next(self.numbers)}", self.talk(model, answers)
        self.said.append(text)
        self.note(talk, list(talk.stream(text))[-1] if in_pieces else talk.send(text))

    @rule(model=targets, answers=kinds)
    def retry(self, model, answers):
        """Ask again, where there is something to ask."""
        talk = self.talk(model, answers)
        try:
            sent = talk.retry()
        except ValueError:
            return
        self.note(talk, sent)

    @rule(model=targets, kind=st.sampled_from(["words", "thoughts", "both"]), pieces=st.integers(1, 2))
    def stop(self, model, kind, pieces):
        """Stop listening to a reply; the words that were heard count."""
        text, talk = f"question {next(self.numbers)}", self.talk(model, [kind])
        self.said.append(text)
        stream = talk.stream(text)
        heard = [next(stream) for _ in range(pieces)]
        stream.close()
        words = "".join(piece.text for piece in heard if type(piece).__name__ == "TextDelta")
        self.replied += [words] if words else []
        self.waiting = ()

    @precondition(lambda self: self.waiting)
    @rule(model=targets, answers=kinds, all_of_them=st.booleans())
    def give(self, model, answers, all_of_them):
        """Answer the calls that wait, all or the first."""
        results = [result(one.id, f"paid {next(self.numbers)}", name=one.name) for one in self.waiting]
        talk = self.talk(model, answers)
        self.note(talk, talk.send(results if all_of_them else results[:1]))

    @invariant()
    def every_word_is_there_once(self):
        """Questions and replies are in the rows, each once, in their order."""
        rows = self.store.list_messages("t", "ada")
        told = {role: [part.text for row in rows if row.role == role for part in row.parts if isinstance(part, TextPart)] for role in ("user", "assistant")}
        assert told == {"user": self.said, "assistant": self.replied}

    @invariant()
    def every_request_was_taken(self):
        """No provider was sent what a rule could have repaired."""
        assert self.faults == []


TestTalks = Talks.TestCase
TestTalks.settings = settings(max_examples=max(5, settings().max_examples // 5), stateful_step_count=10)
