"""Readings from files as a campaign has them: what was read, and what their keys say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.key_says import said_in
from cheapbandits.campaign.origins import Which
from cheapbandits.graphs.plain_names import plain_quantity

if TYPE_CHECKING:
    from cheapbandits.campaign.cut_rows import Left
    from cheapbandits.store import Event

__all__ = [
    "Given",
    "Kept",
    "Parts",
    "Place",
    "Row",
    "Stored",
    "content_of",
    "fits",
    "given_of",
    "parts_of",
    "plain_column",
    "plain_reading",
    "where_read",
]

_NEWER = re.compile(r"import:([0-9a-f]{32}#([0-9]+))(?:~([^@]*))?(?:@(.*))?", re.DOTALL)
#: What values are called that may be any: a column of these says nothing of which they are.
_ANY = ("reading", "readings", "value", "values", "field")

#: Spreadsheets keep 15 digits: 33.5 comes back as 33.500000000000004.
_DIGITS = 14

#: And write as many into text as they show.
_SHOWN = 10

#: As ``Campaign.observe_many`` takes a reading: nodes, reading, key and weights. Names may
#: follow, which row it is the same as, and what is left of a row of an export.
Row = tuple[Any, ...]
#: Nodes in order, and their shares where these differ: one for all ways to write a group.
Place = tuple[tuple[int, ...], tuple[float, ...] | None]


@dataclass(frozen=True)
class Parts:
    """The parts of a key: what tells it from others, which of several it is, words and column."""

    digest: str
    count: int
    says: Mapping[str, str] | None
    column: str | None


@dataclass(frozen=True)
class Given:
    """A row of a file: as it would be recorded, and what its key says (nothing, if an old one).

    ``names`` are those of a row of an export. Others have none: their key is made of what they say.
    Rows that are the same in all cells of the file have one ``same_as``; ``left`` is what a row of
    an export still says, however it was cut.
    """

    row: Row
    place: Place
    reading: float
    key: str
    parts: Parts | None
    names: tuple[str, ...] = ()
    same_as: str = ""
    left: Left | None = None

    @property
    def says(self) -> Mapping[str, str]:
        """What its key says in words; nothing, if it is an old one."""
        return (self.parts and self.parts.says) or {}

    @property
    def column(self) -> str | None:
        """What the column of its readings is called."""
        return None if self.parts is None else self.parts.column


@dataclass(frozen=True)
class Kept:
    """An ask or observation of a campaign, for those who know it by its origin.

    ``values`` are what it was said to read, the last of them now; ``event`` is its reading, or, of
    an ask that has none, the ask.
    """

    which: Which
    place: Place
    values: tuple[float, ...]
    counts: bool
    event: Event

    def is_at(self, row: Given) -> bool:
        """Tell whether a row is of the same nodes, which count alike."""
        return self.place == row.place

    def is_like(self, row: Given) -> bool:
        """Tell whether a row says the same; one that was corrected is met by any of its values."""
        return self.is_at(row) and any(
            row.reading in (plain_reading(value), _as_shown(value)) for value in self.values
        )


@dataclass
class Stored:
    """A reading from a file, as it counts now; ``met`` by the row of a file that is the same."""

    number: int
    place: Place
    reading: float
    counts: bool
    column: str | None
    says: Mapping[str, str]
    met: bool = False


def parts_of(key: str | None) -> Parts | None:
    """Return the parts of a key; ``None`` where it is no reading of a file, or an old one."""
    found = None if key is None else _NEWER.fullmatch(key)
    if found is None:
        return None
    return Parts(found[1], int(found[2]), said_in(found[3]), found[4])


def plain_column(column: str | None) -> str | None:
    """Return a column's name however it is spelt; ``None`` for one of any values."""
    name = column and (plain_quantity(column) or column.strip().lower())
    return None if not name or name in _ANY else name


def fits(one: str | None, other: str | None) -> bool:
    """Tell whether readings may be of one column; any values may be those of any."""
    return one == other or None in (one, other)


def content_of(
    nodes: Sequence[int], reading: float, weights: Sequence[float] | None = None
) -> tuple[Place, float]:
    """Return where a reading was taken, and what was read."""
    return where_read(nodes, weights), plain_reading(reading)


def where_read(nodes: Sequence[int], weights: Sequence[float] | None) -> Place:
    """Return where a reading was taken, whatever the order; what weighs nothing is no part of it.

    Examples
    --------
    >>> where_read([7, 3], [0.5, 0.5]), where_read([7, 3], [0.25, 0.75])
    (((3, 7), None), ((3, 7), (0.75, 0.25)))
    """
    shares = [round(share, 9) for share in weights or (1.0,) * len(nodes)]
    pairs = sorted(pair for pair in zip(nodes, shares, strict=True) if pair[1])
    group, parts = zip(*pairs, strict=True)
    return group, parts if len({*parts}) > 1 else None


def plain_reading(reading: float) -> float:
    """Return a reading as far as a spreadsheet keeps it."""
    return float(f"{reading:.{_DIGITS}g}")


def _as_shown(reading: float) -> float:
    """Return a reading as far as a spreadsheet shows it, and so writes it into text.

    Examples
    --------
    >>> _as_shown(1234.123456789), _as_shown(0.123456789012), _as_shown(7e-12)
    (1234.123457, 0.123456789, 7e-12)
    """
    digits = _SHOWN - (0.1 <= abs(reading) < 1)  # the 0 before the point is one of them
    return float(f"{reading:.{digits}g}")


def given_of(row: Row) -> Given:
    """Return a row that may be recorded, its key taken apart."""
    nodes, reading, key, *rest = row
    names = tuple(rest[1]) if len(rest) > 1 else ()
    content = content_of(nodes, reading, *rest[:1])
    same_as = rest[2] if len(rest) > 2 else ""
    left = rest[3] if len(rest) > 3 else None
    return Given(row[:4], *content, key, parts_of(key), names, same_as, left)
