"""``s'Ks`` of every probe and its covariance with the centre, before any reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines import Local
from cheapbandits.probes import WeightedProbes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Engine
    from cheapbandits.probes import ProbeSet

    Values = NDArray[np.float64]

__all__ = ["prior_variances"]

#: Probes of each set that are solved for where the engine only bounds variances.
SOLVED = 16


def prior_variances(
    engine: Engine, sets: Sequence[ProbeSet]
) -> tuple[list[Values], list[Values], bool]:
    """Return for each set ``(m,)`` ``s'Ks`` and ``e_c'Ks``, and whether they are exact.

    Parameters
    ----------
    engine
        Computes ``K``.
    sets
        The nodes first, then wider probes.
    """
    if engine.name == "iterative":
        return *_calibrated(engine, sets), False
    return *_exact(engine, sets), True


def _exact(engine: Engine, sets: Sequence[ProbeSet]) -> tuple[list[Values], list[Values]]:
    """Take the covariance with the centre from the variance of ``(e_c + s) / 2``."""
    pairs = [_with_center(probes) for probes in sets[1:]]
    engine.prepare([*sets, *pairs])
    variances = [engine.variances(probes).upper for probes in sets]
    crosses = [variances[0]]
    for probes, own, pair in zip(sets[1:], variances[1:], pairs, strict=True):
        center = variances[0][probes.centers]
        crosses.append(2 * engine.variances(pair).upper - (center + own) / 2)
    return variances, crosses


def _calibrated(engine: Engine, sets: Sequence[ProbeSet]) -> tuple[list[Values], list[Values]]:
    """Scale upper bounds by what ``SOLVED`` solves make of them, the same for a whole set.

    The bounds of one set are too wide by about the same factor, up to 2.5; taken as they are, a
    node just read would still seem unknown. Covariances with the centre follow from the median
    correlation of the solved probes with theirs.
    """
    rng = np.random.default_rng(11)
    variances: list[Values] = []
    crosses: list[Values] = []
    for probes in sets:
        bounds = engine.variances(probes)
        which = rng.choice(len(probes), min(SOLVED, len(probes)), replace=False)
        solved = np.array([_solved(engine, probes, int(i)) for i in which])
        ratio = float(np.median(solved[:, 0] / bounds.upper[which]))
        variance = np.clip(ratio * bounds.upper, bounds.lower, bounds.upper)
        variances.append(variance)
        if probes is sets[0]:
            crosses.append(variance)
            continue
        known = variances[0][probes.centers[which]] * solved[:, 0]
        related = float(np.clip(np.median(solved[:, 1] / np.sqrt(known)), -1, 1))
        crosses.append(related * np.sqrt(variances[0][probes.centers] * variance))
    return variances, crosses


def _solved(engine: Engine, probes: ProbeSet, index: int) -> tuple[float, float]:
    """Return ``s'Ks`` and ``e_c'Ks`` of one probe by a solve."""
    nodes, weights = probes.group(index)
    column = engine.column((nodes, weights))
    if isinstance(column, Local):
        whole = np.zeros(engine.n_nodes)
        whole[column.nodes] = column.values
        column = whole
    return float(np.average(column[list(nodes)], weights=weights)), float(
        column[probes.centers[index]]
    )


def _with_center(probes: ProbeSet) -> WeightedProbes:
    """Return the averages of each probe and its centre."""
    m = len(probes)
    ones = (np.ones(m), (np.arange(m), probes.centers))
    centers = sp.csr_array(ones, shape=probes.matrix.shape)
    return WeightedProbes(sp.csr_array((probes.matrix + centers) / 2), probes.centers)
