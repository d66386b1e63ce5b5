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
_PARTS = ("counties", "50k", "1m", "service")


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
        if "counties" in options.only:
            db = Path(folder) / "counties.db"
            identity = put_counties(db)
            serving = Serving(str(db))
            try:
                rows += weight(started, serving, identity)
                rows += counties(started, serving, identity)
            finally:
                serving.stop()
        for part, side, binned in (("50k", 224, False), ("1m", 1000, True)):
            if part in options.only:
                db = Path(folder) / f"{part}.db"
                identity = put_grid(db, side)
                serving = Serving(str(db))
                try:
                    rows += large(started, serving, identity, f"{side**2:,} nodes", binned)
                finally:
                    serving.kill()  # it may set an engine up for minutes: nobody waits for that
    if "service" in options.only:
        rows += _service(quick=options.quick)
    machine["load after the run"] = f"{os.getloadavg()[0]:.2f}"
    found = {"machine": machine, "rows": [row.document() for row in rows]}
    (options.docs / "page-speed.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    text = report(found)
    (options.docs / "page-speed.md").write_text(text, "utf-8")
    print(text)


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
