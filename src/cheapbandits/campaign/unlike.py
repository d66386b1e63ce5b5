"""Readings of a file that are, as a whole, unlike those before it: another unit, most often.

No word of a header is needed for this. Nature changes places one by one; a change of unit takes all
of them by one factor (or degrees by 1.8 and 32), and another direction turns all signs. It is only
ever said, as a flood may do the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log10
from statistics import median

__all__ = ["unlike_before"]

#: So many times as large, all of them, is more than a season.
FAR = 20.0
#: Less is another unit where five sites and more agree in the factor, but for rounding.
CLOSE, _LEAST = 0.02, 1.5
#: By how much of it a temperature may change until it is read again.
_DAYS = 0.1
#: What is made of degrees Celsius by a factor and something more.
_DEGREES = (("Fahrenheit", 1.8, 32.0), ("Kelvin", 1.0, 273.15))
_FEWEST_SITES, _FEWEST = 3, 5
#: A factor this near to a power of ten is meant to be one.
_NEAR = 0.15

_Readings = Iterable[tuple[Sequence[int], float]]
_Pairs = list[tuple[float, float]]


def unlike_before(before: _Readings, now: _Readings) -> str | None:
    """Return what is odd about new readings after those before them, or ``None``.

    Parameters
    ----------
    before, now
        The nodes of each, and what was read there.

    Examples
    --------
    >>> zinc = [((0,), 1.1), ((1,), 0.9), ((2,), 1.3)]
    >>> unlike_before(zinc, [(site, 1000 * reading) for site, reading in zinc])
    'the readings at 3 sites that were read before are now about 1,000 times as large: ...'
    >>> unlike_before(zinc, [((0,), 3.1), ((1,), 2.2), ((2,), 3.5)])
    """
    old, new = _by_site(before), _by_site(now)
    pairs = [(median(old[site]), median(new[site])) for site in new if site in old]
    where = f"the readings at {len(pairs)} sites that were read before are now"
    factor = _factor(pairs)
    if factor is not None:
        return f"{where} {_times(factor)}: another unit?"
    if _is_turned(pairs):
        return f"{where} of the other sign: counted downwards before, and upwards now, or so?"
    for degrees, times, more in _DEGREES:
        if _are_degrees(pairs, times, more):
            return f"{where} as {degrees} after Celsius: another unit?"
        if _are_degrees([(y, x) for x, y in pairs], times, more):
            return f"{where} as Celsius after {degrees}: another unit?"
    one, other = ([x for group in found.values() for x in group] for found in (old, new))
    factor = _apart(one, other) if len(pairs) < _FEWEST_SITES else None
    if factor is not None:
        return f"all {len(other)} new readings are {_times(factor)} as those before: another unit?"
    return None


def _by_site(readings: _Readings) -> dict[tuple[int, ...], list[float]]:
    found: dict[tuple[int, ...], list[float]] = defaultdict(list)
    for nodes, reading in readings:
        found[tuple(nodes)].append(float(reading))
    return found


def _factor(pairs: _Pairs) -> float | None:
    """Return the factor that takes each first to about its second; ``None`` where there is none."""
    some = [(x, y) for x, y in pairs if x or y]
    if len(some) < _FEWEST_SITES or any(x * y <= 0 for x, y in some):
        return None
    factors = [y / x for x, y in some]
    low, high, middle = min(factors), max(factors), median(factors)
    if low >= FAR or high <= 1 / FAR:
        return middle
    several = min(len(some), len({x for x, _ in some})) >= _FEWEST
    close = (1 - CLOSE) * middle <= low <= high <= (1 + CLOSE) * middle
    return middle if several and close and not 1 / _LEAST < middle < _LEAST else None


def _is_turned(pairs: _Pairs) -> bool:
    """Tell whether the second of each is about the first with the other sign, or all by a factor.

    A frost turns signs, too, but hardly at all places to about the same size.
    """
    some = [(x, -y) for x, y in pairs if x or y]
    if min(len(some), len({x for x, _ in some})) < _FEWEST or any(x * y <= 0 for x, y in some):
        return False
    return _factor(some) is not None or all(1 / _LEAST < y / x < _LEAST for x, y in some)


def _are_degrees(pairs: _Pairs, times: float, more: float) -> bool:
    """Tell whether the second of each is the first in other degrees, about."""
    if len({x for x, _ in pairs}) < _FEWEST:
        return False
    slack = _DAYS * max(abs(x) for x, _ in pairs)
    return all(abs((y - more) / times - x) <= slack < abs(y - x) for x, y in pairs)


def _apart(before: list[float], now: list[float]) -> float | None:
    """Return the factor between two sets of readings that are far apart, all of them."""
    if min(len(before), len(now)) < _FEWEST:
        return None
    one, other = median(before), median(now)
    if one * other <= 0 or (min(before) <= max(now) and min(now) <= max(before)):
        return None
    factor = other / one
    return None if 1 / FAR < factor < FAR else factor


def _times(factor: float) -> str:
    """Return a factor in words: about 1,000 times as large."""
    size, way = (factor, "large") if factor >= 1 else (1 / factor, "small")
    power = round(log10(size))
    if abs(log10(size) - power) < _NEAR and power > 0:
        return f"about {10**power:,} times as {way}"
    return f"about {float(f'{size:.2g}'):,g} times as {way}"
