"""Measure the large graphs and write docs/large-graphs-measured.md and .json."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.large.agreement import FAMILIES, agreement
from benchmarks.large.cases import CASES
from benchmarks.large.page import markdown
from benchmarks.machine import describe

RESULTS = Path(__file__).parent.parent.parent / "docs" / "large-graphs-measured.json"
#: Small enough for the dense engine.
NODES = 5000


def main() -> None:
    """Run each case in a process of its own, so that its memory is its own."""
    arguments = _parse()
    runs, missing = [], []
    for name in arguments.only or CASES:
        data = CASES[name].data
        if data and not (arguments.data / data).exists():
            missing.append(f"{CASES[name].title}, for want of {data}; give `DATA=` its folder")
            continue
        print(CASES[name].title, file=sys.stderr, flush=True)
        runs.append(_apart(name, arguments.data))
    agreements = [] if arguments.only else [row for f in FAMILIES for row in agreement(f, NODES)]
    found: dict[str, Any] = {
        "machine": describe(),
        "runs": runs,
        "agreement": agreements,
        "missing": missing,
    }
    if arguments.update:
        found = _updated(json.loads(RESULTS.read_text(encoding="utf-8")), found)
    elif arguments.only:
        print(markdown(found))
        return
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    RESULTS.with_suffix(".md").write_text(markdown(found), encoding="utf-8")


def _updated(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return earlier results with those runs replaced that were made again, and new ones added."""
    runs = list({run["title"]: run for run in (*before["runs"], *now["runs"])}.values())
    machine = {**before["machine"], "some runs again": now["machine"]["date"]}
    return {**before, "runs": runs, "machine": machine}


def _apart(name: str, data: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "benchmarks.large.measure", name, str(data)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the real data")
    parser.add_argument("--only", action="append", choices=CASES, help="print instead of writing")
    parser.add_argument("--update", action="store_true", help="put what --only names into docs/")
    return parser.parse_args()


if __name__ == "__main__":
    main()
