"""Theorems 1 and 2, Propositions 1 and 2, beside what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cheapbandits.graphs import barabasi_albert, disjoint_cliques
from cheapbandits.metrics import MeanInterval
from cheapbandits.spectrum import effective_dimension, laplacian_eigenvalues
from cheapbandits.studies.cell import ProblemName
from cheapbandits.studies.claims.claim import Claim, above, judge, untestable, within
from cheapbandits.studies.paper import (
    CLIQUE_HORIZONS,
    CLIQUES,
    HORIZONS,
    RANDOM_GRAPHS,
    group_of,
    split_group,
)
from cheapbandits.studies.problems import draw_problem
from cheapbandits.studies.results import Results
from cheapbandits.theory import (
    alpha_norm,
    cheap_ucb_regret_bound,
    check_local_smoothness,
    eigenvalue_gap,
    lower_bound,
    spectral_ucb_regret_bound,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["clique_slope", "theorem_claims"]

RIDGE, DELTA, NOISE = 0.01, 0.001, 0.01
DRAWS = 10


def theorem_claims(results: Results) -> Iterator[Claim]:
    """Yield the claims about bounds and spectra that the results can judge."""
    groups = [group_of(graph, "lowest", HORIZONS[0], "theory") for graph in RANDOM_GRAPHS]
    present = [group for group in groups if group in results]
    if present:
        yield _bound(results, present, "SpectralUCB")
        yield _bound(results, present, "CheapUCB")
        yield _local_smoothness(present, "proposition 2")
        yield _local_smoothness(present, "weak")
    if group_of("sbm", "lowest", HORIZONS[0], "theory") in results:
        yield _gap_assumption()
    if all(group in results for group, *_ in _clique_groups()):
        yield from _lower_bound(results)
    yield _clique_connectivity()
    yield _barabasi_connectivity()


def _bound(results: Results, groups: list[str], policy: str) -> Claim:
    """Compare the first runs of each group with the bound of their own graph and field."""
    ratios = []
    for group in groups:
        curves = results.curves(group, policy)
        seeds = results.seeds(group, policy)
        for curve, seed in list(zip(curves, seeds, strict=True))[:DRAWS]:
            ratios.append(float((curve / _bound_curve(group, policy, seed)).max()))
    number = "1" if policy == "SpectralUCB" else "2 (ii)"
    return Claim.about(
        f"theorem-{number[0]}",
        f"{policy} stays below the bound of Theorem {number}",
        f"Theorem {number}",
        f"largest measured regret / bound in any round of {len(ratios)} runs; holds if below 1",
        MeanInterval(max(ratios), min(ratios), max(ratios)),
        judge(max(ratios) < 1),
        "Low and high are the runs' extremes. The bound is loose by orders of magnitude at these "
        "horizons; and as printed it drops the proof's + 4, without which it can fail at T = 1.",
    )


def _bound_curve(group: str, policy: str, seed: int) -> NDArray[np.float64]:
    problem, _ = split_group(group)
    horizon = ProblemName.parse(problem).horizon
    graph, field = draw_problem(problem, seed)
    settings: dict[str, Any] = {
        "dimension": effective_dimension(graph, horizon=horizon, ridge=RIDGE),
        "horizon": horizon,
        "ridge": RIDGE,
        "delta": DELTA,
        "noise": NOISE,
        "smoothness": alpha_norm(graph, field, ridge=RIDGE),
        "rounds": np.arange(1, horizon + 1),
    }
    if policy == "SpectralUCB":
        return spectral_ucb_regret_bound(**settings)
    degree = float(graph.degrees.max())
    return cheap_ucb_regret_bound(**settings, max_degree=degree, case="general")


def _local_smoothness(groups: list[str], statement: Literal["proposition 2", "weak"]) -> Claim:
    """Compare the best node with the average around it, on the first draws of each graph."""
    shares = []
    for group, seed in product(groups, range(DRAWS)):
        problem, _ = split_group(group)
        graph, field = draw_problem(problem, seed)
        horizon = ProblemName.parse(problem).horizon
        check = check_local_smoothness(
            graph, field, horizon=horizon, ridge=RIDGE, statement=statement
        )
        shares.append(check.gap / check.bound)
    number = "(9)" if statement == "proposition 2" else "(10)"
    return Claim.about(
        f"local-smoothness-{'strong' if statement == 'proposition 2' else 'weak'}",
        f"Best node and its neighbourhood differ by at most {number}",
        "Proposition 2" if statement == "proposition 2" else "Section 5.2, general graphs",
        f"largest gap / bound of {len(shares)} draws; holds if at most 1",
        MeanInterval(max(shares), min(shares), max(shares)),
        judge(max(shares) <= 1),
        "Low and high are the draws' extremes. The bound's constant, 56 kappa sqrt(2 kappa) c, is "
        "so large that it excludes nothing here; on small weights it can fail.",
    )


def _gap_assumption() -> Claim:
    problem = ProblemName("sbm", "lowest", HORIZONS[0])
    graphs = [draw_problem(str(problem), seed)[0] for seed in range(DRAWS)]
    gaps = [eigenvalue_gap(graph, horizon=problem.horizon, ridge=RIDGE) for graph in graphs]
    shares = [gap.ratio / gap.required for gap in gaps]
    return Claim.about(
        "proposition-2-gap",
        "Block model confirms Thm 2 (i) and Proposition 2",
        "Section 6.2",
        "(lambda_(d+1) / lambda_d) / d^2, which Proposition 2 wants to be of order 1",
        MeanInterval(float(np.mean(shares)), min(shares), max(shares)),
        untestable("The assumption is lambda_(d+1) / lambda_d >= O(d^2) without a constant."),
        f"Low and high are the extremes of {DRAWS} draws. The paper's own eigenvalues give 5.8 "
        "and d^2 = 16. With unit weights the conclusion holds trivially: its constant exceeds the "
        "range of f.",
    )


def _clique_groups() -> Iterator[tuple[str, int, int]]:
    for d in CLIQUES:
        for horizon in CLIQUE_HORIZONS:
            yield group_of("cliques", f"d{d}", horizon, "theory"), d, horizon


def clique_slope(results: Results, policy: str) -> MeanInterval:
    """Return the slope of log(regret / (1 - 1/d)^2) over log(dT), with its 95 % interval.

    The factor comes from the construction: the gap is ``(1 - 1/d) sqrt(d / T)`` and one clique in
    ``d`` has no regret.
    """
    rows = list(_clique_groups())
    finals = [float(results.final(group, policy).mean()) for group, *_ in rows]
    scaled = [regret / (1 - 1 / d) ** 2 for regret, (_, d, _) in zip(finals, rows, strict=True)]
    return _log_slope([d * horizon for _, d, horizon in rows], scaled)


def _log_slope(x: ArrayLike, y: ArrayLike) -> MeanInterval:
    """Return the slope of log y over log x by least squares, with its 95 % interval."""
    from scipy.stats import linregress
    from scipy.stats import t as student

    fit = linregress(np.log(x), np.log(y))
    half = float(student.ppf(0.975, np.size(x) - 2)) * float(fit.stderr)
    return MeanInterval(float(fit.slope), float(fit.slope) - half, float(fit.slope) + half)


def _lower_bound(results: Results) -> Iterator[Claim]:
    slope = clique_slope(results, "CheapUCB")
    yield Claim.about(
        "lower-bound-order",
        "On disjoint cliques regret grows like sqrt(dT)",
        "Proposition 1",
        "slope of log(regret / (1 - 1/d)^2) over log(dT); holds if within 0.1 of 0.5",
        slope,
        within(slope, 0.5, 0.1),
        f"{len(CLIQUES)} numbers of cliques, {len(CLIQUE_HORIZONS)} horizons; gap of the order "
        "sqrt(d/T), unit noise. SpectralUCB: slope "
        f"{clique_slope(results, 'SpectralUCB').mean:.2f}.",
    )
    shares = [
        float(results.final(group, policy).mean()) / lower_bound(d, horizon)
        for group, d, horizon in _clique_groups()
        for policy in ("CheapUCB", "SpectralUCB")
    ]
    yield Claim.about(
        "lower-bound-value",
        "No regret on disjoint cliques below order sqrt(dT)",
        "Proposition 1",
        "smallest regret / our explicit bound (1 - 1/d)^2 sqrt(dT) / 2; holds if at least 1",
        MeanInterval(min(shares), min(shares), max(shares)),
        judge(min(shares) >= 1),
        "The paper gives no constant; ours is derived in the documentation of theory.lower_bound. "
        "High is the largest ratio.",
    )


def _clique_connectivity() -> Claim:
    sizes = (5, 20, 80)
    values = [float(laplacian_eigenvalues(disjoint_cliques(1, n), 2)[1]) / n for n in sizes]
    return Claim.about(
        "clique-lambda-2",
        "For cliques lambda_2 = N",
        "Section 5.2",
        "lambda_2 / N for cliques of " + ", ".join(map(str, sizes)) + " nodes; holds if 1",
        MeanInterval(float(np.mean(values)), min(values), max(values)),
        judge(max(abs(v - 1) for v in values) < 1e-9),
    )


def _barabasi_connectivity() -> Claim:
    sizes = np.repeat([125, 250, 500, 1000], 8)
    graphs = (barabasi_albert(int(n), 3, rng=seed) for seed, n in enumerate(sizes))
    values = [float(laplacian_eigenvalues(graph, 2)[1]) for graph in graphs]
    slope = _log_slope(sizes, values)
    return Claim.about(
        "ba-lambda-2",
        "BA graphs: lambda_2 = Omega(N^gamma), gamma > 0",
        "Section 5.2",
        "slope of log lambda_2 over log N, degree 3, N = 125 to 1000; holds if above 0",
        slope,
        above(slope, 0.0),
        f"lambda_2 stays near {np.mean(values):.1f}: a node of the least degree bounds it.",
    )
