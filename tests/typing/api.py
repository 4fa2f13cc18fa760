"""What type checkers make of the public names.

`mypy --strict tests/typing` reads this; nothing here runs. Each function is what a user would write, with the types it should have.
"""

from __future__ import annotations

from typing import Any, assert_type

from returns.pipeline import is_successful
from returns.result import Result

import segue
from segue import (
    BUILT_IN,
    AssistantMessage,
    CallFailure,
    Change,
    CompatRule,
    Correction,
    DecodeError,
    DecodeFailure,
    Fault,
    Fixed,
    Prompt,
    ProviderHistoryCompat,
    Recovery,
    Request,
    Rewrite,
    StoredMessage,
    Target,
    ToolCallFilter,
    UserMessage,
    assistant,
    find_faults,
    only,
    recover,
    rewrite,
    to_prompt,
    to_store,
    user,
    without,
)
from segue.testing import check_rule
from segue_shell import Conversation
from segue_shell.conversation import Piece, SendFailure, SendResult, Turn
from segue_shell.history import AsyncStore, MessageHistory, RequestContext
from segue_shell.providers import Provider
from segue_shell.stores import (
    ANY_RESOURCE,
    AsyncPostgresStore,
    AsyncSqliteStore,
    MemoryStore,
    PostgresStore,
    SqliteStore,
    Store,
    Stretch,
    prune,
    prune_async,
)


def payloads(payload: dict[str, Any], listed: list[dict[str, object]]) -> dict[str, Any]:
    """The verbs take plain JSON and a target named as people name it."""
    assert_type(segue.check(payload, "anthropic/claude-sonnet-4-5"), tuple[Fault, ...])
    assert_type(segue.check(listed, Target.of("openai/gpt-5.2"), from_format="anthropic", made_by="openai/gpt-5.2"), tuple[Fault, ...])
    assert_type(segue.check(payload, "google/gemini-3-pro", rules=without(BUILT_IN, "anthropic")), tuple[Fault, ...])
    fixed = segue.fix(payload, to="anthropic/claude-sonnet-4-5", as_format="anthropic")
    assert_type(fixed, Fixed)
    assert_type(fixed.changes, tuple[Change, ...])
    assert_type(fixed.faults_left, tuple[Fault, ...])
    body: dict[str, Any] = fixed.payload
    reply: dict[str, Any] = fixed.restore(body)
    return reply


def failures(payload: object) -> str:
    """A payload that cannot be read raises a `ValueError`, or is a `Failure` that keeps its type."""
    try:
        segue.fix(payload, "mistral/mistral-large-latest")
    except DecodeError as error:
        assert_type(error.failure, DecodeFailure)
    tried = segue.try_fix(payload, "mistral/mistral-large-latest")
    assert_type(tried, Result[Fixed, DecodeFailure])
    if is_successful(tried):
        return str(assert_type(tried.unwrap(), Fixed).changes)
    return str(assert_type(tried.failure(), DecodeFailure))


def errors() -> None:
    """An error's text leads to the rules behind it."""
    rules = segue.explain("final assistant content cannot end with trailing whitespace", "anthropic")
    assert_type(rules, tuple[CompatRule, ...])
    assert_type([rule.name for rule in rules], list[str])


def records(failure: CallFailure) -> Request | None:
    """The same on records, for who keeps them."""
    target = Target.of("bedrock/anthropic.claude-sonnet-4-5")
    assert_type(target, Target)
    assert_type(user("Greet me."), UserMessage)
    assert_type(assistant("Hello, "), AssistantMessage)
    prompt = Prompt((user("Greet me."), assistant("Hello, ")))
    rewritten = rewrite(prompt, target)
    assert_type(rewritten, Rewrite)
    assert_type(rewritten.prompt, Prompt)
    assert_type(rewritten.changes, tuple[Change, ...])
    assert_type(find_faults(prompt, target), tuple[Fault, ...])
    recovery = recover(Request(prompt), target, failure, BUILT_IN)
    assert_type(recovery, Recovery | None)
    return recovery.request if recovery else None


def own_rule() -> CompatRule:
    """A rule of one's own is checked by one line."""

    def keep_last(prompt: Prompt, _: Target) -> Prompt:
        return prompt if len(prompt.messages) < 2 else Prompt(prompt.messages[-1:])

    rule = CompatRule(name="own-length", apply_to_prompt=keep_last, triggers=(Prompt((user("a"), user("b"))),))
    assert_type(BUILT_IN, tuple[CompatRule, ...])
    assert_type(only(BUILT_IN, "openai"), tuple[CompatRule, ...])
    rewrite(Prompt(), "openai/gpt-5.2", rules=[*without(BUILT_IN, "openai"), rule])
    check_rule(rule, targets=["openai/gpt-5.2"], after=BUILT_IN)
    return rule


def processors(given: Prompt, rows: tuple[StoredMessage, ...], error: Exception) -> None:
    """The documented processors take and give records."""
    compat = ProviderHistoryCompat([CompatRule(name="mine-none")])
    assert_type(compat.process_llm_request(given, "cerebras/gpt-oss-120b", rows), Prompt)
    assert_type(compat.process_api_error(rows, error, retry_count=0), Correction | None)
    seen, state = ToolCallFilter(exclude=["count"], filter_after_tool_steps=2).process_llm_request(given)
    assert_type(seen, Prompt)
    ToolCallFilter().process_llm_request(given, state)
    assert_type(to_prompt(rows), Prompt)
    assert_type(to_store([user("Hi")]), tuple[StoredMessage, ...])


async def histories(store: SqliteStore, rows: list[StoredMessage]) -> tuple[StoredMessage, ...]:
    """A history takes any store, and answers with messages, awaited or not."""
    context = RequestContext("thread-1", resource_id=ANY_RESOURCE)
    for storage in (store, MemoryStore()):
        history = MessageHistory(storage, last_messages=20)
        assert_type(history.process_input(rows, context), tuple[StoredMessage, ...])
        assert_type(history.process_output_result(rows, context, finish_reason="stop"), tuple[StoredMessage, ...])
    return await MessageHistory(store).process_input_async(rows, context)


def talking(store: SqliteStore, provider: Provider) -> str:
    """A conversation takes providers and callables, and gives a turn or why there is none."""
    talk = Conversation(store, [provider, lambda _: "At six."], thread_id="tides", resource_id="ada", tools={"tides": len}, system="Be brief.")
    assert_type(talk.send("When is low tide?"), Result[Turn, SendFailure])
    assert_type(talk.to(provider).retry(), Result[Turn, SendFailure])
    for piece in talk.stream(["Look:", "When?"]):
        assert_type(piece, Piece | SendResult)
    sent = talk.send(user("And now?"), message_id="q1")
    return sent.unwrap().text if is_successful(sent) else str(sent.failure())


def stores(memory: MemoryStore, sqlite: SqliteStore, postgres: PostgresStore) -> None:
    """Stores are of one protocol."""
    known: tuple[Store, ...] = (memory, sqlite, postgres)
    for store in known:
        assert_type(store.scroll_messages("t", "ada", metadata={"plan": "free"}), Stretch)
        assert_type(prune(store, ANY_RESOURCE, keep_last=100), int)


async def awaited_stores(sqlite: AsyncSqliteStore, postgres: AsyncPostgresStore, rows: list[StoredMessage]) -> None:
    """So are those that are awaited."""
    known: tuple[AsyncStore, ...] = (sqlite, postgres)
    assert_type(await known[0].append("t", "ada", rows), tuple[StoredMessage, ...])
    for store in (sqlite, postgres):
        assert_type(await store.list_around("m", "ada"), tuple[StoredMessage, ...])
        assert_type(await prune_async(store, "ada", before="2030-01-01"), int)
