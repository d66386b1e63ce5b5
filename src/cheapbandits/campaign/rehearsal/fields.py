"""The values that a rehearsal is played with: known ones, or likely ones given what was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.readings import check_fits
from cheapbandits.checks import finite
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.metrics import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.policies import Policy

__all__ = ["Fields", "known_values", "likely_values"]

#: Fewer places say too little about how values go together.
FEWEST = 5
#: Noise where nobody says, as a share of the range.
USUAL_NOISE = 0.01

#: Nodes, weights, and what was read there; ``None``: to be read from the values of the run.
Seen = tuple[tuple[int, ...], tuple[float, ...] | None, float | None]


@dataclass(frozen=True, eq=False)
class Fields:
    """What is played with.

    Attributes
    ----------
    values
        ``(F, N)``: run ``i`` has the field ``i mod F``.
    noise
        Standard deviation of a reading.
    seen
        Readings that everybody starts from, at no cost: what the campaign has read so far.
    likely
        Whether the values were drawn from what the readings taught.
    """

    values: NDArray[np.float64]
    noise: float
    seen: tuple[Seen, ...] = ()
    likely: bool = False

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest value of all."""
        return float(self.values.min()), float(self.values.max())

    def tolerance(self, spec: Spec) -> float:
        """Return how far below the hottest still counts: as the campaign does, where it can say.

        That is as it was told, else a share of the range that was called believable; where nobody
        said one, of these values.
        """
        if spec.tolerance is not None:
            return spec.tolerance
        low, high = (spec.parameters.get(name) for name in ("low", "high"))
        if low is None or high is None:
            low, high = self.span
        return TOLERANCE * (high - low)


def known_values(campaign: Campaign, field: ArrayLike, noise: float | None = None) -> Fields:
    """Return a field that is known everywhere.

    Where the campaign has readings, the same groups are read from this field at the start.
    """
    from cheapbandits.fields.check import check_field

    values = check_field(field, campaign.graph.n_nodes, campaign.graph.names)
    for end in (float(values.min()), float(values.max())):
        check_fits(end, campaign.spec)  # readings of it could not be told
    usual = USUAL_NOISE * float(np.ptp(values))
    seen = tuple((nodes, weights, None) for nodes, weights in _rows(campaign.policy()))
    return Fields(values[None, :], _noise(campaign, noise, usual), seen)


def likely_values(
    campaign: Campaign, runs: int, noise: float | None = None, seed: int = 0
) -> Fields:
    """Return fields drawn from a model fitted to the campaign's readings, one a run.

    They agree with what was read; everybody starts from these readings, at no cost.
    """
    from cheapbandits.belief.learned import LearnedBelief
    from cheapbandits.policies.sure import Learner

    policy = campaign.policy()
    rows, readings = _rows(policy), policy.readings[1]
    places = len({nodes for nodes, _ in rows})
    if places < FEWEST:
        raise ParameterError(
            f"likely values are drawn from what was read, and {campaign.name} has read {places} "
            f"places; give known values (--field FILE, with --values COLUMN for a table of sites), "
            f"or read {FEWEST} places first (new --readings COLUMN, import, observe)"
        )
    learner = Learner(policy)
    belief: Any = learner.belief() if learner.can_learn else None
    if not isinstance(belief, LearnedBelief):
        raise CapacityError(
            f"values cannot be drawn on {campaign.graph.n_nodes:,} nodes; give known ones by "
            "--field FILE"
        )
    drawn = belief.posterior_samples(runs, np.random.default_rng([seed, 1]))
    low, high = policy.low, policy.high
    if low is not None or high is not None:
        drawn = np.clip(drawn, low, high)
    usual = float(np.sqrt(belief.average().noise))
    seen = tuple((*row, float(value)) for row, value in zip(rows, readings, strict=True))
    return Fields(drawn, _noise(campaign, noise, usual), seen, likely=True)


def _rows(policy: Policy) -> list[tuple[tuple[int, ...], tuple[float, ...] | None]]:
    """Return the groups read so far, as plain data."""
    return [
        (tuple(map(int, nodes)), None if weights is None else tuple(map(float, weights)))
        for nodes, weights in policy.readings[0]
    ]


def _noise(campaign: Campaign, given: float | None, usual: float) -> float:
    """Return the noise of a reading: as given, as the campaign states it, or the usual one."""
    if given is not None:
        return check_fits(finite(given, "noise", least=0), campaign.spec)
    stated = campaign.spec.parameters.get("noise")
    if stated is None:
        return usual
    return float(stated) * float(campaign.spec.parameters.get("scale", 1.0))
