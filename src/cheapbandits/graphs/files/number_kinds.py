"""Numbers that tell the rows of a site apart: depths, wavelengths, sizes, codes of substances.

Their columns may be called anything. A covariate differs from visit to visit and from site to site;
these are the same few at every site, once each, or they are layers that meet.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import TypeVar

from cheapbandits.text import MISSING, parse_number

__all__ = ["second_layer", "second_number"]

_T = TypeVar("_T")

#: So many numbers are a few; of the sites with several rows, so many share them, and so many may
#: have one of them twice; with fewer of such sites it may be chance.
_MOST, _SHARED, _TWICE, _FEWEST = 12, 0.8, 0.1, 3
#: Higher ones, and such as have zeros ahead, are codes, though they follow on each other.
_HIGHEST = 99


def second_number(
    cells: Sequence[str], keys: Sequence[Hashable], *, counted: bool = True
) -> int | None:
    """Return the first row with a second of a few numbers that stand at most sites, once each.

    Parameters
    ----------
    cells
        A column, beside the values that are used.
    keys
        The site of each row, with what parts its rows: a date, a replicate.
    counted
        Whether 1 and 2 may count readings of the same.

    Examples
    --------
    >>> second_number(["0", "20"] * 3, [1, 1, 2, 2, 3, 3])
    1
    >>> second_number(["1", "2"] * 3, [1, 1, 2, 2, 3, 3])  # they only count
    """
    numbers = _numbers(cells)
    if numbers is None or not 2 <= len({*numbers} - {None}) <= _MOST:
        return None
    several = _several(numbers, keys)
    twice = sum(len({*group}) < len(group) for group in several)
    if len(several) < _FEWEST or twice > _TWICE * len(several):
        return None
    found = Counter(number for group in several for number in {*group})
    shared = {number for number, count in found.items() if count >= _SHARED * len(several)}
    if len(shared) < 2:
        return None
    if counted and _follow(shared) and not any(_is_code(cell) for cell in cells):
        return None
    first = next(number for number in numbers if number in shared)
    return next(r for r, number in enumerate(numbers) if number in shared and number != first)


def second_layer(
    tops: Sequence[str], bottoms: Sequence[str], keys: Sequence[Hashable]
) -> int | None:
    """Return the first row that begins where another row of its site ends.

    Parameters
    ----------
    tops, bottoms
        Two columns that stand beside each other.
    keys
        As for :func:`second_number`.
    """
    above, below = _numbers(tops), _numbers(bottoms)
    if above is None or below is None:
        return None
    both = [
        None if top is None or bottom is None else (top, bottom)
        for top, bottom in zip(above, below, strict=True)
    ]
    if any(pair is None or pair[0] >= pair[1] for pair in both):
        return None
    several = _several(both, keys)
    meet = sum(all(a[1] == b[0] for a, b in pairwise(sorted(group))) for group in several)
    if len(several) < _FEWEST or meet < _SHARED * len(several):
        return None
    seen: set[Hashable] = set()
    for row, key in enumerate(keys):
        if key in seen:
            return row
        seen.add(key)
    return None


def _numbers(cells: Sequence[str]) -> list[float | None] | None:
    """Return cells as numbers, ``None`` for those that are empty; nothing where one is a word."""
    found: list[float | None] = []
    known: dict[str, float | None] = {}
    for cell in cells:
        text = cell.strip()
        if text not in known:
            known[text] = parse_number(text, comma="," in text)
            if known[text] is None and text.lower() not in MISSING:
                return None
        found.append(known[text])
    return found


def _several(cells: Sequence[_T | None], keys: Sequence[Hashable]) -> list[list[_T]]:
    """Return the cells of each site that has more than one."""
    groups: dict[Hashable, list[_T]] = defaultdict(list)
    for key, cell in zip(keys, cells, strict=True):
        if cell is not None:
            groups[key].append(cell)
    return [group for group in groups.values() if len(group) > 1]


def _follow(numbers: set[float]) -> bool:
    """Tell whether numbers only count."""
    low, high = min(numbers), max(numbers)
    whole = all(number % 1 == 0 for number in numbers)
    return whole and high - low == len(numbers) - 1 and low >= 0 and high <= _HIGHEST


def _is_code(cell: str) -> bool:
    return len(cell) > 2 and cell.isdecimal() and cell[0] == "0"
