"""Section 5.1: the lower bound of Proposition 1 on its own construction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.claims.claim import Claim, Part, above, all_of
from cheapbandits.studies.claims.random_graphs import worst
from cheapbandits.studies.cliques import drawn_field, informed_share, worst_field
from cheapbandits.studies.paper import (
    CLIQUE_HORIZONS,
    CLIQUES,
    EVERY_FIELD_HORIZON,
    group_of,
)
from cheapbandits.studies.results import Results
from cheapbandits.theory import fixed_clique_regret, lower_bound, uniform_regret

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["clique_slope", "log_slope", "lower_claims"]

#: The policies that learn there.
LEARNED = ("CheapUCB", "SpectralUCB")


def lower_claims(results: Results) -> Iterator[Claim]:
    """Yield the claims about the lower bound, where all cliques were run."""
    if all(group in results for group, *_ in _rows()):
        yield _value(results)


def _rows() -> Iterator[tuple[str, int, int]]:
    for d in CLIQUES:
        for horizon in CLIQUE_HORIZONS:
            yield group_of("cliques", f"d{d}", horizon, "theory"), d, horizon


def clique_slope(results: Results, policy: str) -> MeanInterval:
    """Return the slope of log(regret / (1 - 1/d)^2) over log(dT), with its 95 % interval.

    The factor comes from the construction: the gap is ``(1 - 1/d) sqrt(d / T)`` and one clique in
    ``d`` has no regret.
    """
    rows = list(_rows())
    finals = [float(results.final(group, policy).mean()) for group, *_ in rows]
    scaled = [regret / (1 - 1 / d) ** 2 for regret, (_, d, _) in zip(finals, rows, strict=True)]
    return log_slope([d * horizon for _, d, horizon in rows], scaled)


def log_slope(x: ArrayLike, y: ArrayLike) -> MeanInterval:
    """Return the slope of log y over log x by least squares, with its 95 % interval."""
    from scipy.stats import linregress
    from scipy.stats import t as student

    fit = linregress(np.log(x), np.log(y))
    half = float(student.ppf(0.975, np.size(x) - 2)) * float(fit.stderr)
    return MeanInterval(float(fit.slope), float(fit.slope) - half, float(fit.slope) + half)


def _slopes(results: Results) -> str:
    return " and ".join(f"{clique_slope(results, policy).mean:.2f}" for policy in LEARNED)


def _value(results: Results) -> Claim:
    """Judge by the worst field of the construction; reference players say what could have come."""
    horizon = EVERY_FIELD_HORIZON
    parts = []
    for policy in LEARNED:
        for d in CLIQUES:
            worst_of = worst_field(results, policy, d)
            if worst_of is not None:
                parts.append(Part.of(f"{policy}, d = {d}", worst_of, above(worst_of, 1.0)))
    for d in CLIQUES:
        share = informed_share(d, horizon)
        parts.append(Part.of(f"knows all but the place, d = {d}", share, above(share, 1.0)))
    drawn = [drawn_field(results, policy, *row[1:]) for policy in LEARNED for row in _rows()]
    means = [share.mean for share in drawn if share is not None]
    d = CLIQUES[-1]
    uniform = uniform_regret(d, horizon) / lower_bound(d, horizon)
    fixed = fixed_clique_regret(d, horizon) / lower_bound(d, horizon)
    return Claim.about(
        "lower-bound-value",
        "bounds",
        "For any policy some field of the construction has regret of order sqrt(dT)",
        "Proposition 1",
        "regret / our explicit bound (1 - 1/d)^2 sqrt(dT) / 2, maximum over the fields of the "
        f"construction (each clique in turn is the good one), T = {horizon}; the least of the "
        "players; holds if every interval is at or above 1",
        "x the bound",
        worst(parts, least=True),
        all_of(parts),
        "A player who knows the gap, the noise and that one clique is better, and always probes "
        "the most probable one, is the first who would be seen below a bound that is too high: the "
        "test could have failed. "
        f"Uniform play has exactly {uniform:.3g} times the bound on every field, one clique for "
        f"ever 0 on its own field and {fixed:.3g} times the bound on the others (d = {d}). With "
        f"the good clique drawn at random both policies have {min(means):.2f} to "
        f"{max(means):.2f} times the bound, hardly less than uniform play, and grow like dT to the "
        f"{_slopes(results)}; but so does uniform play, for the construction shrinks the gap as T "
        "grows: that is no test of its own. The paper gives no constant; ours is derived in the "
        "documentation of theory.lower_bound.",
        parts,
    )
