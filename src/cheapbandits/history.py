"""What happened: one frozen row a round, and the cumulative curves."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cheapbandits.errors import CheapBanditsError, MissingExtraError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["History", "HistoryError", "Round"]


class HistoryError(CheapBanditsError, ValueError):
    """A stored history cannot be read."""


class Round(NamedTuple):
    """One round of a simulated run.

    Attributes
    ----------
    round
        From 1.
    center, nodes, width, cost
        The probe.
    reading
        What the policy was told.
    mean_reward
        ``s'f``, the reading without noise.
    regret
        ``max f - s'f``.
    """

    round: int
    center: int
    nodes: tuple[int, ...]
    width: int
    cost: float
    reading: float
    mean_reward: float
    regret: float


COLUMNS = Round._fields


class History:
    """The rounds of a run, in order.

    Examples
    --------
    >>> h = History([Round(1, 0, (0, 1), 2, 0.5, 0.31, 0.3, 0.7),
    ...              Round(2, 3, (3,), 1, 1.0, 0.99, 1.0, 0.0)])
    >>> h.cost, h.regret
    (array([0.5, 1.5]), array([0.7, 0.7]))
    >>> h
    History(2 rounds, regret 0.7, cost 1.5)
    """

    def __init__(self, rounds: Iterable[Round]) -> None:
        self._rounds = tuple(rounds)

    @cached_property
    def regret(self) -> NDArray[np.float64]:
        """``(T,)`` cumulative regret ``R_1 .. R_T``."""
        return np.cumsum([row.regret for row in self._rounds], dtype=float)

    @cached_property
    def cost(self) -> NDArray[np.float64]:
        """``(T,)`` cumulative cost ``C_1 .. C_T``."""
        return np.cumsum([row.cost for row in self._rounds], dtype=float)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rows."""
        return self._rounds

    def __len__(self) -> int:
        return len(self._rounds)

    def __iter__(self) -> Iterator[Round]:
        return iter(self._rounds)

    def __getitem__(self, index: int) -> Round:
        return self._rounds[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self._rounds == other._rounds

    def __hash__(self) -> int:
        return hash(self._rounds)

    def __repr__(self) -> str:
        if not self._rounds:
            return "History(0 rounds)"
        return (
            f"History({len(self)} rounds, regret {self.regret[-1]:.4g}, cost {self.cost[-1]:.4g})"
        )

    # -- to and from tables ------------------------------------------------------------------------

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one row a round, and the cumulative cost and regret."""
        import pandas as pd

        table = pd.DataFrame.from_records(self._rounds, columns=list(COLUMNS))
        return table.assign(cumulative_cost=self.cost, cumulative_regret=self.regret)

    @classmethod
    def from_pandas(cls, table: pd.DataFrame) -> History:
        """Return the history of a table that has the columns of :class:`Round`."""
        missing = [name for name in COLUMNS if name not in table.columns]
        if missing:
            raise HistoryError(f"the table lacks the columns {', '.join(missing)}")
        return cls(_parse(row) for row in table[list(COLUMNS)].itertuples(index=False, name=None))

    def to_csv(self, path: str | Path) -> None:
        """Write one line a round; groups are written as ``3;17;5``. Numbers keep every digit."""
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            for row in self._rounds:
                writer.writerow([*row[:2], ";".join(map(str, row.nodes)), *row[3:]])

    @classmethod
    def from_csv(cls, path: str | Path) -> History:
        """Read what :meth:`to_csv` wrote."""
        _check_exists(path)
        with Path(path).open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            try:
                missing = set(COLUMNS) - set(reader.fieldnames or ())
                if not missing:
                    return cls(_parse([row[name] for name in COLUMNS]) for row in reader)
            except (TypeError, ValueError, csv.Error) as error:
                raise HistoryError(f"{path}, line {reader.line_num}: {error}") from error
            raise HistoryError(f"{path}: lacks the columns {', '.join(sorted(missing))}")

    def to_parquet(self, path: str | Path) -> None:
        """Write a Parquet file (needs ``cheapbandits[parquet]``)."""
        _need_pyarrow()
        self.to_pandas().to_parquet(path, index=False)

    @classmethod
    def from_parquet(cls, path: str | Path) -> History:
        """Read what :meth:`to_parquet` wrote."""
        _need_pyarrow()
        _check_exists(path)
        import pandas as pd

        try:
            return cls.from_pandas(pd.read_parquet(path))
        except (OSError, ValueError) as error:
            raise HistoryError(f"{path}: not a history in Parquet: {error}") from error


def _parse(values: Sequence[object]) -> Round:
    """Return a row from text or from table cells."""
    number, center, nodes, width, *rest = values
    group = nodes.split(";") if isinstance(nodes, str) else list(nodes)  # type: ignore[call-overload]
    cost, reading, mean_reward, regret = (float(value) for value in rest)  # type: ignore[arg-type]
    return Round(
        round=int(number),  # type: ignore[call-overload]
        center=int(center),  # type: ignore[call-overload]
        nodes=tuple(int(node) for node in group),
        width=int(width),  # type: ignore[call-overload]
        cost=cost,
        reading=reading,
        mean_reward=mean_reward,
        regret=regret,
    )


def _need_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "Parquet needs pyarrow: pip install 'cheapbandits[parquet]'"
        ) from None


def _check_exists(path: str | Path) -> None:
    if not Path(path).is_file():
        raise HistoryError(f"no such file: {path}")
