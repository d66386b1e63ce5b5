"""What a probe costs. Wide and crude is cheap, a single node is dear."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from cheapbandits.checks import is_number, of_numbers
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.graphs.labels import labels_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes.probe_set import ProbeSet

__all__ = [
    "CostModel",
    "LaplacianCost",
    "PricePerProbe",
    "PriceTable",
    "TravelModel",
    "WidthCost",
    "width_cost",
]


class CostModel(Protocol):
    """Anything that prices a set of probes."""

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:
        """Return the ``(m,)`` costs of the probes at this width (level, for named groups)."""

    @property
    def fingerprint(self) -> str:
        """Short text that differs between models that would price otherwise."""


@runtime_checkable
class TravelModel(CostModel, Protocol):
    """A cost model by which prices depend on which group was asked for last."""

    @property
    def travels(self) -> bool:
        """Whether they do, with these settings."""

    def approach(self, probes: ProbeSet, group: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the ``(m,)`` costs of coming to each probe from where a group ended."""


def width_cost(width: ArrayLike, n_nodes: int) -> NDArray[np.float64]:
    """Return the paper's cost formula (Section 3.3).

    ``C(w) = (w - 1) / w^2 * (1 - 1 / N) + 1 / w^2``; ``C(1) = 1`` and ``C(w) <= 1 / w``.

    Examples
    --------
    >>> float(width_cost(1, 250)), float(width_cost(2, 250))
    (1.0, 0.499)
    """
    w = np.asarray(width, dtype=float)
    if not (w >= 1).all():
        raise ParameterError(f"a width is at least 1, got {w}")
    return np.asarray((w - 1) / w**2 * (1 - 1 / n_nodes) + 1 / w**2)


class WidthCost:
    """The paper's cost formula (Section 3.3): only the width counts."""

    fingerprint = "width"

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:  # noqa: ARG002
        """Return ``C(w)`` of each probe."""
        return width_cost(probes.widths, probes.n_nodes)


class LaplacianCost:
    """The raw quadratic form ``C(s) = s'Ls`` on the graph itself, not the symmetrised one."""

    def __init__(self, graph: Graph) -> None:
        check_graph(graph)
        self._laplacian = graph.laplacian
        self._of = graph.fingerprint

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"laplacian({self._of})"

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:  # noqa: ARG002
        """Return ``s'Ls`` of each probe; of a whole part it is 0, and rounding may fall below."""
        s = probes.matrix
        costs = np.asarray((s @ self._laplacian).multiply(s).sum(axis=1)).ravel()
        return np.asarray(np.maximum(costs, 0.0))


class PriceTable:
    """A user's price by width: ``PriceTable({1: 9.0, 2: 5.0, 3: 4.0})``."""

    def __init__(self, prices: Mapping[int, float]) -> None:
        self._prices = {
            check_width(w): check_price(p, f"width {w}") for w, p in check_table(prices).items()
        }

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"table({sorted(self._prices.items())})"

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:  # noqa: ARG002
        """Return the table's price of each probe's width."""
        try:
            return np.array([self._prices[w] for w in probes.widths.tolist()])
        except KeyError as missing:
            known = ", ".join(map(str, sorted(self._prices)))
            raise ParameterError(
                f"the price table has no price for width {missing}; it has widths {known}: add "
                f"it{self._or_narrower()}"
            ) from None

    def _or_narrower(self) -> str:
        """Return how to do with the prices that are there: only where none is missing below."""
        if 1 not in self._prices:
            return ""
        most = next(width for width in count(1) if width + 1 not in self._prices)
        return (
            f", or allow no groups wider than {most} (max_width in a campaign, cb.Capped(family, "
            f"{most}) as probes of a policy)"
        )


class PricePerProbe:
    """A user's price for every single probe: for each width (or level) one price a probe."""

    def __init__(self, prices: Mapping[int, ArrayLike]) -> None:
        self._prices: dict[int, NDArray[np.float64]] = {}
        for width, values in check_table(prices).items():
            if labels_of(values) is not None:
                raise ParameterError(
                    f"the prices of width {width} have labels, and go by position, in the order of "
                    "the probes: give .to_numpy() where they stand in it"
                )
            of_numbers(values, f"the prices of width {width}")
            try:
                array = np.array(values, dtype=float)
            except (TypeError, ValueError) as error:
                raise ParameterError(
                    f"the prices of width {width} must be numbers: {error}"
                ) from error
            for i, price in enumerate(array.ravel().tolist()):
                check_price(price, f"probe {i} of width {width}")
            self._prices[check_width(width)] = array

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"each({[(w, p.tolist()) for w, p in sorted(self._prices.items())]})"

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:
        """Return the given prices of this width's probes."""
        prices = self._prices.get(width)
        if prices is None or prices.shape != (len(probes),):
            got = "none" if prices is None else f"shape {prices.shape}"
            raise ParameterError(
                f"width {width} has {len(probes)} probes and needs as many prices; got {got}"
            )
        return prices


def check_table(prices: object) -> Mapping[int, Any]:
    """Refuse what is no mapping of width to price."""
    if not isinstance(prices, Mapping):
        raise ParameterError(f"prices must be a mapping of width to price, got {prices!r}")
    return prices


def check_width(width: object) -> int:
    """Refuse what is no whole number of nodes."""
    if not isinstance(width, int | np.integer) or isinstance(width, bool) or width < 1:
        raise ParameterError(f"a price table goes by width, a whole number from 1; got {width!r}")
    return int(width)


#: Sums and products of prices stay numbers.
LARGEST = 1e50


def check_price(price: object, where: str) -> float:
    """Return a price as a number, or say where it is none that one can count with."""
    if not is_number(price):
        raise ParameterError(f"a price must be a number: {where} has {price!r}")
    value = float(price)  # type: ignore[arg-type]
    if not 0 <= value <= LARGEST:
        raise ParameterError(f"a price must be from 0 to {LARGEST:g}: {where} has {price}")
    return value
