"""Through all fronts of a tree: branches of small ones side by side, large ones on all cores.

Each front meets the same arithmetic whatever the number of cores, so its numbers are the same to
the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from cheapbandits.engines.threads import SMALL, by_size, n_threads

if TYPE_CHECKING:
    from cheapbandits.engines.dissection.tree import Tree

__all__ = ["downward", "upward"]

#: A branch holds at most this share of the work, so that there are enough of them.
SHARE = 1 / 32
#: Numbers on the borders of branches that may wait at once: half a gigabyte.
WAITING = 2**26
#: More threads than this would wait for Python's lock.
MOST = 8

#: Branches, as ranges of fronts in the order to be visited, and the fronts above them.
Batch = tuple[list[range], list[int]]


def upward(
    tree: Tree, visit: Callable[[int], object], advance: Callable[[float], object] = float
) -> None:
    """Visit every front after all that lie inside it; ``advance`` hears shares of the work."""
    walk = _Walk(tree, visit, advance)
    with by_size() as threads, walk.pool:
        for branches, above in reversed(_batches(tree)):
            threads(0)
            walk.side_by_side([branch[::-1] for branch in reversed(branches)])
            walk.alone(reversed(above), threads)


def downward(
    tree: Tree, visit: Callable[[int], object], advance: Callable[[float], object] = float
) -> None:
    """Visit every front before all that lie inside it; ``advance`` hears shares of the work."""
    walk = _Walk(tree, visit, advance)
    with by_size() as threads, walk.pool:
        for branches, above in _batches(tree):
            walk.alone(above, threads)
            threads(0)
            walk.side_by_side(branches)


class _Walk:
    def __init__(
        self, tree: Tree, visit: Callable[[int], object], advance: Callable[[float], object]
    ) -> None:
        self._rows = (tree.sizes[0] + tree.sizes[1]).tolist()
        self._visit, self._advance = visit, advance
        self.pool = ThreadPoolExecutor(min(n_threads(), MOST))

    def alone(self, fronts: Iterable[int], threads: Callable[[int], None]) -> None:
        for t in fronts:
            threads(self._rows[t])
            self._visit(t)
            self._advance(1 / len(self._rows))

    def side_by_side(self, branches: list[range]) -> None:
        tasks = [self.pool.submit(self._branch, branch) for branch in branches]
        try:
            for task in tasks:
                self._advance(task.result() / len(self._rows))
        finally:  # where one fails, or whoever listens ends the work
            for task in tasks:
                task.cancel()

    def _branch(self, fronts: range) -> int:
        for t in fronts:
            self._visit(t)
        return len(fronts)


def _batches(tree: Tree) -> list[Batch]:
    """Return the tree in batches, from the top; fronts inside a front are of higher numbers."""
    own, border = tree.sizes
    rows, waits = (own + border).tolist(), (border**2).tolist()
    work = tree.works.tolist()
    ends = list(range(1, len(tree) + 1))  # of each front's subtree, which is a range
    for t, around in reversed(list(enumerate(tree.parent.tolist()))):
        if around >= 0:
            ends[around] = max(ends[around], ends[t])
            rows[around] = max(rows[around], rows[t])
            work[around] += work[t]
    most = SHARE * sum(tree.works)
    batches: list[Batch] = [([], [])]
    waiting, t, open_ = 0, 0, 0.0
    while t < len(tree):
        branches, above = batches[-1]
        if rows[t] > SMALL or work[t] > most:
            above.append(t)
            t, open_ = t + 1, 0.0
            continue
        waiting += waits[t]
        if branches and branches[-1].stop == t and open_ + work[t] <= most / 8:
            branches[-1] = range(branches[-1].start, ends[t])  # small ones go together
            open_ += work[t]
        else:
            branches.append(range(t, ends[t]))
            open_ = work[t]
        t = ends[t]
        if waiting > WAITING:
            batches.append(([], []))
            waiting = 0
    return batches
