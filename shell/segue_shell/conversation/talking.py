"""A conversation that lasts: its history in a store, its next words from whichever provider answers."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias
from uuid import uuid4

from attrs import evolve, field, frozen

from segue.compat import ProviderHistoryCompat
from segue.messages import StoredMessage
from segue.prompts import Request, SystemMessage, ToolDefinition, system
from segue.rule import CompatRule
from segue.rules import BUILT_IN
from segue.targets import Target
from segue_shell.clock import utc_now
from segue_shell.conversation.effects import Ask, Piece, SendResult, Steps
from segue_shell.conversation.events import Listener
from segue_shell.conversation.performing import in_pieces, in_pieces_async, perform, perform_async
from segue_shell.conversation.records import Turn
from segue_shell.conversation.saying import Messages, Said, Sayable, said
from segue_shell.conversation.sending import Sending
from segue_shell.conversation.tools import Function, Tool, tools_of
from segue_shell.history import AsyncStore, MessageHistory, RequestContext
from segue_shell.providers.callables import as_provider
from segue_shell.providers.protocol import Provider
from segue_shell.stores.protocol import Owner, Store

Answering: TypeAlias = Provider | Callable[[Request], Any] | str | Target
"""A provider, a callable that is one, or a target whose provider is called with the keys of the environment."""


def _providers(given: Answering | Sequence[Answering]) -> tuple[Provider, ...]:
    providers = tuple(map(as_provider, given if isinstance(given, list | tuple) else (given,)))
    if not providers:
        raise ValueError("a conversation needs a provider")
    return providers


def _operator(given: str | SystemMessage | tuple[SystemMessage, ...] | None) -> tuple[SystemMessage, ...]:
    if isinstance(given, tuple):
        return given
    return () if given is None else (system(given) if isinstance(given, str) else given,)


def _rules(given: Iterable[CompatRule]) -> tuple[CompatRule, ...]:
    return tuple(given)


def _listeners(given: Iterable[Listener]) -> tuple[Listener, ...]:
    return tuple(given)


def _steps(_: object, __: object, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"max_steps is a whole number, not {value!r}")
    if value < 1:
        raise ValueError(f"max_steps is at least 1, not {value!r}")


@frozen
class Conversation:
    """A thread of a store, and the providers that answer in it.

    What a person says is stored before anything is called. The history is recalled, rewritten for the provider that is called, and the
    reply is stored with its maker and its figures. A rejection that a rule knows is corrected, once. Functions among the `tools` are run
    for the model; calls of other tools are the caller's to answer. Where a provider fails, the next one is asked, with a rewrite of its
    own.

    A failure leaves the rows as they were: what was said stays, and `retry` asks again without saying it twice. So it is after a crash.
    Two sends at once, in threads, tasks or processes, are both answered: each sees what was stored when it began and its own words. The
    rows stand in the order in which they were stored, and the next rewrite mends what that breaks.

    Raises `TypeError` or `ValueError` for what is wrong with the arguments; what the store raises before the call is passed on.

    >>> from segue_shell.stores import MemoryStore
    >>> talk = Conversation(MemoryStore(), lambda request: "At six.", thread_id="tides", resource_id="ada")
    >>> talk.send("When is low tide?").unwrap().text
    'At six.'
    """

    store: Store | AsyncStore
    providers: tuple[Provider, ...] = field(converter=_providers)
    """One or several, tried in their order: a provider, any callable from a `Request` to a reply, or a target such as
    `"anthropic/claude-sonnet-4-5"`, which is called with the keys of the environment."""
    thread_id: str = field(kw_only=True)
    resource_id: Owner = field(kw_only=True)
    """Whose the thread is."""
    operator: tuple[SystemMessage, ...] = field(default=None, kw_only=True, alias="system", converter=_operator)
    """What stands before the history in each call; it is not stored."""
    tools: tuple[Tool, ...] = field(default=(), kw_only=True, converter=tools_of)
    """Functions by name or in a list, `Tool`s, and definitions of tools that the caller answers."""
    rules: tuple[CompatRule, ...] = field(default=BUILT_IN, kw_only=True, converter=_rules)
    """`DOCUMENTED` gives the behaviour of the documents, which correct the stored messages after a rejection."""
    last_messages: int | None = field(default=None, kw_only=True)
    """How many stored messages are recalled at most, None for all."""
    max_steps: int = field(default=10, kw_only=True, validator=_steps)
    """How many replies a send may bring; the calls of the last one wait for the caller."""
    listeners: tuple[Listener, ...] = field(default=(), kw_only=True, converter=_listeners)
    """Callables that get each step as an event of `segue_shell.conversation.events`."""
    contents: bool = field(default=False, kw_only=True)
    """Events hold what was said."""
    clock: Callable[[], str] = field(default=utc_now, kw_only=True)
    """What time it is, as rows hold it."""
    new_id: Callable[[], str] = field(default=lambda: str(uuid4()), kw_only=True)
    timer: Callable[[], float] = field(default=perf_counter, kw_only=True)
    """Seconds, for what events tell of durations."""
    history: MessageHistory = field(init=False, repr=False, eq=False)
    """What recalls and stores."""
    context: RequestContext = field(init=False, repr=False, eq=False)
    """Which thread, and whose."""
    compat: ProviderHistoryCompat = field(init=False, repr=False, eq=False)
    """What corrects stored messages, where the rules do so."""
    definitions: tuple[ToolDefinition, ...] = field(init=False, repr=False, eq=False)
    """The tools as models are offered them."""
    functions: Mapping[str, Function] = field(init=False, repr=False, eq=False)
    """The functions by the names of their tools."""

    @history.default
    def _history(self) -> MessageHistory:
        return MessageHistory(self.store, self.last_messages, clock=self.clock, new_id=self.new_id)

    @context.default
    def _context(self) -> RequestContext:
        if self.thread_id is None:
            raise TypeError("thread_id is text, not None")
        return RequestContext(self.thread_id, self.resource_id)

    @compat.default
    def _compat(self) -> ProviderHistoryCompat:
        return ProviderHistoryCompat(rules=self.rules)

    @definitions.default
    def _definitions(self) -> tuple[ToolDefinition, ...]:
        return tuple(tool.definition for tool in self.tools)

    @functions.default
    def _functions(self) -> Mapping[str, Function]:
        return {tool.definition.name: tool.function for tool in self.tools if tool.function is not None}

    def to(self, *providers: Answering) -> Conversation:
        """Return the same conversation with other providers: how a model is changed in the middle.

        >>> from segue_shell.stores import MemoryStore
        >>> talk = Conversation(MemoryStore(), lambda request: "At six.", thread_id="tides", resource_id="ada")
        >>> talk.send("When is low tide?").unwrap().text, talk.to(lambda request: "At noon.").send("And high tide?").unwrap().text
        ('At six.', 'At noon.')
        """
        return evolve(self, providers=providers)

    def send(self, given: Sayable, *, message_id: str = "") -> SendResult:
        """Say something, or give results of calls, and return what comes back.

        Under a `message_id` that is stored already nothing is said again: a reply that is there is returned, else one is asked for.
        Raises `ValueError` for results of calls that the conversation does not have.
        """
        return self._sent(said(given, message_id))

    def retry(self) -> SendResult:
        """Go on where a failure, a crash or the last step ended: run the functions of calls that wait, ask for the reply that is missing.

        It runs whatever waits, so nobody else may be at work on the thread. Raises `ValueError` where the conversation waits for nothing.
        """
        return self._sent(Said())

    async def send_async(self, given: Sayable, *, message_id: str = "") -> SendResult:
        """Do as `send`, in an event loop. What cannot be awaited is done in a thread. Cancelling it ends the call."""
        return await perform_async(self._steps(said(given, message_id)))

    async def retry_async(self) -> SendResult:
        """Do as `retry`, in an event loop."""
        return await perform_async(self._steps(Said()))

    def stream(self, given: Sayable | None = None, *, message_id: str = "") -> Iterator[Piece | SendResult]:
        """Do as `send`, or given nothing as `retry`; yield the pieces of replies as they arrive, and last what `send` returns.

        `Retracted` says that the pieces of a reply so far are void, since the call failed and another one follows. Where a call fails
        for good, the words that arrived are in the failure, and are not stored. Closing the iterator, or Ctrl-C, ends the call: the words
        that arrived are then stored as the reply, since somebody has read them; thoughts and calls that were not whole are not.
        """
        self._refuse_async()
        return in_pieces(self._steps(said(given, message_id)))

    def stream_async(self, given: Sayable | None = None, *, message_id: str = "") -> AsyncIterator[Piece | SendResult]:
        """Do as `stream`, in an event loop. Cancelling it is closing it."""
        return in_pieces_async(self._steps(said(given, message_id)))

    def save(self, turn: Turn) -> tuple[StoredMessage, ...]:
        """Store the rows of a turn that could not be stored; those that are stored stay as they are. Raises what the store raises."""
        return self.storing(turn.rows).now()  # type: ignore[no-any-return]

    async def save_async(self, turn: Turn) -> tuple[StoredMessage, ...]:
        """Do as `save`, in an event loop."""
        return await self.storing(turn.rows).later()  # type: ignore[no-any-return]

    def recalling(self, new: Messages) -> Ask:
        """Return the effect that recalls the conversation, with new messages in it."""
        return _asking(self.history.process_input, self.history.process_input_async, new, self.context)

    def storing(self, rows: Messages) -> Ask:
        """Return the effect that stores rows in one transaction."""
        return _asking(self.history.process_output_result, self.history.process_output_result_async, rows, self.context)

    def replacing(self, rows: Messages) -> Ask:
        """Return the effect that puts corrected rows in the place of stored ones; it tells whether the store can."""
        return _asking(self.history.correct, self.history.correct_async, rows, self.context)

    def _sent(self, given: Said) -> SendResult:
        self._refuse_async()
        return perform(self._steps(given))

    def _steps(self, given: Said) -> Steps[SendResult]:
        return Sending(self, str(uuid4())).steps(given)

    def _refuse_async(self) -> None:
        for name, function in self.functions.items():
            if inspect.iscoroutinefunction(function):
                raise TypeError(f"the function of {name!r} is to be awaited: use send_async or stream_async")


def _asking(now: Callable[..., Any], later: Callable[..., Awaitable[Any]], *given: Any) -> Ask:
    return Ask(partial(now, *given), partial(later, *given))
