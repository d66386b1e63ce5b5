"""Names that a spreadsheet took for something else: plot 1-4 for the 4th of January.

Whoever opened the table saw ``4. Jan`` and may not have noticed. As a name it is neither what
stands on the plot nor what the laboratory writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from shlex import quote

from cheapbandits.graphs.hemispheres import Odd
from cheapbandits.text import shown

__all__ = ["MONTH", "first_spoilt", "spoilt_name"]

#: A month as spreadsheets write it in some languages.
MONTH = (
    r"(?:jan|f[eé][bv]|mar|m[aä]rz?|mrz|mrt|apr|avr|abr|ma[iy]|mei|jun|juin|jul|juil|aug|ago|ao[uû]t|"
    r"sept?|o[ck]t|nov|d[eéi][cz]|ene)(?:u?ary?|ru?ary?|ch|il|[eirvy]|ust|(?:t|to|v|z|c)?o?ember|"
    r"ober)?\.?"
)
#: What a workbook holds for a date, and what spreadsheets write for one, or for 1E5.
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} 00:00:00")
_SPOILT = re.compile(
    rf"{_DATE.pattern}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|[0-9]{{2}}([./])[0-9]{{2}}\1[0-9]{{4}}|"
    rf"[0-9]{{1,2}}[-. ]{{1,2}}{MONTH}|{MONTH}[- ][0-9]{{2}}|[0-9](?:[.,][0-9]+)?e\+[0-9]{{2}}",
    re.IGNORECASE,
)

#: Of these, what is no day that anybody would call a site by: it has no year, or lost its digits.
_NO_DAY = re.compile(
    rf"[0-9]{{1,2}}[-. ]{{1,2}}{MONTH}|[0-9](?:[.,][0-9]+)?e\+[0-9]{{2}}", re.IGNORECASE
)


def spoilt_name(column: str, names: Sequence[str], *, workbook: bool) -> Odd | None:
    """Return the first name that a spreadsheet seems to have made a date or a number of.

    Some names of several, or any that a workbook has as a date; all, where they are no whole dates.

    Parameters
    ----------
    column
        What the column is called.
    names
        Its cells.
    workbook
        Whether they are those of a workbook, which knows dates.
    """
    row = first_spoilt(names, workbook=workbook)
    if row is None and len(names) > 1 and all(map(_NO_DAY.fullmatch, names)):
        row = 0 if all(map(_is_spoilt, names)) else None
    if row is None:
        return None
    called = shown(column)
    return Odd(
        row,
        f"the name '{shown(names[row])}' in '{called}' is a date or a number, as spreadsheets "
        "make of 1-4 or 1E5; format the column as text, type the names again and save it (if it "
        f"is the name, say --name-column {quote(called)}; in Python names=)",
    )


def first_spoilt(names: Sequence[str], *, workbook: bool) -> int | None:
    """Return which is the first spoilt name, as told above; ``None`` where none is."""
    odd = [row for row, name in enumerate(names) if _is_spoilt(name)]
    sure = workbook and any(_DATE.fullmatch(names[row]) for row in odd)
    return None if not odd or (len(odd) == len(names) and not sure) else odd[0]


def _is_spoilt(name: str) -> bool:
    """Tell whether a name is what a spreadsheet writes; it writes no month in capitals."""
    return _SPOILT.fullmatch(name) is not None and ("E+" in name or not name.isupper())
