"""The table as Markdown and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.row import Row

PROSE = """\
Every ratio is of two times taken in one run on one machine, the contestants taking turns. No
number on this page was typed by hand: `make bench` writes it.

**Whole run.** From the bare weight matrix to the last reading, with nothing kept from an earlier
run. *Literal* is the paper's Algorithm 1 as written, in vectorised NumPy: a full
eigendecomposition, and in every round `V` inverted and the quadratic forms of all probes of the
stage computed. *Rank-one updates* is the usual good implementation: a full eigendecomposition,
then `V^-1`, the means and the quadratic forms kept by Sherman-Morrison, in place. Both are given
our probes and readings round by round and must find that each probe has the top score, up to ties.
On the small graph every other repetition has one BLAS thread, and the best counts.

**One round.** An `ask` and a `tell` after set-up, averaged over the rounds: ours over all rounds,
a peer's over as many as fit into its time, the first left out. The peers get the model as a linear
bandit: a row of features `Lambda^-1/2 Q's` for each probe, which makes it a ridge regression with
unit penalty, so those that follow the upper confidence bound choose as we do. Nobody is charged
for the eigendecomposition that these features need. *Coba* keeps `V^-1` by Sherman-Morrison and
computes all quadratic forms every round. *bayesianbandits* draws one Thompson sample from the
shared Gaussian model. *contextualbandits* keeps `V^-1` by Sherman-Morrison; measured is the
regression that its LinUCB is made of, over all arms at once. *MABWiser* has a model of its own,
two square matrices in the number of features, for every arm. *GeometricKernels* gives the kernel
matrix, evaluated before the clock starts; the round is an exact Gaussian-process posterior by
Cholesky.

**Imports.** A fresh interpreter each time, its start included.

**Reading CSV.** `read_graph` checks the edges and builds the symmetric graph; pandas only parses.
"""


def markdown(rows: list[Row], machine: dict[str, str]) -> str:
    """Return the page."""
    lines = ["# Benchmarks", "", PROSE, "## Measured", ""]
    lines += ["| what | ours | other | other's time | ratio | asked for | reached | remarks |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    lines += ["| " + " | ".join(_cells(row)) + " |" for row in rows]
    lines += ["", "## Machine", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in machine.items()]
    return "\n".join(lines) + "\n"


def as_json(rows: list[Row], machine: dict[str, str]) -> str:
    """Return the same for programs."""
    table = {"machine": machine, "rows": [row.as_dict() for row in rows]}
    return json.dumps(table, indent=2) + "\n"


def write(rows: list[Row], machine: dict[str, str], folder: Path) -> None:
    """Write ``benchmarks.md`` and ``benchmarks.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.md").write_text(markdown(rows, machine), encoding="utf-8")
    (folder / "benchmarks.json").write_text(as_json(rows, machine), encoding="utf-8")


def line(row: Row) -> str:
    """Return a row for the terminal."""
    what, ours, other, others_time, ratio, asked, reached, note = _cells(row)
    return f"{what}: {ours}; {other}: {others_time}; {ratio} ({asked}: {reached}) {note}"


def _cells(row: Row) -> list[str]:
    verdict = {True: "yes", False: "no", None: "-"}[row.reached]
    ratio = "-" if row.ratio is None else row.asked.phrase(row.ratio)
    times = [_seconds(row.ours_seconds), _seconds(row.other_seconds)]
    cells = [row.what, times[0], row.other, times[1], ratio, str(row.asked), verdict, row.note]
    return [cell.replace("|", "\\|") for cell in cells]


def _seconds(value: float | None) -> str:
    if value is None:
        return "-"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"
