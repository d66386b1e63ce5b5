"""A word on readings that may be slips: after they are stored, and never in their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.cli.campaign.after_commit import only_said
from cheapbandits.cli.plain import note

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign

__all__ = ["note_if_odd", "note_odd_rows"]


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
    said = remark(campaign, reading)
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
