"""What a check raises."""

from __future__ import annotations

from collections.abc import Mapping

from segue.prompts import Request
from segue.targets import Target
from segue.testing.exact import shown

LAWS: Mapping[int, str] = {
    0: "fires on its triggers", 1: "pure", 2: "settles", 3: "identity", 4: "in scope", 5: "keeps, and adds nothing", 6: "pairs",
    7: "heals without harm", 8: "stable prefix", 11: "linear",
}  # fmt: skip
"""Number and name of each law. 9, round trips, and 10, outside judges, are of formats, not of rules."""


class LawBroken(AssertionError):
    """A law is broken: which, by which rule, how, and the smallest prompt found on which it shows."""

    def __init__(self, law: int, rule: str, how: str, request: Request | None = None, target: Target | None = None) -> None:
        self.law, self.rule, self.how, self.request, self.target = law, rule, how, request, target
        lines = [f"{rule} breaks law {law} ({LAWS[law]}): {how}"]
        if target is not None:
            lines.append(f"target: {target}")
        if request is not None:
            lines.append(f"on: {shown(request if request.tools or request.tool_choice else request.prompt)}")
        super().__init__("\n".join(lines))
