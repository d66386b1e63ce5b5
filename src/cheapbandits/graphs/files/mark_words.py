"""Headings that say, by a part of them, that their column judges the values: ``channel_flag``.

Headings of marks are made of a word for them and of what is marked: a channel, the data, the
values themselves. A word alone does not tell: an ``urban_flag`` is of the site, and a ``lead_flag``
of another column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.substances import element_of
from cheapbandits.text import MISSING, parse_number

__all__ = ["first_marked"]

_MARKS = {"flag", "flags", "qualifier", "qualifiers", "attribute", "attributes"}
#: What they may be of, besides the values; in many languages they are of the quality.
_OF_VALUES = {
    "channel",
    "sensor",
    "instrument",
    "device",
    "data",
    "value",
    "measurement",
    "reading",
}
_OF_VALUES |= {"result", "obs", "observation", "spike", "range", "drift", "calibration", "test"}
_QUALITY = re.compile(
    r"(?:dat[ae]n?)?(?:qualit|kwaliteit|calidad|qualidad|kvalitet|laatu|jakosc)[a-z]*"
)
_CODES = {"code", "flag", "oordeel", "mark", "level", "index", "cd", "no", "nr", "id", "of"}
#: Marks that only say yes or no of a site.
_YES_OR_NO = {"0", "1", "y", "n", "yes", "no", "t", "f", "true", "false", "ja", "nein", "si", "oui"}
#: What is no mark: codes of what is good.
_GOOD = {"", "ok", "good", "valid", "pass", "passed", "approved", "accepted", "none", "="}
#: The marks of a daily value as NOAA joins them: measured how, quality (empty if good), source.
_JOINED = re.compile(r"[a-z]?,([a-z]?),[a-z0-9]?(?:,[0-9]{0,4})?")
_MOST, _LONGEST = 6, 30


def first_marked(
    name: str, values: str, columns: Sequence[str], found: Sequence[str]
) -> int | None:
    """Return the first row with a mark, where a heading says so and not all rows have the same.

    Parameters
    ----------
    name, values, columns
        The column, that of the values, and all of the file.
    found
        Its cells, beside the values that are used.
    """
    if len({*found}) > 2 * _MOST:
        return None
    cells = [cell.strip().lower() for cell in found]
    words = header_words(name)
    kinds = {*cells}
    told = kinds - {*MISSING}
    numbers = [parse_number(kind) for kind in told]
    if not told or not 1 < len(kinds) <= _MOST or any(n is not None and n % 1 for n in numbers):
        return None
    if _stands_by(name, values) and kinds == {"v", "n"}:
        return cells.index("n")
    these = {*header_words(values)}
    subject = {*words} - _MARKS - _CODES
    if {*words} & {"attribute", "attributes"} and all(map(_JOINED.fullmatch, kinds - {""})):
        joined = [_JOINED.fullmatch(cell) for cell in cells]
        bad = next((row for row, part in enumerate(joined) if part is not None and part[1]), None)
        return bad if subject <= these else None
    if any(len(kind) > _LONGEST for kind in kinds):
        return None
    quality = bool(subject) and all(map(_QUALITY.fullmatch, subject - these))
    quality = (quality and bool(subject - these)) or words[-2:] == ["grade", "code"]
    marked = bool(words) and words[-1] in _MARKS - {"attribute", "attributes"}
    if marked and not quality:
        others = {word for k in columns if k not in (name, values) for word in header_words(k)}
        own = subject & (_OF_VALUES | these)
        if subject & others - these or any(element_of(w) for w in subject - these):
            return None  # of another column
        if not own and told <= _YES_OR_NO:
            return None  # of the site
    if not quality and not marked:
        return None
    # Where no word is known to be good, the one that most rows have is.
    good = _GOOD if kinds & _GOOD else {*_GOOD, Counter(cells).most_common(1)[0][0]}
    return next((row for row, cell in enumerate(cells) if cell not in good), None)


def _stands_by(name: str, values: str) -> bool:
    """Tell whether two headings are a letter and the same number: ``V01`` has the marks of H01."""
    one, other = name.strip().lower(), values.strip().lower()
    return one[:1] == "v" and one[1:] == other[1:] and one[1:].isdigit()
