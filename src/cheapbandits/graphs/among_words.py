"""Coordinates whose headings say more than that: ``lat_5_Location`` and ``long_5_Location``.

Forms, databases and phones put a question, a device or a place round the word. It is a coordinate
where another column says the other one with the same words round it: for metres it stands first or
last, for degrees anywhere (``dec_lat_va``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import EASTINGS, LATITUDES, LONGITUDES, MAY_BE
from cheapbandits.graphs.header_units import is_other_unit
from cheapbandits.text import shown

__all__ = ["advised", "pairs_among_words", "some_pairs"]

Kind = Literal["degrees", "metres", "perhaps"]

#: What nothing else is called; ``wind_x`` and ``slope_north`` are something else.
_SURE = tuple(pair for pair in EASTINGS if pair not in MAY_BE)

#: Where longitudes and latitudes grow, which need not be said: ``Lat_N`` goes with ``Lon_E``.
_ONWARD = {"e", "east", "ost", "est", "este"}, {"n", "north", "nord", "norte"}

_CAPITALS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

#: The kind of a word, and whether it is an x (0) or a y (1).
_AXES: dict[str, tuple[Kind, int]] = {
    **{word: ("perhaps", axis) for pair in MAY_BE for axis, word in enumerate(pair)},
    **{word: ("metres", axis) for pair in _SURE for axis, word in enumerate(pair)},
    **dict.fromkeys(LONGITUDES, ("degrees", 0)),
    **dict.fromkeys(LATITUDES, ("degrees", 1)),
}


def pairs_among_words(columns: Sequence[str]) -> list[tuple[int, int, bool]]:
    """Return columns of x and y, and whether they are degrees, that nothing else is called.

    None where a heading of that kind tells another unit or datum (``lat_min``, ``lon_NAD27``): what
    the others are without it, nobody knows.

    Examples
    --------
    >>> pairs_among_words(["1_Name", "lat_5_Location", "long_5_Location"])
    [(2, 1, True)]
    >>> pairs_among_words(["lat_rad", "lon_rad"]), pairs_among_words(["wind_x", "wind_y"])
    ([], [])
    """
    degrees = _pairs(columns, "degrees")
    if any(is_other_unit(rest) for _, _, rest in degrees):
        return []
    metres = _pairs(columns, "metres")
    return [(x, y, True) for x, y, _ in degrees] + [(x, y, False) for x, y, _ in metres]


def advised(columns: Sequence[str]) -> str:
    """Return the options that name the coordinates: these very columns where they may be guessed.

    Examples
    --------
    >>> advised(["Nr", "X_L93", "Y_L93"]), advised(["site", "zinc"])
    ("--x 'X_L93' --y 'Y_L93'", '--x COLUMN --y COLUMN')
    """
    found = _pairs(columns, "degrees") + _pairs(columns, "perhaps")
    if len(found) != 1 or is_other_unit(found[0][2]):
        return "--x COLUMN --y COLUMN"
    x, y = (shown(columns[at]) for at in found[0][:2])
    return f"--x '{x}' --y '{y}'"


def _pairs(columns: Sequence[str], kind: Kind) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return x and y of a kind that have the same words round them, and these."""
    axes: dict[tuple[str, ...], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for k, name in enumerate(columns):
        words = _words(name)
        last = len(words) - 1
        within = range(1, last) if kind == "degrees" else ()
        for at in (0, last, *within) if words else ():
            called, axis = _AXES.get(words[at], ("", 0))
            if called == kind:
                rest = words[:at] + words[at + 1 :]
                around = tuple(word for word in rest if word not in _ONWARD[axis])
                axes[around][axis].append(k)
                break
    return [(x, y, rest) for rest, (xs, ys) in axes.items() for x, y in some_pairs(xs, ys)]


def some_pairs(xs: Sequence[int], ys: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of columns that may go together, so many that every one is compared with others.

    Each goes with the first of the other kind, and with the one that stands at its own place among
    these: fewer than two for each column, where all pairs would be the square of their number.

    Examples
    --------
    >>> some_pairs([0, 1], [7, 8, 9])
    [(0, 7), (1, 8), (0, 8), (0, 9), (1, 7)]
    """
    if not xs or not ys:
        return []
    pairs = [*zip(xs, ys, strict=False), *((xs[0], y) for y in ys), *((x, ys[0]) for x in xs)]
    return list(dict.fromkeys(pairs))


def _words(name: str) -> list[str]:
    bare = re.sub(r"[(\[][^)\]]*[)\]]", "", str(name)[:100])
    parts = re.split(r"[\W_]+", _CAPITALS.sub(" ", bare))
    return [plain for part in parts if (plain := plain_name(part))]
