"""One computed sentence a figure: what it shows, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from cheapbandits.plots.bounds import GENERAL, THEOREM_1, theory_panels
from cheapbandits.plots.cliques import clique_panels, growth, references
from cheapbandits.plots.cover_types import cover_type_groups
from cheapbandits.plots.horizons import horizon_panels
from cheapbandits.plots.names import describe_group, heading
from cheapbandits.plots.paper_curves import FOREST_GROUP, random_group
from cheapbandits.plots.sensitivity import sensitivity_panels
from cheapbandits.report.numbers import format_number, percent, show

if TYPE_CHECKING:
    from cheapbandits.plots.points import PointPanel
    from cheapbandits.studies.results import Results

__all__ = ["sentence"]


def sentence(name: str, results: Results) -> str:
    """Return what a figure shows; nothing for a figure that is not known."""
    write = _SENTENCES.get(name)
    return write(results) if write is not None else ""


def _curves(results: Results, groups: Iterable[str]) -> str:
    return " ".join(_ending(results, group) for group in groups if group in results)


def _ending(results: Results, group: str) -> str:
    """Return where each policy ends in a group, and what CheapUCB saves there."""
    policies = results.policies(group)
    ends = [f"{policy} {show(results.mean(group, policy).final)}" for policy in policies]
    runs, horizon = results.curves(group, policies[0]).shape
    n_runs = f"{runs} run" + ("s" if runs > 1 else "")
    words = f"{heading(describe_group(group))} ({n_runs}): final regret {_listed(ends)}"
    if "CheapUCB" in policies:
        cost = float(results.final(group, "CheapUCB", "cost").mean())
        words += f"; CheapUCB spends {format_number(cost)} of {horizon}, "
        words += f"{percent(1 - cost / horizon)} less than single nodes cost"
    return words + "."


def _cover_types(results: Results) -> str:
    groups = list(cover_type_groups(results).values())
    parts = [_comparison(results, groups, other) for other in ("LinUCB", "SpectralUCB")]
    found = [part for part in parts if part]
    sure = "surely: the 95 % interval of the difference, run by run, is clear of 0"
    return f"CheapUCB's regret is {'; '.join(found)} ({sure})." if found else ""


def _comparison(results: Results, groups: Sequence[str], other: str) -> str:
    both = [g for g in groups if {"CheapUCB", other} <= set(results.policies(g))]
    if not both:
        return ""
    paired = [results.difference(group, "CheapUCB", other) for group in both]
    less, more = sum(d.high < 0 for d in paired), sum(d.low > 0 for d in paired)
    total = f"{len(both)} cover type" + ("s" if len(both) > 1 else "")
    return f"surely less than {other}'s on {less} of {total}, surely more on {more}"


def _horizons(results: Results) -> str:
    parts = []
    for panel in horizon_panels(results):
        ends = [
            f"{series.label} from {format_number(series.intervals[0].mean)} to "
            f"{format_number(series.intervals[-1].mean)}"
            for series in panel.points
        ]
        parts.append(f"{panel.title[4:]}: {_listed(ends)}")
    if not parts:
        return ""
    return f"Regret a round, from the shortest horizon to the longest. {'; '.join(parts)}."


def _sensitivity(results: Results) -> str:
    panels = sensitivity_panels(results)
    against_c = next((p for p in panels if p.xlabel == "c"), None)
    against_t = next((p for p in panels if p.ylabel == "regret / T"), None)
    saving = next((p for p in panels if p.guide is not None), None)
    parts = [
        _range(against_c) if against_c else "",
        _step(against_t, against_t.title, "CheapUCB's regret a round", "") if against_t else "",
        _step(saving, "", "CheapUCB's saving", " %") if saving else "",
    ]
    return " ".join(part for part in parts if part)


def _range(panel: PointPanel) -> str:
    ends = [
        f"{series.label}'s regret goes from {format_number(series.intervals[0].mean)} "
        f"to {format_number(series.intervals[-1].mean)}"
        for series in panel.points
    ]
    if not ends:
        return ""
    x = panel.points[0].x
    over = f"with c from {format_number(x[0])} to {format_number(x[-1])}"
    norm = f" ({panel.mark[1]} is {format_number(panel.mark[0])})" if panel.mark else ""
    return f"{panel.title}: {over}{norm}, {_listed(ends)}."


def _step(panel: PointPanel, where: str, what: str, unit: str) -> str:
    """Return the step of the first series over a power of two, where both sides were run."""
    if not panel.points:
        return ""
    series = panel.points[0]
    means = dict(zip(series.x, (interval.mean for interval in series.intervals), strict=True))
    found = [(a, b) for a, b in ((64, 65), (128, 129)) if a in means and b in means]
    steps = [
        f"from {format_number(means[a])} to {format_number(means[b])}{unit} between T = {a} and {b}"
        for a, b in found
    ]
    return f"{where or series.label}: {what} steps {_listed(steps)}." if steps else ""


def _theory(results: Results) -> str:
    pairs = (("SpectralUCB", THEOREM_1), ("CheapUCB", GENERAL))
    parts = []
    for policy, bound in pairs:
        ratios = [
            float(panel.bounds[bound][-1] / line.curve.mean[-1])
            for panel in theory_panels(results)
            for line in panel.lines
            if line.label == policy and line.curve.mean[-1] > 0
        ]
        if ratios:
            ends = f"{min(ratios):,.0f} to {max(ratios):,.0f}"
            parts.append(f"{bound}'s bound is {ends} times {policy}'s measured regret")
    if not parts:
        return ""
    return f"At the horizon {_listed(parts)}; a bound above the worst node's line says nothing."


def _cliques(results: Results) -> str:
    parts = []
    for panel in clique_panels(results):
        drawn = [share.mean for series in panel.drawn.values() for share in series.shares]
        words = f"{panel.policy}'s regret is {_ends(drawn)} times the lower bound"
        if panel.worst.shares:
            words += f", {_ends(s.mean for s in panel.worst.shares)} times on the worst field,"
        parts.append(f"{words} and grows like T to the {format_number(growth(panel))}")
    if not parts:
        return ""
    informed = _ends(references()["knows all but the place"])
    return (
        f"{heading(_listed(parts))} (the bound: 0.5). Uniform play has 2 times the bound; who "
        f"knows the gap, the noise and that one clique is better, {informed} times."
    )


def _ends(values: Iterable[float]) -> str:
    found = list(values)
    return f"{format_number(min(found))} to {format_number(max(found))}"


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else "".join(parts)


_SENTENCES: dict[str, Callable[[Results], str]] = {
    "figure1": lambda results: _curves(results, map(random_group, ("ba", "er"))),
    "figure1-T100": lambda r: _curves(r, (random_group(graph, 100) for graph in ("ba", "er"))),
    "figure2": lambda results: _curves(results, (random_group("sbm"), FOREST_GROUP)),
    "figure3": _cover_types,
    "horizons": _horizons,
    "sensitivity": _sensitivity,
    "theory": _theory,
    "cliques": _cliques,
}
