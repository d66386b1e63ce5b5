"""How large a reading may be, and how many: what is believed after them must be finite numbers.

A belief adds up squares of readings, and learned ones products of such sums. A reading of 1e308, or
an ordinary one in units of 1e-300, would be stored and make every later ask fail; so it is refused
before it is stored. Where an older version has stored one, asks say which, and the way out.

A policy that learns counts with so many readings and no more (models times readings squared are
held). One more would be stored and make every later ask fail; so that too is refused at the door,
and nothing is asked for whose reading could not be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import (
    CampaignError,
    CapacityError,
    ClosedError,
    ParameterError,
    ReadingError,
)
from cheapbandits.store.advice import command

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.campaign.terms import Terms

__all__ = [
    "LARGEST",
    "check_ask",
    "check_fits",
    "check_known",
    "check_room",
    "counted",
    "fits",
    "most_readings",
]

#: The largest reading, and the most scales that one may lie from the center: all policies still
#: compute with it, and nothing that is measured comes near it in any unit.
LARGEST = 1e50

#: So many readings any policy takes: it need not be looked up.
_FEW = 400


def fits(reading: float, spec: Spec) -> bool:
    """Return whether what is believed after this reading is finite."""
    center, scale = _units(spec)
    return abs(reading) <= LARGEST and abs(reading - center) <= LARGEST * scale


def check_fits(reading: float, spec: Spec) -> float:
    """Return a reading that a campaign can count with, or say why it cannot."""
    if fits(reading, spec):
        return reading
    center, scale = _units(spec)
    raise ReadingError(
        f"a reading of {reading:g} is too large to count with (at most {LARGEST:g}, and as many "
        f"scales from the center; here center {center:g}, scale {scale:g}); look for a slip, or "
        "start a campaign with a center and a scale that fit"
    )


def check_known(terms: Terms, standing: Standing) -> None:
    """Refuse to believe readings that an older version stored and nobody can count with."""
    spec, name = terms.spec, terms.row.name
    for number, ask in standing.asks.items():
        if ask.reading is not None and not ask.annulled and not fits(ask.reading, spec):
            raise _too_late(name, ask.reading, f"ask {number}", f"{number}")
    for seq, seen in standing.observations.items():
        if not seen.annulled and not fits(seen.reading, spec):
            raise _too_late(name, seen.reading, f"observation {seq}", f"{seq} --observation")


def counted(tally: Mapping[str, Any]) -> int:
    """Return how many readings of a tally count, those that are awaited among them."""
    return int(tally["told"]) + int(tally["observed"]) + len(tally["open"])


def check_room(policy: str, count: int) -> None:
    """Refuse more readings than a policy can count with."""
    most = most_readings(policy) if count > _FEW else None
    if most is not None and count > most:
        raise CapacityError(
            f"{policy} learns from at most {most} readings, those that are awaited among them, and "
            f"these would be {count:,}: leave some out (of a logger give one mean for each site), "
            "or start a campaign by CheapUCB, which takes any number"
        )


def check_ask(policy: str, count: int) -> None:
    """Refuse to ask for a reading that could not be told."""
    most = most_readings(policy) if count > _FEW else None
    if most is not None and count > most:
        raise ClosedError(
            f"{policy} learns from at most {most} readings, and {count - 1:,} are there or "
            "awaited; finish the campaign, or take its export into one by CheapUCB, which takes any"
            " number"
        )


def most_readings(policy: str) -> int | None:
    """Return how many readings a policy counts with; ``None`` where any number will do."""
    from cheapbandits.belief.learned.evidence import MOST_READINGS
    from cheapbandits.policies.learning.policy import LearningPolicy
    from cheapbandits.policies.registry import policy_class

    try:
        learns = issubclass(policy_class(policy), LearningPolicy)
    except ParameterError:  # somebody's own, which is not there: a reading is taken without it
        return None
    return MOST_READINGS if learns else None


def _too_late(name: str, reading: float, which: str, words: str) -> CampaignError:
    return CampaignError(
        f"{name} holds a reading of {reading:g}, of {which}, that is too large to count with: "
        f"strike it with `{command('annul', name, words)}`, or `correct` it"
    )


def _units(spec: Spec) -> tuple[float, float]:
    known = spec.parameters
    center, scale = known.get("center"), known.get("scale")
    return 0.0 if center is None else float(center), 1.0 if scale is None else float(scale)
