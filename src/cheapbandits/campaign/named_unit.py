"""What a file says of the unit of its readings, held against the one in the campaign's name.

A name is short, and its brackets are anybody's: ``Zinc [mg/kg]`` takes a file in ``mg/kg dry
weight``, ``Survey [north]`` has no unit, ``[C]`` may be a plot, and ``zinc_0_20_cm`` says how deep
it was. What is surely another unit is refused, what may be one is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cheapbandits.campaign.known_readings import Known
from cheapbandits.campaign.stored_readings import Given, Row, given_of
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.graphs.files.said_of_values import IN_BRACKETS
from cheapbandits.graphs.files.unit_families import one_family
from cheapbandits.store.name_units import unit_of
from cheapbandits.text import shown

__all__ = ["check_first_unit", "check_named_unit", "may_be_other_unit"]

#: Units of how deep, how far or how warm it was, which stand in headings of anything.
_OF_PLACES = ("m", "°c")
#: How many of something that is named elsewhere.
_COUNTS = {"", "n", "no", "nr", "#", "number", "count", "counts", "ind"}


def check_named_unit(there: Known, rows: Iterable[Given], file: object, *, again: bool) -> None:
    """Refuse new readings in another unit than the campaign's name says.

    Those that are stored already were taken as they were; with ``again`` they are new ones.
    """
    unit = unit_of(there.name)
    for row in rows if unit else ():
        if _is_other(_said(row), unit) and (again or not there.has(row)):
            raise _other(row, unit, file, "take a campaign of their own (campaign new)")


def check_first_unit(name: str, rows: Iterable[Row], file: object) -> None:
    """Refuse readings that a campaign would start from, in another unit than its name says."""
    unit = unit_of(name)
    for row in map(given_of, rows if unit else ()):
        if _is_other(_said(row), unit):
            raise _other(row, unit, file, "name the campaign by theirs")


def may_be_other_unit(name: str, fresh: Sequence[Given]) -> str | None:
    """Return what to say where the readings of a file may be in another unit than the name's."""
    unit = unit_of(name)
    for word in sorted({*map(_said, fresh)}) if unit else ():
        if _may_be_other(word, unit):
            return (
                f"values are in '{shown(unit)}' by the campaign's name, and the file says "
                f"'{shown(word)}' of its readings: another unit? If so, strike the new readings"
            )
    return None


def _said(row: Given) -> str:
    """Return what the file says of its unit; in brackets it may be a word that is none."""
    return row.says.get("unit", "") or row.says.get(IN_BRACKETS, "")


def _other(row: Given, unit: str, file: object, instead: str) -> ParameterError:
    return ParameterError(
        f"{shown(file, 500)}: the unit of its readings is '{shown(_said(row))}', and values "
        f"are in '{shown(unit)}' by the campaign's name: convert them, or {instead}. If both are "
        "the same, write it in the file as in the name; if that is no unit, name the campaign "
        "without those brackets"
    )


@lru_cache(maxsize=64)  # asked for row by row
def _is_other(said: str, named: str) -> bool:
    """Tell whether a file's unit is surely another one than the name's."""
    if not (_is_known(said) and _is_known(named)) or _same(said, named):
        return False
    bare = _bare(said), _bare(named)
    unsure = _bare(said) == _bare(named) or any(map(_may_be_else, bare))
    return not unsure or one_family(bare)


def _may_be_other(said: str, named: str) -> bool:
    """Tell whether the name has a unit and the file may say another one; no remark beside one."""
    plain = {plain_unit(said), plain_unit(named)}
    if _same(said, named) or (_bare(said) == _bare(named) and _bare(said) in plain):
        return False
    return one_family([*plain]) or (_is_known(said) and _is_known(named))


def _same(one: str, other: str) -> bool:
    """Tell whether two are one unit however spelt, or count something and do not say what."""
    tops, rest = zip(*(plain_unit(text).partition("/")[::2] for text in (one, other)), strict=True)
    if rest[0] != rest[1]:
        return False
    countable = all(top in _COUNTS or not _is_known(top) for top in tops) and bool(rest[0])
    return tops[0] == tops[1] or (countable and bool(_COUNTS.intersection(tops)))


def _is_known(text: str) -> bool:
    """Tell whether a text is a unit wherever it stands."""
    return any(heading_unit(f"x ({unit})") for unit in (text, plain_unit(text)))


def _bare(text: str) -> str:
    """Return a unit in plain form without the remark behind it: ``mg/kg dry weight``."""
    first, *rest = text.split(" ")
    words = [word.replace(".", "") for word in rest]
    remark = rest and (rest[0][:1] == "(" or all(map(str.isalpha, words)))
    if remark and not {"per", "pro"} & {*words} and _is_known(first.rstrip(",;")):
        return plain_unit(first.rstrip(",;"))
    return plain_unit(text)


def _may_be_else(unit: str) -> bool:
    """Tell whether a unit in plain form may be said of something else than the values."""
    lone = len(unit) == 1 and unit.isalpha()
    return lone or any(unit == of or one_family([unit, of]) for of in _OF_PLACES)
