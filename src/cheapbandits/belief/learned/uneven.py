"""Where a field is high it may vary more: steep tops, errors in proportion to what is there.

The models have one scale for all of the field. Each place that was read shows how far it came out
from what all others foretold, in deviations of the model; those that were foretold highest show it
for the top, which is what people ask about. Which these are does not hang on their own readings,
so a field that is as even as the models take it to be shows deviations of 1.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["unevenness"]

#: The top is one place of so many, but at least so many; of fewer places nothing is told.
ONE_OF, AT_LEAST, FEWEST = 8, 5, 8
#: Of how far what was foretold goes: less than this is rounding.
ALIKE = 1e-9
#: So many places of deviation 1 are taken to have been seen before.
BEFORE = 3.0


def unevenness(belief: LearnedBelief, estimate: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``(N,)`` by what to multiply deviations: 1, and at the top what was shown there.

    Parameters
    ----------
    estimate
        ``(N,)`` the nodes' values as believed; the top begins with the lowest of the places that
        were foretold highest.
    """
    factors = np.ones(len(estimate))
    seen = belief.left_out()
    if len(seen.read) < FEWEST:
        return factors
    count = max(AT_LEAST, math.ceil(len(seen.read) / ONE_OF))
    shares, lowest = _top(seen.foretold, count)
    size = math.sqrt((BEFORE + float(shares @ seen.innovations**2)) / (BEFORE + count))
    factors[estimate >= lowest] = max(1.0, size)
    return factors


def _top(foretold: NDArray[np.float64], count: int) -> tuple[NDArray[np.float64], float]:
    """Return ``(k,)`` how far each place is one of the ``count`` highest, and where these begin.

    Places that were foretold the same share what is left: which of them comes first hangs on how
    nodes are numbered.
    """
    last = float(np.sort(foretold)[-count])
    rounding = max(ALIKE * float(np.ptp(foretold)), 1e-14 * float(np.abs(foretold).max()))
    above, alike = foretold > last + rounding, np.abs(foretold - last) <= rounding
    shares = above + alike * ((count - int(above.sum())) / int(alike.sum()))
    return shares, last - rounding
