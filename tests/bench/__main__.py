"""The command: measure, print a table, and with --strict say by the exit status whether a limit is broken."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from tests.bench.histories import NAMES
from tests.bench.rows import all_rows
from tests.bench.timing import Row


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark. Returns 0; with --strict 1 where a row is over its limit."""
    options = _parser().parse_args(arguments)
    rows = list(_printed(all_rows(options.layouts, options.sizes, options.repeats)))
    over = [row.what for row in rows if row.over]
    print(f"{len(rows)} rows, {len(over)} over their limit")
    return int(options.strict and bool(over))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="What segue costs, in yardsticks measured in the same run.")
    parser.add_argument("--layouts", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--sizes", nargs="+", type=int, default=[1_000, 10_000], help="messages")
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a row is over its limit")
    return parser


def _printed(rows: Iterable[Row]) -> Iterable[Row]:
    print(f"{'what':<60}{'messages':>9}{'ours ms':>11}{'other ms':>11}{'us/message':>11}{'ratio':>8}{'limit':>7}")
    for row in rows:
        numbers = f"{row.ours * 1e3:>11.3f}{row.yardstick * 1e3:>11.3f}{row.ours / row.size * 1e6:>11.3f}{row.ratio:>8.2f}{row.limit:>7.1f}"
        print(f"{row.what:<60}{row.size:>9}{numbers}  {'OVER' if row.over else 'ok'}", flush=True)
        yield row


if __name__ == "__main__":
    raise SystemExit(main())
