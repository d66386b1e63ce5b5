"""What comments above a table say of all its numbers: their unit; and what nobody heeds there.

Agencies and instruments write it so: ``# unit: mg/l``, ``% Einheit = mg/kg``, ``# zinc in ug/l``.
A unit is handed on as one in a heading is. A coordinate system, a mark for missing values or the
meaning of the weights is not understood, and said to have been passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.graphs.files.rows import COMMENTS, text_of
from cheapbandits.text import shown

__all__ = ["comments", "is_of_units", "unheeded", "unheeded_notes", "unit_in_comments"]

_UNITS = r"(?:units?|uom|einheit(?:en)?|unidad(?:es)?|unit[eé]s?|eenhe(?:id|den))"
_UNIT = re.compile(rf"{_UNITS}(?: of [\w ]{{1,30}})?\s*(?:[:=,;\t]|\bis\b)\s*(\S.*)", re.I)
_OF_VALUES = re.compile(r"(\S[\w .-]{0,40}?)\s*(?:[:=]|\b(?:is )?in\b)\s*(\S{1,20})")
#: What says how numbers are to be read, before a colon or the like.
_HEED = re.compile(
    rf"\b(?:{_UNITS}|crs|srs|datum|epsg|projection|ellipsoid|coordinates?|longitudes?|latitudes?"
    r"|no ?data|missing|fill|weights?|distances?)\b[^:=]{0,30}[:=]",
    re.I,
)
#: No file that somebody made has more lines of remarks above its rows.
_MOST = 200
_LONGEST = 1000
_BLANKS = re.compile(" {2,}")
#: What may stand before the first sign: marks of the order of bytes, and blanks.
_BEFORE, _FIRST = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n", 4096


def comments(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the comments above the first row of a table as text: their lines, and their text."""
    if READERS.get(source.format, "tables") != "tables":
        return
    if not source.data[:_FIRST].lstrip(_BEFORE).startswith((b"#", b"%")):
        return  # most files: large ones are not decoded once more
    for number, line in enumerate(text_of(source).split("\n", _MOST)[:_MOST], start=1):
        bare = line.strip()
        if bare and not bare.startswith(COMMENTS):
            return
        # Single blanks: how long a row of them may be would be tried out, word by word.
        if text := _BLANKS.sub(" ", bare.lstrip("#% \t"))[:_LONGEST]:
            yield number, text


def is_of_units(comment: str) -> bool:
    """Tell whether a comment says a unit.

    Examples
    --------
    >>> is_of_units("Unit, mg/l"), is_of_units("unit 7, north wing")
    (True, False)
    """
    found = _UNIT.fullmatch(comment)
    return found is not None and _is_known(found[1])


def unit_in_comments(source: Source, values: str = "") -> str:
    """Return the one unit that the comments above a table say; empty where they say none or two.

    Parameters
    ----------
    source
        The file.
    values
        What the column of the values is called, if it is: a comment may say its unit by name.
    """
    found: dict[str, str] = {}
    for _, text in comments(source):
        said = _UNIT.fullmatch(text)
        named = _OF_VALUES.fullmatch(text) if said is None and values else None
        if named is not None and plain_name(named[1]) == plain_name(values):
            said, unit = named, named[2]
        else:
            unit = "" if said is None else said[1]
        unit = unit.strip(" \t,;.\"'[]()")
        if unit and _is_known(unit):
            found.setdefault(plain_unit(unit), unit)
    return next(iter(found.values())) if len(found) == 1 else ""


def unheeded(source: Source, heeded: str = "") -> tuple[str, ...]:
    """Return the comments that say how numbers are to be read, but for a unit that was heeded."""
    return tuple(
        f"# {shown(text, 60)}"
        for _, text in comments(source)
        if _HEED.search(text) and not (heeded and heeded in text)
    )


def unheeded_notes(source: Source) -> tuple[str, ...]:
    """Return a note on each of them, for those who read a graph."""
    return tuple(f"the comment '{text}' was not heeded" for text in unheeded(source))


def _is_known(text: str) -> bool:
    bare = text.strip(" \t,;.\"'[]()")
    return heading_unit(f"x ({bare})") != ""
