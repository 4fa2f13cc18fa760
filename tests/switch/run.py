"""Carry stored histories to other providers: `python -m tests.switch.run HISTORIES OUTDIR [--targets SLUG…]`.

HISTORIES are history files or folders of them, the last path is OUTDIR; one payload is written a cell, `<id>__<slug>.json`. What cannot be
converted is told on stderr and left out, and the exit status is then 1. Of a history only `format`, `from_model`, `switches` and `history`
are used.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import segue

TARGETS = {
    "anthropic-sonnet-4-6": "anthropic/claude-sonnet-4-6",
    "anthropic-sonnet-4-5": "anthropic/claude-sonnet-4-5",
    "openai-chat-gpt-5.2": "openai/gpt-5.2",
    "openai-responses-gpt-5.2": "openai.responses/gpt-5.2",
    "bedrock-nova-pro": "bedrock/amazon.nova-pro-v1:0",
    "gemini-3-pro": "google/gemini-3-pro",
    "mistral-large": "mistral/mistral-large-latest",
    "cerebras-glm-4.7": "cerebras/zai-glm-4.7",
    "deepseek-v4": "deepseek/deepseek-v4",
}
"""Slug of a cell to the name of its target."""


def carried(history: dict[str, Any], target: str) -> Any:
    """Rewrite one stored history for a target."""
    return segue.fix(history["history"], target, from_format=history["format"], made_by=makers(history)).payload


def makers(history: dict[str, Any]) -> str | list[tuple[int, str]]:
    """Tell who made a history: one model, or a model from item n on."""
    switches = [(switch["at"], switch["from_model"]) for switch in history.get("switches") or ()]
    model: str = history["from_model"]
    return switches or model


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield history files, those of a folder in order of their names."""
    for path in paths:
        yield from sorted(path.glob("*.json")) if path.is_dir() else [path]


def run(paths: Iterable[Path], outdir: Path, slugs: Sequence[str]) -> list[str]:
    """Write a payload for each history and target; return what could not be converted."""
    outdir.mkdir(parents=True, exist_ok=True)
    return [failure for path in files(paths) for slug in slugs if (failure := _cell(path, outdir, slug))]


def _cell(path: Path, outdir: Path, slug: str) -> str:
    try:
        if slug not in TARGETS:
            return f"{path.stem}: no target {slug!r}, only {', '.join(TARGETS)}"
        history = json.loads(path.read_text(encoding="utf-8"))
        payload = json.dumps(carried(history, TARGETS[slug]), ensure_ascii=False, indent=1)
        (outdir / f"{history['id']}__{slug}.json").write_text(payload, encoding="utf-8")
    except Exception as error:  # noqa: BLE001 - one bad history must not stop the others
        return f"{path.stem} to {slug}: {type(error).__name__}: {error}"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.switch.run", description=__doc__)
    parser.add_argument("histories", nargs="+", type=Path)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--targets", nargs="+", default=list(TARGETS), metavar="SLUG")
    options = parser.parse_intermixed_args(arguments)
    failures = run(options.histories, options.outdir, options.targets)
    sys.stderr.writelines(f"{failure}\n" for failure in failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
