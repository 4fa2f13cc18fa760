"""ProviderHistoryCompat: the rules of the documents around a provider's call, before it and after a rejection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from attrs import evolve, field, frozen

from segue.engine import matching, rewrite
from segue.failures import Correction
from segue.json_values import JsonObject
from segue.messages import StoredMessage
from segue.prompts import Prompt
from segue.rejections import failures_in
from segue.repairs._stored import calls_of
from segue.rule import CompatRule, Messages
from segue.rules.documented import DOCUMENTED
from segue.targets import Target


def _rules(given: Iterable[CompatRule]) -> tuple[CompatRule, ...]:
    if not isinstance(given, Iterable):
        message = f"{given!r} is no list of rules"
        raise TypeError(message)
    rules = tuple(given)
    for rule in rules:
        if not isinstance(rule, CompatRule):
            message = f"{rule!r} is no CompatRule"
            raise TypeError(message)
    return rules


def _named(rules: tuple[CompatRule, ...]) -> str:
    return repr([rule.name for rule in rules])


@frozen
class ProviderHistoryCompat:
    """Makes histories fit for the provider that is called next.

    `rules` come first, `additional_rules` after them, in order. Raises `TypeError` for what is no rule. What a rule of your own
    raises is passed on.

    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user("2 + 2?"), assistant(ReasoningPart("Add."), "4"), user("And 3 + 3?"))
    >>> after = ProviderHistoryCompat().process_llm_request(before, "cerebras/gpt-oss-120b")
    >>> [type(part).__name__ for part in after.messages[1].content]
    ['TextPart']
    >>> ProviderHistoryCompat().process_llm_request(before, "openai/gpt-5.2") is before
    True
    """

    additional_rules: tuple[CompatRule, ...] = field(default=(), converter=_rules, repr=_named)
    rules: tuple[CompatRule, ...] = field(default=DOCUMENTED, converter=_rules, repr=_named)

    id: ClassVar[str] = "provider-history-compat"
    name: ClassVar[str] = "Provider History Compat"

    def process_llm_request(self, prompt: Prompt, model: object, messages: Sequence[StoredMessage] = ()) -> Prompt:
        """Return the prompt as the model is to see it, for this call only; the very prompt where no rule has anything to do.

        `model` is anything `Target.of` reads; a rule finds it as it was given in `target.given`. `messages` are the stored ones the
        prompt was made of; they tell some rules who made what.
        """
        stored = tuple(messages)
        return rewrite(prompt, model, [with_stored(rule, stored) for rule in self._all]).prompt

    def process_api_error(self, messages: Sequence[StoredMessage], error: object, retry_count: float = 0) -> Correction | None:
        """Return the stored messages as corrected after a rejection, by the first rule that knows its words and changes anything.

        None: there is nothing to retry. Only the first retry is tried. `error` is an exception, a mapping or any object with a
        message or a body, or a `CallFailure`; those that it wraps as its cause are read too. What is not changed stays the same
        objects, and what was given is not touched.
        """
        if retry_count > 0:
            return None
        stored, failures = tuple(messages), failures_in(error)
        for rule in self._all:
            if rule.fix is not None and any(matching(failure, (rule,)) for failure in failures):
                after = rule.fix(stored)
                if after is not stored:
                    return Correction(after, rule.name, JsonObject(_renamed(stored, after)))
        return None

    @property
    def _all(self) -> tuple[CompatRule, ...]:
        return (*self.rules, *self.additional_rules)


def with_stored(rule: CompatRule, messages: Messages) -> CompatRule:
    """Return the rule as one of prompts alone, told the stored messages that the prompt was made of; itself where it asks for none."""
    apply = rule.apply_with_messages
    if apply is None:
        return rule

    def with_messages(prompt: Prompt, target: Target) -> Prompt:
        return apply(prompt, target, messages)

    return evolve(rule, apply_to_prompt=with_messages)


def _renamed(before: Messages, after: Messages) -> Iterator[tuple[str, str]]:
    """Yield new and old id of each call that has another one; of messages that are all there still."""
    if len(before) == len(after):
        for old, new in zip(before, after, strict=True):
            was, made = (calls_of(old), calls_of(new)) if old is not new else ((), ())
            if len(was) == len(made):
                yield from ((call.id, earlier.id) for earlier, call in zip(was, made, strict=True) if earlier.id != call.id)
