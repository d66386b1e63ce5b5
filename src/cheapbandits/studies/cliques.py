"""Regret on the lower bound's construction, as a multiple of the bound: mean, maximum, informed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cheapbandits.metrics import MeanInterval, mean_interval
from cheapbandits.studies.paper import EVERY_FIELD_HORIZON, clique_fields, group_of
from cheapbandits.theory import informed_regret, lower_bound

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["drawn_field", "informed_share", "worst_field"]


def drawn_field(results: Results, policy: str, dimension: int, horizon: int) -> MeanInterval | None:
    """Return regret / bound where the good clique is drawn anew in each run: the fields' mean."""
    group = group_of("cliques", f"d{dimension}", horizon, "theory")
    if policy not in results.policies(group):
        return None
    return mean_interval(results.final(group, policy) / lower_bound(dimension, horizon))


def worst_field(results: Results, policy: str, dimension: int) -> MeanInterval | None:
    """Return the largest regret / bound over the fields of the construction, with its interval.

    Each field's interval has the level at which all of them together err in 5 % of cases, so the
    maximum lies between the largest of the lower and the largest of the upper ends.
    """
    horizon = EVERY_FIELD_HORIZON
    groups = [group_of("cliques", f, horizon, "theory") for f in clique_fields(dimension)]
    if not all(policy in results.policies(group) for group in groups):
        return None
    bound = lower_bound(dimension, horizon)
    level = 1 - 0.05 / dimension
    found = [mean_interval(results.final(group, policy) / bound, level) for group in groups]
    ends = [(one.mean, one.low, one.high) for one in found]
    return MeanInterval(*(max(values) for values in zip(*ends, strict=True)))


@lru_cache(maxsize=64)
def informed_share(dimension: int, horizon: int) -> MeanInterval:
    """Return regret / bound of a player who knows all but which clique is good."""
    regrets = informed_regret(dimension, horizon, rng=0)
    return mean_interval(regrets / lower_bound(dimension, horizon))
