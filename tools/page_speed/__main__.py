"""``make page-speed``: how quick the page is here; to ``docs/page-speed.md`` and ``.json``."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import describe
from benchmarks.service import service_rows

from tools.load.process import Serving
from tools.page_speed.campaigns import put_counties, put_grid
from tools.page_speed.measured import Row, counties, large, weight
from tools.page_speed.watched import browser

_DOCS = Path(__file__).resolve().parents[2] / "docs"
_PARTS = ("50k", "1m", "counties", "service")
#: Sides of the square grids.
_SIDES = {"50k": 224, "1m": 1000}


def main() -> None:
    """Measure and write; nothing fails for being slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=_PARTS, nargs="+", default=list(_PARTS))
    parser.add_argument("--quick", action="store_true", help="fewer readings; for a first look")
    parser.add_argument("--docs", type=Path, default=_DOCS)
    options = parser.parse_args()
    machine = describe()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="cb-page-") as folder, browser() as started:
        for part in options.only:
            if part == "service":
                continue
            print(f"{part} ...", flush=True)
            rows += _looked_at(part, Path(folder) / f"{part}.db", started)
            _write(options.docs, machine, rows)
    if "service" in options.only:
        rows += _service(quick=options.quick)
    print(_write(options.docs, machine, rows))


def _looked_at(part: str, db: Path, started: Any) -> list[Row]:
    """Return the rows of one part that needs a browser."""
    identity = put_counties(db) if part == "counties" else put_grid(db, _SIDES[part])
    serving = Serving(str(db))
    try:
        if part == "counties":
            found = weight(started, serving, identity)
            return found + counties(started, serving, identity)
        nodes = f"{_SIDES[part] ** 2:,} nodes"
        return large(started, serving, identity, nodes, binned=part == "1m")
    finally:
        serving.kill()  # it may set an engine up for minutes: nobody waits for that


def _write(docs: Path, machine: dict[str, str], rows: list[Row]) -> str:
    """Write what is known so far; return the page."""
    after = {"load after the run": f"{os.getloadavg()[0]:.2f}"}
    found = {"machine": {**machine, **after}, "rows": [row.document() for row in rows]}
    (docs / "page-speed.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    text = report(found)
    (docs / "page-speed.md").write_text(text, "utf-8")
    return text


def _service(*, quick: bool) -> list[Row]:
    """Return the benchmark's rows: over HTTP against in process, and the CPU of an idle server."""
    rows = []
    for row in service_rows(quick=quick):
        assert row.ours_seconds is not None
        assert row.other_seconds is not None
        if row.other == "one core":
            rows.append(Row(row.what, 1000 * row.ours_seconds, "ms", 0.1 * row.other_seconds))
            continue
        ratio = row.asked.ratio(row.ours_seconds, row.other_seconds)
        times = f"{1000 * row.ours_seconds:.1f} ms against {1000 * row.other_seconds:.1f} ms"
        limit = row.asked.limit
        rows.append(Row(row.what, ratio, "x in process", limit, f"{times}; {row.note}"))
    return rows


def report(found: dict[str, Any]) -> str:
    """Return the page."""
    lines = [
        "# How quick the page is",
        "",
        "Written by `make page-speed`; no number was typed by hand. A server in a process of its",
        "own, a Chromium that draws in software, a window of 1440 x 900. A large network is one",
        "that the server has not seen before: nothing is set up, and nothing is kept.",
        "",
        "| | measured | asked | reached | |",
        "|---|---:|---:|---|---|",
        *map(_line, found["rows"]),
        "",
        *(f"- {name}: {value}" for name, value in found["machine"].items()),
        "",
    ]
    return "\n".join(lines)


def _line(row: dict[str, Any]) -> str:
    reached = {True: "yes", False: "no", None: ""}[row["met"]]
    asked = "" if row["limit"] is None else f"{row['limit']:,.4g} {row['unit']}"
    return f"| {row['what']} | {_number(row)} | {asked} | {reached} | {row['note']} |"


def _number(row: dict[str, Any]) -> str:
    digits = 2 if row["value"] < 10 else 0
    return f"{row['value']:,.{digits}f} {row['unit']}"


if __name__ == "__main__":
    main()
