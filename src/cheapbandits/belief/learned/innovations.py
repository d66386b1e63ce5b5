"""How far places came out from what all other places foretold; no order of readings enters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence

__all__ = ["LeftOut", "left_out"]

#: What is taken to have been foretold and shown before any look, in ranges of the readings.
BEFORE = 0.05
#: The least and the most of what is foretold that a field is taken to have in store.
LEAST, MOST = 0.05, 3.0
#: Fewer places than this show nothing.
FEW = 4


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Each place beside what the readings of all other places foretold of it, ``(k,)`` each.

    Attributes
    ----------
    read
        The mean of the place's readings.
    foretold, deviation
        Mean and deviation of what that mean would be, under the best model.
    """

    read: NDArray[np.float64]
    foretold: NDArray[np.float64]
    deviation: NDArray[np.float64]

    @property
    def innovations(self) -> NDArray[np.float64]:
        """``(k,)`` standardised."""
        return np.asarray((self.read - self.foretold) / self.deviation)

    def headroom(self) -> float:
        """Return how much of a foretold improvement this field really has in store; 1: all of it.

        Of each place we know by how much it was foretold to beat the best of the others, and by how
        much it did. Under a ceiling that many places reach, improvements are foretold again and
        again and never come; a field of needles has more in store than foretold. Returns the ratio
        of the sums, with ``BEFORE`` ranges of the readings added to both.
        """
        if len(self.read) < FEW or (spread := float(np.ptp(self.read))) == 0:
            return 1.0
        second, first = np.sort(self.read)[-2:]
        others = np.where(self.read == first, second, first)
        short = (others - self.foretold) / self.deviation
        density = np.exp(-0.5 * short * short) / np.sqrt(2 * np.pi)
        hoped = float((self.deviation * (density - short * ndtr(-short))).sum())
        shown = float(np.maximum(self.read - others, 0.0).sum())
        ratio = (shown + BEFORE * spread) / (hoped + BEFORE * spread)
        return float(np.clip(ratio, LEAST, MOST))


def left_out(evidence: Evidence, places: Sequence[Hashable]) -> LeftOut:
    """Return what the others foretold of each place, under the best model.

    Readings of one place are left out together. With ``P = G^-1 - G^-1 1 1'G^-1 / o'o`` the block
    ``B`` errs by ``P_BB^-1 (P y)_B``, with covariance ``sigma^2 P_BB^-1``; what is returned is the
    block's mean.

    Parameters
    ----------
    places
        ``(t,)`` what each reading's group is about.
    """
    known = [i for i, y in enumerate(evidence.readings) if not np.isnan(y)]
    if len(known) < 3:
        return LeftOut(np.zeros(0), np.zeros(0), np.ones(0))
    m = int(np.argmax(evidence.log_weights()))
    # Awaited readings come last and say nothing: the leading block of R is that of the others.
    t = len(known)
    inverse, o = evidence.inverse(m)[:t, :t], evidence.o[m, :t]
    z = evidence.z[m, :t]
    level = float(o @ z / (o @ o))
    shares = inverse.T @ o
    p = inverse.T @ inverse - np.outer(shares, shares) / (o @ o)
    q = inverse.T @ (z - level * o)
    blocks: dict[Hashable, list[int]] = {}
    for i in known:
        blocks.setdefault(places[i], []).append(i)
    kept = [block for block in blocks.values() if len(block) <= t - 2]
    y = np.array(evidence.readings)
    read = np.array([y[block].mean() for block in kept])
    errors, variances = np.array([_block(p, q, block) for block in kept]).reshape(-1, 2).T
    deviation = np.sqrt(np.maximum(variances * evidence.scales()[m], 1e-300))
    return LeftOut(read, read - errors, deviation)


def _block(p: NDArray[np.float64], q: NDArray[np.float64], block: list[int]) -> tuple[float, float]:
    """Return the error of the block's mean, and its variance for sigma 1."""
    if len(block) == 1:
        i = block[0]
        size = max(float(p[i, i]), 1e-300)
        return float(q[i]) / size, 1 / size
    inner, n = np.linalg.inv(p[np.ix_(block, block)]), len(block)
    return float((inner @ q[block]).sum()) / n, max(float(inner.sum()), 1e-300) / n**2
