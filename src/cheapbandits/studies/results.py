"""Results of a study as arrays, and as tidy tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.metrics import Curve, MeanInterval, mean_curve, mean_ratio, paired_difference

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from cheapbandits.studies.cell import Cell
    from cheapbandits.studies.run import CellResult

__all__ = ["Filing", "Results", "by_problem", "table_formats"]

Measure = Literal["regret", "cost"]
#: The group under which a cell is filed, and what its policy is called there.
Filing = Callable[["Cell"], tuple[str, str]]


def by_problem(cell: Cell) -> tuple[str, str]:
    """File a cell under its problem: policies of any settings are compared."""
    return cell.problem, cell.policy


class Results:
    """The results of cells, looked up by group and policy.

    Rows of every array are runs in the order of their seeds, so that policies are paired.

    Parameters
    ----------
    results
        By cell, in the order of the study.
    filing
        Which cells are compared: those of one group.
    """

    def __init__(self, results: Mapping[Cell, CellResult], filing: Filing = by_problem) -> None:
        self._results = results
        self._filing = filing
        self._curves: dict[tuple[str, str, Measure], NDArray[np.float64]] = {}

    @cached_property
    def _cells(self) -> dict[tuple[str, str], list[Cell]]:
        """The cells by group and policy, in the order of the study; each list by seed."""
        cells: dict[tuple[str, str], list[Cell]] = defaultdict(list)
        for cell in self._results:
            cells[self._filing(cell)].append(cell)
        return {key: sorted(found, key=lambda cell: cell.seed) for key, found in cells.items()}

    @cached_property
    def _policies(self) -> dict[str, list[str]]:
        policies: dict[str, list[str]] = defaultdict(list)
        for group, policy in self._cells:
            policies[group].append(policy)
        return dict(policies)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell there is, in the order of the study."""
        return tuple(self._results)

    @property
    def groups(self) -> list[str]:
        """Every group there is, in the order of the study."""
        return list(self._policies)

    def policies(self, group: str) -> list[str]:
        """Return the policies that ran in a group, in the order of the study."""
        return list(self._policies.get(group, ()))

    def __contains__(self, group: str) -> bool:
        return group in self._policies

    def curves(self, group: str, policy: str, measure: Measure = "regret") -> NDArray[np.float64]:
        """Return ``(runs, T)`` cumulative curves."""
        key = (group, policy, measure)
        if key not in self._curves:
            if (group, policy) not in self._cells:
                raise ParameterError(f"no results for {group} with {policy}")
            rows = [self._results[c].cumulative(measure) for c in self._cells[group, policy]]
            if len({len(row) for row in rows}) > 1:
                raise ParameterError(f"the runs of {policy} on {group} have unequal lengths")
            self._curves[key] = np.array(rows)
        return self._curves[key]

    def seeds(self, group: str, policy: str) -> list[int]:
        """Return the seeds of the rows of :meth:`curves`."""
        return [cell.seed for cell in self._cells[group, policy]]

    def final(self, group: str, policy: str, measure: Measure = "regret") -> NDArray[np.float64]:
        """Return the ``(runs,)`` values at the horizon."""
        return self.curves(group, policy, measure)[:, -1]

    def mean(self, group: str, policy: str, measure: Measure = "regret") -> Curve:
        """Return the mean curve with its 95 % interval."""
        return mean_curve(self.curves(group, policy, measure))

    def difference(
        self, group: str, first: str, second: str, measure: Measure = "regret"
    ) -> MeanInterval:
        """Return the mean final ``first - second``, paired by run, with its 95 % interval."""
        a, b = self.curves(group, first, measure), self.curves(group, second, measure)
        return paired_difference(a, b).final

    def ratio(
        self, group: str, first: str, second: str, measure: Measure = "regret"
    ) -> MeanInterval:
        """Return the ratio of mean final values, with a 95 % interval.

        Paired by run; see :func:`~cheapbandits.metrics.mean_ratio`.
        """
        return mean_ratio(self.final(group, first, measure), self.final(group, second, measure))

    # -- tidy files --------------------------------------------------------------------------------

    def runs_table(self) -> pd.DataFrame:
        """Return one row a cell: what it was and what it came to."""
        import pandas as pd

        rows = [
            {
                "id": cell.id,
                "problem": cell.problem,
                "policy": cell.policy,
                "seed": cell.seed,
                "regret": float(np.sum(result.regret)),
                "cost": float(np.sum(result.cost)),
                "seconds": result.seconds,
                "engine": result.engine,
            }
            for cell, result in self._results.items()
        ]
        return pd.DataFrame(rows)

    def curves_table(self) -> pd.DataFrame:
        """Return one row a group, policy and round: means and 95 % intervals."""
        import pandas as pd

        tables = []
        for group, policy in self._cells:
            columns: dict[str, object] = {"group": group, "policy": policy}
            horizon = self.curves(group, policy).shape[1]
            columns["round"] = np.arange(1, horizon + 1)
            measures: tuple[Measure, ...] = ("regret", "cost")
            for measure in measures:
                curve = self.mean(group, policy, measure)
                columns |= {
                    measure: curve.mean,
                    f"{measure}_low": curve.low,
                    f"{measure}_high": curve.high,
                }
            tables.append(pd.DataFrame(columns))
        return pd.concat(tables, ignore_index=True)

    def write(self, folder: Path, formats: Iterable[str] = ("csv",)) -> list[Path]:
        """Write ``runs`` and ``curves`` as CSV, and as Parquet where asked for."""
        files = []
        for name, table in (("runs", self.runs_table()), ("curves", self.curves_table())):
            for suffix in formats:
                files.append(folder / f"{name}.{suffix}")
                if suffix == "parquet":
                    table.to_parquet(files[-1], index=False)
                else:
                    table.to_csv(files[-1], index=False)
        return files


def table_formats() -> tuple[str, ...]:
    """Return CSV, and Parquet where pyarrow is installed."""
    return ("csv", "parquet") if find_spec("pyarrow") is not None else ("csv",)
