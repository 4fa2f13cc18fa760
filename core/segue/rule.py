"""A rule: a provider's demand, its evidence, and the repair that meets it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import TypeAlias

from attrs import field, frozen

from segue.failures import CallFailure
from segue.kinds import EVERYTHING, Kind, Loss, Place
from segue.messages import StoredMessage
from segue.prompts import Prompt, Request
from segue.targets import Target

Messages: TypeAlias = tuple[StoredMessage, ...]
PromptRepair: TypeAlias = Callable[[Prompt, Target], Prompt]
RequestRepair: TypeAlias = Callable[[Request, Target], Request]


def anywhere(_: Target) -> bool:
    """Apply to every target."""
    return True


@frozen
class Evidence:
    """The provider's own words, the status they came with, where they are reported, and when that was read."""

    error: str
    """Empty where the demand is documented and nobody quoted the error."""
    status: int
    source: str
    read: date


@frozen(kw_only=True, repr=False)
class CompatRule:
    """One demand of a provider and what meets it. All callables are pure; a rule that has nothing to do returns its argument."""

    name: str
    """`<family>-<fault>` in kebab case."""
    demand: str = ""
    """What the provider demands, in one sentence."""
    since: str = ""
    """The version of segue in which it came, as "0.3.0"; empty for rules of other people's."""
    applies_to: Callable[[Target], bool] = anywhere
    reads: frozenset[Kind] = EVERYTHING
    """What it needs to see; skipped where a scan finds none of it. EVERYTHING is never skipped."""
    apply_to_prompt: PromptRepair | None = None
    """Preemptive: for this call only."""
    apply_to_request: RequestRepair | None = None
    """Preemptive, where tools or settings matter too."""
    apply_with_messages: Callable[[Prompt, Target, Messages], Prompt] | None = None
    """Preemptive, where the stored messages tell what the prompt does not. Applied by `ProviderHistoryCompat`, which has them."""
    error_patterns: tuple[re.Pattern[str], ...] = ()
    """Searched for in the error's message and body."""
    after_error: Callable[[Request, Target, CallFailure], Request] | None = None
    """Reactive: for the one retry only."""
    fix: Callable[[Messages], Messages] | None = None
    """Reactive: changes the stored messages, as the documents have it. Applied by `ProviderHistoryCompat`; needs `error_patterns`."""
    find: Callable[[Request, Target], tuple[Place, ...]] | None = None
    """Names places in record terms, ("messages", index, "content", index), that nothing repairs."""
    losses: frozenset[Loss] = frozenset()
    evidence: tuple[Evidence, ...] = ()
    triggers: tuple[Prompt, ...] = ()
    """The smallest prompts that break the demand."""
    unstable: str = ""
    """Why the rule cannot keep the prefix of a growing history, where it cannot."""
    advice: str = field(default="")
    """What the caller can do where nothing is repaired."""

    def __repr__(self) -> str:
        """Show the name alone: hundreds of rules stand in a conversation, and each holds its evidence and its examples."""
        return f"{type(self).__name__}(name={self.name!r})"

    @property
    def repair_doc(self) -> str:
        """The documentation of its repair: what it does, why, what it keeps, an example. Empty where nothing is repaired."""
        repair = self.apply_to_prompt or self.apply_to_request or self.apply_with_messages or self.after_error or self.fix
        return (repair.__doc__ or "") if repair else ""
