"""`segue chat`: talk with a model in a thread that lasts, and change the model in the middle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import click

from segue_shell.cli.database import opened, owner, resource
from segue_shell.cli.reading import STDIN, BadInput, read_bytes, shown

if TYPE_CHECKING:
    from segue_shell.providers import Provider
    from segue_shell.stores import Store


@click.command("chat", short_help="Talk with a model in a thread that lasts.")
@click.option("--to", metavar="TARGET", required=True, help="Who answers: provider/model.")
@click.option("--db", metavar="DB", help="A SQLite file, made where missing, or a postgresql:// address.  [default: nothing is kept]")
@click.option("--thread", metavar="ID", help="The thread to go on with, or to begin.  [default: a new one]")
@resource
@click.option("--system", metavar="TEXT", help="What stands before the conversation in each call. It is not stored.")
@click.option("--base-url", metavar="URL", help="Where the provider is called, if not at its own address.")
@click.pass_context
def chat_command(
    ctx: click.Context, /, to: str, db: str | None, thread: str | None, resource: str | None, system: str | None, base_url: str | None
) -> None:
    """Talk with TARGET. Its key is taken from the environment, under the name that the provider's own SDK reads.

    Each turn is stored as it is said, and the history is rewritten for whoever answers, so /model TARGET may change who that is at any
    time. /help lists what else can be typed. Ctrl-C stops a reply; the words that came are kept. Ctrl-D ends.

    In a pipe, standard input is one message, and standard output the reply and nothing else.

    \b
    Examples:
      segue chat --to anthropic/claude-sonnet-4-5
      segue chat --to openai/gpt-5.2 --db chat.db --thread tides
      git diff | segue chat --to google/gemini-3-pro --system "Review this change."
      segue chat --to vllm/qwen3 --base-url http://localhost:8000/v1

    \b
    Exit status:
      0  fine
      1  no reply, or it could not be stored
      2  bad input or usage
    """  # noqa: D301  # click reads the backspace
    from segue_shell.conversation import Conversation  # noqa: PLC0415  # the other commands do without

    if thread is not None and db is None:
        raise click.UsageError("--thread needs --db, which keeps it")
    answering = provider(to, base_url)
    with _store(db) as store:
        talk = Conversation(store, answering, thread_id=thread or str(uuid4()), resource_id=owner(resource), system=system)
        ctx.exit(_talk(talk, db) if sys.stdin.isatty() else _once(talk))


def provider(target: str, base_url: str | None) -> Provider:
    """Return the provider of a target. What is wrong with it, or missing for it, is bad usage."""
    from segue_shell.providers import provider as chosen  # noqa: PLC0415

    try:
        return chosen(target, base_url=base_url)
    except (ValueError, ImportError) as error:
        typed = str(error).replace(", or pass api_key", "").replace("base_url", "its URL")
        raise click.BadParameter(typed, param_hint="--to") from None


@contextmanager
def _store(name: str | None) -> Iterator[Store]:
    from segue_shell.stores import MemoryStore  # noqa: PLC0415

    if name is None:
        yield MemoryStore()
    else:
        with opened(name, new=True) as store:
            yield store


def _talk(talk: Any, db: str | None) -> int:
    from segue_shell.cli.chatting import Chat, prompted  # noqa: PLC0415
    from segue_shell.cli.display import Display  # noqa: PLC0415

    display = Display.of_terminal()
    kept = f"thread {talk.thread_id} of {shown(db)}" if db else "nothing is kept without --db"
    display.note(f"{talk.providers[0].target}; {kept}; /help tells more")
    return Chat(talk, display, provider).run(prompted)


def _once(talk: Any) -> int:
    from segue_shell.cli.chatting import answer  # noqa: PLC0415

    text = read_bytes(STDIN).decode("utf-8", "replace").strip()
    if not text:
        raise BadInput("<stdin>: empty")
    return answer(talk, text)
