"""What is measured, and beside what."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import evolve

from segue import BUILT_IN, FORMATS, Prompt, Request, Target, rewrite
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.rule import CompatRule
from segue.scan import scan
from segue.testing.strategies import TARGETS
from tests.bench.histories import LAYOUTS, payload
from tests.bench.messy import messy, triggering
from tests.bench.timing import Prepared, Row, Work, minima

DECODE, ENCODE, PASS, TURN, GROWTH, CONSTANT = 3.0, 2.0, 3.0, 0.5, 2.5, 1.5
"""The limits: decoding in json.loads, encoding in json.dumps, a pass in plain loops, a pass after one turn more in the pass before it;
doubled input; ten times the input."""
YARDSTICKS = (
    ("decode", "json.loads", DECODE), ("encode", "json.dumps", ENCODE), ("clean pass", "plain loop", PASS),
    ("one turn more", "clean pass", TURN),
)  # fmt: skip
UNSCOPED = "nobody/none"
"""A target that no rule has in scope."""
FLOOR = 5e-5
"""Seconds below which growth is not told from noise."""
_RULE_TARGETS = ("anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8", "openai/gpt-5.2", "azure/gpt-5.2", "copilot/gpt-5.2", "openai.responses/gpt-5.2", "openai.responses/gpt-4.1", "bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/meta.llama3-3-70b", "google/gemini-3.6-flash", "mistral/mistral-large", "zai/glm-4.6", "deepseek/deepseek-v4")


def all_rows(layouts: Sequence[str], sizes: Sequence[int], repeats: int) -> Iterator[Row]:
    """Measure everything, row by row."""
    for name in layouts:
        for size in sizes:
            yield from layout_rows(name, size, repeats)
        yield unscoped_row(name, sizes[0], repeats)
    for rule in BUILT_IN:
        yield from rule_rows(rule, sizes[0], repeats)


def layout_rows(name: str, size: int, repeats: int) -> Iterator[Row]:
    """Measure one layout at one size, and how each number grows when the size doubles."""
    once, twice = _works(name, size), _works(name, 2 * size)
    for work, yardstick, limit in YARDSTICKS:
        taken = minima({"ours": once[work], "twice": twice[work], "yardstick": once[yardstick]}, repeats)
        yield Row(f"{name} {work} / {yardstick}", size, taken["ours"], taken["yardstick"], limit)
        yield Row(f"{name} {work}, 2n / n", 2 * size, taken["twice"], taken["ours"], GROWTH)
    taken = minima({"once": _messy_work(name, size), "twice": _messy_work(name, 2 * size)}, repeats)
    yield Row(f"{name} messy pass, 2n / n", 2 * size, taken["twice"], taken["once"], GROWTH)


def _works(name: str, size: int) -> dict[str, Work]:
    wire, target, known = payload(name, size), Target.of(LAYOUTS[name].target), FORMATS[LAYOUTS[name].format]
    request: Request = known.decode(wire).unwrap()
    clean = request.prompt
    if rewrite(clean, target).prompt is not clean:
        raise AssertionError("the clean history is not clean")
    return {
        "decode": partial(known.decode, wire),
        "json.loads": partial(json.loads, json.dumps(wire)),
        "encode": partial(known.encode_for, request, target) if known.encode_for else partial(known.encode, request),
        "json.dumps": partial(json.dumps, wire),
        "clean pass": Prepared(partial(fresh, clean), partial(rewrite, target=target)),
        "one turn more": Prepared(partial(fresh, clean, len(clean.messages) - 2), partial(rewrite, target=target)),
        "plain loop": Prepared(partial(fresh, clean), plain_loop),
    }


def fresh(prompt: Prompt, start: int = 0) -> Prompt:
    """Return the prompt with messages that nobody has looked at, from one on; those before it are the very objects."""
    scan(prompt)
    return Prompt((*prompt.messages[:start], *map(evolve, prompt.messages[start:])))


def _clean(name: str, size: int) -> Prompt:
    return FORMATS[LAYOUTS[name].format].decode(payload(name, size)).unwrap().prompt


def _messy_work(name: str, size: int) -> Work:
    return Prepared(partial(fresh, messy(_clean(name, size), size)), partial(rewrite, target=LAYOUTS[name].target))


def plain_loop(prompt: Prompt) -> int:  # noqa: C901 - the yardstick is a loop without calls
    """Read each part's class, strip its text and look its id up: the least that any check of a whole history does."""
    seen: dict[str, object] = {}
    blank = 0
    for message in prompt.messages:
        part: Any
        for part in message.content:
            kind = part.__class__
            if kind is TextPart:  # noqa: SIM114 - apart, or the interpreter reads neither's text fast (PEP 659)
                if not part.text.strip():
                    blank += 1
            elif kind is ReasoningPart:
                if not part.text.strip():
                    blank += 1
            elif kind is ToolCallPart:
                seen[part.id] = part
            elif kind is ToolResultPart:
                if part.id not in seen:
                    blank += 1
                for piece in part.output:
                    if piece.__class__ is TextPart and not piece.text.strip():
                        blank += 1
    return blank


def unscoped_row(name: str, size: int, repeats: int) -> Row:
    """Measure a pass for a target without demands over a history and over one ten times as long."""
    short, long = (_clean(name, length) for length in (size, 10 * size))
    if any(rule.applies_to(Target.of(UNSCOPED)) for rule in BUILT_IN):
        raise AssertionError("some rule is in scope")
    taken = minima({"short": partial(rewrite, short, UNSCOPED), "long": partial(rewrite, long, UNSCOPED)}, repeats)
    return Row(f"{name} no rule in scope, 10n / n", 10 * size, taken["long"], taken["short"], CONSTANT)


def rule_rows(rule: CompatRule, size: int, repeats: int) -> Iterator[Row]:
    """Measure how a rule's own time grows over a history full of what triggers it, under new ids each time or the same."""
    run = _runner(rule)
    clean = _clean("anthropic", min(size, 200))
    for same_ids in (False, True):
        once, twice = (Request(triggering(rule, clean, length, same_ids=same_ids)) for length in (size, 2 * size))
        taken = minima({"once": partial(run, once), "twice": partial(run, twice)}, repeats)
        name = f"{rule.name}{', same ids' if same_ids else ''}, 2n / n"
        yield Row(name, 2 * size, max(taken["twice"], FLOOR), max(taken["once"], FLOOR), GROWTH)


def _runner(rule: CompatRule) -> Callable[[Request], object]:
    """Return what the rule does to a request, without the look at whether there is anything to do."""
    target = next((aim for aim in (*map(Target.of, _RULE_TARGETS), *TARGETS) if rule.applies_to(aim)), None)
    if target is None:
        raise AssertionError(f"no target is in scope of {rule.name}")
    if rule.apply_to_request is not None:
        return lambda request: rule.apply_to_request(request, target)
    if rule.apply_to_prompt is not None:
        return lambda request: rule.apply_to_prompt(request.prompt, target)
    return lambda request: rule.find(request, target) if rule.find else None
