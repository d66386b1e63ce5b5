"""Which ways to sharper bounds pay on a graph: tried on a few probes, by work and outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

__all__ = ["Step", "cheapest"]


class Step(NamedTuple):
    """A series of ``size`` terms, a ball of ``size`` nodes, a rough or an exact solve.

    Attributes
    ----------
    work, width
        What it takes for one probe, and how far its bounds are then apart: measured.
    """

    kind: str
    size: int = 0
    work: float = 0.0
    width: float = 0.0


def cheapest(tried: Sequence[Step], start: float, solve_work: float) -> list[Step]:
    """Return the steps to take, one after the other, before a solve.

    Of the probes a step serves, those need the next one whose bounds are still too wide: taken to
    be as many as the bounds are wide.

    Parameters
    ----------
    tried
        Any of these may be taken.
    start
        How far the bounds are apart before.
    solve_work
        What a solve takes.

    Examples
    --------
    >>> series, ball = Step("series", 2, 1.0, 0.5), Step("ball", 500, 5.0, 0.4)
    >>> [step.kind for step in cheapest([series, ball], 1.0, 20.0)]
    ['series']
    """

    def cost(chain: Iterable[Step]) -> float:
        steps = list(chain)
        widths = [start, *(step.width for step in steps)]
        return sum(map(float.__mul__, widths, [*(step.work for step in steps), solve_work]))

    ordered = sorted(tried, key=lambda step: -step.width)
    chains = (chain for k in range(len(ordered) + 1) for chain in combinations(ordered, k))
    return list(min(chains, key=cost))
