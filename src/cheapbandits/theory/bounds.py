"""The regret bounds of Theorem 1 (SpectralUCB) and Theorem 2 (CheapUCB).

Both hold with probability at least ``1 - delta``, for rewards in [-1, 1], R-sub-Gaussian noise and
``||alpha*||_Lambda <= c``; ``d`` is the effective dimension at ``T``. Two forms of each:

- ``"printed"``: as the theorems stand in the paper.
- ``"proved"``: what the proof gives. Valko et al. (2014) and the supplement have ``4c + 4`` where
  the theorems print ``4c``: the step ``min(2, 2 beta x) <= (2 + 2 beta) min(1, x)`` costs it, and
  without it Theorem 1 fails for small ``c`` and ridge. And the supplement takes ``2^(J-1)`` for
  ``T/2``, true only if ``T`` is a power of two; the sum over the wide stages is taken as it is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.policies.schedule import n_stages
from cheapbandits.theory.parameters import (
    check_choice,
    check_delta,
    check_not_negative,
    check_positive,
    check_rounds,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Case",
    "Form",
    "averaging_constant",
    "cheap_ucb_regret_bound",
    "spectral_ucb_regret_bound",
]

Case = Literal["gap", "general"]
Form = Literal["printed", "proved"]


def spectral_ucb_regret_bound(
    *,
    dimension: int,
    horizon: ArrayLike,
    ridge: float,
    delta: float,
    noise: float,
    smoothness: float,
    rounds: ArrayLike | None = None,
    form: Form = "printed",
) -> NDArray[np.float64]:
    """Return Theorem 1's bound on the regret of SpectralUCB.

    ``R_T <= (8 R sqrt(d log(1 + T/ridge) + 2 log(1/delta)) + 4 c) sqrt(d T log(1 + T/ridge))``,
    that is ``4 beta sqrt(d T log(1 + T/ridge))``; the ``"proved"`` form has ``4 (beta + 1)``.

    Parameters
    ----------
    dimension
        ``d``, the effective dimension at ``horizon``; see
        :func:`~cheapbandits.spectrum.effective_dimension`.
    horizon
        ``T``; an array gives the bound of each.
    ridge, delta, noise, smoothness
        The paper's ``lambda``, ``delta``, ``R`` and ``c``.
    rounds
        Rounds ``t <= T`` at which the regret of one run of horizon ``T`` is bounded; ``T`` when
        left out. The second root then has ``t`` for ``T``: ``beta`` and ``d`` stay those of ``T``,
        and Lemma 6 holds at ``t`` with the same ``d`` because ``t / log(1 + t/ridge)`` increases.
    form
        ``"printed"`` or ``"proved"``; see the module.

    Examples
    --------
    >>> setting = dict(dimension=5, ridge=0.01, delta=0.001, noise=0.01, smoothness=1.0)
    >>> float(spectral_ucb_regret_bound(horizon=150, **setting).round(1))
    393.1
    >>> spectral_ucb_regret_bound(horizon=150, rounds=[1, 50, 150], **setting).round(1)
    array([ 22.2, 213.6, 393.1])
    """
    big_t, t = _horizon_and_rounds(horizon, rounds)
    d, ridge = float(check_rounds("dimension", dimension)), check_positive("ridge", ridge)
    confidence = 2 * math.log(1 / check_delta(delta))
    radius = check_not_negative("noise", noise) * np.sqrt(d * np.log1p(big_t / ridge) + confidence)
    beta = 2 * radius + check_not_negative("smoothness", smoothness)
    lost = {"printed": 0.0, "proved": 1.0}[check_choice("form", form, ("printed", "proved"))]
    return np.asarray(4 * (beta + lost) * np.sqrt(d * t * np.log1p(t / ridge)))


def cheap_ucb_regret_bound(
    *,
    dimension: int,
    horizon: ArrayLike,
    ridge: float,
    delta: float,
    noise: float,
    smoothness: float,
    max_degree: float,
    case: Case = "gap",
    rounds: ArrayLike | None = None,
    form: Form = "printed",
) -> NDArray[np.float64]:
    """Return Theorem 2's bound on the regret of CheapUCB: Theorem 1's plus what averaging loses.

    With ``c' = 56 kappa sqrt(2 kappa) c`` the second term is, as printed,

    - (i), ``case="gap"``: ``c' d^2 log2(T/2) log(1 + T/ridge)``, if ``lambda_(d+1) / lambda_d`` is
      of order ``d^2``;
    - (ii), ``case="general"``: ``c' d sqrt(T/4) log2(T/2) log(1 + T/ridge)``, if the weak local
      smoothness (10) holds.

    The ``"proved"`` form is ``sum h(j)`` over the rounds of width above 1, with ``h(j) = c' d
    / lambda_(d+1)`` or ``c' sqrt(T) (J - j + 1) / lambda_(d+1)`` and ``1 / lambda_(d+1) <
    d log(1 + T/ridge) / T``. In case (i) it is below the printed term by about ``log2(T/2)``; in
    case (ii) it is above it for ``T`` 3, 5-7, 9-13, 17-23, 33-40 and 65-71.

    Parameters
    ----------
    dimension, horizon, ridge, delta, noise, smoothness, rounds, form
        As for :func:`spectral_ucb_regret_bound`. ``d < N`` is needed, or there is no
        ``lambda_(d+1)``. The printed second term does not depend on ``rounds``.
    max_degree
        ``kappa``, the largest degree (weighted).
    case
        ``"gap"`` or ``"general"``.

    Examples
    --------
    >>> setting = dict(dimension=2, ridge=0.01, delta=0.001, noise=0.01, smoothness=0.1)
    >>> bound = cheap_ucb_regret_bound(horizon=64, max_degree=4, case="gap", **setting)
    >>> float(bound.round(1))
    11133.8
    """
    big_t, t = _horizon_and_rounds(horizon, rounds)
    first = spectral_ucb_regret_bound(
        dimension=dimension,
        horizon=big_t,
        ridge=ridge,
        delta=delta,
        noise=noise,
        smoothness=smoothness,
        rounds=t,
        form=form,
    )
    check_choice("case", case, ("gap", "general"))
    rate = averaging_constant(max_degree, smoothness) * dimension * np.log1p(big_t / ridge)
    if form == "printed":
        stages = np.maximum(np.log2(big_t / 2), 0.0)  # T = 1 has no wide round
        second = rate * stages * (dimension if case == "gap" else np.sqrt(big_t / 4))
    else:
        scale = dimension if case == "gap" else np.sqrt(big_t)
        second = rate * scale * _sum_over_wide_rounds(t, big_t, case) / big_t
    return np.asarray(first + second)


def averaging_constant(max_degree: float, smoothness: float) -> float:
    """Return ``c' = 56 kappa sqrt(2 kappa) c`` of Proposition 2.

    Examples
    --------
    >>> averaging_constant(2, 1.0)
    224.0
    """
    kappa = check_not_negative("max_degree", max_degree)
    return 56 * kappa * math.sqrt(2 * kappa) * check_not_negative("smoothness", smoothness)


def _sum_over_wide_rounds(
    t: NDArray[np.float64], horizon: NDArray[np.float64], case: Case
) -> NDArray[np.float64]:
    """Return ``sum 1`` or ``sum (J - j + 1)`` over the rounds up to ``t`` of width above 1."""

    def total(t: float, horizon: float) -> float:
        stages, found = n_stages(int(horizon)), 0.0
        for j in range(1, stages):
            n_rounds = min(max(t - 2 ** (j - 1) + 1, 0), 2 ** (j - 1))
            found += n_rounds * (1 if case == "gap" else stages - j + 1)
        return found

    return np.asarray(np.vectorize(total, otypes=[float])(t, horizon))


def _horizon_and_rounds(
    horizon: ArrayLike, rounds: ArrayLike | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    big_t = check_rounds("horizon", horizon)
    t = big_t if rounds is None else check_rounds("rounds", rounds)
    if (t > big_t).any():
        raise ParameterError(
            f"rounds must not pass the horizon, {big_t.min():g}, got up to {t.max():g}"
        )
    return big_t, t
