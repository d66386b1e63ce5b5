"""What a policy may choose from: probes by width, what they cost, and which are allowed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from cheapbandits.checks import indices, items
from cheapbandits.errors import BudgetError, ParameterError, ProbeError
from cheapbandits.probes.costs import TravelModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.probes import CostModel, Family, ProbeSet

__all__ = ["Menu", "Offer"]

#: Past the width a policy wants, this many nodes are tried for something that can be paid.
WIDEST = 32


class Offer(NamedTuple):
    """The probes of one width.

    Attributes
    ----------
    width
        The width (the level, for named groups).
    probes
        ``m`` probes.
    costs
        ``(m,)`` what each costs.
    allowed
        ``(m,)`` which may be chosen; ``None`` for all.
    """

    width: int
    probes: ProbeSet
    costs: NDArray[np.float64]
    allowed: NDArray[np.bool_] | None


class Menu:
    """The probes of a family without those that contain a masked node or cost too much.

    Whoever asks says how much is left to spend; the menu itself knows of no budget. Where prices
    depend on the way, it asks which group came last.

    Parameters
    ----------
    family, cost_model
        The probes, and their prices.
    last
        Returns the group that was asked for last, ``None`` before the first.
    """

    def __init__(
        self,
        family: Family,
        cost_model: CostModel,
        last: Callable[[], tuple[int, ...] | None] | None = None,
    ) -> None:
        self.family = family
        self.cost_model = cost_model
        self._masked: NDArray[np.bool_] = np.zeros(family.n_nodes, dtype=bool)
        self._any_masked = False
        self._costs: dict[int, NDArray[np.float64]] = {}
        self._ways: tuple[tuple[int, ...] | None, dict[int, NDArray[np.float64]]] = (None, {})
        self._last = last
        self._free_of_mask: dict[int, NDArray[np.bool_]] = {}

    @property
    def masked(self) -> tuple[int, ...]:
        """The nodes that cannot be probed."""
        return indices(np.flatnonzero(self._masked).tolist())

    def mask(self, nodes: Iterable[int], value: bool) -> None:
        """Take every probe that contains one of these nodes off the menu, or put them back."""
        given = items(nodes, "the nodes to mask")
        n = self.family.n_nodes
        for node in given:
            whole = isinstance(node, int | np.integer) and not isinstance(node, bool)
            if not whole or not 0 <= node < n:
                raise ParameterError(f"mask: {node!r} is not a node index (0 to {n - 1})")
        masked = self._masked.copy()
        masked[given] = value
        if masked.all():
            raise ParameterError("the mask leaves no node to probe; leave at least one free")
        self._masked, self._any_masked = masked, bool(masked.any())
        self._free_of_mask.clear()

    def costs(self, width: int) -> NDArray[np.float64]:
        """Return the ``(m,)`` costs of the probes of a width, the way there included."""
        group = self._last() if self.travels and self._last is not None else None
        if group is None:
            return self.costs_there(width)
        known, ways = self._ways
        if known != group:
            known, ways = self._ways = group, {}
        if width not in ways:
            way = cast("TravelModel", self.cost_model).approach(self.family.at(width), group)
            ways[width] = self.costs_there(width) + way
        return ways[width]

    def costs_there(self, width: int) -> NDArray[np.float64]:
        """Return the ``(m,)`` costs to somebody who is there already: always the same."""
        if width not in self._costs:
            self._costs[width] = self.cost_model(self.family.at(width), width)
        return self._costs[width]

    @cached_property
    def travels(self) -> bool:
        """Whether prices depend on which group came last."""
        return isinstance(self.cost_model, TravelModel) and self.cost_model.travels

    def allowed_nodes(self) -> NDArray[np.bool_] | None:
        """Return which single nodes are not masked, whatever they cost; ``None`` for all."""
        return self._without_mask(1)

    def allowed(self, width: int, left: float = math.inf) -> NDArray[np.bool_] | None:
        """Return which probes of a width may be chosen with so much left; ``None`` for all."""
        free = self._without_mask(width)
        if left == math.inf:
            return free
        paid = self.costs(width) <= left
        return paid if free is None else paid & free

    def offer(self, width: int, left: float = math.inf) -> Offer:
        """Return the probes of the width wanted, or of the nearest that has any left.

        Narrower ones come first (a mask hits wide groups), then wider ones (they are cheaper).
        """
        if not self._any_masked and left == math.inf:
            return Offer(width, self.family.at(width), self.costs(width), None)
        for nearby in self._widths_near(width):
            allowed = self.allowed(nearby, left)
            if allowed is None or allowed.any():
                return Offer(nearby, self.family.at(nearby), self.costs(nearby), allowed)
        raise _none_left(left)

    def offers(self, left: float = math.inf, *, widest: int = WIDEST) -> list[Offer]:
        """Return every width up to ``widest`` that has any probe left, narrow ones first."""
        found = []
        for width in range(1, min(widest, self.family.max_width) + 1):
            allowed = self.allowed(width, left)
            if allowed is None or allowed.any():
                found.append(Offer(width, self.family.at(width), self.costs(width), allowed))
        if not found:
            raise _none_left(left)
        return found

    def check_choice(
        self, probes: ProbeSet, width: int, index: int, left: float = math.inf
    ) -> None:
        """Refuse a choice that is not on the menu: a fault of the policy, not of its user."""
        n_probes = len(probes)
        if not 0 <= index < n_probes:
            raise ProbeError(f"the policy chose probe {index} of {n_probes} of width {width}")
        allowed = self.allowed(width, left)
        if allowed is not None and not allowed[index]:
            raise ProbeError(
                f"the policy chose probe {index} of width {width}, which is masked or too dear; "
                "choose() must keep to what candidates() allows"
            )

    def _widths_near(self, width: int) -> Iterator[int]:
        yield from range(width, 0, -1)
        yield from range(width + 1, min(self.family.max_width, max(width, WIDEST)) + 1)

    def _without_mask(self, width: int) -> NDArray[np.bool_] | None:
        if not self._any_masked:
            return None
        if width not in self._free_of_mask:
            self._free_of_mask[width] = ~self.family.at(width).touching(self._masked)
        return self._free_of_mask[width]


def _none_left(left: float) -> BudgetError:
    most = f"no probe costs {left:g} or less" if left > 0 else "nothing is left"
    return BudgetError(f"{most}: the budget does not allow another")
