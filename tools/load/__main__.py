"""``make load``: many clients for a minute on each database; to ``docs/load.md`` and ``.json``."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import describe
from tests.services import PostgresServer, schema_url

from tools.load.trial import Trial, try_database

_DOCS = Path(__file__).resolve().parents[2] / "docs"
#: What must be 0 or empty.
_BAD = ("errors", "lost", "told twice", "stored, sent by nobody", "database problems")


def main() -> int:
    """Return 1 where anything was lost, told twice, or went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--docs", type=Path, default=_DOCS)
    options = parser.parse_args()
    numbers = (options.clients, options.seconds, options.kills)
    machine = describe()
    with tempfile.TemporaryDirectory(prefix="cb-load-") as folder:
        trials = try_database("SQLite", str(Path(folder) / "campaigns.db"), *numbers)
    server = PostgresServer()
    try:
        trials += try_database("PostgreSQL", schema_url(server.url, "load"), *numbers)
    finally:
        server.remove()
    good = all(not trial[name] for trial in trials for name in _BAD)
    good = good and all(trial["clients that went on"] == trial["clients"] for trial in trials)
    found = {"machine": machine, "good": good, "trials": trials}
    (options.docs / "load.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    text = report(found)
    (options.docs / "load.md").write_text(text, encoding="utf-8")
    print(text)
    return 0 if good else 1


def report(found: dict[str, Any]) -> str:
    """Return the page."""
    trials: list[Trial] = found["trials"]
    lines = [
        "# The service under load",
        "",
        f"Written by `make load`. One client, then {trials[-1]['clients']} at once, ask and tell a",
        "campaign of 225 nodes, as fast as they are answered: threads that share a `cb.Campaign`,",
        "or clients of `cheapbandits serve` by `cb.connect`. In the last row of each database the",
        "server is ended by `kill -9` and started again after 3 s, and no client is told of it.",
        "",
        "One client alone shows what HTTP costs. Many show what waiting costs, on both sides: a",
        "choice is made by one at a time, and a database has one writer, who waits for the disk.",
        "",
        f"Nothing lost, nothing told twice, no error, all went on: **{_yes(found['good'])}**.",
        "",
        "| | clients | kills | asks | tells | kept on disk | errors | lost | twice | went on "
        "| ask p95 | tell p95 | as in process |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(_row(trial, _base(trials, trial)) for trial in trials),
        "",
        "Times in ms. The last column is p95 of ask and tell as a multiple of the same in process,",
        "by as many clients.",
        "",
        *(f"- {name}: {value}" for name, value in found["machine"].items()),
        "",
    ]
    return "\n".join(lines)


def _row(trial: Trial, base: Trial) -> str:
    names = ("clients", "kills", "asks", "tells", "kept on disk", "errors", "lost", "told twice")
    cells = [f"{trial['database']}, {trial['how']}", *(str(trial[name]) for name in names)]
    cells.append(f"{trial['clients that went on']} of {trial['clients']}")
    cells += [f"{1000 * (trial[name] or 0):.1f}" for name in ("ask p95", "tell p95")]
    ratios = [_ratio(trial[name], base[name]) for name in ("ask p95", "tell p95")]
    return "| " + " | ".join([*cells, ", ".join(ratios)]) + " |"


def _base(trials: list[Trial], trial: Trial) -> Trial:
    same = ("database", "clients")
    return next(
        one
        for one in trials
        if one["how"] == "in process" and all(one[name] == trial[name] for name in same)
    )


def _ratio(ours: float | None, base: float | None) -> str:
    return f"{ours / base:.2f}x" if ours and base else "-"


def _yes(good: bool) -> str:
    return "yes" if good else "NO"


if __name__ == "__main__":
    sys.exit(main())
