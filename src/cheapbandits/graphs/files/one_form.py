"""Cells that say in what form values are given: dry or as received, as N or NO3, mean or maximum.

They stand under any heading (``reported_as``, ``form``, ``StatisticalBaseCode``). Values of two
forms are numbers of two kinds, and one is often a multiple of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.substances import element_of
from cheapbandits.text import MISSING

__all__ = ["STATISTICS", "second_form"]

#: What was made of single values.
STATISTICS = {"mean", "average", "avg", "max", "maximum", "min", "minimum", "median", "mw", "sd"}
STATISTICS |= {"mittel", "mittelwert", "moyenne", "moy", "media", "promedio", "gemiddelde", "sum"}
STATISTICS |= {"std", "stdev", "mean value", "arithmetic mean", "geometric mean"}

_OVER = r"(?:(?:half-?)?hourly|daily|weekly|monthly|yearly|annual|arithmetic|geometric|rolling|log)"
_MADE = re.compile(
    rf"(?:{_OVER} )?(?:mean|average|avg|max(?:imum)?|min(?:imum)?|median|total|sum|geomean|"
    r"std ?dev|standard deviation|[0-9]{1,2}(?:th|st|nd|rd)? ?(?:percentile|pctl?)|maximal|minimal|"
    rf"mittelwert|moyenne|mediane|promedio|gemiddelde?)(?: {_OVER}| value)?"
)
#: Dry and wet alone are weather, too: one of the cells says that it is about the weight.
_DRIED = re.compile(
    r"(?:on |per )?(?:(?:air|oven|freeze)[ -]?dr(?:y|ied)|dry|wet|fresh|moist|as[ -](?:received|is|"
    r"analy[sz]ed|sampled))(?:[ -](?:weight|wt\.?|basis|mass|matter|substance|solids|sample))*|"
    r"[dwf][wm]|trocken(?:masse|substanz|gewicht)|frisch(?:masse|substanz|gewicht)|originalsubstanz|"
    r"ts|os|tm|fm|poids (?:sec|frais|humide)|(?:sur )?(?:sec|brut)|"
    r"peso (?:seco|fresco|humedo|secco)|"
    r"dr(?:oog|oge) ?(?:gewicht|stof)|versgewicht"
)
_OF_WEIGHT = re.compile(
    r".*(?:weight|wt|basis|mass|matter|subst|solid|received|gewicht|poids|peso).*"
)
#: A formula behind ``as``; its letters count as they are written.
_AS = re.compile(r"(?:.*\s)?(?i:as|als|exprim\w+ en)\s+((?:[A-Z][a-z]?[0-9]*){1,6})[+-]?")
_SYMBOL = re.compile("[A-Z][a-z]?")
#: Over how long values were averaged, by a word of the heading; so many lengths are a few.
_LENGTHS = re.compile("averaging|mittelung[a-z]*")
_FEW = 4
#: And so many forms are many.
_MOST = 20


def second_form(found: Sequence[str], name: str = "") -> int | None:
    """Return the first row of a second form, where every cell says one; ``None`` if there is none.

    Parameters
    ----------
    found
        A column, beside the values that are used.
    name
        What it is called: dry and wet alone count below ``basis``.

    Examples
    --------
    >>> second_form(["dry weight", "", "as received"]), second_form(["as N", "as NO3"])
    (2, 1)
    >>> second_form(["Mean", "Maximum"]), second_form(["dry", "wet"]), second_form(["as N", "as n"])
    (1, None, None)
    """
    if len({*found}) > _MOST:
        return None
    told = [" ".join(cell.split()) for cell in found]
    kinds = {cell for cell in told if cell.lower() not in MISSING}
    if len({cell.lower() for cell in kinds}) < 2:
        return None
    lowered = {cell.lower() for cell in kinds}
    of_weight = any(map(_OF_WEIGHT.fullmatch, (*lowered, name.lower())))
    dried = of_weight and all(map(_DRIED.fullmatch, lowered))
    lengths = len(lowered) <= _FEW and any(map(_LENGTHS.fullmatch, header_words(name)))
    if dried or lengths or all(cell in STATISTICS or _MADE.fullmatch(cell) for cell in lowered):
        return _second(told, kinds, str.lower)
    formulas = {cell: _formula(cell) for cell in kinds}
    # Classified as B, or as C: one formula at least is no single letter.
    if "" in formulas.values() or max(map(len, formulas.values())) < 2:
        return None
    return _second(told, kinds, formulas.__getitem__) if len({*formulas.values()}) > 1 else None


def _formula(cell: str) -> str:
    """Return the formula of elements behind ``as``; nothing where there is none."""
    found = _AS.fullmatch(cell)
    return found[1] if found and all(map(element_of, _SYMBOL.findall(found[1]))) else ""


def _second(told: Sequence[str], kinds: set[str], form: Callable[[str], str]) -> int:
    """Return the first row whose form is not that of the first one."""
    first = next(form(cell) for cell in told if cell in kinds)
    return next(row for row, cell in enumerate(told) if cell in kinds and form(cell) != first)
