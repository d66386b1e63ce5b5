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
from benchmarks.large.page import markdown, run_cells
from benchmarks.machine import describe

RESULTS = Path(__file__).parent.parent.parent / "docs" / "large-graphs-measured.json"
#: What is known so far; git ignores it.
PARTIAL = Path("results") / "large-graphs-so-far.json"
#: Seconds after which a case is given up.
MOST_SECONDS = 900
#: Small enough for the dense engine.
NODES = 5000


def main() -> None:
    """Run each case in a process of its own, so that its memory is its own.

    Each is said as soon as it is done, and kept beside the page's numbers until all are: a run that
    is cut short has them still.
    """
    arguments = _parse()
    names = arguments.only or [name for name, case in CASES.items() if not case.asked]
    found: dict[str, Any] = {"machine": describe(), "runs": [], "agreement": [], "missing": []}
    for name in names:
        case = CASES[name]
        if case.data and not (arguments.data / case.data).exists():
            found["missing"].append(
                f"{case.title}, for want of {case.data}; give `DATA=` its folder"
            )
            continue
        try:
            run = _apart(name, arguments.data, arguments.most_seconds)
        except subprocess.TimeoutExpired:
            found["missing"].append(f"{case.title}: given up after {arguments.most_seconds:g} s")
        except subprocess.CalledProcessError as error:
            found["missing"].append(f"{case.title}: ended with status {error.returncode}")
        else:
            print(" | ".join(run_cells(run).values()), flush=True)
            found["runs"].append(run)
            PARTIAL.parent.mkdir(exist_ok=True)
            PARTIAL.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if not arguments.only:
        found["agreement"] = [row for family in FAMILIES for row in agreement(family, NODES)]
    if arguments.update:
        found = _updated(json.loads(RESULTS.read_text(encoding="utf-8")), found)
    elif arguments.only:
        print(markdown(found))
        return
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    RESULTS.with_suffix(".md").write_text(markdown(found), encoding="utf-8")
    PARTIAL.unlink(missing_ok=True)


def _updated(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return earlier results with those runs replaced that were made again, and new ones added."""
    both = (*before["runs"], *now["runs"])
    runs = list({(run["title"], run["nodes"]): run for run in both}.values())
    machine = {**before["machine"], "some runs again": now["machine"]["date"]}
    return {**before, "runs": runs, "machine": machine}


def _apart(name: str, data: Path, most_seconds: float) -> dict[str, object]:
    command = [sys.executable, "-m", "benchmarks.large.measure", name, str(data)]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, timeout=most_seconds
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the real data")
    parser.add_argument("--only", action="append", choices=CASES, help="print instead of writing")
    parser.add_argument(
        "--most-seconds", type=float, default=MOST_SECONDS, help="a case is given up after so many"
    )
    parser.add_argument("--update", action="store_true", help="put what --only names into docs/")
    return parser.parse_args()


if __name__ == "__main__":
    main()
