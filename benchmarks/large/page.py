"""The table of the large graphs, as Markdown."""

from __future__ import annotations

import numpy as np

#: How much memory a run may take, in GB.
MEMORY_LIMIT = 20.0
#: How much longer a round may take on ten times the nodes.
GROWTH_LIMIT = 12

PROSE = """\
Written by `make large`; no number was typed by hand. How the engines work and what their errors
are stands in [large-graphs.md](large-graphs.md).

The unit is one product of the graph's Laplacian with a vector, timed in the same process before
the set-up, after it and after the rounds. Set-up is `CheapUCB(graph, horizon=100)`, effective
dimension included; a round is an `ask` and a `tell`. Asked are set-up, median and worst round, at
most. Memory is that of the run and of the process that counts eigenvalues beside it.
"""


def markdown(found: dict[str, object]) -> str:
    """Return the page."""
    runs, agreements = found["runs"], found["agreement"]
    lines = ["# Large graphs, measured", "", PROSE]
    lines += _table(run_cells(run) for run in runs)
    lines += ["", *_growth(runs), "", "## The same probes as the dense engine?", ""]
    lines += [
        "Both engines are told the same readings; the dense one says how far the probe asked for",
        "is below its best, relative to that. Scores within 1e-9 are ties.",
        "",
    ]
    lines += _table(_agreement_cells(row) for row in agreements)
    lines += ["", "## What each run said of itself", ""]
    for run in runs:
        lines += [
            f"### {run['title']}: {run['nodes']:,} nodes",
            "",
            "```text",
            str(run["explanation"]),
            "```",
            "",
        ]
    lines += [f"Not measured: {name}" for name in found["missing"]]
    lines += ["## Machine", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {value} |" for name, value in found["machine"].items()]
    return "\n".join(lines) + "\n"


def run_cells(run: dict[str, object]) -> dict[str, str]:
    """Return a row of the table."""
    product = run["product_ms"] / 1e3
    rounds = np.array(run["rounds_s"]) / product
    setup = run["setup_s"] / product
    median, worst = float(np.median(rounds)), float(rounds.max())
    limits = run["limits"]
    reached = limits is not None and all(
        found <= limit for found, limit in zip((setup, median, worst), limits, strict=True)
    )
    reached = reached and run["setup_s"] <= run.get("most_seconds", np.inf)
    reached = reached and run["peak_gb"] <= MEMORY_LIMIT and run["slack"] <= run["gap"]
    return {
        "graph": str(run["title"]) + _effort(run),
        "nodes": f"{run['nodes']:,}",
        "edges": f"{run['edges']:,}",
        "engine": str(run["engine"]),
        "product": f"{run['product_ms']:.1f} ms",
        "set-up": f"{setup:,.0f} ({run['setup_s']:.0f} s)",
        "a round, median": f"{median:.1f} ({1e3 * median * product:.0f} ms)",
        "worst": f"{worst:.1f}",
        "asked": _asked(run),
        "peak memory": f"{run['peak_gb']:.1f} GB",
        "choices certified": str(run["certified"]),
        "reached": ("yes" if reached else "no") if limits else "-",
    }


def _effort(run: dict[str, object]) -> str:
    effort = run.get("effort", 1.0)
    return "" if effort == 1 else f" (`effort={effort:g}`)"


def _asked(run: dict[str, object]) -> str:
    if run["limits"] is None:
        return "-"
    setup, *rounds = (f"{limit:,.0f}" for limit in run["limits"])
    if setup == "inf":
        setup = f"{run['most_seconds']:.0f} s"
    return " / ".join([setup, *rounds])


def _agreement_cells(row: dict[str, object]) -> dict[str, str]:
    return {
        "family": str(row["family"]),
        "nodes": f"{row['nodes']:,}",
        "engine": str(row["engine"]),
        "the very same probe": f"{row['same']} of {row['rounds']} rounds",
        "below the dense best, at most": f"{row['worst']:.1e}",
    }


def _growth(runs: list[dict[str, object]]) -> list[str]:
    by_title = {str(run["title"]): run for run in runs}
    large, small = (by_title.get(t) for t in ("grid, 1000 x 1000", "grid, 316 x 316, to compare"))
    if large is None or small is None:
        return []
    times = [float(np.median(run["rounds_s"])) for run in (large, small)]
    ratio = times[0] / times[1]
    verdict = "reached" if ratio <= GROWTH_LIMIT else "not reached"
    return [
        f"From 10^5 to 10^6 nodes of a grid the median round takes {ratio:.1f} times as long "
        f"(asked: at most {GROWTH_LIMIT}; {verdict})."
    ]


def _table(rows: object) -> list[str]:
    listed = list(rows)
    if not listed:
        return ["(nothing)"]
    names = list(listed[0])
    lines = ["| " + " | ".join(names) + " |", "|---" * len(names) + "|"]
    return lines + ["| " + " | ".join(row.values()) + " |" for row in listed]
