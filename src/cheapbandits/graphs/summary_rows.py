"""The last rows of a table that are no sites: means and totals of all above."""

from __future__ import annotations

from collections.abc import Sequence

from cheapbandits.text import shown

__all__ = ["find_summary"]

_WORDS = {"mean", "means", "average", "avg", "total", "totals", "grandtotal", "subtotal", "sum"}
_WORDS |= {"median", "std", "stdev", "stddev", "sd", "standarddeviation", "variance", "var", "min"}
_WORDS |= {"max", "minimum", "maximum", "count", "range", "cv", "se", "summe", "gesamt"}
_WORDS |= {"mittelwert", "mittel", "durchschnitt", "moyenne", "somme", "media", "promedio", "suma"}
_WORDS |= {"gemiddelde", "totaal", "25%", "50%", "75%", "mean±sd"}


def find_summary(columns: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """Return the first of the last rows that are called as a mean or a total is, and what is wrong.

    Parameters
    ----------
    columns
        The cells of each column as text, without those of coordinates.
    """
    found = None
    for row in reversed(range(1, min(map(len, columns), default=0))):
        word = next((column[row] for column in columns if _plain(column[row]) in _WORDS), None)
        if word is None:
            break
        found = (
            row,
            f"'{shown(word.strip())}' in the last row is most often no site, but made of all "
            "others; delete the row (if it is a site, put it above another)",
        )
    return found


def _plain(cell: str) -> str:
    return "".join(cell[:60].lower().split()).strip(".:=_-")
