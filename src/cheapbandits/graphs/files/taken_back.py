"""Columns that say when, or by whom, a row was taken back: ``deleted_at``, ``supersededBy``.

Databases delete softly: the row stays, and a date says that it no longer counts. A gap says that it
does. So anything that stands there is a mark, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.value_words import PLAIN
from cheapbandits.text import MISSING, parse_number

__all__ = ["first_taken_back"]

#: Said of rows and values.
_BACK = {"deleted", "voided", "superseded", "rejected", "cancelled", "canceled", "retracted"}
_BACK |= {"invalidated", "annulled", "revoked", "discarded", "disqualified", "nullified", "erased"}
_BACK |= {"geloscht", "geloescht", "storniert", "verworfen", "annulliert", "ersetzt"}
_BACK |= {"supprime", "annule", "rejete", "invalide", "remplace", "eliminado", "borrado", "anulado"}
_BACK |= {"ungultig", "ungueltig", "ongeldig", "invalido", "ugyldig", "ogiltig", "aberrant"}
_BACK |= {"rechazado", "verwijderd", "afgekeurd", "vervallen", "eliminato", "annullato", "slettet"}
#: Said of samples and instruments, too: a mark only where some rows have none.
_OF_THINGS = {"removed", "withdrawn", "replaced", "excluded", "obsoleted", "entfernt"}
#: These are put out and fetched again, as sensors are: the end of it is no verdict.
_PUT_OUT = {"deployed", "installed", "inserted", "placed", "mounted", "set", "retrieved", "added"}
#: Where nothing says when, numbers count what was rejected or withdrawn; but not below these.
_NO_NUMBERS = {"superseded", "retracted", "invalidated", "revoked", "nullified"}
#: What is said beside it of when and by whom; and words that change nothing.
_WHEN = {"at", "on", "by", "date", "time", "datetime", "timestamp", "ts", "dt", "utc", "when"}
_WHEN |= {"day", "since", "user", "who", "reason", "why", "am", "von", "durch", "datum", "le"}
_WHEN |= {"par", "el", "por", "fecha", "op", "door", "il", "da", "grund", "motif", "motivo", "zeit"}
_BESIDE = {*PLAIN, "has", "been", "soft", "softly", "entry", "observation", "obs", "flag", "status"}
_GLUED = re.compile(
    rf"({'|'.join(sorted(_BACK | _OF_THINGS))})({'|'.join(sorted(_WHEN - {'le', 'el', 'il'}))})"
)
#: What stands there of a row that still counts: databases have dates for 'never'.
_NEVER = re.compile(r"(?:0000-00-00|9999-12-31|1970-01-01)(?:[T ].*)?|[-+]?infinity|never")
_NO = {*MISSING, "0", "0.0", "false", "f", "no", "n", "nein", "non", "nee", "nej", "nobody"}


def first_taken_back(
    name: str, values: str, columns: Sequence[str], found: Sequence[str]
) -> int | None:
    """Return the first row that was taken back, where a heading says so.

    Parameters
    ----------
    name, values, columns
        The column, that of the values, and all of the file.
    found
        Its cells, beside the values that are used.

    Examples
    --------
    >>> first_taken_back("deleted_at", "zinc", [], ["", "2024-05-02", ""])
    1
    >>> first_taken_back("superseded_by", "zinc", [], ["", "", "17"])
    2
    >>> first_taken_back("removed", "zinc", [], ["3", "7", "12"])  # how many
    """
    words = header_words(name)
    glued = _GLUED.fullmatch(plain_name(name))
    words = [glued[1], glued[2]] if glued else words
    said = {*words} & (_BACK | _OF_THINGS)
    if not said or {*words} - said - _WHEN - _BESIDE - {*header_words(values)}:
        return None
    cells = [cell.strip().lower() for cell in found]
    marked = [row for row, cell in enumerate(cells) if not _holds(cell)]
    if not marked or (said <= _OF_THINGS and len(marked) == len(cells)):
        return None
    if said <= _OF_THINGS and any(_PUT_OUT & {*header_words(column)} for column in columns):
        return None
    if not {*words} & _WHEN and not said & _NO_NUMBERS:
        numbers = [parse_number(cells[row]) for row in marked]
        if None not in numbers and {*numbers} != {1.0}:
            return None  # how many were removed
    return marked[0]


def _holds(cell: str) -> bool:
    return cell in _NO or _NEVER.fullmatch(cell) is not None
