"""The faults that no test can notice, each with the reason, and whether the table of them is true."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.mutation.results import Outcome

TABLE = Path(__file__).with_name("survivors.json")
"""By file and function, change by change, why it makes no difference."""

Key = tuple[str, str, str]


def explained(path: Path = TABLE) -> Mapping[Key, str]:
    """Return the reason for each fault in the table."""
    table = json.loads(path.read_text(encoding="utf-8"))
    return {
        (file, where, change): reason
        for file, functions in table.items()
        for where, changes in functions.items()
        for change, reason in changes.items()
    }


def table_faults(outcomes: Iterable[Outcome], table: Mapping[Key, str]) -> list[str]:
    """Say where table and outcomes differ, for the files that there are outcomes of."""
    found = {outcome.key: outcome.noticed for outcome in outcomes}
    files = {file for file, _, _ in found}
    missing = [f"not explained: {' | '.join(key)}" for key, noticed in found.items() if not noticed and not table.get(key)]
    wrong = [f"explained, and noticed: {' | '.join(key)}" for key in table if found.get(key)]
    stale = [f"explained, and no more there: {' | '.join(key)}" for key in table if key[0] in files and key not in found]
    return missing + wrong + stale
