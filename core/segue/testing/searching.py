"""Looking for an example that breaks a law: quickly, and once there is one for the smallest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.prompts import Prompt, Request
from segue.rule import CompatRule
from segue.targets import Target
from segue.testing.broken import LawBroken
from segue.testing.exact import renewed
from segue.testing.one_request import Example, examine
from segue.testing.pool import LARGEST, Seeded, cheap_requests
from segue.testing.splicing import T
from segue.testing.strategies import nearly, prompts, requests, spliced
from segue.testing.subjects import Subject

GROWTHS = 3
"""How many of the histories that a cheap example grew from are looked at; in the search for the smallest, all."""


@frozen(eq=False)
class Trial:
    """What is tried, and on what."""

    subject: Subject
    triggers: tuple[Prompt, ...]
    scope: tuple[Target, ...]
    beyond: tuple[Target, ...] = ()
    before: tuple[CompatRule, ...] = ()
    after: tuple[CompatRule, ...] = ()
    tools: bool = False
    """Whether requests offer tools."""

    def examiner(self) -> Callable[..., bool]:
        """Return what holds a request for one of the targets to the laws."""
        around = {target: (_in_scope(self.before, target), _in_scope(self.after, target)) for target in self.scope}

        def look(request: Request, target: Target, lengths: tuple[int, ...] | None = None) -> bool:
            before, after = around[target]
            return examine(Example(self.subject, renewed(request), target, before, after, lengths), self.beyond)

        return look


def _in_scope(rules: tuple[CompatRule, ...], target: Target) -> tuple[CompatRule, ...]:
    return tuple(rule for rule in rules if rule.applies_to(target))


def search(trial: Trial, examples: int) -> None:
    """Try cheap examples, then every trigger for every target. What breaks a law is raised once the smallest of its kind is found."""
    found = _raised(trial, examples)
    if found is not None:
        _try_again(trial, examples)
        raise reduced(trial, found) if isinstance(found, LawBroken) else found


def _try_again(trial: Trial, examples: int) -> None:
    try:
        try_full(trial, examples)
    except Flaky:  # it breaks a law here and not there, of which the quick find is the better witness
        return


def _raised(trial: Trial, examples: int) -> Exception | None:
    try:
        try_cheap(trial, examples)
    except Exception as found:  # noqa: BLE001  # a rule that raises is looked for like one that breaks a law
        return found
    return None


def try_cheap(trial: Trial, examples: int) -> None:
    """Hold the subject to the laws on seeded examples, the same each time. Raises for the first that breaks one."""
    look, random = trial.examiner(), Random(trial.subject.name)  # noqa: S311  # what is drawn with a seed is data
    for request in islice(cheap_requests(Seeded(random, min(examples, LARGEST)), trial.triggers, tools=trial.tools), examples):
        grown = range(1, len(request.prompt.messages))
        look(request, random.choice(trial.scope), tuple(random.sample(grown, min(GROWTHS, len(grown)))))
    for trigger in trial.triggers:
        for target in trial.scope:
            look(Request(trigger), target)


def try_full(trial: Trial, examples: int) -> None:
    """Do the same on examples of hypothesis's. Raises for the smallest it finds, if it finds one."""
    look = trial.examiner()

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
    )
    @given(_source(trial.triggers, tools=trial.tools), st.sampled_from(trial.scope))
    def every_example(request: Request, target: Target) -> None:
        look(request, target)

    every_example()


def _source(triggers: tuple[Prompt, ...], *, tools: bool) -> SearchStrategy[Request]:
    """Requests around prompts with triggers in them. A closure without arguments: hypothesis would write these out."""
    source = st.one_of(spliced(triggers), spliced(triggers), nearly(triggers), prompts()) if triggers else prompts()

    @st.composite
    def drawn(draw: DrawFn) -> Request:
        return draw(requests(source)) if tools else Request(draw(source))

    return drawn()


def reduced(trial: Trial, found: LawBroken) -> LawBroken:
    """Return what breaks the same law, as long as messages, parts or tools can be left out and something does."""
    look = trial.examiner()
    smaller = _first(found, look)
    while smaller is not None:
        found, smaller = smaller, _first(smaller, look)
    return found


def _first(found: LawBroken, look: Callable[..., bool]) -> LawBroken | None:
    if found.request is None or found.target is None:
        return None
    for request in _smaller(found.request):
        try:
            look(request, found.target)
        except LawBroken as broken:
            if broken.law == found.law:
                return broken
    return None


def _smaller(request: Request) -> Iterator[Request]:
    """Yield the request without one of its tools, messages or parts."""
    if request.tools or request.tool_choice:
        yield Request(request.prompt)
    messages = request.prompt.messages
    for left in _without_one(messages):
        yield evolve(request, prompt=Prompt(left))
    for index, message in enumerate(messages):
        for kept in _without_one(message.content):
            made = evolve(message, content=kept)  # type: ignore[arg-type]  # it had these parts
            yield evolve(request, prompt=Prompt((*messages[:index], made, *messages[index + 1 :])))


def _without_one(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    for index in range(len(items)):
        yield (*items[:index], *items[index + 1 :])
