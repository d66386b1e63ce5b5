"""Sections 4, 5.2 and 6.2: what the paper says of effective dimensions and eigenvalues."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs import barabasi_albert, disjoint_cliques, stochastic_block_model
from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.spectrum import laplacian_eigenvalues
from cheapbandits.studies.claims.claim import Claim, Part, above, all_of, judge
from cheapbandits.studies.claims.local import BLOCKS
from cheapbandits.studies.claims.lower import log_slope
from cheapbandits.studies.claims.random_graphs import worst
from cheapbandits.studies.facts import dimensions
from cheapbandits.studies.paper import FOREST, FOREST_HORIZON, HORIZONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PAPER_EIGENVALUES", "block_model_eigenvalues", "spectrum_claims", "tally"]

#: The block model's first six eigenvalues as the paper prints them.
PAPER_EIGENVALUES = (0.0, 3.0, 4.0, 5.0, 29.0, 29.6)


def spectrum_claims() -> Iterator[Claim]:
    """Yield the claims about spectra; they need draws, not runs."""
    yield _small_dimension()
    yield from _block_model()
    yield _clique_connectivity()
    yield _barabasi_connectivity()


def _small_dimension() -> Claim:
    """Judge "small" by what it is said for: a regret of order d sqrt(T) below the T of no skill."""
    parts, tallies = [], []
    problems = {f"{g.upper()}": f"{g}/lowest/T{HORIZONS[0]}" for g in ("ba", "er", "sbm")}
    problems["forest"] = f"{FOREST}/cottonwood-willow/T{FOREST_HORIZON}"
    for name, problem in problems.items():
        d = dimensions(problem)
        limit = math.sqrt(FOREST_HORIZON if name == "forest" else HORIZONS[0])
        number = MeanInterval(float(np.mean(d)), min(d), max(d))
        parts.append(Part.of(name, number, judge(max(d) < limit)))
        tallies.append(f"{name} {tally(d)}")
    return Claim.about(
        "dimension-small",
        "graphs",
        "Random graphs and block models: the effective dimension is small",
        "Section 4",
        "d, mean and extremes of the draws; holds if all are below sqrt(T), where d sqrt(T) is "
        "less than the T that no skill at all would lose",
        "dimensions (largest case)",
        worst(parts),
        all_of(parts),
        f"d by draw: {'; '.join(tallies)}. sqrt(T) is {math.sqrt(HORIZONS[0]):.1f} at "
        f"T = {HORIZONS[0]} and {math.sqrt(FOREST_HORIZON):g} at T = {FOREST_HORIZON}. Small "
        "against N it is everywhere.",
        parts,
    )


def tally(values: Sequence[int]) -> str:
    """Return how often each value was drawn, in words.

    Examples
    --------
    >>> tally([4, 3, 4])
    '3 in 1, 4 in 2 of 3'
    """
    found = sorted(Counter(values).items())
    return ", ".join(f"{value} in {times}" for value, times in found) + f" of {len(values)}"


def _block_model() -> Iterator[Claim]:
    values = block_model_eigenvalues()
    gap = mean_interval(values[:, 4] / values[:, 3])
    yield Claim.about(
        "sbm-eigenvalue-gap",
        "graphs",
        "Block model: large gap after the 4th eigenvalue",
        "Section 6.2",
        "lambda_5 / lambda_4; holds if the interval is above 2 (the paper's is 5.8)",
        "(ratio)",
        gap,
        above(gap, 2.0),
    )
    inside = (values.min(axis=0) - 0.05 <= PAPER_EIGENVALUES) & (
        values.max(axis=0) + 0.05 >= PAPER_EIGENVALUES
    )
    ours = ", ".join(f"{value:.1f}" for value in values.mean(axis=0))
    yield Claim.about(
        "sbm-eigenvalues",
        "graphs",
        "Block model: eigenvalues 0, 3, 4, 5, 29, 29.6",
        "Section 6.2",
        f"how many of the six lie within the range of {len(values)} draws; holds if all",
        "of 6 eigenvalues",
        float(inside.sum()),
        judge(bool(inside.all())),
        f"Means of our draws, unit weights: {ours}. The smallest block alone, 40 nodes joined with "
        "probability 0.7, rarely has a second eigenvalue near 29.",
    )


@cache
def block_model_eigenvalues(draws: int = 50) -> NDArray[np.float64]:
    """Return ``(draws, 6)`` smallest Laplacian eigenvalues of the paper's block model."""
    graphs = (stochastic_block_model(list(BLOCKS), 0.7, 0.02, rng=i) for i in range(draws))
    values = np.array([laplacian_eigenvalues(graph, 6) for graph in graphs])
    values.flags.writeable = False  # all who ask share it
    return values


def _clique_connectivity() -> Claim:
    sizes = (5, 20, 80)
    values = [float(laplacian_eigenvalues(disjoint_cliques(1, n), 2)[1]) / n for n in sizes]
    return Claim.about(
        "clique-lambda-2",
        "graphs",
        "For cliques lambda_2 = N",
        "Section 5.2",
        "lambda_2 / N for cliques of " + ", ".join(map(str, sizes)) + " nodes; holds if 1",
        "x N",
        MeanInterval(float(np.mean(values)), min(values), max(values)),
        judge(max(abs(v - 1) for v in values) < 1e-9),
    )


@cache  # claims are judged again after every batch of runs; this one never changes
def _barabasi_connectivity() -> Claim:
    sizes = np.repeat([125, 250, 500, 1000], 8)
    graphs = (barabasi_albert(int(n), 3, rng=seed) for seed, n in enumerate(sizes))
    values = [float(laplacian_eigenvalues(graph, 2)[1]) for graph in graphs]
    slope = log_slope(sizes, values)
    return Claim.about(
        "ba-lambda-2",
        "graphs",
        "BA graphs: lambda_2 = Omega(N^gamma), gamma > 0",
        "Section 5.2",
        "slope of log lambda_2 over log N, degree 3, N = 125 to 1000; holds if above 0",
        "(exponent)",
        slope,
        above(slope, 0.0),
        f"lambda_2 stays near {np.mean(values):.1f}: a node of the least degree bounds it.",
    )
