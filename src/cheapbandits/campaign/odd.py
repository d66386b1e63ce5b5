"""Readings that are so unlike all others that a unit or a point may be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.marks import may_mean_none

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.spec import Spec

__all__ = [
    "against",
    "beyond",
    "counted_readings",
    "expected",
    "first_remark",
    "none_perhaps",
    "remark",
    "remark_among",
    "remark_on_all",
]

#: Noise may take a reading this share of the believable range beyond it.
BEYOND = 0.05
#: A reading further from the center than this many scales is worth a second look.
FAR = 5.0
#: Of more readings than these the log is not read for a remark.
MOST = 5_000


def remark(campaign: Campaign, reading: float) -> str | None:
    """Return what to say of a reading that may be a slip; or ``None``."""
    return remark_among(campaign.spec, reading, lambda: counted_readings(campaign))


def remark_among(spec: Spec, reading: float, others: Callable[[], list[float]]) -> str | None:
    """Return the same of a campaign that may be about to begin; ``others`` gives its readings."""
    return _none_among(spec, reading, others) or against(spec, reading)


def against(spec: Spec, reading: float) -> str | None:
    """Return what speaks against a reading by the settings alone, whatever else was read."""
    return beyond(spec, reading) or far_off(spec, reading)


def first_remark(readings: Sequence[float], remark_on: Callable[[float], str | None]) -> str | None:
    """Return what to say of the first reading that may be a slip, with its row; or ``None``."""
    known: set[float] = set()  # a mark that stands in every row is looked at once
    for row, reading in enumerate(readings, start=1):
        if reading not in known and (said := remark_on(reading)) is not None:
            return said if len(readings) == 1 else f"row {row}: {said}"
        known.add(reading)
    return None


def remark_on_all(campaign: Campaign) -> str | None:
    """Return what to say of all readings that count, where some are beyond belief; or ``None``."""
    found = counted_readings(campaign)
    odd = [said for reading in found if (said := beyond(campaign.spec, reading))]
    if not odd:
        return None
    return f"{len(odd)} of {len(found)} readings are beyond what was called believable ({odd[0]})"


def beyond(spec: Spec, reading: float) -> str | None:
    """Return what is odd about a reading beyond what was called believable."""
    low, high = (spec.parameters.get(name) for name in ("low", "high"))
    slack = 0.0 if low is None or high is None else BEYOND * (high - low)
    for end, word, off in ((low, "below the lowest", -1), (high, "above the highest", 1)):
        if end is not None and off * (reading - end) > slack:
            return f"{reading:g} is {word} value that was called believable, {end:g}"
    return None


def expected(policy: str, known: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return around what readings are expected, and how far from it; ``None`` where not known."""
    from cheapbandits.policies.registry import settings_of

    if "scale" in settings_of(policy):
        return known.get("center", 0.0), known.get("scale", 1.0)
    low, high = known.get("low"), known.get("high")
    return None if low is None or high is None else ((low + high) / 2, (high - low) / 2)


def far_off(spec: Spec, reading: float) -> str | None:
    """Return that a reading is far from the center, where somebody said center or scale."""
    known = spec.parameters
    around = expected(spec.policy, known) if {"center", "scale", "low"} & known.keys() else None
    if around is None or abs(reading - around[0]) <= FAR * around[1]:
        return None
    center, scale = around
    return f"{reading:g} is more than {FAR:g} scales from the center ({center:g}, scale {scale:g})"


def none_perhaps(campaign: Campaign, reading: float) -> str | None:
    """Return what to say of a stored reading that may mean that there was none, as -9999 does."""
    return _none_among(campaign.spec, reading, lambda: counted_readings(campaign))


def _none_among(spec: Spec, reading: float, others: Callable[[], list[float]]) -> str | None:
    if not may_mean_none(reading, []) or not may_mean_none(reading, [*others(), *_ends(spec)]):
        return None
    return f"{reading:g} often stands for 'no reading'; if it does here, annul it"


def _ends(spec: Spec) -> list[float]:
    """Return between what values are known to lie, where the settings say so."""
    known = {name: spec.parameters.get(name) for name in ("low", "high", "center", "scale")}
    center, scale = known["center"], known["scale"]
    ends = [known["low"], known["high"]]
    if center is not None:
        reach = 1.0 if scale is None else float(scale)
        ends += [float(center) - reach, float(center) + reach]
    return [float(end) for end in ends if end is not None]


def counted_readings(campaign: Campaign) -> list[float]:
    """Return all readings that count, few enough to be looked at for a remark; else none."""
    try:
        status = campaign.status()
        if status.told + status.observed > MOST:
            return []
        rows = campaign.history()
    except CheapBanditsError:  # what is stored is stored: nothing may fail any more
        return []
    return [
        row["reading"] for row in rows if row["reading"] is not None and row["status"] != "annulled"
    ]
