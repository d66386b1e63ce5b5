"""Maps and tables that we write of what is believed of every place: they hold no readings.

``readings`` counts there how often a place was read, and ``estimate`` is what all readings say.
"""

from __future__ import annotations

from collections.abc import Sequence

from cheapbandits.graphs.files.guard import Source

__all__ = ["believed_note", "check_not_counts", "is_believed"]

_COUNTS = "readings"
_OF_ALL = ("estimate", "low", "high")
_AS_TABLE = "the readings of a campaign are in its table: campaign export NAME --out FILE.csv"


def is_believed(columns: Sequence[str]) -> bool:
    """Tell whether a file has the columns of what is believed, as maps and the page write them.

    Examples
    --------
    >>> is_believed(["place", "estimate", "low_90", "high_90", "readings"])
    True
    >>> is_believed(["name", "node", "readings"]), is_believed(["site", "readings"])
    (True, False)
    """
    lowered = {name.strip().lower() for name in columns}
    ends = all(any(name.startswith(end) for name in lowered) for end in ("low", "high"))
    believed = ("estimate" in lowered and ends) or {"name", "node"} <= lowered
    return _COUNTS in lowered and believed


def check_not_counts(source: Source, columns: Sequence[str], column: str) -> None:
    """Refuse, as readings, how often places were read, and a column that such a map has not."""
    wanted = column.strip().lower()
    if not is_believed(columns) or (wanted in map(str.lower, columns) and wanted != _COUNTS):
        return
    counts = f"'{_COUNTS}' counts there how often each place was read"
    raise source.error(f"this is a map of what is believed, and {counts}; {_AS_TABLE}")


def believed_note(columns: Sequence[str], column: str) -> str | None:
    """Return what to say where estimates were taken for readings."""
    if not column.strip().lower().startswith(_OF_ALL) or not is_believed(columns):
        return None
    return (
        f"'{column.strip()}' of such a map is what was believed of each place, and no reading; if "
        f"readings were meant, strike the new ones; {_AS_TABLE}"
    )
