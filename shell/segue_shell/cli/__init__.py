"""The command `segue`: verbs over files and stored threads, each in a module that is imported when it is called."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from typing import Any

import click

from segue_shell.cli.escaping import escaped

COMMANDS = {
    "check": "Name the faults that a target would refuse.",
    "fix": "Write the history as the target takes it.",
    "explain": "Turn a provider's error into the rule behind it.",
    "rules": "List the rules, or show one whole.",
    "history": "Look into a database of threads, take threads out and put them in.",
    "chat": "Talk with a model in a thread that lasts.",
}
INTERRUPTED = 130  # 128 + SIGINT, as shells have it

_HELP = """Carry one conversation from a model to the next.

Providers disagree on which histories they accept. `check` names what the next one will refuse, `fix` repairs it and says what
that cost, `explain` finds the rule behind a 400, `rules` lists what is known and where it is reported. `chat` talks with any of them.

A FILE holds one request body or its bare list of messages as JSON, or one payload a line; `-` is standard input. `check` and
`fix` also read a thread of a database, and `history` shows what is in one. A TARGET is written provider/model, as in
anthropic/claude-sonnet-4-5 or openai.responses/gpt-5.2 (the endpoint after a dot).

\b
Examples:
  segue check chat.json --to anthropic/claude-sonnet-4-5
  segue fix chat.json --to anthropic/claude-sonnet-4-5 -o chat.json
  segue fix chat.json --to openai/gpt-5.2 --made-by 6:moonshot/kimi-k2
  pbpaste | segue explain --to anthropic/claude-sonnet-4-5
  segue rules --target openai/gpt-5.2
  segue history threads --db chat.db
  segue fix --db chat.db --thread thread-1 --to openai/gpt-5.2
  segue chat --to anthropic/claude-sonnet-4-5 --db chat.db

\b
Exit status:
  0  fine
  1  faults were found, or are left; a chat got no reply
  2  bad input or usage
"""


class _Commands(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"segue_shell.cli.{cmd_name}"), f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run; end with a status that tells an interrupt from faults found, and show no message unescaped."""
        run: Callable[..., Any] = super().main
        if not extra.pop("standalone_mode", True):
            return run(*args, standalone_mode=False, **extra)
        try:
            status = run(*args, standalone_mode=False, **extra)
        except click.ClickException as error:
            said = StringIO()
            error.show(said)
            click.echo(escaped(said.getvalue(), keep="\n"), err=True, nl=False)
            status = error.exit_code
        except click.Abort:
            status = INTERRUPTED
        raise SystemExit(status or 0)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        metadata = import_module("importlib.metadata")
        try:
            click.echo(f"segue {metadata.version('segue')}")
        except metadata.PackageNotFoundError:
            click.echo("segue, run from a checkout")
        ctx.exit()


@click.group(cls=_Commands, help=_HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit.")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Carry one conversation from a model to the next."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        ctx.color = False
