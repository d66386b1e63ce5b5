"""What someone loses on the lower bound's cliques who knows all but which one is good.

No fair player knows more: the gap, the noise, and that exactly one clique is better. If the lower
bound were too high, this player would be the first to be seen below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import generator as generator_of
from cheapbandits.theory.lower_bound import hard_gap
from cheapbandits.theory.parameters import check_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["informed_regret"]


def informed_regret(
    dimension: int,
    horizon: int,
    *,
    noise: float = 1.0,
    runs: int = 1000,
    rng: np.random.Generator | int | None = None,
) -> NDArray[np.float64]:
    """Return ``(runs,)`` regrets of always probing the clique that is most probably the good one.

    Before the first reading all are equally probable. A reading ``r`` of clique ``i`` multiplies
    the odds of ``i`` by ``exp(xi (r - level - xi/2) / sigma^2)`` and leaves those of the others.

    Parameters
    ----------
    dimension, horizon
        ``d`` and ``T``.
    noise
        ``sigma``, above 0.
    runs
        How often it is played; the good clique is drawn anew each time.
    rng
        Generator or seed.

    Examples
    --------
    >>> from cheapbandits.theory import lower_bound
    >>> share = informed_regret(4, 500, rng=0).mean() / lower_bound(4, 500)
    >>> bool(1 < share < 2)
    True
    """
    xi = hard_gap(dimension, horizon, noise=noise)
    d, rounds, n = (
        int(check_rounds(name, value))
        for name, value in (("dimension", dimension), ("horizon", horizon), ("runs", runs))
    )
    draws = generator_of(rng)
    # By symmetry clique 0 may be the good one, if ties are broken at random.
    odds = draws.random((n, d)) * 1e-9
    every = np.arange(n)
    missed = np.zeros(n)
    for _ in range(rounds):
        chosen = odds.argmax(axis=1)
        good = chosen == 0
        readings = xi * good + noise * draws.standard_normal(n)
        odds[every, chosen] += xi * (readings - xi / 2) / noise**2
        missed += ~good
    return np.asarray(xi * missed)
