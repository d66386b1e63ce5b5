"""How sure the answer is if the field is as smooth as the prior has it: for what is very large.

On real fields that "if" does not hold, and what follows from it is too sure; so no probability is
stated from it. Where a belief can learn, :mod:`cheapbandits.policies.sure` asks that one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaincinv, stdtrit

from cheapbandits.belief.learned.sure import Estimates, Verdict
from cheapbandits.belief.learned.unexplained import n_alone
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.policies.base import Policy

__all__ = ["assess_by_prior", "estimates_by_prior"]

#: Why no probability is stated.
UNLEARNED = (
    "with so large a graph, or so many readings, smoothness is not learned: interval and regret "
    "hold only if the field is as smooth as the policy was told"
)
#: Sampled values held at a time: 32 MiB, whatever the graph's size and the number of samples.
CHUNK_VALUES = 2**22


def assess_by_prior(
    policy: Policy,
    *,
    tolerance: float | None = None,
    n_samples: int = 400,
    rng: int | np.random.Generator = 0,
    level: float = 0.95,
) -> Verdict:
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

    Notes
    -----
    The posterior is Student's: ``f = m + sigma tau x`` with ``x ~ N(0, C)`` and
    ``tau^2 = nu / chi^2_nu``, the posterior under the prior ``p(sigma) ~ 1 / sigma``. As ``f - m``
    and the innovations are independent, the interval covers exactly whatever ``sigma`` is, and
    the expected regret errs on the safe side while readings are few (of 6, by a fifth). Before two
    readings ``sigma`` is a guess: the policy's ``noise``, or 1.

    All this holds if the field is as smooth as the prior has it, and about zero. A field far from
    zero (a level of 9 %) looks rough where nothing was read: give the policy ``center``.
    """
    _check(tolerance, n_samples, level)
    seen = policy.belief.surprise
    scale, freedom = seen.scale(float(getattr(policy, "noise", 0.0)) or 1.0)
    best, unit = policy.best(), policy.model.scale
    half = float(stdtrit(freedom, (1 + level) / 2)) * scale * best.deviation
    gaps = unit * _gaps(policy, best.node, scale, freedom, n_samples, np.random.default_rng(rng))
    return Verdict(
        node=best.node,
        estimate=best.estimate,
        low=best.estimate - half,
        high=best.estimate + half,
        level=level,
        probability=None,
        tolerance=tolerance,
        expected_regret=float(np.mean(gaps)),
        regret_bound=float(np.quantile(gaps, 0.9)),
        cannot_tell=UNLEARNED,
        n_readings=seen.count,
        alone=n_alone(*policy.readings, best.node),
    )


def estimates_by_prior(policy: Policy, level: float = 0.9) -> Estimates:
    """Return estimate and interval of every node, if the field is as smooth as the prior has it.

    Where the engine bounds deviations, their upper bounds are taken.
    """
    _check(None, 1, level)
    scale, freedom = policy.belief.surprise.scale(float(getattr(policy, "noise", 0.0)) or 1.0)
    view, model = policy.belief.view(policy.family.at(1)), policy.model
    middle = model.mean + model.scale * view.mean
    half = float(stdtrit(freedom, (1 + level) / 2)) * scale * model.scale * view.deviation.upper
    return Estimates(middle, middle - half, middle + half, level)


def _gaps(
    policy: Policy,
    node: int,
    scale: float,
    freedom: int,
    n_samples: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Return ``(n_samples,)`` draws of ``max f - f(node)`` over the nodes that can be probed."""
    # One draw of sigma from each of n equal parts of its distribution: less noise, same law.
    parts = (np.arange(n_samples) + rng.random(n_samples)) / n_samples
    scales = scale * np.sqrt(freedom / (2 * gammaincinv(freedom / 2, parts)))
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


def _check(tolerance: float | None, n_samples: int, level: float) -> None:
    if tolerance is not None and not (tolerance >= 0 and math.isfinite(tolerance)):
        raise ParameterError(f"tolerance must be a number from 0, got {tolerance}")
    if n_samples < 1:
        raise ParameterError(f"n_samples must be at least 1, got {n_samples}; 400 is usual")
    if not 0 < level < 1:
        raise ParameterError(f"level must be between 0 and 1, got {level}; 0.95 is usual")
