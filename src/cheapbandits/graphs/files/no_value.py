"""Values of a file, without those that stand for 'no value'; what may be one is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.marks import Nodata, are_number, check_nodata, find_mark
from cheapbandits.graphs.repeated import find_repeated
from cheapbandits.graphs.zeros import find_zero

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["without_marks"]


def without_marks(
    source: Source,
    values: NDArray[np.float64],
    lines: Sequence[int],
    nodata: Nodata,
    also: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return values with ``nan`` for those that mean none, or ask about the first that may.

    Parameters
    ----------
    source
        The file.
    values
        What stands there.
    lines
        Where each does.
    nodata
        The number that means 'no value'; ``False`` where all are values, ``None`` where nobody
        said so.
    also
        Further numbers that may mean it here; see :func:`...marks.find_mark`. Any number may that
        stands there again, far from all others; see :mod:`...repeated`, of 0 :mod:`...zeros`.
    """
    told = check_nodata(nodata)
    if told is False:
        return values
    kept = values if told is None else np.where(are_number(values, told), np.nan, values)
    mark = find_mark(kept, also) or find_repeated(kept) or find_zero(kept)
    if mark is not None:
        raise source.at(lines[mark.first], mark.asked())
    return kept
