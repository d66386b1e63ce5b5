"""How sure: estimates of every node, and what stopping now would give."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from cheapbandits.belief.learned.bounds import Bounds, believable, n_outside
from cheapbandits.belief.learned.cautious import stated_models
from cheapbandits.belief.learned.gaps import gaps, only_bounds
from cheapbandits.belief.learned.lone import at_odds, carried_by_one
from cheapbandits.belief.learned.uneven import unevenness
from cheapbandits.belief.learned.unexplained import n_alone, own_means, unexplained
from cheapbandits.checks import Index
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["Estimates", "Verdict", "assess", "best_known", "estimates"]

#: Students with more freedom than this are taken for normal; halvings in search of a quantile.
NORMAL, STEPS = 60, 20
#: Between these a Student's distribution is taken to be straight, within 2e-6: a tenth of the time.
KNOTS = np.sinh(np.linspace(-10, 10, 4001))
#: Estimates that differ by less than this share of their size differ by rounding. Their size, not
#: how far they go: seconds since 1970 are told apart, too.
ROUNDING = 64 * float(np.finfo(float).eps)
#: The tolerance where none is given, as a share of the range: as known, or of the estimates.
TOLERANCE = 0.05
#: Estimates that differ by less than this many tolerances say nothing about the maximum. Estimates,
#: not readings: those of a flat field differ as well, by noise.
FLAT = 3.0
#: Values that are drawn for a probability, and how many fields that may make: it has a standard
#: error of 0.0125 at most up to 500 nodes, and of 0.025 past 2,000.
WORK, FEWEST, MOST = 800_000, 400, 1600


@dataclass(frozen=True, eq=False)
class Estimates:
    """``(N,)`` estimate, low and high of every node, in the readings' units."""

    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    level: float
    #: ``(N,)`` how wide the intervals were before bounds cut them; ``None``: as they are.
    uncut: NDArray[np.float64] | None = field(default=None, repr=False)

    @property
    def widths(self) -> NDArray[np.float64]:
        """``(N,)`` by which nodes of one estimate are told apart: how well each is known."""
        return self.high - self.low if self.uncut is None else self.uncut


@dataclass(frozen=True)
class Verdict:
    """What is known, were one to stop now.

    Attributes
    ----------
    node, estimate, low, high
        The named place, its estimate, and the interval that holds its value with ``level``.
    probability
        That its value is within ``tolerance`` of the maximum; ``None`` where nobody can tell.
    expected_regret, regret_bound
        Mean of the maximum minus its value, and a bound on it that holds with probability 0.9 or
        more and is never below the mean. Neither depends on the tolerance.
    cannot_tell
        Why there is no probability, in words; empty where there is one.
    outside
        Readings that lie beyond the given bounds by more than noise; such a bound is not used.
    alone
        Readings of that place by itself. Where there are none, groups and neighbours tell of it,
        and on fields with steep tops it is less sure than stated.
    """

    node: int
    estimate: float
    low: float
    high: float
    level: float
    probability: float | None
    tolerance: float | None
    expected_regret: float
    regret_bound: float
    cannot_tell: str
    n_readings: int
    outside: int = 0
    alone: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "node", Index(self.node))  # a campaign may get it back


def estimates(
    belief: LearnedBelief,
    level: float = 0.9,
    *,
    bounds: Bounds = (None, None),
    nodes: NDArray[np.int_] | None = None,
) -> Estimates:
    """Return estimate and central interval of every node, or of some.

    The posterior is a mixture over models of Student's distributions with ``2 a`` degrees of
    freedom, wider where the top was seen to be uneven (:mod:`.uneven`); its quantiles are found by
    bisection. An interval always holds the estimate, and the mean of the node's own readings,
    whatever the models make of them. One reading tells nothing of how far values go:
    where both bounds are known, they are all that is known of places not read by themselves.
    """
    if not 0 < level < 1:
        raise ParameterError(f"level must be between 0 and 1, got {level}; 0.9 is usual")
    if not belief.count:
        raise ParameterError("nothing was told yet: tell a reading first")
    count, by = belief.active(stated=True)
    models, weights = stated_models(belief)
    a, b = belief.evidence.shape_and_rate()
    parts = [belief.of_model(m) for m in models.tolist()]
    means = np.stack([mean for mean, _ in parts])
    scales = b[models] / a
    variances = np.stack([v for _, v in parts]) * scales[:, None]
    own = own_means(belief)
    estimate = by @ means[np.searchsorted(models, count)]
    uneven = unevenness(belief, estimate)
    if nodes is not None:
        means, variances, own = means[:, nodes], variances[:, nodes], own[nodes]
        estimate, uneven = estimate[nodes], uneven[nodes]
    deviations = np.sqrt(variances + unexplained(belief, models, scales)[:, None]) * uneven
    deviations = np.maximum(deviations, 1e-300)
    low, high = (
        _quantile(q, means, deviations, weights, 2 * a) for q in ((1 - level) / 2, (1 + level) / 2)
    )
    # Of a skewed mixture the mean may lie outside the innermost intervals.
    low = np.minimum(np.fmin(low, own), estimate)
    high = np.maximum(np.fmax(high, own), estimate)
    widths = high - low
    bounds = floor, ceiling = believable(bounds, belief.evidence)
    ends = (-math.inf if floor is None else floor, math.inf if ceiling is None else ceiling)
    if only_bounds(belief, bounds):
        low, high = (
            np.where(np.isnan(own), end, x) for end, x in zip(ends, (low, high), strict=True)
        )
    estimate, low, high = (np.clip(x, *ends) for x in (estimate, low, high))
    return Estimates(estimate, low, high, level, widths)


def best_known(
    estimate: NDArray[np.float64], width: NDArray[np.float64], free: NDArray[np.bool_]
) -> int:
    """Return the free node of the highest estimate; of equals the one that is known best.

    After one reading all are equal, and the place that was read is the one to name. What differs
    by rounding does not: of nodes that are alike the first is named, in whatever order they were
    read.
    """
    scores = np.where(free, estimate, -np.inf)
    top = float(scores.max())
    span = float(np.ptp(estimate[free])) if free.any() else 0.0
    equal = np.flatnonzero(scores >= top - max(ROUNDING * abs(top), 1e-9 * span))
    widths = width[equal]
    return int(equal[np.argmax(widths <= widths.min() + 1e-9 * float(np.max(width)))])


def _quantile(
    q: float,
    means: NDArray[np.float64],
    deviations: NDArray[np.float64],
    weights: NDArray[np.float64],
    freedom: float,
) -> NDArray[np.float64]:
    """Return ``(N,)`` the ``q`` quantile of each node's mixture of ``A`` Students.

    It lies between the least and the largest of the parts' own quantiles; halved ``STEPS`` times.
    """
    heavy = freedom < NORMAL
    parts = means + deviations * float(stdtrit(freedom, q) if heavy else ndtri(q))
    low, high = parts.min(axis=0), parts.max(axis=0)
    table = stdtr(freedom, KNOTS) if heavy else None
    for _ in range(STEPS):
        middle = (low + high) / 2
        x = (middle - means) / deviations
        below = weights @ (ndtr(x) if table is None else np.interp(x, KNOTS, table)) < q
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray((low + high) / 2)


def assess(
    belief: LearnedBelief,
    *,
    tolerance: float | None = None,
    bounds: Bounds = (None, None),
    level: float = 0.95,
    n_samples: int | None = None,
    rng: int | np.random.Generator = 0,
    nodes: NDArray[np.bool_] | None = None,
    shown: float | None = None,
    n_free: int | None = None,
) -> Verdict:
    """Return the place that these readings name, and how sure that is.

    Parameters
    ----------
    belief
        What the readings taught, whoever gathered them.
    tolerance
        How far below the maximum still counts as the best. Where left out, 5 % of the range: from
        bound to bound where both are given, otherwise of the estimates.
    bounds
        Lowest and highest value that can be, where known (a share lies in [0, 1]); one that the
        readings refute is not used.
    n_samples
        Fields that are drawn; where left out as many as the graph leaves time for.
    nodes
        ``(N,)`` which nodes may be the answer; all when left out.
    shown
        The range of the estimates of the whole field, where the belief is about a part of it.
    n_free
        How many nodes of the whole graph may be the answer, likewise.
    """
    known = estimates(belief, level, bounds=bounds)
    free = np.ones(len(known.estimate), dtype=bool) if nodes is None else nodes
    node = best_known(known.estimate, known.widths, free)
    shown = float(np.ptp(known.estimate)) if shown is None else shown
    shown = shown if shown > ROUNDING * np.abs(known.estimate).max() else 0.0
    if tolerance is None:
        floor, ceiling = bounds
        full = shown if floor is None or ceiling is None else ceiling - floor
        tolerance = TOLERANCE * full
    left = believable(bounds, belief.evidence)
    n_free = int(free.sum()) if n_free is None else n_free
    if n_samples is None:
        n_samples = int(np.clip(WORK // len(free), FEWEST, MOST))
    lost = gaps(belief, node, free, n_free, left, n_samples, np.random.default_rng(rng))
    why = _why_not(tolerance, shown) or carried_by_one(belief, node)
    ends = [float(known.low[node]), float(known.high[node]), *at_odds(belief, node)]
    return Verdict(
        node=node,
        estimate=float(known.estimate[node]),
        low=min(ends),
        high=max(ends),
        level=level,
        probability=None if why else float(np.mean(lost <= tolerance)),
        tolerance=tolerance,
        expected_regret=float(lost.mean()),
        # A few large surprises may put the mean above; a bound below what is expected is none.
        regret_bound=float(max(np.quantile(lost, 0.9), lost.mean())),
        cannot_tell=why,
        n_readings=belief.count,
        outside=n_outside(bounds, belief.evidence),
        alone=n_alone(belief.rows, belief.evidence.readings, node),
    )


def _why_not(tolerance: float, shown: float) -> str:
    if not shown > 0:
        return "the estimates do not differ: what was read so far says nothing about the field"
    if shown < FLAT * tolerance:
        return (
            f"the estimates differ by {shown:.3g} only, less than {FLAT:g} tolerances: "
            "what was read so far says nothing about how high the field goes"
        )
    return ""
