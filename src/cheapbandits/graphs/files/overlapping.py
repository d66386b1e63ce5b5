"""Polygons that overlap, or share a border on which their corners do not meet, without shapely.

Who draws a map by hand, or simplifies it piece by piece, gets borders that run into each other by a
hair. Of two polygons the parts of the one border are measured that lie within the other or on it:
neighbours have more in common than a thousandth of the smaller of them. A corner that reaches over
by a hair has not; see :mod:`.rounded_borders` for how far it may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files.border_pieces import inside, on, parted
from cheapbandits.graphs.files.main_direction import main_direction, turned
from cheapbandits.graphs.files.rounded_borders import borders_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["STRETCH", "on_top", "overlapping", "said_on_top", "same_within"]

#: Borders nearer than this, compared with the map, are the same: rounding, no gap.
_SAME = 1e-9
#: So many times the rounding of a coordinate is no gap, however small the map is.
_ROUNDED = 4
#: A stretch of border that two share is so many times longer than that; a corner is not.
STRETCH = 100
#: On a map a polygon has a few neighbours; with so many and more they lie on each other.
_MOST_NEAR = 200
#: So many are no matter.
_FEW_NEAR = 100_000
_ON_TOP = "the polygons lie on top of each other; remove the copies, or keep one layer of them"
#: Where the half are more slender it may be their frames alone: strips 15 times as long as wide.
_THIN = 17.0
_SIDE_BY_SIDE = (
    "the polygons are long and thin and lie across each other or side by side, too many to tell "
    "which share a border; join them by their middles (--neighbors; in Python n_neighbors=)"
)
#: So many pieces of a border, one after the other, are compared at once with what is near them.
_CHUNK = 64
#: And so many at first, without more ado.
_QUICK = 100_000
#: So many comparisons are held in memory at once: some 100 MB.
_AT_ONCE = 1_000_000
#: Borders of no more pieces are compared many at once: each by itself takes longer to begin.
_FEW = 12
#: So many comparisons of two pieces take a minute or two; crooked borders on each other need more.
MOST_COMPARED = 1_000_000_000


def overlapping(
    rings: Sequence[Numbers], owners: Sequence[int], joined: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the ``(E, 2)`` further pairs of owners that overlap or share a border.

    Parameters
    ----------
    rings
        ``(k, 2)`` vertices of each ring, closed or not.
    owners
        Which polygon each ring belongs to.
    joined
        ``(E, 2)`` pairs that are known to be neighbours, each with the lower first.
    """
    owner = np.asarray(owners, dtype=np.int64)
    borders = _borders(rings, owner)
    present = sorted(borders)
    if not present:  # none of them has any length
        return np.empty((0, 2), dtype=np.int64)
    low = np.array([np.minimum(*_ends(borders[k])).min(axis=0) for k in present])
    high = np.array([np.maximum(*_ends(borders[k])).max(axis=0) for k in present])
    same = same_within(low, high)
    rounded = borders_of(rings, owners)
    least = rounded.least[present]
    frames = _level_frames([borders[k] for k in present])
    _check_near(frames[0] - same, frames[1] + same, rounded.slender[present])
    known = {tuple(pair) for pair in joined.tolist()}
    found, compared = [], 0
    few = _Few([borders[k] for k in present], same, least)
    plain, level = ((a - same, b + same) for a, b in ((low, high), frames))
    for i, j in _near(plain, level, np.minimum(least, STRETCH * same)):
        pair = present[i], present[j]
        if pair in known:
            continue
        if few.takes(i, j):
            compared += few.each
            _check_compared(compared, pair)
        else:
            frame = np.maximum(low[i], low[j]) - same, np.minimum(high[i], high[j]) + same
            one, other = borders[pair[0]], borders[pair[1]]
            if _are_apart(one, other, frame):
                continue
            enough = np.array([min(least[i], least[j]), STRETCH * same])
            for mine, its in ((one, other), (other, one)):
                length = np.zeros(2)
                for parts, count in _common(mine, its, frame, same):
                    length += parts
                    compared += count
                    _check_compared(compared, pair)
                    if (length > enough).any():
                        break  # that is enough: how much more there is changes nothing
                if (length > enough).any():
                    found.append(pair)
                    break
    others = np.array(present, dtype=np.int64)[few.found()]
    return np.concatenate([np.array(found, dtype=np.int64).reshape(-1, 2), others])


def same_within(low: Numbers, high: Numbers) -> float:
    """Return how near borders are that are the same, by the frames of half of the polygons.

    Not by that of all: one polygon far away, or one spoilt vertex, says nothing of the others.
    """
    n = len(low)
    few = min((n - 1) // 2, max(1, n // 4))
    left, right = np.sort(low, axis=0)[few], np.sort(high, axis=0)[n - 1 - few]
    rounded = _ROUNDED * np.spacing(np.maximum(np.abs(left), np.abs(right)).max())
    return max(_SAME * float((right - left).max()), float(rounded))


def _check_compared(compared: int, pair: tuple[int, int]) -> None:
    if compared > MOST_COMPARED:
        raise GraphError(
            f"the borders of polygons {pair[0]} and {pair[1]}, among others, run on and over each "
            "other, too many or too crooked to compare; simplify them, or join the polygons by "
            "their middles (--neighbors; in Python n_neighbors=)"
        )


class _Few:
    """Pairs of polygons with few pieces each, gathered and compared many at once.

    A border with fewer than the others has further pieces to the left of the map, level: nothing
    lies on them, and no ray to the right meets them. Each has them at a height of its own, as they
    would lie on those of the others.
    """

    def __init__(self, borders: Sequence[Numbers], same: float, least: Numbers) -> None:
        self.same, self.least = same, least
        self.small = [len(border) <= _FEW for border in borders]
        few = [border for border, small in zip(borders, self.small, strict=True) if small]
        most = max(map(len, few), default=0)
        #: How many pieces are compared for a pair.
        self.each = 2 * most * (2 * most + 1) * most
        x, y = np.min([border[:, :2].min(axis=0) for border in borders], axis=0)
        wide = float(np.max([border.max() for border in borders]) - min(x, y))
        aside = np.array([x - 2 * wide, y, x - wide, y])
        down = np.outer(np.arange(1.0, len(borders) + 1), [0.0, wide, 0.0, wide])
        self.pieces = np.repeat((aside - down)[:, None], most, axis=1)
        for k, border in enumerate(borders):
            if self.small[k]:
                self.pieces[k, : len(border)] = border
        self.waiting: list[tuple[int, int]] = []
        self.overlap = [np.empty((0, 2), dtype=np.int64)]

    def takes(self, i: int, j: int) -> bool:
        """Take a pair if both are small."""
        if not (self.small[i] and self.small[j]):
            return False
        self.waiting.append((i, j))
        if len(self.waiting) * self.each > _AT_ONCE:
            self._compare()
        return True

    def found(self) -> NDArray[np.int64]:
        """Return the pairs that overlap or share a border, of all that were taken."""
        self._compare()
        return np.concatenate(self.overlap)

    def _compare(self) -> None:
        pairs = np.array(self.waiting, dtype=np.int64).reshape(-1, 2)
        self.waiting = []
        for one, other in ((0, 1), (1, 0)):
            mine, its = self.pieces[pairs[:, one]], self.pieces[pairs[:, other]]
            middles, lengths = parted(mine, its, self.same)
            shared = on(middles, its, self.same)
            common = inside(middles, its) | shared
            enough = (lengths * common).sum(axis=1) > self.least[pairs].min(axis=1)
            enough |= (lengths * shared).sum(axis=1) > STRETCH * self.same
            self.overlap.append(pairs[enough])
            pairs = pairs[~enough]


def _borders(rings: Sequence[Numbers], owner: NDArray[np.int64]) -> dict[int, Numbers]:
    """Return the ``(k, 4)`` pieces of the border of each polygon, from where to where."""
    parts: dict[int, list[Numbers]] = {}
    for ring, k in zip(rings, owner.tolist(), strict=True):
        pieces = np.hstack([ring, np.roll(ring, -1, axis=0)])
        parts.setdefault(k, []).append(pieces[(pieces[:, :2] != pieces[:, 2:]).any(axis=1)])
    return {k: np.concatenate(found) for k, found in parts.items() if sum(map(len, found))}


def _ends(pieces: Numbers) -> tuple[Numbers, Numbers]:
    return pieces[:, :2], pieces[:, 2:]


def on_top(near: int, count: int) -> bool:
    """Tell whether so many polygons lie on each other, by how often one is near to another."""
    return near > max(_FEW_NEAR, _MOST_NEAR * count)


def said_on_top(slender: Numbers) -> str:
    """Return what to say of polygons that lie on each other, as far as their frames tell."""
    return _SIDE_BY_SIDE if float(np.median(slender)) > _THIN else _ON_TOP


def _level_frames(borders: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """Return the frames of polygons along the direction in which most of their borders run."""
    direction = main_direction(np.concatenate(borders))
    level = [turned(np.concatenate(_ends(border)), direction) for border in borders]
    return np.array([ends.min(axis=0) for ends in level]), np.array(
        [ends.max(axis=0) for ends in level]
    )


def _check_near(low: Numbers, high: Numbers, slender: Numbers) -> None:
    """Refuse polygons that lie on each other, as isochrones do: all pairs would be neighbours."""
    near = len(low)  # each is near itself, and every pair counts twice
    for i, behind in _meeting(low, high):
        near += 2 * int(_met(low, high, i, behind).sum())
        if on_top(near, len(low)):
            raise GraphError(said_on_top(slender))


def _near(
    plain: tuple[Numbers, Numbers], level: tuple[Numbers, Numbers], least: Numbers
) -> Iterator[tuple[int, int]]:
    """Yield pairs whose frames have more than a corner in common, and meet along the borders."""
    low, high = plain
    for i, after in _meeting(*level):
        behind = after[_met(*level, i, after)]
        reach = np.minimum(high[i], high[behind]) - np.maximum(low[i], low[behind])
        more = reach.max(axis=1) > np.minimum(least[i], least[behind])
        for j in behind[(reach >= 0).all(axis=1) & more].tolist():
            yield (i, j) if i < j else (j, i)


def _met(low: Numbers, high: Numbers, i: int, behind: NDArray[np.int64]) -> NDArray[np.bool_]:
    reach = np.minimum(high[i], high[behind]) - np.maximum(low[i], low[behind])
    return np.asarray((reach >= 0).all(axis=1))


def _meeting(low: Numbers, high: Numbers) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each frame with those that begin further on, and reach as far, in one direction.

    To the right, or upwards where the frames are long and flat: the direction with fewer.
    """
    axis = int(np.argmin((high - low).mean(axis=0) / np.ptp(low, axis=0).clip(1e-300)))
    order = np.argsort(low[:, axis], kind="stable")
    left = low[order, axis]
    for at, i in enumerate(order.tolist()):
        yield i, order[at + 1 : int(np.searchsorted(left, high[i, axis], side="right"))]


def _are_apart(one: Numbers, other: Numbers, frame: tuple[Numbers, Numbers]) -> bool:
    """Tell the most pairs apart at once: borders do not meet, and none is within the other."""
    mine, its = _within(one, frame), _within(other, frame)
    if len(mine) * len(its) > _QUICK:
        return False
    low, high = np.minimum(*_ends(mine))[:, None], np.maximum(*_ends(mine))[:, None]
    rather = 1e-3 * (frame[1] - frame[0])
    away = (low - rather > np.maximum(*_ends(its))) | (high + rather < np.minimum(*_ends(its)))
    if not away.any(axis=2).all():
        return False
    return not (inside(one[:1, :2], other).any() or inside(other[:1, :2], one).any())


def _common(
    one: Numbers, other: Numbers, frame: tuple[Numbers, Numbers], same: float
) -> Iterator[tuple[Numbers, int]]:
    """Yield, bit by bit, how much of one border lies within another polygon or on its border.

    Of that, how much lies on its border is the second number. And how many pieces were compared to
    find it. Zigzags that cross part each other into as many bits as there are pairs of pieces, each
    of which is compared with all pieces.
    """
    mine, near = _within(one, frame), _within(other, frame)
    for start in range(0, len(mine), _CHUNK):
        some = mine[start : start + _CHUNK]
        low, high = np.minimum(*_ends(some)).min(axis=0), np.maximum(*_ends(some)).max(axis=0)
        its = _within(near, (low - same, high + same))
        right = _within(other, (low, np.array([np.inf, high[1]])))
        for few in _slices(len(some), len(its)):
            middles, lengths = parted(some[few], its, same)
            middles, lengths = middles[lengths > 0], lengths[lengths > 0]
            yield np.zeros(2), len(some[few]) * len(its)
            for bits in _slices(len(middles), len(right) + len(its)):
                points = middles[bits]
                shared = on(points, its, same)
                within = inside(points, right) | shared
                both = np.array([lengths[bits][some].sum() for some in (within, shared)])
                yield both, len(points) * (len(right) + len(its))


def _slices(count: int, others: int) -> Iterator[slice]:
    """Part things each of which is compared with so many others, to fit into memory."""
    step = max(1, _AT_ONCE // max(1, others))
    return (slice(start, start + step) for start in range(0, count, step))


def _within(pieces: Numbers, frame: tuple[Numbers, Numbers]) -> Numbers:
    start, end = _ends(pieces)
    outside = (np.maximum(start, end) < frame[0]) | (np.minimum(start, end) > frame[1])
    return pieces[~outside.any(axis=1)]
