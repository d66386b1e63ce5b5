"""What stands in brackets or last in a coordinate's name: degrees, metres, or something else.

``lon (°E)`` and ``lat (degrees_north)`` are degrees as all others; ``lon (°W)``, ``lat (DMS)`` and
``lat (1e-7 deg)`` are numbers that mean another place, and ``lat (NAD27)`` one some metres off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cheapbandits.errors import GraphError
from cheapbandits.graphs.datums import datum_code
from cheapbandits.graphs.files.unit_shapes import canonical
from cheapbandits.graphs.lettered_axes import usual_heading
from cheapbandits.text import shown

__all__ = ["check_datum", "check_units", "datum_of", "is_far", "is_other_unit", "unit_of"]

#: Units that no degree has, and those that no system of maps has.
_METRES = ("m", "metre", "metres", "meter", "meters", "me", "mn")
_FEET = ("ft", "feet", "foot", "usft", "ftus", "sft")
_KINDS_OF_FEET = {"us", "survey", "intl", "international"}
_FAR = (
    *("km", "mi", "rad", "radians", "mm", "cm", "yd", "yards", "miles", "kilometres"),
    *("kilometers", "inch", "inches"),
)
_LENGTHS = {*_METRES, *_FEET, *_FAR}
#: Units that a heading may end with, ``depth_cm``, besides these.
_AT_END = {*_LENGTHS, "dm", "hm", "in", "nmi", "yard", "mile", "kilometre", "kilometer"}
_AT_END |= {"millimetres", "millimeters", "centimetres", "centimeters", "deg", "degree", "degrees"}

#: Where numbers grow to the east and north, as they do when nothing is said.
_ONWARD = {"", "e", "n", "east", "north", "eastern", "northern", "eastings", "northings"}
_ONWARD |= {sign for way in "ensw" for sign in ((f"+{way}", f"{way}+") if way in "en" else ())}
_ONWARD |= {"-w", "w-", "-s", "s-"}
_BACK = {"w", "west", "western", "s", "south", "southern", "+w", "w+", "+s", "s+", "ouest", "oeste"}
_BACK |= {"-e", "e-", "-n", "n-", "sur", "westliche", "südliche", "ovest"}
_BACK |= {"sud", "sued", "süd"}
#: The same within a name, ``Longitude_W`` or ``LonW``; and what is called so alone.
_AXIS = {"lon", "lat", "long", "lng", "longitude", "latitude", "x", "y", "degrees", "deg", "gps"}
_AXIS |= {"longitud", "latitud", "länge", "breite"}
_WESTERN = re.compile(
    r".*(lon|lng|long|longitude)(w|west|ouest|oeste)|.*(lat|latitude)(south|sud|sur)"
)
_TURNED = {"w", "west", "westing", "westings", "s", "south", "southing", "southings"}
_BRACKETS = re.compile(r"[(\[]([^)\]]*)[)\]]")
#: Words without the digits behind them, from their first letter on.
_LETTERED = re.compile(r"(?<![^\W_])[^\W_]*[^\W\d_]")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")

#: Words for decimal degrees of WGS 84, and such as change nothing.
_DEGREES = {"deg", "degs", "degree", "degrees", "dd", "ddd", "dec", "decimal", "decdeg", "ddeg"}
_DEGREES |= {"dezimalgrad", "dezimal", "decimals", "signed", "wgs", "wgs84", "wgs1984", "84"}
_DEGREES |= {"1984", "epsg:4326", "epsg"}
_DEGREES |= {"4326", "crs84", "gps", "x", "y", "lon", "lat", "long", "longitude", "latitude"}
_DEGREES |= {"geographic", "centroid", "centre", "center", "site"}

#: Angles that are no decimal degrees.
_ANGLES = {"dms", "dm", "ddm", "dmm", "min", "mins", "minute", "minutes", "sec", "secs", "second"}
_ANGLES |= {"seconds", "arcmin", "arcsec", "gon", "gons", "gradian", "gradians", "mas", "'", '"'}
_ANGLES |= {"microdegrees", "microdeg", "udeg", "mdeg", "millidegrees", "e7", "e6", "e5"}
#: A datum by its letters and year; no name of a site has two of its letters before two digits.
_DATUM = re.compile(r"[a-z]{2,}(?:19|20)?[0-9]{2}")
_SCALED = re.compile(r"[*x/]?[0-9]*[.]?[0-9]+(e[+-]?[0-9]+|[*^][0-9^+-]+)|1/?0{2,}")


def check_units(names: Sequence[str], *, degrees: bool) -> None:
    """Refuse units of two coordinates that contradict each other, or degrees.

    Parameters
    ----------
    names
        The columns of x and y as the header calls them.
    degrees
        Whether they are called longitude and latitude.
    """
    words = [_words(name) for name in names]
    kinds = [_kind(found) or _kind_at_end(name) for name, found in zip(names, words, strict=True)]
    for name, found in zip(names, words, strict=True):
        if found & _BACK or name.strip()[:1] in ("-", "\u2212") or _is_turned(name):
            raise GraphError(
                f"'{shown(name)}' counts to the west or south: write these numbers as negative "
                "ones, and call the column lon or lat (x or y), without that"
            )
        if degrees and (found & _LENGTHS or _is_angle(found)):
            raise GraphError(
                f"'{shown(name)}' is called as degrees are, and its unit is another; name the "
                "column by what it holds (x, y; easting, northing), or convert it to decimal "
                "degrees and call it lon or lat"
            )
    known = degrees and "degrees" in kinds  # what the other is, is asked elsewhere
    if canonical(kinds[0]) != canonical(kinds[1]) and all(kinds) and not known:
        said = f"'{shown(names[0])}' and '{shown(names[1])}'"
        if any({*kind.split()} - _AT_END - {"degrees"} for kind in kinds):
            raise GraphError(
                f"{said} say two things of x and y, and both are coordinates of one kind; write "
                "the same in both headings, or only what each is called (x, y; easting, northing)"
            )
        raise GraphError(
            f"{said} have two units; bring both to one, and say that one in both headings"
        )


def is_other_unit(words: Iterable[str]) -> bool:
    """Tell whether one of the words round a longitude says that it is no degree of WGS 84.

    Examples
    --------
    >>> [is_other_unit([word]) for word in ("rad", "min", "w", "nad27", "wgs84", "location")]
    [True, True, True, True, False, False]
    """
    found = {*words}
    return bool(found & (_LENGTHS | _BACK)) or _is_angle(found) or bool(_datums(found))


def _datums(words: set[str], *, known: bool = False) -> set[str]:
    """Return the datums among words, without WGS 84 unless what is known counts, too."""
    found = {word for word in words if _DATUM.fullmatch(word)}
    return found if known else found - _DEGREES


def check_datum(names: Sequence[str]) -> None:
    """Refuse what is said of longitude and latitude, and is not known to mean WGS 84."""
    for name in names:
        around = _datums({*re.split(r"[\W_]+", name.lower())} - _words(name))
        if strange := (_words(name) - _ONWARD - _DEGREES) | around:
            told = datum_of(name)
            are = (
                "if they are, say --crs EPSG:4326 (in Python crs=), if of another datum, its code "
                "(--crs EPSG:4267 is NAD27)"
                if told is None
                else f"say what they are, --crs EPSG:{told} (in Python crs=)"
            )
            raise GraphError(
                f"'{shown(name)}': '{shown(min(strange))}' is not known to mean decimal degrees of "
                f"WGS 84; {are}, else convert them"
            )


def datum_of(name: str) -> int | None:
    """Return the code of the datum that a heading names, where it is known.

    Examples
    --------
    >>> [datum_of(name) for name in ("lat (NAD83)", "longitude_nad27", "lon_wgs84", "lat_5_place")]
    [4269, 4267, 4326, None]
    """
    codes = (datum_code(word) for word in _datums({*re.split(r"[\W_]+", name.lower())}, known=True))
    return next((code for code in codes if code is not None), None)


def unit_of(name: str) -> str:
    """Return the unit in a name: ``m``, ``ft``, one of no system of maps (``km``), or nothing.

    Examples
    --------
    >>> [unit_of(name) for name in ("easting (US ft)", "x_km", "Northing [m]", "y.m.", "y")]
    ['ft', 'km', 'm', 'm', '']
    """
    kind = _kind(_words(name)) or _kind_at_end(name)
    return kind if kind in _LENGTHS else ""


def is_far(name: str) -> bool:
    """Tell whether the unit is none that a system of maps has."""
    return unit_of(name) in _FAR


def _is_turned(name: str) -> bool:
    """Tell whether a name says that its numbers grow to the west or south."""
    spaced = _CAPITAL.sub(" ", name)
    closed = _up_to_last(spaced)
    bare = (_BRACKETS.sub("", closed) + spaced[len(closed) :]).lower()
    words = [word for word in re.split(r"[\W_]+", bare) if word]
    plain = "".join(words)
    back = words[1:] and words[-1] in _BACK and _AXIS.intersection(words[:-1])
    ahead = words[1:] and words[0] in _BACK and _AXIS.intersection(words[1:])
    return bool(back or ahead or plain in _TURNED or _WESTERN.fullmatch(plain))


def _up_to_last(name: str) -> str:
    """Return a name up to its last bracket that is closed; of those left open many may follow."""
    return name[: max(name.rfind(")"), name.rfind("]")) + 1]


def _is_angle(words: set[str]) -> bool:
    return bool(words & _ANGLES) or any(_SCALED.fullmatch(word) for word in words)


def _words(name: str) -> set[str]:
    """Return the words in the last brackets of a name, without case, degree signs and dots."""
    found = _BRACKETS.findall(_up_to_last(usual_heading(name).lower()))
    text = re.sub(r"[°º˚]", " ", found[-1] if found else "")
    text = re.sub(r"[\u2032\u2019]", " ' ", re.sub(r"[\u2033\u201d]", ' " ', text))
    text = (
        re.sub(r"(?<![0-9]e)(?<=[a-z])[-.](?=[a-z0-9]|$)", " ", text) if "+" not in text else text
    )
    return set(re.split(r"[\s_,;/]+", text))


def _kind_at_end(name: str) -> str:
    """Return the unit that the last word of a name is, behind any mark: ``x_m``, ``depth..cm.``."""
    words = _LETTERED.findall(name.lower())
    parted = _LETTERED.findall(_CAPITAL.sub(" ", name).lower())
    last = next((some[-1] for some in (words, parted) if some[1:] and some[-1] in _AT_END), "")
    return _kind({last}) if last else ""


def _kind(words: set[str]) -> str:
    """Return the unit, one for all its spellings; nothing where none is told."""
    rest = words - _ONWARD
    if rest.intersection(_FEET):
        rest -= _KINDS_OF_FEET
    for word, alike in (("m", {*_METRES}), ("ft", {*_FEET}), ("degrees", _DEGREES)):
        if rest and rest <= alike:
            return word
    return " ".join(sorted(rest))
