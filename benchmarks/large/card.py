"""Large fronts on a graphics card: set-up with it and without, and how far the answers differ.

``python -m benchmarks.large.card FOLDER [CASE...]`` writes ``large-graphs-card.md`` there.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from pathlib import Path
from statistics import median
from unittest import mock

import numpy as np

import cheapbandits as cb
from benchmarks.large.agreement import FAMILIES
from benchmarks.large.measure import time_products
from cheapbandits.engines.dissection import card
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.probes import StrongestNeighbors

RIDGE, WIDTH = 0.01, 4
CASES = {
    "points in 3 dimensions, 100,000": ("points in 3 dimensions", 100_000),
    "small world, 100,000": ("small world", 100_000),
    "small world, 200,000": ("small world", 200_000),
    "points in 5 dimensions, 100,000": ("points in 5 dimensions", 100_000),
}


def main(folder: Path, names: list[str]) -> None:
    """Measure, and write what was found after each case."""
    cupy = card.card()
    if cupy is None:
        sys.exit("no graphics card was found here: CuPy and a driver are needed")
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    rows: list[dict[str, object]] = []
    for name in names or list(CASES):
        family, n = CASES[name]
        graph = FAMILIES[family](n)
        probes = StrongestNeighbors(graph).at(WIDTH)
        product = median(time_products(graph))
        took, answers = {}, {}
        for where in ("card", "card", "processor"):  # the first wakes the card up
            with mock.patch.object(card, "LARGE", card.LARGE if where == "card" else np.inf):
                engine = DissectionEngine(cb.Graph(graph.weights), RIDGE)
                began = time.perf_counter()
                engine.prepare([probes])
                took[where] = time.perf_counter() - began
                answers[where] = engine.variances(probes).upper
                front = engine.explain().facts["fronts"]
        ratio = np.abs(answers["card"] / answers["processor"] - 1).max()
        rows.append(
            {
                "graph": name,
                "fronts": front,
                "processor_s": took["processor"],
                "card_s": took["card"],
                "times_as_fast": took["processor"] / took["card"],
                "products_on_the_card": took["card"] / product,
                "largest_difference": float(ratio),
            }
        )
        print(rows[-1], flush=True)
        write(folder, device, rows)


def write(folder: Path, device: str, rows: list[dict[str, object]]) -> None:
    """Write the rows so far."""
    lines = [
        "# Large fronts on a graphics card",
        "",
        "Made by `python -m benchmarks.large.card`. Set-up (order, factor, variances of all groups "
        f"of {WIDTH}) with the card and without it, on one machine in one run.",
        "",
        f"Card: {device}; processor: {os.cpu_count()} cores, {platform.machine()}.",
        "",
        "| graph | processor | card | times as fast | products | largest relative difference |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['graph']} | {row['processor_s']:.1f} s | {row['card_s']:.1f} s | "
            f"{row['times_as_fast']:.1f} | {row['products_on_the_card']:,.0f} | "
            f"{row['largest_difference']:.0e} |"
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "large-graphs-card.md").write_text("\n".join(lines) + "\n")
    (folder / "large-graphs-card.json").write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
