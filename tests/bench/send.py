"""What a send costs beside recall, call and save: python -m tests.bench.send.

The yardstick is the lines that one would write without it, with the same store: recall the history, store the question, make a prompt
of the rows, call, store the reply. The provider of both answers at once. What a send takes beyond them, to rewrite the history for the
target, to look for aliases of tools and to keep its own books, is the overhead, which has a limit in milliseconds.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from attrs import frozen

from segue.convert import to_prompt, to_store
from segue.messages import StoredMessage
from segue.prompts import AssistantMessage, Request, assistant, user
from segue_shell.conversation import CallableProvider, Conversation
from segue_shell.history import MessageHistory, RequestContext
from segue_shell.stores import MemoryStore, SqliteStore, Store
from tests.bench.stores import OWNER, answer, question
from tests.bench.timing import minima

TARGETS = ("anthropic/claude-sonnet-4-5", "openai/gpt-5.2", "openai.responses/gpt-5.2", "google/gemini-3-pro", "bedrock/amazon.nova-pro-v1:0")
LIMIT = 1.0
"""Milliseconds of overhead at a hundred messages; of longer histories in proportion."""


@frozen
class Overhead:
    """A line of the table: seconds of a send and of its yardstick."""

    what: str
    size: int
    ours: float
    yardstick: float

    @property
    def over(self) -> bool:
        """Tell whether the overhead is over the limit."""
        return (self.ours - self.yardstick) * 1e3 > LIMIT * self.size / 100


class Frozen:
    """A store that reads as it does, and whose writes are given back unwritten, so that each send finds the same history."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.list_messages = store.list_messages

    def append(self, _: str, __: str, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Give the messages back."""
        return tuple(messages)


def filled(store: Store, size: int) -> Store:
    """Put so many messages into a thread, half of them answers with a call in them."""
    for number in range(size // 2):
        store.append("t", OWNER, [question(f"q-{number}"), answer(f"a-{number}")])
    return store


def by_hand(history: MessageHistory, context: RequestContext, call: Callable[[Request], AssistantMessage]) -> None:
    """Do what a send does, without rewriting, and without anything that can go wrong."""
    turn = history.process_input(to_store([user("When is low tide?")]), context)
    turn = history.process_output_result(turn, context)
    reply = call(Request(to_prompt(turn)))
    history.process_output_result(to_store([reply]), context)


def row(name: str, store: Store, size: int, target: str, repeats: int) -> Overhead:
    """Measure a send beside its yardstick."""
    held = Frozen(store)
    talk = Conversation(held, CallableProvider(lambda _: assistant("At six."), target), thread_id="t", resource_id=OWNER)
    history, context = MessageHistory(held), RequestContext("t", OWNER)
    works = {"ours": lambda: talk.send("When is low tide?"), "yardstick": lambda: by_hand(history, context, lambda _: assistant("At six."))}
    taken = minima(works, repeats)
    return Overhead(f"send to {target}, {name}", size, taken["ours"], taken["yardstick"])


def all_rows(folder: Path, sizes: Sequence[int], repeats: int) -> Iterator[Overhead]:
    """Measure every target with a store in memory, and the first with one in a file."""
    for size in sizes:
        memory = filled(MemoryStore(), size)
        yield from (row("in memory", memory, size, target, repeats) for target in TARGETS)
        with closing(SqliteStore(folder / f"{size}.db", synchronous="NORMAL")) as file:
            yield row("SQLite", filled(file, size), size, TARGETS[0], repeats)


def printed(rows: Iterator[Overhead]) -> Iterator[Overhead]:
    """Print rows as they are measured."""
    print(f"{'what':<52}{'messages':>9}{'ours ms':>10}{'by hand ms':>12}{'overhead ms':>13}{'limit':>7}")
    for one in rows:
        numbers = f"{one.ours * 1e3:>10.3f}{one.yardstick * 1e3:>12.3f}{(one.ours - one.yardstick) * 1e3:>13.3f}{LIMIT * one.size / 100:>7.1f}"
        print(f"{one.what:<52}{one.size:>9}{numbers}  {'OVER' if one.over else 'ok'}", flush=True)
        yield one


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0; with --strict 1 where a row is over its limit."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.send", description="What a send costs beside recall, call and save.")
    parser.add_argument("--sizes", nargs="+", type=int, default=[100, 1_000], help="messages in the thread")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a row is over its limit")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        measured = list(printed(all_rows(Path(folder), options.sizes, options.repeats)))
    return int(options.strict and any(one.over for one in measured))


if __name__ == "__main__":
    raise SystemExit(main())
