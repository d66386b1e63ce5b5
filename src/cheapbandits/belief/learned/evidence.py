"""How well each model explains the readings: many small Gaussian regressions side by side.

Model ``m`` has ``y = mu 1 + S f + noise`` with ``f ~ N(0, sigma^2 [(1 - g) K + g I])``, noise of
variance ``sigma^2 n`` and a flat prior on ``mu``. With ``G = S[(1 - g) K + g I]S' + n I = R R'``,
``z = R^-1 y`` and ``o = R^-1 1``:

    mu^ = o'z / o'o,    ss = z'z - (o'z)^2 / o'o
    a = 1 + (t - 1) / 2,    b = var(y) + ss / 2,    sigma^2 = b / a
    log w = -log det R - log(o'o) / 2 - a log b

Nothing here depends on the order of the readings but for rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CapacityError, ReadingError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_READINGS", "Evidence", "check_count", "sized"]

#: The least share of the readings' own size that a scale can have: rounding, not knowledge.
TINY = 1e-14


#: More readings than this are not learned from: models times readings squared are held, twice.
MOST_READINGS = 600
#: How far noise that is known may be off: a factor, and the freedom of its tails.
WITHIN, FREEDOM = 1.3, 3.0
#: The largest reading: sums of its fourth powers are still finite. And the smallest that is not 0:
#: the square of its rounding still is not.
LARGEST, SMALLEST = 1e60, 1e-120


def check_count(count: int) -> None:
    """Refuse more readings than there is room and time for."""
    if count > MOST_READINGS:
        raise CapacityError(
            f"a belief that learns takes at most {MOST_READINGS} readings, got {count:,}; for more "
            "choose by CheapUCB, whose belief takes any number"
        )


def sized(reading: float | None) -> float | None:
    """Return a reading as it is learned: too small counts as 0, one too large is refused."""
    if reading is not None and abs(reading) > LARGEST:
        raise ReadingError(
            f"a reading of {reading:g} is too large to learn from (at most {LARGEST:g}); look for "
            "a slip, or use a larger unit"
        )
    return 0.0 if reading is not None and abs(reading) < SMALLEST else reading


class Evidence:
    """``M`` models, ``t`` readings; every array has the models first.

    Parameters
    ----------
    kernel
        ``(M,)`` which kernel each model uses.
    nugget, noise
        ``(M,)`` the shares ``g`` and the ratios ``n``.
    log_prior
        ``(M,)`` log of the weights before any reading.
    known_noise
        Standard deviation of a reading's noise where the user knows it. Then all levels are alike
        beforehand, and models whose own, ``sigma sqrt(n)``, comes out otherwise weigh less: its
        log is Student's with ``FREEDOM``, wide as a factor of ``WITHIN``. A narrow middle, as what
        is known counts; heavy tails, as people slip by factors. Noise below (above) that of all
        models is taken for the least (largest) of theirs: none at all is the limit of little, and
        far too much is not forgotten.
    """

    def __init__(
        self,
        kernel: NDArray[np.int64],
        nugget: NDArray[np.float64],
        noise: NDArray[np.float64],
        log_prior: NDArray[np.float64],
        known_noise: float | None = None,
    ) -> None:
        self.kernel, self.nugget, self.noise = kernel, nugget, noise
        self.log_prior = log_prior if known_noise is None else np.zeros_like(log_prior)
        self.known_noise = known_noise
        n_models = len(kernel)
        self.count = 0
        self.readings: list[float] = []
        self._reference = 0.0
        self._root = np.zeros((n_models, 8, 8))
        self._inverse = np.zeros((n_models, 8, 8))
        self._z = np.zeros((n_models, 8))
        self._o = np.zeros((n_models, 8))
        self._log_det = np.zeros(n_models)
        self._known: dict[str, NDArray[np.float64]] = {}  # what was derived since the last reading
        self._frozen: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    def copy(self) -> Evidence:
        """Return an independent copy."""
        twin = Evidence(self.kernel, self.nugget, self.noise, self.log_prior, self.known_noise)
        twin.count, twin.readings = self.count, list(self.readings)
        twin._reference, twin._frozen = self._reference, self._frozen
        for name in ("_root", "_inverse", "_z", "_o", "_log_det"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def append(
        self,
        grams: NDArray[np.float64],
        variances: NDArray[np.float64],
        overlaps: NDArray[np.float64],
        overlap: float,
        reading: float | None,
    ) -> None:
        """Take in one reading; ``None`` for one that is expected and not yet there.

        Parameters
        ----------
        grams
            ``(K, t)`` ``s_i'K_k s`` of the new probe with those before.
        variances
            ``(K,)`` ``s'K_k s``.
        overlaps, overlap
            ``(t,)`` ``s_i's`` and ``s's``.
        reading
            An expected reading comes out as each model predicts: means, scales and weights stay as
            they are, variances shrink.
        """
        t = self.count
        self._make_room()
        g = self.nugget
        gram = (1 - g)[:, None] * grams[self.kernel] + g[:, None] * overlaps
        total = (1 - g) * variances[self.kernel] + g * overlap + self.noise
        row = np.matmul(self._inverse[:, :t, :t], gram[:, :, None])[:, :, 0]
        rest = total - np.einsum("mt,mt->m", row, row)
        d = np.sqrt(np.maximum(rest, 0.5 * self.noise))
        if t == 0 and reading is not None:
            self._reference = reading
        o = (1 - np.einsum("mt,mt->m", row, self._o[:, :t])) / d
        if reading is None:
            if self._frozen is None:
                self._frozen = (self.log_weights(), self.scales())
            # z that leaves mu^ where it is: the innovation of the full model is 0.
            z = o * self.means(relative=True)
            self.readings.append(np.nan)
        else:
            z = ((reading - self._reference) - np.einsum("mt,mt->m", row, self._z[:, :t])) / d
            self.readings.append(reading)
        self._root[:, t, :t], self._root[:, t, t] = row, d
        self._inverse[:, t, :t] = -np.matmul(row[:, None, :], self._inverse[:, :t, :t])[:, 0]
        self._inverse[:, t, :t] /= d[:, None]
        self._inverse[:, t, t] = 1 / d
        self._z[:, t], self._o[:, t] = z, o
        self._log_det += np.log(d)
        self.count = t + 1
        self._known.clear()

    def _once(self, name: str, make: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = make()
        return found

    def row(self, index: int) -> NDArray[np.float64]:
        """Return ``(M, index + 1)``: row ``index`` of ``R`` for every model."""
        return self._root[:, index, : index + 1]

    def inverse(self, model: int) -> NDArray[np.float64]:
        """Return ``(t, t)`` ``R^-1`` of one model."""
        return self._inverse[model, : self.count, : self.count]

    @property
    def z(self) -> NDArray[np.float64]:
        """``(M, t)`` ``R^-1 (y - reference)``."""
        return self._z[:, : self.count]

    @property
    def o(self) -> NDArray[np.float64]:
        """``(M, t)`` ``R^-1 1``."""
        return self._o[:, : self.count]

    @property
    def reference(self) -> float:
        """What is subtracted from readings to keep digits; no result depends on it."""
        return self._reference

    def precision_of_mean(self) -> NDArray[np.float64]:
        """Return ``(M,)`` ``o'o``."""
        return self._once("o'o", lambda: np.einsum("mt,mt->m", self.o, self.o))

    def means(self, *, relative: bool = False) -> NDArray[np.float64]:
        """Return ``(M,)`` ``mu^``; relative to the reference where so asked."""
        if self.count == 0:
            return np.zeros(len(self.kernel))
        centred = self._once("mu", self._levels)
        return centred if relative else centred + self._reference

    def _levels(self) -> NDArray[np.float64]:
        return np.asarray(np.einsum("mt,mt->m", self.o, self.z) / self.precision_of_mean())

    def residual(self) -> NDArray[np.float64]:
        """Return ``(M,)`` ``ss``."""
        return self._once("ss", self._residual)

    def _residual(self) -> NDArray[np.float64]:
        centred = self.z - self.means(relative=True)[:, None] * self.o
        return np.asarray(np.einsum("mt,mt->m", centred, centred))

    def spread(self) -> float:
        """Return the variance of the readings, at least what rounding leaves.

        One reading, or all of them equal, say nothing about it; values may then be as far apart
        as these are from 0.
        """
        y = np.array(self.readings)
        y = y[~np.isnan(y)]
        if not y.any():
            return 1.0
        if np.ptp(y) == 0:
            return float(y[0]) ** 2
        return max(float(np.var(y)), (TINY * float(np.abs(y).max())) ** 2)

    def shape_and_rate(
        self, prior_shape: float = 1.0, prior_rate: float | None = None
    ) -> tuple[float, NDArray[np.float64]]:
        """Return ``a`` and ``(M,)`` ``b`` of ``sigma^2 ~ IG(a, b)``."""
        n = int(np.count_nonzero(~np.isnan(self.readings)))
        rate = self.spread() if prior_rate is None else prior_rate
        return prior_shape + max(n - 1, 0) / 2, rate + self.residual() / 2

    def scales(self) -> NDArray[np.float64]:
        """Return ``(M,)`` ``sigma^2``."""
        if self._frozen is not None:
            return self._frozen[1]
        return self._once("sigma^2", self._scales)

    def _scales(self) -> NDArray[np.float64]:
        a, b = self.shape_and_rate()
        return np.asarray(b / a)

    def noise_deviation(self) -> float:
        """Return the standard deviation of a reading's noise: as known, else as learned so far.

        No noise is what nobody has: rounding is some.
        """
        if self.known_noise:
            return self.known_noise
        weights = np.exp(self.log_weights())
        return float(np.sqrt(weights @ (self.scales() * self.noise) / weights.sum()))

    def log_weights(self) -> NDArray[np.float64]:
        """Return ``(M,)`` log weights, the largest 0."""
        if self._frozen is not None:
            return self._frozen[0]
        return self._once("log w", self._log_weights)

    def _log_weights(self) -> NDArray[np.float64]:
        log_w = self.log_prior.copy()
        if self.count > 1:
            a, b = self.shape_and_rate()
            log_w += -self._log_det - np.log(self.precision_of_mean()) / 2 - a * np.log(b)
            if self.known_noise is not None:
                own = np.log(b / a * self.noise) / 2  # log of each model's deviation
                known = math.log(self.known_noise) if self.known_noise else -math.inf
                off = (own - np.clip(known, own.min(), own.max())) / math.log(WITHIN)
                log_w -= (FREEDOM + 1) / 2 * np.log1p(off**2 / FREEDOM)
        return np.asarray(log_w - log_w.max())

    def _make_room(self) -> None:
        room = self._z.shape[1]
        if self.count < room:
            return
        for name in ("_root", "_inverse", "_z", "_o"):
            old = getattr(self, name)
            shape = (old.shape[0], *(2 * room for _ in old.shape[1:]))
            new = np.zeros(shape)
            new[tuple(slice(0, size) for size in old.shape)] = old
            setattr(self, name, new)
