"""`segue rules`: what is known, and where it is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import click

import segue
from segue.rule import CompatRule
from segue.targets import Target
from segue_shell.cli.options import read_target
from segue_shell.cli.pages import INDEX, index, page, rule_data
from segue_shell.cli.reading import BadInput, shown
from segue_shell.cli.rendering import counted, repairs, rule_whole
from segue_shell.cli.writing import put, say


@click.command("rules", short_help="List the rules, or show one whole.")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--target", metavar="TARGET", callback=read_target, help="Only the rules that apply to this target.")
@click.option("--output", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True, help="How to write them.")
@click.option("--into", metavar="DIR", help="Write the pages of --output markdown into this folder, a file a rule and an index.")
def rules_command(name: str | None, target: Target | None, output: str, into: str | None) -> None:
    """List the rules, those of a family, or show one whole.

    A rule says what a provider demands, quotes its error, names where that is reported, and what the repair may lose.

    \b
    Examples:
      segue rules
      segue rules --target anthropic/claude-sonnet-4-6
      segue rules anthropic
      segue rules anthropic-closing-whitespace
      segue rules mistral --output json
      segue rules --output markdown --into docs/rules
    """  # noqa: D301  # click reads the backspace
    if into is not None and output != "markdown":
        raise click.UsageError("--into takes pages: add --output markdown")
    chosen = tuple(rule for rule in segue.BUILT_IN if rule.name == name)
    rules = chosen or _named(tuple(rule for rule in segue.BUILT_IN if target is None or rule.applies_to(target)), name)
    if into is not None:
        _write_pages(rules, Path(into))
    elif output == "text":
        say("\n".join(rule_whole(chosen[0]) if chosen else _listed(rules)))
    elif output == "json":
        say(json.dumps([rule_data(rule) for rule in rules], indent=2))
    else:
        say("\n\n".join([*([] if chosen else [index(rules, "#{}".format)]), *map(page, rules)]))


def _write_pages(rules: tuple[CompatRule, ...], folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write into {shown(str(folder))}: {error.strerror}") from None
    written = {INDEX: index(rules, "{}.md".format)} | {rule.name: page(rule) for rule in rules}
    for stem, text in written.items():
        put([text.encode(), b"\n"], str(folder / f"{stem}.md"))
    click.echo(f"{counted(len(rules), 'page')} and an index in {shown(str(folder))}", err=True)


def _named(rules: tuple[CompatRule, ...], name: str | None) -> tuple[CompatRule, ...]:
    if name is None:
        return rules
    try:
        narrowed: tuple[CompatRule, ...] = segue.only(rules, name)
    except ValueError:
        raise click.BadParameter(_unnamed(name), param_hint="NAME") from None
    return narrowed


def _unnamed(name: str) -> str:
    """Say why nothing is chosen by a name: it is none, or none of its rules is among those asked for."""
    names = [rule.name for rule in segue.BUILT_IN]
    if any(known.startswith(f"{name}-") for known in names):
        return f"none of the rules named {name}-… applies to this target"
    families = sorted({known.partition("-")[0] for known in names})
    near = get_close_matches(name, families, n=1, cutoff=0.8) or get_close_matches(name, names, n=3, cutoff=0.5)
    return f"{name!r} is no rule or family of rules" + (f"; did you mean {' or '.join(near)}?" if near else "")


def _listed(rules: tuple[CompatRule, ...]) -> Iterator[str]:
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        yield f"{click.style(f'{rule.name:{width}}', bold=True)}  {rule.demand}{'' if repairs(rule) else ' (not repaired)'}"
    unrepaired = sum(not repairs(rule) for rule in rules)
    yield f"{counted(len(rules), 'rule')}, {len(rules) - unrepaired} repair; segue rules NAME shows one whole"
