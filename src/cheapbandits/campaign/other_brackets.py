"""Headings that differ in their brackets alone: ``speed (furlongs)`` after ``speed (km/h)``.

Two units that are known as such are refused, see :meth:`.Known.check_said`. What is not may be a
unit all the same, a method or a remark: it is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cheapbandits.campaign.stored_readings import Given, Stored, fits
from cheapbandits.graphs.files.heading_units import plain_unit
from cheapbandits.graphs.files.said_of_values import IN_BRACKETS
from cheapbandits.text import shown

__all__ = ["of_other_brackets"]


def of_other_brackets(stored: Iterable[Stored], fresh: Sequence[Given]) -> str | None:
    """Return what to say where the heading of new readings has something else in its brackets.

    Parameters
    ----------
    stored
        What the campaign has from files.
    fresh
        What is new in the file.
    """
    row = next((row for row in fresh if _told(row)), None)
    if row is None:
        return None
    now, before = _told(row), [one for one in stored if one.counts and _told(one)]
    known = [one for one in before if fits(one.column, row.column)]
    # Two units by themselves are held against each other elsewhere.
    other = [one for one in known if IN_BRACKETS in one.says or IN_BRACKETS in row.says]
    if not other or any(plain_unit(_told(one)) == plain_unit(now) for one in known):
        return None
    return (
        f"what stands in brackets beside their name is '{shown(now)}' in this file and was "
        f"'{shown(_told(other[0]))}' before (observation {other[0].number}): another unit, or "
        "another quantity? If so, strike the new readings"
    )


def _told(one: Given | Stored) -> str:
    """Return what is in the brackets; a unit may be said elsewhere, and says the same."""
    return one.says.get(IN_BRACKETS) or one.says.get("unit", "")
