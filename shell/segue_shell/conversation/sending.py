"""The steps of a send: recall, store what was said, rewrite, call, on a rejection correct and call once more, store the reply.

Straight lines without rules of their own. Each effect is yielded; `performing` performs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import Factory, define, evolve
from returns.pipeline import is_successful
from returns.result import Failure, Success

from segue.compat import with_stored
from segue.convert import answered, to_prompt, to_store
from segue.convert.states import call_and_result
from segue.engine import recover, rewrite_request, tool_aliases, with_tool_names
from segue.failures import CallFailure, Change
from segue.json_values import EMPTY, JsonObject
from segue.messages import MEMORY, RESPONSE, StoredMessage
from segue.models import Model
from segue.parts import AssistantPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, ToolMessage
from segue.targets import Target
from segue_shell.conversation import events as told
from segue_shell.conversation.effects import Call, Heard, Run, SendResult, Steps, Stopped
from segue_shell.conversation.records import Attempt, SendFailure, Turn, added_up
from segue_shell.conversation.saying import Messages, Said, is_answered, waiting
from segue_shell.providers.protocol import Provider, Reply

if TYPE_CHECKING:
    from segue_shell.conversation.talking import Conversation

INTERRUPTED = "interrupted"
"""The finish of a reply that the caller stopped."""


class Rewritten(NamedTuple):
    """A request as a target takes it, the tool names behind its aliases, and by which rule it was corrected."""

    request: Request
    names: Mapping[str, str]
    rule: str = ""


@define(eq=False)
class Sending:
    """One send, as far as it is."""

    talk: Conversation
    id: str
    rows: Messages = ()
    """The conversation as this send sees it."""
    own: dict[str, StoredMessage] = Factory(dict)
    """The rows of this send by id."""
    unsaved: Messages = ()
    """Those of them that the store does not have yet."""
    said: list[Message] = Factory(list)
    attempts: list[Attempt] = Factory(list)
    changes: tuple[Change, ...] = ()
    target: Target = Factory(Target)
    finish: str = ""
    usage: JsonObject = EMPTY
    calls: int = 0

    def steps(self, given: Said) -> Steps[SendResult]:
        """Send what is given; where nothing is, ask for what waits to be answered."""
        if (yield from self._is_answered(given)):
            return Success(self._turn())
        try:
            return (yield from self._replies())
        except Stopped as stopped:
            return (yield from self._stop(stopped.words))

    def _is_answered(self, given: Said) -> Steps[bool]:
        """Recall the conversation, store what is said, and tell whether a former send did so and has its reply."""
        rows: Messages = yield self.talk.recalling(given.rows(self.talk.new_id))
        self._tell(told.Recalled, messages=sum("memory" in row.sources for row in rows))
        rows = given.answering(rows)
        if fresh := sum("memory" not in row.sources for row in rows):
            rows = yield self.talk.storing(rows)
            self._tell(told.Saved, messages=fresh)
        self.rows, self.own = rows, {row.id: row for row in rows if row.sources != MEMORY}
        return is_answered(rows) and self._replayed(given)

    def _replayed(self, given: Said) -> bool:
        """Take what stands behind a message that was sent before. Raises `ValueError` where nothing was sent."""
        if given == Said():
            raise ValueError(f"nothing in {self.talk.thread_id!r} waits for an answer")
        at = next((index for index, row in enumerate(self.rows) if row.id == given.id), len(self.rows))
        self.own |= {row.id: row for row in self.rows[at:]}
        self.said += to_prompt(self.rows[at + 1 :]).messages
        return True

    def _replies(self) -> Steps[SendResult]:
        """Ask for replies and run the functions that they call, until there is nothing left to run or a step fails."""
        error: Exception | None = None
        for _ in range(self.talk.max_steps):
            error = yield from self._run_functions()
            if error is not None or waiting(self.rows):
                break
            if not (yield from self._reply()):
                return Failure(SendFailure(tuple(self.attempts), None, self._turn() if self.said else None))
            error = yield from self._save()
            if error is not None or not waiting(self.rows):
                break
        return Success(self._turn()) if error is None else Failure(SendFailure((), error, self._turn()))

    def _run_functions(self) -> Steps[Exception | None]:
        """Run the function of each call that waits and has one, and store each result before the next is run."""
        for call in waiting(self.rows):
            function = self.talk.functions.get(call.name)
            if function is None or call.state != "call":
                continue
            begun = self.talk.timer()
            result: ToolResultPart = yield Run(function, call)
            self._tell(
                told.ToolRan, name=call.name, tool_call_id=call.id, seconds=self.talk.timer() - begun, error=result.error,
                contents=self._content(result),
            )  # fmt: skip
            self._hear(ToolMessage((result,)))
            row = answered(self.rows[-1], (result,)).from_(RESPONSE)
            self.rows, self.own[row.id], self.unsaved = (*self.rows[:-1], row), row, (row,)
            error = yield from self._save()
            if error is not None:
                return error
        return None

    def _hear(self, message: Message) -> None:
        """Note what was said; results of one reply are one message."""
        if isinstance(message, ToolMessage) and self.said and isinstance(self.said[-1], ToolMessage):
            message = ToolMessage((*self.said.pop().content, *message.content))  # type: ignore[arg-type]
        self.said.append(message)

    def _reply(self) -> Steps[bool]:
        """Ask the providers, one after the other, until one replies."""
        self.attempts.clear()
        for provider in self.talk.providers:
            if (yield from self._asked(provider)):
                return True
        rules = tuple(attempt.rule for attempt in self.attempts if attempt.rule)
        self._tell(told.Failed, tried=tuple(attempt.target for attempt in self.attempts), rules=rules)
        return False

    def _asked(self, provider: Provider) -> Steps[bool]:
        """Ask a provider, and where it rejects the request and a rule knows why, once more."""
        asked = self._rewritten(provider)
        heard: Heard = yield from self._called(provider, asked)
        if not is_successful(heard.outcome):
            corrected = yield from self._corrected(provider, asked, heard.outcome.failure())
            if corrected is not None:
                asked = corrected
                heard = yield from self._called(provider, asked)
        if is_successful(heard.outcome):
            self._take(heard.outcome.unwrap(), asked.names)
            return True
        self.attempts.append(Attempt(provider.target, heard.outcome.failure(), asked.rule, heard.words))
        return False

    def _rewritten(self, provider: Provider, rule: str = "") -> Rewritten:
        """Rewrite the conversation for a provider."""
        request = Request(Prompt((*self.talk.operator, *to_prompt(self.rows).messages)), self.talk.definitions)
        rules = [with_stored(rule, self.rows) for rule in self.talk.rules]
        done = rewrite_request(request, provider.target, rules)
        self.changes = done.changes
        if done.changes:
            self._tell(told.Rewrote, target=provider.target, changes=done.changes)
        return Rewritten(done.request, tool_aliases(request, provider.target, rules), rule)

    def _called(self, provider: Provider, asked: Rewritten) -> Steps[Heard]:
        self.calls, self.target, begun = self.calls + 1, provider.target, self.talk.timer()
        at = {"target": provider.target, "call": self.calls}
        self._tell(told.Sent, **at, messages=len(asked.request.prompt.messages), contents=self._content(asked.request))
        try:
            heard: Heard = yield Call(provider, asked.request, asked.names)
        except Stopped:
            self._tell(told.Interrupted, **at, seconds=self.talk.timer() - begun)
            raise
        at["seconds"] = self.talk.timer() - begun
        if is_successful(heard.outcome):
            self._tell(told.Replied, **at, **_figures(heard.outcome.unwrap()), contents=self._content(heard.outcome.unwrap().message))
        else:
            failure = heard.outcome.failure()
            self._tell(told.Rejected, **at, status=failure.status, contents=self._content(failure))
        return heard

    def _corrected(self, provider: Provider, asked: Rewritten, failure: CallFailure) -> Steps[Rewritten | None]:
        """Correct the stored messages, where a rule of the documents does so, or else the request; None where no rule knows better."""
        correction = self.talk.compat.process_api_error(self.rows, failure)
        if correction is not None:
            stored = yield from self._rewrite_rows(correction.messages)
            self._tell(told.Repaired, target=provider.target, rule=correction.rule, stored=stored)
            return self._rewritten(provider, correction.rule)
        recovery = recover(asked.request, provider.target, failure, self.talk.rules)
        if recovery is None:
            return None
        self._tell(told.Repaired, target=provider.target, rule=recovery.rule, changes=recovery.changes)
        return Rewritten(recovery.request, asked.names, recovery.rule)

    def _rewrite_rows(self, rows: Messages) -> Steps[bool]:
        """Put corrected messages in the place of the stored ones, and tell whether the store has them."""
        known = {row.id: row for row in self.rows}
        corrected = tuple(row for row in rows if row.id in known and row is not known[row.id])
        self.rows = rows
        self.own |= {row.id: row for row in corrected if row.id in self.own}
        try:
            replaced: bool = yield self.talk.replacing(corrected)
        except Exception as error:  # noqa: BLE001  # the corrected request can be sent all the same
            self._tell(told.NotSaved, error=type(error).__name__)
            return False
        return replaced

    def _take(self, reply: Reply, names: Mapping[str, str]) -> None:
        """Take a reply as one of this conversation: with the caller's tool names, its maker, and its figures."""
        message = with_tool_names(_with_ids(reply.message, self.talk.new_id), names)
        if message.origin is None and self.target.provider:
            message = evolve(message, origin=Model(self.target.provider, self.target.model))
        self.finish, self.usage = reply.finish, added_up(self.usage, reply.usage)
        self._hear(message)
        made = sorted(to_store((message,), self.talk.new_id, keep_strays=True), key=lambda row: row.role == "assistant")
        rows = (*made[:-1], *(evolve(row, metadata=row.metadata.with_(**_noted(reply))) for row in made[-1:]))
        self.rows, self.unsaved = (*self.rows, *rows), rows
        self.own |= {row.id: row for row in rows}

    def _save(self) -> Steps[Exception | None]:
        """Store what is new, in one go; return what the store raises."""
        if not self.unsaved:
            return None
        try:
            stored: Messages = yield self.talk.storing(self.unsaved)
        except Exception as error:  # noqa: BLE001  # a reply that has arrived is never dropped
            self._tell(told.NotSaved, error=type(error).__name__)
            return error
        self.own |= {row.id: row for row in stored}
        self.rows = tuple(self.own.get(row.id, row) for row in self.rows)
        self.unsaved = ()
        self._tell(told.Saved, messages=len(stored))
        return None

    def _stop(self, words: str) -> Steps[SendResult]:
        """Keep the words that were heard before the caller stopped listening."""
        if words:
            self._take(Reply(AssistantMessage((TextPart(words),)), EMPTY, INTERRUPTED), {})
            yield from self._save()
        return Success(self._turn())

    def _turn(self) -> Turn:
        calls = tuple(call for one in waiting(self.rows) if (call := call_and_result(one, None)[0]) is not None)
        target = self.target if self.calls else None
        return Turn(tuple(self.said), calls, tuple(self.own.values()), target, self.finish, self.usage, self.changes)

    def _content(self, content: object) -> object:
        return content if self.talk.contents else None

    def _tell(self, event: Callable[..., told.Event], **of_event: Any) -> None:
        if self.talk.listeners:
            told.tell(self.talk.listeners, event(thread_id=self.talk.thread_id, send_id=self.id, **of_event))


def _with_ids(reply: AssistantMessage, new_id: Callable[[], str]) -> AssistantMessage:
    """Return a reply whose calls all have ids, by which their results find them; some providers send none."""

    def identified(part: AssistantPart) -> AssistantPart:
        return evolve(part, id=new_id()) if isinstance(part, ToolCallPart) and not part.id and not part.hosted else part

    content = tuple(map(identified, reply.content))
    return reply if all(map(is_, content, reply.content)) else evolve(reply, content=content)


def _figures(reply: Reply) -> dict[str, Any]:
    calls = sum(isinstance(part, ToolCallPart) and not part.hosted for part in reply.message.content)
    return {"finish": reply.finish, "usage": reply.usage, "tool_calls": calls}


def _noted(reply: Reply) -> dict[str, Any]:
    """Return what a row's metadata tells of a reply beside its maker."""
    return {**({"usage": reply.usage} if reply.usage else {}), **({"finishReason": reply.finish} if reply.finish else {})}
