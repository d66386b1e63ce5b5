"""How far places came out from what all other places foretold; no order of readings enters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence

__all__ = ["innovations"]


def innovations(evidence: Evidence, places: Sequence[int]) -> NDArray[np.float64]:
    """Return one standardised innovation a place, under the best model.

    Readings of one place are left out together. With ``P = G^-1 - G^-1 1 1'G^-1 / o'o`` the block
    ``B`` errs by ``P_BB^-1 (P y)_B``, with covariance ``sigma^2 P_BB^-1``; what is returned is the
    block's mean over its deviation.

    Parameters
    ----------
    places
        ``(t,)`` the centre of each reading's group.
    """
    known = [i for i, y in enumerate(evidence.readings) if not np.isnan(y)]
    if len(known) < 3:
        return np.zeros(0)
    m = int(np.argmax(evidence.log_weights()))
    # Awaited readings come last and say nothing: the leading block of R is that of the others.
    t = len(known)
    inverse, o = evidence.inverse(m)[:t, :t], evidence.o[m, :t]
    z = evidence.z[m, :t]
    level = float(o @ z / (o @ o))
    shares = inverse.T @ o
    p = inverse.T @ inverse - np.outer(shares, shares) / (o @ o)
    q = inverse.T @ (z - level * o)
    blocks: dict[int, list[int]] = {}
    for i in known:
        blocks.setdefault(places[i], []).append(i)
    found = [_block(p, q, block) for block in blocks.values() if len(block) <= t - 2]
    return np.asarray(np.array(found) / np.sqrt(evidence.scales()[m]))


def _block(p: NDArray[np.float64], q: NDArray[np.float64], block: list[int]) -> float:
    if len(block) == 1:
        i = block[0]
        return float(q[i] / np.sqrt(max(p[i, i], 1e-300)))
    inner = np.linalg.inv(p[np.ix_(block, block)])
    return float((inner @ q[block]).sum() / np.sqrt(max(inner.sum(), 1e-300)))
