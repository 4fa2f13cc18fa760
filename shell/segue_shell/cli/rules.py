"""`segue rules`: what is known, and where it is reported."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import click

import segue
from segue.rule import CompatRule
from segue.targets import Target
from segue_shell.cli.options import read_target
from segue_shell.cli.rendering import counted, repairs, rule_whole
from segue_shell.cli.writing import say


@click.command("rules", short_help="List the rules, or show one whole.")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--target", metavar="TARGET", callback=read_target, help="Only the rules that apply to this target.")
def rules_command(name: str | None, target: Target | None) -> None:
    """List the rules, those of a family, or show one whole.

    A rule says what a provider demands, quotes its error, names where that is reported, and what the repair may lose.

    \b
    Examples:
      segue rules
      segue rules --target anthropic/claude-sonnet-4-6
      segue rules anthropic
      segue rules anthropic-closing-whitespace
    """  # noqa: D301  # click reads the backspace
    rules = tuple(rule for rule in segue.BUILT_IN if target is None or rule.applies_to(target))
    chosen = next((rule for rule in segue.BUILT_IN if rule.name == name), None)
    if chosen is not None:
        say("\n".join(rule_whole(chosen)))
        return
    say("\n".join(_listed(_named(rules, name))))


def _named(rules: tuple[CompatRule, ...], name: str | None) -> tuple[CompatRule, ...]:
    if name is None:
        return rules
    try:
        narrowed: tuple[CompatRule, ...] = segue.only(rules, name)
    except ValueError:
        names = [rule.name for rule in segue.BUILT_IN]
        near = get_close_matches(name, names, n=3, cutoff=0.5)
        perhaps = f"; did you mean {' or '.join(near)}?" if near else ""
        raise click.BadParameter(f"{name!r} is no rule or family of rules{perhaps}", param_hint="NAME") from None
    return narrowed


def _listed(rules: tuple[CompatRule, ...]) -> Iterator[str]:
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        yield f"{click.style(f'{rule.name:{width}}', bold=True)}  {rule.demand}{'' if repairs(rule) else ' (not repaired)'}"
    unrepaired = sum(not repairs(rule) for rule in rules)
    yield f"{counted(len(rules), 'rule')}, {len(rules) - unrepaired} repair; segue rules NAME shows one whole"
