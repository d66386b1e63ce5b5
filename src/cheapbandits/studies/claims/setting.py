"""Sections 3 to 5: what the paper says in passing of probes, of ``d`` and of neighbourhoods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs import Graph, stochastic_block_model
from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.policies.schedule import widths
from cheapbandits.probes import strongest_neighbors
from cheapbandits.spectrum import effective_dimension, laplacian_eigenvalues
from cheapbandits.studies.claims.claim import Claim, Part, above, all_of, judge
from cheapbandits.studies.claims.local import BLOCKS
from cheapbandits.studies.claims.random_graphs import worst
from cheapbandits.studies.facts import DIMENSION_DRAWS, DRAWS, RIDGE, dimensions, drawn
from cheapbandits.studies.paper import FOREST, FOREST_HORIZON, HORIZONS, RANDOM_GRAPHS
from cheapbandits.studies.problems import N_NODES
from cheapbandits.theory import local_smoothness_gap

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["setting_claims", "unchanged_ranges"]

#: Widths between which "closer" is told from "wider"; few graphs have a wider common one.
NEAR, WIDE = 2, 3
#: Dimensions among which the one at the gap is to have the largest range of T.
MOST = 20


def setting_claims() -> Iterator[Claim]:
    """Yield the claims; they need draws, not runs."""
    yield _arms()
    yield _indices_a_round()
    yield _crisper()
    yield _below_n()
    yield _unchanged()
    yield _at_most_d_parts()
    yield _closer()


def _problem(graph: str) -> str:
    return f"{graph}/lowest/T{HORIZONS[0]}"


def _arms() -> Claim:
    graphs = [drawn(_problem("er"), seed)[0] for seed in range(DRAWS)]
    found = [strongest_neighbors(graph).max_width for graph in graphs]
    share = MeanInterval(float(np.mean(found)), min(found), max(found))
    return Claim.about(
        "arms",
        "formulas",
        "There are N probes of every width from 1 to N, about N^2 arms",
        "Section 3.2",
        f"widths of which every node has a probe, mean and extremes of {DRAWS} ER graphs of "
        f"{N_NODES} nodes; holds if {N_NODES}",
        "widths",
        share,
        judge(min(found) == N_NODES),
        "A probe is a node with some of its neighbours, so no node has one that is wider than its "
        "neighbourhood. The supplement's cap takes account of it.",
    )


def _indices_a_round() -> Claim:
    graph, _ = drawn(_problem("er"), 0)
    family = strongest_neighbors(graph)
    used = sorted(set(widths(HORIZONS[0], family.max_width)))
    sizes = [len(family.at(int(w))) for w in used]
    return Claim.about(
        "n-indices",
        "formulas",
        "Though it has more probes, CheapUCB computes only N indices a round",
        "Section 5.4",
        f"most probes compared in a round, ER, T = {HORIZONS[0]}; holds if at most N = {N_NODES}",
        "probes",
        float(max(sizes)),
        judge(max(sizes) <= N_NODES),
        "By the schedule: a round has one width.",
    )


def _crisper() -> Claim:
    """Compare what one reading takes from the variance of a node: its own, or its group's."""
    parts = []
    for name in RANDOM_GRAPHS:
        shares = []
        for seed in range(3):
            graph, _ = drawn(_problem(name), seed)
            shares.append(_largest_share(graph))
        parts.append(Part.of(name.upper(), max(shares), judge(max(shares) <= 1 + 1e-9)))
    return Claim.about(
        "node-crisper",
        "formulas",
        "A node's own reading tells more of the node than an average around it",
        "Sections 3.4 and 5.3",
        "variance of the node that a reading of its group removes / that its own reading removes, "
        "largest over nodes and widths, 3 draws, before any reading; holds if at most 1",
        "x",
        worst(parts),
        all_of(parts),
        "At equal noise. It follows from K_ij <= K_ii for K = (L + lambda I)^-1.",
        parts,
    )


def _largest_share(graph: Graph) -> float:
    prior = np.linalg.inv(graph.laplacian.toarray() + RIDGE * np.eye(graph.n_nodes))
    variance = prior.diagonal()
    alone = variance**2 / (variance + 1)
    family = strongest_neighbors(graph)
    largest = 0.0
    for width in range(2, family.max_width + 1):
        probes = family.at(width)
        rows = np.array([probes.average(column) for column in prior]).T  # (m, N): (K s)_i
        spread = np.array([probes.average(row)[i] for i, row in enumerate(rows)])
        own = rows.diagonal()
        largest = max(largest, float((own**2 / (spread + 1) / alone).max()))
    return largest


def _below_n() -> Claim:
    parts = []
    for name in RANDOM_GRAPHS:
        share = max(dimensions(_problem(name))) / N_NODES
        parts.append(Part.of(name.upper(), share, judge(share < 0.5)))
    problem = f"{FOREST}/cottonwood-willow/T{FOREST_HORIZON}"
    share = max(dimensions(problem)) / drawn(problem, 0)[0].n_nodes
    parts.append(Part.of("forest", share, judge(share < 0.5)))
    return Claim.about(
        "dimension-below-n",
        "graphs",
        "The effective dimension is typically smaller than the number of nodes",
        "Section 2",
        f"largest d / N of {DIMENSION_DRAWS} draws (forest: of its clusterings); holds if every "
        "one is below 1/2",
        "x N",
        worst(parts),
        all_of(parts),
        parts=parts,
    )


def unchanged_ranges(seed: int) -> NDArray[np.float64]:
    """Return by what factor T can grow while ``d`` of a block model stays 2, 3, ... 20.

    ``d`` is that as long as ``T / log(1 + T / lambda)`` lies between ``(d - 1) lambda_d`` and
    ``d lambda_(d+1)``.
    """
    graph = stochastic_block_model(list(BLOCKS), 0.7, 0.02, rng=seed)
    values = laplacian_eigenvalues(graph, MOST + 1) + RIDGE
    d = np.arange(2, MOST + 1)
    horizons = np.geomspace(1, 1e5, 20_000)
    budget = horizons / np.log1p(horizons / RIDGE)
    ends = np.interp([(d - 1) * values[d - 1], d * values[d]], budget, horizons)
    return np.asarray(ends[1] / ends[0])


def _unchanged() -> Claim:
    ranges = np.array([unchanged_ranges(seed) for seed in range(DRAWS)])
    place = len(BLOCKS) - 2
    found, others = ranges[:, place], np.delete(ranges, place, axis=1).max(axis=1)
    return Claim.about(
        "dimension-stays",
        "graphs",
        "After a large gap of eigenvalues d is unchanged over a large range of T",
        "Section 4",
        f"factor by which T grows while d = {len(BLOCKS)} on block models, mean and extremes of "
        f"{DRAWS} draws; holds if on every draw larger than at any other d from 2 to {MOST}",
        "x",
        MeanInterval(float(found.mean()), float(found.min()), float(found.max())),
        judge(bool((found > others).all())),
        f"At other d it is at most {others.max():.1f}. A factor of ten, our first reading of "
        "'large', it does not reach.",
    )


def _at_most_d_parts() -> Claim:
    """Look for more parts than d where the supplement says there cannot be any."""
    lone = Graph.from_edges(np.empty((0, 2), dtype=np.int64), n_nodes=40)
    excess = []
    for horizon in (1, 10, 100):
        d = effective_dimension(lone, horizon=horizon, ridge=RIDGE)
        excess.append(Part.of(f"T = {horizon}", float(40 - d), judge(d >= 40)))
    return Claim.about(
        "parts-at-most-d",
        "bounds",
        "A graph of effective dimension d has at most d connected parts",
        "Supplement, proof of Proposition 1",
        "parts - d for 40 nodes without an edge, lambda = 0.01; holds if never above 0",
        "parts",
        worst(excess),
        all_of(excess),
        "m parts need (m - 1) lambda <= T / log(1 + T / lambda); the construction has room for "
        "it at the figures' horizons.",
        excess,
    )


def _closer() -> Claim:
    parts = []
    for name in RANDOM_GRAPHS:
        steps = []
        for seed in range(DIMENSION_DRAWS):
            graph, field = drawn(_problem(name), seed)
            gaps = [local_smoothness_gap(graph, field, width=w) for w in _widths(graph, field)]
            steps += [later - first for first, later in pairwise(gaps)]
        step = mean_interval(steps)
        parts.append(Part.of(name.upper(), step, above(step, 0.0)))
    return Claim.about(
        "closer-is-better",
        "bounds",
        "Close neighbourhoods tell more of the best node than wider ones",
        "Section 5.2, general graphs",
        f"growth of |f* - average| at the best node from width {NEAR} to {WIDE}, mean of "
        f"{DIMENSION_DRAWS} draws; holds if every interval is above 0",
        "of max |f|",
        worst(parts, least=True),
        all_of(parts),
        "Draws on which the best node has a single neighbour are left aside.",
        parts,
    )


def _widths(graph: Graph, field: NDArray[np.float64]) -> tuple[int, ...]:
    neighbours = graph.weights[[int(field.argmax())]].nnz
    return (NEAR, WIDE) if neighbours >= WIDE - 1 else ()
