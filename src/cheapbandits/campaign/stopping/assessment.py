"""What stopping now would give: the place, how sure it is, and the regret to expect."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.campaign.stopping.surprise import Surprise
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.policies.base import Policy

__all__ = ["Assessment", "assess"]

#: Sampled values held at a time: 32 MiB, whatever the graph's size and the number of samples.
CHUNK_VALUES = 2**22


@dataclass(frozen=True)
class Assessment:
    """What is known, were the campaign to stop now.

    Attributes
    ----------
    node, estimate, deviation
        The best node, the estimate of its value and its standard deviation (``scale`` times the
        belief's).
    low, high
        Interval that holds the node's value with probability ``level``.
    probability_best
        Probability that the node's value is within ``tolerance`` of the field's maximum.
    expected_regret
        Expected difference between the field's maximum and the node's value.
    scale
        ``sigma``, by which the belief's unit noise was multiplied.
    n_readings
        Readings that ``scale`` was estimated from; below 2 it is partly a guess.
    """

    node: int
    estimate: float
    deviation: float
    low: float
    high: float
    level: float
    probability_best: float
    tolerance: float
    expected_regret: float
    scale: float
    n_readings: int


def assess(
    policy: Policy,
    *,
    tolerance: float = 0.0,
    n_samples: int = 400,
    rng: int | np.random.Generator = 0,
    level: float = 0.95,
    surprise: Surprise | None = None,
) -> Assessment:
    """Return how good the answer is that the policy would give now.

    Parameters
    ----------
    policy
        Its belief has taken in the readings so far; pending probes do not count.
    tolerance
        How far below the maximum still counts as the best.
    n_samples
        Fields drawn from the posterior. A probability ``p`` comes with a standard error of
        ``sqrt(p (1 - p) / n_samples)``: 0.011 for 0.95 and 400.
    rng
        Seed or generator of the draws.
    level
        Probability of the interval.
    surprise
        All innovations so far, where the belief may have forgotten some: see
        :meth:`Surprise.of_readings`.

    Notes
    -----
    The posterior is Student's: ``f = m + sigma tau x`` with ``x ~ N(0, C)`` and
    ``tau^2 = nu / chi^2_nu``, the posterior under the prior ``p(sigma) ~ 1 / sigma``. As ``f - m``
    and the innovations are independent, the interval covers exactly whatever ``sigma`` is, and
    ``probability_best`` at tolerance 0 is as good from the second reading on; the expected regret
    errs on the safe side while readings are few (of 6, by a fifth). Before two readings ``sigma``
    is a guess: the policy's ``noise``, or 1.

    All this holds if the field is as smooth as the prior has it, and about zero. A field far from
    zero (a level of 9 %) looks rough where nothing was read: give the policy ``center``.
    """
    from scipy.stats import t as student

    _check(tolerance, n_samples, level)
    seen = Surprise.of_belief(policy.belief) if surprise is None else surprise
    scale, freedom = seen.scale(float(getattr(policy, "noise", 0.0)) or 1.0)
    best, unit = policy.best(), policy.model.scale
    deviation = scale * best.deviation
    half = float(student.ppf((1 + level) / 2, freedom)) * deviation
    gaps = unit * _gaps(policy, best.node, scale, freedom, n_samples, np.random.default_rng(rng))
    return Assessment(
        node=best.node,
        estimate=best.estimate,
        deviation=deviation,
        low=best.estimate - half,
        high=best.estimate + half,
        level=level,
        probability_best=float(np.mean(gaps <= tolerance)),
        tolerance=tolerance,
        expected_regret=float(np.mean(gaps)),
        scale=unit * scale,
        n_readings=seen.count,
    )


def _gaps(
    policy: Policy,
    node: int,
    scale: float,
    freedom: int,
    n_samples: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return ``(n_samples,)`` draws of ``max f - f(node)`` over the nodes that can be probed."""
    from scipy.stats import chi2

    # One draw of sigma from each of n equal parts of its distribution: less noise, same law.
    parts = (np.arange(n_samples) + rng.random(n_samples)) / n_samples
    scales = scale * np.sqrt(freedom / chi2.ppf(parts, freedom))
    mean, masked = policy.belief.mean, list(policy.masked)
    gaps = np.empty(n_samples)
    for chunk in _chunks(n_samples, len(mean)):
        fields = policy.belief.sample(chunk.stop - chunk.start, rng)
        fields *= scales[chunk, None]
        fields += mean
        at_node = fields[:, node].copy()
        fields[:, masked] = -np.inf
        gaps[chunk] = fields.max(axis=1) - at_node
    return gaps


def _chunks(n_samples: int, n_nodes: int) -> Iterator[slice]:
    size = max(1, CHUNK_VALUES // n_nodes)
    for start in range(0, n_samples, size):
        yield slice(start, min(start + size, n_samples))


def _check(tolerance: float, n_samples: int, level: float) -> None:
    if not (tolerance >= 0 and math.isfinite(tolerance)):
        raise ParameterError(f"tolerance must be a number from 0, got {tolerance}")
    if n_samples < 1:
        raise ParameterError(f"n_samples must be at least 1, got {n_samples}; 400 is usual")
    if not 0 < level < 1:
        raise ParameterError(f"level must be between 0 and 1, got {level}; 0.95 is usual")
