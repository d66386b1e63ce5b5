"""Measure, and write docs/benchmarks.md and docs/benchmarks.json."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks import report
from benchmarks.campaigns import campaign_rows
from benchmarks.csv_rows import csv_rows
from benchmarks.imports import import_rows
from benchmarks.machine import describe
from benchmarks.one_round import round_rows
from benchmarks.reproduction import reproduction_rows
from benchmarks.service import service_rows
from benchmarks.whole_run import forest_rows, random_rows

DOCS = Path(__file__).parent.parent / "docs"
SUITES = {
    "forest": forest_rows,
    "random": random_rows,
    "round": round_rows,
    "import": import_rows,
    "csv": csv_rows,
    "campaign": campaign_rows,
    "service": service_rows,
    "paper": reproduction_rows,
}


def main() -> int:
    """Return 1 where another gave a different answer: a speed without the result is none."""
    arguments = _parse()
    machine = describe() | ({"sizes": "small (--quick)"} if arguments.quick else {})
    rows = []
    for name in arguments.only or SUITES:
        for row in SUITES[name](quick=arguments.quick):
            print(report.line(row), flush=True)
            rows.append(row)
    folder = arguments.out or (None if arguments.quick or arguments.only else DOCS)
    if folder is not None:
        report.write(rows, machine, folder)
    return 0 if all(row.right for row in rows) else 1


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=SUITES, help="may be given again")
    parser.add_argument("--quick", action="store_true", help="small sizes, to try the suite itself")
    parser.add_argument(
        "--out", type=Path, help="folder to write to; left out, docs/, after a full run only"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
