"""How far places came out from what all other places foretold; no order of readings enters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence
    from cheapbandits.belief.learned.groups import Place

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


def left_out(evidence: Evidence, places: Sequence[Place]) -> LeftOut:
    """Return what the others foretold of each place, under the best model.

    Readings of one place are left out together, and with them those that may be about it: groups
    that are made around either of two nodes. With ``P = G^-1 - G^-1 1 1'G^-1 / o'o`` the block
    ``B`` errs by ``P_BB^-1 (P y)_B``, with covariance ``sigma^2 P_BB^-1``; what is returned is the
    mean over the place's own readings.

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
    blocks = _blocks(known, places)
    kept = [(own, also) for own, also in blocks if len(own) + len(also) <= t - 2]
    y = np.array(evidence.readings)
    read = np.array([y[own].mean() for own, _ in kept])
    errors, variances = np.array([_block(p, q, own, also) for own, also in kept]).reshape(-1, 2).T
    deviation = np.sqrt(np.maximum(variances * evidence.scales()[m], 1e-300))
    return LeftOut(read, read - errors, deviation)


def _blocks(known: list[int], places: Sequence[Place]) -> list[tuple[list[int], list[int]]]:
    """Return the readings of each place, and those of others that may be about it."""
    of_place: dict[Place, list[int]] = {}
    near: dict[int, set[Place]] = {}
    for i in known:
        of_place.setdefault(places[i], []).append(i)
        for node in places[i]:
            near.setdefault(node, set()).add(places[i])
    found = []
    for place, own in of_place.items():
        others = set().union(*(near[node] for node in place)) - {place}
        found.append((own, sorted(i for other in others for i in of_place[other])))
    return found


def _block(
    p: NDArray[np.float64], q: NDArray[np.float64], own: list[int], also: list[int]
) -> tuple[float, float]:
    """Return the error of the mean of one's own readings, and its variance for sigma 1."""
    if len(own) == 1 and not also:
        i = own[0]
        size = max(float(p[i, i]), 1e-300)
        return float(q[i]) / size, 1 / size
    block, n = own + also, len(own)
    inner = np.linalg.inv(p[np.ix_(block, block)])[:n]
    return float((inner @ q[block]).sum()) / n, max(float(inner[:, :n].sum()), 1e-300) / n**2
