"""Columns beside values that say what they are of, and which of them hold.

Laboratories write a line a result: the substance in one column, the number in another, and in a
third whether it was found at all (``<``, ``ND``) or is to be trusted (``bad``). Read without these,
zinc and lead are one field, and a limit of detection is a reading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES, SITES, TOLD_BY
from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.mark_words import first_marked
from cheapbandits.graphs.files.multipliers import first_multiplied
from cheapbandits.graphs.files.one_form import second_form
from cheapbandits.graphs.files.one_unit import check_one_unit, unit_columns
from cheapbandits.graphs.files.passed_over import called
from cheapbandits.graphs.files.said_in_cells import (
    FREE,
    first_bad,
    header_words,
    told_mend,
)
from cheapbandits.graphs.files.short_words import stands_for
from cheapbandits.graphs.files.taken_back import first_taken_back
from cheapbandits.graphs.files.under_limit import first_under_limit, is_limit
from cheapbandits.graphs.files.units_beside import check_units_beside
from cheapbandits.graphs.files.value_words import (
    A_LIMIT,
    ANY_VALUES,
    BELOW,
    CENSORED,
    CODED,
    CODES,
    GOOD,
    HOLD,
    KINDS,
    PLAIN,
    PREFIXES,
    VERDICTS,
    WORDS_OF_KINDS,
)
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_beside_values", "refusal"]

_NO_VALUES = {*COORDINATES, *SITES, *map(plain_name, TOLD_BY)}
_MOST_CODES = 6
_SIGNS = re.compile(r"[^\w\s]{1,3}")
_MOST_LISTED = 4


def check_beside_values(
    source: Source,
    columns: Sequence[str],
    values: str,
    cells: Callable[[int], Sequence[str]],
    lines: Sequence[int],
    used: Sequence[bool],
) -> None:
    """Refuse values of two units or substances, and such as a mark says do not hold.

    Parameters
    ----------
    source
        The file.
    columns
        What its columns are called.
    values
        The column of the values.
    cells
        Gives a column, by its place.
    lines
        Where its rows stand.
    used
        Which rows have a value.
    """
    for k in unit_columns(columns, values):
        check_one_unit(source, columns[k], cells(k), lines, used)
    of_these = plain_name(values)
    plain_words = {*PLAIN, *header_words(values)}
    at_value = columns.index(values)
    families = _Families(columns, at_value)
    for k, name in enumerate(columns):
        plain = plain_name(name)
        if k == at_value or not any(used):
            continue
        rows = [row for row, counts in enumerate(used) if counts]
        found = [cells(k)[row].strip() for row in rows]
        at = [lines[row] for row in rows]
        word = "censored" if name.strip() in ("<", ">") else _word(plain, of_these)
        if word not in HOLD:
            word = "".join(w for w in header_words(name) if w not in plain_words) or word
        if families.is_of_neighbour(k, cells):
            continue
        if BELOW & {*header_words(name)} and A_LIMIT & {*header_words(name)}:
            word = "belowlimit"
        if is_limit(name, values, found):
            of_value = [cells(at_value)[row].strip() for row in rows]
            _check_limits(source, name, of_value, found, at)
            continue
        multiplied = first_multiplied(name, values, columns, found)
        if multiplied is not None:
            first = next(cell for cell in found if cell.lower() not in MISSING)
            raise source.at(at[multiplied], _said_multiplied(name, found[multiplied], first))
        back = first_taken_back(name, values, columns, found)
        if back is not None:
            told = found[back:] + found[:back]
            raise refusal(source, at[back], name, told, "save those that hold")
        if word in HOLD:
            if not _is_measured(word, found):
                _check_marks(source, name, found, at, HOLD[word])
        elif of_these in ANY_VALUES and _is_kind(name, word, found):
            _check_one_kind(source, name, found, at)
        elif (marked := first_marked(name, values, columns, found)) is not None:
            told = found[marked:] + found[:marked]
            raise refusal(source, at[marked], name, told, "save those that hold")
        elif not _is_of_another(name, values):
            verdict = {plain, word} & VERDICTS and {*found} in ({"0", "1"}, {"-1", "1"})
            bad = found.index(min(found)) if verdict else first_bad(name, found)
            if bad is not None:
                mend = "save those that hold"
                raise refusal(source, at[bad], name, found[bad:] + found[:bad], mend)
            check_units_beside(source, columns, values, k, cells, found, at)
            _check_one_form(source, name, found, at)
            if k > at_value and not name.strip():
                block = k + 1 < len(columns) and not columns[k + 1].strip() and any(cells(k + 1))
                near = k == at_value + 1 and not block
                _check_nameless(source, called(columns, k), found, at, near=near)


def _said_multiplied(name: str, cell: str, first: str) -> str:
    return (
        f"'{shown(name)}' says '{shown(cell)}', and '{shown(first)}' above: multiply the values by "
        "it first, and delete that column; delete it, too, if they are multiplied already, or if "
        "it is something else"
    )


def _is_kind(name: str, word: str, found: list[str]) -> bool:
    """Tell whether a column has the substances, by any word of its header."""
    plain, words = plain_name(name), {*header_words(name)}
    if {plain, word} & KINDS or (words & KINDS and words <= KINDS | PLAIN | CODES):
        return True
    cells = [cell for cell in found if cell]
    if not words & KINDS and {plain, word}.isdisjoint(WORDS_OF_KINDS):
        return False
    if words & KINDS and len({*cells}) == len(cells):
        return False  # a species richness, the owner of a property
    return any(parse_number(cell) is None for cell in cells)


def _is_measured(word: str, found: list[str]) -> bool:
    """Tell whether numbers below ``quality`` or ``error`` are no codes but numbers."""
    numbers = [parse_number(cell) for cell in found if cell.lower() not in MISSING]
    if None in numbers or not (word in CODED or word in CENSORED):
        return False
    if word in CENSORED:
        return not {*numbers} <= {0.0, 1.0} or (word == "error" and 0.0 not in numbers)
    return any(number % 1 for number in numbers if number) or len({*numbers}) > _MOST_CODES


def _is_of_another(name: str, values: str) -> bool:
    """Tell whether a column is that of the marks of another than these values: ``lead_flag``."""
    words, these = {*header_words(name)}, header_words(values)
    others = {word for word in words - {*HOLD, *PLAIN, *these} if not stands_for(word, these)}
    if these and words.issuperset(these):
        return False
    return plain_name(values) not in ANY_VALUES and bool(others) and not words.isdisjoint(HOLD)


class _Families:
    """Columns of marks that are called alike (Qual, Qual.1), and those that stand beside them.

    Found once for all columns, as a file may have thousands of them: spectra have.
    """

    def __init__(self, columns: Sequence[str], values: int) -> None:
        self.columns, self.values = columns, values
        self.bare = [re.sub(r"(?<![^a-z])[^a-z]+$", "", name.strip().lower()) for name in columns]
        self.first: dict[str, int] = {}
        self.count = Counter(name for k, name in enumerate(self.bare) if k != values)
        for k, name in enumerate(self.bare):
            if k != values:
                self.first.setdefault(name, k)
        self.before = self._beside(range(len(columns)), -1)
        self.behind = self._beside(range(len(columns))[::-1], len(columns))

    def _beside(self, places: range, outside: int) -> list[int]:
        """Return for each place the next of another family before it, as the places go."""
        found, last = [outside] * len(places), outside
        for k in places:
            apart = last == outside or self.values in (k, last) or self.bare[k] != self.bare[last]
            found[k] = last if apart else found[last]
            last = k
        return found

    def is_of_neighbour(self, place: int, cells: Callable[[int], Sequence[str]]) -> bool:
        """Tell whether one of several columns of marks stands by other values."""
        name = self.bare[place]
        if self.count[name] < 2 or not name:
            return False
        # They stand behind their values, or before them where the first follows the sites.
        first = self.first[name]
        ahead = may_name(self.columns[first - 1]) if first else True
        near = (self.behind if ahead else self.before)[place]
        if near in (-1, len(self.columns), self.values):
            return False
        numbers = [parse_number(cell) for cell in cells(near) if cell.lower() not in MISSING]
        known = plain_name(self.columns[near]) in _NO_VALUES
        return not known and bool(numbers) and None not in numbers


def _word(plain: str, values: str) -> str:
    """Return a column's name without that of the values: ``zinc_flag`` is flag, beside zinc."""
    for word in (*PREFIXES, values):
        for rest in (plain.removeprefix(word), plain.removesuffix(word)):
            if rest in HOLD:
                return rest
    return plain


def _check_limits(
    source: Source, name: str, values: list[str], limits: list[str], lines: list[int]
) -> None:
    row = first_under_limit(values, limits)
    if row is not None:
        raise source.at(
            lines[row],
            f"'{shown(name)}' says '{shown(limits[row])}', and the value {shown(values[row])} is "
            "not above it: nothing was found there; save the rows with what was found as a file of "
            "their own, or delete that column if it is no limit of detection",
        )


def _check_one_kind(source: Source, name: str, found: list[str], lines: list[int]) -> None:
    told = [(kind, line) for kind, line in zip(found, lines, strict=True) if kind]
    kinds = list(dict.fromkeys(kind.lower() for kind, _ in told if kind.lower() not in MISSING))
    if len(kinds) > 1:
        line = next(line for kind, line in told if kind.lower() == kinds[1])
        raise refusal(source, line, name, [kind for kind, _ in told], "save the rows of one")


def _check_one_form(source: Source, name: str, found: list[str], lines: list[int]) -> None:
    row = None if FREE & {*header_words(name), plain_name(name)} else second_form(found, name)
    if row is not None:
        told, mend = found[row:] + found[:row], "delete that column if it is something else"
        raise refusal(source, lines[row], name, told, "save the rows of one", mend)


def _check_nameless(
    source: Source, name: str, found: list[str], lines: list[int], *, near: bool
) -> None:
    """Refuse words beside some of the values, in a column of which no heading says what it is.

    Farther off than right beside the values, only signs are marks of them: a star is, a word not.
    """
    told = [row for row, cell in enumerate(found) if cell.lower() not in GOOD]
    words = [cell for cell in found if cell and parse_number(cell) is None]
    if not told or "" not in found or len(words) < len([cell for cell in found if cell]):
        return
    if any(map(is_full_date, words)) or not (near or all(map(_SIGNS.fullmatch, words))):
        return
    first, mend = told[0], "give that column a heading (remark) if it says something else"
    told_first = found[first:] + found[:first]
    raise refusal(source, lines[first], name, told_first, "save those that hold", mend)


def _check_marks(
    source: Source, name: str, found: list[str], lines: list[int], good: set[str]
) -> None:
    marks = [mark.lower() for mark in found]
    bad = next((row for row, mark in enumerate(marks) if mark not in good), None)
    # All alike and a number, it may be the code of what is good: nothing tells the rows apart.
    if bad is None or (good is GOOD and len({*marks}) == 1 and marks[0].isdecimal()):
        return
    raise refusal(source, lines[bad], name, found[bad:] + found[:bad], "save those that hold")


def refusal(
    source: Source, line: int, name: str, found: list[str], remedy: str, mend: str = ""
) -> CheapBanditsError:
    """Return what is wrong with values of which a column beside them says several things.

    Parameters
    ----------
    source, line
        The file, and the row that is told of.
    name, found
        The column, and its cells, the telling one first.
    remedy
        Which rows to save by themselves.
    mend
        What else to do; when left out, what to do to a column that says something else.
    """
    otherwise = mend or f"{told_mend(found)} that column if it is something else"
    kinds = list(dict.fromkeys(kind for kind in found if kind))
    more = ", ..." if len(kinds) > _MOST_LISTED else ""
    listed = ", ".join(f"'{shown(kind, 30)}'" for kind in kinds[:_MOST_LISTED])
    return source.at(
        line,
        f"'{shown(name)}' beside the values says {listed}{more}: {remedy} as a file of their own, "
        f"or {otherwise}",
    )
