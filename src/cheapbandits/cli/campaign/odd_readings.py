"""A word on readings that may be slips: after they are stored, and never in their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.cli.campaign.after_commit import only_said
from cheapbandits.cli.campaign.units import center_and_scale
from cheapbandits.cli.plain import note

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign

__all__ = ["note_if_odd", "note_odd_rows"]

#: A reading further from the center than this many scales is worth a second look.
FAR = 5.0


@only_said
def note_if_odd(campaign: Campaign, reading: float, annul: str) -> None:
    """Say on standard error when a stored reading is so far off that it may be mistyped.

    Parameters
    ----------
    campaign
        Where it is stored.
    reading
        What was told.
    annul
        The command that strikes it.
    """
    from cheapbandits.campaign.odd import counted_readings, none_perhaps, remark
    from cheapbandits.outliers import odd_reading

    none = none_perhaps(campaign, reading)
    if none is not None:
        note(f"note: {none}: {annul}")
        return
    known = center_and_scale(campaign.spec.policy, dict(campaign.spec.parameters))
    said = remark(campaign, reading)
    if said is None and known is not None and abs(reading - known[0]) > FAR * known[1]:
        center, scale = known
        said = (
            f"{reading:g} is more than {FAR:g} scales from the center ({center:g}, scale {scale:g})"
        )
    said = said or odd_reading(reading, _others(counted_readings(campaign), reading))
    if said is not None:
        note(f"note: {said}; `campaign correct` mends a slip")


def _others(readings: list[float], reading: float) -> list[float]:
    """Return all readings but one that is this one."""
    if reading in readings:
        readings.remove(reading)
    return readings


@only_said
def note_odd_rows(campaign: Campaign) -> None:
    """Say so of the readings of a campaign, after a file of them."""
    from cheapbandits.campaign.odd import counted_readings, remark_on_all
    from cheapbandits.outliers import odd_readings

    beyond = remark_on_all(campaign)
    if beyond is not None:
        note(f"note: {beyond}; another unit? That limit is not used where they refute it")
        return
    for said in odd_readings(counted_readings(campaign)):
        note(f"note: {said}; `campaign history` has the numbers, `campaign correct` mends a slip")
