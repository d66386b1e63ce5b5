"""Datums by the names that tables give them, and the systems of degrees that they are.

``NAD83``, ``NAD 1983`` and ``North American Datum of 1983 (HARN)`` are EPSG:4269. Read as another
of these, a place moves by one to several hundred metres. The list need not be whole: of a datum
that is not on it nothing is said but that its code is to be found.
"""

from __future__ import annotations

import re

__all__ = ["advised_code", "datum_code", "is_datum"]

#: In small letters, digits and plus signs: the beginning of a name.
_NAMES = {
    4326: "wgs(?:19)?84|worldgeodeticsystem(?:of)?1984|(?:ogc)?crs84",
    4322: "wgs(?:19)?72|worldgeodeticsystem(?:of)?1972",
    4269: "nad(?:19)?83|north(?:am(?:erican?)?)(?:datum)?(?:of)?(?:19)?83",
    4267: "nad(?:19)?27|north(?:am(?:erican?)?)(?:datum)?(?:of)?(?:19)?27",
    4258: "etr[sf](?:19)?89|europeanterrestrialreference(?:system|frame)(?:of)?1989",
    4230: "ed(?:19)?50|european(?:datum)?(?:of)?1950",
    4231: "ed(?:19)?87|european(?:datum)?(?:of)?1987",
    4171: "rgf(?:19)?93|reseaugeodesiquefran[cç]ais1993",
    4277: "osgb(?:19)?36|ordnancesurvey(?:of)?greatbritain1936",
    4283: "gda(?:19)?94|geocentricdatumofaustralia1994",
    7844: "gda2020|geocentricdatumofaustralia2020",
    4202: "agd(?:19)?66|australiangeodetic(?:datum)?(?:of)?1966",
    4203: "agd(?:19)?84|australiangeodetic(?:datum)?(?:of)?1984",
    4167: "nzgd(?:2000|2k)|newzealandgeodeticdatum2000",
    4272: "nzgd(?:19)?49|newzealandgeodeticdatum1949",
    4674: "sirgas2000",
    4618: "sad(?:19)?69|southamerican(?:datum)?(?:of)?1969",
    4248: "psad(?:19)?56|provisionalsouthamerican(?:datum)?(?:of)?1956",
    4612: "jgd2000|japanesegeodeticdatum2000",
    6668: "jgd2011|japanesegeodeticdatum2011",
    4490: "cgcs2000|china(?:geodeticcoordinatesystem)?2000",
    4214: "beijing(?:19)?54",
    4610: "xian(?:19)?80",
    4148: "hartebeesthoek(?:19)?94",
    4284: "pulkovo(?:19)?42",
    4200: "pulkovo(?:19)?95",
    4150: r"ch1903\+",
    4149: r"ch1903(?!\+)",
    4313: "bd(?:19)?72",
    4314: "dhdn",
    4156: "sjtsk",
    4312: "mgi",
    4289: "amersfoort",
}
_KNOWN = [(code, re.compile(rf"(?:gcs|datum|d)?(?:{name})")) for code, name in _NAMES.items()]
#: What follows a datum where it was measured anew, or is of a plane.
_ANEW = re.compile(
    r"(?:harn|hpgn|csrs|nsrs|fbn|cors|ma11|pa11|epoch|ensemble|g[0-9]{3,4}|v[0-9][a-z]?|20[0-9]{2}|"
    r"(?:utm)?(?:zone)?[0-9]{1,2}[ns])*[0-9]{0,4}"
)


def datum_code(text: str) -> int | None:
    """Return the code of the degrees of a datum, by what a cell or a heading calls it.

    Examples
    --------
    >>> [datum_code(name) for name in ("NAD83 (HARN)", "WGS 84", "GCS_North_American_1927", "wet")]
    [4269, 4326, 4267, None]
    """
    return _read(text)[0]


def is_datum(text: str) -> bool:
    """Tell whether a cell is the name of a datum and nothing else, whatever its header says.

    Short ones without a year (MGI) may be anything.
    """
    code, rest = _read(text)
    dated = any(letter.isdigit() for letter in text)
    return code is not None and dated and _ANEW.fullmatch(rest) is not None


def _read(text: str) -> tuple[int | None, str]:
    """Return the code of a datum, and what is said behind its name."""
    plain = re.sub("[^a-zç0-9+]", "", text[:200].lower())
    for code, name in _KNOWN:
        if found := name.match(plain):
            return code, plain[found.end() :]
    return None, plain


def advised_code(text: str) -> str:
    """Return how the user says that degrees are of a datum."""
    code = datum_code(text)
    if code is None:
        return "--crs EPSG:CODE (epsg.io lists the codes; in Python crs=)"
    return f"--crs EPSG:{code} (in Python crs=)"
