"""Numbers as far as rounding leaves them certain, so that ties are ties on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AGREE", "to_nine_digits"]

#: Bits of a mantissa that are kept: nine decimal digits.
_BITS = 30
#: Numbers whose ratio is nearer to 1 than this may round to the same.
AGREE = 2.0 ** (1 - _BITS)


def to_nine_digits(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values rounded to nine digits, relative to each.

    Distances and sums that are equal on paper differ in their last bits, by how they were computed;
    here they are equal again. A function of the value alone, so that an order by it is the same
    whatever else is compared.

    Examples
    --------
    >>> sums = np.array([0.1 + 0.2, 0.3])
    >>> bool(sums[0] == sums[1]), bool(np.ptp(to_nine_digits(sums)) == 0)
    (False, True)
    """
    mantissas, exponents = np.frexp(values)
    return np.asarray(np.ldexp(np.rint(np.ldexp(mantissas, _BITS)), exponents - _BITS))
