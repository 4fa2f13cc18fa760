"""The loop of a chat: what is typed is said, or is a command to the chat itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from importlib import import_module
from typing import Any, cast

import click
from attrs import define, evolve
from returns.pipeline import is_successful
from returns.result import Result

from segue_shell.cli.display import Display, call_line
from segue_shell.cli.escaping import escaped
from segue_shell.cli.telling import message_lines
from segue_shell.cli.writing import say
from segue_shell.conversation import Conversation, SendResult
from segue_shell.conversation.events import Listener
from segue_shell.providers import Provider

PROMPT = "> "
_HELP = """/model TARGET [URL]  go on with another model
/history             show the conversation so far
/retry               ask again for a reply that is missing
/help                show this
/quit                end, as Ctrl-D does
//…                  say something that begins with a slash
Ctrl-C stops a reply; the words that came are kept."""


@define(eq=False)
class Chat:
    """A conversation at a terminal."""

    talk: Conversation
    display: Display
    make: Callable[[str, str | None], Provider]
    """Makes the provider of a target, at a URL where one is given."""

    def __attrs_post_init__(self) -> None:
        """Show the steps of each send."""
        listeners: tuple[Listener, ...] = (*self.talk.listeners, self.display)
        self.talk = evolve(self.talk, listeners=listeners)

    def run(self, read: Callable[[], str]) -> int:
        """Take one line after the other, until there is none or one says so. Returns the exit status."""
        with suppress(EOFError):
            while self.take(self._line(read)):
                pass
        return 0

    def _line(self, read: Callable[[], str]) -> str:
        try:
            return read().strip()
        except KeyboardInterrupt:
            self.display.note("Ctrl-D ends")
            return ""

    def take(self, line: str) -> bool:
        """Say a line, or do what it commands; tell whether the chat goes on."""
        if line.startswith("/") and not line.startswith("//"):
            name, _, rest = line[1:].partition(" ")
            command = _COMMANDS.get(name)
            if command is None:
                self.display.note(f"/{name} is no command; /help lists them")
                return True
            return command(self, rest.strip())
        if line:
            self.say(line.removeprefix("/"))
        return True

    def say(self, text: str | None) -> None:
        """Say something, or ask again, and show what comes back; Ctrl-C ends the reply."""
        try:
            with closing(cast("Any", self.talk.stream(text))) as pieces:
                for piece in pieces:
                    self._show(piece)
        except KeyboardInterrupt:
            self.display.note("stopped; the words that came are kept")

    def _show(self, piece: Any) -> None:
        if not isinstance(piece, Result):
            self.display.piece(piece)
        elif is_successful(piece):
            self.display.turn(piece.unwrap())
        else:
            self.display.failure(piece.failure())

    def model(self, given: str) -> bool:
        """Go on with another model, or tell which it is; what is wrong with the other is told, and the former one stays."""
        if not given:
            self.display.note(f"{self.talk.providers[0].target} answers; /model TARGET changes that")
            return True
        target, _, url = given.partition(" ")
        try:
            self.talk = self.talk.to(self.make(target, url.strip() or None))
        except click.ClickException as error:
            self.display.note(error.message)
        else:
            self.display.note(f"from here on {self.talk.providers[0].target}")
        return True

    def history(self, _: str) -> bool:
        """Show the conversation so far."""
        rows = cast("Any", self.talk.store).list_messages(self.talk.thread_id, self.talk.resource_id)
        for line in (line for row in rows for line in message_lines(row)):
            say(line)
        return True

    def retry(self, _: str) -> bool:
        """Ask again for a reply that is missing."""
        try:
            self.say(None)
        except ValueError as error:
            self.display.note(str(error))
        return True

    def help(self, _: str) -> bool:
        """Tell what can be typed."""
        for line in _HELP.splitlines():
            self.display.note(line)
        return True

    def quit(self, _: str) -> bool:
        """End."""
        return False


_COMMANDS: Mapping[str, Callable[[Chat, str], bool]] = {
    "model": Chat.model,
    "history": Chat.history,
    "retry": Chat.retry,
    "help": Chat.help,
    "quit": Chat.quit,
    "exit": Chat.quit,
}


def prompted() -> str:
    """Read a line at a terminal, with what its library offers to edit it. Raises `EOFError` at its end, and ends the line."""
    with suppress(ImportError):
        import_module("readline")
    try:
        return input(PROMPT)
    except EOFError:
        click.echo()
        raise


def answer(talk: Conversation, text: str) -> int:
    """Send one message; write the reply on standard output, and what went wrong on standard error. Returns the exit status."""
    sent: SendResult = talk.send(text)
    failure = None if is_successful(sent) else sent.failure()
    turn = sent.unwrap() if failure is None else failure.turn if failure.error is not None else None
    if turn is not None and turn.text:
        say(escaped(turn.text, keep="\n\t"))
    for call in () if turn is None else turn.calls:
        click.echo(escaped(f"calls {call_line(call)}, which nobody answers here"), err=True)
    if failure is not None:
        click.echo(f"error: {escaped(str(failure))}", err=True)
    return 0 if failure is None else 1
