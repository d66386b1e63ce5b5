"""How a belief keeps its columns ``g_k``: whole, or only where they have not decayed.

Both kinds answer the same questions; which is taken follows from what the prior gives. They are
part of one belief and hold scratch: one thread at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from cheapbandits.engines.engine import DROP, Local, row_arrays
from cheapbandits.engines.memory import check_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Row
    from cheapbandits.probes import ProbeSet

    Values = NDArray[np.float64]

__all__ = ["Columns", "LocalColumns", "WholeColumns", "average", "averages"]

#: Columns absorbed at a time when many are new; bounds the memory of a catch-up.
CHUNK = 64
#: Columns as long as this are absorbed one by one: together they would not fit into the cache.
LONG = 20_000
#: Local columns that take more than this are checked against the machine's memory.
MANY_BYTES = 2**28
#: Where a local column is larger than this, it is near its probe.
NEAR = 1e-6


class Columns(Protocol):
    """The columns ``g_1 .. g_t`` of a belief."""

    def __len__(self) -> int: ...

    @property
    def long(self) -> bool:
        """Whether they reach so many nodes that absorbing all of them at once takes long."""

    def residual(self, column: Any, row: Row) -> tuple[Values, Any]:
        """Return ``g_k's`` of every column, ``(t,)``, and ``C s``, made of ``K s`` in its place."""

    def variance(self, column: Any, row: Row) -> float:
        """Return ``s'Cs`` from ``C s``."""

    def append(self, column: Any, scale: float) -> None:
        """Keep ``scale C s`` as the next column."""

    def combine(self, innovations: Values) -> Values:
        """Return ``sum_k z_k g_k``, ``(N,)``."""

    def correct(self, draws: Values, k: int, amounts: Values) -> None:
        """Take ``amounts[i] g_k`` from each draw, ``(n, N)``."""

    def absorb(
        self, probes: ProbeSet, first: int, innovations: Values, mean: Values, taken: Values
    ) -> None:
        """Bring a set's means and what was taken from its variances, ``(m,)``, up to date."""


class WholeColumns:
    """Columns as the rows of one array."""

    def __init__(self, n_nodes: int, room: int | None = None) -> None:
        # Memory that is not written to yet costs nothing, moving long columns does.
        self._room = 16 if n_nodes < LONG else 128
        self._array: Values = np.empty((self._room if room is None else room, n_nodes))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __getstate__(self) -> dict[str, Any]:
        """Leave the rows behind that nothing was written to."""
        return {**self.__dict__, "_array": self._array[: self._count].copy()}

    @property
    def long(self) -> bool:
        return self._count > 0 and self._array.shape[1] >= LONG

    @property
    def array(self) -> Values:
        """``(t, N)`` the columns as rows."""
        return self._array[: self._count]

    def residual(self, column: Values, row: Row) -> tuple[Values, Values]:
        columns = self.array
        shares = averages(columns, row)
        column -= shares @ columns
        return shares, column

    def variance(self, column: Values, row: Row) -> float:
        return average(column, row)

    def append(self, column: Values, scale: float) -> None:
        count, length = self._count, len(self._array)
        if count == length:
            check_memory(
                2 * self._array.nbytes, f"what {count:,} readings taught", "finish with fewer"
            )
            more = np.empty((max(length, self._room), self._array.shape[1]))
            self._array = np.concatenate([self._array, more])
        np.multiply(column, scale, out=self._array[count])
        self._count += 1

    def combine(self, innovations: Values) -> Values:
        return np.asarray(innovations @ self.array)

    def correct(self, draws: Values, k: int, amounts: Values) -> None:
        draws -= np.outer(amounts, self._array[k])

    def absorb(
        self, probes: ProbeSet, first: int, innovations: Values, mean: Values, taken: Values
    ) -> None:
        n_new = self._count - first
        if n_new == 1 or self._array.shape[1] >= LONG:
            for k in range(first, self._count):
                column = probes.average(self._array[k])
                mean += innovations.item(k) * column
                taken += column * column
            return
        for start in range(first, self._count, CHUNK):
            # One after the other, as a first run did, so that replays agree.
            averaged = probes.average(self.array[start : start + CHUNK])
            steps = innovations[start : start + CHUNK, None] * averaged
            mean[:] = np.add.reduce(np.concatenate([mean[None], steps]), axis=0)
            losses = np.concatenate([taken[None], averaged * averaged])
            taken[:] = np.add.reduce(losses, axis=0)


class Part(NamedTuple):
    """A column where it is larger than :data:`DROP`, nodes sorted, and where than :data:`NEAR`."""

    nodes: NDArray[np.int64]
    values: Values
    near: Local


class LocalColumns:
    """Columns kept on the nodes where they are larger than :data:`~cheapbandits.engines.DROP`.

    Far from a probe its column has decayed to nothing, so a round touches only what its reading
    changes. Columns that reach most nodes (a star, a tree of small diameter) are kept whole: as
    rows of one array they are taken away many times as fast.
    """

    def __init__(self, n_nodes: int) -> None:
        self._parts: list[Part | int] = []  # or the row among the whole ones
        self._whole = WholeColumns(n_nodes, room=0)
        self._bytes, self._next_check = 0, MANY_BYTES
        self._n_nodes = n_nodes
        self._work = np.zeros(n_nodes)
        self._mark = np.zeros(n_nodes, dtype=bool)

    def __len__(self) -> int:
        return len(self._parts)

    @property
    def long(self) -> bool:
        return self._whole.long

    def residual(self, column: Local, row: Row) -> tuple[Values, Local]:
        nodes, weights = row_arrays(row)
        shares = np.zeros(len(self._parts))
        self._work[column.nodes] = column.values
        self._mark[column.nodes] = True
        if len(self._whole):
            wide = [isinstance(part, int) for part in self._parts]
            shares[wide], self._work = self._whole.residual(self._work, row)
            self._mark[:] = True
        for k, part in enumerate(self._parts):
            if isinstance(part, int):
                continue
            at = np.searchsorted(part.nodes, nodes)
            at[at == part.nodes.size] = 0
            share = float(weights @ np.where(part.nodes[at] == nodes, part.values[at], 0.0))
            shares[k] = share
            if abs(share) > DROP:
                # Of a column that hardly counts only the nodes near its probe do.
                touched, values = part.near if abs(share) * NEAR <= DROP else part[:2]
                self._work[touched] -= share * values
                self._mark[touched] = True
        touched = np.flatnonzero(self._mark)
        values = self._work[touched]
        self._work[touched] = 0.0
        self._mark[touched] = False
        kept = np.abs(values) > DROP
        kept[np.searchsorted(touched, nodes)] = True
        return shares, Local(touched[kept], values[kept])

    def variance(self, column: Local, row: Row) -> float:
        nodes, weights = row_arrays(row)
        return float(weights @ column.values[np.searchsorted(column.nodes, nodes)])

    def append(self, column: Local, scale: float) -> None:
        if 2 * len(column.nodes) > self._n_nodes:
            whole = np.zeros(self._n_nodes)
            whole[column.nodes] = column.values
            if not len(self._whole):
                self._whole = WholeColumns(self._n_nodes)
            self._parts.append(len(self._whole))
            self._whole.append(whole, scale)
            return
        self._bytes += column.nodes.nbytes + column.values.nbytes
        if self._bytes > self._next_check:
            self._next_check = 2 * self._bytes
            check_memory(
                self._next_check, f"what {len(self._parts):,} readings taught", "finish with fewer"
            )
        values = column.values * scale
        near = np.flatnonzero(np.abs(values) > NEAR)
        self._parts.append(Part(column.nodes, values, Local(column.nodes[near], values[near])))

    def combine(self, innovations: Values) -> Values:
        total = np.zeros(self._n_nodes)
        for part, innovation in zip(self._parts, innovations.tolist(), strict=True):
            if isinstance(part, int):
                total += innovation * self._whole.array[part]
            else:
                total[part.nodes] += innovation * part.values
        return total

    def correct(self, draws: Values, k: int, amounts: Values) -> None:
        part = self._parts[k]
        if isinstance(part, int):
            self._whole.correct(draws, part, amounts)
        else:
            draws[:, part.nodes] -= np.outer(amounts, part.values)

    def absorb(
        self, probes: ProbeSet, first: int, innovations: Values, mean: Values, taken: Values
    ) -> None:
        for k in range(first, len(self._parts)):
            part = self._parts[k]
            rows: NDArray[np.int64] | slice = slice(None)
            if isinstance(part, int):
                averaged = probes.average(self._whole.array[part])
            else:
                rows, averaged = probes.average_local(part.nodes, part.values)
            mean[rows] += innovations.item(k) * averaged
            taken[rows] += averaged * averaged


def average(signal: Values, row: Row) -> float:
    """Return ``s'x``. Groups are small: adding numbers one by one beats three array calls."""
    nodes, weights = row
    if weights is None:
        return sum(map(signal.item, nodes)) / len(nodes)
    return sum(w * signal.item(node) for node, w in zip(nodes, weights, strict=True))


def averages(signals: Values, row: Row) -> Values:
    """Return ``s'x`` for every row ``x`` of ``(t, N)`` signals."""
    nodes, weights = row
    if weights is not None:
        return np.asarray(signals[:, list(nodes)] @ np.asarray(weights))
    if len(nodes) == 1:
        return signals[:, nodes[0]]
    total: Values = signals[:, nodes[0]] + signals[:, nodes[1]]
    for node in nodes[2:]:
        total += signals[:, node]
    total /= len(nodes)
    return total
