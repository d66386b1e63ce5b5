"""The fields of GPX and KML files, looked at before GDAL reads them: each once in a feature.

Of a field that a feature has twice GDAL takes the last; it mixes names that differ by case only,
and makes the largest whole number that it has room for of any that is larger.
"""

from __future__ import annotations

import math
import re

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import parse_number, shown

__all__ = ["Fields", "is_of_kind"]

#: What a KML file says of a column of numbers, and the least and largest where they are whole.
_KINDS: dict[str, tuple[float, float]] = {
    "int": (-(2.0**31), 2.0**31 - 1),
    "uint": (0, 2.0**32 - 1),
    "short": (-(2.0**15), 2.0**15 - 1),
    "ushort": (0, 2.0**16 - 1),
    "float": (-math.inf, math.inf),
    "double": (-math.inf, math.inf),
}
_FRACTIONS = ("float", "double")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_OTHER = re.compile(r"\W")


class Fields:
    """The fields of all features of a file, as they are met.

    Parameters
    ----------
    source
        The file.
    folded
        Whether GDAL mixes names that differ by case, or by marks in place of ``_``.
    """

    def __init__(self, source: Source, *, folded: bool = False) -> None:
        self.source = source
        self.folded = folded
        self.names: dict[str, str] = {}
        self.kinds: dict[str, set[str]] = {}
        # Kinds may stand after the values: the first that is wrong, by column and kind.
        self.wrong: dict[tuple[str, str], tuple[str, str]] = {}
        self.worded: set[str] = set()
        self.here: dict[str, tuple[str, str]] = {}

    def declare(self, name: str, kind: str = "") -> str:
        """Note a column, and its kind; return what GDAL knows it by."""
        key = _OTHER.sub("_", name).casefold() if self.folded else name
        if (other := self.names.setdefault(key, name)) != name:
            raise self.source.error(
                f"the fields '{shown(other)}' and '{shown(name)}' have names so alike that GIS "
                "programs mix them; rename one"
            )
        self.kinds.setdefault(key, set()).add(kind.lower())
        return key

    def add(self, which: str, name: str, text: str, element: str) -> None:
        """Note a value of the feature that is being read, and the element that holds it."""
        key = self.declare(name)
        self.once(which, key, text, element)
        text = text.strip(" \t\r\n")
        number = parse_number(text)
        for kind in _KINDS:
            if not _fits(number, kind):
                self.wrong.setdefault((key, kind), (which, text))
        if text and not _WHOLE.fullmatch(text):
            self.worded.add(key)

    def once(self, which: str, key: str, text: str, element: str) -> None:
        """Refuse what a feature has had; the same text in another element does no harm."""
        if key not in self.here:
            self.here[key] = element, text
            return
        other, before = self.here[key]
        if other == element or before.strip() != text.strip():
            raise self.source.error(
                f"{which}: '{shown(self.names.get(key, key))}' is given twice, "
                f"'{shown(before.strip())}' and '{shown(text.strip())}'; keep one of them, or "
                "rename one"
            )

    def check(self, n_features: int, *, guessed: bool = False) -> None:
        """Refuse values that are not of their column's kind, and too many columns.

        Where kinds are guessed, GDAL takes a column for whole numbers if all its values are.
        """
        self.source.check_cells(len(self.names), n_features)
        for (key, kind), (which, text) in self.wrong.items():
            large = guessed and kind == "int" and key not in self.worded and text
            if large or kind in self.kinds[key]:
                raise self.source.error(
                    f"{which}: '{shown(self.names[key])}' is '{shown(text)}', no number of its "
                    f"kind{_room(kind)}; write it like 51.5 (or 51, where it is whole; a whole one "
                    "that is larger in a column of kind double, with .0), or leave the element out"
                )


def is_of_kind(text: str, kind: str) -> bool:
    """Tell whether a text is a number of a kind that KML files know."""
    return _fits(parse_number(text.strip(" \t\r\n")), kind)


def _fits(number: float | None, kind: str) -> bool:
    if number is None or not math.isfinite(number):
        return False
    least, largest = _KINDS[kind]
    return kind in _FRACTIONS or (number.is_integer() and least <= number <= largest)


def _room(kind: str) -> str:
    if kind in _FRACTIONS:
        return ""
    least, largest = _KINDS[kind]
    return f" ({kind}, from {least:.0f} to {largest:.0f})"
