"""Places that stand in one cell as text: ``50.0234, 5.0131``, ``SU 12341 45671``.

Coordinates are read from two columns. As a node, such a text would tie each site to its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.text import shown

__all__ = ["place_as_text"]

#: A coordinate: a number, perhaps in degrees, minutes and seconds, perhaps with its side.
_SIDE = r"[NSEWO]?"
_NUMBER = r"[0-9]{1,3}(?:[.,][0-9]+)?"
_MINUTES = rf"(?: ?{_NUMBER} ?['\u2032\u2019])?"
_SECONDS = rf"(?: ?{_NUMBER} ?(?:\"|\u2033|\u201d|''))?"
_ONE = rf"{_SIDE} ?[-+\u2212]?{_NUMBER} ?[°º˚]?{_MINUTES}{_SECONDS} ?{_SIDE}"
_PAIR = re.compile(rf"[(\[]? ?{_ONE} ?(?:[,;/|] ?| ){_ONE} ?[)\]]?", re.IGNORECASE)
#: Both are so: '3, 4' may be anything, and a blank may part thousands ('12 345.67').
_MEASURED = re.compile(r"[0-9][.,][0-9]{2}|[°º˚]")
#: Letters of a square, and two numbers of as many digits within it; MGRS has a zone before them.
#: With fewer digits it may be a room or a street.
_IN_SQUARE = re.compile(
    r"(?:[0-9]{1,2} ?[C-HJ-NP-X] ?)?"
    r"(?:[A-HJ-Z]{2} ([0-9]{3,5}) ([0-9]{3,5})|[A-HJ-Z] ([0-9]{4,5}) ([0-9]{4,5}))",
    re.IGNORECASE,
)
_GLUED = re.compile(r"(?:[0-9]{1,2} ?[C-HJ-NP-X] ?)?[A-HJ-Z]{2} ?(?:[0-9]{2}){2,5}", re.IGNORECASE)
#: A zone, and metres to the east and north of its corner.
_EAST, _NORTH = (rf"[0-9]{digits}(?:[.,][0-9]+)? ?m?" for digits in ("{6}", "{6,8}"))
_UTM = re.compile(
    rf"(?:(?:zone ?)?[0-9]{{1,2}}(?: ?[A-Z][,;]? ?|[,;]? ){_EAST}(?: ?E[,;]? ?|[,;] ?| )"
    rf"|{_EAST} ?E[,;]? ?){_NORTH}(?: ?N)?",
    re.IGNORECASE,
)
#: A heading that lets letters and digits without a blank be a square.
_GRID = re.compile(".*(grid|ngr|mgrs|usng|osgr|coord|reference|location|position|utm).*")


def place_as_text(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return what to say of a column of places as text; nothing where there is none.

    None where all columns hold them: edges may join places.

    Parameters
    ----------
    head
        The first line of a table; a header, or a row too.
    rows
        Some rows under it.

    Examples
    --------
    >>> place_as_text(["name", "coords"], [["P1", "50.0234, 5.0131"]])[:46]
    "'50.0234, 5.0131' is a place in a single cell;"
    >>> place_as_text(["name", "code"], [["P1", "AB1234"]])
    ''
    """
    if not rows or any(len(row) != len(head) for row in rows):
        return ""
    found = [k for k, name in enumerate(head) if all(_is_place(name, row[k]) for row in rows)]
    if not found or len(found) == len(head):
        return ""
    cell = rows[0][found[0]]
    return (
        f"'{shown(cell)}' is a place in a single cell; {_way(cell)} (spreadsheets part cells by "
        "Data, Text to Columns); if it is a node of a network, --table edges"
    )


def _is_place(name: str, cell: str) -> bool:
    text = _text(cell)
    if _UTM.fullmatch(text) or (_PAIR.fullmatch(text) and len(_MEASURED.findall(text)) > 1):
        return True
    square = _IN_SQUARE.fullmatch(text)
    if square is not None and len({len(digits) for digits in square.groups() if digits}) == 1:
        return True
    return bool(_GRID.fullmatch(plain_name(name)) and _GLUED.fullmatch(text))


def _way(cell: str) -> str:
    text = _text(cell)
    if _UTM.fullmatch(text):
        return "write it as columns x and y, without the zone, which --crs says"
    if _PAIR.fullmatch(text):
        return "write it as columns x and y, or lon and lat if these are degrees"
    return "convert it, and write it as columns x and y in metres, or lon and lat"


def _text(cell: str) -> str:
    """Return a cell with single blanks: more of them could be parted in many ways."""
    return " ".join(cell[:200].split())
