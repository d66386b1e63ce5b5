"""Polygons whose borders run along each other with a gap of a hair, as rounded corners leave it.

The borders are parted into bits of about one length, which are sorted into the cells of a grid:
only bits in cells beside each other are compared, and of these only those of polygons that are not
known to be neighbours. What two polygons share exactly is left out first: on a map without gaps
little remains. The grid lies along the borders, and its cells are as broad as the bits are: of
long thin strips there are few in each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files.main_direction import main_direction, turned
from cheapbandits.graphs.files.rounded_borders import Borders, borders_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["hairlines"]

#: A corner at a side, or two sides at a sharp angle, are near each other for fewer hairs than this.
_STRETCH = 10.0
#: So many comparisons are held in memory at once: some 100 MB.
_AT_ONCE = 300_000
#: Cells beside a cell, one of each two that lie opposite.
_BESIDE = ((0, 0), (1, -1), (1, 0), (1, 1), (0, 1))
#: Vertices that agree to so many decimals are the same.
_DECIMALS = 9
#: So many comparisons take a minute or two.
MOST_COMPARED = 300_000_000
#: And so many looks at what is in one cell; those that remain have room in memory.
MOST_LOOKS, MOST_NEAR = 1_000_000_000, 60_000_000
#: Cells of a grid have numbers of 64 bits: in each direction there are no more than this.
_MOST_CELLS = 2.0**30


def hairlines(rings: Sequence[Numbers], owners: Sequence[int], known: Whole) -> Whole:
    """Return the ``(E, 2)`` further pairs of owners with no more than a hair between them.

    Along a stretch, that is: corners come as near, for a few hairs.

    Parameters
    ----------
    rings
        ``(k, 2)`` vertices of each ring, closed or not.
    owners
        Which polygon each ring belongs to.
    known
        ``(E, 2)`` pairs that are known to be neighbours.
    """
    borders = borders_of(rings, owners)
    single = _not_shared(borders.pieces)
    if not single.any():
        return np.empty((0, 2), dtype=np.int64)
    pieces = borders.pieces[single]
    level = turned(pieces.reshape(-1, 2, 2), main_direction(pieces)).reshape(-1, 4)
    bits = _bits(level, borders.owner[single], float(borders.hair.max()))
    count = len(borders.hair)
    lower, higher = np.sort(known, axis=1).T
    pairs = np.concatenate(list(_near(bits, borders, np.unique(lower * count + higher))))
    whose, length = _lengths(bits, borders, pairs)
    low, high = np.minimum(*whose.T), np.maximum(*whose.T)
    enough = length > _stretch(borders, low, high)
    found = np.unique(low[enough] * count + high[enough])
    return np.column_stack(np.divmod(found, count))


def _stretch(borders: Borders, one: Whole, other: Whole) -> Numbers:
    """Return how long two borders must be near each other: longer than at a sharp angle."""
    hair = np.minimum(borders.hair[one], borders.hair[other])
    slender = np.minimum(borders.slender[one], borders.slender[other])
    least = np.minimum(borders.least[one], borders.least[other])
    return np.asarray(np.maximum(least, hair * np.maximum(_STRETCH, slender)))


def _not_shared(pieces: Numbers) -> NDArray[np.bool_]:
    """Tell which pieces no other polygon has: behind the others there is a neighbour already."""
    places = np.round(pieces, _DECIMALS) + 0.0  # + 0.0: -0 is 0
    ends = np.concatenate([places[:, 0] + 1j * places[:, 1], places[:, 2] + 1j * places[:, 3]])
    vertices, vertex = np.unique(ends, return_inverse=True)
    one, other = vertex.reshape(2, -1)
    key = np.minimum(one, other) * vertices.size + np.maximum(one, other)
    _, which, times = np.unique(key, return_inverse=True, return_counts=True)
    return np.asarray(times[which] == 1)


@dataclass(frozen=True)
class _Bits:
    """Bits of borders, those of one polygon in one cell one after the other.

    ``groups`` are the ``(G, 4)`` first bit, number of bits, cell and owner of these; ``low`` and
    ``high`` their frames. Cells in a row have successive numbers, rows are ``wide`` apart.
    """

    places: Numbers
    owner: Whole
    groups: Whole
    low: Numbers
    high: Numbers
    wide: int


def _bits(pieces: Numbers, owner: Whole, hair: float) -> _Bits:
    """Part pieces into bits no longer than they are on average, and sort them into cells."""
    way = pieces[:, 2:] - pieces[:, :2]
    long = np.linalg.norm(way, axis=1)
    size = float(long.mean())
    times = np.maximum(np.ceil(long / size), 1).astype(np.int64)
    piece, at = np.repeat(np.arange(len(times)), times), _counted(times)
    step = way[piece] / times[piece][:, None]
    start = pieces[piece, :2] + at[:, None] * step
    places, owner = np.hstack([start, start + step]), owner[piece]
    # Bits are near each other only if their middles are no further apart than they are broad.
    broad = np.abs(step).max(axis=0) + hair
    middles = (places[:, :2] + places[:, 2:]) / 2 - places[:, :2].min(axis=0)
    wide_cells = np.maximum(broad, np.ptp(middles, axis=0) / _MOST_CELLS)
    cells = np.floor(middles / np.where(wide_cells > 0, wide_cells, 1.0))  # all on one line
    cells -= cells.min(axis=0)
    wide = int(cells[:, 1].max()) + 3
    cell = cells[:, 0].astype(np.int64) * wide + cells[:, 1].astype(np.int64)
    order = np.lexsort((owner, cell))
    places, owner, cell = places[order], owner[order], cell[order]
    first = np.flatnonzero(np.diff(cell, prepend=-1) | np.diff(owner, prepend=-1))
    number = np.diff(first, append=len(cell))
    low = np.minimum.reduceat(np.minimum(places[:, :2], places[:, 2:]), first)
    high = np.maximum.reduceat(np.maximum(places[:, :2], places[:, 2:]), first)
    groups = np.column_stack([first, number, cell[first], owner[first]])
    return _Bits(places, owner, groups, low, high, wide)


def _near(bits: _Bits, borders: Borders, known: Whole) -> Iterator[Whole]:
    """Yield ``(p, 2)`` groups whose frames meet, of polygons not known to be neighbours."""
    yield np.empty((0, 2), dtype=np.int64)
    cell, owner = bits.groups[:, 2], bits.groups[:, 3]
    looks = near = 0
    for right, up in _BESIDE:
        there = cell + right * bits.wide + up
        begin = np.searchsorted(cell, there)
        counts = np.searchsorted(cell, there, side="right") - begin
        looks += int(counts.sum())
        if looks > MOST_LOOKS:
            raise _too_close(int(owner[np.argmax(counts)]))
        for some in _chunks(counts):
            one = np.repeat(np.arange(some.start, some.stop), counts[some])
            other = begin[one] + _counted(counts[some])
            apart = owner[one] != owner[other]
            if (right, up) == (0, 0):
                apart &= one < other
            one, other = one[apart], other[apart]
            hair = np.minimum(borders.hair[owner[one]], borders.hair[owner[other]])[:, None]
            reach = np.minimum(bits.high[one], bits.high[other]) - np.maximum(
                bits.low[one], bits.low[other]
            )
            low, high = np.minimum(owner[one], owner[other]), np.maximum(owner[one], owner[other])
            meet = (reach >= -hair).all(axis=1)
            meet &= ~np.isin(low * len(borders.hair) + high, known)
            near += int(meet.sum())
            if near > MOST_NEAR:
                raise _too_close(int(owner[one[0]]))
            yield np.column_stack([one[meet], other[meet]])


def _too_close(polygon: int) -> GraphError:
    return GraphError(
        f"too many borders, long or short, lie close to that of polygon {polygon} and of others to "
        "be compared; join the polygons by their middles (--neighbors; in Python n_neighbors=)"
    )


def _lengths(bits: _Bits, borders: Borders, pairs: Whole) -> tuple[Whole, Numbers]:
    """Return ``(p, 2)`` owners, and how much of the border of the first is near the second's."""
    sizes = bits.groups[:, 1]
    counts = sizes[pairs[:, 0]] * sizes[pairs[:, 1]]
    if counts.sum() > MOST_COMPARED:
        worst = bits.groups[pairs[np.argmax(counts)], 3]
        raise GraphError(
            f"the borders of polygons {worst[0]} and {worst[1]}, among others, are too crooked to "
            "compare; simplify them, or join the polygons by their middles (--neighbors; in Python "
            "n_neighbors=)"
        )
    found = [
        _stretches(bits, borders, mine, its)
        for some in _chunks(counts)
        for one, other in [_each(bits, pairs[some], counts[some])]
        for mine, its in ((one, other), (other, one))
    ]
    bit, other = (np.concatenate([f[k] for f in found] or [np.empty(0, np.int64)]) for k in (0, 1))
    spans = np.concatenate([f[2] for f in found] or [np.empty((0, 2))])
    length = _united(bit * len(borders.hair) + other, spans)
    size = np.linalg.norm(bits.places[bit, 2:] - bits.places[bit, :2], axis=1)
    whose, which = np.unique(bits.owner[bit] * len(borders.hair) + other, return_inverse=True)
    sums = np.bincount(which, weights=length * size, minlength=len(whose)).astype(np.float64)
    return np.column_stack(np.divmod(whose, len(borders.hair))), sums


def _each(bits: _Bits, pairs: Whole, counts: Whole) -> tuple[Whole, Whole]:
    """Return each bit of one group with each of the other."""
    pair, at = np.repeat(np.arange(len(pairs)), counts), _counted(counts)
    one, other = pairs[pair].T
    across, along = np.divmod(at, bits.groups[other, 1])
    return bits.groups[one, 0] + across, bits.groups[other, 0] + along


def _stretches(
    bits: _Bits, borders: Borders, mine: Whole, its: Whole
) -> tuple[Whole, Whole, Numbers]:
    """Return bits, the owners that they are near to, and from where to where: 0 to 1."""
    other = bits.owner[its]
    hair = np.minimum(borders.hair[bits.owner[mine]], borders.hair[other])
    start, way = bits.places[mine, :2], bits.places[mine, 2:] - bits.places[mine, :2]
    its_start = bits.places[its, :2]
    its_way = bits.places[its, 2:] - its_start
    apart, size = start - its_start, np.linalg.norm(its_way, axis=1)
    beside = _between((apart * its_way).sum(axis=1), (way * its_way).sum(axis=1), 0.0, size**2)
    near = _between(_cross(apart, its_way), _cross(way, its_way), -hair * size, hair * size)
    span = np.column_stack([np.maximum(beside[0], near[0]), np.minimum(beside[1], near[1])]).clip(
        0.0, 1.0
    )
    some = span[:, 0] < span[:, 1]
    return mine[some], other[some], span[some]


def _between(
    at: Numbers, slope: Numbers, low: Numbers | float, high: Numbers
) -> tuple[Numbers, Numbers]:
    """Return from where to where ``at + slope * t`` is between two values."""
    slope = np.where(slope == 0, 1e-300, slope)
    with np.errstate(over="ignore"):
        one, other = (low - at) / slope, (high - at) / slope
    return np.minimum(one, other), np.maximum(one, other)


def _united(key: Whole, spans: Numbers) -> Numbers:
    """Return what each span adds to those before it with the same key."""
    order = np.lexsort((spans[:, 0], key))
    group = np.cumsum(np.diff(key[order], prepend=-1) != 0)[:, None]
    start, end = (spans[order] + 2.0 * group).T
    reached = np.maximum.accumulate(np.concatenate([[0.0], end[:-1]])) if len(end) else end
    added = np.empty(len(key))
    added[order] = np.maximum(end - np.maximum(start, reached), 0.0)
    return added


def _counted(counts: Whole) -> Whole:
    """Return 0, 1, 2, ... for each of the counts, one after the other."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _chunks(counts: Whole) -> Iterator[slice]:
    """Part what is expanded by these counts, to fit into memory."""
    chunk = np.cumsum(counts) // _AT_ONCE
    edges = [0, *(np.flatnonzero(np.diff(chunk)) + 1).tolist(), len(counts)]
    return (slice(a, b) for a, b in pairwise(edges) if a < b)


def _cross(one: Numbers, other: Numbers) -> Numbers:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
