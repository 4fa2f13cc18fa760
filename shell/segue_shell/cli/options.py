"""The options that `check` and `fix` share, read and refused in one place."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from difflib import get_close_matches
from functools import reduce
from typing import Any, NamedTuple, TypeAlias, TypeVar

import click

import segue
from segue.models import Model
from segue.rule import CompatRule
from segue.targets import PROVIDERS, Target
from segue_shell.cli.escaping import escaped, masked
from segue_shell.cli.reading import Document, read

Command = TypeVar("Command", bound=Callable[..., Any])
Turns: TypeAlias = tuple[tuple[int | None, str], ...]
MadeBy: TypeAlias = "str | tuple[tuple[int, str], ...] | None"

# Model names hold colons themselves (ollama's llama3:8b), so only digits before the first colon count.
_FROM_TURN = re.compile(r"([0-9]{1,9}):(.*)", re.DOTALL)
_FORMATS = ", ".join(segue.FORMATS)
_STORED_FORMAT = "mastra"


class Stored(NamedTuple):
    """A thread of a database file."""

    db: str
    thread: str


class Job(NamedTuple):
    """What `check` and `fix` are asked to do."""

    target: Target
    from_format: str | None
    made_by: MadeBy
    rules: tuple[CompatRule, ...]
    words: str
    """The options as one would type them again, escaped."""
    stored: Stored | None = None
    """The thread to read, where it is no file."""


def job(
    to: Target,
    from_format: str | None,
    made_by: Turns,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    db: str | None,
    thread: str | None,
) -> Job:
    """Gather the shared options. A target of which no demand is known is refused: silence would pass for approval."""
    if not any(rule.applies_to(to) for rule in segue.BUILT_IN):
        raise click.BadParameter(f"segue does not know yet what {to} demands; `segue rules` lists what it knows", param_hint="--to")
    stored = _stored(db, thread, from_format)
    words = _words(stored, to, from_format, made_by, select, ignore)
    return Job(to, _STORED_FORMAT if stored else from_format, turns(made_by), narrowed(select, ignore), words, stored)


def _stored(db: str | None, thread: str | None, from_format: str | None) -> Stored | None:
    if db is None and thread is None:
        return None
    if db is None or thread is None:
        raise click.UsageError("--db and --thread go together")
    if from_format is not None:
        raise click.UsageError("a stored thread needs no --from")
    return Stored(db, thread)


def sources(asked: Job, files: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return the names of what is to be read: the files, or the thread. One of them must be given, and not both."""
    names = tuple(name for name in files if name is not None)
    if bool(names) == bool(asked.stored):
        raise click.UsageError("either FILE or --db with --thread" if names else "Missing FILE, or --db with --thread")
    return (f"{asked.stored.db}#{asked.stored.thread}",) if asked.stored else names


def opened(asked: Job, name: str) -> Document:
    """Open what is to be read. Raises `BadInput`."""
    if asked.stored is None:
        return read(name)
    from segue_shell.cli.database import read_thread  # noqa: PLC0415  # a database is seldom wanted

    return read_thread(asked.stored.db, asked.stored.thread)


def turns(given: Turns) -> MadeBy:
    """Return the models as `segue` takes them: a name alone, or pairs in the order of the turns."""
    if len(given) == 1 and given[0][0] is None:
        return given[0][1]
    pairs = sorted((start or 0, name) for start, name in given)
    starts = [start for start, _ in pairs]
    if len(set(starts)) != len(starts):
        twice = next(start for start in starts if starts.count(start) > 1)
        raise click.BadParameter(f"two models from turn {twice} on", param_hint="--made-by")
    return tuple(pairs) or None


def narrowed(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[CompatRule, ...]:
    """Return the rules that are to run."""
    rules: tuple[CompatRule, ...] = segue.BUILT_IN
    for flag, names, narrow in (("--select", select, segue.only), ("--ignore", ignore, segue.without)):
        try:
            rules = narrow(rules, *names) if names else rules
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint=flag) from None
    return rules


def read_target(_: click.Context, param: click.Parameter, given: str | None) -> Target | None:
    """Read a target; refuse an unknown one with the near names."""
    if given is None:
        return None
    target = Target.of(given)
    if not target.known:
        known = ", ".join(sorted({name for name, _ in PROVIDERS.values()}))
        raise click.BadParameter(f"{given!r} is no target segue knows{_perhaps(target.near)}\nKnown providers: {known}", param=param)
    return target


def read_format(_: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Read a format's name; refuse an unknown one with the near names."""
    if given is None or given in segue.FORMATS:
        return given
    near = get_close_matches(given.lower().replace("_", "-"), segue.FORMATS, n=3, cutoff=0.5)
    raise click.BadParameter(f"{given!r} is no format segue knows{_perhaps(near)}\nKnown formats: {_FORMATS}", param=param)


def read_made_by(_: click.Context, param: click.Parameter, given: tuple[str, ...]) -> Turns:
    """Read `[N:]MODEL`, each."""
    return tuple(_turn(param, one) for one in given)


def _turn(param: click.Parameter, given: str) -> tuple[int | None, str]:
    if given.lstrip().startswith("-"):
        raise click.BadParameter(f"{given!r}: items are counted from 0", param=param)
    found = _FROM_TURN.fullmatch(given)
    start, name = (int(found[1]), found[2].strip()) if found else (None, given.strip())
    if not name:
        raise click.BadParameter(f"{given!r} names no model", param=param)
    provider = Model.of(name).provider
    if provider not in PROVIDERS and (near := get_close_matches(provider, PROVIDERS, n=1, cutoff=0.85)):
        click.echo(f"note: {name!r} is of no provider segue knows{_perhaps(near)}", err=True)
    return start, name


def read_names(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Read names of rules, repeated or with commas between."""
    return tuple(name.strip() for one in given for name in one.split(",") if name.strip())


def _perhaps(near: tuple[str, ...] | list[str]) -> str:
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _words(
    stored: Stored | None, to: Target, from_format: str | None, made_by: Turns, select: tuple[str, ...], ignore: tuple[str, ...]
) -> str:
    words = ["--db", masked(stored.db), "--thread", stored.thread] if stored else []
    words += ["--to", str(to.given)]
    words += ["--from", from_format] if from_format else []
    for start, name in made_by:
        words += ["--made-by", name if start is None else f"{start}:{name}"]
    for flag, names in (("--select", select), ("--ignore", ignore)):
        words += [flag, ",".join(names)] if names else []
    return escaped(shlex.join(words))


_SHARED = (
    click.option("--db", metavar="DB", help="A SQLite file or postgresql:// address of threads; with --thread, in place of a FILE."),
    click.option("--thread", metavar="ID", help="The thread of --db to read."),
    click.option("--to", metavar="TARGET", required=True, callback=read_target, help="Where the conversation goes next: provider/model."),
    click.option(
        "--from", "from_format", metavar="FORMAT", callback=read_format,
        help=f"The format of FILE, where it cannot be told: {_FORMATS}.",
    ),
    click.option(
        "--made-by", metavar="[N:]MODEL", multiple=True, callback=read_made_by,
        help="Who made the assistant's turns; with N, from item N of the list on (counted from 0). May be repeated.",
    ),
    click.option("--select", metavar="NAME", multiple=True, callback=read_names, help="Only these rules or families."),
    click.option("--ignore", metavar="NAME", multiple=True, callback=read_names, help="Not these rules or families."),
)  # fmt: skip


def shared(command: Command) -> Command:
    """Add the options that `check` and `fix` share."""
    return reduce(lambda made, option: option(made), reversed(_SHARED), command)
