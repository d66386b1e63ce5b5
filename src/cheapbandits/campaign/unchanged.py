"""Rows of an export that say something else of a reading than the campaign, or than one another.

A row that was edited, or a reading that was corrected in another campaign: which of the two is
right is not for us to say, so it is refused, and nothing of the file is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.file_rows import more_like_it, row_of
from cheapbandits.errors import KeyReusedError, ParameterError
from cheapbandits.store.advice import command
from cheapbandits.text import apart

if TYPE_CHECKING:
    from cheapbandits.campaign.known_readings import Known
    from cheapbandits.campaign.stored_readings import Given, Kept

__all__ = ["check_one_each", "check_unchanged"]

_EMPTY = "empty the cells ask, observation and origin of that row"
_ANOTHER = (
    f"if it is another reading, {_EMPTY}, or import such rows as a file of their own with --again "
    "(again=True)"
)


def check_unchanged(
    there: Known, rows: Sequence[Given], file: object, places: Sequence[str]
) -> None:
    """Refuse rows with the origin of a reading that is there, and another reading or other nodes.

    Parameters
    ----------
    there
        What the campaign has.
    rows
        As they would be recorded.
    file, places
        The file, and where each row stands in it, for the message.
    """
    found = [
        (k, one)
        for k, row in enumerate(rows)
        if row.names and (one := there.kept(row)) is not None and not one.is_like(row)
    ]
    if not found:
        return
    k, one = found[0]
    raise KeyReusedError(
        f"{row_of(file, places, k)}: {_said(one, rows[k], there.name)}{more_like_it(found)}",
        one.event,
    )


def check_one_each(rows: Sequence[Given], file: object, places: Sequence[str]) -> None:
    """Refuse two rows of one origin that differ: one was copied, and edited."""
    first: dict[str, int] = {}
    for k, row in enumerate(rows):
        other = rows[first.setdefault(row.key, k)]
        if other.reading != row.reading or other.place != row.place:
            equal = other.reading == row.reading
            one = f"{row.reading:.10g}"
            told, here = (one, one) if equal else apart(other.reading, row.reading)
            raise ParameterError(
                f"{row_of(file, places, k)}: the same ask or observation as another row of the "
                f"file (reading {told}), and another reading or other nodes "
                f"({here}): leave one of them out; if both are readings, {_EMPTY}"
            )


def _said(one: Kept, row: Given, name: str) -> str:
    kind, number = one.which
    here = f"this row is {kind} {number} of this campaign"
    flag = ["--observation"] if kind == "observation" else []
    correct = command("correct", name, number, repr(row.reading), *flag)
    if not one.values:
        return (
            f"{here}, which has no reading yet, and {row.reading:.10g} in the file: tell it "
            f"({command('tell', name, number, repr(row.reading))}) and import the file again; "
            f"{_ANOTHER}"
        )
    if not one.is_at(row):
        return f"{here}, and of other nodes or weights in the file: put them right, or, {_ANOTHER}"
    now, struck = one.values[-1], "" if one.counts else " (struck)"
    given, stored = apart(row.reading, now)
    return (
        f"{here}, and the reading is {given} in the file and {stored}{struck} in the "
        f"campaign. If the file is right, correct it ({correct}) and import the file "
        f"again; if the campaign is, put {now!r} into the file; {_ANOTHER}"
    )
