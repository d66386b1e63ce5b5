"""Where nobody has looked: the next area may hold a record, whatever the models think of tails.

Models that learn from the first hills believe that the field goes little higher, and would stay
there. But before the look the areas are alike: of ``k`` that were looked at and one more, the last
is the highest with probability ``1 / (k + 1)``, on any field. By how much? Where ``k`` areas came
out at most ``b`` above the field's level, an exponential tail has the scale
``b / (log k + 0.58)``, and that is what a record adds on average; less where many places reach a
ceiling: as far as the improvements that were foretold did come (:meth:`LeftOut.headroom`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.coverage import Coverage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import Average, LearnedBelief

__all__ = ["Area", "new_area"]

#: A group is new where this share of its variance is left.
NEW = 0.5


@dataclass(frozen=True)
class Area:
    """The most promising group, or place, where nobody has looked.

    Attributes
    ----------
    index
        In the catalogue.
    record
        By how much a new highest value is higher, on average.
    gain
        The same times the chance that there is one.
    """

    index: int
    record: float
    gain: float


def new_area(
    belief: LearnedBelief,
    average: Average,
    allowed: NDArray[np.bool_],
    values: NDArray[np.float64],
    ceiling: float = math.inf,
    *,
    width: int,
    places: bool = False,
) -> Area | None:
    """Return what has the largest value plus deviation where nobody has looked.

    ``k``, the areas looked at: how much of the field is covered, in units of what this look covers.

    Parameters
    ----------
    allowed, values
        ``(m,)`` which probes may be chosen, and what they are worth.
    ceiling
        The highest value that can be.
    width
        Of the groups to look with.
    places
        Whether, once all of them were looked at, also a single place is looked for of which they
        told little: on rough fields one may stand out.
    """
    if not belief.is_whole or not belief.count:
        return None
    coverage, catalogue = Coverage(belief), belief.prior.catalogue
    at = catalogue.at(width)
    if places and not (coverage.remaining[at] > NEW).any():
        at = catalogue.at(catalogue.widths[0])
    new = allowed[at] & (coverage.remaining[at] > NEW)
    if not new.any():
        return None
    hopes = values[at] + np.sqrt(np.maximum(average.variance[at], 0))
    index = int(at.start) + int(np.argmax(np.where(new, hopes, -np.inf)))
    areas = max(coverage.known / max(coverage.added_by(index), 1e-12), 1.0)
    nodes = average.mean[: belief.n_nodes]
    best = float(nodes.max())
    record = (best - float(np.median(nodes))) / (math.log(areas) + np.euler_gamma)
    record *= min(belief.left_out().headroom(), 1.0)
    record = min(record, max(ceiling - best, 0.0))
    return Area(index, record, record / (areas + 1))
