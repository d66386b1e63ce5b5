"""Headings with the letter first: ``X (Longitude)``, ``y_lat``, ``X (Easting)``, ``Y (°)``.

They mean what the usual order means, ``Longitude (X)``. What stands beside the letter decides: an
agency that writes ``X (Latitude)`` or ``X (Northing)`` says which way its numbers grow, and the
letter does not. Where only degrees are said, or WGS 84, x is the longitude.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cheapbandits.graphs.column_words import (
    DIRECTIONS,
    EASTINGS,
    LATITUDES,
    LENGTHS_OR_DEGREES,
    LONGITUDES,
    MAY_BE,
    PLANES,
)
from cheapbandits.graphs.plain_names import MOST_LETTERS, plain_name

__all__ = ["axis_name", "usual_heading"]

#: Which axis a word is of, 0 or 1. Directions say it of metres, and beside a degree of degrees.
_OF_DEGREES = {**dict.fromkeys(LONGITUDES, 0), **dict.fromkeys(LATITUDES, 1)}
_PERHAPS = {word: k for pair in LENGTHS_OR_DEGREES for k, word in enumerate(pair)}
_WAYS = {word: k for pair in (*MAY_BE[1:], *DIRECTIONS) for k, word in enumerate(pair)}
#: What counts to there is refused elsewhere.
_BACK = dict.fromkeys(("w", "west", "ouest", "oeste", "ovest"), 0)
_BACK |= dict.fromkeys(("s", "south", "sud", "sued", "süd", "sur"), 1)
_WAYS |= _BACK
_EASTINGS = {word: k for pair in EASTINGS for k, word in enumerate(pair)}
_OF_METRES = _EASTINGS | _WAYS
_LETTERED = {word: k for pair in PLANES if pair not in EASTINGS for k, word in enumerate(pair)}
_AXES = {**_OF_METRES, **_PERHAPS, **_OF_DEGREES}
_NO_GRID = {word for word in _LETTERED if "utm" not in word}
_HEADS = {**_EASTINGS, **_PERHAPS, **_LETTERED}

#: What says degrees, and what says those of WGS 84 beside a letter: a grid may be of its datum.
_UNITS = {"°", "deg", "degs", "degree", "degrees", "dd", "ddd", "decdeg", "ddeg", "dezimalgrad"}
_SYSTEMS = {"wgs84", "wgs1984", "4326", "crs84"}
#: What else may stand there and changes nothing.
_BESIDE = {"decimal", "dec", "dezimal", "decimals", "signed", "geographic", "epsg", "ogc", "wgs"}
_BESIDE |= {"84", "1984", "gps", "m", "metre", "metres", "meter", "meters", "ft", "feet", "x", "y"}
_KNOWN = {*_WAYS, *_UNITS, *_SYSTEMS, *_BESIDE}

_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_WORD = re.compile(r"[^\W_]+|°")
_MARKS = " ,;:/-_"


def axis_name(name: str) -> str:
    """Return what a heading calls an axis, in plain form.

    Examples
    --------
    >>> axis_name("X (Longitude)"), axis_name("Longitude (X)"), axis_name("X (m)")
    ('longitude', 'longitude', 'x')
    """
    return plain_name(usual_heading(name))


def usual_heading(name: str) -> str:
    """Return a heading with the word first that says most of an axis; any other as it is.

    Examples
    --------
    >>> usual_heading("X (Latitude, NAD27)"), usual_heading("lat_y"), usual_heading("Y (°)")
    ('latitude (nad27)', 'lat', 'latitude (°)')
    >>> usual_heading("X (N)"), usual_heading("X (m)"), usual_heading("X (north sensor)")
    ('northing', 'X (m)', 'X (north sensor)')
    """
    cut = str(name)[:MOST_LETTERS]
    return str(name) if (found := _usual(cut)) == cut else found


@lru_cache(maxsize=8192)  # asked of every heading, many times
def _usual(name: str) -> str:
    lowered = re.sub("[º˚]", "°", name.lower())
    head, beside = _parted(_BRACKETS.sub(" ", lowered))
    text = " ".join([beside, *_BRACKETS.findall(lowered)]).strip()
    word, rest = _axis_in(text)
    plain = plain_name(word)
    known = {*_WORD.findall(rest)} <= _KNOWN
    if not head or (plain in _WAYS and not known):
        return name
    if head not in _LETTERED and plain not in _OF_DEGREES:
        word, plain = head, head
    axis = _AXES.get(plain, _HEADS[head])
    if known and _says_degrees(rest, system=head in _NO_GRID and plain not in _OF_METRES):
        word = ("longitude", "latitude")[axis]
    elif word in ("", head):
        return name
    elif plain in _OF_METRES and axis == _HEADS[head]:
        word = head  # the other one may be called by its letter alone
    elif plain in _WAYS:
        word = ("easting", "northing")[axis]
    return f"{word} ({rest})" if rest else word


def _parted(bare: str) -> tuple[str, str]:
    """Return the name of an axis that may be said better, and what stands beside it."""
    degrees = "°" if "°" in bare else ""
    if (plain := plain_name(bare)) in _HEADS:
        return plain, degrees
    words = _WORD.findall(bare)
    rest = [word for word in words if word not in ("x", "y")]
    # ``x_est`` is an estimate, and ``x_east`` may be one side of a box.
    told = all(w in _KNOWN or plain_name(w) in _AXES for w in rest)
    if len(words) - len(rest) != 1 or not told or (_WAYS.keys() & {*rest} and not degrees):
        return "", ""
    return next(word for word in words if word not in rest), " ".join(rest)


def _axis_in(text: str) -> tuple[str, str]:
    """Return the word of a text that says an axis, and the rest; two that differ say nothing."""
    if plain_name(text) in _AXES and "°" not in text:
        return text, text if text in _BACK else ""
    for known in (_OF_DEGREES, {**_PERHAPS, **_OF_METRES}):
        found = [word for word in _WORD.findall(text) if plain_name(word) in known]
        if found and len({known[plain_name(word)] for word in found}) == 1:
            if found[0] in _BACK:
                return found[0], text
            rest = re.sub(rf"(?<![^\W_]){re.escape(found[0])}(?![^\W_])", " ", text, count=1)
            return found[0], " ".join(rest.split()).strip(_MARKS)
    return "", text


def _says_degrees(text: str, *, system: bool) -> bool:
    words = {*_WORD.findall(text)}
    named = not words.isdisjoint(_SYSTEMS) or ("wgs" in words and bool(words & {"84", "1984"}))
    return not words.isdisjoint(_UNITS) or (system and named)
